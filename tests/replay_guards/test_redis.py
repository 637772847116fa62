"""Replay guards on a server of Redis: with a client that answers here, and with the server itself."""

import asyncio
import copy
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import redis

from sealwax import MissingExtra, Replayed
from sealwax.replay_guards.redis import (
    AsyncRedisReplayGuard,
    RedisClient,
    RedisReplayGuard,
)
from sealwax.webhooks import AsyncReplayGuard, ReplayGuard
from tests.forks import be_another_process
from tests.stamps.test_request_verification import VERIFIED, verify, verify_async

HALF_AN_HOUR = timedelta(minutes=30)
SECOND = timedelta(seconds=1)
GUARDS = (RedisReplayGuard, AsyncRedisReplayGuard)
Guard = type[RedisReplayGuard | AsyncRedisReplayGuard]


class Client:
    """A client that remembers what it was asked, and answers as one of redis-py."""

    def __init__(self) -> None:
        self.keys: dict[str, tuple[bytes, int]] = {}

    def set(self, name: str, value: bytes, /, *, px: int, nx: bool) -> object:
        assert nx
        if name in self.keys:
            return None
        self.keys[name] = (value, px)
        return True

    def delete(self, name: str, /) -> object:
        return self.keys.pop(name, None)


class AsyncClient:
    """The same, to be awaited."""

    def __init__(self) -> None:
        self.client = Client()

    async def set(self, name: str, value: bytes, /, *, px: int, nx: bool) -> object:
        return self.client.set(name, value, px=px, nx=nx)

    async def delete(self, name: str, /) -> object:
        return self.client.delete(name)


class Answers:
    """A client with one answer."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def set(self, _name: str, _value: bytes, /, *, px: int, nx: bool) -> object:
        assert px, nx
        return self.answer

    def delete(self, _name: str, /) -> object:
        raise NotImplementedError


def test_an_event_is_new_once() -> None:
    client = Client()
    guard: ReplayGuard = RedisReplayGuard(client)
    assert guard.claim("event")
    assert not guard.claim("event")
    assert guard.claim("another")
    guard.release("event")
    guard.release("never claimed")
    assert guard.claim("event")
    milliseconds = 24 * 60 * 60 * 1000
    assert client.keys == {f"sealwax:replay:{event}": (b"1", milliseconds) for event in ("event", "another")}


def test_awaited() -> None:
    client = AsyncClient()
    guard = AsyncRedisReplayGuard(client, keep=HALF_AN_HOUR, prefix="p:")
    checked: AsyncReplayGuard = guard

    async def claims() -> list[bool]:
        found = [await checked.claim("event"), await guard.claim("event")]
        await guard.release("event")
        return [*found, await guard.claim("event")]

    assert asyncio.run(claims()) == [True, False, True]
    assert client.client.keys == {"p:event": (b"1", 1_800_000)}


def test_requests_are_claimed() -> None:
    seen = RedisReplayGuard(Client())
    assert verify(seen=seen) == VERIFIED
    with pytest.raises(Replayed):
        verify(seen=seen)
    awaited = AsyncRedisReplayGuard(AsyncClient())
    assert verify_async(seen=awaited) == VERIFIED
    with pytest.raises(Replayed):
        verify_async(seen=awaited)


def test_a_request_must_not_outlive_its_claim() -> None:
    with pytest.raises(ValueError, match="seen must remember"):
        verify(seen=RedisReplayGuard(Client(), keep=HALF_AN_HOUR))


def test_a_client_that_must_be_awaited_claims_nothing() -> None:
    client: RedisClient = AsyncClient()
    with pytest.raises(TypeError, match="AsyncRedisReplayGuard"):
        RedisReplayGuard(client).claim("e")


@pytest.mark.parametrize("answer", [False, b"OK", "OK", 1, 0])
def test_another_answer_than_true_or_none(answer: object) -> None:
    with pytest.raises(TypeError, match="must return True or None"):
        RedisReplayGuard(Answers(answer)).claim("e")


@pytest.mark.parametrize("guard", GUARDS)
@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"client": "redis://localhost"}, TypeError),
        ({"keep": HALF_AN_HOUR - timedelta(microseconds=1)}, ValueError),
        ({"keep": 3600}, TypeError),
        ({"prefix": b"p:"}, TypeError),
    ],
)
def test_its_arguments(guard: Guard, arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=next(iter(arguments))):
        guard(**{"client": Client(), **arguments})


def test_an_event_is_text() -> None:
    guard = RedisReplayGuard(Client())
    for call in (guard.claim, guard.release):
        with pytest.raises(TypeError, match="event_id"):
            call(b"e")  # type: ignore[arg-type]


class Pooled(Client):
    """A client whose pool is for all processes, as that of redis.Redis."""

    connection = None


@pytest.mark.parametrize(
    ("guard", "make"),
    [
        (RedisReplayGuard, Client),
        (RedisReplayGuard, lambda: Answers(answer=True)),
        (AsyncRedisReplayGuard, AsyncClient),
    ],
)
def test_a_client_of_the_callers_is_for_one_process(
    guard: Any, make: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    used, unused = guard(make()), guard(make())
    assert claimed(used, "e")
    be_another_process(monkeypatch)
    with pytest.raises(ValueError, match="client was used before this process was forked"):
        claimed(used, "another")
    with pytest.raises(ValueError, match="make a guard with a client that this process made"):
        released(used, "e")
    assert claimed(unused, "a third")


def claimed(guard: Any, event_id: str) -> object:
    result = guard.claim(event_id)
    return asyncio.run(result) if asyncio.iscoroutine(result) else result


def released(guard: Any, event_id: str) -> None:
    result = guard.release(event_id)
    if asyncio.iscoroutine(result):
        asyncio.run(result)


def test_a_pool_is_for_all_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    guard = RedisReplayGuard(Pooled())
    assert guard.claim("e")
    be_another_process(monkeypatch)
    assert not guard.claim("e")
    # A single connection is not a pool.
    single = Pooled()
    single.connection = object()  # type: ignore[assignment]
    one = RedisReplayGuard(single)
    assert one.claim("e")
    be_another_process(monkeypatch)
    with pytest.raises(ValueError, match="client was used before"):
        one.claim("e")


@pytest.mark.parametrize("guard", GUARDS)
@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickle.dumps])
def test_it_cannot_be_copied(guard: Guard, way: Callable[[object], object]) -> None:
    for made in (guard(Client()), guard.from_url("redis://:password@localhost")):  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="RedisReplayGuard cannot be pickled or copied; share"):
            way(made)


@pytest.mark.parametrize("guard", GUARDS)
class TestUrl:
    def test_each_process_has_connections_of_its_own(
        self, guard: Guard, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made = guard.from_url("redis://127.0.0.1:6379/0", timeout=SECOND)
        here: Any = made._client
        be_another_process(monkeypatch)
        there: Any = made._client
        # The pool of the blocking client sees by itself that the process is another.
        assert (there is here) == (guard is RedisReplayGuard)
        assert there.connection_pool.connection_kwargs["socket_timeout"] == 1.0

    def test_a_claim_is_sent_once_and_in_time(self, guard: Guard) -> None:
        made = guard.from_url("redis://127.0.0.1:6379/0", keep=HALF_AN_HOUR, prefix="p:", timeout=SECOND)
        assert made.keep == HALF_AN_HOUR
        client: Any = made._client
        options = client.connection_pool.connection_kwargs
        assert (options["socket_timeout"], options["socket_connect_timeout"]) == (1.0, 1.0)
        assert options["retry"].get_retries() == 0

    @pytest.mark.parametrize("url", ["", "localhost", "http://localhost", "redis://:pass#word@localhost:1"])
    def test_an_error_does_not_repeat_it(self, guard: Guard, url: str) -> None:
        with pytest.raises(ValueError, match="url must be a URL of Redis") as raised:
            guard.from_url(url)
        assert raised.value.__context__ is None
        assert "pass#" not in str(raised.value)

    @pytest.mark.parametrize(
        ("arguments", "error"),
        [
            ({"url": b"redis://localhost"}, TypeError),
            ({"timeout": timedelta()}, ValueError),
            ({"timeout": 5}, TypeError),
        ],
    )
    def test_its_arguments(self, guard: Guard, arguments: dict[str, Any], error: type[Exception]) -> None:
        with pytest.raises(error, match=next(iter(arguments))):
            guard.from_url(**{"url": "redis://localhost", **arguments})

    def test_it_needs_the_extra(self, guard: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
        hidden = [name for name in sys.modules if name.partition(".")[0] == "redis"]
        for name in {*hidden, "redis", "redis.asyncio"}:
            monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(MissingExtra) as raised:
            guard.from_url("redis://localhost")
        assert raised.value.extra == "redis"

    def test_another_missing_module_is_named(
        self, guard: Guard, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        for name in [name for name in sys.modules if name.partition(".")[0] == "redis"]:
            monkeypatch.delitem(sys.modules, name)
        (tmp_path / "redis.py").write_text("import nothing_of_this_name\n")
        monkeypatch.syspath_prepend(tmp_path)
        with pytest.raises(MissingExtra, match="no module named nothing_of_this_name"):
            guard.from_url("redis://localhost")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a server of its own, which keeps nothing."""
    folder = tmp_path_factory.mktemp("redis")
    socket = folder / "redis.sock"
    program = shutil.which("redis-server")
    assert program is not None, "install redis-server"
    command = [program, "--port", "0", "--unixsocket", str(socket), "--save", "", "--dir", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            log = iter(process.stdout)
            assert any("accept connections" in line for line in log)
            yield f"unix://{socket}"
        finally:
            process.terminate()
            process.stdout.read()


@pytest.fixture
def url(server: str) -> str:
    """The URL of the server, without keys."""
    with redis.Redis.from_url(server) as client:
        client.flushall()
    return server
