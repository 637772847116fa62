"""Derive accounts and addresses, and read and write private keys in the forms that wallets import.

This room needs the extra ``wallets``, which ``cli`` brings along.
"""

from sealwax._names import load_public

__all__ = [
    "Account", "AddressFormat", "DerivedAddress", "WalletCurve", "decrypt_keystore", "derive_account",
    "derive_address", "encrypt_keystore", "format_private_key", "parse_private_key"
]  # fmt: skip


def __getattr__(name: str) -> object:
    return load_public(__name__, name)


def __dir__() -> list[str]:
    return __all__
