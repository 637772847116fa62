"""The tests of ``tests/operations/test_operations.py`` that take longest."""

from sealwax.operations.all_operations import SPECIFIED
from tests.loops import failures
from tests.operations.specification import BAD, GOOD
from tests.operations.test_operations import PLACES, Place, is_valid, parameters_of, place_name, refused, seal


def check_leaving_a_field_out(place: Place) -> None:
    params = place.change()
    assert is_valid(place.operation, params) is not place.required
    if place.required:
        refused(place.operation, params, f"{place.path} is missing")
    else:
        operation = SPECIFIED[place.operation].from_params(params)
        assert parameters_of(place.operation, seal(operation)) == params


def test_leaving_a_field_out() -> None:
    assert failures(check_leaving_a_field_out, PLACES, name=place_name) == []


SIMPLE = [place for place in PLACES if isinstance(place.kind, str)]


def check_values_and_limits(place: Place) -> None:
    for value in GOOD[place.kind]:
        params = place.change(value)
        assert parameters_of(place.operation, seal(SPECIFIED[place.operation].from_params(params))) == params
        assert is_valid(place.operation, params)
    for value in BAD[place.kind]:
        params = place.change(value)
        refused(place.operation, params, place.path)
    if place.kind in {"phone", "seconds", "seconds of a day"}:
        assert not any(is_valid(place.operation, place.change(value)) for value in BAD[place.kind])


def test_values_and_limits() -> None:
    assert failures(check_values_and_limits, SIMPLE, name=place_name) == []
