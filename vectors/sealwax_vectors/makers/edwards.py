"""Ed25519 points (RFC 8032, section 5.1), for keys and signatures that no library makes."""

import hashlib

from .labels import Label

ED25519_PRIME = 2**255 - 19
ED25519_ORDER = 2**252 + 27742317777372353535851937790883648493
"""The order of the base point."""

EdwardsPoint = tuple[int, int]

_D = -121665 * pow(121666, -1, ED25519_PRIME) % ED25519_PRIME


def add_edwards_points(first: EdwardsPoint, second: EdwardsPoint) -> EdwardsPoint:
    """Add two points."""
    (x1, y1), (x2, y2) = first, second
    product = _D * x1 * x2 * y1 * y2
    return (
        (x1 * y2 + x2 * y1) * pow(1 + product, -1, ED25519_PRIME) % ED25519_PRIME,
        (y1 * y2 + x1 * x2) * pow(1 - product, -1, ED25519_PRIME) % ED25519_PRIME,
    )


def encode_edwards_point(point: EdwardsPoint) -> bytes:
    """Encode a point in its 32 canonical bytes."""
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode_edwards_point(encoded: bytes) -> EdwardsPoint:
    """Decode a point on the curve; its encoding need not be canonical."""
    number = int.from_bytes(encoded, "little")
    y, sign = (number & (1 << 255) - 1) % ED25519_PRIME, number >> 255
    square = (y * y - 1) * pow(_D * y * y + 1, -1, ED25519_PRIME) % ED25519_PRIME
    x = pow(square, (ED25519_PRIME + 3) // 8, ED25519_PRIME)
    if x * x % ED25519_PRIME != square:
        x = x * pow(2, (ED25519_PRIME - 1) // 4, ED25519_PRIME) % ED25519_PRIME
    return (x if x & 1 == sign else -x % ED25519_PRIME), y


def secret_scalar(seed: bytes) -> int:
    """Derive the secret scalar of a private key (section 5.1.5)."""
    return int.from_bytes(hashlib.sha512(seed).digest()[:32], "little") & (1 << 254) - 8 | 1 << 254


ORDER_8_Y = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
SMALL_ORDER = (
    ("the-neutral-point", 1),
    ("the-point-of-order-2", ED25519_PRIME - 1),
    ("a-point-of-order-4", 0),
    ("the-other-point-of-order-4", 2**255),
    ("a-point-of-order-8", ORDER_8_Y),
    (Label("its-negative-of-order-8", "its negative, of order 8"), 2**255 + ORDER_8_Y),
    ("the-other-y-of-order-8", ED25519_PRIME - ORDER_8_Y),
    (Label("the-neutral-point-with-a-sign", "the neutral point, with a sign"), 2**255 + 1),
    (Label("the-neutral-point-y-not-reduced", "the neutral point, y not reduced"), ED25519_PRIME + 1),
    (
        Label("the-negative-of-the-other-y-of-order-8", "the negative of the other y, of order 8"),
        2**255 + ED25519_PRIME - ORDER_8_Y,
    ),
    (
        Label(
            "the-neutral-point-with-a-sign-and-y-not-reduced",
            "the neutral point, with a sign and y not reduced",
        ),
        2**255 + ED25519_PRIME + 1,
    ),
    (
        Label("the-point-of-order-2-with-a-sign", "the point of order 2, with a sign"),
        2**255 + ED25519_PRIME - 1,
    ),
    (Label("a-point-of-order-4-y-not-reduced", "a point of order 4, y not reduced"), ED25519_PRIME),
    (
        Label("the-other-point-of-order-4-y-not-reduced", "the other point of order 4, y not reduced"),
        2**255 + ED25519_PRIME,
    ),
)
"""The names of all encodings of the points of small order, with their values as integers."""
