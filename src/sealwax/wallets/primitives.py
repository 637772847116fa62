"""Hashes, key derivation and point checks for wallets, with the packages of the extra ``wallets``."""

import hashlib
import sys
from functools import lru_cache
from importlib.metadata import PackageNotFoundError
from typing import TYPE_CHECKING

from sealwax._crypto.ed25519 import check_ed25519_key
from sealwax._crypto.points import COMPRESSED_BYTES
from sealwax._crypto.taproot import taproot_tweak
from sealwax.errors import MalformedInput, MissingExtra

if TYPE_CHECKING:
    from collections.abc import Sequence

_import_error: ImportError | OSError | None = None
try:
    from Crypto.Hash import RIPEMD160
    from Crypto.Protocol import KDF
    from Crypto.Signature import eddsa

    try:
        from slip10 import SLIP10 as SLIP10  # noqa: PLC0414 - the local service imports it from here
        from slip10.utils import SECP256K1 as SLIP10_SECP256K1
    except PackageNotFoundError:  # pragma: no cover - its test has no coverage
        # In a bundle without *.dist-info, slip10 fails when it reads its own version. By then its modules are
        # loaded, and stay loaded (the Python language reference, section 5.4).
        SLIP10 = sys.modules["slip10.slip10"].SLIP10
        SLIP10_SECP256K1 = sys.modules["slip10.utils"].SECP256K1
except (ImportError, OSError) as _error:  # pycryptodome raises OSError where a native module does not load
    SLIP10 = None
    _import_error = _error.with_traceback(None)


def require_wallets() -> None:
    """Raise ``MissingExtra`` if the packages of the extra ``wallets`` cannot be imported."""
    if SLIP10 is None:
        purpose = "deriving accounts and addresses needs slip10 and pycryptodome"
        raise MissingExtra("wallets", purpose, _import_error)


def hash160(data: bytes) -> bytes:
    """Hash with SHA-256, then with RIPEMD-160."""
    # Not hashlib: OpenSSL has RIPEMD-160 only in its legacy provider.
    digest: bytes = RIPEMD160.new(hashlib.sha256(data).digest()).digest()
    return digest


def scrypt(password: bytes, salt: bytes, *, n: int, r: int, p: int) -> bytes:
    """Derive 32 bytes from a password, also with n of 2^(16 r) or more, which OpenSSL refuses."""
    derived: bytes = KDF.scrypt(password, salt, 32, N=n, r=r, p=p)
    return derived


def check_ed25519_point(key: bytes, label: str) -> None:
    """Refuse keys that ``check_ed25519_key`` refuses, and bytes that are not a point on the curve."""
    check_ed25519_key(key, label)
    try:
        eddsa.import_public_key(key)
    except ValueError:
        valid = False
    else:
        valid = True
    if not valid:
        raise MalformedInput(f"{label} is not a point on Ed25519; check that it is a key of this curve")


# Cached: the four networks of Bitcoin share the output key, which takes longer than all other addresses.
@lru_cache(maxsize=16)
def taproot_output_key(internal_key: bytes) -> bytes:
    """Return the x coordinate of a taproot output key without a script tree (BIP-341), from SEC1 bytes."""
    x = internal_key[1:COMPRESSED_BYTES]
    tweak = int.from_bytes(taproot_tweak(x), "big")
    # BIP-341 uses the point with even y; no preimage of a tweak of zero or above the order is known.
    output: bytes = SLIP10_SECP256K1.add_points(b"\x02" + x, SLIP10_SECP256K1.multiply_generator(tweak))
    return output[1:]


def derive_extended_public_key(seed: bytes, indices: "Sequence[int]") -> tuple[str, str]:
    """Return the fingerprint of a seed's master key, 8 hex digits, and the extended public key (BIP-32)."""
    master = SLIP10.from_seed(seed)
    return hash160(master.pubkey)[:4].hex(), str(master.get_xpub_from_path(list(indices)))


def derive_child(seed: bytes, indices: "Sequence[int]", curve: str) -> bytes:
    """Derive a private key of 32 bytes from a seed by BIP-32 (secp256k1) or SLIP-10 (any curve).

    ``curve`` is ``secp256k1``, ``secp256r1`` or ``ed25519``; an index from 2^31 on is hardened.
    """
    key: bytes = SLIP10.from_seed(seed, curve_name=curve).get_privkey_from_path(list(indices))
    return key
