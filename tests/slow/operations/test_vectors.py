"""The file of sealed requests: it holds for others what the table of the specification says."""

import json
import re
from typing import Any

import pytest

from sealwax import verify_api_key_stamp
from sealwax.operations.all_operations import SPECIFIED
from sealwax_vectors import load_file, run_case, run_suite
from sealwax_vectors.constructs.find_constructs import CONSTRUCTS
from sealwax_vectors.makers.case_numbers import read_case_numbers
from sealwax_vectors.makers.generator import generate
from sealwax_vectors.makers.schemas import dump_json, dump_schema
from tests.conftest import ROOT, SEED
from tests.loops import failures
from tests.operations.specification import AUTH_PROXY, QUERY, SUBMIT
from tests.operations.test_operations import PLACES, Place, is_valid, parameters_of, place_name

PATH = ROOT / "vectors" / "sealed_request.json"
SUITE = load_file(PATH)
CASES: list[Any] = [case for group in SUITE.test_groups for case in group.tests]
VALID = [case for case in CASES if case.result == "valid"]


@pytest.mark.parametrize(
    ("group", "operation"),
    [(0, "unknown"), (1, "unknown"), (0, "otp_login_v2"), (1, "export_wallet"), (1, "list_private_keys")],
)
def test_an_operation_in_a_group_of_others_is_unsupported(group: int, operation: str) -> None:
    changed = load_file(PATH)
    case: Any = changed.test_groups[group].tests[0]
    case.operation = operation
    source = next((each for each in VALID if each.operation == operation), case)
    case.parameters = source.parameters
    assert run_case(changed.test_groups[group], case).actual == "unsupported"


INVALID = [case for case in CASES if case.result == "invalid"]


IN_PARAMETERS = {
    "MissingField",
    "WrongType",
    "Enumeration",
    "NumberNotation",
    "UnknownField",
    "FieldConflict",
}


def test_it_is_what_the_generator_makes() -> None:
    (construct,) = (each for each in CONSTRUCTS if each.name == "sealed_request")
    made = generate(construct, SEED, read_case_numbers(PATH))
    assert dump_json(made) == PATH.read_bytes()
    schema = ROOT / "vectors" / "schema" / "sealed_request_schema.json"
    assert dump_schema(construct) == schema.read_bytes()


def test_every_case_comes_out() -> None:
    outcomes = list(run_suite(SUITE))
    assert len(outcomes) == len(CASES) > 700
    assert [outcome for outcome in outcomes if not outcome.passed] == []


def values_at(value: Any, path: str) -> list[Any]:
    """The value of parameters at a place such as ``wallet.accounts[0].curve``; of a list, its items."""
    for step in re.findall(r"[^.\[\]]+", path):
        found = value[int(step) : int(step) + 1] if isinstance(value, list) else [(value or {}).get(step)]
        value = found[0] if found else None
    return value if isinstance(value, list) else [value]


def is_alike(one: Place, other: Place) -> bool:
    """Whether two fields of an operation have values of one type, and are both required or not."""
    return (one.operation, one.required, type_of(one)) == (other.operation, other.required, type_of(other))


def type_of(place: Place) -> object:
    """The type of a field's values in JSON: those of an enumeration, of a key and of a time are text."""
    kind = place.kind
    return type(kind) if isinstance(kind, list | dict) else kind if kind in {"integer", "boolean"} else "text"


def check_every_rule_of_the_specification_has_a_case_that_breaks_it(place: Place) -> None:
    # The specification's null for this one field is a list of the organization's own.
    of_a_key = place.operation == "set_ip_allowlist" and place.path == "publicKey"
    about = [case for case in CASES if case.comment.startswith(f"{place.operation}: {place.path} ")]
    broken = [case for case in about if case.result == "invalid"]
    # Null stands once in an operation for all values of a type that are required, or not.
    alike = {f"{each.operation}: {each.path} null" for each in PLACES if is_alike(each, place)}
    assert any(case.comment in alike for case in CASES if of_a_key or case.result == "invalid")
    assert any(case.flags == ["WrongType"] for case in broken)
    if place.required:
        assert any(case.comment.endswith(f"{place.path} left out") for case in broken)
    kind = place.kind[0] if isinstance(place.kind, list) else place.kind
    if isinstance(kind, set):
        requests = [case.parameters for case in VALID if case.operation == place.operation]
        assert {value for request in requests for value in values_at(request, place.path)} >= kind
        assert any(case.flags == ["Enumeration"] for case in broken)


def test_every_rule_of_the_specification_has_a_case_that_breaks_it() -> None:
    assert (
        failures(check_every_rule_of_the_specification_has_a_case_that_breaks_it, PLACES, name=place_name)
        == []
    )


def test_json_schemas_refuse_what_they_can() -> None:
    for case in INVALID:
        if set(case.flags) <= IN_PARAMETERS and not case.comment.endswith(": organizationId empty"):
            assert not is_valid(case.operation, case.parameters), case.comment


@pytest.mark.parametrize("name", SPECIFIED)
def test_every_operation_has_a_request(name: str) -> None:
    for case in VALID:
        if case.operation != name:
            continue
        body = json.loads(case.body)
        given = {field: value for field, value in case.parameters.items() if value is not None}
        assert parameters_of(name, body) == given
        assert is_valid(name, given)
        assert case.url == case.base_url.rstrip("/") + SPECIFIED[name].path()
        if name in AUTH_PROXY:
            assert case.headers["X-Auth-Proxy-Config-Id"] == case.configuration_id
        else:
            verify_api_key_stamp(case.headers["X-Stamp"], case.body)
            assert body["organizationId"] == case.organization_id
        if name in SUBMIT:
            assert body["type"] == SUBMIT[name].type
            assert body["timestampMs"] == str(case.timestamp_ms)
    assert {case.operation for case in VALID} == SUBMIT.keys() | QUERY.keys() | AUTH_PROXY.keys()
