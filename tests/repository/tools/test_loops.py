import pytest

from tests.loops import failures


def check(number: int, limit: int = 2) -> None:
    if number == 9:
        pytest.fail("nine")
    assert number < limit


def test_each_case_that_fails_is_named() -> None:
    assert failures(check, [1, 0]) == []
    first, second = failures(check, [1, 5, 0, 9], name=lambda number: f"number {number}")
    assert first.startswith("number 5: AssertionError: ")
    assert second == "number 9: Failed: nine"


def test_a_tuple_has_the_arguments() -> None:
    assert failures(check, [(5, 6)]) == []
    (found,) = failures(check, [(5, 4)])
    assert found.startswith("(5, 4): AssertionError: ")


def test_without_cases_it_fails() -> None:
    assert failures(check, []) == ["there are no cases"]
