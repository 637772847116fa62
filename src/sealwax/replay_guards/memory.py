"""What a replay guard is, and the guard in memory, for the threads of one process."""

import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import timedelta
from typing import Protocol

from sealwax._codec.arguments import require_function, require_type
from sealwax._codec.processes import process_lock
from sealwax._crypto.secret_types import NeverCopied

LONGEST_MAX_AGE = timedelta(minutes=15)
"""The longest accepted ``max_age`` of a webhook. Within it, an observed delivery can be replayed."""


class ReplayGuard(Protocol):
    """Remembers handled webhooks or requests, so that none is handled twice.

    The service repeats a delivery without a successful answer. Anyone who observed a delivery or a request
    can replay it within ``max_age``. Several processes need a shared store.
    """

    def claim(self, event_id: str) -> bool:
        """Remember an event, atomically.

        Args:
            event_id: The ``event_id`` of a verified webhook. For a request,
                ``verify_request`` calls this with 64 hex digits.

        Returns:
            Whether the event is new: True or False. Otherwise, answer a webhook with success and do nothing.
        """
        ...

    def release(self, event_id: str) -> None:
        """Forget a claimed event that could not be handled, so that its next delivery is handled.

        Args:
            event_id: The event's id.
        """
        ...


class AsyncReplayGuard(Protocol):
    """A ``ReplayGuard`` over storage that is awaited, for ``sealwax.stamps.verify_request_async``."""

    async def claim(self, event_id: str) -> bool:
        """Remember an event, atomically.

        Args:
            event_id: The event's id, as for a ``ReplayGuard``.

        Returns:
            Whether the event is new.
        """
        ...


def require_keep(keep: timedelta) -> timedelta:
    """Return the span for which a guard remembers events; refuse a span that is too short."""
    require_type(keep, timedelta, "keep")
    if keep < 2 * LONGEST_MAX_AGE:
        raise ValueError("keep must be at least half an hour, twice the longest max_age")
    return keep


class MemoryReplayGuard(NeverCopied):
    """A ``ReplayGuard`` for the threads of one process; it does not survive a restart.

    A forked process remembers the events that were claimed before the fork. No process learns of the later
    claims of another. ``pickle`` and ``copy`` refuse it.

    Args:
        capacity: The most events to remember; above that, the oldest is forgotten early. Choose more than
            arrive within half an hour.
        keep: How long to remember an event: at least half an hour, twice the longest ``max_age`` of webhooks.
            The service's own repetitions of an event may come later than that.
        clock: Gives the seconds that have passed since some moment; it must never go back.
    """

    __slots__ = ("_capacity", "_claimed", "_clock", "_keep", "_lock")

    def __init__(
        self,
        *,
        capacity: int = 100_000,
        keep: timedelta = timedelta(days=1),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        require_type(capacity, int, "capacity")
        require_function(clock, "clock")
        if capacity < 1:
            raise ValueError("capacity must be positive")
        self._capacity, self._keep, self._clock = capacity, require_keep(keep), clock
        # The times of the claims, the oldest first.
        self._claimed: OrderedDict[str, float] = OrderedDict()
        self._lock = process_lock()

    @property
    def keep(self) -> timedelta:
        """The span for which an event is remembered."""
        return self._keep

    def claim(self, event_id: str) -> bool:
        """Remember an event.

        Args:
            event_id: The ``event_id`` of a verified webhook.

        Returns:
            Whether the event is new. Otherwise, answer with success and do nothing.
        """
        require_type(event_id, str, "event_id")
        with self._lock.get():
            now = self._clock()
            while self._claimed and next(iter(self._claimed.values())) <= now - self._keep.total_seconds():
                self._claimed.popitem(last=False)
            if event_id in self._claimed:
                return False
            if len(self._claimed) == self._capacity:
                self._claimed.popitem(last=False)
            self._claimed[event_id] = now
            return True

    def release(self, event_id: str) -> None:
        """Forget a claimed event that could not be handled, so that its next delivery is handled.

        Args:
            event_id: The event's id.
        """
        require_type(event_id, str, "event_id")
        with self._lock.get():
            self._claimed.pop(event_id, None)
