"""The tests of ``tests/vectors/test_requests.py`` that take long."""

from typing import Any

import pytest

from sealwax._crypto.points import decode_p256_hex
from sealwax.errors import MalformedInput
from tests.interop.cases import VectorCase
from tests.vectors.test_requests import CASES, is_allowed

END_OF_YEAR_9999 = 253402300799999


def is_beyond_the_schema(case: VectorCase) -> bool:
    """Whether one of the rules that no schema can say refuses a case."""
    if {"RequestDestination", "HeaderInjection"} & set(case.fields["flags"]):
        return not case.valid
    if not 0 <= case.fields.get("timestampMs", 0) <= END_OF_YEAR_9999:
        return True
    parameters = case.fields["parameters"]
    keys = values_of("targetPublicKey", parameters)
    for key in keys:
        try:
            decode_p256_hex(key, "it")
        except MalformedInput:
            return True
    once = {
        "export_secrets": values_of("secretId", parameters),
        "import_secrets": keys,
        "delete_secrets": parameters.get("secretIds", []),
    }.get(case.fields["operation"], [])
    if len({each.lower() for each in once}) < len(once):
        return True
    return " rules[0].cidr " in case.fields["comment"] and not case.valid


def values_of(name: str, parameters: dict[str, Any]) -> list[str]:
    """The texts that a parameter has, by itself or in each of the secrets."""
    secrets = parameters.get("secrets", [])
    return [each[name] for each in [parameters, *secrets] if isinstance(each.get(name), str)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.fields["id"])
def test_the_schema_and_the_rules_decide_a_case(case: VectorCase) -> None:
    assert (is_allowed(case) and not is_beyond_the_schema(case)) == case.valid


def test_few_cases_are_for_the_rules_alone() -> None:
    alone = [case for case in CASES if not case.valid and is_allowed(case)]
    assert {flag for case in alone for flag in case.fields["flags"]} == {
        "FieldLimit",
        "HeaderInjection",
        "InvalidPoint",
        "RepeatedId",
        "RequestDestination",
    }
    assert len(alone) < 60
