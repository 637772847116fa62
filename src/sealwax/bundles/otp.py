"""Seal a one-time code to the enclave for verify_otp (wire-formats.md, section 4.4)."""

from sealwax._codec.arguments import require_type
from sealwax._codec.strict_json import encode_json
from sealwax._codec.text import to_bytes
from sealwax._crypto.points import COMPRESSED_BYTES, P256, decode_key_hex, decode_point
from sealwax.errors import MalformedInput
from sealwax.trust import PRODUCTION, EnclaveKeys

from .signed_envelope import OTP_TARGET, open_signed_bundle, seal_to_text


def encrypt_otp_bundle(
    target_bundle: str | bytes, otp_code: str, *, public_key: str, keys: EnclaveKeys = PRODUCTION
) -> str:
    """Seal a one-time code, and the public key for the verification token (wire-formats.md, section 4.4).

    Args:
        target_bundle: The OTP target bundle of the answer to init-OTP, JSON text.
        otp_code: The one-time code that the user received.
        public_key: The public key to bind the verification token to: a compressed point, 66 hex digits.
        keys: The enclave's public keys. Only ``tls_fetcher`` is used.

    Returns:
        The ``encryptedOtpBundle`` of verify_otp: JSON text.

    Raises:
        MalformedInput: The code is empty, the public key is not such a point, or the bundle
            does not parse or is of another kind.
        Unsupported: The bundle has no version, or an unknown version.
        UntrustedSigner: The bundle names another signer than the TLS fetcher of ``keys``.
        BadSignature: The bundle's signature does not verify.
    """
    require_type(otp_code, str, "otp_code")
    require_type(public_key, str, "public_key")
    if not to_bytes(otp_code, "the one-time code"):
        raise MalformedInput("the one-time code is empty; pass the code that the user received")
    point = decode_key_hex(public_key, "the public key", COMPRESSED_BYTES)
    decode_point(point, P256, "the public key")
    key = open_signed_bundle(target_bundle, OTP_TARGET, keys=keys)
    plaintext = encode_json({"otp_code": otp_code, "public_key": point.hex()})
    return seal_to_text(key, plaintext.encode())
