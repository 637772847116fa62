"""Wallet programs by name: their address formats, and the form in which they import a key."""

from typing import Final, NamedTuple

from sealwax.wallets.address_formats import FORMATS
from sealwax.wallets.key_formats import DESCRIPTOR, KEYSTORE

_PREFIX = "ADDRESS_FORMAT_"


class Program(NamedTuple):
    """A wallet program.

    Attributes:
        name: Its name for people.
        formats: The beginnings of the API's names of its address formats.
        form: The form in which it imports a key; None for the usual one of the address.
        how: How to import the key; ``{text}`` stands for the text of the key, ``{file}`` for a file with it.
    """

    name: str
    formats: tuple[str, ...]
    form: str | None
    how: str

    def form_of(self, address_format: str) -> str:
        """Return the form in which it imports a key with an address of a format."""
        return self.form or FORMATS[address_format].key_format


_NETWORKS = ("MAINNET", "TESTNET", "SIGNET", "REGTEST")

PROGRAMS: Final = (
    Program(
        "MetaMask, or another wallet of Ethereum",
        ("ETHEREUM",),
        "0x",
        "Choose to import an account by its private key, and paste {text}.",
    ),
    Program(
        "geth, or another program that opens a keystore with a password",
        ("ETHEREUM",),
        KEYSTORE,
        "Import {file} as a keystore (JSON). The program asks for the password that you just typed.",
    ),
    Program(
        "Bitcoin Core",
        ("BITCOIN_",),
        DESCRIPTOR,
        "Import {text} with importdescriptors, into a wallet with private keys.",
    ),
    Program(
        "Electrum",
        tuple(f"BITCOIN_{network}_{kind}" for network in _NETWORKS for kind in ("P2PKH", "P2WPKH", "P2SH")),
        None,
        "Choose to import Bitcoin private keys. Type the kind of the address and a colon, such as p2wpkh:, "
        "and paste {text} after it.",
    ),
    Program("Dogecoin Core", ("DOGE_",), None, "Import {text} with importprivkey."),
    Program(
        "Phantom, or another wallet of Solana",
        ("SOLANA",),
        "solana",
        "Choose to import a private key, and paste {text}.",
    ),
    Program(
        "the command line of Solana", ("SOLANA",), "solana-cli", "Pass the name of {file}: it is a key file."
    ),
    Program(
        "a wallet of Sui",
        ("SUI",),
        None,
        "Choose to import a private key, and paste {text}: it begins with suiprivkey.",
    ),
    Program(
        "a wallet of Aptos",
        ("APTOS",),
        None,
        "Choose to import a private key, and paste {text}.",
    ),
    Program(
        "a wallet of Stellar",
        ("XLM",),
        None,
        "Choose to import a secret key, and paste {text}.",
    ),
    Program(
        "TronLink, or another wallet of Tron",
        ("TRON",),
        None,
        "Choose to import a private key, and paste {text}.",
    ),
    Program(
        "Keplr, or another wallet of Cosmos or Sei",
        ("COSMOS", "SEI"),
        None,
        "Choose to import a private key, and paste {text}.",
    ),
    Program(
        "a library of the XRP Ledger",
        ("XRP",),
        None,
        "Give {text} to the library as private key.",
    ),
    Program("a library of TON", ("TON_",), None, "Give {text}, 32 bytes in hex, to the library."),
)
"""The programs that import a single key, the best known first."""


_WORDS_IN: Final = {
    "ETHEREUM": "MetaMask, Rabby or Trust Wallet",
    "SOLANA": "Phantom, Solflare or Trust Wallet",
    "BITCOIN_": "Sparrow, BlueWallet or Electrum (choose BIP39 in its options)",
    "DOGE_": "Trust Wallet or Ledger",
    "TRON": "TronLink or Trust Wallet",
    "COSMOS": "Keplr or Leap",
    "SEI": "Keplr or Compass",
    "SUI": "Slush or Suiet",
    "APTOS": "Petra or Trust Wallet",
    "XLM": "LOBSTR, Ledger or Trezor",
    "XRP": "Trust Wallet or Ledger",
}
"""The programs and devices that restore a wallet from its words, by the beginning of the address format."""
_TAKE_BOTH: Final = "Ledger, Trezor, Sparrow or Electrum"


def programs_of_words(address_format: str | None, *, has_passphrase: bool) -> str:
    """Name programs that restore a wallet from its words, for an address format if that is known."""
    if has_passphrase:
        return _TAKE_BOTH
    name = (address_format or "ETHEREUM").removeprefix(_PREFIX)
    return next(
        (names for start, names in _WORDS_IN.items() if name.startswith(start)), "Trust Wallet or Ledger"
    )


def programs_for(address_format: str) -> tuple[Program, ...]:
    """Return the programs that import a key with an address of a format."""
    name = address_format.removeprefix(_PREFIX)
    return tuple(program for program in PROGRAMS if name.startswith(program.formats))


_CHAINS = {"DOGE": "Dogecoin", "XLM": "Stellar"}
_ACRONYMS = {"TON", "XRP", "P2PKH", "P2SH", "P2WPKH", "P2WSH", "P2TR", "V3R2", "V4R2", "V5R1"}


def format_in_words(address_format: str) -> str:
    """Return the everyday name of an address format, such as ``Bitcoin mainnet P2TR``."""
    first, *more = address_format.removeprefix(_PREFIX).split("_")
    chain = _CHAINS.get(first) or (first if first in _ACRONYMS else first.capitalize())
    return " ".join((chain, *(word if word in _ACRONYMS else word.lower() for word in more)))
