"""A service for each test."""

import sys
from collections.abc import Iterator

import pytest

from sealwax_service import LocalService, policy_language
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


@pytest.fixture
def without_lark(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let lark be missing; a text that was parsed before is remembered."""
    monkeypatch.setitem(sys.modules, "lark", None)
    monkeypatch.setattr(policy_language, "_parser", policy_language._parser.__wrapped__)
