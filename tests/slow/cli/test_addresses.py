"""The tests of ``tests/cli/test_addresses.py`` that take long."""

from typing import Any

import pytest

from sealwax.wallets.address_formats import FORMATS, USUAL_FORMATS
from tests.cli.terminal import show_on_a_terminal
from tests.cli.test_addresses import ETHEREUM_PATH, NOTE, PUBLIC_KEY, WORDS, ethereum, listed, rows
from tests.conftest import Cli, near_misses
from tests.wallets.known_answers import ADDRESSES, MNEMONIC, address_id, needs_known_answers


@needs_known_answers
@pytest.mark.parametrize("entry", ADDRESSES, ids=address_id)
def test_known_answers(cli: Cli, entry: dict[str, Any]) -> None:
    where = ["--path", entry["path"], "--format", entry["format"], "--curve", entry["curve"]]
    found = rows(listed(cli, *where, words=MNEMONIC))
    assert entry["address"] in [row[4] for row in found]
    (fits,) = rows(listed(cli, *where, "--expect-address", entry["address"], words=MNEMONIC))
    assert fits[4] == entry["address"]
    given = cli("addresses", "--public-key", entry["publicKeyHex"], "--curve", entry["curve"], "--all")
    assert entry["address"] in [row[4] for row in rows(given)]


class TestMnemonics:
    def test_the_usual_formats_come_first_and_alone(self, cli: Cli) -> None:
        usual = listed(cli)
        assert tuple(dict.fromkeys(row[0] for row in rows(usual))) == USUAL_FORMATS
        assert (
            f"note: {len(FORMATS) - len(USUAL_FORMATS)} other formats are not listed; pass --all\n"
            in usual.stderr
        )
        every = listed(cli, "--all")
        assert tuple(dict.fromkeys(row[0] for row in rows(every)))[: len(USUAL_FORMATS)] == USUAL_FORMATS
        assert "pass --all" not in every.stderr

    def test_an_expected_address(self, cli: Cli) -> None:
        result = listed(cli, "--expect-address", ethereum())
        assert result.stderr == ""
        assert rows(result) == [["ADDRESS_FORMAT_ETHEREUM", "CURVE_SECP256K1", ETHEREUM_PATH, "", ethereum()]]
        for near in near_misses(ethereum()):
            refused = listed(cli, "--expect-address", near)
            assert (refused.exit_code, refused.stdout) == (1, b"")
            assert refused.stderr.startswith("error[wrong-address]: no address matches the expected one")
        swapped = listed(cli, "--expect-address", "0x" + ethereum()[2:].swapcase())
        assert swapped.exit_code == 0
        assert swapped.stderr.startswith("warning: the capitals of the expected address")
        unknown = listed(cli, "--expect-address", "nowhere")
        assert (unknown.exit_code, unknown.stdout) == (1, b"")
        assert unknown.stderr.startswith("error[unsupported]: the expected address has an unsupported format")

    def test_all_formats_at_their_default_paths(self, cli: Cli) -> None:
        result = listed(cli, "--all")
        found = rows(result)
        assert {row[0] for row in found} == FORMATS.keys()
        assert {(row[0], row[2]) for row in found} == {
            (row.name, path) for row in FORMATS.values() for path in row.paths
        }
        assert result.stderr.startswith(NOTE)
        assert WORDS not in result.stdout.decode() + result.stderr
        assert ["ADDRESS_FORMAT_ETHEREUM", "CURVE_SECP256K1", ETHEREUM_PATH, "", ethereum()] in found


def test_a_terminal_shows_the_tabs() -> None:
    session = show_on_a_terminal(
        *("addresses", "--public-key", PUBLIC_KEY, "--curve", "CURVE_SECP256K1"),
        *("--format", "ADDRESS_FORMAT_ETHEREUM"),
    )
    assert session.exit_code == 0
    assert session.shown.startswith(b"ADDRESS_FORMAT_ETHEREUM\tCURVE_SECP256K1\t\t\t0x")
    assert b"escaped" not in session.piped
