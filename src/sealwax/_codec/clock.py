"""Times: the current one, which callers can replace, and those in artifacts."""

from datetime import datetime, timedelta, timezone

from sealwax._codec.arguments import require_type
from sealwax.errors import MalformedInput

NO_LEEWAY = timedelta()
EPOCH = datetime.fromtimestamp(0, timezone.utc)
MILLISECOND = timedelta(milliseconds=1)

REQUEST_MAX_AGE = timedelta(hours=1)
"""The greatest age of a ``timestampMs`` that the service accepts (wire-formats.md, section 7)."""

REQUEST_MAX_AHEAD = timedelta(minutes=5)
"""How far a ``timestampMs`` may be ahead of the service's clock."""

LAST_SECOND = 253402300799
"""The last second of the year 9999, where ``datetime`` ends."""

LAST_MILLISECOND = LAST_SECOND * 1000 + 999
_MOST_DIGITS = len(str(LAST_MILLISECOND))


def to_instant(now: datetime | None) -> datetime:
    """Return ``now``, or the system's time if it is None; refuse a datetime without a time zone."""
    if now is None:
        return datetime.now(timezone.utc)
    require_type(now, datetime, "now")
    try:
        offset = now.utcoffset()
    except NotImplementedError:
        offset = None
    if offset is None:
        raise ValueError("now must have a time zone; pass datetime.now(timezone.utc), for example")
    return now


def check_leeway(leeway: timedelta) -> None:
    """Raise ``TypeError`` or ``ValueError`` if a leeway is not a timedelta, or is negative."""
    require_type(leeway, timedelta, "leeway")
    if leeway < NO_LEEWAY:
        raise ValueError("leeway must not be negative")


def from_milliseconds(milliseconds: int) -> datetime:
    """Convert milliseconds since the epoch, at most ``LAST_MILLISECOND``, to a time."""
    return EPOCH + milliseconds * MILLISECOND


def to_milliseconds(instant: datetime) -> int:
    """Convert a time to whole milliseconds since the epoch; a time before it is negative."""
    return (instant - EPOCH) // MILLISECOND


def parse_milliseconds(text: str) -> int | None:
    """Return the milliseconds since the epoch that decimal text states; None for any other text.

    Leading zeros and times after the year 9999 are refused too.
    """
    # int() also accepts signs, underscores and other scripts' digits.
    is_number = len(text) <= _MOST_DIGITS and text.isascii() and text.isdigit()
    milliseconds = int(text) if is_number else 0
    if text != str(milliseconds) or milliseconds > LAST_MILLISECOND:
        return None
    return milliseconds


def decode_milliseconds(text: str, label: str) -> datetime:
    """Decode a time in milliseconds since the epoch from decimal text; errors never quote it."""
    milliseconds = parse_milliseconds(text)
    if milliseconds is None:
        raise MalformedInput(f"{label} must be a time in milliseconds since the epoch, as decimal text")
    return from_milliseconds(milliseconds)
