"""The schema of requests and section 10 of ``wire-formats.md`` decide each case of sealed requests."""

import json
from typing import Any

from tests.ecma import EcmaValidator
from tests.interop.cases import VECTORS, VectorCase, cases_of

SCHEMA = json.loads((VECTORS / "schema" / "requests.json").read_text())
CASES = cases_of("sealed_request")


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


def test_the_body_is_as_the_table_has_it() -> None:
    for case in CASES:
        if case.valid:
            body = body_of(case)
            if "parameters" in body:
                given = body["parameters"].items()
                body["parameters"] = {name: value for name, value in given if value is not None}
            assert json.loads(case.fields["body"]) == body
