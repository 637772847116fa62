"""A pytest plugin with the fixture ``sealwax_service``: ``pytest -p sealwax.testing.pytest_plugin``."""

from collections.abc import Iterator

import pytest

from .service import LocalService


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
