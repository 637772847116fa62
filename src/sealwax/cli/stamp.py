"""The command ``sealwax stamp``."""

import click

import sealwax
from sealwax._limits import MAX_BODY_BYTES
from sealwax.keys import with_scheme
from sealwax.schemes import SCHEMES

from . import options
from .key_source import KeySource
from .streams import Input, write_result
from .usage import Misuse


@options.command(
    epilog=options.examples(
        "curl -H 'Content-Type: application/json' -H \"$(sealwax stamp --key a.private body.json)\" \\\n"
        "  --data-binary @body.json URL",
        note="Send the body with --data-binary: --data removes newlines, and the stamp would not verify.",
    ),
)
@options.key_file("The API key.", required=True)
@options.deterministic
@click.option(
    "--scheme",
    type=click.Choice(list(SCHEMES)),
    metavar="NAME",
    help="The signature scheme; SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191 signs like an Ethereum wallet.  "
    "[default: the scheme of the key's curve]",
)
@click.option("--json", "as_json", is_flag=True, help="Print header_name and header_value as JSON.")
@options.input_argument("body")
def stamp(*, key: KeySource, deterministic: bool, scheme: str | None, as_json: bool, body: Input) -> None:
    """Stamp a request's body with an API key or a security key. Print the header line.

    The stamp covers the exact bytes of FILE. Send those bytes.
    """
    if scheme is None:
        stamper = key.read_stamper(deterministic=deterministic)
    else:
        signer = key.read_api_key()
        if scheme != signer.scheme:
            if not isinstance(signer, sealwax.ApiKey):
                raise Misuse("a key on a device signs with the scheme of its curve; leave out --scheme")
            signer = with_scheme(signer, scheme)
        stamper = sealwax.ApiKeyStamper(signer, deterministic=deterministic)
    made = stamper.stamp(body.read(limit=MAX_BODY_BYTES))
    fields: dict[str, object] = {"header_name": made.header_name, "header_value": made.header_value}
    write_result(fields, [f"{made.header_name}: {made.header_value}"], as_json=as_json)
