"""Tokens, made once for each process of the tests."""

from pathlib import Path

import pytest

from tests.signers import guide
from tools.support import softhsm


@pytest.fixture(scope="session")
def tokens(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of two tokens; this process uses no others."""
    directory = tmp_path_factory.mktemp("softhsm")
    softhsm.make_tokens(directory)
    guide.run_shell()
    return directory
