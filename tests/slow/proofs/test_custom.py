"""The tests of ``tests/proofs/test_custom.py`` that take longest."""

from datetime import timedelta

import pytest

from sealwax import (
    Expired,
    MalformedInput,
)
from tests.proofs.test_custom import NOW, PAYLOADS, make, verify


def test_age() -> None:
    hour, moment = timedelta(hours=1), timedelta(milliseconds=1)
    for change in (hour, -hour, timedelta()):
        assert verify("service", expected_max_age=hour, now=NOW + change).age_checked
    for change in (hour + moment, -hour - moment):
        with pytest.raises(Expired, match="the time of this check"):
            verify("service", expected_max_age=hour, now=NOW + change, leeway=timedelta())
        assert verify("service", expected_max_age=hour, now=NOW + change).age_checked
        assert verify("service", expected_max_age=hour, now=NOW + change, leeway=moment).age_checked
    for change in (hour + timedelta(seconds=61), -hour - timedelta(seconds=61)):
        with pytest.raises(Expired, match="the time of this check"):
            verify("service", expected_max_age=hour, now=NOW + change)
    with pytest.raises(ValueError, match="leeway must not be negative"):
        verify("service", leeway=-moment)
    assert verify("service", expected_max_age=timedelta(), now=NOW).age_checked
    with pytest.raises(ValueError, match="max_age must not be negative"):
        verify("service", expected_max_age=-timedelta.resolution)
    for time in ("x", "", "-1", "01", 1767398400000, None):
        payload = {**PAYLOADS["service"][1], "timestampMs": time}
        with pytest.raises(MalformedInput, match="timestampMs"):
            verify("service", make("service", payload))
    for name in ("TimestampMs", "timestampMS"):
        with pytest.raises(MalformedInput):
            verify("service", make("service", {**PAYLOADS["service"][1], name: "1"}))
