"""``sealwax stamp``."""

from pathlib import Path

import click

import sealwax

from . import options
from .streams import MAX_BODY_BYTES, PATH, PATH_OR_STDIN, read_input, write_json, write_output


@click.command(
    short_help="Stamp a request's body.",
    epilog=options.examples(
        "curl -H 'Content-Type: application/json' -H \"$(sealwax stamp --key a.private body.json)\" \\\n"
        "  --data-binary @body.json URL",
        note="Send the body with --data-binary: plain --data drops newlines, and the stamp no longer fits.",
    ),
)
@click.option("--key", type=PATH, required=True, help="The API key: NAME.private.")
@click.option("--deterministic", is_flag=True, help="Use the nonces of RFC 6979: same body, same stamp.")
@click.option("--eip191", is_flag=True, help="Sign as an Ethereum wallet does (secp256k1 keys).")
@click.option("--json", "as_json", is_flag=True, help="Print header_name and header_value as JSON.")
@click.argument("body", type=PATH_OR_STDIN, metavar="BODYFILE|-")
def stamp(*, key: Path, deterministic: bool, eip191: bool, as_json: bool, body: Path) -> None:
    """Stamp a request's body with an API key, and print the header line.

    The stamp is made over the bytes of the file as they are: send just those.
    """
    api_key = sealwax.ApiKey.load(key)
    signer: sealwax.Signer = sealwax.Eip191Signer(api_key) if eip191 else api_key
    made = sealwax.ApiKeyStamper(signer, deterministic=deterministic).stamp(
        read_input(body, limit=MAX_BODY_BYTES)
    )
    if as_json:
        write_json({"header_name": made.header_name, "header_value": made.header_value})
    else:
        write_output(f"{made.header_name}: {made.header_value}\n".encode())
