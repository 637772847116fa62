# Written by `python -m tests.tools.stubs`.

from sealwax._codec.enumerations import WalletCurve as WalletCurve

from .address_format_names import AddressFormat as AddressFormat
from .addresses import DerivedAddress as DerivedAddress
from .addresses import derive_address as derive_address
from .derivation import Account as Account
from .derivation import derive_account as derive_account
from .key_formats import format_private_key as format_private_key
from .key_formats import parse_private_key as parse_private_key
from .keystore import decrypt_keystore as decrypt_keystore
from .keystore import encrypt_keystore as encrypt_keystore

__all__ = [
    "Account", "AddressFormat", "DerivedAddress", "WalletCurve", "decrypt_keystore", "derive_account",
    "derive_address", "encrypt_keystore", "format_private_key", "parse_private_key"
]  # fmt: skip
