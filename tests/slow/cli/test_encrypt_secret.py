"""The tests of ``tests/cli/test_encrypt_secret.py`` that take long."""

from pathlib import Path

from sealwax.testing import ReferenceEnclave
from tests.cli.terminal import run_on_a_terminal
from tests.conftest import ORGANIZATION


def test_it_is_asked_for_twice_and_unseen(enclave: ReferenceEnclave, tmp_path: Path) -> None:
    (tmp_path / "target.json").write_text(enclave.secret_import_bundle(organization_id=ORGANIZATION))
    arguments = [
        "encrypt-secret",
        f"--bundle={tmp_path / 'target.json'}",
        f"--organization-id={ORGANIZATION}",
        f"--signer-public-key={enclave.keys.signer}",
    ]
    typed = [(b"Secret: ", b"hunter2"), (b"Repeat for confirmation: ", b"hunter2")]
    session = run_on_a_terminal(arguments, typed)
    assert session.exit_code == 0
    assert b"hunter2" not in session.shown
    opened = enclave.open_secret_import(session.piped.decode(), organization_id=ORGANIZATION)
    assert opened == "hunter2"
