"""Decode and encode COSE public keys, and verify with them (RFC 9053; WebAuthn, section 5.8.5).

| algorithm | key | signature |
|---|---|---|
| ES256 (-7) | EC2 on P-256 | DER |
| EdDSA (-8) | OKP, Ed25519 | 64 bytes |
| RS256 (-257) | RSA, 2048 to 8192 bits, with an odd exponent from 3 to 31 bits | PKCS #1 v1.5 with SHA-256 |
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TypeGuard

import cbor2
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax._codec.strict_cbor import decode_cbor_prefix
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.ed25519 import check_ed25519_key, verify_ed25519
from sealwax._crypto.points import P256, decode_point, uncompressed_point
from sealwax._limits import MAX_COSE_KEY_BYTES, MAX_RSA_BITS
from sealwax.errors import MalformedInput, Unsupported, bad_signature

ES256, EDDSA, RS256 = -7, -8, -257


# Shorter moduli are broken or will be; longer ones, and longer exponents, make verification slower. The
# exponents in use are 3 and 65537; Go's library has none of more than 31 bits.
_RSA_BITS = range(2048, MAX_RSA_BITS + 1)
_RSA_EXPONENT_BITS = range(2, 31 + 1)
# Labels: RFC 9052, section 7.1; RFC 9053, section 7; for RSA, RFC 8230, section 4.
_KTY, _ALG, _CRV, _X, _Y, _N, _E = 1, 3, -1, -2, -3, -1, -2
_OKP, _EC2, _RSA = 1, 2, 3
_CRV_P256, _CRV_ED25519 = 1, 6

# An ES256 key in CTAP2's canonical form, which authenticators write: these bytes, x, these, y.
_ES256_UNTIL_X, _ES256_UNTIL_Y = bytes.fromhex("a5 01 02 03 26 20 01 21 58 20"), bytes.fromhex("22 58 20")
_ES256_BYTES = 77


@dataclass(frozen=True)
class CoseKey:
    """A credential's public key: its algorithm, and the CBOR that it was decoded from."""

    alg: int
    encoded: bytes
    _verify: Callable[[bytes, bytes, str], None] = field(repr=False, compare=False)

    def verify(self, signature: bytes, message: bytes, what: str) -> None:
        """Verify a signature of a message, in the form of the key's algorithm."""
        self._verify(signature, message, what)


def decode_cose_key(encoded: bytes, what: str) -> CoseKey:
    """Decode a COSE key of at most 2048 bytes, with nothing after it."""
    key = decode_cose_key_prefix(encoded, what)
    if len(key.encoded) != len(encoded):
        raise MalformedInput(f"{what} has {len(encoded) - len(key.encoded)} bytes after its end")
    return key


def decode_cose_key_prefix(data: bytes, what: str) -> CoseKey:
    """Decode the COSE key at the start of the data; it ends after the length of its ``encoded``."""
    encoded = data[:_ES256_BYTES]
    x, y = encoded[10:42], encoded[45:]
    # Most keys have exactly this encoding, so that the CBOR decoder is not needed.
    if len(y) == 32 and encoded == _ES256_UNTIL_X + x + _ES256_UNTIL_Y + y:  # noqa: PLR2004 - a coordinate
        return CoseKey(ES256, encoded, _es256_point(x, y, what))
    fields, length = decode_cbor_prefix(data[:MAX_COSE_KEY_BYTES], what, integer_keys=True)
    if not isinstance(fields, dict):
        raise MalformedInput(f"{what} must be a COSE key, which is a CBOR map")
    kty, alg = fields.get(_KTY), fields.get(_ALG)
    if not _is_int(kty) or not _is_int(alg):
        raise MalformedInput(
            f"{what} must have a key type (label 1) and an algorithm (label 3), both integers"
        )
    decode = _KEYS.get((kty, alg))
    if decode is None:
        raise Unsupported(f"{what} must be an ES256, EdDSA or RS256 key")
    return CoseKey(alg, data[:length], decode(fields, what))


def encode_es256_key(key: ec.EllipticCurvePublicKey) -> bytes:
    """Encode a P-256 public key as an ES256 COSE key (77 bytes), in CTAP2's order of labels."""
    point = uncompressed_point(key)
    return _ES256_UNTIL_X + point[1:33] + _ES256_UNTIL_Y + point[33:]


def encode_eddsa_key(key: bytes) -> bytes:
    """Encode a 32-byte Ed25519 public key as an EdDSA COSE key (42 bytes), in CTAP2's order of labels."""
    return cbor2.dumps({_KTY: _OKP, _ALG: EDDSA, _CRV: _CRV_ED25519, _X: key})


_Fields = dict[object, object]
_Verify = Callable[[bytes, bytes, str], None]


def _is_int(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _bytes(fields: _Fields, label: int, what: str, *, length: int | None = None) -> bytes:
    value = fields.get(label)
    if not isinstance(value, bytes) or (length is not None and len(value) != length):
        size = "" if length is None else f" of {length} bytes"
        raise MalformedInput(f"label {label} of {what} must be a byte string{size}")
    return value


def _check_curve(fields: _Fields, curve: int, what: str) -> None:
    value = fields.get(_CRV)
    if not _is_int(value):
        raise MalformedInput(f"the curve (label {_CRV}) of {what} must be an integer")
    if value != curve:
        raise Unsupported(f"{what} is not on the curve that WebAuthn requires for its algorithm")


def _es256(fields: _Fields, what: str) -> _Verify:
    _check_curve(fields, _CRV_P256, what)
    # WebAuthn, section 5.8.5: never in the compressed form, where y is a boolean.
    return _es256_point(_bytes(fields, _X, what, length=32), _bytes(fields, _Y, what, length=32), what)


def _es256_point(x: bytes, y: bytes, what: str) -> _Verify:
    return partial(verify_ecdsa, decode_point(b"\4" + x + y, P256, what))


def _eddsa(fields: _Fields, what: str) -> _Verify:
    _check_curve(fields, _CRV_ED25519, what)
    key = _bytes(fields, _X, what)
    check_ed25519_key(key, what)
    return partial(verify_ed25519, key)


def _rs256(fields: _Fields, what: str) -> _Verify:
    modulus, exponent = _bytes(fields, _N, what), _bytes(fields, _E, what)
    n, e = int.from_bytes(modulus, "big"), int.from_bytes(exponent, "big")
    numbers = rsa.RSAPublicNumbers(e, n)
    check_rsa_key(numbers, what)
    key = None
    if not modulus.startswith(b"\0") and not exponent.startswith(b"\0"):
        with suppress(ValueError):
            key = numbers.public_key()
    if key is None:
        raise MalformedInput(f"{what} must have an odd RSA modulus, and no leading zeros")
    return partial(verify_rs256, key)


def check_rsa_key(key: rsa.RSAPublicNumbers, what: str) -> None:
    """Refuse an RSA key that is weak, or takes long to verify with."""
    if key.n.bit_length() not in _RSA_BITS or key.e.bit_length() not in _RSA_EXPONENT_BITS or not key.e % 2:
        raise MalformedInput(
            f"{what} must be an RSA key of {_RSA_BITS[0]} to {_RSA_BITS[-1]} bits, with an odd exponent "
            f"from 3 to {_RSA_EXPONENT_BITS[-1]} bits"
        )


def verify_rs256(key: rsa.RSAPublicKey, signature: bytes, message: bytes, what: str) -> None:
    """Verify an RSA signature: PKCS #1 v1.5 with SHA-256 (RFC 8017, section 8.2)."""
    try:
        key.verify(signature, message, padding.PKCS1v15(), SHA256())
    except InvalidSignature:
        raise bad_signature(what) from None


_KEYS: dict[tuple[object, object], Callable[[_Fields, str], _Verify]] = {
    (_EC2, ES256): _es256,
    (_OKP, EDDSA): _eddsa,
    (_RSA, RS256): _rs256,
}
