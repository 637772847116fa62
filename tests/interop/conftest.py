from collections.abc import Iterator

import pytest

from tests.interop.peer import Peer


@pytest.fixture(scope="session")
def peer() -> Iterator[Peer]:
    """The service's npm packages; one process for all tests."""
    running = Peer()
    yield running
    running.close()
