"""The time in a request: what may be given for it, and how long the service takes it."""

import re
from datetime import datetime, timedelta

from sealwax._codec.clock import to_instant
from sealwax.errors import InvalidRequest
from sealwax.login.tokens import EPOCH

MAX_AGE = timedelta(hours=1)
"""How old a ``timestampMs`` may be for the service to take it (wire-formats.md, section 7)."""

MAX_AHEAD = timedelta(minutes=5)
"""How far ahead of the service's clock it may be."""

_MILLISECOND = timedelta(milliseconds=1)
# The last millisecond of the year 9999, where datetime ends.
_LAST_MILLISECOND = 253402300799999
_DIGITS = re.compile(r"0|[1-9][0-9]{0,14}", re.ASCII)


def is_timely(timestamp_ms: int | str, *, now: datetime | None = None) -> bool:
    """Tell whether the service takes a ``timestampMs``: at most an hour old, at most five minutes ahead.

    Args:
        timestamp_ms: The timestamp, in milliseconds since the epoch, as a number or as the wire has it.
        now: The time by the service's clock, aware of its zone; the system's by default.

    Returns:
        Whether it is within that window, whose two ends belong to it.

    Raises:
        InvalidRequest: It is no such timestamp.
        TypeError: ``now`` is not a datetime.
        ValueError: ``now`` has no time zone.
    """
    if isinstance(timestamp_ms, str):
        if not _DIGITS.fullmatch(timestamp_ms):
            raise InvalidRequest("timestampMs is not decimal text, without leading zeros")
        timestamp_ms = int(timestamp_ms)
    time, current = _milliseconds(timestamp_ms), _clock(now)
    return -(MAX_AGE // _MILLISECOND) <= time - current <= MAX_AHEAD // _MILLISECOND


def to_timestamp(timestamp_ms: object, now: datetime | None) -> int:
    """Take a time in milliseconds, or that of a clock."""
    if timestamp_ms is None:
        return _clock(now)
    if now is not None:
        raise InvalidRequest("timestampMs: both `timestamp_ms` and `now` are given; leave one out")
    return _milliseconds(timestamp_ms)


def _clock(now: datetime | None) -> int:
    return _milliseconds((to_instant(now) - EPOCH) // _MILLISECOND)


def _milliseconds(timestamp_ms: object) -> int:
    # A bool is an int to Python.
    if type(timestamp_ms) is not int or not 0 <= timestamp_ms <= _LAST_MILLISECOND:
        raise InvalidRequest("timestampMs is no whole number of milliseconds from 1970 to 9999")
    return timestamp_ms
