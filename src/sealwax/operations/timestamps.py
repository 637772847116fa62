"""The time of a request: its valid values, and the window in which the service accepts it."""

import time
from datetime import datetime
from typing import NamedTuple

from sealwax._codec.clock import (
    LAST_MILLISECOND,
    MILLISECOND,
    REQUEST_MAX_AGE,
    REQUEST_MAX_AHEAD,
    parse_milliseconds,
    to_instant,
    to_milliseconds,
)
from sealwax._codec.processes import process_lock
from sealwax.errors import InvalidRequest

_GAP = REQUEST_MAX_AHEAD // MILLISECOND
_MOST_SPANS = 100
_lock = process_lock()


class _Taken(NamedTuple):
    """The times that requests have taken.

    Those between the first and the last of a span count as taken. A new span begins after a gap: a clock that
    was ahead for a moment, and is set back, must not leave all later times ahead, where the service refuses
    them.
    """

    spans: tuple[tuple[int, int], ...]
    following: dict[None, "_Taken"]
    """What was taken after one more request, if there was one."""


_latest = _Taken((), {})


def is_timely(timestamp_ms: int | str, *, now: datetime | None = None) -> bool:
    """Tell whether the service accepts a ``timestampMs``: at most an hour old, at most five minutes ahead.

    Args:
        timestamp_ms: The time, in milliseconds since the epoch, as an int or as decimal text.
        now: The current time, as an aware datetime; the system's clock by default.

    Returns:
        Whether the time is within this window, including both ends.

    Raises:
        InvalidRequest: ``timestamp_ms`` is not a whole number of milliseconds from 1970 to 9999, or has
            leading zeros; or ``now`` is before 1970.
    """
    sent = parse_milliseconds(timestamp_ms) if isinstance(timestamp_ms, str) else timestamp_ms
    age = (_clock(now) - _milliseconds(sent)) * MILLISECOND
    return -REQUEST_MAX_AHEAD <= age <= REQUEST_MAX_AGE


def to_timestamp(timestamp_ms: object, now: datetime | None) -> int:
    """Return a request's time in milliseconds, from the arguments or the clock."""
    if timestamp_ms is None:
        return _take() if now is None else _clock(now)
    if now is not None:
        raise InvalidRequest("timestamp_ms and now are both given; leave one out")
    return _milliseconds(timestamp_ms)


def _take() -> int:
    """Take the clock's time or, if this process has taken it before, the next time that is free.

    The service runs equal bytes once: two equal operations with one time would become one activity.
    """
    global _latest  # noqa: PLW0603 - no two requests of the process have the same time
    now = _clock(None)
    with _lock.get():
        latest = _latest
        while True:
            free, spans = _add_free(latest.spans, now)
            mine = _Taken(spans, {})
            # Atomic, because a signal handler can take times meanwhile.
            latest = latest.following.setdefault(None, mine)
            if latest is mine:
                _latest = mine
                return free


def _add_free(spans: tuple[tuple[int, int], ...], free: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Return the first time from ``free`` on that is in no span, and the spans with it."""
    while span := next((span for span in spans if span[0] <= free <= span[1]), None):
        free = span[1] + 1
    if spans and 0 < free - spans[-1][1] <= _GAP:
        return free, (*spans[:-1], (spans[-1][0], free))
    return free, (*spans, (free, free))[-_MOST_SPANS:]


def _clock(now: datetime | None) -> int:
    # Nearly every request is made now, and this clock is the fastest.
    if now is None:
        return _milliseconds(time.time_ns() // 1_000_000)
    milliseconds = to_milliseconds(to_instant(now))
    if milliseconds < 0:
        raise InvalidRequest("now must not be before 1970; check the clock that it comes from")
    return milliseconds


def _milliseconds(timestamp_ms: object) -> int:
    # Not isinstance: a bool is an int, too.
    if type(timestamp_ms) is not int or not 0 <= timestamp_ms <= LAST_MILLISECOND:
        raise InvalidRequest(
            "timestamp_ms must be a whole number of milliseconds from 1970 to 9999, without leading zeros"
        )
    return timestamp_ms
