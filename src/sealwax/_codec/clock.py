"""Times: the current one, which callers can replace, and those in artifacts."""

from datetime import datetime, timedelta, timezone

from sealwax._codec.arguments import require_type
from sealwax.errors import Expired, MalformedInput

LEEWAY = timedelta(minutes=1)
"""How far clocks may differ, by default, wherever a time is compared with a clock."""

NO_LEEWAY = timedelta()
"""No difference: the time and the clock are of one machine, or a test vector sets the clock."""

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


def check_max_age(max_age: timedelta) -> None:
    """Raise ``TypeError`` or ``ValueError`` if a greatest age is not a timedelta, or is negative."""
    require_type(max_age, timedelta, "max_age")
    if max_age < timedelta():
        raise ValueError("max_age must not be negative")


def check_validity(
    label: str,
    now: datetime,
    *,
    begin: datetime | None = None,
    end: datetime,
    leeway: timedelta,
    cure: str,
    end_is_valid: bool = True,
) -> None:
    """Raise ``Expired`` if a time is before the begin or after the end of a validity by more than the leeway.

    Both are times in UTC. The cure completes the message for a time after the end.
    """
    # Adding the leeway to a limit could exceed the range of datetime.
    if begin is not None and begin - now > leeway:
        raise Expired(f"{label} is not valid before {_shown(begin)}, {_after(begin - now)}")
    late = now - end
    if late > leeway or (late == leeway and not end_is_valid):
        raise Expired(f"{label} expired at {_shown(end)}, {_before(late, cure)}")


def check_age(
    label: str,
    timestamp: datetime,
    now: datetime,
    *,
    max_age: timedelta,
    max_ahead: timedelta | None = None,
    leeway: timedelta,
    cure: str,
) -> None:
    """Raise ``Expired`` if a time in UTC is too old, or too far ahead, by more than the leeway.

    By default, a time may be as far ahead as it may be old. The cure completes the message for a time that is
    too old.
    """
    age = now - timestamp
    max_ahead = max_age if max_ahead is None else max_ahead
    # The difference of two spans could exceed the range of timedelta.
    if age > max_age and age - max_age > leeway:
        raise Expired(f"{label} is too old: it was made at {_shown(timestamp)}, {_before(age, cure)}")
    if -age > max_ahead and -age - max_ahead > leeway:
        raise Expired(f"{label} is from the future: it was made at {_shown(timestamp)}, {_after(-age)}")


def _after(span: timedelta) -> str:
    return f"{_span(span)} after the time of this check; check the clock of this machine, which may be slow"


def _before(span: timedelta, cure: str) -> str:
    return (
        f"{_span(span)} before the time of this check; {cure}, and if it is new, check the clock of this "
        "machine, which may be fast"
    )


def _shown(instant: datetime) -> str:
    return f"{instant:%Y-%m-%d %H:%M:%S} UTC"


def _span(span: timedelta) -> str:
    """Write a span for people, in one unit; a span below a millisecond is one."""
    seconds = span.total_seconds()
    for unit, length in (("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{max(seconds, 0.001):.3f}".rstrip("0").rstrip(".") + " s"


def decode_iso(text: str, label: str) -> datetime:
    """Decode a date, a time and a zone from ISO 8601 text; errors never quote it."""
    try:
        # Python 3.10 does not accept Z.
        instant = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        instant = None
    if instant is None or instant.tzinfo is None:
        raise MalformedInput(f"{label} must be a date, a time and a zone, such as 2026-01-31T12:00:00Z")
    return instant


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
