"""The tests of ``tests/cli/test_app.py`` that take long."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from sealwax import ApiKey
from tests.cli.test_app import COMMANDS, GROUPS, SUBCOMMANDS
from tests.conftest import ROOT, Cli
from tools.support.commands import commands


def test_the_name_of_an_argument_in_a_help_is_that_in_its_usage(cli: Cli) -> None:
    named = 0
    for words, command in commands():
        shown = cli(*words, "--help").stdout.decode()
        for parameter in command.params:
            if parameter.param_type_name == "argument":
                metavar = parameter.make_metavar(click.Context(command)).strip("[].").partition("|")[0]
                other = str(parameter.name).upper()
                assert other == metavar or not re.search(rf"\b{other}\b", shown), (words, other)
                named += 1
    assert named > 10


@pytest.mark.parametrize(
    ("closed", "arguments"),
    [("<&-", "verify-token --type session -"), (">&-", "keygen --type api --out a")],
)
def test_streams_that_are_closed_are_errors(tmp_path: Path, closed: str, arguments: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m sealwax {arguments} {closed}"
    result = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stdout) == (1, "")
    assert "error[file]: standard " in result.stderr


SHARED = {
    "sealwax",
    *(f"sealwax.{name}" for name in ("_limits", "_lazy_names", "errors", "files")),
    *(f"sealwax.{name}" for name in ("keys", "schemes", "signing", "trust")),
    *(f"sealwax._codec{name}" for name in ("", ".arguments", ".enumerations", ".hex", ".text")),
    *(f"sealwax._crypto{name}" for name in ("", ".curves", ".points", ".secret_types")),
    *(f"sealwax.cli{name}" for name in ("", ".app", ".key_source", ".options", ".secret_input", ".streams")),
    *("sealwax.cli.usage", "sealwax.signers", "sealwax.signers.devices"),
}
"""The modules of this package that any command with a key loads."""


HEAVY = {"asyncio", "email", "http.client", "ipaddress", "pathlib", "pyrage", "slip10", "urllib.parse"}
"""The modules that neither command may load, as they take longer than the rest of the command line."""


def loaded_by(*arguments: str | Path) -> set[str]:
    """The modules that a command loads in a process of its own."""
    program = (
        "import sys; from sealwax.cli.app import run; assert run() == 0; print(*sys.modules, file=sys.stderr)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        check=True,
        capture_output=True,
        text=True,
        # What measures coverage loads modules of its own.
        env={name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")},
    )
    return set(finished.stderr.splitlines()[-1].split())


def own(modules: set[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] == "sealwax"}


def test_stamping_loads_no_more_than_it_needs(tmp_path: Path) -> None:
    ApiKey.generate().save(tmp_path / "a.private")
    (tmp_path / "body").write_bytes(b"{}")
    loaded = loaded_by("stamp", "--key", tmp_path / "a.private", tmp_path / "body")
    assert not {*HEAVY, "pyhpke", "msgspec", "mnemonic", "cbor2", "dataclasses", "decimal"} & loaded
    assert own(loaded) == SHARED | {
        *("sealwax._codec.base64url", "sealwax.cli.stamp"),
        *(f"sealwax.stamps{name}" for name in ("", ".api_key", ".header")),
    }


def test_an_account_that_is_found_compares_with_no_other(tmp_path: Path) -> None:
    (tmp_path / "words").write_text(f"{'abandon ' * 11}about")
    loaded = loaded_by(
        *("account", "--show", "--mnemonic-file", tmp_path / "words"),
        *("--path", "m/44h/60h/0h/0/0", "--address-format", "ethereum"),
    )
    assert not {"difflib", *(f"sealwax.cli.{name}" for name in ("addresses", "near_address"))} & loaded
    assert "sealwax.cli.account" in loaded


def test_opening_a_bundle_loads_no_more_than_it_needs() -> None:
    captured = ROOT / "vectors" / "captured"
    loaded = loaded_by(
        *("decrypt-wallet", "--show"),
        *("--bundle", captured / "export_wallet.bundle.json"),
        *("--key", captured / "export_wallet.private"),
        *("--organization-id", "f9a31c64-d604-42e4-9bef-a773096afad7"),
    )
    assert not {*HEAVY, "cbor2", "Crypto"} & loaded
    assert own(loaded) == SHARED | {
        *(f"sealwax._codec.{name}" for name in ("base58", "der", "folding")),
        *(f"sealwax._codec.{name}" for name in ("json_excess", "strict_json", "violations")),
        *(f"sealwax._crypto.{name}" for name in ("bip39", "ecdsa", "frozen_secret", "hpke")),
        *(f"sealwax.bundles{name}" for name in ("", ".answers", ".signed_envelope", ".exports")),
        *(f"sealwax.cli.{name}" for name in ("answers", "decrypt_wallet", "exports")),
        "sealwax.wallets",
    }


@pytest.mark.parametrize("words", [["--help"], ["help"], []])
def test_the_list_of_commands_imports_none(words: list[str]) -> None:
    """Its time is the time of what it imports, and `sealwax keygen --help` imports more."""
    listing = modules_of(words)
    assert "sealwax.cli.keygen" not in listing
    assert listing - modules_of(["keygen", "--help"]) <= {"importlib.util", "importlib._abc", "shlex"}


@pytest.mark.parametrize(("words", "cword"), [("sealwax ", 1), ("sealwax ke", 1), ("sealwax --", 1)])
def test_completing_a_command_imports_none(words: str, cword: int) -> None:
    variables = {"_SEALWAX_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(cword)}
    listing = modules_of([], **variables)
    assert "sealwax.cli.keygen" not in listing
    assert listing - modules_of(["keygen", "--help"]) <= {"importlib.util", "importlib._abc", "shlex"}


def modules_of(words: list[str], **variables: str) -> set[str]:
    """The modules that the command line has imported at its end."""
    code = (
        f"import atexit, sys; sys.argv = {['sealwax', *words]!r}; "
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr)); from sealwax.cli import main; main()"
    )
    # What measures coverage loads modules of its own.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env=environment | variables,
    )
    return {*ran.stderr.splitlines()[-1].split()}


@pytest.mark.parametrize("command", [*((name,) for name in COMMANDS if name not in GROUPS), *SUBCOMMANDS])
def test_every_commands_help_has_an_example(cli: Cli, command: tuple[str, ...]) -> None:
    result = cli(*command, "--help")
    assert result.exit_code == 0
    shown = result.stdout.decode()
    _, _, block = shown.partition("\n  Example:\n")
    example, _, _ = block.partition("\n\n")
    assert "sealwax " + " ".join(command) in example
    assert all(len(line) <= 96 for line in example.splitlines())
    # Copied into a shell, it is a command: its quotes close, and its lines are joined.
    for line in re.sub(r"\\\n", " ", example).splitlines():
        if "sealwax " + " ".join(command) not in line:
            continue
        words = [word for part in shlex.split(line) for word in part.strip("$()").split()]
        after = words[words.index("sealwax") + 1 + len(command) :]
        options = {word for word in after if word.startswith("--")} - {"--data-binary"}
        assert options <= set(re.findall(r"^  (?:-., )?(--[a-z0-9-]+)", shown, re.MULTILINE))
