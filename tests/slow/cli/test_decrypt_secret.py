"""The tests of ``tests/cli/test_decrypt_secret.py`` that take long."""

from pathlib import Path

from sealwax.testing import ReferenceEnclave
from tests.cli.terminal import show_on_a_terminal
from tests.cli.test_decrypt_secret import decrypting, export


def test_a_terminal_shows_it_only_when_asked_and_escaped(enclave: ReferenceEnclave, tmp_path: Path) -> None:
    base, bundle = decrypting(enclave, tmp_path), export(enclave).encode()
    refused = show_on_a_terminal(*base, stdin=bundle)
    assert (refused.exit_code, refused.shown) == (2, b"")
    assert b"--show if nobody is looking" in refused.piped
    shown = show_on_a_terminal(*base, "--show", stdin=bundle)
    assert shown.exit_code == 0
    assert b"\x1b" not in shown.shown
    assert b"\\u001b[31m" in shown.shown
