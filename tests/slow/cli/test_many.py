"""The tests of ``tests/cli/test_many.py`` that take long."""

import os
from pathlib import Path

import pytest

from tests.cli import test_many as quick
from tests.cli.terminal import run_on_a_terminal
from tests.cli.test_many import NAMES, WORDS, Wallets, lines
from tests.conftest import Cli
from tests.deadlines import deadline

__all__ = ["wallets"]

wallets = quick.wallets


def test_a_terminal_has_a_progress_bar(wallets: Wallets) -> None:
    session = run_on_a_terminal(["decrypt-wallet", *map(str, wallets.arguments())], [])
    assert (session.exit_code, session.piped) == (0, b"")
    assert b"opening" in session.shown
    assert WORDS.encode() not in session.shown


class TestFolders:
    def test_a_file_that_differs_is_a_failure_and_stays(self, cli: Cli, wallets: Wallets) -> None:
        wallets.output.mkdir()
        (wallets.output / "w03.json.txt").write_text("older")
        (wallets.output / "w04.json.txt").symlink_to("nowhere")
        result = wallets.run(cli)
        assert result.exit_code == 1
        assert (
            "w03.json: error[file]: the output exists and differs; nothing was overwritten" in result.stderr
        )
        assert "w04.json: error[file]: " in result.stderr
        assert (wallets.output / "w03.json.txt").read_text() == "older"
        assert result.stderr.splitlines()[-1] == "12 exports: 10 written, 0 already there, 2 failed"

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes with names in directories")
    def test_a_pipe_at_the_name_of_an_output_is_a_failure(self, cli: Cli, wallets: Wallets) -> None:
        wallets.output.mkdir()
        os.mkfifo(wallets.output / "w03.json.txt")
        os.mkfifo(wallets.output / "pipe")
        (wallets.output / "w04.json.txt").symlink_to("pipe")
        (wallets.output / "w05.json.txt").symlink_to("nothing")
        (wallets.output / "w06.json.txt").mkdir()
        with deadline():
            result = wallets.run(cli)
        assert result.exit_code == 1
        for name in ("w03", "w04", "w06"):
            assert (
                f"{name}.json: error[file]: the output is not a file; nothing was overwritten"
                in result.stderr
            )
        assert "w05.json: error[file]: No such file or directory" in result.stderr
        assert result.stderr.splitlines()[-1] == "12 exports: 8 written, 0 already there, 4 failed"

    def test_after_an_interruption_the_rest_is_written(self, cli: Cli, wallets: Wallets) -> None:
        wallets.run(cli)
        for name in NAMES[5:]:
            (wallets.output / f"{name}.json.txt").unlink()
        again = wallets.run(cli)
        assert again.stderr.splitlines()[-1] == "12 exports: 7 written, 5 already there, 0 failed"
        assert wallets.opened() == lines(wallets.contents)

    def test_keys_of_other_names_are_tried(self, cli: Cli, tmp_path: Path) -> None:
        wallets = Wallets(tmp_path)
        for place, name in enumerate(NAMES):
            wallets.add(name, f"{WORDS} {name}".encode(), key_name=f"k{len(NAMES) - place:02}")
        assert wallets.run(cli).exit_code == 0
        assert wallets.opened() == lines(wallets.contents)
