"""A pytest plugin with the fixture ``sealwax_service``: ``pytest -p sealwax.testing.pytest_plugin``."""

from collections.abc import Iterator

import pytest

from .service import LocalService


@pytest.fixture
def sealwax_service() -> Iterator[LocalService]:
    """Run a local service for a test, with new state."""
    with LocalService() as service:
        yield service
