import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from sealwax.cli import app, usage
from sealwax.errors import install_command
from tests.conftest import Cli
from tools.support.commands import commands

COMMANDS = [
    "account",
    "addresses",
    "attest",
    "audit",
    "client-signature",
    "convert-key",
    "decrypt-account",
    "decrypt-credential",
    "decrypt-file",
    "decrypt-secret",
    "decrypt-wallet",
    "doctor",
    "encrypt-otp",
    "encrypt-secret",
    "encrypt-to-quorum-key",
    "fingerprint",
    "identity",
    "import-private-key",
    "import-wallet",
    "inspect",
    "keygen",
    "operations",
    "proposal",
    "public",
    "recover",
    "release",
    "request",
    "serve",
    "stamp",
    "vectors",
    "verify-attestation-document",
    "verify-custom-proof",
    "verify-proof",
    "verify-signature",
    "verify-stamp",
    "verify-token",
    "verify-votes",
    "verify-webhook",
]
GROUPS = {"operations", "proposal", "release", "vectors"}
SUBCOMMANDS = [
    ("operations", "describe"),
    ("operations", "list"),
    ("operations", "schema"),
    ("proposal", "combine"),
    ("proposal", "new"),
    ("proposal", "show"),
    ("proposal", "stamp"),
    ("release", "follow"),
    ("release", "show"),
    ("release", "verify"),
    ("vectors", "generate"),
    ("vectors", "verify"),
]


def test_help_lists_every_command(cli: Cli) -> None:
    result = cli("--help")
    assert result.exit_code == 0
    listing = result.stdout.decode()
    assert all(f"\n  {command} " in listing for command in COMMANDS)
    assert "..." not in listing.partition("Recover:")[2]  # every line of it is whole
    topics = re.findall(r"^([A-Z][a-z ]+):$", listing, re.MULTILINE)
    assert topics[1:] == [*app._TOPICS]
    assert list(app._COMMANDS) == sorted(COMMANDS)


def test_the_options_are_listed_by_topic_after_the_example(cli: Cli) -> None:
    shown = cli("account", "--help").stdout.decode()
    headings = re.findall(r"^ {0,2}([A-Z][a-z ]+):$", shown, re.MULTILINE)
    assert headings == ["Example", "Options", "Keys", "Wallets", "Accounts", "Keys of the enclaves", "Output"]
    assert "--bundle" in shown.partition("Options:")[2].partition("Keys:")[0]
    assert "--show" in shown.partition("Output:")[2]


def test_each_option_with_a_topic_is_one_of_a_command() -> None:
    options = {option for _, command in commands() for each in command.params for option in each.opts}
    assert options >= {*usage._TOPIC_OF}


def test_version(cli: Cli) -> None:
    shown = cli("--version").stdout
    assert shown.startswith(b"sealwax, version ")
    assert cli("-V").stdout == cli("version").stdout == shown


@pytest.mark.parametrize("words", [(), ("stamp",), ("vectors",), ("vectors", "verify")])
def test_help_is_a_command_too(cli: Cli, words: tuple[str, ...]) -> None:
    assert cli("help", *words) == cli(*words, "--help")


@pytest.mark.parametrize("arguments", [["nothing"], ["stamp"], ["keygen", "--type", "other"], ["--nothing"]])
def test_wrong_usage_exits_2(cli: Cli, arguments: list[str]) -> None:
    result = cli(*arguments)
    assert result.exit_code == 2
    assert result.stdout == b""
    assert "Usage: sealwax" in result.stderr


def test_an_interrupt_ends_it_without_a_traceback() -> None:
    code = (
        "import builtins, sys\n"
        "from sealwax.cli import main\n"
        "real = builtins.__import__\n"
        "def interrupt(name, *more):\n"
        "    if name == 'app': raise KeyboardInterrupt\n"
        "    return real(name, *more)\n"
        "builtins.__import__ = interrupt\n"
        "main()"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "")


def test_a_fault_of_ours_shows_no_traceback_and_no_detail(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(app.sealwax, "invoke", fail)
    monkeypatch.setattr(app.sealwax, "main", fail)
    result = cli("stamp")
    assert result.exit_code == 1
    assert result.stderr == (
        "error[internal]: sealwax has a defect (RuntimeError); please report how to reproduce it\n"
    )


def test_errors_are_one_line_whatever_they_quote(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "\n\x1b[31m\u202e").mkdir()
    result = cli("stamp", "--key", tmp_path / "\n\x1b[31m\u202e", "-")
    assert result.exit_code == 1
    assert result.stderr == (
        f"error[file]: --key {tmp_path}/\\n\\u001b[31m\\u202e: Is a directory; name a file, not a directory\n"
    )


def test_what_a_missing_directory_was_named_by(cli: Cli, tmp_path: Path) -> None:
    missing = tmp_path / "hunter2" / "a"
    for arguments, option in (
        (("keygen", "--type", "api", "--out", missing), "--out"),
        (("vectors", "verify", missing), "the argument PATH"),
    ):
        result = cli(*arguments)
        assert result.stderr == f"error[file]: {option}: No such file or directory; check the path\n"


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


class TestCommandsOfOtherPackages:
    @pytest.mark.parametrize("name", ["serve", "vectors"])
    def test_with_its_package_the_command_runs(self, cli: Cli, name: str) -> None:
        result = cli(name, "--help")
        assert result.exit_code == 0
        assert result.stdout.startswith(f"Usage: sealwax {name} ".encode())
        assert cli("help", name) == result

    @pytest.fixture
    def without_packages(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(metadata, "entry_points", lambda **_: ())
        monkeypatch.setattr(app, "find_spec", lambda _: None)

    @pytest.mark.usefixtures("without_packages")
    @pytest.mark.parametrize(
        "arguments",
        [
            *(
                ["serve"],
                ["serve", "--help"],
                ["serve", "-h"],
                ["serve", "--port", "1"],
                ["serve", "--", "x"],
            ),
            *(
                ["vectors"],
                ["vectors", "--help"],
                ["vectors", "verify", "x"],
                ["vectors", "verify", "--help"],
            ),
            *(["help", "serve"], ["help", "vectors"], ["help", "vectors", "verify"]),
        ],
    )
    def test_without_its_package_it_names_the_package(self, cli: Cli, arguments: list[str]) -> None:
        name = "serve" if "serve" in arguments else "vectors"
        package = {"serve": "sealwax-service", "vectors": "sealwax-vectors"}[name]
        result = cli(*arguments)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr == (
            f"error[missing-extra]: the command {name} is in {package}, which is not installed; "
            f"run: {install_command(package)}\n"
        )

    @pytest.mark.usefixtures("without_packages")
    def test_without_its_package_the_help_lists_it(self, cli: Cli) -> None:
        # The help breaks its lines at hyphens, too.
        listing = "".join(cli("--help").stdout.decode().split())
        assert "serveServetheAPIonthismachine,fortests;needssealwax-service." in listing
        assert "vectorsMakeandverifytestvectors;needssealwax-vectors." in listing

    @pytest.mark.usefixtures("without_packages")
    def test_without_its_package_completion_has_its_name(self) -> None:
        assert completed("ser") == [("plain", "serve")]
        assert completed("vectors", "") == completed("vectors", "verify", "") == []

    def test_without_the_metadata_of_its_package_it_says_so(
        self, cli: Cli, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(metadata, "entry_points", lambda **_: ())
        assert cli("serve").stderr == (
            "error[missing-extra]: the command serve is in sealwax-service, which is here without its "
            f"metadata (*.dist-info); run: {install_command('sealwax-service')}\n"
        )
        assert "needs sealwax-service" not in cli("--help").stdout.decode()

    def test_a_package_that_is_broken_is_not_called_missing(
        self, cli: Cli, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        broken = metadata.EntryPoint("serve", "sealwax.no_such_module:serve", "sealwax.commands")
        monkeypatch.setattr(metadata, "entry_points", lambda **_: (broken,))
        assert cli("serve").stderr.startswith("error[internal]: ")


def completed(*words: str) -> list[tuple[str, str]]:
    """What completes the last word."""
    completer = ShellComplete(app.sealwax, {}, "sealwax", "_SEALWAX_COMPLETE")
    return [(item.type, item.value) for item in completer.get_completions(list(words[:-1]), words[-1])]


def test_every_command_has_the_summary_of_the_table() -> None:
    for words, command in commands():
        if len(words) == 1:
            assert command.short_help == app._SUMMARIES[words[0]]


def test_completion_knows_commands_files_and_formats() -> None:
    assert ("plain", "decrypt-wallet") in completed("decr")
    assert completed("vectors", "ver") == [("plain", "verify")]
    assert completed("decrypt-wallet", "--bundle", "a") == [("file", "a")]
    assert completed("inspect", "a") == [("file", "a")]
    assert completed("account", "--address-format", "eth") == [("plain", "ethereum")]
    assert ("plain", "wif") in completed("account", "--form", "w")
