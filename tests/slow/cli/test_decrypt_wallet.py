"""The tests of ``tests/cli/test_decrypt_wallet.py`` that take long."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli import test_decrypt_wallet as quick
from tests.cli.terminal import show_on_a_terminal
from tests.cli.test_decrypt_wallet import CAPTURED_ARGUMENTS, STEERING, arguments_with, sealed
from tests.conftest import CapturedWallet, Cli

__all__ = ["key_file"]

key_file = quick.key_file


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o604])
def test_a_file_of_the_shells_that_others_can_read_is_warned_of(
    captured_wallet: CapturedWallet, tmp_path: Path, mode: int
) -> None:
    with (tmp_path / "out").open("wb") as output:
        (tmp_path / "out").chmod(mode)
        process = subprocess.run(
            [sys.executable, "-m", "sealwax", *CAPTURED_ARGUMENTS],
            check=True,
            stdout=output,
            stderr=subprocess.PIPE,
        )
    assert (tmp_path / "out").read_text() == captured_wallet.mnemonic + "\n"
    assert (b"others can read" in process.stderr) == (mode != 0o600)


@pytest.mark.parametrize("to_standard_output", [[], ["--output", "-"]])
def test_a_terminal_gets_the_secret_only_when_asked_for(
    captured_wallet: CapturedWallet, to_standard_output: list[str]
) -> None:
    refused = show_on_a_terminal(*CAPTURED_ARGUMENTS, *to_standard_output)
    assert (refused.exit_code, refused.shown) == (2, b"")
    assert b"--show" in refused.piped
    assert captured_wallet.mnemonic.encode() not in refused.piped
    allowed = show_on_a_terminal(*CAPTURED_ARGUMENTS, *to_standard_output, "--show")
    assert allowed == (0, b"", f"{captured_wallet.mnemonic}\r\n".encode())


def test_a_file_gets_the_secret_whatever_the_terminal(
    captured_wallet: CapturedWallet, tmp_path: Path
) -> None:
    session = show_on_a_terminal(*CAPTURED_ARGUMENTS, "--output", tmp_path / "mnemonic")
    assert (session.exit_code, session.shown) == (0, b"")
    assert (tmp_path / "mnemonic").read_text() == captured_wallet.mnemonic + "\n"


class TestControlCharacters:
    """A terminal gets them escaped, except for tabs; a pipe and a file get the exact bytes."""

    def test_in_a_passphrase(self, key_file: Path) -> None:
        bundle = sealed(f"words\n{STEERING}").encode()
        session = show_on_a_terminal(*arguments_with(key_file), "--show", stdin=bundle)
        assert session.exit_code == 0
        escaped = (
            r"\u001b[2J\u001b]52;c;x\u0007\r\u007f\u009b31m\u202e\u200b" + "\t" + r"\ é" + "　"
        )  # one backslash stays one
        assert session.shown.decode() == f"words\r\n{escaped}\r\n"
        assert b"they are shown escaped" in session.piped
        assert all(line.isprintable() for line in session.piped.decode().splitlines())

    def test_nothing_is_said_of_what_has_none(self, key_file: Path) -> None:
        bundle = sealed("あいこくしん　あいさつ").encode()
        session = show_on_a_terminal(*arguments_with(key_file), "--show", stdin=bundle)
        assert session.shown.decode() == "あいこくしん　あいさつ\r\n"
        assert b"escaped" not in session.piped

    def test_elsewhere_the_bytes_are_exact(self, cli: Cli, key_file: Path, tmp_path: Path) -> None:
        bundle = sealed(f"words\n{STEERING}").encode()
        expected = f"words\n{STEERING}\n".encode()
        result = cli(*arguments_with(key_file), stdin=bundle)
        assert result.stdout == expected
        assert "escaped" not in result.stderr
        show_on_a_terminal(*arguments_with(key_file), "--output", tmp_path / "out", stdin=bundle)
        assert (tmp_path / "out").read_bytes() == expected

    def test_in_what_is_not_text(self, key_file: Path) -> None:
        bundle = sealed(b"\xff\x1b").encode()
        session = show_on_a_terminal(*arguments_with(key_file), "--raw", "--show", stdin=bundle)
        assert session.shown == rb"\xff\u001b"
        assert b"they are shown escaped" in session.piped


def run_through_shell(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}", sys.executable, "-m", "sealwax", *CAPTURED_ARGUMENTS],
        check=False,
        capture_output=True,
        text=True,
    )


def test_an_output_that_cannot_be_written_is_an_error() -> None:
    for redirection, reason in ((">&-", "Bad file descriptor"), (">/dev/full", "No space left on device")):
        result = run_through_shell(f'"$0" "$@" {redirection}')
        assert result.returncode == 1
        assert result.stderr.startswith("error[file]: standard")
        assert reason in result.stderr
        assert result.stderr.count("\n") == 1


def test_a_reader_that_went_away_is_no_traceback() -> None:
    result = run_through_shell('"$0" "$@" | true')
    assert "Traceback" not in result.stderr
    assert "leaf" not in result.stderr + result.stdout


class TestUnknownAddresses:
    """An address that cannot be compared gives no wallet, unless a flag says so."""

    ADDRESS = quick.TestUnknownAddresses.ADDRESS

    def test_a_wrong_address_is_not_allowed_by_it(self, cli: Cli) -> None:
        wrong = self.ADDRESS[:-1] + "7"
        result = cli(*CAPTURED_ARGUMENTS, "--expect-address", wrong, "--allow-unknown-address")
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr == (
            "error[wrong-address]: the wallet does not have the expected address at the first 20 indices of "
            "the default paths of its format; its capitals do not match its EIP-55 checksum, so a character "
            "of it is wrong; the wallet has an address that is nearly the same, Ethereum: "
            f"{self.ADDRESS} (m/44'/60'/0'/0/0); character 42: you typed 7, the wallet has 6; check the "
            "address, or pass the account's --path; "
            "--allow-wrong-address writes it anyway\n"
        )

    @pytest.mark.parametrize(
        ("address", "why"),
        [
            (ADDRESS[:-1], "it has 39 digits after 0x; Ethereum addresses have 40"),
            (ADDRESS[2:], "write 0x in front of an Ethereum address"),
            (ADDRESS[:20] + " " + ADDRESS[20:], "there is white space around or in it"),
            (ADDRESS.replace("B", "G"), "it has characters after 0x other than 0-9 and a-f"),
            (f"{ADDRESS[:6]}...{ADDRESS[-4:]}", "it is shortened; copy it whole"),
            (f"{ADDRESS[:6]}…{ADDRESS[-4:]}", "it is shortened; copy it whole"),
            (f"{ADDRESS[:-1]}\u0435", "it has characters outside ASCII"),
            (f"{ADDRESS[:9]}\u200b{ADDRESS[9:]}", "it has a character that cannot be seen"),
            (f"{ADDRESS}?amount=0.1", "leave out the part from the question mark on"),
            (f"{ADDRESS}.", "there is punctuation around it"),
            ("bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu.", "there is punctuation around it"),
            ("bc1qcr8te4kr609gcawu\u00adtmrza0j4xv80jy8z306fyu", "it has a character that cannot be seen"),
            ("hunter2.eth", "it is a name, not an address"),
            (f"ethereum:{ADDRESS}", "leave out the part before the colon"),
            (ADDRESS[2:-1], "it is hex of an unknown length"),
            ("hunter2", "check that it was copied whole"),
            ("1" * 300, "it is too long for an address"),
        ],
    )
    def test_it_is_an_error_that_says_what_is_wrong(
        self, cli: Cli, tmp_path: Path, captured_wallet: CapturedWallet, address: str, why: str
    ) -> None:
        output = tmp_path / "out"
        result = cli(*CAPTURED_ARGUMENTS, "--expect-address", address, "--output", output)
        assert (result.exit_code, result.stdout, output.exists()) == (1, b"", False)
        assert result.stderr.startswith(
            f"error[unsupported]: the expected address has an unsupported format: {why}"
        )
        assert address not in result.stderr
        allowed = cli(*CAPTURED_ARGUMENTS, "--expect-address", address, "--allow-unknown-address")
        assert allowed.stdout.decode() == captured_wallet.mnemonic + "\n"
        assert allowed.stderr.startswith("warning: the expected address has an unsupported format")
