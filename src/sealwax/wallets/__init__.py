"""Derive accounts and addresses, and read and write private keys in the forms that wallets import.

For example::

    account = derive_account(mnemonic, path="m/44'/60'/0'/0/0", curve=..., address_format=...)
    text = format_private_key(account.private_key, "0x")

This package needs the extra ``wallets``, which the extra ``cli`` includes.
"""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

if TYPE_CHECKING:
    from sealwax._codec.enumerations import WalletCurve

    from .address_format_names import AddressFormat
    from .addresses import DerivedAddress, derive_address
    from .derivation import Account, derive_account
    from .key_formats import format_private_key, parse_private_key
    from .keystore import decrypt_keystore, encrypt_keystore
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "Account": "sealwax.wallets.derivation",
            "AddressFormat": "sealwax.wallets.address_format_names",
            "DerivedAddress": "sealwax.wallets.addresses",
            "WalletCurve": "sealwax._codec.enumerations",
            "decrypt_keystore": "sealwax.wallets.keystore",
            "derive_account": "sealwax.wallets.derivation",
            "derive_address": "sealwax.wallets.addresses",
            "encrypt_keystore": "sealwax.wallets.keystore",
            "format_private_key": "sealwax.wallets.key_formats",
            "parse_private_key": "sealwax.wallets.key_formats",
        },
    )

__all__ = [
    "Account", "AddressFormat", "DerivedAddress", "WalletCurve", "decrypt_keystore", "derive_account",
    "derive_address", "encrypt_keystore", "format_private_key", "parse_private_key"
]  # fmt: skip
