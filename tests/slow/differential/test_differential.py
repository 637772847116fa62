"""The tests of ``tests/differential/test_differential.py`` that take long."""

from tests.differential.inputs import inputs


def test_a_seed_and_a_number_stand_for_an_input() -> None:
    several = list(inputs(1, range(20)))
    assert several == list(inputs(1, range(20)))
    assert several[5:8] == list(inputs(1, range(5, 8)))
    assert several != list(inputs(2, range(20)))
