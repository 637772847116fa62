from datetime import datetime, timedelta, timezone, tzinfo

import pytest

from sealwax import Expired, MalformedInput, SealwaxError
from sealwax._codec.clock import (
    LEEWAY,
    NO_LEEWAY,
    check_age,
    check_leeway,
    check_max_age,
    check_validity,
    decode_iso,
    decode_milliseconds,
    parse_milliseconds,
    to_instant,
)


class NoOffset(tzinfo):
    """A zone of which Python cannot tell the offset, so that it takes the time for a naive one."""

    def utcoffset(self, _time: datetime | None) -> timedelta | None:
        return None

    dst = utcoffset

    def tzname(self, _time: datetime | None) -> str | None:
        return None


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


def test_a_leeway_is_a_time_that_is_not_negative() -> None:
    for leeway in (NO_LEEWAY, timedelta(microseconds=1)):
        check_leeway(leeway)
    for wrong in (5, None, "5"):
        with pytest.raises(TypeError, match="leeway must be timedelta, not"):
            check_leeway(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="leeway must not be negative"):
        check_leeway(timedelta(microseconds=-1))


def test_a_greatest_age_is_a_time_that_is_not_negative() -> None:
    for max_age in (timedelta(), timedelta(microseconds=1), timedelta.max):
        check_max_age(max_age)
    with pytest.raises(TypeError, match="max_age must be timedelta, not"):
        check_max_age(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="max_age must not be negative"):
        check_max_age(timedelta(microseconds=-1))


@pytest.mark.parametrize(
    "text", ["", "x", "2026-01-01", "2026-01-01T00:00:00", "2026-13-01T00:00:00Z", "1767225600"]
)
def test_other_notations_of_times_are_refused(text: str) -> None:
    with pytest.raises(MalformedInput, match=r"^it must be a date, a time and a zone, such as 2026-01-31T12"):
        decode_iso(text, "it")


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


MOMENT, HOUR = timedelta.resolution, timedelta(hours=1)
BEGIN = datetime(2026, 1, 1, tzinfo=timezone.utc)
END = BEGIN + HOUR
FIRST, LAST = datetime.min.replace(tzinfo=timezone.utc), datetime.max.replace(tzinfo=timezone.utc)


def is_valid(now: datetime, leeway: timedelta, *, end_is_valid: bool = True) -> bool:
    try:
        check_validity("it", now, begin=BEGIN, end=END, leeway=leeway, cure="", end_is_valid=end_is_valid)
    except Expired:
        return False
    return True


@pytest.mark.parametrize("leeway", [NO_LEEWAY, MOMENT, LEEWAY, timedelta(days=400)])
def test_a_validity_is_longer_by_the_leeway_at_both_ends(leeway: timedelta) -> None:
    assert is_valid(BEGIN - leeway, leeway)
    assert not is_valid(BEGIN - leeway - MOMENT, leeway)
    assert is_valid(END + leeway, leeway)
    assert not is_valid(END + leeway + MOMENT, leeway)
    assert not is_valid(END + leeway, leeway, end_is_valid=False)
    assert is_valid(END + leeway - MOMENT, leeway, end_is_valid=False)


def is_timely(now: datetime, leeway: timedelta) -> bool:
    ahead = timedelta(minutes=5)
    try:
        check_age("it", BEGIN, now, max_age=HOUR, max_ahead=ahead, leeway=leeway, cure="")
    except Expired:
        return False
    return True


@pytest.mark.parametrize("leeway", [NO_LEEWAY, MOMENT, LEEWAY, timedelta(days=400)])
def test_an_age_may_be_greater_by_the_leeway(leeway: timedelta) -> None:
    assert is_timely(END + leeway, leeway)
    assert not is_timely(END + leeway + MOMENT, leeway)
    early = BEGIN - timedelta(minutes=5) - leeway
    assert is_timely(early, leeway)
    assert not is_timely(early - MOMENT, leeway)


def test_a_time_may_be_as_far_ahead_as_it_may_be_old() -> None:
    for now in (BEGIN - HOUR, END):
        check_age("it", BEGIN, now, max_age=HOUR, leeway=NO_LEEWAY, cure="")
    for now in (BEGIN - HOUR - MOMENT, END + MOMENT):
        with pytest.raises(Expired):
            check_age("it", BEGIN, now, max_age=HOUR, leeway=NO_LEEWAY, cure="")


@pytest.mark.parametrize("leeway", [NO_LEEWAY, timedelta.max])
@pytest.mark.parametrize("now", [FIRST, BEGIN, LAST])
@pytest.mark.parametrize("limit", [FIRST, LAST])
def test_extreme_times_are_compared(limit: datetime, now: datetime, leeway: timedelta) -> None:
    forever = {"max_age": timedelta.max, "max_ahead": timedelta.max}
    check_age("it", limit, now, **forever, leeway=leeway, cure="")
    if leeway or now == limit:
        check_validity("it", now, begin=limit, end=limit, leeway=leeway, cure="")
    else:
        with pytest.raises(Expired):
            check_validity("it", now, begin=limit, end=limit, leeway=leeway, cure="")


@pytest.mark.parametrize(
    ("span", "written"),
    [
        (MOMENT, "0.001 s"),
        (timedelta(seconds=1), "1 s"),
        (timedelta(milliseconds=1500), "1.5 s"),
        (timedelta(seconds=100), "100 s"),
        (timedelta(minutes=2), "2 minutes"),
        (timedelta(hours=2), "2 hours"),
        (timedelta(days=900), "900 days"),
    ],
)
def test_the_message_says_which_side_and_by_how_much(span: timedelta, written: str) -> None:
    early = (
        f"it is not valid before 2026-01-01 00:00:00 UTC, {written} after the time of this check; check the "
        "clock of this machine, which may be slow"
    )
    late = (
        f"it expired at 2026-01-01 01:00:00 UTC, {written} before the time of this check; get another, and "
        "if it is new, check the clock of this machine, which may be fast"
    )
    for now, message in ((BEGIN - span, early), (END + span, late)):
        with pytest.raises(Expired) as raised:
            check_validity("it", now, begin=BEGIN, end=END, leeway=NO_LEEWAY, cure="get another")
        assert str(raised.value) == message
    made = "it was made at 2026-01-01 00:00:00 UTC"
    old, new = f"it is too old: {made}, {written} before", f"it is from the future: {made}, {written} after"
    for now, message in ((BEGIN + span, old), (BEGIN - span, new)):
        with pytest.raises(Expired) as raised:
            check_age("it", BEGIN, now, max_age=NO_LEEWAY, max_ahead=NO_LEEWAY, leeway=NO_LEEWAY, cure="")
        assert str(raised.value).startswith(message)
