"""The tests of ``tests/cli/test_many.py`` that take longest."""

from tests.cli import test_many as quick
from tests.cli.terminal import run_on_a_terminal
from tests.cli.test_many import WORDS, Wallets

wallets = quick.wallets


def test_a_terminal_has_a_progress_bar(wallets: Wallets) -> None:
    session = run_on_a_terminal(["decrypt-wallet", *map(str, wallets.arguments())], [])
    assert (session.exit_code, session.piped) == (0, b"")
    assert b"opening" in session.shown
    assert WORDS.encode() not in session.shown
