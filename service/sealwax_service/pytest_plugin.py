"""A pytest plugin with a local service: ``pytest -p sealwax_service.pytest_plugin``.

The fixture ``sealwax_service`` is one for each test, ``sealwax_session_service`` one for all tests.
"""

from collections.abc import Iterator

import pytest

from .local_service import LocalService


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option ``--sealwax-permissive``."""
    parser.addoption(
        "--sealwax-permissive",
        action="store_true",
        help="Let every user of the local service do whatever no policy denies.",
    )


@pytest.fixture
def sealwax_service(pytestconfig: pytest.Config) -> Iterator[LocalService]:
    """Run a local service for a test, with new state."""
    with LocalService(permissive=pytestconfig.getoption("--sealwax-permissive")) as service:
        yield service


@pytest.fixture(scope="session")
def sealwax_session_service(pytestconfig: pytest.Config) -> Iterator[LocalService]:
    """Run a local service for all tests, which share its state."""
    with LocalService(permissive=pytestconfig.getoption("--sealwax-permissive")) as service:
        yield service
