"""A pytest plugin with a local service, which pytest loads by its entry point.

The fixture ``sealwax_service`` is one for each test, ``sealwax_session_service`` one for all tests. The first
of them loads the service itself.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .local_service import LocalService


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option ``--sealwax-permissive``."""
    parser.addoption(
        "--sealwax-permissive",
        action="store_true",
        help="Allow every user of the local service everything that no policy denies.",
    )


@pytest.fixture
def sealwax_service(pytestconfig: pytest.Config) -> "Iterator[LocalService]":
    """Run a local service for a test, with new state."""
    with _new_service(pytestconfig) as service:
        yield service


@pytest.fixture(scope="session")
def sealwax_session_service(pytestconfig: pytest.Config) -> "Iterator[LocalService]":
    """Run a local service for all tests, which share its state."""
    with _new_service(pytestconfig) as service:
        yield service


def _new_service(pytestconfig: pytest.Config) -> "LocalService":
    from .local_service import LocalService  # noqa: PLC0415 - other runs of pytest need none of it

    return LocalService(permissive=pytestconfig.getoption("--sealwax-permissive"))
