"""Sealing a one-time code to the enclave, for verify_otp (wire-formats.md, section 4.4)."""

from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import encode_json
from sealwax._codec.text import to_bytes
from sealwax._crypto.points import COMPRESSED_BYTES, P256, decode_point
from sealwax.errors import MalformedInput
from sealwax.trust import PRODUCTION, EnclaveKeys, pinned_key

from .envelope import open_signed_bundle, seal_to_text, target_key


def encrypt_otp_bundle(
    otp_code: str, target_bundle: str | bytes, *, public_key: str, keys: EnclaveKeys = PRODUCTION
) -> str:
    """Seal a one-time code, together with the public key that is to be bound to the verification token.

    Args:
        otp_code: The code that the user received.
        target_bundle: The target bundle of init-OTP's answer, JSON text, at most 1 MiB. The TLS fetcher's
            key signs it, not the signer's.
        public_key: The client's public key: a compressed SEC1 point on P-256, hex.
        keys: The enclave's public keys; the production ones by default.

    Returns:
        The ``encryptedOtpBundle`` of verify_otp: JSON text.

    Raises:
        MalformedInput: The code is empty, the public key is not such a point, or the bundle does not parse
            or is of another kind.
        UnsupportedVersion: The bundle has no version, or an unknown one.
        UntrustedSigner: It names another signer than the TLS fetcher of ``keys``.
        BadSignature: It was changed since it was signed.
    """
    if not to_bytes(otp_code, "the one-time code"):
        raise MalformedInput("the one-time code is empty")
    point = decode_hex(public_key, "the public key", length=COMPRESSED_BYTES)
    decode_point(point, P256, "the public key")
    what = "the OTP target bundle"
    payload = open_signed_bundle(target_bundle, signer=pinned_key(keys, "tls_fetcher"), what=what)
    plaintext = encode_json({"otp_code": otp_code, "public_key": point.hex()})
    return seal_to_text(target_key(payload, what), plaintext.encode())
