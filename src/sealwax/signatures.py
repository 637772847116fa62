"""Public keys and signatures of the protocol's curves: decoded strictly, verified strictly."""

from functools import cache
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.asymmetric.utils import (
    Prehashed,
    decode_dss_signature,
    encode_dss_signature,
)
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax._codec.der import decode_der_signature

from .errors import BadSignature, MalformedInput

P256: Final = ec.SECP256R1()
SECP256K1: Final = ec.SECP256K1()

COMPRESSED_BYTES = 33
UNCOMPRESSED_BYTES = 65
ED25519_KEY_BYTES = 32
ED25519_SIGNATURE_BYTES = 64


@cache
def _ecdsa(*, prehashed: bool) -> ec.ECDSA:
    # On demand: making the first one loads most of `cryptography`, which programs that only import need not
    # wait for. Prehashed(SHA256()) says "32 bytes, hashed already"; nothing is hashed again.
    return ec.ECDSA(Prehashed(SHA256()) if prehashed else SHA256())


def decode_point(point: bytes, curve: ec.EllipticCurve, what: str) -> ec.EllipticCurvePublicKey:
    """Decode a SEC1 point (SEC1, section 2.3.4), compressed or uncompressed.

    Args:
        point: 33 bytes beginning with 02 or 03, or 65 beginning with 04.
        curve: The curve that it must lie on.
        what: What it is, for the error message.

    Returns:
        The public key.

    Raises:
        MalformedInput: It is neither form (so neither hybrid nor the point at infinity), or is not on the
            curve.
    """
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(curve, point)
    except ValueError:
        raise MalformedInput(f"{what} is not a point on {_CURVE_NAMES[curve.name]} in SEC1 form") from None


_CURVE_NAMES = {P256.name: "P-256", SECP256K1.name: "secp256k1"}


def compressed_point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Encode a public key as a compressed SEC1 point, 33 bytes.

    Args:
        key: A key on a 256-bit curve.

    Returns:
        02 or 03, then x.
    """
    # Not by public_bytes(), whose arguments come from a module that takes as long to load as all the rest.
    numbers = key.public_numbers()
    return bytes([2 + (numbers.y & 1)]) + numbers.x.to_bytes(32, "big")


def uncompressed_point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Encode a public key as an uncompressed SEC1 point, 65 bytes.

    Args:
        key: A key on a 256-bit curve.

    Returns:
        04, then x, then y.
    """
    numbers = key.public_numbers()
    return b"\4" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")


def decode_scalar(scalar: bytes, curve: ec.EllipticCurve, what: str) -> int:
    """Decode a private scalar.

    Args:
        scalar: 32 bytes, big-endian.
        curve: The curve that it belongs to.
        what: What it is, for the error message, which never quotes it.

    Returns:
        The scalar.

    Raises:
        MalformedInput: It is not 32 bytes, is 0, or is not below the order of the curve.
    """
    number = int.from_bytes(scalar, "big")
    if len(scalar) != 32 or not 0 < number < curve.group_order:  # noqa: PLR2004 - a 256-bit scalar
        raise MalformedInput(
            f"{what} is not a private key of {_CURVE_NAMES[curve.name]}: it must be 32 bytes, "
            "above 0 and below the order of the curve"
        )
    return number


def verify_ecdsa(
    key: ec.EllipticCurvePublicKey, signature: bytes, message: bytes, what: str, *, prehashed: bool = False
) -> None:
    """Verify an ECDSA signature; of its two forms, low-S and high-S, both are good.

    Args:
        key: The public key.
        signature: Strict DER.
        message: What was signed: the bytes that SHA-256 is taken of or, with ``prehashed``, the 32-byte
            digest itself.
        what: What is signed, for the error message.
        prehashed: Whether ``message`` is a digest.

    Raises:
        MalformedInput: The signature is not strict DER of two numbers in range.
        BadSignature: It does not verify.
    """
    try:
        key.verify(signature, message, _ecdsa(prehashed=prehashed))
    except InvalidSignature:
        # The primitive takes nothing but strict DER either; what is left is to say which of the two it was.
        decode_der_signature(signature, key.curve.group_order, f"the signature of {what}")
        raise bad_signature(what) from None


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


def bad_signature(what: str) -> BadSignature:
    """Make the error of a signature that does not verify.

    Args:
        what: What is signed.

    Returns:
        The error, to raise.
    """
    return BadSignature(f"the signature of {what} does not verify; it was changed, or signed by another key")


def to_low_s(signature: bytes, order: int) -> bytes:
    """Bring a signature into its low-S form: of s and n-s, both of which verify, the lower.

    Args:
        signature: A DER signature.
        order: The order n of the curve's group.

    Returns:
        The same signature, or its low-S twin, in DER.
    """
    r, s = decode_dss_signature(signature)
    return signature if s <= order // 2 else encode_dss_signature(r, order - s)
