"""The tests of ``tests/cli/test_decrypt_credential.py`` that take long."""

from pathlib import Path

import pytest

from tests.cli.terminal import show_on_a_terminal
from tests.cli.test_decrypt_credential import EXPECTED, arguments


@pytest.mark.parametrize("to_standard_output", [[], ["--output", "-"]])
def test_a_terminal_gets_the_key_only_when_asked_for(tmp_path: Path, to_standard_output: list[str]) -> None:
    refused = show_on_a_terminal(*arguments(tmp_path), *to_standard_output)
    assert (refused.exit_code, refused.shown) == (2, b"")
    assert b"--show" in refused.piped
    assert EXPECTED.encode() not in refused.piped
    allowed = show_on_a_terminal(*arguments(tmp_path), *to_standard_output, "--show")
    assert allowed == (0, b"", f"{EXPECTED}:p256".encode())
