"""A plugin of pytest with a service to test against: ``pytest -p sealwax.testing.pytest_plugin``."""

from collections.abc import Iterator

import pytest

from .service import LocalService


@pytest.fixture
def sealwax_service() -> Iterator[LocalService]:
    """Serve on this machine for the length of a test.

    Yields:
        The service; its state is new for each test.
    """
    with LocalService() as service:
        yield service
