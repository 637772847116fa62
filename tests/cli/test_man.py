import shutil
import subprocess
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from sealwax.cli import app
from tests.cli.commands import commands
from tests.conftest import Cli


@pytest.fixture
def pages(cli: Cli, tmp_path: Path) -> dict[str, str]:
    result = cli("man", "--out", tmp_path / "man1")
    assert (result.exit_code, result.stdout) == (0, b"")
    return {path.stem: path.read_text() for path in (tmp_path / "man1").iterdir()}


def test_there_is_a_page_for_each_command(pages: dict[str, str]) -> None:
    assert pages.keys() == {"-".join(("sealwax", *words)) for words, _ in commands() if len(words) < 2}
    for words, command in commands():
        if len(words) > 1:
            continue
        page = pages["-".join(("sealwax", *words))]
        assert page.startswith('.TH "SEALWAX')
        shown = page.replace("\\-", "-")
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert max(parameter.opts, key=len) in shown
    main = pages["sealwax"].replace("\\-", "-")
    assert all(f".B {words[0]}\n" in main for words, _ in commands() if words)


def test_written_again_they_are_the_same(cli: Cli, tmp_path: Path, pages: dict[str, str]) -> None:
    cli("man", "--out", tmp_path / "man1")
    assert {path.stem: path.read_text() for path in (tmp_path / "man1").iterdir()} == pages


def test_mandoc_has_nothing_to_say(tmp_path: Path, pages: dict[str, str]) -> None:
    if shutil.which("mandoc") is None:
        pytest.skip("mandoc is not installed")
    for name in pages:
        path = tmp_path / "man1" / f"{name}.1"
        result = subprocess.run(
            ["mandoc", "-Tlint", "-W", "style", str(path)], capture_output=True, text=True, check=False
        )
        assert (result.returncode, result.stdout) == (0, ""), name


def test_what_begins_like_a_macro_is_text() -> None:
    from sealwax.cli.man import _roff  # noqa: PLC0415

    assert _roff(".TH x") == "\\&.TH x"
    assert _roff("'x") == "\\&\\(aqx"
    assert _roff("--a\\b~^`") == "\\-\\-a\\eb\\(ti\\(ha\\(ga"


class TestCompletion:
    def complete(self, *arguments: str) -> list[tuple[str, str]]:
        completer = ShellComplete(app.sealwax, {}, "sealwax", "_SEALWAX_COMPLETE")
        found = completer.get_completions(list(arguments[:-1]), arguments[-1])
        return [(item.type, item.value) for item in found]

    def test_commands(self) -> None:
        assert ("plain", "decrypt-wallet") in self.complete("decr")

    def test_files(self) -> None:
        assert self.complete("decrypt-wallet", "--bundle", "a") == [("file", "a")]
        assert self.complete("inspect", "a") == [("file", "a")]

    def test_formats(self) -> None:
        assert self.complete("account", "--address-format", "eth") == [("plain", "ethereum")]
        assert ("plain", "wif") in self.complete("account", "--form", "w")
