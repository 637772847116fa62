"""Requests that the service's description checks; the published one, where it is there, and a small one."""

import copy
import json
from datetime import datetime, timezone
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    ContextMismatch,
    InvalidRequest,
    MalformedInput,
    ServiceError,
    Unsupported,
    verify_api_key_stamp,
)
from sealwax._limits import MAX_DESCRIPTION_BYTES, MAX_JSON_DEPTH, MAX_REFERENCE_CHAIN
from sealwax.activities.intents import intent_name
from sealwax.operations import (
    ApiDescription,
    AuthProxyOperation,
    UncheckedActivity,
)
from sealwax.operations.all_operations import SPECIFIED
from sealwax.operations.openapi.definitions import Definitions, Schemas
from tests.conftest import near_texts
from tests.operations.openapi.descriptions import PUBLIC_API, SMALL, published, small
from tests.operations.specification import arguments

KEY = ApiKey.from_private_key("1f" * 32)
STAMPER = ApiKeyStamper(KEY)
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
THING = {"name": "n", "color": "COLOR_RED"}


@cache
def description() -> ApiDescription:
    return ApiDescription(small())


def make(name: str = "make_thing", *, parameters: Any = THING, **options: Any) -> Any:
    return description().request(
        name, STAMPER, **{"organization_id": "o", "parameters": parameters, **options}
    )


def test_the_operations() -> None:
    operations = description().operations
    assert list(operations) == ["make_thing", "approve", "list_things"]
    thing: Any = operations["make_thing"]
    assert (thing.surface, thing.path()) == ("submit", "/public/v1/submit/make_thing")
    assert (thing.__doc__, thing.activity_type) == ("Make a thing", "ACTIVITY_TYPE_MAKE_THING_V2")
    assert (thing.intent_key, thing.result_key) == ("makeThingIntentV2", "makeThingResultV2")
    assert thing is operations["make_thing"]
    # As an attribute of every operation, and a word of Python.
    assert {"path_", "class_"} < {*thing.__struct_fields__}
    made = thing(name="n", color="COLOR_RED", class_="c")
    assert made.to_params() == {"name": "n", "color": "COLOR_RED", "class": "c"}
    with pytest.raises(TypeError, match="Unexpected keyword argument 'kind'"):
        thing(kind=1)
    approve: Any = operations["approve"]
    assert (approve.activity_type, approve.result_type) == ("ACTIVITY_TYPE_APPROVE", UncheckedActivity)
    assert not hasattr(operations["list_things"], "activity_type")
    assert repr(description()) == "ApiDescription(3 operations)"
    with pytest.raises(TypeError):
        operations["x"] = thing  # type: ignore[index]


def test_the_bytes_are_those_that_were_checked() -> None:
    class Color(str, Enum):
        RED = "COLOR_RED"

    parameters = {"parts": ({"partName": "\u00e9"},), "color": Color.RED, "name": "n"}
    request = make(parameters=parameters, now=NOW, generate_app_proofs=True)
    assert request.body.decode() == (
        '{"type":"ACTIVITY_TYPE_MAKE_THING_V2","timestampMs":"1767225600000","organizationId":"o","parameters":'
        '{"name":"n","color":"COLOR_RED","parts":[{"partName":"\u00e9"}]},"generateAppProofs":true}'
    )
    # The description does not say where a stamp goes.
    assert request.url == "https://api.turnkey.com/public/v1/submit/make_thing"
    assert verify_api_key_stamp(request.headers["X-Stamp"], request.body).public_key == KEY.public_key
    assert (request.organization_id, request.timestamp_ms) == ("o", 1767225600000)
    assert request.operation.operation_name == "make_thing"
    assert request.operation.to_params() == json.loads(request.body)["parameters"]
    assert "COLOR" not in repr(request)
    query = make("list_things", parameters={"limit": "5"}, base_url="http://localhost:1")
    assert query.body == b'{"organizationId":"o","limit":"5"}'
    assert query.url == "http://localhost:1/public/v1/query/list_things"
    assert query.operation.to_params() == {"limit": "5"}
    assert query.timestamp_ms is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": ...}, "name is missing"),
        ({"name": None}, "name must be a string"),
        ({"name": 5}, "name must be a string"),
        ({"name": b"n"}, "name must be a string"),
        ({"name": "\ud800"}, "name has a lone surrogate"),
        ({"other": "n"}, "other is unknown; check its spelling"),
        ({"Name": "n"}, "Name is unknown; check its spelling"),
        ({"nam~": "n"}, "nam~ is unknown; check its spelling"),
        ({" name ": "n"}, " name  is unknown; check its spelling"),
        ({5: "n"}, "it has a field name that is not a string"),
        ({"\ud800": "n"}, "it has a field name with a lone surrogate"),
        ({"color": "COLOR_GREEN"}, "color is not an allowed value; use COLOR_BLUE or COLOR_RED"),
        ({"color": 5}, "color must be a string"),
        ({"parts": "p"}, "parts must be an array"),
        ({"parts": {"p"}}, "parts[0] must be an object"),
        ({"parts": [{"partName": "p"}, {}]}, "parts[1].partName is missing"),
        ({"parts": [{"partName": "p", "inner": [5]}]}, "parts[0].inner[0] must be an object"),
        ({"parts": [{"partName": "p", "inner": [{"depth": None}]}]}, "parts[0].inner[0].depth is null"),
        ({"count": True}, "count must be an integer"),
        ({"count": 1.0}, "count must be an integer"),
        ({"count": "1"}, "count must be an integer"),
        ({"count": 2**31}, "count must be at most 2147483647"),
        ({"count": -(2**31) - 1}, "count must be at least -2147483648"),
        ({"whole": 2**63}, "whole must be at most 9223372036854775807"),
        ({"nonce": 2**63}, "nonce must be at most 9223372036854775807"),
        ({"seconds": "9223372036854775808"}, "seconds must be an integer of 64 bits, as decimal text"),
        ({"seconds": "-9223372036854775809"}, "seconds must be an integer of 64 bits, as decimal text"),
        ({"seconds": "-0"}, "seconds must be an integer of 64 bits, as decimal text"),
        ({"size": "01"}, "size must be an integer of 64 bits without a sign, as decimal text"),
        ({"size": "-1"}, "size must be an integer of 64 bits without a sign, as decimal text"),
        ({"size": str(2**64)}, "size must be an integer of 64 bits without a sign"),
        ({"size": "9" * 20}, "size must be an integer of 64 bits without a sign"),
        ({"size": "\u0661"}, "size must be an integer of 64 bits without a sign"),
        ({"size": " 5 "}, "size must be an integer of 64 bits without a sign"),
        ({"content": "a b"}, "content must be base64"),
        ({"attachment": "up"}, "attachment is not an allowed value; use in or out"),
        ({"attachment": 5}, "attachment must be a string"),
        ({"attachment": None}, "attachment is null; leave it out"),
        ({"labels": {"a": 5}}, "labels.a must be a string"),
        ({"path": {"a": 5}}, "path.a is unknown; check its spelling"),
        ({"isDeep": 1}, "isDeep must be true or false"),
    ],
)
def test_what_the_description_refuses(changes: dict[Any, Any], message: str) -> None:
    parameters = {name: value for name, value in {**THING, **changes}.items() if value is not ...}
    with pytest.raises(InvalidRequest) as caught:
        make(parameters=parameters)
    assert message in str(caught.value)
    assert str(caught.value).startswith("make_thing: ")
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("nothing", {}, "the operation is unknown; use one of ApiDescription.operations"),
        ("Make_Thing", {}, "the operation is unknown; use one of ApiDescription.operations"),
        (" make_thing ", {}, "the operation is unknown; use one of ApiDescription.operations"),
        ("make_thing", {"organization_id": ""}, "make_thing: organization_id must not be empty"),
        ("make_thing", {"organization_id": None}, "make_thing: organization_id must be a string"),
        ("make_thing", {"organization_id": 5}, "make_thing: organization_id must be a string"),
        ("make_thing", {"timestamp_ms": -1}, "timestamp_ms must be"),
        ("make_thing", {"parameters": []}, "make_thing: it must be an object"),
        ("make_thing", {"parameters": None}, "make_thing: it must be an object"),
        ("make_thing", {"generate_app_proofs": 1}, "make_thing: generate_app_proofs must be true or false"),
        ("make_thing", {"base_url": "http://example.com"}, "the base URL must be https"),
        ("list_things", {"parameters": []}, "list_things: it must be an object"),
        ("list_things", {"parameters": {"organizationId": "x"}}, "organizationId is not a parameter"),
        ("list_things", {"parameters": {"limit": 5}}, "list_things: limit must be a string"),
        (
            "list_things",
            {"parameters": {}, "timestamp_ms": 1},
            "list_things: timestampMs is unknown; a query has none",
        ),
        (
            "list_things",
            {"parameters": {}, "timestamp_ms": 0},
            "list_things: timestampMs is unknown; a query has none",
        ),
        (
            "list_things",
            {"parameters": {}, "now": NOW},
            "list_things: timestampMs is unknown; a query has none",
        ),
        ("list_things", {"parameters": {}, "generate_app_proofs": True}, "generateAppProofs is unknown"),
    ],
)
def test_what_else_is_refused(name: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        make(name, **options)
    assert message in str(caught.value)


def test_the_programmers_arguments() -> None:
    with pytest.raises(TypeError, match="name must be str"):
        make(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="now must be datetime"):
        make(now="2026-01-01")
    with pytest.raises(TypeError, match="stamper must be an object with a method stamp"):
        description().request("make_thing", KEY, organization_id="o", parameters=THING)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        ApiDescription.load(5)  # type: ignore[arg-type]


ACTIVITY: dict[str, Any] = {
    "id": "a",
    "organizationId": "o",
    "status": "ACTIVITY_STATUS_COMPLETED",
    "type": "ACTIVITY_TYPE_MAKE_THING_V2",
    "intent": {"makeThingIntentV2": {**THING, "newer": 1}},
    "result": {"makeThingResultV2": {"thingId": "t", "color": "COLOR_NEW", "newer": 1}},
    "votes": [],
    "fingerprint": "sha256:00",
    "canApprove": False,
    "canReject": False,
    "createdAt": {"seconds": "1", "nanos": "0"},
    "updatedAt": {"seconds": "1", "nanos": "0"},
    "failure": None,
}


def read(name: str = "make_thing", **changes: Any) -> Any:
    activity = {key: value for key, value in {**ACTIVITY, **changes}.items() if value is not ...}
    return make(name, parameters=THING if name == "make_thing" else {"fingerprint": "f"}).read(
        json.dumps({"activity": activity})
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"type": "ACTIVITY_TYPE_OTHER"}, "is an activity of another type"),
        ({"intent": {"approveIntent": {"fingerprint": "f"}}}, "lacks makeThingIntentV2"),
        ({"intent": {"makeThingIntentV2": THING, "MakeThingIntentV2": {}}}, "differs from makeThingIntentV2"),
        ({"result": {"makeThingResultV2": {}}}, "thingId is missing"),
        ({"result": {"makeThingResultV2": {"thingId": None}}}, "thingId must be a string"),
        ({"result": {"makeThingResultV2": {"thingId": 5}}}, "thingId must be a string"),
        (
            {"result": {"makeThingResultV2": {"thingId": "t", "thingid": "u"}}},
            "differs from thingId only in case",
        ),
        ({"result": {"MakeThingResultV2": {}}}, "differs from makeThingResultV2 only in case"),
        ({"result": {"makeThingResultV2": []}}, "must be an object"),
        ({"status": 5}, "status must be a string"),
        ({"status": ...}, "status is missing"),
        ({"Status": "x"}, "differs from status only in case"),
        ({"votes": ...}, "votes is missing"),
    ],
)
def test_answers_that_are_not_as_described(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(MalformedInput) as caught:
        read(**changes)
    assert message in str(caught.value)
    assert str(caught.value).startswith("the ")


def test_other_answers() -> None:
    with pytest.raises(ContextMismatch) as caught:
        read(organizationId="p")
    assert caught.value.code == "wrong-organization"
    query = make("list_things", parameters={})
    assert query.read(b'{"things": [{"thingId": "t", "color": null}], "more": 1}').raw["more"] == 1
    for answer, message in (
        (b"{}", "things is missing"),
        (b'{"things": [{"thingId": 1}]}', r"things\[0\]\.thingId must be a string"),
        (b'{"things": [], "Things": []}', "differs from things only in case"),
        (
            json.dumps({"things": [{"thingId": "t", **dict.fromkeys(near_texts("thingId"), "t")}]}).encode(),
            "differs from thingId only in case",
        ),
    ):
        with pytest.raises(MalformedInput, match=message):
            query.read(answer)
    for request in (query, make()):
        with pytest.raises(ServiceError):
            request.read(b'{"code": 5, "message": "no"}')


def changed(path: str, value: Any) -> bytes:
    """The small description with another value, or without one."""
    document = copy.deepcopy(SMALL)
    *steps, last = path.split(" ")
    inner: Any = document
    for step in steps:
        inner = inner[int(step) if isinstance(inner, list) else step]
    if value is ...:
        del inner[last]
    else:
        inner[int(last) if isinstance(inner, list) else last] = value
    return json.dumps(document).encode()


MAKE = "paths /public/v1/submit/make_thing"
BODY = "definitions v1MakeThingRequest"
TYPE = f"{BODY} properties type"
INTENT = "#/definitions/v1MakeThingIntentV2"


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (b"", "is not JSON"),
        (b"[]", "must be an object"),
        (b"\xff", "is not UTF-8"),
        (b"{" * 100_000, "is nested too deeply"),
        (b'{"swagger":"2.0","swagger":"2.0"}', "has a key twice"),
        (b'{"swagger":"2.0"}', "has no operation of the public API"),
        (b"{" + b" " * MAX_DESCRIPTION_BYTES + b"}", "bytes"),
        (changed("paths", []), "paths must be an object"),
        (changed("paths", {"/public/v1/submit/..": {}}), "has no operation of the public API"),
        (changed("paths", {"/public/v1/submit/make_thing/x": {}}), "has no operation of the public API"),
        (changed("paths", {"/public/v1/submit/Make_thing": {}}), "has no operation of the public API"),
        (changed("paths", {" /public/v1/submit/make_thing": {}}), "has no operation of the public API"),
        (changed(MAKE, {}), "the operation must be a POST with a body"),
        (changed(f"{MAKE} post parameters", []), "the operation must be a POST with a body"),
        (
            changed(f"{MAKE} post parameters", [{"in": "body"}] * 2),
            "the operation must be a POST with a body",
        ),
        (changed(f"{MAKE} post parameters 0 in", "query"), "must have schemas"),
        *(
            (changed(f"{MAKE} post parameters 0 in", near), "must have schemas")
            for near in near_texts("body")
        ),
        (changed(f"{MAKE} post parameters 0 schema", ...), "must have schemas"),
        (changed(f"{MAKE} post responses 200 schema", ...), "must have schemas"),
        (changed(f"{MAKE} post responses 200", ...), "must have schemas"),
        (
            changed(f"{MAKE} post parameters 0 schema $ref", "https://evil.example"),
            "a reference is not to one",
        ),
        (changed(f"{MAKE} post parameters 0 schema $ref", "#/definitions/none"), "a reference is not to one"),
        (
            changed(f"{MAKE} post responses 200 schema $ref", "v1ActivityResponse"),
            "a reference is not to one",
        ),
        (changed(f"{MAKE} post parameters 0 schema $ref", 5), "$ref must be a string"),
        (changed(BODY, 5), "v1MakeThingRequest must be an object"),
        (changed(f"{BODY} properties", 5), "properties must be an object"),
        (changed(TYPE, ...), "the body must have type, timestampMs, organizationId and parameters"),
        (changed(f"{TYPE} enum", []), "the body must have exactly one type"),
        (changed(f"{TYPE} enum", ["a", "b"]), "the body must have exactly one type"),
        (changed(TYPE, {"ENUM": ["a"]}), "differs from enum only in case"),
        (changed(f"{TYPE} enum", [5]), "the body must have exactly one type"),
        (changed(f"{TYPE} enum", "a"), "enum must be an array"),
        (changed(f"{BODY} properties parameters", {"type": "object"}), "$ref is missing"),
        (changed(f"{BODY} properties parameters", {"$REF": INTENT}), "$ref is missing"),
        (changed(f"{BODY} properties parameters $ref", INTENT.upper()), "a reference is not to one"),
        (
            changed(f"{BODY} properties parameters $ref", "#/definitions/v1ApproveIntent"),
            "differ from the intent of its type",
        ),
        (changed(f"{BODY} properties parameters $ref", f" {INTENT} "), "a reference is not to one"),
        (changed(f"{TYPE} enum", ["ACTIVITY_TYPE_MAKE_THING_V3"]), "no intent has the name of its type"),
        (changed(f"{TYPE} enum", ["MAKE_THING_V2"]), "no intent has the name of its type"),
        (
            changed("definitions v1Intent properties makeThingIntentV2", {"$REF": INTENT}),
            "$ref is missing",
        ),
        (changed("definitions v1Intent", ...), "a reference is not to one"),
        (changed("definitions v1Result", {"$ref": "#/definitions/v1Result"}), "leads back to itself"),
        (changed("definitions v1ListRequest properties organizationId", ...), "has no organizationId"),
        (
            changed(
                "definitions v1ListRequest properties", {near: {} for near in near_texts("organizationId")}
            ),
            "has no organizationId",
        ),
        (
            changed("paths", {**SMALL["paths"], "/public/v1/query/make_thing": {}}),
            "has the operation make_thing twice",
        ),
    ],
)
def test_descriptions_that_are_refused(document: bytes, message: str) -> None:
    with pytest.raises(MalformedInput) as caught:
        ApiDescription(document)
    assert message in str(caught.value)


def test_another_version_is_unsupported(tmp_path: Path) -> None:
    for version in ("3.0", ..., *near_texts("2.0")):
        document = changed("swagger", version)
        with pytest.raises(Unsupported, match="is not OpenAPI 2"):
            ApiDescription(document)
    path = tmp_path / "openapi.json"
    path.write_bytes(changed("swagger", "3.0"))
    with pytest.raises(Unsupported, match=r"openapi\.json: the API's description is not OpenAPI 2"):
        ApiDescription.load(path)
    path.write_bytes(small())
    assert list(ApiDescription.load(path).operations) == list(description().operations)
    path.write_bytes(b" " * (MAX_DESCRIPTION_BYTES + 1))
    with pytest.raises(MalformedInput, match=r"openapi\.json is larger than"):
        ApiDescription.load(path)
    with pytest.raises(FileNotFoundError):
        ApiDescription.load(tmp_path / "none")


def test_names_of_a_description_are_compared_whole() -> None:
    query = SMALL["paths"]["/public/v1/query/list_things"]
    names = ["list_things", "list_thingz", "list_thing", "mist_things", "list__things", "list_things_"]
    near = ApiDescription(changed("paths", {f"/public/v1/query/{name}": query for name in names}))
    assert list(near.operations) == names
    assert [near.operations[name].path() for name in names] == [f"/public/v1/query/{name}" for name in names]
    results = SMALL["definitions"]["v1Result"]["properties"]
    odd = changed("definitions v1Result properties", {f"M{name[1:]}": each for name, each in results.items()})
    assert ApiDescription(odd).operations["make_thing"].result_type is UncheckedActivity


def listed(prefix: str, count: int) -> list[str]:
    return [f"{prefix}{number}" for number in range(count)]


def test_an_answer_is_an_object() -> None:
    for definitions in (
        {"v1ListResponse": {"type": "string"}},
        {"v1ListResponse": {"type": "array", "items": {"$ref": "#/definitions/v1ListResponse"}}},
        {"v1ListResponse": {"enum": ["a"]}},
    ):
        odd = ApiDescription(small(**definitions))
        with pytest.raises(MalformedInput, match="list_things: the answer is not an object"):
            odd.request("list_things", STAMPER, organization_id="o", parameters={})
    results = {"makeThingResultV2": {"type": "object"}}
    odd = ApiDescription(small(v1Result={"type": "object", "properties": results}))
    with pytest.raises(MalformedInput, match=r"make_thing: a schema is malformed: \$ref is missing"):
        odd.request("make_thing", STAMPER, organization_id="o", parameters=THING)


def test_a_definition_has_a_name_of_ascii() -> None:
    for name in ("v1/a~0%25", "#/", "a b", "[a]"):
        odd = ApiDescription(
            small(**{"v1Color": {"$ref": f"#/definitions/{name}"}, name: {"type": "string"}})
        )
        with pytest.raises(Unsupported, match="a definition has a name that is not supported"):
            odd.request("make_thing", STAMPER, organization_id="o", parameters=THING)


@pytest.mark.parametrize(
    ("keyword", "value"),
    [("$ref", 5), ("type", 5), ("format", 5), ("enum", 5), ("items", 5), ("title", 5), ("description", "d")],
)
def test_a_keyword_has_the_whole_name(keyword: str, value: object) -> None:
    for near in near_texts(keyword):
        odd = ApiDescription(small(v1Color={"type": "string", near: value}))
        with pytest.raises((Unsupported, MalformedInput)):
            odd.request("make_thing", STAMPER, organization_id="o", parameters=THING)


def test_a_format_has_the_whole_name() -> None:
    for near in near_texts("byte"):
        odd = ApiDescription(small(v1Color={"type": "string", "format": near}))
        given = {**THING, "color": "a b"}
        assert odd.request("make_thing", STAMPER, organization_id="o", parameters=given).body


def test_a_reference_leads_to_others_of_nearly_its_name() -> None:
    for near in near_texts("thing"):
        if near.isidentifier() and near.isascii():
            chain = {"thing": {"$ref": f"#/definitions/{near}"}, near: {"$ref": "#/definitions/end"}}
            definitions = Schemas({**chain, "end": {"type": "string"}})
            assert definitions.resolve("#/definitions/thing") == "end"


class _Counted(dict[str, Any]):
    """Definitions that count how often each is looked up."""

    def __init__(self, definitions: dict[str, Any]) -> None:
        super().__init__(definitions)
        self.lookups = 0

    def __getitem__(self, name: str) -> Any:
        self.lookups += 1
        return super().__getitem__(name)


def chain_of(references: int) -> dict[str, Any]:
    """A chain with so many references between its definitions, from "c0" on, with a string at its end."""
    links = {f"c{number}": {"$ref": f"#/definitions/c{number + 1}"} for number in range(references)}
    return {**links, f"c{references}": {"type": "string"}}


CONSTANTS = ("operationName", "activityType", "intentKey", "resultKey", "resultType")


@pytest.mark.parametrize("wire_name", [*CONSTANTS, "surface", "seal", "toBody", "makesAppProofs"])
def test_a_parameter_named_like_an_attribute_of_operations(wire_name: str) -> None:
    document = copy.deepcopy(SMALL)
    document["definitions"]["v1MakeThingIntentV2"]["properties"][wire_name] = {"type": "string"}
    document["definitions"]["v1Part"]["properties"][wire_name] = {"type": "string"}
    parameters = {
        "name": "n",
        "color": "COLOR_RED",
        wire_name: "p",
        "parts": [{"partName": "q", wire_name: "r"}],
    }
    operations = ApiDescription(json.dumps(document)).operations
    thing: Any = operations["make_thing"].from_params(parameters)
    assert thing.to_params() == parameters
    (name,) = (field.name for field in msgspec.structs.fields(type(thing)) if field.encode_name == wire_name)
    assert name.endswith("_")
    assert thing.activity_type == "ACTIVITY_TYPE_MAKE_THING_V2"
    # Objects in parameters have no such attribute.
    assert getattr(thing.parts[0], name.removesuffix("_")) == "r"


def test_a_wire_name_that_does_not_follow_from_the_name_is_sent() -> None:
    members = {name: {"type": "string"} for name in ("organizationId", "Odd", "odd_one")}
    described = ApiDescription(small(v1ListRequest={"properties": members, "required": ["Odd"]}))
    operation: Any = described.operations["list_things"]
    assert operation(odd="o").to_params() == {"Odd": "o"}
    assert operation(odd="o", odd_one="p").to_params() == {"Odd": "o", "odd_one": "p"}
    with pytest.raises(InvalidRequest, match=r"^list_things: Odd is missing$"):
        operation.from_params({})


def test_a_chain_of_references_is_short() -> None:
    # The reference to the chain counts.
    assert Schemas(chain_of(MAX_REFERENCE_CHAIN - 1)).resolve("#/definitions/c0")
    with pytest.raises(Unsupported, match=f"^a chain has more than {MAX_REFERENCE_CHAIN} references$"):
        Schemas(chain_of(MAX_REFERENCE_CHAIN)).resolve("#/definitions/c0")
    with pytest.raises(Unsupported, match="a chain has more than"):
        ApiDescription(small(**chain_of(100), v1Result={"$ref": "#/definitions/c0"}))


def test_a_chain_is_followed_once() -> None:
    uses = 500
    members = {f"m{number}": {"$ref": "#/definitions/c0"} for number in range(uses)}
    definitions = _Counted({**chain_of(7), "all": {"properties": members}})
    read = Definitions(Schemas(definitions))
    assert len(read.fields("all", "all", is_request=True)) == uses
    # Which classes are defined, and how often definitions are read, depends on the definitions alone.
    assert not read.made
    assert definitions.lookups < 3 * (uses + len(definitions))


@pytest.mark.parametrize(
    ("name", "activity_type", "message"),
    [
        ("reject_activity", "ACTIVITY_TYPE_APPROVE_ACTIVITY", "its type does not belong to this operation"),
        ("approve_activity", "ACTIVITY_TYPE_REJECT_ACTIVITY", "its type does not belong to this operation"),
        ("export_wallet", "ACTIVITY_TYPE_DELETE_WALLETS", "its type does not belong to this operation"),
        ("create_policy", "ACTIVITY_TYPE_UPDATE_POLICY_V2", "its type does not belong to this operation"),
        ("make_thing", "ACTIVITY_TYPE_APPROVE_ACTIVITY", "belongs to the operation approve_activity"),
        ("make_thing", "ACTIVITY_TYPE_CREATE_POLICY_V9", "belongs to the operation create_policy"),
        ("approve_activity", "ACTIVITY_TYPE_APPROVE_ACTIVITY", None),
        ("create_policy", "ACTIVITY_TYPE_CREATE_POLICY", None),
        ("create_policy", "ACTIVITY_TYPE_CREATE_POLICY_V4", None),
        ("make_thing", "ACTIVITY_TYPE_CREATE_POLICY_V4_OTHER", None),
    ],
)
def test_what_is_built_in_has_its_type(name: str, activity_type: str, message: str | None) -> None:
    paths = {**SMALL["paths"], f"/public/v1/submit/{name}": SMALL["paths"]["/public/v1/submit/make_thing"]}
    document = json.loads(changed("paths", paths))
    document["definitions"]["v1MakeThingRequest"]["properties"]["type"]["enum"] = [activity_type]
    document["definitions"]["v1Intent"]["properties"][str(intent_name(activity_type))] = {"$ref": INTENT}
    if name != "make_thing":
        del document["paths"]["/public/v1/submit/make_thing"]
    raw = json.dumps(document).encode()
    if message is None:
        operation: Any = ApiDescription(raw).operations[name]
        assert operation.activity_type == activity_type
    else:
        with pytest.raises(MalformedInput, match=message):
            ApiDescription(raw)


def test_the_names_in_an_answer_that_others_take_for_one_of_the_description() -> None:
    names = ["thingId", "sizeX", "classId", "aB", "abC"]
    thing = {"type": "object", "properties": {name: {"type": "string"} for name in names}}
    described = ApiDescription(small(v1MakeThingResult=thing))
    query = described.request("list_things", STAMPER, organization_id="o", parameters={})
    for name in ("sizex", "ABC", "ab"):
        with pytest.raises(MalformedInput, match=f"{name} differs from"):
            query.read(json.dumps({"things": [{name: "1"}]}))
    # Parsers fold letter by letter.
    others = [*(near for near in near_texts("thingId") if near.lower() != "thingid"), "cla\u00dfId"]
    assert query.read(json.dumps({"things": [dict.fromkeys(["thingId", *others], "1")]})).raw


def test_the_number_of_a_version_orders_the_results() -> None:
    document = copy.deepcopy(SMALL)
    results = document["definitions"]["v1Result"]["properties"]
    results["makeThingResultV10"] = results["makeThingResult"]
    operation: Any = ApiDescription(json.dumps(document)).operations["make_thing"]
    assert operation.result_key == "makeThingResultV10"


def test_an_operation_without_proofs() -> None:
    odd = ApiDescription(changed(f"{BODY} properties generateAppProofs", ...))
    with pytest.raises(InvalidRequest, match="generate_app_proofs is unknown"):
        odd.request("make_thing", STAMPER, organization_id="o", parameters=THING, generate_app_proofs=True)


def test_objects_in_objects_have_a_limit() -> None:
    def nested(levels: int) -> ApiDescription:
        chain = {
            f"c{number}": {"properties": {"inner": {"$ref": f"#/definitions/c{number + 1}"}}}
            for number in range(levels)
        }
        last = {f"c{levels}": {"type": "string"}}
        return ApiDescription(small(**chain, **last, v1Color={"$ref": "#/definitions/c0"}))

    value: Any = "s"
    for _ in range(10):
        value = {"inner": value}
    described = nested(10)
    assert described.operations["make_thing"].from_params({"name": "n", "color": value}).to_params()
    for levels in (MAX_JSON_DEPTH, 500):
        with pytest.raises(
            Unsupported, match="make_thing: a member has a name or a schema that is not supported"
        ):
            nested(levels).request("make_thing", STAMPER, organization_id="o", parameters=THING)


@cache
def public_api() -> ApiDescription:
    return ApiDescription.load(PUBLIC_API)


REFUSED = {"delete_secrets", "export_secrets"}
"""The operations that the description refuses with all of our parameters."""


@published
def test_ours_are_checked_by_the_description_alone() -> None:
    refused = set()
    for name, operation in SPECIFIED.items():
        if issubclass(operation, AuthProxyOperation):
            continue
        try:
            request = public_api().request(name, STAMPER, organization_id="o", parameters=arguments(name))
        except InvalidRequest:
            refused.add(name)
        else:
            assert operation.path() in request.url
    assert refused == REFUSED
    # Our class requires more of this one.
    parameters = {"walletId": "w", "targetPublicKey": "x"}
    assert public_api().request("export_wallet", STAMPER, organization_id="o", parameters=parameters).body
