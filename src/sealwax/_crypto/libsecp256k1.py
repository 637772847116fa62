"""Sign on secp256k1 with libsecp256k1 through btclib-secp256k1, or with OpenSSL if that is not installed.

Both make low-S signatures, and equal bytes when deterministic. Only libsecp256k1 recovers public keys from
signatures, and verifies Schnorr signatures.

btclib-secp256k1 verifies by default each signature that it makes, against faults of the processor. Here it
does not: OpenSSL does not either, and it would nearly triple the time. SECURITY.md says so.
"""

import hashlib
from contextlib import suppress
from typing import Protocol

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax.errors import MissingExtra

from .ecdsa import to_low_s
from .points import SECP256K1
from .taproot import taproot_tweak

_import_error: ImportError | OSError | None = None
try:
    from btclib_secp256k1 import dsa, keys, recovery, ssa, xonly
except (ImportError, OSError) as error:
    HAS_LIBSECP256K1 = False
    _import_error = error.with_traceback(None)
else:
    HAS_LIBSECP256K1 = True

# BIP-340's auxiliary randomness, left out.
_NO_RANDOMNESS = bytes(32)


def require_libsecp256k1(purpose: str) -> None:
    """Raise ``MissingExtra`` if libsecp256k1 cannot be imported."""
    if not HAS_LIBSECP256K1:
        purpose = f"{purpose} needs libsecp256k1 of btclib-secp256k1 (packaged for Python 3.11 and later)"
        raise MissingExtra("secp256k1", purpose, _import_error)


def recover_public_key(signature: bytes, parity: int, digest: bytes) -> bytes | None:
    """Recover the compressed public key of an ECDSA signature (SEC1, section 4.1.6); None if there is none.

    ``signature`` is r, then s, 32 bytes each. ``parity`` is the parity of R's y coordinate; R's x coordinate
    is r.
    """
    with suppress(ValueError):
        return recovery.recover(digest, signature, parity)
    return None


def verifies_schnorr(public_key: bytes, signature: bytes, message: bytes, *, tweaked: bool) -> bool:
    """Return whether a BIP-340 signature of 64 bytes verifies with a compressed point; y is ignored.

    With ``tweaked``, the point is an internal key, and the signature must be by its output key (BIP-341).
    """
    x = public_key[1:]
    if not tweaked:
        return ssa.verify(message, x, signature)
    # BIP-341 adds to the point with an even y. Uncompressed, the sum needs no square root to be read again.
    output_key = keys.pubkey_tweak_add(b"\x02" + x, taproot_tweak(x), compressed=False)
    return ssa.verify(message, output_key, signature)


def sign_recoverable(private_key: bytes, digest: bytes) -> tuple[bytes, int]:
    """Sign a 32-byte digest with a low s; return r and s, 32 bytes each, and the parity of R."""
    signature, recovery_id = recovery.sign(digest, private_key, verify=False)
    return signature, recovery_id & 1


def sign_schnorr(private_key: bytes, digest: bytes, *, tweak: bytes | None) -> bytes:
    """Sign a 32-byte digest (BIP-340) without auxiliary randomness, with BIP-341's tweak if given."""
    if tweak is not None:
        private_key = xonly.prvkey_tweak_add(private_key, tweak)
    return ssa.sign(digest, private_key, _NO_RANDOMNESS, verify=False)


class Secp256k1Key(Protocol):
    """A secp256k1 private key; its signatures are low-S DER."""

    def sign(self, message: bytes) -> bytes:
        """Sign SHA-256 of a message."""

    def sign_deterministic(self, message: bytes) -> bytes:
        """Sign SHA-256 of a message, with the nonce of RFC 6979."""

    def sign_digest(self, digest: bytes) -> bytes:
        """Sign a 32-byte digest."""

    def sign_digest_deterministic(self, digest: bytes) -> bytes:
        """Sign a 32-byte digest, with the nonce of RFC 6979."""


def open_key(private_key: bytes) -> Secp256k1Key:
    """Open a private scalar: 32 bytes, big-endian, from 1 to n-1."""
    return Libsecp256k1Key(private_key) if HAS_LIBSECP256K1 else OpenSslKey(private_key)


class Libsecp256k1Key:
    """A key of libsecp256k1, which always uses the nonces of RFC 6979 and makes low-S signatures."""

    __slots__ = ("_key",)

    def __init__(self, private_key: bytes) -> None:
        self._key = private_key

    def sign(self, message: bytes) -> bytes:
        return dsa.sign(hashlib.sha256(message).digest(), self._key, verify=False)

    def sign_digest(self, digest: bytes) -> bytes:
        return dsa.sign(digest, self._key, verify=False)

    sign_deterministic = sign
    sign_digest_deterministic = sign_digest


class OpenSslKey:
    """A key of OpenSSL, whose generic curve code is about twelve times slower and may make high-S."""

    __slots__ = ("_key",)

    def __init__(self, private_key: bytes) -> None:
        self._key = ec.derive_private_key(int.from_bytes(private_key, "big"), SECP256K1)

    def sign(self, message: bytes) -> bytes:
        return self._sign(message, _ECDSA)

    def sign_deterministic(self, message: bytes) -> bytes:
        return self._sign(message, _ECDSA_DETERMINISTIC)

    def sign_digest(self, digest: bytes) -> bytes:
        return self._sign(digest, _ECDSA_DIGEST)

    def sign_digest_deterministic(self, digest: bytes) -> bytes:
        return self._sign(digest, _ECDSA_DIGEST_DETERMINISTIC)

    def _sign(self, data: bytes, algorithm: ec.ECDSA) -> bytes:
        return to_low_s(self._key.sign(data, algorithm), SECP256K1.group_order)


_ECDSA = ec.ECDSA(SHA256())
_ECDSA_DETERMINISTIC = ec.ECDSA(SHA256(), deterministic_signing=True)
# Prehashed(SHA256()) means "32 bytes" and, for RFC 6979, selects the HMAC; nothing is hashed again.
_ECDSA_DIGEST = ec.ECDSA(Prehashed(SHA256()))
_ECDSA_DIGEST_DETERMINISTIC = ec.ECDSA(Prehashed(SHA256()), deterministic_signing=True)
