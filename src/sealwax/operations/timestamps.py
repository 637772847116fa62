"""The time in a request: which values are valid, and how long the service accepts them."""

import re
import time
from datetime import datetime, timedelta

from sealwax._codec.clock import EPOCH, to_instant
from sealwax.errors import InvalidRequest

MAX_AGE = timedelta(hours=1)
"""The greatest age of a ``timestampMs`` that the service accepts (wire-formats.md, section 7)."""

MAX_AHEAD = timedelta(minutes=5)
"""How far a ``timestampMs`` may be ahead of the service's clock."""

_MILLISECOND = timedelta(milliseconds=1)
# The end of the year 9999, the last that datetime can hold.
_LAST_MILLISECOND = 253402300799999
_DIGITS = re.compile(r"0|[1-9][0-9]{0,14}", re.ASCII)


def is_timely(timestamp_ms: int | str, *, now: datetime | None = None) -> bool:
    """Tell whether the service accepts a ``timestampMs``: at most an hour old, at most five minutes ahead.

    Args:
        timestamp_ms: The time, in milliseconds since the epoch, as an int or as decimal text.
        now: The current time, as an aware datetime; the system's clock by default.

    Returns:
        Whether the time is within this window; both of its ends are.

    Raises:
        InvalidRequest: ``timestamp_ms`` is not a whole number of milliseconds from 1970 to 9999, or has
            leading zeros; or ``now`` is before 1970.
        TypeError: ``now`` is not a datetime.
        ValueError: ``now`` has no time zone.
    """
    if isinstance(timestamp_ms, str):
        if not _DIGITS.fullmatch(timestamp_ms):
            raise InvalidRequest("timestampMs must be decimal text without leading zeros")
        timestamp_ms = int(timestamp_ms)
    sent, current = _milliseconds(timestamp_ms), _clock(now)
    return -(MAX_AGE // _MILLISECOND) <= sent - current <= MAX_AHEAD // _MILLISECOND


def to_timestamp(timestamp_ms: object, now: datetime | None) -> int:
    """Return the time of a request in milliseconds, as given or from the clock."""
    if timestamp_ms is None:
        return _clock(now)
    if now is not None:
        raise InvalidRequest("timestampMs: both `timestamp_ms` and `now` are given; leave one out")
    return _milliseconds(timestamp_ms)


def _clock(now: datetime | None) -> int:
    if now is None:
        return _milliseconds(time.time_ns() // 1_000_000)
    return _milliseconds((to_instant(now) - EPOCH) // _MILLISECOND)


def _milliseconds(timestamp_ms: object) -> int:
    # Not isinstance, as a bool is an int too.
    if type(timestamp_ms) is not int or not 0 <= timestamp_ms <= _LAST_MILLISECOND:
        raise InvalidRequest("timestampMs must be a whole number of milliseconds from 1970 to 9999")
    return timestamp_ms
