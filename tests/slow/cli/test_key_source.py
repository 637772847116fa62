"""The tests of ``tests/cli/test_key_source.py`` that take long."""

from pathlib import Path

from tests.cli.terminal import run_on_a_terminal
from tests.cli.test_decrypt_wallet import ENCLAVE, sealed
from tests.cli.test_key_source import ENCRYPTED, PASSWORD
from tests.conftest import ORGANIZATION


class TestEncrypted:
    def test_the_password_is_asked_for(self, tmp_path: Path) -> None:
        (tmp_path / "t").write_bytes(ENCRYPTED)
        (tmp_path / "bundle").write_text(sealed("words"))
        session = run_on_a_terminal(
            [
                "decrypt-wallet",
                f"--bundle={tmp_path / 'bundle'}",
                f"--key={tmp_path / 't'}",
                f"--organization-id={ORGANIZATION}",
                f"--signer-public-key={ENCLAVE.keys.signer}",
            ],
            [(b"Password of the key: ", PASSWORD.encode())],
        )
        assert (session.exit_code, session.piped) == (0, b"words\n")
        assert PASSWORD.encode() not in session.shown
