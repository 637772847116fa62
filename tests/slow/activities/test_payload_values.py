"""The tests of ``tests/activities/test_payload_values.py`` that take long."""

from hypothesis import given
from hypothesis import strategies as st

from sealwax.activities.payload_values import read_integer


@given(st.integers(-(2**256), 2**256))
def test_integers_are_read_exactly(number: int) -> None:
    assert read_integer(str(number)) == number
    assert read_integer(number) == (number if abs(number) < 2**53 else None)
