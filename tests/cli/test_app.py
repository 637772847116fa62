import subprocess
import sys

import pytest

from sealwax.cli import app
from tests.conftest import Cli

COMMANDS = [
    "attest",
    "client-signature",
    "decrypt-account",
    "decrypt-credential",
    "decrypt-wallet",
    "encrypt-otp",
    "import-private-key",
    "import-wallet",
    "keygen",
    "operations",
    "request",
    "stamp",
    "vectors",
    "verify-stamp",
    "verify-token",
]
GROUPS = {"operations", "vectors"}
SUBCOMMANDS = [
    ("operations", "describe"),
    ("operations", "list"),
    ("operations", "schema"),
    ("vectors", "generate"),
    ("vectors", "verify"),
]


def test_help_lists_every_command(cli: Cli) -> None:
    result = cli("--help")
    assert result.exit_code == 0
    assert all(f"\n  {command} " in result.stdout.decode() for command in COMMANDS)
    assert sorted(app._COMMANDS) == COMMANDS


@pytest.mark.parametrize("command", [*((name,) for name in COMMANDS if name not in GROUPS), *SUBCOMMANDS])
def test_every_commands_help_has_an_example(cli: Cli, command: tuple[str, ...]) -> None:
    result = cli(*command, "--help")
    assert result.exit_code == 0
    assert "Example: " in result.stdout.decode()


def test_version(cli: Cli) -> None:
    assert cli("--version").stdout.startswith(b"sealwax, version ")


@pytest.mark.parametrize("arguments", [["nothing"], ["stamp"], ["keygen", "--type", "other"], ["--nothing"]])
def test_wrong_usage_exits_2(cli: Cli, arguments: list[str]) -> None:
    result = cli(*arguments)
    assert result.exit_code == 2
    assert result.stdout == b""
    assert "Usage: sealwax" in result.stderr


def test_a_fault_of_ours_shows_no_traceback_and_no_detail(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(app.sealwax, "invoke", fail)
    monkeypatch.setattr(app.sealwax, "main", fail)
    result = cli("stamp")
    assert result.exit_code == 1
    assert result.stderr == (
        "error[internal]: RuntimeError in sealwax itself; please report how to make it happen\n"
    )


def test_errors_are_one_line_whatever_they_quote(cli: Cli) -> None:
    result = cli("stamp", "--key", "no\n\x1b[31msuch", "-")
    assert result.exit_code == 1
    assert result.stderr.startswith("error[file]: no??[31msuch: No such file or directory; ")
    assert result.stderr.count("\n") == 1


def test_an_interruption_is_no_traceback(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(app.sealwax, "invoke", interrupt)
    result = cli("stamp")
    assert result.exit_code == 130
    assert result.stderr.strip() == "interrupted"


def test_it_runs_as_a_module() -> None:
    output = subprocess.run(
        [sys.executable, "-m", "sealwax", "--version"], check=True, capture_output=True, text=True
    ).stdout
    assert output.startswith("sealwax, version ")


def test_without_click_it_says_what_to_install() -> None:
    result = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; sys.modules['click'] = None; from sealwax.cli import main; main()",
        ],
        check=False,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 1
    assert result.stderr == "error[unsupported]: the command line needs click; install sealwax[cli]\n"


def test_stamping_loads_neither_hpke_nor_json_types() -> None:
    loaded = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from sealwax.cli import stamp; print(*sys.modules)",
        ],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    assert not {"pyhpke", "msgspec", "mnemonic", "cbor2"} & set(loaded)
