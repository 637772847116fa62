"""Standard input and output in the place of files."""

import errno
import json
import os
import sys
from pathlib import Path
from unittest import mock

import click
import pytest

from sealwax import ApiKey, verify_api_key_stamp
from sealwax.cli import streams
from sealwax.cli.usage import Misuse
from tests.conftest import CAPTURED, ORGANIZATION, CapturedWallet, Cli, CliResult
from tools.support.commands import commands

KEY = ApiKey.from_private_key("1f" * 32)
BODY = b"{}"
# Directories, the name of two files, and a secret that is written to a file alone.
NOT_A_FILE = {
    ("keygen", "name"),
    ("vectors generate", "out"),
    ("vectors verify", "paths"),
    ("vectors suite", "vectors"),
    ("vectors judge", "vectors"),
    ("vectors run", "vectors"),
    ("vectors run", "command"),
    ("convert-key", "output"),
    ("account", "key_folder"),
    ("decrypt-account", "key_folder"),
    ("decrypt-wallet", "key_folder"),
}


METAVARS = {
    "FILE",
    "FILE|production",
    "FILE|-",
    "FILE|-...",
    "[FILE|-]",
    "FILE|FOLDER|-",
    "FILE|-|env:NAME|tkcli:NAME|URI",
}


def test_every_file_can_be_a_stream_and_the_help_says_so() -> None:
    files = set()
    for words, command in commands():
        for parameter in command.params:
            place = (" ".join(words), str(parameter.name))
            is_folder = (parameter.metavar or "").startswith("FOLDER")
            if isinstance(parameter.type, click.Path) and place not in NOT_A_FILE and not is_folder:
                files.add(place)
                assert parameter.metavar in METAVARS, place
            else:
                assert "FILE" not in (parameter.metavar or ""), place
    assert len(files) > 20


def inputs() -> list[object]:
    """Every pair of inputs of a command."""
    return [
        pytest.param(words, [one, other], id=f"{' '.join(words)} {one.name} {other.name}")
        for words, command in commands()
        for named in [[each for each in command.params if each.metavar == "FILE|-" and each.name != "output"]]
        for number, one in enumerate(named)
        for other in named[number + 1 :]
    ]


def signer(stamped: CliResult) -> str:
    """Who stamped the body."""
    return verify_api_key_stamp(stamped.stdout.decode().split(": ")[1].strip(), BODY).public_key


def test_keys_come_from_standard_input(cli: Cli, captured_wallet: CapturedWallet, tmp_path: Path) -> None:
    (tmp_path / "body").write_bytes(BODY)
    text = f"{KEY.private_key_hex()}:p256\n".encode()
    stamped = cli("stamp", "--key", "-", tmp_path / "body", stdin=text)
    assert signer(stamped) == KEY.public_key
    request = cli("request", "list_private_keys", "--key", "-", "--organization-id", "o", stdin=text)
    assert json.loads(request.stdout)["method"] == "POST"
    bundle = CAPTURED / "export_wallet.bundle.json"
    arguments = ["decrypt-wallet", "--bundle", bundle, "--organization-id", ORGANIZATION]
    opened = cli(*arguments, "--key", "-", stdin=(CAPTURED / "export_wallet.private").read_bytes())
    assert opened.stdout.decode() == captured_wallet.mnemonic + "\n"


def test_a_key_of_the_other_kind(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cli("keygen", "--type", "target", "--out", "export")
    cli("keygen", "--type", "api", "--out", "a")
    bundle = ("--bundle", CAPTURED / "export_wallet.bundle.json", "--organization-id", ORGANIZATION)
    for arguments, held, wanted in (
        (("stamp", "--key", "export.private", "-"), "a target key", "pass an API key"),
        (("decrypt-wallet", "--key", "a.private", *bundle), "an API key", "pass a target key"),
    ):
        result = cli(*arguments)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith(f"error[malformed]: --key {arguments[2]}: this is {held}")
        assert wanted in result.stderr


def test_a_file_that_is_no_key_is_named(cli: Cli, tmp_path: Path) -> None:
    key = tmp_path / "k"
    for content, problem in ((b"hunter2", ": the private key is not hex"), (b"1f" * 2049, " is larger")):
        key.write_bytes(content)
        result = cli("stamp", "--key", key, "-")
        assert result.stderr.startswith(f"error[malformed]: --key {key}{problem}")
        assert "hunter2" not in result.stderr


def test_a_file_may_be_called_so(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    KEY.save("a.private")
    (tmp_path / "-").write_bytes(BODY)
    stamped = cli("stamp", "--key", "a.private", "./-", stdin=b"another")
    assert signer(stamped) == KEY.public_key
    arguments = ["decrypt-wallet", "--bundle", CAPTURED / "export_wallet.bundle.json"]
    arguments += ["--organization-id", ORGANIZATION, "--key", CAPTURED / "export_wallet.private"]
    refused = cli(*arguments, "--output", "./-")
    assert refused.stderr.startswith("error[file]: --output ./-: File exists; nothing was overwritten")


class TestWindows:
    """The mode of a file, and terminals, on other systems."""

    @pytest.fixture(autouse=True)
    def _windows(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(streams, "_IS_WINDOWS", True)

    @pytest.mark.parametrize("is_null_device", [True, False])
    def test_the_null_device_is_no_screen(
        self, monkeypatch: pytest.MonkeyPatch, *, is_null_device: bool
    ) -> None:
        def size(_: int) -> os.terminal_size:
            if is_null_device:
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            return os.terminal_size((80, 24))

        monkeypatch.setattr(os, "get_terminal_size", size)
        monkeypatch.setattr(sys, "stdout", mock.Mock(isatty=lambda: True, fileno=lambda: 1))
        if is_null_device:
            streams.check_secret_destination(None, show=False)
        else:
            with pytest.raises(Misuse, match="show a secret on your screen"):
                streams.check_secret_destination(None, show=False)

    def test_nothing_is_said_of_a_mode_that_every_file_has(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with (tmp_path / "a").open("w") as output:
            (tmp_path / "a").chmod(0o644)
            monkeypatch.setattr(sys, "stdout", output)
            streams.write_secret(b"secret", None)
        assert capsys.readouterr().err == ""
