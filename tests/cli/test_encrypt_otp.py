from pathlib import Path

import pytest

from sealwax import ApiKey
from sealwax.login.tokens import read_verification_token
from sealwax.testing import ReferenceEnclave
from sealwax.testing.enclave import PendingOtp
from tests.bundles.test_otp import NOW
from tests.conftest import Cli

KEY = ApiKey.from_private_key("1f" * 32)


@pytest.fixture
def otp(enclave: ReferenceEnclave, tmp_path: Path) -> PendingOtp:
    pending = enclave.init_otp(code="A1B2C3", contact="user@example.com", organization_id="o")
    (tmp_path / "bundle").write_text(pending.target_bundle)
    return pending


def arguments(enclave: ReferenceEnclave, tmp_path: Path) -> list[str]:
    bundle, key = str(tmp_path / "bundle"), enclave.keys.tls_fetcher
    return [
        "encrypt-otp",
        "--bundle",
        bundle,
        "--public-key",
        KEY.public_key,
        "--tls-fetcher-public-key",
        key,
    ]


def bound_key(enclave: ReferenceEnclave, otp: PendingOtp, output: bytes) -> str:
    token = enclave.verify_otp(output.decode(), otp_id=otp.otp_id, expires_at=NOW)
    return read_verification_token(token).public_key


def test_the_code_comes_from_a_file_or_standard_input(
    cli: Cli, enclave: ReferenceEnclave, otp: PendingOtp, tmp_path: Path
) -> None:
    result = cli(*arguments(enclave, tmp_path), "--otp-file", "-", stdin=b"A1B2C3\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert bound_key(enclave, otp, result.stdout) == KEY.public_key


@pytest.mark.usefixtures("otp")
def test_refusals(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path) -> None:
    base = arguments(enclave, tmp_path)
    for more, code in (
        (["--tls-fetcher-public-key", enclave.keys.signer], "untrusted-signer"),
        (["--public-key", "02" + "ff" * 32], "malformed"),
    ):
        result = cli(*base, *more, "--otp-file", "-", stdin=b"A1B2C3")
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith(f"error[{code}]: ")
        assert "A1B2C3" not in result.stderr
    assert cli(*base).exit_code == 2  # no terminal to ask on
