"""The schema of requests and section 10 of ``wire-formats.md`` decide each case of sealed requests."""

import json
from typing import Any

import pytest

from sealwax._crypto.points import decode_p256_hex
from sealwax.errors import MalformedInput
from tests.ecma import EcmaValidator
from tests.interop.cases import VECTORS, VectorCase, cases_of

SCHEMA = json.loads((VECTORS / "schema" / "requests.json").read_text())
CASES = cases_of("sealed_request")
END_OF_YEAR_9999 = 253402300799999


def is_allowed(case: VectorCase) -> bool:
    """Whether the schema allows the body of a case."""
    schema = {**SCHEMA, "$ref": f"#/$defs/{case.fields['operation']}_request"}
    return bool(EcmaValidator(schema).is_valid(body_of(case)))


def body_of(case: VectorCase) -> dict[str, Any]:
    """The body, as the table of section 10 has it."""
    name, parameters = case.fields["operation"], case.fields["parameters"]
    if case.group == "AuthProxyRequest":
        return dict(parameters)
    organization = {"organizationId": case.fields["organizationId"]}
    definition = SCHEMA["$defs"][f"{name}_request"]["$ref"].rpartition("/")[2]
    fixed = SCHEMA["$defs"][definition]["properties"]
    if "type" not in fixed:
        return {**organization, **parameters}
    (activity_type,) = fixed["type"]["enum"]
    made = {
        "type": activity_type,
        "timestampMs": str(case.fields["timestampMs"]),
        **organization,
        "parameters": parameters,
    }
    return made | case.inputs("generateAppProofs")


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


@pytest.mark.slow
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


def test_the_body_is_as_the_table_has_it() -> None:
    for case in CASES:
        if case.valid:
            body = body_of(case)
            if "parameters" in body:
                given = body["parameters"].items()
                body["parameters"] = {name: value for name, value in given if value is not None}
            assert json.loads(case.fields["body"]) == body
