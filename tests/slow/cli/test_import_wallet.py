"""The tests of ``tests/cli/test_import_wallet.py`` that take long."""

from pathlib import Path

from mnemonic import Mnemonic

from sealwax.testing import ReferenceEnclave
from tests.cli.terminal import run_on_a_terminal
from tests.cli.test_imports import arguments
from tests.conftest import ORGANIZATION, USER


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
