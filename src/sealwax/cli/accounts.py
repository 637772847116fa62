"""List the accounts of a wallet in common wallet programs, by network."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from sealwax.wallets.address_formats import FORMATS
from sealwax.wallets.program_paths import PROGRAM_PATHS, ProgramPath

from .addresses import Line, Wanted, of_wallet
from .streams import collected_notes
from .wallet_programs import format_in_words
from .wallet_source import Wallet

ACCOUNTS: Final = 20
"""The accounts that are listed for each program."""


class Group(NamedTuple):
    """Addresses below a heading, which may be empty."""

    heading: str
    lines: tuple[Line, ...]


def networks() -> list[str]:
    """Return the names of the networks whose accounts can be listed."""
    return [*dict.fromkeys(_network_of(name) for row in PROGRAM_PATHS for name in row.formats)]


def accounts_of(wallet: Wallet, network: str) -> list[Group]:
    """Return the first accounts of a network in each program; none for a name that is not a network."""
    return [*_groups(wallet, network.strip().lower())]


def _network_of(address_format: str) -> str:
    return format_in_words(address_format).split()[0]


def _groups(wallet: Wallet, network: str) -> Iterator[Group]:
    for row in PROGRAM_PATHS:
        for name in row.formats:
            if _network_of(name).lower() == network:
                heading = f"{format_in_words(name)}, at {row.path.replace('{}', 'N')}: {row.programs}:"
                yield Group(heading, tuple(_lines(wallet, row, name)))


def _lines(wallet: Wallet, row: ProgramPath, address_format: str) -> Iterator[Line]:
    formats = (FORMATS[address_format],)
    # A path without a number has a single account.
    for path in dict.fromkeys(row.of(number) for number in range(ACCOUNTS)):
        with collected_notes():
            # The first variant is the usual one.
            yield next(of_wallet(wallet, Wanted(formats, path=path), allow_invalid_checksum=True))
