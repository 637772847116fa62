"""The derivation paths of wallet programs, by address format.

A service's default path is often not the path of the program that showed an address. The table has the paths
of common programs. To add a path, add a row.
"""

from typing import Final, NamedTuple


class ProgramPath(NamedTuple):
    """The path of an account in wallet programs.

    Attributes:
        formats: The API's names of the address formats.
        path: The path; ``{}`` stands for the number of the account, counted from 0.
        programs: The programs, for people.
    """

    formats: tuple[str, ...]
    path: str
    programs: str

    def of(self, number: int) -> str:
        """Return the path of an account."""
        return self.path.replace("{}", str(number))


_FIRST_ACCOUNT: Final = "the addresses of the first account, in most programs"
_EACH_ACCOUNT: Final = "the first address of each account, as in Ledger Live, Trezor Suite and Electrum"


def _bitcoin(kind: str, purpose: int) -> tuple[ProgramPath, ...]:
    formats = (f"ADDRESS_FORMAT_BITCOIN_MAINNET_{kind}",)
    return (
        ProgramPath(formats, f"m/{purpose}'/0'/0'/0/{{}}", _FIRST_ACCOUNT),
        ProgramPath(formats, f"m/{purpose}'/0'/{{}}'/0/0", _EACH_ACCOUNT),
    )


_ETHEREUM = ("ADDRESS_FORMAT_ETHEREUM",)
_SOLANA = ("ADDRESS_FORMAT_SOLANA",)
_TRON = ("ADDRESS_FORMAT_TRON",)
_COSMOS = ("ADDRESS_FORMAT_COSMOS", "ADDRESS_FORMAT_SEI")
_SUI = ("ADDRESS_FORMAT_SUI",)
_APTOS = ("ADDRESS_FORMAT_APTOS",)
_STELLAR = ("ADDRESS_FORMAT_XLM",)
_DOGE = ("ADDRESS_FORMAT_DOGE_MAINNET",)
_XRP = ("ADDRESS_FORMAT_XRP",)
_TON = ("ADDRESS_FORMAT_TON_V3R2", "ADDRESS_FORMAT_TON_V4R2", "ADDRESS_FORMAT_TON_V5R1")

PROGRAM_PATHS: Final = (
    ProgramPath(_ETHEREUM, "m/44'/60'/0'/0/{}", "MetaMask, Trezor and most programs"),
    ProgramPath(_ETHEREUM, "m/44'/60'/{}'/0/0", "Ledger Live"),
    ProgramPath(_ETHEREUM, "m/44'/60'/0'/{}", "older Ledger programs, and MyEtherWallet with a Ledger"),
    ProgramPath(_SOLANA, "m/44'/501'/{}'/0'", "Phantom, Solflare and most programs"),
    ProgramPath(_SOLANA, "m/44'/501'/{}'", "Ledger Live, and Trust Wallet"),
    ProgramPath(_SOLANA, "m/44'/501'", "the command line of Solana, and older programs"),
    *_bitcoin("P2WPKH", 84),
    *_bitcoin("P2TR", 86),
    *_bitcoin("P2SH", 49),
    *_bitcoin("P2PKH", 44),
    ProgramPath(_TRON, "m/44'/195'/0'/0/{}", "TronLink and most programs"),
    ProgramPath(_TRON, "m/44'/195'/{}'/0/0", "Ledger Live"),
    ProgramPath(_XRP, "m/44'/144'/0'/0/{}", "most programs"),
    ProgramPath(_XRP, "m/44'/144'/{}'/0/0", "Ledger Live, and Xaman with words"),
    ProgramPath(_COSMOS, "m/44'/118'/0'/0/{}", "Keplr and most programs"),
    ProgramPath(_COSMOS, "m/44'/118'/{}'/0/0", "Ledger Live, and Keplr with another account"),
    ProgramPath(_SUI, "m/44'/784'/{}'/0'/0'", "most programs"),
    ProgramPath(_APTOS, "m/44'/637'/{}'/0'/0'", "Petra and most programs"),
    ProgramPath(_STELLAR, "m/44'/148'/{}'", "most programs (SEP-5)"),
    ProgramPath(_DOGE, "m/44'/3'/0'/0/{}", "most programs"),
    ProgramPath(_DOGE, "m/44'/3'/{}'/0/0", "Ledger Live and Trezor Suite"),
    ProgramPath(_TON, "m/44'/607'/{}'", "Trust Wallet"),
    ProgramPath(_TON, "m/44'/607'/0'/0'/{}'/0'", "Ledger"),
)
"""The paths of common programs: within a format, the most common first."""


def program_paths(address_format: str) -> tuple[ProgramPath, ...]:
    """Return the paths of common programs for a format, by the API's name."""
    return tuple(row for row in PROGRAM_PATHS if address_format in row.formats)
