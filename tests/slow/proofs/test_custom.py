"""The tests of ``tests/proofs/test_custom.py`` that take long."""

from datetime import timedelta

import pytest

from sealwax import (
    Expired,
    MalformedInput,
    Unsupported,
)
from sealwax.proofs import RESERVED_TYPES
from tests.conftest import near_texts
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


@pytest.mark.parametrize("kind", sorted(RESERVED_TYPES))
def test_reserved_types(kind: str) -> None:
    with pytest.raises(ValueError, match="verify_app_proof"):
        verify("service", expected_type=kind)
    for name, member in (
        ("service", "type"),
        ("template", "type"),
        ("proof-type", "type"),
        ("snake-case", "proofType"),
    ):
        payload = {**PAYLOADS[name][1], member: kind}
        with pytest.raises(Unsupported, match="own proofs"):
            verify(name, make(name, payload))
    for near in near_texts(kind):
        payload = {**PAYLOADS["service"][1], "type": near}
        assert verify("service", make("service", payload), expected_type=near).type == near
