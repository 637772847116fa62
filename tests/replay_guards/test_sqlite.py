"""Replay guards in a file of SQLite, also for several processes."""

import asyncio
import copy
import pickle
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from sealwax.replay_guards import sqlite
from sealwax.replay_guards.sqlite import AsyncSqliteReplayGuard, SqliteReplayGuard
from sealwax.webhooks import AsyncReplayGuard, ReplayGuard
from tests.conftest import near_texts
from tests.stamps.test_request_verification import VERIFIED, verify, verify_async
from tests.test_webhooks import Clock

HALF_AN_HOUR = timedelta(minutes=30)
AT_ONCE = timedelta()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "claims.db"


def rows(path: Path) -> list[tuple[str, float]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT * FROM sealwax_claims ORDER BY event_id").fetchall()


@contextmanager
def another_writer(path: Path) -> Iterator[None]:
    """Another process that writes meanwhile."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        yield


def test_an_event_is_new_once(path: Path) -> None:
    guard: ReplayGuard = SqliteReplayGuard(path)
    assert guard.claim("event")
    assert not guard.claim("event")
    assert all(guard.claim(near) for near in near_texts("event"))


def test_another_guard_remembers_it(path: Path) -> None:
    assert SqliteReplayGuard(path).claim("e")
    assert not SqliteReplayGuard(str(path)).claim("e")


def test_an_event_that_was_not_handled_is_taken_again(path: Path) -> None:
    guard = SqliteReplayGuard(path)
    assert guard.claim("e")
    assert guard.claim("another")
    guard.release("e")
    guard.release("never claimed")
    assert guard.claim("e")
    assert not guard.claim("e")
    assert not guard.claim("another")


def test_an_event_is_remembered_for_its_time(path: Path) -> None:
    clock = Clock()
    guard = SqliteReplayGuard(path, keep=HALF_AN_HOUR, clock=clock)
    assert guard.claim("e")
    clock.seconds = 1799.0
    assert not guard.claim("e")  # and this does not prolong it
    clock.seconds = 1800.0
    assert guard.claim("e")
    assert not guard.claim("e")
    clock.seconds = 3599.0
    assert not guard.claim("e")


def test_a_claim_deletes_some_that_expired(path: Path) -> None:
    clock = Clock()
    guard = SqliteReplayGuard(path, keep=HALF_AN_HOUR, clock=clock)
    events = [(f"{number:03}", 1800.0) for number in range(150)]
    with closing(sqlite3.connect(path)) as database, database:
        database.executemany("INSERT INTO sealwax_claims VALUES (?, ?)", events)
    clock.seconds = 1799.0
    assert guard.claim("x")
    assert len(rows(path)) == 151
    clock.seconds = 1800.0
    assert guard.claim("y")
    assert len(rows(path)) == 52
    assert not guard.claim("y")
    assert rows(path) == [("x", 3599.0), ("y", 3600.0)]


def test_awaited(path: Path) -> None:
    guard = AsyncSqliteReplayGuard(SqliteReplayGuard(path, keep=HALF_AN_HOUR, clock=Clock()))
    checked: AsyncReplayGuard = guard

    async def claim_often() -> list[bool]:
        return await asyncio.gather(*(checked.claim("e") for _ in range(8)))

    assert sorted(asyncio.run(claim_often())) == [False] * 7 + [True]
    assert rows(path) == [("e", 1800.0)]
    asyncio.run(guard.release("e"))
    assert rows(path) == []
    with pytest.raises(TypeError, match="guard"):
        AsyncSqliteReplayGuard(path)  # type: ignore[arg-type]


def test_requests_are_claimed(path: Path) -> None:
    seen = SqliteReplayGuard(path)
    assert verify(seen=seen) == VERIFIED
    ((event_id, _),) = rows(path)
    assert re.fullmatch("[0-9a-f]{64}", event_id)
    assert not seen.claim(event_id)


def test_a_request_must_not_outlive_its_claim(path: Path) -> None:
    seen = SqliteReplayGuard(path, keep=HALF_AN_HOUR)
    with pytest.raises(ValueError, match="seen must remember"):
        verify(seen=seen)
    with pytest.raises(ValueError, match="seen must remember"):
        verify_async(seen=AsyncSqliteReplayGuard(seen))
    assert rows(path) == []


def test_what_cannot_be_claimed_is_an_error(path: Path) -> None:
    guard = SqliteReplayGuard(path, timeout=AT_ONCE)
    with another_writer(path):
        for call in (guard.claim, guard.release, lambda _: SqliteReplayGuard(path, timeout=AT_ONCE)):
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                call("e")
    assert guard.claim("e")
    path.unlink()
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        guard.claim("e")


def test_the_file_must_be_a_database_that_can_be_written(path: Path) -> None:
    path.write_text("not a database" * 100)
    with pytest.raises(sqlite3.DatabaseError):
        SqliteReplayGuard(path)
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        SqliteReplayGuard(path.parent)


IN_MEMORY = ("", " ", ":memory:", " :memory:", ":MEMORY:")
URLS = (
    "file::memory:",
    "file::memory:?cache=shared",
    "file:claims.db?mode=memory",
    "file:claims.db?mode=ro",
    "FILE:claims.db",
    "file:///tmp/claims.db",
    "sqlite://",
    "sqlite:///claims.db",
    "sqlite+aiosqlite:///claims.db",
    "redis://localhost",
)


class PathOfBytes:
    def __fspath__(self) -> bytes:
        return b"claims.db"


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda guard: pickle.loads(pickle.dumps(guard))])
def test_copies_remember_the_same(way: Callable[[Any], Any], path: Path) -> None:
    guard = SqliteReplayGuard(path, keep=HALF_AN_HOUR)
    assert guard.claim("e")
    copied = way(guard)
    assert copied.keep == HALF_AN_HOUR
    assert not copied.claim("e")
    assert copied.claim("another")
    assert not asyncio.run(way(AsyncSqliteReplayGuard(guard)).claim("another"))


def test_a_forked_process_has_no_transactions(path: Path) -> None:
    transactions = sqlite._transactions
    transactions._running, transactions._forks = 1, 1
    transactions._start()
    assert (transactions._running, transactions._forks) == (0, 0)
    assert SqliteReplayGuard(path).claim("e")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"path": b"claims.db"}, TypeError),
        ({"path": PathOfBytes()}, TypeError),
        ({"path": 5}, TypeError),
        ({"keep": HALF_AN_HOUR - timedelta(microseconds=1)}, ValueError),
        ({"keep": 3600}, TypeError),
        ({"timeout": timedelta(microseconds=-1)}, ValueError),
        ({"timeout": 5}, TypeError),
        ({"clock": 0}, TypeError),
    ],
)
def test_its_arguments(arguments: dict[str, Any], error: type[Exception], path: Path) -> None:
    with pytest.raises(error, match=next(iter(arguments))):
        SqliteReplayGuard(**{"path": path, **arguments})
    assert not path.exists()


def test_an_event_is_text(path: Path) -> None:
    guard = SqliteReplayGuard(path)
    for call in (guard.claim, guard.release):
        with pytest.raises(TypeError, match="event_id"):
            call(b"e")  # type: ignore[arg-type]
