"""The description of the routes: it is valid, has every route, and says what the service does."""

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sealwax.operations import ApiDescription
from sealwax.operations.openapi.schemas import request_schema
from sealwax_service import LocalService
from sealwax_service.admin.api_document import ADMIN, PROXY, QUERY, SUBMIT
from sealwax_service.admin.routes import PATH, ROUTES
from sealwax_service.http.messages import JWKS_PATH
from sealwax_service.operations.activities import AllowlistParameters
from sealwax_service.operations.auth_proxy import AUTH_PROXY
from sealwax_service.operations.queries import QUERIES
from sealwax_service.operations.submits import SUBMITS, TOLERATED
from tests.conftest import SEED
from tests.operations import specification
from tests.operations.openapi.descriptions import small
from tests.service.client import ETHEREUM, Client

pytestmark = pytest.mark.slow

PATHS = {
    SUBMIT: {f"/public/v1/submit/{name}" for name in SUBMITS},
    QUERY: {f"/public/v1/query/{name}" for name in QUERIES} | {JWKS_PATH},
    PROXY: {f"/v1/{name}" for name in AUTH_PROXY},
    ADMIN: {f"{PATH}{name}" for name in ROUTES},
}


def document_of(**options: Any) -> Any:
    with LocalService(SEED, **options) as service:
        client = Client(service)
        made = client.admin("openapi.json")
        assert client.http.get("/_sealwax/openapi.json").json() == made
        client.http.close()
    return made


@pytest.fixture(scope="module")
def document() -> Any:
    return document_of()


@pytest.fixture(scope="module")
def described() -> Any:
    return document_of(description=ApiDescription(small()))


def operations(document: Any) -> Iterator[tuple[str, Any]]:
    """Every operation with its path."""
    for path, methods in document["paths"].items():
        for operation in methods.values():
            yield path, operation


def schemas(document: Any) -> Iterator[Any]:
    """Every schema that is not part of another."""
    yield from document["components"]["schemas"].values()
    for _, operation in operations(document):
        for each in (operation.get("requestBody", {"content": {}}), *operation["responses"].values()):
            for content in each["content"].values():
                yield content["schema"]


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        value = [*value.values()]
    if isinstance(value, list):
        for each in value:
            yield from references(each)


def check_document(document: Any) -> None:
    """Check what OpenAPI 3.1 asks of a document like this."""
    assert document["openapi"] == "3.1.0"
    components = document["components"]
    assert {*references(document)} == {f"#/components/schemas/{name}" for name in components["schemas"]}
    for schema in schemas(document):
        Draft202012Validator.check_schema(schema)
    ids = [operation["operationId"] for _, operation in operations(document)]
    assert len({*ids}) == len(ids)
    tags = {each["name"] for each in document["tags"]}
    for path, operation in operations(document):
        assert "{" not in path
        assert {*operation["tags"]} <= tags
        assert {*operation["responses"]} == {"200", "default"}
        assert all(answer["description"] for answer in operation["responses"].values())
        for scheme in operation["security"]:
            assert {*scheme} <= {*components["securitySchemes"]}


def accepts(document: Any, schema: Any, value: Any) -> bool:
    whole = {**schema, "components": document["components"]}
    return bool(Draft202012Validator(whole).is_valid(value))


def body_schema(document: Any, path: str) -> Any:
    return document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]


def answer_schema(document: Any, path: str, status: str = "200") -> Any:
    return document["paths"][path]["post"]["responses"][status]["content"]["application/json"]["schema"]


def test_the_document_is_valid(document: Any) -> None:
    check_document(document)


def test_it_has_every_route(document: Any) -> None:
    found: dict[str, set[str]] = {tag: set() for tag in PATHS}
    for path, operation in operations(document):
        found[operation["tags"][0]].add(path)
        assert "x-sealwax-made-up" not in operation
    assert found == PATHS
    for name, route in ROUTES.items():
        methods = document["paths"][f"{PATH}{name}"]
        assert {*methods} == ({"get", "post"} if route.has_get else {"post"})


def test_the_name_of_a_part_means_one_thing() -> None:
    readers = [reader for row in SUBMITS.values() for reader, _ in row.handlers.values()]
    readers += [row.parameters for row in QUERIES.values()]
    readers += [row.parameters for row in AUTH_PROXY.values()]
    seen: dict[str, Any] = {}
    for reader in readers:
        if isinstance(reader, AllowlistParameters):
            continue
        assert isinstance(reader, type)
        top, parts = request_schema(reader)
        for name, part in parts.items():
            if top["$ref"] != f"#/$defs/{name}":
                assert seen.setdefault(name, part) == part, name
    assert not {"Activity", "Refusal", "RefusalDetail"} & seen.keys()


@pytest.mark.parametrize("name", specification.SUBMIT)
def test_bodies_of_specified_operations(document: Any, name: str) -> None:
    schema = body_schema(document, f"/public/v1/submit/{name}")
    body = {
        "type": SUBMITS[name].versions[0].type,
        "timestampMs": "1",
        "organizationId": "o",
        "parameters": specification.arguments(name),
    }
    assert accepts(document, schema, body)
    for wrong in ({"type": "ACTIVITY_TYPE_X"}, {"parameters": {"x": 1}}, {"x": 1}):
        assert not accepts(document, schema, {**body, **wrong})
    del body["organizationId"]
    assert not accepts(document, schema, body)


@pytest.mark.parametrize(
    ("path", "body", "wrong"),
    [
        ("/public/v1/query/get_user", {"organizationId": "o", "userId": "u"}, {"userId": ""}),
        ("/public/v1/query/list_suborgs", {"organizationId": "o"}, {"filterType": "x"}),
        ("/v1/otp_verify_v2", {"otpId": "o", "encryptedOtpBundle": "b"}, {"otpId": 5}),
        ("/_sealwax/advance", {"seconds": 0}, {"seconds": -1}),
        ("/_sealwax/info", {}, {"x": 1}),
    ],
)
def test_other_bodies(document: Any, path: str, body: dict[str, object], wrong: dict[str, object]) -> None:
    schema = body_schema(document, path)
    assert accepts(document, schema, body)
    assert not accepts(document, schema, {**body, **wrong})


def test_who_may_call(document: Any) -> None:
    stamps: list[Any] = [{"X-Stamp": []}, {"X-Stamp-WebAuthn": []}, {"X-Stamp-Attested": []}]
    for path, schemes in (
        ("/public/v1/submit/create_wallet", stamps),
        ("/public/v1/query/whoami", [*stamps, {"x-session": []}]),
        ("/v1/account", [{"X-Auth-Proxy-Config-Id": []}]),
        ("/_sealwax/info", [{}, {"adminToken": []}]),
        ("/_sealwax/health", [{}]),
    ):
        assert document["paths"][path]["post"]["security"] == schemes


def test_all_types_of_an_operation_are_in_it(document: Any) -> None:
    for name, row in SUBMITS.items():
        types = {version.type for version in row.versions}
        types |= {TOLERATED[name].type} if name in TOLERATED else set()
        schema = body_schema(document, f"/public/v1/submit/{name}")
        assert {each["properties"]["type"]["const"] for each in schema.get("anyOf", [schema])} == types
    strict = body_schema(document_of(strict=True), "/public/v1/submit/update_policy")
    assert strict["properties"]["type"]["const"] == SUBMITS["update_policy"].versions[0].type


def test_answers_are_as_it_says(document: Any, client: Client) -> None:
    for name, parameters in (
        ("create_wallet", {"walletName": "w", "accounts": [ETHEREUM]}),
        ("create_user_tag", {"userTagName": "t", "userIds": []}),
    ):
        reply = client.submit(name, **parameters)
        schema = answer_schema(document, f"/public/v1/submit/{name}")
        assert accepts(document, schema, reply.body)
        assert not accepts(document, schema, {"activity": {**reply.activity, "type": "x"}})
    keys = client.query("list_private_keys")
    schema = answer_schema(document, "/public/v1/query/list_private_keys")
    assert accepts(document, schema, keys)
    assert not accepts(document, schema, {})
    refused = client.try_query("get_user", userId="x")
    schema = answer_schema(document, "/public/v1/query/get_user", "default")
    assert refused.status == 404
    assert accepts(document, schema, refused.body)
    assert not accepts(document, schema, {**refused.body, "code": "5"})


@pytest.mark.parametrize(
    ("body", "is_valid"),
    [
        ({}, True),
        ({"operation": "whoami", "fault": "error", "status": 418, "times": None}, True),
        ({"operation": "export_wallet", "vector": "x"}, True),
        ({"operation": "whoami", "fault": "error", "status": 200}, False),
        ({"operation": "whoami", "fault": "error", "polls": 1}, False),
        ({"operation": "whoami", "fault": "x"}, False),
        ({"operation": "whoami"}, False),
        ({"fault": "error"}, False),
    ],
)
def test_bodies_that_switch_faults(document: Any, body: dict[str, object], is_valid: bool) -> None:
    assert accepts(document, body_schema(document, "/_sealwax/fail"), body) is is_valid


def test_made_up_routes_are_marked(described: Any) -> None:
    check_document(described)
    made_up = {path for path, operation in operations(described) if operation.get("x-sealwax-made-up")}
    assert made_up == {
        f"/public/v1/{name}" for name in ("submit/make_thing", "submit/approve", "query/list_things")
    }
    schema = body_schema(described, "/public/v1/submit/make_thing")
    body = {
        "type": "ACTIVITY_TYPE_MAKE_THING_V2",
        "timestampMs": "1",
        "organizationId": "o",
        "parameters": {"name": "n", "color": "COLOR_RED"},
    }
    assert accepts(described, schema, body)
    assert not accepts(described, schema, {**body, "parameters": {"name": "n", "color": "COLOR_GREEN"}})
    answered = described["paths"]["/public/v1/query/list_things"]["post"]["responses"]["200"]
    assert answered["headers"] == {"X-Sealwax-Made-Up": {"schema": {"const": "1"}}}
    assert accepts(described, answer_schema(described, "/public/v1/query/list_things"), {"things": []})
