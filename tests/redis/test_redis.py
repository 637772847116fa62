"""The tests of ``tests/replay_guards/test_redis.py`` that need redis-server."""

import asyncio
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
import redis

from sealwax import Replayed
from sealwax.replay_guards.redis import (
    AsyncRedisClient,
    AsyncRedisReplayGuard,
    RedisClient,
    RedisReplayGuard,
)
from tests.forks import print_together, run_python
from tests.replay_guards import test_redis as quick
from tests.replay_guards.test_redis import HALF_AN_HOUR
from tests.stamps.test_request_verification import VERIFIED, verify, verify_async

server = quick.server
url = quick.url


CLAIM_IN_FORKS = """
import asyncio, os, sys
import redis.asyncio
from sealwax.replay_guards.redis import AsyncRedisReplayGuard, RedisReplayGuard

guards = {}


def claim(event):
    if sys.argv[2] == "blocking":
        return guards.setdefault("one", RedisReplayGuard.from_url(sys.argv[1])).claim(event)
    guard = guards.setdefault("one", AsyncRedisReplayGuard.from_url(sys.argv[1]))
    loop = guards.setdefault(os.getpid(), asyncio.new_event_loop())
    return loop.run_until_complete(guard.claim(event))


claim("before")
children = []
for number in range(4):
    child = os.fork()
    if not child:
        # Only this process claims its own; all claim the common ones.
        own = [claim(f"{number} {event}") for event in range(200)]
        again = [claim(f"{number} {event}") for event in range(200)]
        common = sum(claim(f"common {event}") for event in range(200))
        print(all(own), any(again), claim("before"), flush=True)
        os._exit(common)
    children.append(child)
print(sum(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children), flush=True)
os._exit(0)
"""


CLAIM_ALL = """
import sys
from sealwax.replay_guards.redis import RedisReplayGuard
guard = RedisReplayGuard.from_url(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
print(*(event for event in map(str, range(1000)) if guard.claim(event)))
"""


class TestServer:
    def test_an_event_is_new_once(self, url: str) -> None:
        guard = RedisReplayGuard.from_url(url)
        assert guard.claim("e")
        assert not RedisReplayGuard.from_url(url).claim("e")
        assert RedisReplayGuard.from_url(url, prefix="another:").claim("e")
        guard.release("e")
        assert guard.claim("e")

    def test_the_server_forgets_it_in_time(self, url: str) -> None:
        guard = RedisReplayGuard.from_url(url, keep=HALF_AN_HOUR)
        assert guard.claim("e")
        with redis.Redis.from_url(url) as client:
            assert 1_700_000 < client.pttl("sealwax:replay:e") <= 1_800_000
            assert client.pexpire("sealwax:replay:e", 1_000_000)
            # Claiming again does not prolong.
            assert not guard.claim("e")
            assert client.pttl("sealwax:replay:e") <= 1_000_000
            client.pexpireat("sealwax:replay:e", 1)
            assert guard.claim("e")

    def test_a_client_of_the_callers(self, url: str) -> None:
        with redis.Redis.from_url(url, decode_responses=True, protocol=3) as client:
            checked: RedisClient = client
            guard = RedisReplayGuard(checked)
            assert [guard.claim("e"), guard.claim("e")] == [True, False]

    def test_of_several_threads_one_claims(self, url: str) -> None:
        guard, start = RedisReplayGuard.from_url(url), Barrier(8)
        won: list[str] = []

        def claim_all() -> None:
            start.wait()
            won.extend(event for event in map(str, range(200)) if guard.claim(event))

        threads = [Thread(target=claim_all) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(won) == sorted(map(str, range(200)))

    def test_of_several_processes_one_claims(self, url: str) -> None:
        assert sorted(print_together(3, CLAIM_ALL, url)) == sorted(map(str, range(1000)))

    @pytest.mark.parametrize("kind", ["blocking", "asynchronous"])
    def test_forks_claim_at_once(self, url: str, kind: str) -> None:
        assert sorted(run_python(CLAIM_IN_FORKS, url, kind)) == ["200", *["True False False"] * 4]

    def test_awaited(self, url: str) -> None:
        async def claims() -> list[bool]:
            async with redis.asyncio.Redis.from_url(url) as client:
                checked: AsyncRedisClient = client
                guard = AsyncRedisReplayGuard(checked)
                found = await asyncio.gather(*(guard.claim("e") for _ in range(50)))
                await guard.release("e")
                return [*sorted(found), await guard.claim("e"), await guard.claim("e")]

        assert asyncio.run(claims()) == [False] * 49 + [True, True, False]

    def test_requests_are_claimed(self, url: str) -> None:
        seen = RedisReplayGuard.from_url(url)
        assert verify(seen=seen) == VERIFIED
        with pytest.raises(Replayed):
            verify(seen=seen)
        with redis.Redis.from_url(url) as client:
            client.flushall()

        async def claim_once() -> bool:
            async with redis.asyncio.Redis.from_url(url) as client:
                return await AsyncRedisReplayGuard(client).claim("e")

        assert asyncio.run(claim_once())
        assert not seen.claim("e")

    def test_a_client_that_must_be_awaited_claims_nothing(self, url: str) -> None:
        client = redis.asyncio.Redis.from_url(url)
        guard: Any = RedisReplayGuard(client)
        with pytest.raises(TypeError, match="AsyncRedisReplayGuard"):
            guard.claim("e")
        assert RedisReplayGuard.from_url(url).claim("e")

    def test_without_a_server_nothing_is_accepted(self, tmp_path: Path) -> None:
        url = f"unix://{tmp_path / 'nothing'}"
        with pytest.raises(redis.ConnectionError):
            verify(seen=RedisReplayGuard.from_url(url))
        with pytest.raises(redis.ConnectionError):
            verify_async(seen=AsyncRedisReplayGuard.from_url(url))

    def test_a_full_server_is_an_error(self, url: str) -> None:
        with redis.Redis.from_url(url) as client:
            try:
                client.config_set("maxmemory", "1")
                with pytest.raises(redis.ResponseError, match="maxmemory"):
                    RedisReplayGuard.from_url(url).claim("e")
            finally:
                client.config_set("maxmemory", "0")
