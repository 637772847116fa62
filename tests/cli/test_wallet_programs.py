import re

import pytest

from sealwax.cli.account import FORMS
from sealwax.cli.wallet_programs import PROGRAMS, Program, format_in_words, programs_for
from sealwax.wallets import derive_account
from sealwax.wallets.address_formats import FORMATS
from sealwax.wallets.key_formats import KEYSTORE
from tests.conftest import ROOT

WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"


@pytest.mark.parametrize("name", FORMATS)
def test_each_program_imports_the_form_that_is_written_for_it(name: str) -> None:
    row = FORMATS[name]
    for program in programs_for(name):
        form = program.form_of(name)
        assert form in FORMS
        curve, variants = next(iter(row.variants.items()))
        if form == KEYSTORE:
            assert curve == "CURVE_SECP256K1"
            continue
        account = derive_account(
            WORDS, path="m/0'", curve=curve, address_format=name, variant=next(iter(variants)) or None
        )
        assert account.format(form)


def test_which_formats_have_a_program() -> None:
    none = {name for name in FORMATS if not programs_for(name)}
    # Wallets of Spark import only words.
    assert none == {
        f"ADDRESS_FORMAT_{name}" for name in ("UNCOMPRESSED", "COMPRESSED", "SPARK_MAINNET", "SPARK_REGTEST")
    }


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_each_program_has_a_format(program: Program) -> None:
    assert any(program in programs_for(name) for name in FORMATS)


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
