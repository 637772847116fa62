"""The command ``sealwax decrypt-credential``."""

import sealwax

from . import options
from .key_source import KeySource
from .streams import Input, check_secret_destination, write_secret


@options.command(
    epilog=options.examples(
        "sealwax decrypt-credential --bundle bundle.txt --key target.private --output a.private"
    ),
)
@options.bundle("The credential bundle, base58check.")
@options.target_key
@options.output_file("the API key")
@options.show
def decrypt_credential(*, bundle: Input, key: KeySource, output: str | None, show: bool) -> None:
    """Open the credential bundle of an older email or OAuth login, and write its API key as a key file.

    The bundle is not signed: use the key only if you trust the source of the bundle.
    """
    check_secret_destination(output, show=show)
    target_key = key.read_target_key()
    with bundle.opened() as content:
        api_key = sealwax.decrypt_credential_bundle(content.strip(), target_key)
    write_secret(f"{api_key.private_key_hex()}:{api_key.curve}".encode(), output)
