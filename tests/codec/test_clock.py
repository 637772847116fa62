from datetime import datetime, timedelta, timezone, tzinfo

import pytest

from sealwax import MalformedInput, SealwaxError
from sealwax._codec.clock import (
    EPOCH,
    NO_LEEWAY,
    check_leeway,
    decode_milliseconds,
    from_milliseconds,
    parse_milliseconds,
    to_instant,
    to_milliseconds,
)


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
def test_a_time_without_a_zone_is_refused(zone: tzinfo | None) -> None:
    with pytest.raises(ValueError, match="now must have a time zone") as raised:
        to_instant(datetime(2026, 1, 1, tzinfo=zone))
    assert not isinstance(raised.value, SealwaxError)


@pytest.mark.parametrize("now", ["2026-01-01", 0, 1.5])
def test_the_time_is_a_datetime(now: datetime) -> None:
    with pytest.raises(TypeError, match="now must be datetime, not"):
        to_instant(now)


def test_a_leeway_is_a_time_that_is_not_negative() -> None:
    for leeway in (NO_LEEWAY, timedelta(microseconds=1)):
        check_leeway(leeway)
    for wrong in (5, None, "5"):
        with pytest.raises(TypeError, match="leeway must be timedelta, not"):
            check_leeway(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="leeway must not be negative"):
        check_leeway(timedelta(microseconds=-1))


@pytest.mark.parametrize("text", ["0", "1", "1758058763571", "253402300799999"])
def test_milliseconds(text: str) -> None:
    instant = decode_milliseconds(text, "it")
    assert instant - EPOCH == timedelta(milliseconds=int(text))
    assert parse_milliseconds(text) == int(text) == to_milliseconds(instant)
    assert from_milliseconds(int(text)) == instant


def test_parts_of_a_millisecond_are_dropped() -> None:
    zone = timezone(timedelta(hours=2))
    for microseconds, milliseconds in ((1999, 1), (-1, -1)):
        instant = EPOCH + timedelta(microseconds=microseconds)
        assert to_milliseconds(instant) == to_milliseconds(instant.astimezone(zone)) == milliseconds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-1",
        "+1",
        "01",
        "1.0",
        "1e3",
        " 1",
        "1\n",
        "1_0",
        "\u0661",
        "\u00b2",
        "253402300800000",
        "9" * 5000,
    ],
)
def test_other_notations_of_milliseconds_are_refused(text: str) -> None:
    with pytest.raises(MalformedInput, match="it must be a time in milliseconds since the epoch"):
        decode_milliseconds(text, "it")
    assert parse_milliseconds(text) is None
