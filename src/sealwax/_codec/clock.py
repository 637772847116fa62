"""The system's clock, or the time that a caller gives in its place."""

from datetime import datetime, timezone

from sealwax.errors import MalformedInput


def to_instant(now: datetime | None) -> datetime:
    """Take the time at which something is to be judged.

    Args:
        now: The time, aware of its zone; None for the system's.

    Returns:
        The time.

    Raises:
        MalformedInput: It is no datetime, or has no zone.
    """
    if now is None:
        return datetime.now(timezone.utc)
    if not isinstance(now, datetime):
        raise MalformedInput(f"`now` must be a datetime, not {type(now).__name__}")
    try:
        offset = now.utcoffset()
    except NotImplementedError:
        offset = None
    if offset is None:
        raise MalformedInput(
            "`now` has no time zone; pass an aware datetime, such as datetime.now(timezone.utc)"
        )
    return now
