"""Times: the system's or the one that a caller passes instead, and those in artifacts."""

from datetime import datetime, timedelta, timezone

from sealwax._arguments import require_type
from sealwax.errors import MalformedInput

NO_LEEWAY = timedelta()
EPOCH = datetime.fromtimestamp(0, timezone.utc)
# The last second of the year 9999, where datetime ends.
LAST_SECOND = 253402300799
_LAST_MILLISECOND = LAST_SECOND * 1000 + 999
_MOST_DIGITS = len(str(_LAST_MILLISECOND))


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


def decode_milliseconds(text: str, what: str) -> datetime:
    """Decode a time in milliseconds since the epoch from decimal text; errors never quote it."""
    # int() also accepts signs, underscores and other scripts' digits.
    is_number = len(text) <= _MOST_DIGITS and text.isascii() and text.isdigit()
    milliseconds = int(text) if is_number else 0
    if text != str(milliseconds) or milliseconds > _LAST_MILLISECOND:
        raise MalformedInput(f"{what} must be a time in milliseconds since the epoch, as decimal text")
    return EPOCH + timedelta(milliseconds=milliseconds)
