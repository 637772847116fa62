"""The time of a request: its valid values, and the window in which the service accepts it."""

import time
from collections import deque
from datetime import datetime

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
_lock = process_lock()
_taken: deque[list[int]] = deque([[-1, -1]], maxlen=100)
"""The first and the last of times that requests have taken; those between them count as taken.

A new entry begins after a gap: a clock that was ahead for a moment, and is set back, must not leave all later
times ahead, where the service refuses them.
"""


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
    sent = _milliseconds(timestamp_ms)
    if _FIRST_IN_SECONDS <= sent <= _LAST_IN_SECONDS:
        raise InvalidRequest("timestamp_ms is in seconds; pass milliseconds, such as int(time.time() * 1000)")
    return sent


# The numbers of ten digits: in milliseconds they are of 1970, and in seconds of 2001 to 2286.
_FIRST_IN_SECONDS, _LAST_IN_SECONDS = 10**9, 10**10 - 1


def _take() -> int:
    """Take the clock's time or, if this process has taken it before, the next time that is free.

    The service runs equal bytes once: two equal operations with one time would become one activity.
    """
    free = _clock(None)
    with _lock.get():
        for first, last in sorted(_taken):
            if first <= free <= last:
                free = last + 1
        latest = _taken[-1]
        if 0 < free - latest[1] <= _GAP:
            latest[1] = free
        else:
            _taken.append([free, free])
    return free


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
