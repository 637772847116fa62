"""The times of requests: none twice in a process."""

import json
import time
from datetime import datetime, timezone

import pytest

from sealwax import ApiKey, ApiKeyStamper, InvalidRequest
from sealwax._codec.clock import to_milliseconds
from sealwax.operations import (
    CreateUserTag,
    is_timely,
    timestamps,
)
from sealwax.operations.timestamps import to_timestamp
from tests.conftest import ORGANIZATION

NOW = 1_790_000_000_000
MINUTE, HOUR = 60_000, 3_600_000
STAMPER = ApiKeyStamper(ApiKey.from_private_key("1f" * 32))
TAG = CreateUserTag(user_tag_name="team", user_ids=[])


class Clock:
    """A clock that stands still until a test sets it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.milliseconds = NOW
        monkeypatch.setattr(time, "time_ns", lambda: self.milliseconds * 1_000_000 + 999_999)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr(timestamps, "_taken", type(timestamps._taken)([[-1, -1]], maxlen=100))
    return Clock(monkeypatch)


def take() -> int:
    return to_timestamp(None, None)


def test_a_millisecond_is_taken_once(clock: Clock) -> None:
    assert [take(), take(), take()] == [NOW, NOW + 1, NOW + 2]
    clock.milliseconds += 2
    assert take() == NOW + 3
    clock.milliseconds += 2
    assert [take(), take()] == [NOW + 4, NOW + 5]


def test_a_clock_that_is_set_back(clock: Clock) -> None:
    assert [take(), take()] == [NOW, NOW + 1]
    clock.milliseconds = NOW - 1
    # Before all that were taken.
    assert take() == NOW - 1
    # Each of the next is taken.
    assert [take(), take()] == [NOW + 2, NOW + 3]


def test_no_time_comes_back_whatever_the_clock_does(clock: Clock) -> None:
    taken: list[int] = []
    for moment in (0, 0, HOUR, 0, 0, -HOUR, HOUR, HOUR - 1, 0, 1, 2, 5 * MINUTE, 5 * MINUTE, -HOUR, 3, HOUR):
        clock.milliseconds = NOW + moment
        taken += [take(), take(), take()]
    assert len(set(taken)) == len(taken)


def test_a_clock_that_was_ahead_for_a_moment_does_no_harm(clock: Clock) -> None:
    assert take() == NOW
    clock.milliseconds = NOW + HOUR
    assert [take(), take()] == [NOW + HOUR, NOW + HOUR + 1]
    clock.milliseconds = NOW + 10
    # Not an hour ahead, which the service would refuse.
    assert [take(), take()] == [NOW + 10, NOW + 11]
    clock.milliseconds = NOW + HOUR
    assert take() == NOW + HOUR + 2


def test_little_is_remembered(clock: Clock) -> None:
    for _ in range(300):
        clock.milliseconds += 10 * MINUTE
        assert take() == clock.milliseconds
    assert len(timestamps._taken) == 100


def test_asking_whether_a_time_is_timely_takes_none(clock: Clock) -> None:
    assert is_timely(NOW)
    assert TAG.seal(STAMPER, organization_id=ORGANIZATION, timestamp_ms=NOW).is_timely()
    assert take() == clock.milliseconds


def time_of(body: bytes) -> int:
    return int(json.loads(body)["timestampMs"])


def test_a_time_of_the_callers_is_kept(clock: Clock) -> None:
    now = datetime(2026, 9, 1, tzinfo=timezone.utc)
    for _ in range(2):
        request = TAG.seal(STAMPER, organization_id=ORGANIZATION, timestamp_ms=NOW)
        assert request.timestamp_ms == time_of(request.body) == NOW
        request = TAG.seal(STAMPER, organization_id=ORGANIZATION, now=now)
        assert request.timestamp_ms == to_milliseconds(now)
    assert take() == clock.milliseconds


def test_seconds_are_not_milliseconds() -> None:
    for seconds in (10**9, 1_700_000_000, 10**10 - 1):
        with pytest.raises(
            InvalidRequest, match=r"^timestamp_ms is in seconds; pass milliseconds, such as int"
        ):
            to_timestamp(seconds, None)
    for milliseconds in (0, 10**9 - 1, 10**10, 1_700_000_000_000):
        assert to_timestamp(milliseconds, None) == milliseconds
