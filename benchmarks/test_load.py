"""The local service is measured at rest and at work."""

from . import load, scale
from .groups import OURS


def test_whoami_is_measured_at_rest_and_beside_the_work() -> None:
    sizes = scale.Sizes(body=0, cases=0, records=0, exports=0, activities=20)
    (measurement,) = load.times(sizes)
    taken = measurement.take(0, measurement.names)
    assert taken.keys() == {load.AT_REST, OURS} == measurement.names
    assert all(each > 0 for each in taken.values())
