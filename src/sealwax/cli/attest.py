"""The command ``sealwax attest``."""

from secrets import token_bytes

import click

import sealwax
from sealwax._codec.base64url import decode_base64url

from . import options
from .key_source import ask_pin, ask_touch
from .streams import Input, write_json
from .usage import Misuse

_CHALLENGE_BYTES = 32


@options.command(
    epilog=options.examples(
        "sealwax attest --origin https://example.com --rp-id example.com credential.json",
        "sealwax attest --security-key --user-name me --rp-id example.com > attestation.json",
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
@click.option(
    "--allow-user-absent",
    is_flag=True,
    help="Accept a passkey that the browser made without asking the user (conditional create).",
)
@click.option(
    "--security-key", is_flag=True, help="Register a security key that is plugged in, without FILE."
)
@click.option("--user-name", metavar="NAME", help="For --security-key: the user that it shows.")
@click.option(
    "--resident", is_flag=True, help="For --security-key: store the passkey on it, to use it without its id."
)
@options.pin_variable
@options.input_argument("credential", required=False)
def attest(
    *,
    credential_id_encoding: str,
    challenge: str | None,
    origin: str | None,
    rp_id: str | None,
    allow_user_absent: bool,
    security_key: bool,
    user_name: str | None,
    resident: bool,
    credential: Input | None,
) -> None:
    """Encode a new passkey, as a browser returned it, for signup_v2. Print the attestation as JSON.

    The challenge, the origin and the relying party are verified if you pass them. The attestation statement
    is not verified.

    With --security-key, the passkey is made on a security key, which must be touched, and perhaps asks for
    its PIN. The challenge is random by default, and the origin https://DOMAIN. The output has the challenge,
    the attestation, and the key: the URI to stamp with, as --key.
    """
    if challenge == "":
        raise Misuse("--challenge is empty; leave it out to accept any")
    expected_challenge = None if challenge is None else decode_base64url(challenge, "--challenge")
    encoding = sealwax.CredentialIdEncoding(credential_id_encoding)
    if security_key:
        if credential is not None or rp_id is None or user_name is None or allow_user_absent:
            raise Misuse("--security-key needs --rp-id and --user-name, and no FILE or --allow-user-absent")
        origin = f"https://{rp_id}" if origin is None else origin
        write_json(_register(rp_id, origin, user_name, expected_challenge, encoding, resident=resident))
        return
    if credential is None or user_name is not None or resident:
        raise Misuse("pass FILE, or --security-key; --user-name and --resident are for --security-key")
    with credential.opened() as content:
        attestation = sealwax.encode_attestation(
            content,
            credential_id_encoding=encoding,
            expected_challenge=expected_challenge,
            expected_origin=origin,
            expected_rp_id=rp_id,
            allow_user_absent=allow_user_absent,
        )
    write_json(dict(attestation.to_dict()))


def _register(
    rp_id: str,
    origin: str,
    user_name: str,
    challenge: bytes | None,
    encoding: sealwax.CredentialIdEncoding,
    *,
    resident: bool,
) -> dict[str, object]:
    """Register the security key that the user touches; return the data for a signup and for stamps."""
    # Loaded only for a security key.
    from sealwax.signers.fido2 import SecurityKey  # noqa: PLC0415
    from sealwax.signers.uri import security_key_uri  # noqa: PLC0415

    challenge = token_bytes(_CHALLENGE_BYTES) if challenge is None else challenge
    try:
        key = SecurityKey(rp_id=rp_id, origin=origin, pin=ask_pin, touch=ask_touch)
    except ValueError:
        key = None
    if key is None:
        raise Misuse("--origin must be a scheme and a host, such as https://example.com, and end there")
    made = key.register(challenge, user_name=user_name, require_resident_key=resident)
    attestation = sealwax.encode_attestation(
        made,
        credential_id_encoding=encoding,
        expected_challenge=challenge,
        expected_origin=origin,
        expected_rp_id=rp_id,
    )
    return {
        "challenge": attestation.challenge,
        "attestation": attestation.to_dict(),
        "key": security_key_uri(rp_id=rp_id, origin=origin, credential_id=made.raw_id),
    }
