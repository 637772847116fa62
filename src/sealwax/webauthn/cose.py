"""Decode and encode COSE public keys, and verify with them (RFC 9053; WebAuthn, section 5.8.5).

| algorithm | key | signature |
|---|---|---|
| ES256 (-7) | EC2 on P-256 | DER |
| EdDSA (-8) | OKP, Ed25519 | 64 bytes |
| RS256 (-257) | RSA, odd, 2048 to 8192 bits, an odd exponent from 3 to 31 bits | PKCS #1 v1.5 with SHA-256 |

Only these keys stamp; ``attested_keys`` has the other keys of attestations.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeGuard

import cbor2
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256, HashAlgorithm

from sealwax._codec.strict_cbor import decode_cbor_prefix, text_note
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.ed25519 import check_ed25519_key, verify_ed25519
from sealwax._crypto.points import P256, decode_point, scalar_bytes, uncompressed_point
from sealwax._limits import MAX_COSE_KEY_BYTES, MAX_RSA_BITS
from sealwax.errors import MalformedInput, Unsupported, bad_signature

ES256, EDDSA, RS256 = -7, -8, -257


# Shorter moduli are breakable; longer moduli and exponents slow down verification. The exponents in use are 3
# and 65537; Go's library allows at most 31 bits.
_RSA_BITS = range(2048, MAX_RSA_BITS + 1)
_RSA_EXPONENT_BITS = range(2, 31 + 1)
# Labels: RFC 9052, section 7.1; RFC 9053, section 7; for RSA, RFC 8230, section 4.
_KTY, _ALG, _CRV, _X, _Y, _N, _E = 1, 3, -1, -2, -3, -1, -2
OKP, EC2, _RSA = 1, 2, 3
_CRV_P256, _CRV_ED25519 = 1, 6

# An ES256 key in CTAP2's canonical form, which authenticators write: these bytes, x, these, y.
_ES256_UNTIL_X, _ES256_UNTIL_Y = bytes.fromhex("a5 01 02 03 26 20 01 21 58 20"), bytes.fromhex("22 58 20")
_ES256_BYTES = 77


Fields = dict[object, object]
Key = ec.EllipticCurvePublicKey | rsa.RSAPublicKey | bytes
Verify = Callable[[bytes, bytes, str], None]
Decode = Callable[[Fields, str], tuple[Key, Verify]]
Keys = Mapping[tuple[object, object], tuple[str, Decode]]
"""By key type and algorithm: the algorithm's name, and the decoder of its keys."""


@dataclass(frozen=True)
class CoseKey:
    """A credential's public key: its algorithm, the CBOR that it was decoded from, and the key itself.

    The key is bytes on an Edwards curve.
    """

    alg: int
    encoded: bytes
    key: Key = field(repr=False, compare=False)
    _verify: Verify = field(repr=False, compare=False)

    def verify(self, signature: bytes, message: bytes, key_name: str) -> None:
        """Verify a signature of a message, in the form of the key's algorithm."""
        self._verify(signature, message, key_name)


def decode_cose_key(encoded: bytes, key_name: str) -> CoseKey:
    """Decode a COSE key of at most 2048 bytes, with nothing after it."""
    if note := text_note(encoded):
        raise MalformedInput(f"{key_name} is not a COSE key: {note}")
    key = decode_cose_key_prefix(encoded, key_name)
    if len(key.encoded) != len(encoded):
        raise MalformedInput(f"{key_name} has {len(encoded) - len(key.encoded)} bytes after its end")
    return key


def decode_cose_key_prefix(data: bytes, key_name: str, keys: Keys | None = None) -> CoseKey:
    """Decode the COSE key at the start of the data; ``encoded`` is its part of the data."""
    keys = STAMP_KEYS if keys is None else keys
    encoded = data[:_ES256_BYTES]
    x, y = encoded[10:42], encoded[45:]
    # Most keys have exactly this encoding, so that the CBOR decoder is not needed.
    if len(y) == 32 and encoded == _ES256_UNTIL_X + x + _ES256_UNTIL_Y + y:  # noqa: PLR2004 - a coordinate
        return CoseKey(ES256, encoded, *_point(x, y, P256, SHA256, key_name))
    fields, length = decode_cbor_prefix(data[:MAX_COSE_KEY_BYTES], key_name, integer_keys=True)
    if not isinstance(fields, dict):
        raise MalformedInput(f"{key_name} must be a COSE key, which is a CBOR map")
    kty, alg = fields.get(_KTY), fields.get(_ALG)
    if not _is_int(kty) or not _is_int(alg):
        raise MalformedInput(
            f"{key_name} must have a key type (label 1) and an algorithm (label 3), both integers"
        )
    if (kty, alg) not in keys:
        raise Unsupported(f"{key_name} must be a key of {' or '.join(name for name, _ in keys.values())}")
    _, decode = keys[kty, alg]
    return CoseKey(alg, data[:length], *decode(fields, key_name))


def encode_es256_key(key: ec.EllipticCurvePublicKey) -> bytes:
    """Encode a P-256 public key as an ES256 COSE key (77 bytes), in CTAP2's order of labels."""
    point = uncompressed_point(key)
    return _ES256_UNTIL_X + point[1:33] + _ES256_UNTIL_Y + point[33:]


def encode_eddsa_key(key: bytes) -> bytes:
    """Encode a 32-byte Ed25519 public key as an EdDSA COSE key (42 bytes), in CTAP2's order of labels."""
    return cbor2.dumps({_KTY: OKP, _ALG: EDDSA, _CRV: _CRV_ED25519, _X: key})


def _is_int(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _bytes(fields: Fields, label: int, key_name: str, *, length: int | None = None) -> bytes:
    value = fields.get(label)
    if not isinstance(value, bytes) or (length is not None and len(value) != length):
        size = "" if length is None else f" of {length} bytes"
        raise MalformedInput(f"label {label} of {key_name} must be a byte string{size}")
    return value


def _check_curve(fields: Fields, curve: int, key_name: str) -> None:
    value = fields.get(_CRV)
    if not _is_int(value):
        raise MalformedInput(f"the curve (label {_CRV}) of {key_name} must be an integer")
    if value != curve:
        raise Unsupported(f"{key_name} is not on the curve that WebAuthn requires for its algorithm")


def on_curve(
    number: int, curve: ec.EllipticCurve, digest: type[HashAlgorithm], fields: Fields, key_name: str
) -> tuple[Key, Verify]:
    """Decode an EC2 key on a curve, by its COSE number."""
    _check_curve(fields, number, key_name)
    length = scalar_bytes(curve)
    # WebAuthn, section 5.8.5, forbids the compressed form, whose y is a boolean.
    x, y = (_bytes(fields, label, key_name, length=length) for label in (_X, _Y))
    return _point(x, y, curve, digest, key_name)


def _point(
    x: bytes, y: bytes, curve: ec.EllipticCurve, digest: type[HashAlgorithm], key_name: str
) -> tuple[Key, Verify]:
    key = decode_point(b"\4" + x + y, curve, key_name)
    return key, partial(verify_ecdsa, key, digest=digest)


def edwards(
    number: int,
    check: Callable[[bytes, str], None],
    verify: Callable[[bytes, bytes, bytes, str], None],
    fields: Fields,
    key_name: str,
) -> tuple[Key, Verify]:
    """Decode an OKP key on a curve, by its COSE number."""
    _check_curve(fields, number, key_name)
    key = _bytes(fields, _X, key_name)
    check(key, key_name)
    return key, partial(verify, key)


def _rs256(fields: Fields, key_name: str) -> tuple[Key, Verify]:
    modulus, exponent = _bytes(fields, _N, key_name), _bytes(fields, _E, key_name)
    n, e = int.from_bytes(modulus, "big"), int.from_bytes(exponent, "big")
    numbers = rsa.RSAPublicNumbers(e, n)
    check_rsa_key(numbers, key_name)
    if modulus.startswith(b"\0") or exponent.startswith(b"\0"):
        raise MalformedInput(f"{key_name} must have a modulus and an exponent without leading zeros")
    key = numbers.public_key()
    return key, partial(verify_rs256, key)


def check_rsa_key(key: rsa.RSAPublicNumbers, key_name: str) -> None:
    """Refuse an RSA key that is weak, or takes long to verify with."""
    if (
        key.n.bit_length() not in _RSA_BITS
        or not key.n % 2
        or key.e.bit_length() not in _RSA_EXPONENT_BITS
        or not key.e % 2
    ):
        raise MalformedInput(
            f"{key_name} must be an RSA key of {_RSA_BITS[0]} to {_RSA_BITS[-1]} bits, with an odd modulus "
            f"and an odd exponent from 3 to {_RSA_EXPONENT_BITS[-1]} bits"
        )


def verify_rs256(key: rsa.RSAPublicKey, signature: bytes, message: bytes, key_name: str) -> None:
    """Verify an RSA signature: PKCS #1 v1.5 with SHA-256 (RFC 8017, section 8.2)."""
    try:
        key.verify(signature, message, padding.PKCS1v15(), SHA256())
    except InvalidSignature:
        raise bad_signature(key_name) from None


STAMP_KEYS: Final[Keys] = {
    (EC2, ES256): ("ES256", partial(on_curve, _CRV_P256, P256, SHA256)),
    (OKP, EDDSA): ("EdDSA", partial(edwards, _CRV_ED25519, check_ed25519_key, verify_ed25519)),
    (_RSA, RS256): ("RS256", _rs256),
}
"""The keys that the service accepts for stamps."""
