"""The tests of ``tests/operations/openapi/test_description.py`` that take long."""

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ApiKeyStamper,
    InvalidRequest,
    MalformedInput,
    SealwaxError,
    ServiceError,
    Unsupported,
)
from sealwax._limits import MAX_SCHEMA_MEMBERS
from sealwax.operations import (
    ActivityOperation,
    ApiDescription,
    AuthProxyOperation,
    SubmitOperation,
    operation_schemas,
)
from sealwax.operations.all_operations import SPECIFIED
from sealwax_service import LocalService
from tests.conftest import SEED, near_texts
from tests.operations.openapi.descriptions import AUTH_PROXY, PUBLIC_API, Reader, published, small
from tests.operations.openapi.test_description import STAMPER, THING, listed, public_api
from tests.service.client import ETHEREUM, TARGET, send

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.sampled_from([*"ab", "string", "#/definitions/v1Part"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "properties", "items", "$ref", "enum", "required", "format", "a"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(json_values, json_values)
def test_any_schema_gives_a_request_or_an_error_of_ours(schema: Any, value: Any) -> None:
    try:
        ApiDescription(small(v1Color=schema)).request(
            "make_thing", STAMPER, organization_id="o", parameters={"name": "n", "color": value}
        )
    except (InvalidRequest, MalformedInput, Unsupported):
        pass


@cache
def reader(path: Path) -> Reader:
    return Reader(json.loads(path.read_bytes()))


def parameters_of(name: str) -> Any:
    """An example with all parameters of an operation of the published description."""
    operation = public_api().operations[name]
    body = reader(PUBLIC_API).example(reader(PUBLIC_API).body_of(operation.path()))
    return body["parameters"] if operation.surface == "submit" else {**body, "organizationId": ...}


@published
def test_all_operations_of_the_published_description() -> None:
    operations = public_api().operations
    paths = [path for path in reader(PUBLIC_API).paths if not path.startswith("/tkhq/")]
    assert [operation.path() for operation in operations.values()] == paths
    assert len(operations) == 181
    for name, operation in operations.items():
        given = {key: value for key, value in parameters_of(name).items() if value is not ...}
        request = public_api().request(name, STAMPER, organization_id="o", parameters=given)
        sent = json.loads(request.body)
        assert sent.get("parameters", {**sent, "organizationId": ...}) == {
            **given,
            **({} if operation.surface == "submit" else {"organizationId": ...}),
        }
        # By its shape: the published schema itself, through the library alone.
        schema = {
            "definitions": reader(PUBLIC_API).definitions,
            **reader(PUBLIC_API).body_of(operation.path()),
        }
        assert jsonschema.Draft4Validator(schema).is_valid(sent), name
        if issubclass(operation, ActivityOperation):
            assert sent["type"] == operation.activity_type
            assert issubclass(operation, SubmitOperation) or name in {"approve_activity", "reject_activity"}


WRONG = {"string": 5, "integer": "7", "boolean": "true", "array": {}, "object": [], "number": "0.5"}


def wrong_fields(name: str) -> Any:
    """For each kind of wrong field: its path and the changed body, with the words of the rule."""
    operation, api = public_api().operations[name], reader(PUBLIC_API)
    schema = api.body_of(operation.path())
    given = {key: value for key, value in parameters_of(name).items() if value is not ...}
    of_parameters = schema["properties"]["parameters"] if operation.surface == "submit" else schema
    places = [place for place in api.places(of_parameters, given) if place[0] != ("organizationId",)]

    def with_value(path: tuple[str | int, ...], value: object) -> Any:
        changed = copy.deepcopy(given)
        inner = changed
        for step in path[:-1]:
            inner = inner[step]
        if value is ...:
            del inner[path[-1]]
        else:
            inner[path[-1]] = value
        return changed

    found: dict[str, tuple[Any, Any, str]] = {
        "unknown": (("nothing",), {**given, "nothing": 1}, "is unknown")
    }
    for path, each, is_required in places:
        if is_required:
            found["missing"] = path, with_value(path, ...), "is missing"
        if isinstance(path[-1], str):
            words = "must be " if is_required else "is null"
            found["null"] = path, with_value(path, None), words
        if "type" in each:
            found[each["type"]] = path, with_value(path, WRONG[each["type"]]), "must be "
        if "enum" in each:
            found["enum"] = path, with_value(path, "NOTHING"), "is not an allowed value"
        if "properties" in each and isinstance(path[-1], str):
            found["inner"] = (*path, "nothing"), with_value((*path, "nothing"), 1), "is unknown"
    return [(path, changed, words) for path, changed, words in found.values()]


@published
def test_one_wrong_field_of_each_kind() -> None:
    count = 0
    for name in public_api().operations:
        for path, wrong, words in wrong_fields(name):
            with pytest.raises(InvalidRequest) as caught:
                public_api().request(name, STAMPER, organization_id="o", parameters=wrong)
            shown = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
            assert f"{name}: {shown.removeprefix('.')} {words}" in str(caught.value)
            count += 1
    assert count > 181 * 3


OPTIONAL, REQUIRED = ("optional", "string", ()), ("required", "string", ())


DISAGREEMENTS = {
    # The specification has the values of these; the description only says them in words.
    "set_ip_allowlist: parameters.onEvaluationError": (("optional", "string", ("ALLOW", "DENY")), OPTIONAL),
    "signup_v2: wallet.mnemonicLength": (
        ("optional", "integer", (12, 15, 18, 21, 24)),
        ("optional", "integer", ()),
    ),
    # The description is newer.
    "create_policy: parameters.time": (None, OPTIONAL),
    "update_policy: parameters.time": (None, OPTIONAL),
    "signup_v2: the answer's appProofs.proofPayload": (None, REQUIRED),
    "signup_v2: the answer's appProofs.publicKey": (None, REQUIRED),
    "signup_v2: the answer's appProofs.scheme": (None, REQUIRED),
    "signup_v2: the answer's appProofs.signature": (None, REQUIRED),
    "signup_v2: the answer's userId": (None, REQUIRED),
    # What secrets have is newer than the description.
    "delete_secrets": ("/public/v1/submit/delete_secrets", None),
    "export_secrets: parameters.secrets.requestContext": (("optional", "array of object", ()), None),
    "export_secrets: parameters.secrets.requestContext.key": (REQUIRED, None),
    "export_secrets: parameters.secrets.requestContext.value": (REQUIRED, None),
    **{
        f"{name}_secrets: generateAppProofs": (("optional", "boolean", ()), None)
        for name in ("export", "import", "init_import")
    },
    # A property without a key or a value means nothing.
    **{
        f"{where}.staticProperties.{name}": (REQUIRED, OPTIONAL)
        for where in ("import_secrets: parameters.secrets", "list_secrets: the answer's secrets")
        for name in ("key", "value")
    },
}
"""The fields of the operations that ours and the description have differently, ours first."""


BEYOND = {(f"{name}_secrets", "makes_app_proofs") for name in ("export", "import", "init_import")}
"""The facts of an operation that the description does not have."""


def differences(what: str, ours: Any, described: Any) -> dict[str, Any]:
    return {
        f"{what}{path}": (ours.get(path), described.get(path))
        for path in ours.keys() | described.keys()
        if ours.get(path) != described.get(path)
    }


@published
def test_where_the_description_and_ours_disagree() -> None:
    schemas: Any = operation_schemas()["$defs"]
    own = Reader({"paths": {}, "definitions": schemas})
    found: dict[str, Any] = {}
    for name, operation in SPECIFIED.items():
        api = reader(AUTH_PROXY if issubclass(operation, AuthProxyOperation) else PUBLIC_API)
        if operation.path() not in api.paths:
            found[name] = (operation.path(), None)
            continue
        body = own.shape(schemas[f"{name}_request"])
        found |= differences(f"{name}: ", body, api.shape(api.body_of(operation.path())))
        answer = api.answer_of(operation.path())
        if issubclass(operation, SubmitOperation):
            described: Any = public_api().operations[name]
            for fact in ("activity_type", "intent_key", "result_key", "makes_app_proofs"):
                assert getattr(described, fact) == getattr(operation, fact) or (name, fact) in BEYOND
            answer = api.definitions["v1Result"]["properties"][operation.result_key]
        result = own.shape(schemas[operation.result_type.__name__])
        rows = api.shape(answer)
        # An answer may have new values of an enumeration, so that ours has none.
        rows = {path: (*row[:2], ()) for path, row in api.shape(answer).items()}
        found |= differences(f"{name}: the answer's ", result, rows)
    assert found == DISAGREEMENTS


@published
def test_the_answers_of_the_local_service() -> None:
    with LocalService(SEED) as service:
        stamper = ApiKeyStamper(service.api_key)

        def ask(name: str, organization_id: str = service.organization_id, **parameters: Any) -> Any:
            request = public_api().request(
                name, stamper, organization_id=organization_id, parameters=parameters, base_url=service.url
            )
            answer = send(request.method, request.url, content=request.body, headers=request.headers)
            return request.read(answer.content, http_status=answer.status_code)

        wallet = ask("create_wallet", walletName="w", accounts=[ETHEREUM])
        wallet_id = wallet.result.wallet_id
        (address,) = wallet.result.addresses
        tag = ask("create_user_tag", userTagName="t", userIds=[]).result.user_tag_id
        for name, parameters in {
            "export_wallet": {"walletId": wallet_id, "targetPublicKey": TARGET.public_key},
            "create_policy": {"policyName": "p", "effect": "EFFECT_ALLOW", "notes": "n"},
            "delete_user_tags": {"userTagIds": [tag]},
            "sign_raw_payload": {
                "signWith": address,
                "payload": "00",
                "encoding": "PAYLOAD_ENCODING_HEXADECIMAL",
                "hashFunction": "HASH_FUNCTION_SHA256",
            },
        }.items():
            activity = ask(name, **parameters)
            assert activity.is_completed
            assert activity.result
        queries: dict[str, dict[str, Any]] = {
            "get_activity": {"activityId": wallet.id},
            "get_user": {"userId": service.user_id},
            "get_wallet": {"walletId": wallet_id},
            "list_wallet_accounts": {"walletId": wallet_id},
            "get_mfa_policies": {"userId": service.user_id},
        }
        for name in ("whoami", "get_organization", "list_activities", "list_wallets", "list_private_keys"):
            queries[name] = {}
        for name in ("list_users", "list_policies", "list_user_tags", "list_private_key_tags"):
            queries[name] = {}
        for name, parameters in queries.items():
            assert ask(name, **parameters)
        with pytest.raises(ServiceError):
            ask("whoami", organization_id="00000000-0000-4000-8000-000000000000")


@pytest.mark.parametrize(
    ("schema", "error"),
    [
        ({"type": "string", "pattern": "(a+)+$"}, Unsupported),
        ({"allOf": [{"type": "string"}]}, Unsupported),
        ({"type": "object", "patternProperties": {}}, Unsupported),
        ({"type": "string", "enum": listed("a", MAX_SCHEMA_MEMBERS + 1)}, Unsupported),
        ({"required": listed("a", MAX_SCHEMA_MEMBERS + 1)}, Unsupported),
        ({"properties": {name: {} for name in listed("a", MAX_SCHEMA_MEMBERS + 1)}}, Unsupported),
        ({"type": "file"}, MalformedInput),
        *(({"type": near}, MalformedInput) for near in near_texts("string")),
        ({"type": ["string"]}, MalformedInput),
        ({"type": 5}, MalformedInput),
        ({"type": "string", "format": 5}, MalformedInput),
        ({"enum": {}}, MalformedInput),
        ({"required": "name"}, MalformedInput),
        ({"required": [5]}, MalformedInput),
        ({"type": "object", "required": ["name"]}, MalformedInput),
        ({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]}, MalformedInput),
        ({"properties": []}, MalformedInput),
        ({"properties": {"a": 5}}, MalformedInput),
        ({"type": "array", "items": 5}, MalformedInput),
        ({"type": "array", "items": False}, MalformedInput),
        ({"type": "array", "items": [{}]}, MalformedInput),
        ({"additionalProperties": 5}, MalformedInput),
        ({"$ref": "#/definitions/v1Color"}, MalformedInput),
        ({"$ref": "file:///etc/passwd"}, MalformedInput),
        ({"$ref": "#/definitions/"}, MalformedInput),
        *(({"$ref": f"#/definitions/{near}"}, MalformedInput) for near in near_texts("v1Part")),
        ({"$ref": ["#/definitions/v1Part"]}, MalformedInput),
        ({"type": "array", "items": {"$ref": "v1Part"}}, MalformedInput),
        # Kinds of values that no request has.
        ({}, Unsupported),
        ({"type": "number"}, Unsupported),
        ({"type": "array"}, Unsupported),
        ({"type": "array", "items": {"type": "array", "items": {}}}, Unsupported),
        ({"additionalProperties": True}, Unsupported),
        ({"type": "object", "additionalProperties": {}}, Unsupported),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, Unsupported),
        ({"enum": ["COLOR_RED", 5]}, Unsupported),
        ({"enum": ["COLOR_RED", "COLOR BLUE"]}, Unsupported),
        ({"type": "integer", "enum": [5]}, Unsupported),
        ({"properties": {"inner": {"type": "object", "properties": {"a": {"type": "string"}}}}}, Unsupported),
        # Objects that contain themselves, and names.
        ({"properties": {"again": {"$ref": "#/definitions/v1Color"}}}, Unsupported),
        ({"type": "array", "items": {"$ref": "#/definitions/v1Color"}}, Unsupported),
        ({"properties": {"a": {"type": "string", "pattern": "b"}}}, Unsupported),
        ({"properties": {"a b": {"type": "string"}}}, Unsupported),
        ({"properties": {"_a": {"type": "string"}}}, Unsupported),
        ({"properties": {"aB": {"type": "string"}, "a_b": {"type": "string"}}}, Unsupported),
    ],
)
def test_schemas_that_are_refused(schema: dict[str, Any], error: type[SealwaxError]) -> None:
    # Only an operation that has such a schema cannot be used.
    hostile = ApiDescription(small(v1Color=schema))
    assert len(hostile.operations) == 3
    with pytest.raises(error, match=r"^the API's description: make_thing: "):
        hostile.request("make_thing", STAMPER, organization_id="o", parameters=THING)
