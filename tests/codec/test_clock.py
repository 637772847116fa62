from datetime import datetime, timedelta, timezone, tzinfo

import pytest

from sealwax import MalformedInput
from sealwax._codec.clock import to_instant


class NoOffset(tzinfo):
    """A zone of which Python cannot tell the offset, so that it takes the time for a naive one."""

    def utcoffset(self, _time: datetime | None) -> timedelta | None:
        return None

    dst = utcoffset

    def tzname(self, _time: datetime | None) -> str | None:
        return None


def test_an_aware_time_is_taken_as_it_is() -> None:
    for offset in (-14, 0, 2):
        now = datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=offset)))
        assert to_instant(now) is now


def test_the_systems_clock_is_the_default() -> None:
    before = datetime.now(timezone.utc)
    assert before <= to_instant(None) <= datetime.now(timezone.utc)


@pytest.mark.parametrize(
    "zone",
    [None, NoOffset(), tzinfo()],  # type: ignore[abstract]
    ids=["none", "no offset", "abstract"],
)
def test_a_time_without_a_zone_is_malformed(zone: tzinfo | None) -> None:
    with pytest.raises(MalformedInput, match="no time zone"):
        to_instant(datetime(2026, 1, 1, tzinfo=zone))


@pytest.mark.parametrize("now", ["2026-01-01", 0, 1.5])
def test_what_is_no_time_is_malformed(now: datetime) -> None:
    with pytest.raises(MalformedInput, match="must be a datetime"):
        to_instant(now)
