"""The tests of ``tests/cli/test_encrypt_otp.py`` that take long."""

from pathlib import Path

from sealwax.testing import ReferenceEnclave
from sealwax.testing.enclave import PendingOtp
from tests.cli import test_encrypt_otp as quick
from tests.cli.terminal import run_on_a_terminal
from tests.cli.test_encrypt_otp import KEY, arguments, bound_key

otp = quick.otp


def test_the_code_is_asked_for_unseen(enclave: ReferenceEnclave, otp: PendingOtp, tmp_path: Path) -> None:
    session = run_on_a_terminal(arguments(enclave, tmp_path), [(b"One-time code: ", b"A1B2C3")])
    assert session.exit_code == 0
    assert b"A1B2C3" not in session.shown
    assert bound_key(enclave, otp, session.piped) == KEY.public_key
