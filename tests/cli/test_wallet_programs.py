import re

import pytest

from sealwax.cli.wallet_programs import format_in_words, programs_for
from sealwax.wallets.address_formats import FORMATS
from tests.conftest import ROOT


def test_which_formats_have_a_program() -> None:
    none = {name for name in FORMATS if not programs_for(name)}
    # Wallets of Spark import only words.
    assert none == {
        f"ADDRESS_FORMAT_{name}" for name in ("UNCOMPRESSED", "COMPRESSED", "SPARK_MAINNET", "SPARK_REGTEST")
    }


def test_the_forms_are_those_of_the_guide() -> None:
    page = (ROOT / "docs" / "wallet-programs.md").read_text()
    rows = re.findall(r"^\| \[(.*?)\]\(.*?\) \| (.*?) \|", page, re.MULTILINE)
    guide = {form for _, forms in rows for form in re.findall(r"`([\w-]+)`", forms)}
    table = {program.form_of(name) for name in FORMATS for program in programs_for(name)}
    # The guide leaves out the test networks of Bitcoin, and hex for libraries of TON.
    assert table - guide == {"wif-testnet"}
    assert guide <= table


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ETHEREUM", "Ethereum"),
        ("BITCOIN_MAINNET_P2TR", "Bitcoin mainnet P2TR"),
        ("DOGE_TESTNET", "Dogecoin testnet"),
        ("XLM", "Stellar"),
        ("XRP", "XRP"),
        ("TON_V4R2", "TON V4R2"),
        ("COMPRESSED", "Compressed"),
    ],
)
def test_names_for_people(name: str, words: str) -> None:
    assert format_in_words(f"ADDRESS_FORMAT_{name}") == words


def test_names_are_unique() -> None:
    assert len({format_in_words(name) for name in FORMATS}) == len(FORMATS)
