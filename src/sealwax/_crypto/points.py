"""Decode the keys of the curves strictly, and encode them (SEC1)."""

from typing import Final, Protocol

from cryptography.hazmat.primitives.asymmetric import ec

from sealwax._codec.hex import decode_hex
from sealwax.errors import MalformedInput

P256: Final = ec.SECP256R1()
SECP256K1: Final = ec.SECP256K1()

_SCALAR_BYTES = 32
COMPRESSED_BYTES = 33
UNCOMPRESSED_BYTES = 65
KEY_SET_BYTES = 2 * UNCOMPRESSED_BYTES  # an enclave's encryption point, then its signing point


def decode_point(point: bytes, curve: ec.EllipticCurve, label: str) -> ec.EllipticCurvePublicKey:
    """Decode a SEC1 point (SEC1, section 2.3.4), compressed or uncompressed: 33 or 65 bytes of 256 bits."""
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(curve, point)
    except ValueError:
        given = f"; {_FORMS[_SCALAR_BYTES]} has this length" if len(point) == _SCALAR_BYTES else ""
        name = GROUP_NAMES[curve.name]
        raise MalformedInput(f"{label} is not a point on {name} in SEC1 form{given}") from None


def decode_key_hex(public_key: str, label: str, length: int) -> bytes:
    """Decode a public key of a length from hex, and name what has another; the key is not checked."""
    key = decode_hex(public_key, label)
    if len(key) != length:
        # A private key is never asked for here.
        # A curve of another size than 256 bits has other lengths, which this table need not name.
        wanted = "an Ed25519 key" if length == _SCALAR_BYTES else _FORMS.get(length, "a public key")
        given = f", not {_FORMS[len(key)]}" if len(key) in _FORMS else ""
        raise MalformedInput(f"{label} is {len(key)} bytes long; it must be {length}: {wanted}{given}")
    return key


_FORMS = {
    _SCALAR_BYTES: "a private key or an Ed25519 key",
    COMPRESSED_BYTES: "a compressed point",
    UNCOMPRESSED_BYTES: "an uncompressed point",
    KEY_SET_BYTES: "a key set",
}
"""The forms of keys of 256 bits, by their length."""


def decode_p256_hex(public_key: str, label: str) -> ec.EllipticCurvePublicKey:
    """Decode an uncompressed SEC1 point on P-256 from hex; no other form is accepted."""
    return decode_point(decode_key_hex(public_key, label, UNCOMPRESSED_BYTES), P256, label)


class ReceiverKey(Protocol):
    """The two methods of ``cryptography``'s P-256 private key that opening a sealed message needs."""

    def public_key(self) -> ec.EllipticCurvePublicKey:
        """Return the public key."""

    def exchange(self, algorithm: ec.ECDH, peer_public_key: ec.EllipticCurvePublicKey) -> bytes:
        """Return the x coordinate of the shared point: 32 bytes, big-endian."""


def decode_receiver_hex(public_key: str, label: str) -> ec.EllipticCurvePublicKey:
    """Decode the SEC1 point of a receiver on P-256 from hex, compressed or uncompressed."""
    point = decode_hex(public_key, label)
    if len(point) not in {COMPRESSED_BYTES, UNCOMPRESSED_BYTES}:
        whole_set = "; of a key set of 130 bytes, pass the first 65" if len(point) == KEY_SET_BYTES else ""
        raise MalformedInput(
            f"{label} is {len(point)} bytes long; it must be {COMPRESSED_BYTES}, compressed, or "
            f"{UNCOMPRESSED_BYTES}, uncompressed{whole_set}"
        )
    return decode_point(point, P256, label)


GROUP_NAMES: Final = {
    P256.name: "P-256",
    SECP256K1.name: "secp256k1",
    "secp384r1": "P-384",
    "secp521r1": "P-521",
}
"""The names of the groups in messages, by ``cryptography``'s names."""


def compressed_point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Encode a public key as a compressed SEC1 point, of 33 bytes on curves of 256 bits: 02 or 03, then x."""
    # public_bytes() loads a module, which takes as long as loading everything else.
    numbers = key.public_numbers()
    return bytes([2 + (numbers.y & 1)]) + numbers.x.to_bytes(scalar_bytes(key.curve), "big")


def uncompressed_point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Encode a public key as an uncompressed SEC1 point, of 65 bytes on curves of 256 bits: 04, x, y."""
    numbers, length = key.public_numbers(), scalar_bytes(key.curve)
    return b"\4" + numbers.x.to_bytes(length, "big") + numbers.y.to_bytes(length, "big")


def scalar_bytes(curve: ec.EllipticCurve) -> int:
    """Return the length of a private scalar or a coordinate."""
    return (curve.key_size + 7) // 8


def decode_scalar(scalar: bytes, curve: ec.EllipticCurve, label: str) -> int:
    """Decode a private scalar, big-endian, from 1 to n-1; errors never quote it."""
    number, length = int.from_bytes(scalar, "big"), scalar_bytes(curve)
    if len(scalar) != length or not 0 < number < curve.group_order:
        raise MalformedInput(
            f"{label} is not a private key of {GROUP_NAMES[curve.name]}: it must be {length} bytes, "
            "above 0 and below the order of the curve"
        )
    return number
