"""The tests of ``tests/service/requests/test_unknown_fields.py`` that take long."""

from typing import Any

import pytest

from sealwax_service.operations.queries import QUERIES
from sealwax_service.operations.submits import SUBMITS
from sealwax_service.requests.unknown_fields import unknown_fields
from tests.operations.openapi.descriptions import committed_description
from tests.service.client import Client
from tests.service.requests.test_unknown_fields import TYPO


@pytest.mark.parametrize("name", SUBMITS)
def test_a_strict_service_refuses_them_in_each_submit(strict_client: Client, name: str) -> None:
    for version in SUBMITS[name].versions:
        reply = strict_client.post(name, strict_client.body(name, TYPO, type=version.type))
        assert reply.error == (400, "REQUEST_INVALID")
        assert f"{name}: mnemonicLenght is not a parameter" in reply.body["message"]


@pytest.mark.parametrize("name", QUERIES)
def test_a_strict_service_refuses_them_in_each_query(strict_client: Client, name: str) -> None:
    reply = strict_client.try_query(name, **TYPO)
    assert reply.error == (400, "REQUEST_INVALID")
    assert f"{name}: mnemonicLenght is not a parameter" in reply.body["message"]


def _properties(definitions: Any, schema: Any) -> dict[str, Any]:
    name = schema["$ref"].rpartition("/")[2] if "$ref" in schema else ""
    return dict((definitions[name] if name else schema).get("properties", {}))


def test_every_parameter_of_the_description_is_known() -> None:
    description = committed_description()
    definitions, unknown = description["definitions"], {}
    for path, methods in description["paths"].items():
        *_, kind, name = path.split("/")
        if "parameters" not in methods["post"]:
            continue
        body = _properties(definitions, methods["post"]["parameters"][0]["schema"])
        if kind == "submit" and name in SUBMITS:
            given = _properties(definitions, body["parameters"])
            row = SUBMITS[name]
            reader = row.handlers[row.versions[0].type][0]
        elif kind == "query" and name in QUERIES:
            given, reader = body, QUERIES[name].parameters
        else:
            continue
        unknown[name] = unknown_fields(name, dict.fromkeys(given), reader)
    assert len(unknown) > 100
    missing = {name: fields for name, fields in unknown.items() if fields}
    assert missing == {}, missing
