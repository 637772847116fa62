"""Wrong usage: no message repeats what was typed, whatever is typed where."""

import errno
import os
from pathlib import Path
from typing import NoReturn

import click
import pytest

from sealwax_service import LocalService
from sealwax_vectors import program_commands
from tests.conftest import ROOT, Cli, CliResult
from tools.support.commands import commands

MARKER = "hunter2"

pytestmark = pytest.mark.usefixtures("_elsewhere")


@pytest.fixture
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of these commands succeed, and write files."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")

    def busy(_: LocalService) -> NoReturn:
        raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))

    # `sealwax serve` needs no argument, and would serve until it is interrupted.
    monkeypatch.setattr(LocalService, "start", busy)
    # The commands on vectors read all files if none is named.
    monkeypatch.setattr(program_commands, "directory", lambda: ROOT / "vectors" / "credential_bundle.json")


COMMANDS = dict(commands())
LEAVES = {words: command for words, command in COMMANDS.items() if not isinstance(command, click.Group)}


def named(words: tuple[str, ...]) -> str:
    return " ".join(words) or "sealwax"


def spelled(parameter: click.Parameter, value: str) -> list[str]:
    """Give a parameter a value; a flag gets one with an equals sign, as it takes none."""
    if isinstance(parameter, click.Option):
        name = max(parameter.opts, key=len)
        return [f"{name}={value}"] if parameter.is_flag else [name, value]
    return [value]


def fitting(parameter: click.Parameter, directory: Path) -> str:
    """A value of the right type."""
    if isinstance(parameter.type, click.Choice):
        return str(parameter.type.choices[0])
    if isinstance(parameter.type, click.Path):
        path = directory / str(parameter.name)
        path.touch()
        return str(path)
    return "00"


def required(command: click.Command, directory: Path, *, but: click.Parameter | None = None) -> list[str]:
    """The arguments of a command, of the right types, all but one."""
    return [
        word
        for parameter in command.params
        if parameter.required and parameter is not but
        for word in spelled(parameter, fitting(parameter, directory))
    ]


def check(result: CliResult, *, wrong_usage: bool = True) -> None:
    assert MARKER not in result.stderr
    assert MARKER.encode() not in result.stdout
    if wrong_usage:
        assert (result.exit_code, result.stdout) == (2, b"")
        assert "Error: " in result.stderr


@pytest.mark.parametrize("words", [(), ("operations",), ("vectors",)], ids=named)
def test_a_group_alone_shows_its_help(cli: Cli, words: tuple[str, ...]) -> None:
    result = cli(*words)
    assert (result.exit_code, result.stdout) == (2, b"")
    assert f"\n{'Commands' if words else 'Recover'}:\n" in result.stderr
