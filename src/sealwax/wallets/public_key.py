"""Public keys of wallet accounts, on any of the three curves."""

from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from sealwax._codec.arguments import require_type
from sealwax._codec.hex import decode_hex
from sealwax._crypto.curves import CURVES, AccountCurve
from sealwax._crypto.points import compressed_point, decode_point, decode_scalar, uncompressed_point
from sealwax.errors import MalformedInput, Unsupported
from sealwax.schemes import PRIVATE_KEY_BYTES

from .primitives import check_ed25519_point, require_wallets


class PublicKey(NamedTuple):
    """A public key in SEC1; for Ed25519, ``compressed`` is the key, and ``uncompressed`` is empty."""

    compressed: bytes
    uncompressed: bytes


def find_curve(name: str) -> AccountCurve:
    """Return the curve with this name of the API; refuse an unknown name."""
    require_type(name, str, "curve")
    found = CURVES.get(name)
    if found is None:
        raise Unsupported(f"the curve is unknown; it must be one of {', '.join(CURVES)}")
    return found


def decode_public_key(public_key: str | bytes, curve: AccountCurve) -> PublicKey:
    """Decode a public key: SEC1 bytes, 32 bytes for Ed25519, or hex."""
    require_wallets()
    require_type(public_key, (bytes, str), "public_key")
    label = "the public key"
    encoded = decode_hex(public_key, label) if isinstance(public_key, str) else public_key
    if curve.curve is None:
        check_ed25519_point(encoded, label)
        return PublicKey(encoded, b"")
    point = decode_point(encoded, curve.curve, label)
    return PublicKey(compressed_point(point), uncompressed_point(point))


def public_key_of(private_key: bytes, curve: AccountCurve) -> PublicKey:
    """Return the public key of a private key: 32 bytes, a scalar or an Ed25519 seed."""
    label = "the private key"
    if len(private_key) != PRIVATE_KEY_BYTES:
        raise MalformedInput(f"{label} is {len(private_key)} bytes long; it must be {PRIVATE_KEY_BYTES}")
    if curve.curve is None:
        seed = ed25519.Ed25519PrivateKey.from_private_bytes(private_key)
        return PublicKey(seed.public_key().public_bytes_raw(), b"")
    scalar = decode_scalar(private_key, curve.curve, label)
    point = ec.derive_private_key(scalar, curve.curve).public_key()
    return PublicKey(compressed_point(point), uncompressed_point(point))
