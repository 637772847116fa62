"""The command ``sealwax decrypt-secret``."""

import sealwax
from sealwax.bundles.answers import SECRETS

from . import options
from .exports import Export, export_command
from .streams import to_json_line


@export_command(
    sought=SECRETS,
    epilog=options.examples(
        "sealwax decrypt-secret --bundle response.json --key export.private \\\n"
        "  --organization-id ID --output secret.txt"
    ),
)
@options.item
def decrypt_secret(export: Export) -> bytes:
    """Open the export of a secret, and write the secret exactly as it was sealed.

    The bundle is verified first: the service's enclave must have signed it, for this organization. It does
    not state that it holds a secret, so pass only an answer to export_secrets.
    """
    secret = export.open_with(sealwax.decrypt_secret_export)
    return to_json_line({"text": secret.text}) if export.as_json else secret.text.encode()
