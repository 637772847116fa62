"""Extended public keys of Bitcoin accounts: programs watch all addresses of an account with one (BIP-32)."""

from typing import Final, NamedTuple

from sealwax._codec.base58 import decode_base58check, encode_base58check

from .derivation import parse_path, path_text, wallet_seed
from .primitives import derive_extended_public_key


class AccountKey(NamedTuple):
    """The extended public key of a Bitcoin account. It is not secret, but it shows all of its addresses.

    Attributes:
        fingerprint: The fingerprint of the wallet's master key, 8 hex digits.
        path: The path of the account, such as ``m/84'/0'/0'``.
        xpub: The key, in the form of BIP-32.
        slip132: The key in the form that names the kind of its addresses (SLIP-132), such as ``zpub``.
    """

    fingerprint: str
    path: str
    xpub: str
    slip132: str


_ACCOUNT_LEVELS: Final = 3  # purpose, coin and account
_XPUB, _YPUB, _ZPUB = (bytes.fromhex(version) for version in ("0488b21e", "049d7cb2", "04b24746"))
_VERSIONS: Final = {"m/44'/0'/": _XPUB, "m/49'/0'/": _YPUB, "m/84'/0'/": _ZPUB, "m/86'/0'/": _XPUB}
"""The version bytes of SLIP-132, by purpose, on Bitcoin's main network; taproot has that of BIP-32."""


def bitcoin_account_key(mnemonic: str, passphrase: str | None, path: str) -> AccountKey | None:
    """Return the extended public key of the account with an address at a path; None for other paths.

    Args:
        mnemonic: The mnemonic; its checksum may be wrong.
        passphrase: The BIP-39 passphrase; None if there is none.
        path: The path of an address of Bitcoin's main network: purpose 44, 49, 84 or 86.
    """
    version = next((version for start, version in _VERSIONS.items() if path.startswith(start)), None)
    if version is None:
        return None
    indices = parse_path(path)[:_ACCOUNT_LEVELS]
    seed = wallet_seed(mnemonic, passphrase, allow_invalid_checksum=True)
    fingerprint, xpub = derive_extended_public_key(seed, indices)
    content = decode_base58check(xpub, "the extended key", limit=len(xpub)).removeprefix(_XPUB)
    return AccountKey(fingerprint, path_text(indices), xpub, encode_base58check(version + content))
