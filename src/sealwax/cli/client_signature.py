"""The command ``sealwax client-signature``."""

import click

import sealwax
from sealwax._codec.strict_json import decode_object
from sealwax.login.client_signature import sign_signup_body

from . import options
from .key_source import KeySource
from .streams import Input, write_json
from .usage import Misuse


@options.command(
    epilog=options.examples(
        "sealwax client-signature login --key a.private --token token.txt",
        "sealwax client-signature signup --key a.private --token token.txt --request body.json",
    ),
)
@click.argument("usage", type=click.Choice(["login", "signup"]))
@options.key_file("The P-256 key that the token is bound to.", required=True)
@options.input_file("--token", required=True, help="The verification token.")
@click.option(
    "--session-public-key",
    type=options.HEX,
    help="For login: the request's publicKey.  [default: the public key of --key]",
)
@options.input_file("--request", help="For signup: the request's body, without clientSignature.")
def client_signature(
    *, usage: str, key: KeySource, token: Input, session_public_key: str | None, request: Input | None
) -> None:
    """Sign the use of a verification token. Print the request's clientSignature as JSON."""
    if (request is not None) != (usage == "signup"):
        raise Misuse("--request is for signup, which needs it; leave it out for login")
    if session_public_key is not None and usage == "signup":
        raise Misuse("--session-public-key is only for login; leave it out")
    signer = key.read_api_key()
    text = token.read().strip()
    if request is None:
        signature = sealwax.sign_login(signer, text, session_public_key=session_public_key)
    else:
        with request.opened() as content:
            body = decode_object(content, "the request")
        signature = sign_signup_body(signer, text, body)
    write_json(dict(signature.to_dict()))
