"""Replay guards on a server of Redis, for the processes of several machines.

An event is claimed with one ``SET`` that has ``NX`` and ``PX``: the server decides on the first claim, and
forgets the event. Its ``maxmemory-policy`` must be ``noeviction``, because other policies forget early. A
replica that takes over can lack the last claims.
"""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from inspect import iscoroutine
from typing import Generic, Protocol, TypeVar

from sealwax._codec.arguments import require_function, require_type
from sealwax._codec.processes import PerProcess, only_here, used_before_fork
from sealwax._crypto.secret_types import NeverCopied
from sealwax.errors import MissingExtra

from .memory import require_keep

__all__ = ["AsyncRedisClient", "AsyncRedisReplayGuard", "RedisClient", "RedisReplayGuard"]

_DAY = timedelta(days=1)
_PREFIX = "sealwax:replay:"
_TIMEOUT = timedelta(seconds=5)
_VALUE = b"1"

C = TypeVar("C")


class RedisClient(Protocol):
    """The methods of a client that a guard calls; ``redis.Redis`` has them."""

    def set(self, name: str, value: bytes, /, *, px: int, nx: bool) -> object:
        """Set a key for some milliseconds, if it does not exist.

        Args:
            name: The key.
            value: Its value.
            px: The milliseconds until the server forgets the key.
            nx: Whether to leave a key that exists as it is: True.

        Returns:
            True if the key was set, None if it existed.
        """
        ...

    def delete(self, name: str, /) -> object:
        """Delete a key.

        Args:
            name: The key.

        Returns:
            Anything: it is not looked at.
        """
        ...


class AsyncRedisClient(Protocol):
    """The methods of a client that a guard awaits; ``redis.asyncio.Redis`` has them."""

    def set(self, name: str, value: bytes, /, *, px: int, nx: bool) -> Awaitable[object]:
        """Set a key for some milliseconds, if it does not exist.

        Args:
            name: The key.
            value: Its value.
            px: The milliseconds until the server forgets the key.
            nx: Whether to leave a key that exists as it is: True.

        Returns:
            True if the key was set, None if it existed.
        """
        ...

    def delete(self, name: str, /) -> Awaitable[object]:
        """Delete a key.

        Args:
            name: The key.

        Returns:
            Anything: it is not looked at.
        """
        ...


class _RedisGuard(NeverCopied, Generic[C]):
    """The common part of both guards: a client for each process, and the names of keys."""

    __slots__ = ("_connected", "_keep", "_milliseconds", "_prefix")

    def __init__(self, client: C, keep: timedelta, prefix: str) -> None:
        require_function(getattr(client, "set", None), "set of client")
        require_type(prefix, str, "prefix")
        self._keep, self._prefix = require_keep(keep), prefix
        self._milliseconds = keep // timedelta(milliseconds=1)
        self._connected = only_here(client, _is_of_another_process)

    @property
    def keep(self) -> timedelta:
        """How long an event is remembered."""
        return self._keep

    @property
    def _client(self) -> C:
        return self._connected()

    def _key(self, event_id: str) -> str:
        require_type(event_id, str, "event_id")
        return self._prefix + event_id


class RedisReplayGuard(_RedisGuard[RedisClient]):
    """A ``ReplayGuard`` on a server of Redis, for the processes of several machines.

    Args:
        client: A client, such as a ``redis.Redis``. Give it a timeout. A client that repeats a ``SET`` whose
            answer was lost takes a new event for a repeated one. The pool of a ``redis.Redis`` connects anew
            in a forked process. Any other client is for one process: calls raise ``ValueError`` in a process
            that was forked after its first use.
        keep: How long to remember an event: at least half an hour, twice the longest ``max_age`` of webhooks.
        prefix: The beginning of the keys on the server.

    Raises:
        ValueError: ``keep`` is too short.
    """

    __slots__ = ()

    def __init__(self, client: RedisClient, *, keep: timedelta = _DAY, prefix: str = _PREFIX) -> None:
        super().__init__(client, keep, prefix)
        # Pools of redis-py, unlike a single connection, connect anew in each process.
        if getattr(client, "connection", client) is None:
            self._connected = lambda: client

    @classmethod
    def from_url(
        cls, url: str, *, keep: timedelta = _DAY, prefix: str = _PREFIX, timeout: timedelta = _TIMEOUT
    ) -> "RedisReplayGuard":
        """Make a guard with a client of its own, which sends a claim once. Needs the extra ``redis``.

        Args:
            url: The server's URL, as redis-py reads it: ``rediss://user:password@host:6380/0`` with TLS,
                ``redis://`` without, or ``unix://``.
            keep: How long to remember an event.
            prefix: The beginning of the keys on the server.
            timeout: How long to wait for the connection, and for an answer.

        Returns:
            The guard. It connects when an event is claimed, and anew in a forked process.

        Raises:
            MissingExtra: redis-py is not installed.
            ValueError: The URL is not valid, ``keep`` is too short, or ``timeout`` is not positive.
        """
        try:
            from redis import Redis  # noqa: PLC0415 - a client of the caller's may be another
            from redis.backoff import NoBackoff  # noqa: PLC0415
            from redis.retry import Retry  # noqa: PLC0415
        except ImportError as error:
            raise MissingExtra("redis", "RedisReplayGuard.from_url needs redis-py", error) from None
        client = _connect(Redis.from_url, url, timeout, Retry(NoBackoff(), 0))
        return cls(client, keep=keep, prefix=prefix)

    def claim(self, event_id: str) -> bool:
        """Remember an event, atomically.

        Args:
            event_id: The ``event_id`` of a verified webhook, or what ``verify_request`` passes.

        Returns:
            Whether the event is new. Otherwise, answer a webhook with success and do nothing.

        Raises:
            TypeError: The client answered neither True nor None. One of ``redis.asyncio`` is for
                ``AsyncRedisReplayGuard``.
            Exception: The error of the client, such as a ``redis.RedisError``, if the server does not answer.
        """
        return _is_new(self._client.set(self._key(event_id), _VALUE, px=self._milliseconds, nx=True))

    def release(self, event_id: str) -> None:
        """Forget a claimed event that could not be handled, so that its next delivery is handled.

        Args:
            event_id: The event's id.

        Raises:
            Exception: The error of the client, such as a ``redis.RedisError``, if the server does not answer.
        """
        self._client.delete(self._key(event_id))


class AsyncRedisReplayGuard(_RedisGuard[AsyncRedisClient]):
    """A ``RedisReplayGuard`` whose methods are awaited.

    Args:
        client: A client, such as a ``redis.asyncio.Redis``, with a timeout, as for ``RedisReplayGuard``. It
            is for one process: calls raise ``ValueError`` in a process that was forked after its first use.
        keep: How long to remember an event: at least half an hour, twice the longest ``max_age`` of webhooks.
        prefix: The beginning of the keys on the server.

    Raises:
        ValueError: ``keep`` is too short.
    """

    __slots__ = ()

    def __init__(self, client: AsyncRedisClient, *, keep: timedelta = _DAY, prefix: str = _PREFIX) -> None:
        super().__init__(client, keep, prefix)

    @classmethod
    def from_url(
        cls, url: str, *, keep: timedelta = _DAY, prefix: str = _PREFIX, timeout: timedelta = _TIMEOUT
    ) -> "AsyncRedisReplayGuard":
        """Make a guard with a client of its own, which sends a claim once. Needs the extra ``redis``.

        Args:
            url: The server's URL, as for ``RedisReplayGuard.from_url``; so are the other arguments.
            keep: How long to remember an event.
            prefix: The beginning of the keys on the server.
            timeout: How long to wait for the connection, and for an answer.

        Returns:
            The guard. It connects when an event is claimed, and is for one event loop. A forked process
            connects anew.

        Raises:
            MissingExtra: redis-py is not installed.
            ValueError: The URL is not valid, ``keep`` is too short, or ``timeout`` is not positive.
        """
        try:
            from redis.asyncio import Redis  # noqa: PLC0415 - a client of the caller's may be another
            from redis.asyncio.retry import Retry  # noqa: PLC0415
            from redis.backoff import NoBackoff  # noqa: PLC0415
        except ImportError as error:
            raise MissingExtra("redis", "RedisReplayGuard.from_url needs redis-py", error) from None
        connected = PerProcess(partial(_connect, Redis.from_url, url, timeout, Retry(NoBackoff(), 0)))
        guard = cls(connected.get(), keep=keep, prefix=prefix)
        guard._connected = connected.get
        return guard

    async def claim(self, event_id: str) -> bool:
        """Remember an event, atomically.

        Args:
            event_id: The ``event_id`` of a verified webhook, or what ``verify_request_async`` passes.

        Returns:
            Whether the event is new. Otherwise, answer a webhook with success and do nothing.

        Raises:
            TypeError: The client answered neither True nor None.
            Exception: The error of the client, such as a ``redis.RedisError``, if the server does not answer.
        """
        return _is_new(await self._client.set(self._key(event_id), _VALUE, px=self._milliseconds, nx=True))

    async def release(self, event_id: str) -> None:
        """Forget a claimed event that could not be handled, so that its next delivery is handled.

        Args:
            event_id: The event's id.

        Raises:
            Exception: The error of the client, such as a ``redis.RedisError``, if the server does not answer.
        """
        await self._client.delete(self._key(event_id))


def _is_new(answer: object) -> bool:
    """Read the answer to a claim: a coroutine is neither, and would be true for each replay."""
    if iscoroutine(answer):
        answer.close()
    if answer is not None and answer is not True:
        raise TypeError(
            "set of client must return True or None, as that of redis.Redis; pass a client of redis.asyncio "
            "to AsyncRedisReplayGuard"
        )
    return answer is not None


def _is_of_another_process() -> ValueError:
    return used_before_fork("client", "make a guard with a client that this process made")


def _connect(from_url: Callable[..., C], url: str, timeout: timedelta, retry: object) -> C:
    """Make a client of redis-py. Its error is replaced: it could repeat a part of the password."""
    require_type(url, str, "url")
    require_type(timeout, timedelta, "timeout")
    if timeout <= timedelta():
        raise ValueError("timeout must be positive")
    seconds = timeout.total_seconds()
    try:
        return from_url(url, socket_timeout=seconds, socket_connect_timeout=seconds, retry=retry)
    except ValueError:
        pass
    raise ValueError(
        "url must be a URL of Redis, such as rediss://user:password@host:6380/0; percent-encode a password "
        "with other characters than letters and digits"
    )
