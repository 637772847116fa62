"""The current time: the system's, or the time that a caller passes instead."""

from datetime import datetime, timedelta, timezone

from .arguments import require_type

NO_LEEWAY = timedelta()


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
