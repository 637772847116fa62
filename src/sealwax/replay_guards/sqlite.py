"""Replay guards in a file of SQLite, for the threads and processes of one machine."""

import os
import sqlite3
import time
from asyncio import to_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from sealwax._codec.arguments import require_function, require_type
from sealwax.webhooks import require_keep

__all__ = ["AsyncSqliteReplayGuard", "SqliteReplayGuard"]

_DAY = timedelta(days=1)
_TIMEOUT = timedelta(seconds=5)
_FORGOTTEN_TOGETHER = 100
"""The most expired rows that a claim, which adds one row, deletes: no claim takes long."""
# It waits for other writers; a lock that a transaction upgrades later can fail at once.
_BEGIN = "BEGIN IMMEDIATE"
_CREATE = (
    "CREATE TABLE IF NOT EXISTS sealwax_claims "
    "(event_id TEXT PRIMARY KEY, expires REAL NOT NULL) WITHOUT ROWID"
)
_CREATE_INDEX = "CREATE INDEX IF NOT EXISTS sealwax_claims_expires ON sealwax_claims (expires)"
_CLAIM = (
    "INSERT INTO sealwax_claims VALUES (:event_id, :expires) "
    "ON CONFLICT (event_id) DO UPDATE SET expires = :expires WHERE expires <= :now"
)
_FORGET = (
    "DELETE FROM sealwax_claims WHERE event_id IN "
    "(SELECT event_id FROM sealwax_claims WHERE expires <= :now ORDER BY expires LIMIT :most)"
)
_RELEASE = "DELETE FROM sealwax_claims WHERE event_id = :event_id"


class SqliteReplayGuard:
    """A ``ReplayGuard`` in a file, for the threads and processes of one machine; it survives a restart.

    The file must be on a local disk, because the locks of network file systems are not reliable. It holds the
    ids of events, or digests of requests, and no secret. It can be your own database: the table is
    ``sealwax_claims``. A claim is on the disk before ``claim`` returns, so the disk limits the claims per
    second. A guard may be made before the process forks.

    Args:
        path: The file, which is made if it does not exist.
        keep: How long to remember an event: at least half an hour, twice the longest ``max_age`` of webhooks.
        timeout: How long to wait while other threads and processes write.
        clock: Gives the seconds since the epoch, for all processes the same. If it jumps ahead, events are
            forgotten early.

    Raises:
        sqlite3.Error: The file cannot be opened or written, or is not a database.
        ValueError: ``keep`` is too short, or ``timeout`` negative.
    """

    __slots__ = ("_clock", "_keep", "_path", "_timeout")

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        keep: timedelta = _DAY,
        timeout: timedelta = _TIMEOUT,
        clock: Callable[[], float] = time.time,
    ) -> None:
        require_type(path, (str, os.PathLike), "path")
        require_type(timeout, timedelta, "timeout")
        require_function(clock, "clock")
        if timeout < timedelta():
            raise ValueError("timeout must not be negative")
        # Absolute, because the process can change its directory, and some names are special to SQLite.
        self._path, self._keep = Path(path).absolute(), require_keep(keep)
        self._timeout, self._clock = timeout, clock
        with self._transaction() as database:
            database.execute(_CREATE)
            database.execute(_CREATE_INDEX)

    @property
    def keep(self) -> timedelta:
        """The span for which an event is remembered."""
        return self._keep

    def claim(self, event_id: str) -> bool:
        """Remember an event, atomically.

        Args:
            event_id: The ``event_id`` of a verified webhook, or what ``verify_request`` passes.

        Returns:
            Whether the event is new. Otherwise, answer a webhook with success and do nothing.

        Raises:
            sqlite3.Error: The file cannot be written, or others wrote for longer than ``timeout``.
        """
        require_type(event_id, str, "event_id")
        now = self._clock()
        with self._transaction() as database:
            row = {"event_id": event_id, "expires": now + self._keep.total_seconds(), "now": now}
            is_new = database.execute(_CLAIM, row).rowcount == 1
            database.execute(_FORGET, {"now": now, "most": _FORGOTTEN_TOGETHER})
        return is_new

    def release(self, event_id: str) -> None:
        """Forget a claimed event that could not be handled, so that its next delivery is handled.

        Args:
            event_id: The event's id.

        Raises:
            sqlite3.Error: The file cannot be written, or others wrote for longer than ``timeout``.
        """
        require_type(event_id, str, "event_id")
        with self._transaction() as database:
            database.execute(_RELEASE, {"event_id": event_id})

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Open the file for a transaction; a kept connection must not outlive a fork."""
        database = sqlite3.connect(self._path, timeout=self._timeout.total_seconds(), isolation_level=None)
        try:
            with database:
                database.execute(_BEGIN)
                yield database
        finally:
            database.close()


class AsyncSqliteReplayGuard:
    """A ``SqliteReplayGuard`` whose methods are awaited: each call runs in a thread of asyncio.

    A call that is cancelled can still take effect.

    Args:
        guard: The guard that the threads call.
    """

    __slots__ = ("_guard",)

    def __init__(self, guard: SqliteReplayGuard) -> None:
        require_type(guard, SqliteReplayGuard, "guard")
        self._guard = guard

    @property
    def keep(self) -> timedelta:
        """The span for which an event is remembered."""
        return self._guard.keep

    async def claim(self, event_id: str) -> bool:
        """Remember an event, atomically.

        Args:
            event_id: The ``event_id`` of a verified webhook, or what ``verify_request_async`` passes.

        Returns:
            Whether the event is new. Otherwise, answer a webhook with success and do nothing.

        Raises:
            sqlite3.Error: The file cannot be written, or others wrote for longer than ``timeout``.
        """
        return await to_thread(self._guard.claim, event_id)

    async def release(self, event_id: str) -> None:
        """Forget a claimed event that could not be handled, so that its next delivery is handled.

        Args:
            event_id: The event's id.

        Raises:
            sqlite3.Error: The file cannot be written, or others wrote for longer than ``timeout``.
        """
        await to_thread(self._guard.release, event_id)
