"""The system's clock, or the time that a caller gives in its place."""

from datetime import datetime, timedelta, timezone

from .arguments import require_type

NO_LEEWAY = timedelta()


def to_instant(now: datetime | None) -> datetime:
    """Give the time at which something is judged: the caller's, or that of the system's clock.

    Raises:
        TypeError: ``now`` is not a datetime.
        ValueError: ``now`` has no time zone.
    """
    if now is None:
        return datetime.now(timezone.utc)
    require_type(now, datetime, "now")
    try:
        offset = now.utcoffset()
    except NotImplementedError:
        offset = None
    if offset is None:
        raise ValueError("now must have a time zone; pass datetime.now(timezone.utc) or the like")
    return now


def check_leeway(leeway: timedelta) -> None:
    """Refuse a leeway that is not a time, or negative."""
    require_type(leeway, timedelta, "leeway")
    if leeway < NO_LEEWAY:
        raise ValueError("leeway must not be negative")
