"""Derive accounts and addresses, and read and write private keys in the forms that wallets import.

For example::

    account = derive_account(mnemonic, path="m/44'/60'/0'/0/0", curve=..., address_format=...)
    text = format_private_key(account.private_key, "0x")

This package needs the extra ``wallets``, which the extra ``cli`` includes.
"""

from sealwax._names import load_lazily

__all__ = [
    "Account", "AddressFormat", "DerivedAddress", "WalletCurve", "decrypt_keystore", "derive_account",
    "derive_address", "encrypt_keystore", "format_private_key", "parse_private_key"
]  # fmt: skip

__getattr__, __dir__ = load_lazily(__name__)
