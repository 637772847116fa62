"""The recovery page, as it is released and for the exports of the test's enclave."""

from pathlib import Path

import pytest

from sealwax import EnclaveKeys
from tools.release.recovery_page import build

from .recovery_page import ENCLAVE


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as it is released."""
    path = tmp_path_factory.mktemp("page") / "sealwax-recover.html"
    build(path, EnclaveKeys.production())
    return path


@pytest.fixture(scope="session")
def made_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page for exports of the test's enclave."""
    path = tmp_path_factory.mktemp("page") / "made.html"
    build(path, ENCLAVE.keys)
    return path
