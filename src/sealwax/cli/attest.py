"""``sealwax attest``."""

from pathlib import Path

import click

import sealwax
from sealwax._codec.base64url import decode_base64url

from . import options
from .streams import PATH_OR_STDIN, read_input, write_json


@click.command(
    short_help="Encode a new passkey for signup.",
    epilog=options.examples(
        "sealwax attest --origin https://example.com --rp-id example.com credential.json",
        note="The file holds JSON.stringify(credential) of what navigator.credentials.create() returned.",
    ),
)
@click.option(
    "--credential-id-encoding",
    type=click.Choice([encoding.value for encoding in sealwax.CredentialIdEncoding]),
    default=sealwax.CredentialIdEncoding.CBOR.value,
    show_default=True,
    help="cbor: as the API's specification says. raw: as the browser SDKs deployed today send it.",
)
@click.option("--challenge", metavar="BASE64URL", help="The challenge that it must be made for.")
@click.option("--origin", help="The origin that it must come from, such as https://example.com.")
@click.option("--rp-id", help="The relying party that it must be for, such as example.com.")
@click.argument("credential", type=PATH_OR_STDIN, metavar="FILE|-")
def attest(
    *,
    credential_id_encoding: str,
    challenge: str | None,
    origin: str | None,
    rp_id: str | None,
    credential: Path,
) -> None:
    """Encode what a browser returned for a new passkey, and print the attestation for signup_v2 as JSON.

    What you give of challenge, origin and relying party is compared.
    """
    attestation = sealwax.encode_attestation(
        read_input(credential),
        credential_id_encoding=sealwax.CredentialIdEncoding(credential_id_encoding),
        expected_challenge=None if challenge is None else decode_base64url(challenge, "the challenge"),
        expected_origin=origin,
        expected_rp_id=rp_id,
    )
    write_json(dict(attestation.to_dict()))
