"""The local service is measured at rest and at work."""

import pytest

from . import load, local_service, scale
from .groups import BARE, OURS

SIZES = scale.Sizes(body=0, cases=0, records=0, exports=0, interfaces=20, requests=512)


def test_whoami_is_measured_at_rest_and_beside_the_work() -> None:
    (measurement,) = load.times(SIZES)
    taken = measurement.take(0, measurement.names)
    assert taken.keys() == {load.AT_REST, OURS} == measurement.names
    assert all(each > 0 for each in taken.values())


def test_many_clients_are_measured_beside_an_echo() -> None:
    requests, kept, whoami = (each.take(0, each.names) for each in local_service.times())
    assert requests[BARE] > 0
    assert requests[OURS] > 0
    assert kept[OURS] > 0
    assert kept[local_service.IN_MEMORY] > 0
    assert whoami[OURS] >= whoami[local_service.MEDIAN] > 0


@pytest.mark.skipif(not scale.HAS_STATUS, reason="the system does not say what memory is used")
def test_memory_of_the_service() -> None:
    (measurement,) = local_service.memory(SIZES)
    taken = measurement.take(0, measurement.names)
    assert taken.keys() == measurement.names
    assert min(taken.values()) > 1 << 20
