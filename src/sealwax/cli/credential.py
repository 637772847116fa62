"""The command ``sealwax decrypt-credential``."""

from pathlib import Path

import click

import sealwax

from . import options
from .streams import PATH, check_secret_destination, read_input, write_secret


@click.command(
    short_help="Open the credential bundle of an older login.",
    epilog=options.examples(
        "sealwax decrypt-credential --bundle bundle.txt --key target.private --output a.private"
    ),
)
@options.bundle("The credential bundle, base58check.")
@click.option("--key", type=PATH, required=True, help="The target key: NAME.private.")
@click.option("--output", type=PATH, help="The key file to create for the API key, with mode 0600.")
@click.option("--show", is_flag=True, help="Write the secret even if standard output is a terminal.")
def decrypt_credential(*, bundle: Path, key: Path, output: Path | None, show: bool) -> None:
    """Open the credential bundle of an older email or OAuth login. Write the API key in it as a key file.

    Such a bundle is not signed. Use the key only if you trust the source of the bundle.
    """
    check_secret_destination(output, show=show)
    content = read_input(bundle).strip()
    api_key = sealwax.decrypt_credential_bundle(content, sealwax.TargetKey.load(key))
    write_secret(f"{api_key.private_key_hex()}:{api_key.curve}".encode(), output)
