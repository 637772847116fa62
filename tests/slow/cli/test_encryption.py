"""Encrypted output: what is written opens with its identity alone, and nothing is written in the clear."""

import shutil
import stat
import subprocess
from pathlib import Path

import click
import pytest

from sealwax import ApiKey
from sealwax.errors import install_command
from tests.cli.terminal import run_on_a_terminal
from tests.cli.test_decrypt_wallet import CAPTURED_ARGUMENTS
from tests.conftest import CapturedWallet, Cli
from tools.support.commands import commands

pyrage = pytest.importorskip("pyrage", reason="the extra age is not installed")
IDENTITY = pyrage.x25519.Identity.generate()
RECIPIENT = str(IDENTITY.to_public())
ADDRESS = "0x35B286d5Ae4a3bcd556f2322B1e5E9Bb17FcfD06"


def test_every_command_that_writes_a_secret_takes_it() -> None:
    writers = {
        words[0]
        for words, command in commands()
        if any("--recipient" in parameter.opts for parameter in command.params)
    }
    outputs = {
        words[0]
        for words, command in commands()
        for parameter in command.params
        if isinstance(parameter, click.Option) and "--output" in parameter.opts
    }
    # `proposal` writes what is sent on, `decrypt-file` undoes the encryption; `keygen` names two files.
    assert writers == outputs - {"decrypt-file", "proposal"} | {"keygen"}
    assert len(writers) > 4


def test_what_is_written_opens_with_the_identity(
    cli: Cli, tmp_path: Path, captured_wallet: CapturedWallet
) -> None:
    output = tmp_path / "out.age"
    result = cli(*CAPTURED_ARGUMENTS, "--recipient", RECIPIENT, "--output", output)
    assert (result.exit_code, result.stdout) == (0, b"")
    content = output.read_bytes()
    assert stat.S_IMODE(output.stat().st_mode) == 0o600
    assert captured_wallet.mnemonic.encode() not in content
    assert pyrage.decrypt(content, [IDENTITY]).decode() == captured_wallet.mnemonic + "\n"
    with pytest.raises(pyrage.DecryptError):
        pyrage.decrypt(content, [pyrage.x25519.Identity.generate()])


def test_other_commands(cli: Cli, tmp_path: Path) -> None:
    piped = cli("account", *CAPTURED_ARGUMENTS[1:], "--expect-address", ADDRESS, "--recipient", RECIPIENT)
    assert pyrage.decrypt(piped.stdout, [IDENTITY]).startswith(b"0x")
    ApiKey(b"\x1f" * 32, "p256").save(tmp_path / "a.private")
    arguments = ["--to", "pem", "--output", tmp_path / "a.age", "--recipient", RECIPIENT]
    assert cli("convert-key", *arguments, tmp_path / "a.private").exit_code == 0
    opened = pyrage.decrypt((tmp_path / "a.age").read_bytes(), [IDENTITY])
    assert opened.startswith(b"-----BEGIN PRIVATE KEY-----")


@pytest.mark.parametrize(
    "options", [["api"], ["api", "--curve=secp256k1"], ["api", "--curve=ed25519"], ["target"]]
)
def test_a_new_key(cli: Cli, tmp_path: Path, options: list[str]) -> None:
    arguments = ["keygen", "--out", tmp_path / "a", "--type", *options, "--recipient", RECIPIENT]
    made = cli(*arguments)
    assert made.exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.private.age", "a.public"]
    assert stat.S_IMODE((tmp_path / "a.private.age").stat().st_mode) == 0o600
    assert made.stderr == f"wrote {tmp_path / 'a'}.private.age (keep it secret) and {tmp_path / 'a'}.public\n"
    key = pyrage.decrypt((tmp_path / "a.private.age").read_bytes(), [IDENTITY])
    assert cli("public", "--type", options[0], "-", stdin=key).stdout == made.stdout
    # Nothing is overwritten.
    assert cli(*arguments).exit_code == 1
    assert pyrage.decrypt((tmp_path / "a.private.age").read_bytes(), [IDENTITY]) == key


def test_several_recipients_and_files_of_them(
    cli: Cli, tmp_path: Path, captured_wallet: CapturedWallet
) -> None:
    other = pyrage.x25519.Identity.generate()
    (tmp_path / "recipients").write_text(f"# mine\n\n{other.to_public()}\n")
    more = ["--recipient", RECIPIENT, "--recipient", tmp_path / "recipients"]
    content = cli(*CAPTURED_ARGUMENTS, *more).stdout
    for identity in (IDENTITY, other):
        assert pyrage.decrypt(content, [identity]).decode() == captured_wallet.mnemonic + "\n"


def test_a_passphrase(cli: Cli, tmp_path: Path, captured_wallet: CapturedWallet) -> None:
    (tmp_path / "p").write_text("a passphrase\n")
    content = cli(*CAPTURED_ARGUMENTS, "--encrypt-passphrase-file", tmp_path / "p").stdout
    assert pyrage.passphrase.decrypt(content, "a passphrase").decode() == captured_wallet.mnemonic + "\n"


@pytest.mark.parametrize("passphrase", ["", "eleven char"])
def test_a_short_passphrase_is_refused(cli: Cli, tmp_path: Path, passphrase: str) -> None:
    (tmp_path / "p").write_text(f"{passphrase}\n")
    output = tmp_path / "out.age"
    result = cli(*CAPTURED_ARGUMENTS, "--encrypt-passphrase-file", tmp_path / "p", "--output", output)
    assert result.stderr == (
        "error[malformed]: the passphrase to encrypt with must have at least 12 characters\n"
    )
    assert not output.exists()


def test_a_passphrase_is_asked_for_twice(tmp_path: Path, captured_wallet: CapturedWallet) -> None:
    output = tmp_path / "out.age"
    answers = [(b"encrypt with: ", b"a passphrase"), (b"confirmation: ", b"a passphrase")]
    command = [*CAPTURED_ARGUMENTS, "--ask-encrypt-passphrase", f"--output={output}"]
    session = run_on_a_terminal(command, answers)
    assert (session.exit_code, session.piped) == (0, b"")
    assert b"a passphrase" not in session.shown
    opened = pyrage.passphrase.decrypt(output.read_bytes(), "a passphrase")
    assert opened.decode() == captured_wallet.mnemonic + "\n"


def test_age_opens_it(cli: Cli, tmp_path: Path, captured_wallet: CapturedWallet) -> None:
    if shutil.which("age") is None or shutil.which("ssh-keygen") is None:
        pytest.skip("age or ssh-keygen is not installed")
    (tmp_path / "identity").write_text(str(IDENTITY))
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "ssh"], check=True)
    for recipient, identity in ((RECIPIENT, "identity"), ((tmp_path / "ssh.pub").read_text(), "ssh")):
        output = tmp_path / f"{identity}.age"
        assert cli(*CAPTURED_ARGUMENTS, "--recipient", recipient, "--output", output).exit_code == 0
        opened = subprocess.run(
            ["age", "-d", "-i", tmp_path / identity, output], capture_output=True, check=True
        )
        assert opened.stdout.decode() == captured_wallet.mnemonic + "\n"


class TestRefusals:
    @pytest.mark.parametrize(
        ("value", "why"),
        [
            (
                "age1yubikey1q2w7u3vpya839jxxuq8g0sedh3d740d4xvn639sqhr95ejj8vu3hyfumptt",
                "for a plugin of age",
            ),
            ("age1tag1q2w7u3vpya839jxxuq8g0sedh3d740d4xvn639sqhr95ejj8vu3hyfumptt", "for a plugin of age"),
            ("ecdsa-sha2-nistp256 AAAA", "an SSH key that age cannot encrypt to"),
            ("sk-ssh-ed25519@openssh.com AAAA", "an SSH key that age cannot encrypt to"),
        ],
    )
    def test_other_recipients_are_named(self, cli: Cli, tmp_path: Path, value: str, why: str) -> None:
        output, file = tmp_path / "out", tmp_path / "recipients"
        file.write_text(f"# mine\n{value}\n")
        for given in (value, file):
            result = cli(*CAPTURED_ARGUMENTS, "--recipient", given, "--output", output)
            assert (result.exit_code, result.stdout, output.exists()) == (1, b"", False)
            assert result.stderr.startswith(f"error[malformed]: --recipient is {why}")
            assert value not in result.stderr

    def test_an_identity_of_a_plugin(self, cli: Cli, tmp_path: Path) -> None:
        identity = "AGE-PLUGIN-YUBIKEY-1XQ2W7U3VPYA839JXXUQ8"
        result = cli(*CAPTURED_ARGUMENTS, "--recipient", identity)
        assert result.exit_code == 2
        assert "--recipient is an identity, which is secret" in result.stderr
        (tmp_path / "identity").write_text(f"# serial\n{identity}\n")
        (tmp_path / "file.age").write_bytes(b"age-encryption.org/v1\n")
        result = cli("decrypt-file", "--identity", tmp_path / "identity", tmp_path / "file.age")
        assert (result.exit_code, result.stdout) == (1, b"")
        assert "--identity is for a plugin of age" in result.stderr
        assert identity not in result.stderr

    @pytest.mark.parametrize("value", ["age1hunter2", "ssh-ed25519 hunter2", "ssh-rsa AAAA", "age1"])
    def test_what_is_no_recipient(self, cli: Cli, tmp_path: Path, value: str) -> None:
        output = tmp_path / "out"
        result = cli(*CAPTURED_ARGUMENTS, "--recipient", value, "--output", output)
        assert (result.exit_code, result.stdout, output.exists()) == (1, b"", False)
        assert result.stderr.startswith("error[malformed]: --recipient must be age1")
        assert "hunter2" not in result.stderr

    @pytest.mark.parametrize("content", [b"", b"# none\n", b"hunter2\n", b"\xff"])
    def test_a_file_without_recipients(self, cli: Cli, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "r").write_bytes(content)
        result = cli(*CAPTURED_ARGUMENTS, "--recipient", tmp_path / "r")
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[malformed]: --recipient")
        missing = cli(*CAPTURED_ARGUMENTS, "--recipient", tmp_path / "hunter2")
        assert (missing.exit_code, missing.stdout, "hunter2" in missing.stderr) == (1, b"", False)
        assert missing.stderr == "error[file]: --recipient: No such file or directory; check the path\n"

    def test_an_identity_is_not_a_recipient(self, cli: Cli) -> None:
        result = cli(*CAPTURED_ARGUMENTS, "--recipient", str(IDENTITY))
        assert (result.exit_code, result.stdout) == (2, b"")
        assert str(IDENTITY) not in result.stderr

    def test_a_file_with_an_identity_is_not_one_of_recipients(self, cli: Cli, tmp_path: Path) -> None:
        (tmp_path / "identity").write_text(f"# public key: {IDENTITY.to_public()}\n{IDENTITY}\n")
        result = cli(*CAPTURED_ARGUMENTS, "--recipient", tmp_path / "identity")
        assert (result.exit_code, result.stdout) == (1, b"")
        assert "identity: the file has an identity, which is secret; pass its recipient" in result.stderr
        assert str(IDENTITY) not in result.stderr

    def test_options_that_exclude_each_other(self, cli: Cli, tmp_path: Path) -> None:
        (tmp_path / "p").write_text("x\n")
        file = ["--encrypt-passphrase-file", tmp_path / "p"]
        for more in ([*file, "--recipient", RECIPIENT], [*file, "--ask-encrypt-passphrase"]):
            result = cli(*CAPTURED_ARGUMENTS, *more)
            assert (result.exit_code, result.stdout) == (2, b"")
        (tmp_path / "p").write_text("\n")
        empty = cli(*CAPTURED_ARGUMENTS, *file)
        assert (empty.exit_code, empty.stdout) == (1, b"")

    def test_many_exports_are_compared_and_so_not_encrypted(self, cli: Cli, tmp_path: Path) -> None:
        folder = ["--bundle", tmp_path, "--output", tmp_path / "out"]
        result = cli(*CAPTURED_ARGUMENTS, *folder, "--recipient", RECIPIENT)
        assert (result.exit_code, "cannot be compared" in result.stderr) == (2, True)

    def test_without_the_extra(self, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(__import__("sys").modules, "pyrage", None)
        result = cli(*CAPTURED_ARGUMENTS, "--recipient", RECIPIENT)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.endswith(f"run: {install_command('age')}\n")
