"""The command ``sealwax encrypt-secret``."""

import sealwax
from sealwax._limits import MAX_ANSWER_BYTES
from sealwax.bundles.answers import SECRET_TARGETS

from . import options
from .answers import find_bundle
from .secret_input import SecretInput
from .streams import Input, write_lines


@options.command(
    epilog=options.examples(
        "sealwax encrypt-secret --bundle answer.json --organization-id ID \\\n"
        "  --secret-file secret.txt > secret_payload.json"
    ),
)
@options.bundle("The import bundle for secrets, or the service's whole answer to init_import_secrets.")
@options.item
@options.organization_id
@options.whole_secret_file
@options.bundle_signer("signer")
def encrypt_secret(
    *,
    bundle: Input,
    item: int | None,
    organization_id: str,
    secret_file: SecretInput,
    keys: sealwax.EnclaveKeys,
) -> None:
    """Seal a secret to the enclave. Print the secretPayload, which you then send with import_secrets.

    The bundle is verified first: the service's enclave must have signed it, for this organization. The
    output is not secret.
    """
    with bundle.opened(limit=MAX_ANSWER_BYTES) as content:
        found = find_bundle(content, SECRET_TARGETS, item).bundle
        target = sealwax.verify_secret_import_bundle(found, organization_id=organization_id, keys=keys)
    write_lines(target.encrypt_secret(secret_file.read_whole()))
