"""The tests of ``tests/cli/test_decrypt_account.py`` that take longest."""

from pathlib import Path

from sealwax.wallets import decrypt_keystore
from tests.cli import test_decrypt_account as quick
from tests.cli.terminal import run_on_a_terminal
from tests.cli.test_decrypt_account import ETHEREUM, PRIVATE_KEY
from tests.cli.test_decrypt_wallet import ENCLAVE, sealed
from tests.conftest import ORGANIZATION

key_file = quick.key_file


class TestKeystore:
    def test_the_password_is_asked_for_twice_and_not_shown(self, key_file: Path, tmp_path: Path) -> None:
        (tmp_path / "bundle").write_text(sealed(PRIVATE_KEY))
        output = tmp_path / "keystore.json"
        command = [
            "decrypt-account",
            f"--bundle={tmp_path / 'bundle'}",
            f"--key={key_file}",
            f"--organization-id={ORGANIZATION}",
            f"--signer-public-key={ENCLAVE.keys.signer}",
            f"--expect-address={ETHEREUM}",
            "--format=keystore",
            f"--output={output}",
        ]
        answers = [(b"keystore: ", b"a password"), (b"confirmation: ", b"a password")]
        session = run_on_a_terminal(command, answers)
        assert (session.exit_code, session.piped) == (0, b"")
        assert b"a password" not in session.shown
        assert decrypt_keystore(output.read_text(), "a password") == PRIVATE_KEY
