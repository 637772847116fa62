"""Where ``--key`` reads a key from, in every command that takes one."""

import base64
import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
)

from sealwax import ApiKey, Curve, TargetKey
from sealwax._crypto.key_files import FORMS, FoundKey, write_foreign_key
from tests.cli.test_decrypt_wallet import ENCLAVE, sealed
from tests.conftest import ORGANIZATION, TARGET, Cli, CliResult

SCALAR = bytes(range(1, 33))
KEY = ApiKey(SCALAR, "p256")
TARGET_SCALAR = bytes.fromhex(TARGET.private_key_hex())
CURVES: tuple[Curve, ...] = ("p256", "secp256k1", "ed25519")
PASSWORD = "a password"
ENCRYPTED = TARGET.private_key_object().private_bytes(
    Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(PASSWORD.encode())
)


def stamp(cli: Cli, value: str | Path, *more: str | Path, stdin: bytes = b"{}") -> CliResult:
    return cli("stamp", "--key", value, *more, "-", stdin=stdin)


def decrypt(cli: Cli, value: str | Path, *more: str | Path) -> CliResult:
    arguments = ["--organization-id", ORGANIZATION, "--signer-public-key", ENCLAVE.keys.signer]
    bundle = sealed("words").encode()
    return cli("decrypt-wallet", "--bundle", "-", "--key", value, *arguments, *more, stdin=bundle)


def refused(result: CliResult, start: str) -> None:
    assert (result.exit_code, result.stdout) == (1, b"")
    assert result.stderr.startswith(start)
    assert SCALAR.hex() not in result.stderr


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_read_by_every_command(cli: Cli, tmp_path: Path, form: str) -> None:
    (tmp_path / "a").write_bytes(write_foreign_key(FoundKey(SCALAR, "p256", "api"), form))
    (tmp_path / "t").write_bytes(write_foreign_key(FoundKey(TARGET_SCALAR, "p256", "target"), form))
    assert stamp(cli, tmp_path / "a").exit_code == 0
    assert decrypt(cli, tmp_path / "t")[:2] == (0, b"words\n")


class TestEncrypted:
    def test_the_password_may_be_in_a_file(self, cli: Cli, tmp_path: Path) -> None:
        (tmp_path / "t").write_bytes(ENCRYPTED)
        (tmp_path / "p").write_text(PASSWORD + "\n")
        opened = decrypt(cli, tmp_path / "t", "--key-password-file", tmp_path / "p")
        assert opened[:2] == (0, b"words\n")
        (tmp_path / "p").write_text("another\n")
        wrong = decrypt(cli, tmp_path / "t", "--key-password-file", tmp_path / "p")
        refused(wrong, f"error[decryption-failed]: --key {tmp_path / 't'}: the password is wrong")
        assert "another" not in wrong.stderr

    def test_without_a_terminal_it_says_what_to_give(self, cli: Cli, tmp_path: Path) -> None:
        (tmp_path / "t").write_bytes(ENCRYPTED)
        result = decrypt(cli, tmp_path / "t")
        assert (result.exit_code, result.stdout) == (2, b"")
        assert "--key-password-file" in result.stderr


class TestEnvironment:
    def test_the_caller_names_the_variable(self, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        for form in ("hex", "pem", "jwk"):
            content = write_foreign_key(FoundKey(SCALAR, "p256", "api"), form)
            monkeypatch.setenv("MY_KEY", content.decode())
            assert stamp(cli, "env:MY_KEY").exit_code == 0

    def test_what_environments_do_to_a_key(self, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        pem = write_foreign_key(FoundKey(SCALAR, "p256", "api"), "pem").decode()
        bag = f"Bag Attributes\n    localKeyID: 01\nKey Attributes: <No Attributes>\n{pem}"
        escaped = pem.replace("\n", "\\n")
        in_base64 = base64.b64encode(pem.encode()).decode()
        for value in (escaped, f'"{escaped}"', f"'{pem}'", in_base64, bag, f'"{SCALAR.hex()}"'):
            monkeypatch.setenv("MY_KEY", value)
            assert stamp(cli, "env:MY_KEY").exit_code == 0
            shown = cli("public", "--type", "api", "--curve", "p256", "env:MY_KEY")
            assert (shown.exit_code, shown.stdout.decode().strip()) == (0, KEY.public_key)

    def test_errors_name_it_once_it_was_read(self, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("MY_KEY", "x" * 64)
        refused(stamp(cli, "env:MY_KEY"), "error[malformed]: --key env:MY_KEY: ")
        monkeypatch.setenv("MY_KEY", "1f" * 3000)
        refused(stamp(cli, "env:MY_KEY"), "error[malformed]: --key env:MY_KEY is larger than")

    @pytest.mark.parametrize("value", [None, ""])
    def test_one_that_is_not_set(self, cli: Cli, monkeypatch: pytest.MonkeyPatch, value: str | None) -> None:
        if value is None:
            monkeypatch.delenv("HUNTER2", raising=False)
        else:
            monkeypatch.setenv("HUNTER2", value)
        result = stamp(cli, "env:HUNTER2")
        refused(result, "error[malformed]: --key env:NAME: no environment variable has this name")
        assert "HUNTER2" not in result.stderr


class TestTkcli:
    """The named keys of the service's own command line."""

    @pytest.fixture
    def directory(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        for folder in ("keys", "encryption-keys"):
            (tmp_path / "turnkey" / folder).mkdir(parents=True)
        keys = tmp_path / "turnkey" / "keys"
        for curve in CURVES:
            key = ApiKey(SCALAR, curve)
            key.save(keys / f"{curve}.private")
            (keys / f"{curve}.public").write_text(key.public_key)
            meta = {"name": curve, "organizations": ["o"], "public_key": key.public_key, "scheme": key.scheme}
            (keys / f"{curve}.meta").write_text(json.dumps(meta) + "\n")
        encryption = tmp_path / "turnkey" / "encryption-keys"
        (encryption / "default.private").write_text(TARGET.private_key_hex())
        (encryption / "default.meta").write_text(json.dumps({"public_key": TARGET.public_key}))
        return tmp_path / "turnkey"

    @pytest.mark.usefixtures("directory")
    @pytest.mark.parametrize("curve", CURVES)
    def test_a_named_key(self, cli: Cli, curve: Curve) -> None:
        assert stamp(cli, f"tkcli:{curve}").exit_code == 0
        shown = cli("public", f"tkcli:{curve}").stdout.decode().strip()
        assert shown == ApiKey(SCALAR, curve).public_key

    @pytest.mark.usefixtures("directory")
    def test_a_named_encryption_key(self, cli: Cli) -> None:
        assert decrypt(cli, "tkcli:default")[:2] == (0, b"words\n")

    def test_below_the_home_directory(
        self, cli: Cli, directory: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("XDG_CONFIG_HOME")
        monkeypatch.setenv("HOME", str(directory.parent))
        directory.parent.joinpath(".config").mkdir()
        directory.rename(directory.parent / ".config" / "turnkey")
        assert stamp(cli, "tkcli:p256").exit_code == 0

    def test_a_description_of_another_key(self, cli: Cli, directory: Path) -> None:
        for content in ('{"public_key":"02"}', "{}", '{"public_key":5}'):
            (directory / "keys" / "p256.meta").write_text(content)
            refused(stamp(cli, "tkcli:p256"), "error[key-mismatch]: --key ")
        (directory / "keys" / "p256.meta").write_text("[")
        refused(stamp(cli, "tkcli:p256"), "error[malformed]: ")
        (directory / "keys" / "p256.meta").unlink()
        assert stamp(cli, "tkcli:p256").exit_code == 0

    def test_a_public_key_of_another_key(self, cli: Cli, directory: Path) -> None:
        (directory / "keys" / "p256.meta").unlink()
        file = directory / "keys" / "p256.public"
        right = file.read_text()
        for content in (right[:-1] + ("0" if right[-1] != "0" else "1"), right[:-1], "", "é"):
            file.write_text(content)
            refused(stamp(cli, "tkcli:p256"), "error[key-mismatch]: --key ")
        refused(cli("public", "tkcli:p256"), f"error[key-mismatch]: {directory}")
        file.write_text(right + "\n")
        assert stamp(cli, "tkcli:p256").exit_code == 0

    def test_a_key_with_no_file_beside_it(self, cli: Cli, directory: Path) -> None:
        (directory / "encryption-keys" / "default.meta").unlink()
        assert decrypt(cli, "tkcli:default")[:2] == (0, b"words\n")

    @pytest.mark.usefixtures("directory")
    @pytest.mark.parametrize("name", ["", ".", "..", "../keys/p256", "/etc/passwd", "a\\b"])
    def test_a_name_is_not_a_path(self, cli: Cli, name: str) -> None:
        refused(stamp(cli, f"tkcli:{name}"), "error[malformed]: --key tkcli:NAME: the name must be that of")

    @pytest.mark.usefixtures("directory")
    def test_a_key_that_is_not_there(self, cli: Cli) -> None:
        result = stamp(cli, "tkcli:hunter2")
        refused(result, "error[malformed]: --key tkcli:NAME: /")
        assert "turnkey/keys has no key of this name" in result.stderr
        assert "hunter2" not in result.stderr
        refused(cli("public", "tkcli:hunter2"), "error[malformed]: tkcli:NAME: /")


def test_a_file_may_have_the_name_of_a_prefix(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    KEY.save("env:x")
    assert stamp(cli, "./env:x").exit_code == 0


def test_a_key_from_standard_input(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "body").write_bytes(b"{}")
    key = write_foreign_key(FoundKey(SCALAR, "p256", None), "pem")
    assert cli("stamp", "--key", "-", tmp_path / "body", stdin=key).exit_code == 0


def test_target_keys_of_another_curve_or_purpose(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "t").write_bytes(write_foreign_key(FoundKey(SCALAR, "secp256k1", None), "pem"))
    refused(decrypt(cli, tmp_path / "t"), f"error[unsupported]: --key {tmp_path / 't'}: a target key is on")
    assert TargetKey.from_private_key(TARGET_SCALAR) == TARGET
