import json
from pathlib import Path

import pytest
from mnemonic import Mnemonic

from sealwax.testing import ReferenceEnclave
from sealwax.wallets import encrypt_keystore, format_private_key
from sealwax.wallets.key_formats import KEY_FORMATS
from tests.cli.terminal import run_on_a_terminal
from tests.conftest import ORGANIZATION, USER, Cli, CliResult

MNEMONIC = Mnemonic("czech").to_mnemonic(bytes(range(16)))
PRIVATE_KEY = b"\x1f" * 32


def arguments(enclave: ReferenceEnclave, tmp_path: Path, kind: str) -> list[str]:
    """The command that imports to a fresh bundle of the reference enclave."""
    bundle = tmp_path / "bundle.json"
    bundle.write_text(enclave.import_bundle(organization_id=ORGANIZATION, user_id=USER))
    return [
        f"import-{kind}",
        f"--bundle={bundle}",
        f"--organization-id={ORGANIZATION}",
        f"--user-id={USER}",
        f"--signer-public-key={enclave.keys.signer}",
    ]


def run(
    cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, kind: str, *more: str | Path, stdin: str = ""
) -> CliResult:
    return cli(*arguments(enclave, tmp_path, kind), *more, stdin=stdin.encode())


def opened(enclave: ReferenceEnclave, result: CliResult) -> bytes:
    assert (result.exit_code, result.stderr) == (0, "")
    return enclave.open_import(result.stdout.decode(), organization_id=ORGANIZATION, user_id=USER)


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_wallet_from_a_file_or_standard_input(
    cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, end: str
) -> None:
    (tmp_path / "words").write_bytes(f"{MNEMONIC}{end}".encode())
    result = run(cli, enclave, tmp_path, "wallet", "--mnemonic-file", tmp_path / "words")
    assert opened(enclave, result) == MNEMONIC.encode()
    result = run(cli, enclave, tmp_path, "wallet", "--mnemonic-file", "-", stdin=MNEMONIC + end)
    assert opened(enclave, result) == MNEMONIC.encode()


def test_a_passphrase_from_a_file(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
    (tmp_path / "words").write_text(MNEMONIC)
    (tmp_path / "pass").write_text(" pässword \n")
    result = run(
        cli,
        enclave,
        tmp_path,
        "wallet",
        "--mnemonic-file",
        tmp_path / "words",
        "--passphrase-file",
        tmp_path / "pass",
    )
    assert opened(enclave, result) == f"{MNEMONIC}\n--PASS--\n pässword ".encode()


def test_an_invalid_mnemonic_is_sealed_only_when_asked_for(
    cli: Cli, enclave: ReferenceEnclave, tmp_path: Path
) -> None:
    arguments = ("wallet", "--mnemonic-file", "-")
    refused = run(cli, enclave, tmp_path, *arguments, stdin="correct horse")
    assert (refused.exit_code, refused.stdout) == (1, b"")
    assert refused.stderr.startswith("error[malformed]: the mnemonic is not valid BIP-39")
    assert "horse" not in refused.stderr
    allowed = run(cli, enclave, tmp_path, *arguments, "--allow-invalid-mnemonic", stdin="correct horse")
    assert opened(enclave, allowed) == b"correct horse"


def test_a_private_key(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(f"0x{PRIVATE_KEY.hex()}\n")
    result = run(cli, enclave, tmp_path, "private-key", "--private-key-file", tmp_path / "key")
    assert opened(enclave, result) == PRIVATE_KEY
    refused = run(cli, enclave, tmp_path, "private-key", "--private-key-file", "-", stdin="1f1f")
    assert (refused.exit_code, refused.stdout) == (1, b"")
    assert refused.stderr.startswith("error[malformed]: ")
    assert "1f1f" not in refused.stderr


@pytest.mark.parametrize("form", KEY_FORMATS)
def test_a_private_key_in_each_form(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, form: str) -> None:
    (tmp_path / "key").write_text(format_private_key(PRIVATE_KEY, form) + "\n")
    result = run(cli, enclave, tmp_path, "private-key", "--private-key-file", tmp_path / "key")
    assert opened(enclave, result) == PRIVATE_KEY


class TestKeystore:
    PASSWORD = "correct horse"

    def run(self, cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, password: str) -> CliResult:
        (tmp_path / "keystore").write_text(encrypt_keystore(PRIVATE_KEY, self.PASSWORD))
        (tmp_path / "password").write_text(password)
        files = [f"--keystore-file={tmp_path}/keystore", f"--password-file={tmp_path}/password"]
        return run(cli, enclave, tmp_path, "private-key", *files)

    def test_its_key_is_sealed(self, cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
        assert opened(enclave, self.run(cli, enclave, tmp_path, self.PASSWORD)) == PRIVATE_KEY

    def test_another_password(self, cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
        result = self.run(cli, enclave, tmp_path, "correct mouse")
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[decryption-failed]: the password does not open the keystore")
        assert "mouse" not in result.stderr

    @pytest.mark.parametrize("more", [["--private-key-file=x", "--keystore-file=x"], ["--password-file=x"]])
    def test_options_that_exclude_each_other(
        self, cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, more: list[str]
    ) -> None:
        result = run(cli, enclave, tmp_path, "private-key", *more)
        assert (result.exit_code, result.stdout) == (2, b"")


@pytest.mark.parametrize("kind", ["wallet", "private-key"])
def test_without_a_terminal_or_a_file_it_says_what_to_give(
    cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, kind: str
) -> None:
    result = run(cli, enclave, tmp_path, kind)
    assert (result.exit_code, result.stdout) == (2, b"")
    assert "there is no terminal to ask on" in result.stderr


def test_the_services_whole_answer_is_taken(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
    (tmp_path / "words").write_text(MNEMONIC)
    words = f"--mnemonic-file={tmp_path / 'words'}"
    command = [*arguments(enclave, tmp_path, "wallet"), words, "--bundle"]
    bundle = (tmp_path / "bundle.json").read_text()
    answer = {"activity": {"result": {"initImportWalletResult": {"importBundle": bundle}}}}
    (tmp_path / "answer").write_text(json.dumps(answer))
    assert opened(enclave, cli(*command, tmp_path / "answer")) == MNEMONIC.encode()
    other = cli(*command, "-", stdin=b'{"activity":{"result":{}}}')
    assert (other.exit_code, other.stdout) == (1, b"")
    assert other.stderr.startswith("error[malformed]: the answer has no import bundle")


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("--organization-id", "x", "wrong-organization"),
        ("--user-id", "x", "wrong-user"),
        ("--signer-public-key", "04" + "ab" * 64, "malformed"),
    ],
)
def test_refusals(
    cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, option: str, value: str, code: str
) -> None:
    for kind in ("wallet", "private-key"):
        result = run(cli, enclave, tmp_path, kind, option, value)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith(f"error[{code}]: ")


@pytest.mark.parametrize("kind", ["wallet", "private-key"])
def test_what_the_service_says_is_shown(
    cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, kind: str
) -> None:
    for answer, code, said in (
        ({"code": 16, "message": "no such key", "details": []}, "service-error", "no such key (code 16)"),
        ({"activity": {"status": "ACTIVITY_STATUS_PENDING"}}, "not-completed", "ACTIVITY_STATUS_PENDING"),
    ):
        result = run(cli, enclave, tmp_path, kind, "--bundle=-", stdin=json.dumps(answer))
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith(f"error[{code}]: ")
        assert said in result.stderr


def test_mnemonic_and_passphrase_are_asked_for_unseen(enclave: ReferenceEnclave, tmp_path: Path) -> None:
    mnemonic = Mnemonic("english").to_mnemonic(bytes(range(16)))
    command = [*arguments(enclave, tmp_path, "wallet"), "--ask-passphrase"]
    prompts = [
        (b"Mnemonic: ", mnemonic.encode()),
        (b"Passphrase: ", b"TREZOR"),
        (b"Repeat for confirmation: ", b"mistyped"),
        (b"Passphrase: ", b"TREZOR"),
        (b"Repeat for confirmation: ", b"TREZOR"),
    ]
    session = run_on_a_terminal(command, prompts)
    assert session.exit_code == 0
    assert not any(secret in session.shown for secret in (b"abandon", b"TREZOR", b"mistyped"))
    sealed = enclave.open_import(session.piped.decode(), organization_id=ORGANIZATION, user_id=USER)
    assert sealed == f"{mnemonic}\n--PASS--\nTREZOR".encode()


def test_what_is_typed_has_to_be_text(enclave: ReferenceEnclave, tmp_path: Path) -> None:
    command = arguments(enclave, tmp_path, "private-key")
    session = run_on_a_terminal(command, [(b"Private key: ", b"secret\xff")])
    assert (session.exit_code, session.piped) == (1, b"")
    assert b"error[malformed]: " in session.shown
    assert b"secret" not in session.shown


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--mnemonic-file", "-", "--passphrase-file", "-"], "only one file can be -"),
        (["--bundle", "-", "--mnemonic-file", "-"], "only one file can be -"),
        (["--ask-passphrase", "--passphrase-file", "x"], "either --passphrase-file or --ask-passphrase"),
    ],
)
def test_options_that_exclude_each_other(
    cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, options: list[str], problem: str
) -> None:
    result = run(cli, enclave, tmp_path, "wallet", *options)
    assert (result.exit_code, result.stdout) == (2, b"")
    assert problem in result.stderr


def test_an_empty_passphrase_is_no_passphrase(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
    (tmp_path / "pass").write_text("\n")
    more = ["--mnemonic-file", "-", "--passphrase-file", str(tmp_path / "pass")]
    result = run(cli, enclave, tmp_path, "wallet", *more, stdin=MNEMONIC)
    assert (result.exit_code, result.stdout) == (1, b"")
    assert "the passphrase is empty; leave the option out" in result.stderr
