import json
from pathlib import Path

import pytest

from sealwax.testing import ReferenceEnclave
from sealwax.wallets import format_private_key
from sealwax.wallets.key_formats import KEY_FORMATS
from tests.cli.terminal import run_on_a_terminal
from tests.cli.test_imports import arguments, opened, run
from tests.conftest import Cli, CliResult
from tests.wallets.test_keystore import PASSWORD, quick

PRIVATE_KEY = b"\x1f" * 32


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
    def run(self, cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, password: str) -> CliResult:
        (tmp_path / "keystore").write_text(json.dumps(quick(PRIVATE_KEY)))
        (tmp_path / "password").write_text(password)
        files = [f"--keystore-file={tmp_path}/keystore", f"--password-file={tmp_path}/password"]
        return run(cli, enclave, tmp_path, "private-key", *files)

    def test_its_key_is_sealed(self, cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
        assert opened(enclave, self.run(cli, enclave, tmp_path, PASSWORD)) == PRIVATE_KEY

    def test_another_password(self, cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
        result = self.run(cli, enclave, tmp_path, "correct mouse")
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[decryption-failed]: the password is wrong, or the keystore")
        assert "mouse" not in result.stderr

    @pytest.mark.parametrize("more", [["--private-key-file=x", "--keystore-file=x"], ["--password-file=x"]])
    def test_options_that_exclude_each_other(
        self, cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, more: list[str]
    ) -> None:
        result = run(cli, enclave, tmp_path, "private-key", *more)
        assert (result.exit_code, result.stdout) == (2, b"")


def test_what_is_typed_has_to_be_text(enclave: ReferenceEnclave, tmp_path: Path) -> None:
    command = arguments(enclave, tmp_path, "private-key")
    session = run_on_a_terminal(command, [(b"Private key: ", b"secret\xff")])
    assert (session.exit_code, session.piped) == (1, b"")
    assert b"error[malformed]: " in session.shown
    assert b"secret" not in session.shown
