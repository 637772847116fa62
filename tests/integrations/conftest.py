"""Servers that record what they receive, and the clients of httpx; tests/other_clients has others."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.integrations.clients import IN_HTTPX, Reply
from tests.integrations.servers import Recorder

PROXY_VARIABLES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")


@pytest.fixture(params=IN_HTTPX)
def post(request: pytest.FixtureRequest) -> Callable[..., Reply]:
    """Each way to post."""
    return IN_HTTPX[request.param]


@pytest.fixture(params=["httpx"])
def library(request: pytest.FixtureRequest) -> Any:
    """The name of each library that is asked."""
    return request.param


@pytest.fixture
def home() -> Iterator[Recorder]:
    made = Recorder()
    yield made
    made.close()


@pytest.fixture
def away() -> Iterator[Recorder]:
    made = Recorder()
    yield made
    made.close()


@pytest.fixture
def proxy(away: Recorder, monkeypatch: pytest.MonkeyPatch) -> Recorder:
    """A proxy that the environment names for everything."""
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    for name in PROXY_VARIABLES:
        monkeypatch.setenv(name, away.url)
    return away
