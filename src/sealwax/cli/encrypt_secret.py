"""The command ``sealwax encrypt-secret``."""

import click

import sealwax

from . import options
from .answers import MAX_ANSWER_BYTES, secret_target_in
from .secret_input import read_whole_secret
from .streams import read_input, write_output


@click.command(
    short_help="Seal a secret to the enclave.",
    epilog=options.examples(
        "sealwax encrypt-secret --bundle answer.json --organization-id ID \\\n"
        "  --secret-file secret.txt > secret_payload.json"
    ),
)
@options.bundle("The import target for secrets, or the service's whole answer to init_import_secrets.")
@options.item
@options.organization_id
@options.input_file(
    "--secret-file",
    help="The file with the secret, sealed exactly as it is. Without it, you are asked for a line, unseen.",
)
@options.enclave_key("signer")
def encrypt_secret(
    *,
    bundle: str,
    item: int | None,
    organization_id: str,
    secret_file: str | None,
    keys: sealwax.EnclaveKeys,
) -> None:
    """Seal a secret to the enclave. Print the secretPayload, which you then send with import_secrets.

    The target is checked first: the service's enclave must have signed it, for this organization. What is
    printed is not secret.
    """
    content = secret_target_in(read_input(bundle, limit=MAX_ANSWER_BYTES), item)
    target = sealwax.verify_secret_import_bundle(content, organization_id=organization_id, keys=keys)
    sealed = target.encrypt_secret(read_whole_secret(secret_file, "--secret-file", "Secret"))
    write_output(f"{sealed}\n".encode())
