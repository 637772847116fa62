"""The tests of ``tests/cli/test_import_private_key.py`` that take long."""

from pathlib import Path

import pytest

from sealwax.testing import ReferenceEnclave
from sealwax.wallets import format_private_key
from sealwax.wallets.key_formats import KEY_FORMATS
from tests.cli.terminal import run_on_a_terminal
from tests.cli.test_import_private_key import PRIVATE_KEY
from tests.cli.test_imports import arguments, opened, run
from tests.conftest import Cli


class TestKeystore:
    @pytest.mark.parametrize(
        "more",
        [
            ["--private-key-file=x", "--keystore-file=x"],
            ["--password-file=x"],
            [f"--expect-address=0x{'00' * 20}"],
        ],
    )
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


@pytest.mark.parametrize("form", KEY_FORMATS)
def test_a_private_key_in_each_form(cli: Cli, enclave: ReferenceEnclave, tmp_path: Path, form: str) -> None:
    (tmp_path / "key").write_text(format_private_key(PRIVATE_KEY, form) + "\n")
    result = run(cli, enclave, tmp_path, "private-key", "--private-key-file", tmp_path / "key")
    assert opened(enclave, result) == PRIVATE_KEY
