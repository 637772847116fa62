"""Derive accounts and addresses, and read and write private keys in the forms that wallets import.

This room needs the extra ``wallets``, which ``cli`` brings along.
"""

from sealwax._names import load_lazily

__all__ = [
    "Account", "AddressFormat", "DerivedAddress", "WalletCurve", "decrypt_keystore", "derive_account",
    "derive_address", "encrypt_keystore", "format_private_key", "parse_private_key"
]  # fmt: skip

__getattr__, __dir__ = load_lazily(__name__)
