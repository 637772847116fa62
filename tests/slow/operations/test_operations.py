"""The tests of ``tests/operations/test_operations.py`` that take long."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sealwax.operations.all_operations import SPECIFIED
from tests.loops import failures
from tests.operations import specification
from tests.operations.specification import AUTH_PROXY, BAD, GOOD, PARAMETERS, QUERY, SUBMIT
from tests.operations.test_operations import (
    ENUMERATIONS,
    PLACES,
    SCHEMAS,
    Place,
    ids,
    is_valid,
    parameters_of,
    place_name,
    refused,
    seal,
)


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


@pytest.mark.parametrize("name", PARAMETERS)
def test_schemas_of_answers(name: str) -> None:
    schema = {**SCHEMAS, "$ref": f"#/$defs/{name}_response"}
    if name in SUBMIT:
        specified = SUBMIT[name]
        activity = {
            **specification.sample(specification.ACTIVITY),
            "type": specified.type,
            "intent": {specified.intent: specification.arguments(name)},
            "result": {specified.result: specification.sample(specified.result_fields)},
        }
        whole: Any = {"activity": activity}
        for field in specification.ACTIVITY:
            if not field.endswith("?"):
                rest = {other: value for other, value in activity.items() if other != field}
                assert not Draft202012Validator(schema).is_valid({"activity": rest})
    else:
        whole = specification.sample((QUERY | AUTH_PROXY)[name].answer)
    Draft202012Validator(schema).validate(whole)
    Draft202012Validator(schema).validate({**whole, "unknown": 1})
    assert not Draft202012Validator(schema).is_valid({})


@pytest.mark.parametrize("place", ENUMERATIONS, ids=ids(ENUMERATIONS))
def test_enumerations(place: Place) -> None:
    for value in place.kind:
        params = place.change(value)
        assert parameters_of(place.operation, seal(SPECIFIED[place.operation].from_params(params))) == params
    some = min(place.kind)
    outside: list[object] = [13, 0, -12, 10**100, "12", 12.5, True, [12], ""]
    if isinstance(some, str):
        outside = [some.lower(), f"{some} ", some[:-1], f"{some}\0", "", 5, True, [some], {}, b"x"]
    for value in outside:
        params = place.change(value)
        refused(place.operation, params, place.path)
        if not isinstance(value, bytes):
            assert not is_valid(place.operation, params)
