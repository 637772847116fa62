"""The command ``sealwax attest``."""

import click

import sealwax
from sealwax._codec.base64url import decode_base64url

from . import options
from .streams import Input, write_json
from .usage import Misuse


@click.command(
    short_help="Encode a new passkey for signup.",
    epilog=options.examples(
        "sealwax attest --origin https://example.com --rp-id example.com credential.json",
        note="FILE has JSON.stringify(credential), of the result of navigator.credentials.create().",
    ),
)
@click.option(
    "--credential-id-encoding",
    type=click.Choice([encoding.value for encoding in sealwax.CredentialIdEncoding]),
    default=sealwax.CredentialIdEncoding.CBOR.value,
    show_default=True,
    help="cbor: as in the API's specification. raw: as the deployed browser SDKs send it.",
)
@click.option("--challenge", metavar="BASE64URL", help="The challenge that the passkey must answer.")
@click.option(
    "--origin",
    metavar="ORIGIN",
    help="The origin that the passkey must come from, such as https://example.com.",
)
@click.option(
    "--rp-id", metavar="DOMAIN", help="The relying party that the passkey must be for, such as example.com."
)
@options.input_argument("credential")
def attest(
    *,
    credential_id_encoding: str,
    challenge: str | None,
    origin: str | None,
    rp_id: str | None,
    credential: Input,
) -> None:
    """Encode a new passkey, as a browser returned it, for signup_v2. Print the attestation as JSON.

    The challenge, the origin and the relying party are verified if you pass them. The attestation statement
    is not verified.
    """
    if challenge == "":
        raise Misuse("--challenge is empty; leave it out to accept any")
    expected_challenge = None if challenge is None else decode_base64url(challenge, "--challenge")
    with credential.opened() as content:
        attestation = sealwax.encode_attestation(
            content,
            credential_id_encoding=sealwax.CredentialIdEncoding(credential_id_encoding),
            expected_challenge=expected_challenge,
            expected_origin=origin,
            expected_rp_id=rp_id,
        )
    write_json(dict(attestation.to_dict()))
