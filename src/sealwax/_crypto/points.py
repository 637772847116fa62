"""Public keys and signatures of the protocol's curves: decoded strictly, verified strictly."""

from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec

from sealwax.errors import MalformedInput

P256: Final = ec.SECP256R1()
SECP256K1: Final = ec.SECP256K1()

COMPRESSED_BYTES = 33
UNCOMPRESSED_BYTES = 65


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
