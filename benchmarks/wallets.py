"""Deriving accounts and addresses beside the bare derivation of the library that makes it."""

from collections.abc import Iterator

from mnemonic import Mnemonic
from slip10 import SLIP10

from sealwax import ExportedAccount
from sealwax.wallets import Account, derive_account

from .groups import Group

_WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"
_PATH = "m/44'/60'/0'/0/0"
_CURVE = "CURVE_SECP256K1"


def groups() -> Iterator[Group]:
    """One account from its mnemonic; and the same with the address of every format of secp256k1."""
    assert derive().private_key == bare()
    yield Group("derive an account, five levels", bare=bare, ours=derive)
    yield Group(
        "derive five levels and all secp256k1 addresses",
        bare=bare,
        ours=lambda: ExportedAccount(derive().private_key).addresses(_CURVE),
    )


def bare() -> bytes:
    """The seed by ``mnemonic``, the key by ``slip10``."""
    key: bytes = SLIP10.from_seed(Mnemonic.to_seed(_WORDS)).get_privkey_from_path(_PATH)
    return key


def derive() -> Account:
    """The same by ours, with its address, and the checksum of the mnemonic checked."""
    return derive_account(_WORDS, path=_PATH, curve=_CURVE, address_format="ADDRESS_FORMAT_ETHEREUM")
