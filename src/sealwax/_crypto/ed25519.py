"""Ed25519 (RFC 8032): which keys are taken, and verification."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ed25519

from sealwax.errors import MalformedInput, bad_signature

ED25519_KEY_BYTES = 32
ED25519_SIGNATURE_BYTES = 64


def check_ed25519_key(key: bytes, what: str) -> None:
    """Check that bytes are an Ed25519 public key that vouches for something.

    Args:
        key: The public key.
        what: What it is, for the error message.

    Raises:
        MalformedInput: It has another length than 32 bytes, is not in its one encoding (RFC 8032, section
            5.1.3), or is of small order: under such a key, signatures of anything can be made without a
            private key.
    """
    # The coordinate y; the highest bit is the sign of x.
    y = int.from_bytes(key, "little") & ((1 << 255) - 1)
    if len(key) != ED25519_KEY_BYTES or y >= _ED25519_PRIME or y in _SMALL_ORDER_YS:
        raise MalformedInput(f"{what} is not an Ed25519 public key that may be used")


_ED25519_PRIME = 2**255 - 19
# Of the eight points whose order divides the cofactor: the neutral one, that of order 2, and those of order 4
# and 8, two of which share each y.
_SMALL_ORDER_YS = {
    1,
    _ED25519_PRIME - 1,
    0,
    int.from_bytes(
        bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little"
    ),
    int.from_bytes(
        bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
    ),
}


def verify_ed25519(key: bytes, signature: bytes, message: bytes, what: str) -> None:
    """Verify an Ed25519 signature (RFC 8032, section 5.1.7).

    Args:
        key: The public key, 32 bytes, checked by ``check_ed25519_key``. Bytes that are no point verify
            nothing.
        signature: 64 bytes.
        message: What was signed.
        what: What is signed, for the error message.

    Raises:
        MalformedInput: The signature has another length.
        BadSignature: It does not verify.
    """
    if len(signature) != ED25519_SIGNATURE_BYTES:
        raise MalformedInput(f"the signature of {what} is {len(signature)} bytes long; Ed25519 has 64")
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        raise bad_signature(what) from None
