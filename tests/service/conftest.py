"""A service for each test."""

from collections.abc import Iterator

import pytest

from sealwax_service import LocalService
from sealwax_vectors.makers import live
from tests.conftest import SEED
from tests.service.client import Client


@pytest.fixture
def local_service() -> Iterator[LocalService]:
    with LocalService(SEED, vectors=live) as made:
        yield made


@pytest.fixture
def strict_service() -> Iterator[LocalService]:
    with LocalService(SEED, strict=True) as made:
        yield made


@pytest.fixture
def permissive_service() -> Iterator[LocalService]:
    with LocalService(SEED, permissive=True) as made:
        yield made


@pytest.fixture
def client(local_service: LocalService) -> Iterator[Client]:
    made = Client(local_service)
    yield made
    made.http.close()


@pytest.fixture
def permissive_client(permissive_service: LocalService) -> Iterator[Client]:
    made = Client(permissive_service)
    yield made
    made.http.close()


@pytest.fixture
def strict_client(strict_service: LocalService) -> Iterator[Client]:
    made = Client(strict_service)
    yield made
    made.http.close()
