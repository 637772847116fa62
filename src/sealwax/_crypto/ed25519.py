"""Check public keys and verify signatures of Ed25519 (RFC 8032).

| input | decision |
|---|---|
| a public key of small order, or with an encoded y that is not below the prime | malformed |
| a signature with an R of small order, or with such an encoded y | refused |
| an s that is not below the group's order | refused |
| a public key with a component of small order | accepted: its holder chose it |
"""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ed25519

from sealwax.errors import MalformedInput, bad_signature

ED25519_KEY_BYTES = 32
ED25519_SIGNATURE_BYTES = 64


def check_ed25519_key(key: bytes, label: str) -> None:
    """Refuse bytes that are not an acceptable public key.

    A key must be 32 bytes in the canonical encoding (RFC 8032, section 5.1.3), and not of small order: for
    keys of small order, signatures can be made without a private key.
    """
    if len(key) != ED25519_KEY_BYTES or _is_degenerate(key):
        raise MalformedInput(
            f"{label} is not a usable Ed25519 public key: it must be {ED25519_KEY_BYTES} bytes, canonically "
            "encoded, and not of small order"
        )


def _is_degenerate(point: bytes) -> bool:
    """Return whether an encoded point is of small order, or its encoding is not canonical."""
    # The y coordinate; the highest bit is the sign of x.
    y = int.from_bytes(point, "little") & ((1 << 255) - 1)
    return y >= _ED25519_PRIME or y in _SMALL_ORDER_YS


_ED25519_PRIME = 2**255 - 19
# The y coordinates of the eight points whose order divides the cofactor: the neutral point, the point of
# order 2, and the points of order 4 and 8, which share each y in pairs.
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


def verify_ed25519(key: bytes, signature: bytes, message: bytes, label: str) -> None:
    """Verify a signature (RFC 8032, section 5.1.7) with a key that ``check_ed25519_key`` accepts.

    No signature verifies with a key that is not a point on the curve, nor with an R that has small order or
    is not canonically encoded. No honest signer makes such an R, and implementations disagree (OpenSSL
    accepts it, libsodium does not): the key's holder could make a signature that only some verifiers accept.
    """
    check_ed25519_signature(signature, label)
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        raise bad_signature(label) from None


def check_ed25519_signature(signature: bytes, label: str) -> None:
    """Refuse a signature that is not 64 bytes, or whose R has small order or is not canonically encoded."""
    if len(signature) != ED25519_SIGNATURE_BYTES:
        raise MalformedInput(
            f"the signature of {label} is {len(signature)} bytes long; an Ed25519 signature has 64"
        )
    if _is_degenerate(signature[:ED25519_KEY_BYTES]):
        raise bad_signature(label)
