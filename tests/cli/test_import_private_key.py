import json
from pathlib import Path

import pytest

from sealwax.testing import ReferenceEnclave
from sealwax.wallets import derive_address
from sealwax.wallets.public_key import find_curve, public_key_of
from tests.cli.test_imports import opened, run
from tests.conftest import Cli, CliResult
from tests.wallets.test_keystore import PASSWORD, quick

PRIVATE_KEY = b"\x1f" * 32
ADDRESS = derive_address(
    public_key_of(PRIVATE_KEY, find_curve("CURVE_SECP256K1")).compressed,
    "ADDRESS_FORMAT_ETHEREUM",
    curve="CURVE_SECP256K1",
)


def test_a_private_key(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(f"0x{PRIVATE_KEY.hex()}\n")
    result = run(cli, enclave, tmp_path, "private-key", "--private-key-file", tmp_path / "key")
    assert opened(enclave, result) == PRIVATE_KEY
    refused = run(cli, enclave, tmp_path, "private-key", "--private-key-file", "-", stdin="1f1f")
    assert (refused.exit_code, refused.stdout) == (1, b"")
    assert refused.stderr.startswith("error[malformed]: ")
    assert "1f1f" not in refused.stderr


@pytest.mark.parametrize("around", [" {}", "{}\n\n", "\t{}\r\n"])
def test_white_space_around_a_key_is_left_out(
    cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, around: str
) -> None:
    (tmp_path / "key").write_text(around.format(PRIVATE_KEY.hex()), newline="")
    result = run(cli, enclave, tmp_path, "private-key", "--private-key-file", tmp_path / "key")
    assert opened(enclave, result) == PRIVATE_KEY


@pytest.mark.parametrize("kind", ["wallet", "private-key"])
def test_the_help_names_the_activity_of_the_bundle(cli: Cli, kind: str) -> None:
    shown = " ".join(cli(f"import-{kind}", "--help").stdout.decode().split())
    assert f"answer to init_import_{kind.replace('-', '_')}." in shown


class TestKeystore:
    def run(
        self, cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, password: str, *more: str, **fields: object
    ) -> CliResult:
        (tmp_path / "keystore").write_text(json.dumps({**quick(PRIVATE_KEY), **fields}))
        (tmp_path / "password").write_text(password)
        files = [f"--keystore-file={tmp_path}/keystore", f"--password-file={tmp_path}/password"]
        return run(cli, enclave, tmp_path, "private-key", *files, *more)

    def test_a_keystore_that_names_no_address(
        self, cli: Cli, enclave: ReferenceEnclave, tmp_path: Path
    ) -> None:
        warning = "warning: the keystore names no address, so its key was not checked"
        for address in (None, ADDRESS[2:]):
            result = self.run(cli, enclave, tmp_path, PASSWORD, address=address)
            assert result.stderr.startswith(warning) is (address is None)
        result = self.run(cli, enclave, tmp_path, PASSWORD, f"--expect-address={ADDRESS}")
        assert opened(enclave, result) == PRIVATE_KEY
        assert result.stderr == ""

    def test_another_address_than_expected(self, cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
        other = f"0x{'00' * 20}"
        result = self.run(cli, enclave, tmp_path, PASSWORD, f"--expect-address={other}")
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[wrong-address]: ")

    def test_another_password(self, cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
        result = self.run(cli, enclave, tmp_path, "correct mouse")
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[decryption-failed]: the password is wrong, or the keystore")
        assert "mouse" not in result.stderr
