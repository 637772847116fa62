"""Both clients after a fork: no process reads the answers to another."""

import asyncio
import inspect
from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from sealwax import ApiKeyStamper
from sealwax.client import AsyncClient, Client
from sealwax.operations import CreateUserTag, GetWhoami
from sealwax_service import LocalService
from tests.client.clients import KINDS, NO_CERTIFICATES, Kind
from tests.forks import be_another_process

HTTP: dict[Kind, Any] = {"blocking": httpx.Client, "asynchronous": httpx.AsyncClient}


def make(kind: Kind, service: LocalService, **options: Any) -> Any:
    arguments = {"organization_id": service.organization_id, "base_url": service.url, **options}
    made: Any = {"blocking": Client, "asynchronous": AsyncClient}[kind]
    return made(ApiKeyStamper(service.api_key), **arguments)


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """Return the loop of all calls, as an asynchronous client has connections of its own in each."""
    made = asyncio.new_event_loop()
    yield made
    made.close()


def run(loop: asyncio.AbstractEventLoop, call: Callable[[], Any]) -> Any:
    """Call a function in the loop, and wait for what it returns if it is asynchronous."""

    async def wait() -> Any:
        result = call()
        return await result if inspect.isawaitable(result) else result

    return loop.run_until_complete(wait())


def close(loop: asyncio.AbstractEventLoop, client: Any) -> None:
    """Close a client of ours or of httpx."""
    run(loop, client.aclose if hasattr(client, "aclose") else client.close)


def http_of(loop: asyncio.AbstractEventLoop, client: Any) -> Any:
    """Return the httpx client with which a client of ours sends."""
    return run(loop, client._http) if isinstance(client, AsyncClient) else client._http


def ask(loop: asyncio.AbstractEventLoop, client: Any) -> str:
    return str(run(loop, lambda: client.send(GetWhoami())).user_id)


@pytest.mark.parametrize("kind", KINDS)
class TestAnotherProcess:
    def test_it_connects_anew(
        self, kind: Kind, loop: asyncio.AbstractEventLoop, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with LocalService() as service:
            client = make(kind, service)
            here = http_of(loop, client)
            assert http_of(loop, client) is here
            be_another_process(monkeypatch)
            # It closes nothing of the other's.
            close(loop, client)
            assert not here.is_closed
            there = http_of(loop, client)
            assert there is not here
            assert there.headers == here.headers
            assert ask(loop, client) == service.user_id
            close(loop, client)
            assert there.is_closed
            assert not here.is_closed
            close(loop, here)

    def test_after_it_was_closed_no_call_asks_for_a_stamp(
        self, kind: Kind, loop: asyncio.AbstractEventLoop
    ) -> None:
        with LocalService() as service:
            http, stamped = HTTP[kind](verify=NO_CERTIFICATES, trust_env=False), list[bytes]()
            unused, lent = make(kind, service), make(kind, service, http=http)
            close(loop, unused)
            close(loop, lent)
            assert ask(loop, lent) == service.user_id
            close(loop, http)
            for client, name in ((unused, "the client"), (lent, "http")):
                client._stamper = SimpleNamespace(stamp=stamped.append)
                for call in (
                    partial(client.send, GetWhoami()),
                    partial(client.submit, CreateUserTag(user_tag_name="a", user_ids=[])),
                    partial(client.wait, "an id"),
                ):
                    with pytest.raises(ValueError, match=f"^{name} is closed; "):
                        run(loop, call)
            assert stamped == []
            close(loop, unused)

    def test_it_can_be_closed_between_two_attempts(self, kind: Kind, loop: asyncio.AbstractEventLoop) -> None:
        with LocalService() as service:
            client = make(kind, service)
            service.fail("whoami", "drop")
            client._jitter, client._sleep = lambda: 0.0, partial(self._close_at_once, client, kind)
            with pytest.raises(ValueError, match=r"^the client is closed; "):
                ask(loop, client)
            assert len(service.requests) == 1

    @staticmethod
    def _close_at_once(client: Any, kind: Kind, _seconds: float) -> Any:
        return client.close() if kind == "blocking" else client.aclose()

    def test_a_client_of_the_callers_is_for_one(
        self, kind: Kind, loop: asyncio.AbstractEventLoop, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with LocalService() as service:
            http, other = (HTTP[kind](verify=NO_CERTIFICATES, trust_env=False) for _ in range(2))
            client, sharing, unused = (make(kind, service, http=each) for each in (http, http, other))
            assert http_of(loop, client) is http
            be_another_process(monkeypatch)
            for refused in (client, sharing, make(kind, service, http=http)):
                with pytest.raises(
                    ValueError, match="http was used before this process was forked"
                ) as raised:
                    ask(loop, refused)
                assert "pass an httpx client that this process made" in str(raised.value)
            assert service.requests == ()
            # It stays the caller's.
            close(loop, client)
            assert not http.is_closed
            assert ask(loop, unused) == service.user_id
            close(loop, other)
            close(loop, http)
