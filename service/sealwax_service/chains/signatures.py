"""Sign digests and messages with the keys of accounts and private keys, in the form of sign_raw_payload.

| curve | signature |
|---|---|
| secp256k1 | ECDSA with a low s and the parity of R; for addresses of P2TR and Spark, BIP-340, and v ``00`` |
| P-256 | ECDSA, s as it comes, and the parity of R |
| Ed25519 | RFC 8032, and v ``00`` |

Signatures are deterministic. What the deployed service's v is on P-256, and whether its signatures are
deterministic, is not documented.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from sealwax._crypto import libsecp256k1
from sealwax._crypto.points import P256, SECP256K1
from sealwax._crypto.taproot import taproot_tweak
from sealwax.activities.signature_results import is_taproot
from sealwax_service.api_errors import NOT_FOUND, ApiError
from sealwax_service.state.records import Json, Organization, PrivateKeyRecord, Wallet

_HALF: Final = 32
_HEX = frozenset("0123456789abcdef")
# Prehashed(SHA256()) means "32 bytes" and selects the HMAC of RFC 6979; nothing is hashed again.
_DETERMINISTIC = ec.ECDSA(Prehashed(SHA256()), deterministic_signing=True)


class SigningKey(NamedTuple):
    """The key that ``signWith`` names, and the format of the address if it is named by one."""

    private_key: bytes
    public_key: str
    curve: str
    address_format: str | None = None
    address: str | None = None
    wallet: Wallet | None = None
    """The wallet of a wallet account."""
    record: PrivateKeyRecord | None = None
    """The record of a private key."""

    def __repr__(self) -> str:
        return f"SigningKey(public_key={self.public_key!r})"

    @property
    def is_schnorr(self) -> bool:
        """Whether sign_raw_payload signs with BIP-340: for addresses of P2TR and Spark."""
        name = self.address_format or ""
        return is_taproot(name) or name.startswith("ADDRESS_FORMAT_SPARK_")


def find_signing_key(organization: Organization, sign_with: str) -> SigningKey:
    """Return the key of a wallet account's address, a private key's address, or a private key's id.

    Hex addresses are found in any case, because the case is only Ethereum's checksum. The caller holds the
    lock.
    """
    key = organization.private_keys.get(sign_with)
    if key is not None:
        return SigningKey(key.private_key, key.public_key, key.curve, record=key)
    for address, found in _addressed(organization):
        if is_address(sign_with, address):
            return found
    raise ApiError(NOT_FOUND, "signWith is not an address or a private key id of the organization")


def is_address(given: str, address: str) -> bool:
    """Whether a request names an address: in hex, in any case."""
    lower = given.lower()
    is_hex = _HEX.issuperset(lower.removeprefix("0x"))
    return given == address or (is_hex and address.lower() == lower)


def _addressed(organization: Organization) -> Iterator[tuple[str, SigningKey]]:
    for wallet, account in organization.accounts():
        yield (
            account.address,
            SigningKey(
                account.private_key,
                account.public_key,
                account.curve,
                account.address_format,
                account.address,
                wallet,
            ),
        )
    for key in organization.private_keys.values():
        for name, address in key.addresses:
            yield address, SigningKey(key.private_key, key.public_key, key.curve, name, address, record=key)


def sign(key: SigningKey, message: bytes) -> Json:
    """Sign a digest of 32 bytes, or with Ed25519 a message; return r, s and v in the service's form."""
    if key.curve == "CURVE_ED25519":
        return _parts(sign_ed25519(key, message))
    if key.is_schnorr:
        return _parts(_sign_schnorr(key, message))
    signature, parity = sign_ecdsa(key, message)
    return _parts(signature, parity)


def _parts(signature: bytes, parity: int = 0) -> Json:
    return {"r": signature[:_HALF].hex(), "s": signature[_HALF:].hex(), "v": f"{parity:02x}"}


def sign_ed25519(key: SigningKey, message: bytes) -> bytes:
    """Sign a message (RFC 8032)."""
    return Ed25519PrivateKey.from_private_bytes(key.private_key).sign(message)


def sign_ecdsa(key: SigningKey, digest: bytes) -> tuple[bytes, int]:
    """Sign a digest; return r and s, 32 bytes each, and the parity of R. On secp256k1, s is low."""
    if key.curve == "CURVE_SECP256K1" and libsecp256k1.HAS_LIBSECP256K1:
        return libsecp256k1.sign_recoverable(key.private_key, digest)
    curve = SECP256K1 if key.curve == "CURVE_SECP256K1" else P256
    secret = int.from_bytes(key.private_key, "big")
    r, s = decode_dss_signature(ec.derive_private_key(secret, curve).sign(digest, _DETERMINISTIC))
    order = curve.group_order
    if curve == SECP256K1:
        s = min(s, order - s)
    # s = (z + r * secret) / k. The secret determines k, and with it R = k * G and its parity.
    nonce = (int.from_bytes(digest, "big") + r * secret) * pow(s, -1, order) % order
    parity = ec.derive_private_key(nonce, curve).public_key().public_numbers().y & 1
    return r.to_bytes(_HALF, "big") + s.to_bytes(_HALF, "big"), parity


def _sign_schnorr(key: SigningKey, digest: bytes) -> bytes:
    """Sign a digest (BIP-340); for P2TR with the key tweaked without a script tree (BIP-341)."""
    libsecp256k1.require_libsecp256k1("BIP-340")
    tweak = taproot_tweak(bytes.fromhex(key.public_key)[1:]) if is_taproot(key.address_format) else None
    return libsecp256k1.sign_schnorr(key.private_key, digest, tweak=tweak)
