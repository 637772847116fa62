"""Replay guards in a file of SQLite, for the threads and processes of one machine."""

import os
import re
import sqlite3
import time
from asyncio import to_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from threading import Condition

from sealwax._codec.arguments import require_function, require_type
from sealwax._codec.processes import at_fork

from .memory import require_keep

__all__ = ["AsyncSqliteReplayGuard", "SqliteReplayGuard"]

_DAY = timedelta(days=1)
_TIMEOUT = timedelta(seconds=5)
_LONGEST_WAIT_OF_A_FORK = 10.0
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
# A letter alone is a drive of Windows.
_URL = re.compile(r"(file|sqlite[a-z0-9+]*):|[a-z][a-z0-9+.-]+:/", re.IGNORECASE)
_RELEASE = "DELETE FROM sealwax_claims WHERE event_id = :event_id"


class _Transactions:
    """The running transactions of this process, which a fork waits for.

    A process that is forked during a transaction of another thread counts its locks as its own, and finds the
    file locked for ever.
    """

    def __init__(self) -> None:
        self._running, self._forks = 0, 0
        self._changed = Condition()
        at_fork(before=self._pause, after_in_parent=self._resume, after_in_child=self._start)

    def begin(self) -> None:
        """Wait for forks, and count a transaction."""
        with self._changed:
            self._changed.wait_for(lambda: self._forks == 0)
            self._running += 1

    def end(self) -> None:
        """Count a transaction that has ended."""
        with self._changed:
            self._running -= 1
            self._changed.notify_all()

    def _pause(self) -> None:
        with self._changed:
            self._forks += 1
            # Limited, because a signal handler that forks can interrupt a transaction.
            self._changed.wait_for(lambda: self._running == 0, _LONGEST_WAIT_OF_A_FORK)

    def _resume(self) -> None:
        with self._changed:
            self._forks -= 1
            self._changed.notify_all()

    def _start(self) -> None:
        self._running, self._forks = 0, 0
        self._changed = Condition()


_transactions = _Transactions()


class SqliteReplayGuard:
    """A ``ReplayGuard`` in a file, for the threads and processes of one machine; it survives a restart.

    The file must be on a local disk, because the locks of network file systems are not reliable. It holds the
    ids of events, or digests of requests, and no secret. It can be your own database: the table is
    ``sealwax_claims``. A claim is on the disk before ``claim`` returns, so the disk limits the claims per
    second. Forked processes may share a guard, and it can be pickled and copied: each claim opens the file.

    Args:
        path: The file, which is made if it does not exist; neither ``:memory:`` nor a URL.
        keep: How long to remember an event: at least half an hour, twice the longest ``max_age`` of webhooks.
        timeout: How long to wait while other threads and processes write.
        clock: Gives the seconds since the epoch, for all processes the same. If it jumps ahead, events are
            forgotten early.

    Raises:
        sqlite3.Error: The file cannot be opened or written, or is not a database.
        ValueError: ``path`` is not the name of a file, ``keep`` is too short, or ``timeout`` negative.
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
        # Absolute, because the process can change its directory.
        self._path, self._keep = Path(_require_file_name(path)).absolute(), require_keep(keep)
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
        _transactions.begin()
        try:
            database = sqlite3.connect(
                self._path, timeout=self._timeout.total_seconds(), isolation_level=None
            )
            try:
                with database:
                    database.execute(_BEGIN)
                    yield database
            finally:
                database.close()
        finally:
            _transactions.end()


def _require_file_name(path: str | os.PathLike[str]) -> str | os.PathLike[str]:
    """Refuse names with which SQLite or other libraries would not open a file of this name."""
    name = os.fspath(path)
    if not isinstance(name, str):
        raise TypeError("path must be a str, or a path of str")
    if not name.strip() or name.strip().lower() == ":memory:":
        raise ValueError(
            "path must be the name of a file, because a database in memory is lost with each claim; use "
            "MemoryReplayGuard for the threads of one process"
        )
    if _URL.match(name):
        raise ValueError(
            "path must be the name of a file, not a URL; pass the name alone, without parameters"
        )
    if "\0" in name:
        raise ValueError("path must be the name of a file, without a NUL character")
    return path


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
