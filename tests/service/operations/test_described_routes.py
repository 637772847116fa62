"""The routes that only a description has: the published one, where it is there, and a small one."""

import copy
import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from sealwax import ApiKey, MalformedInput, Unsupported
from sealwax.operations import ApiDescription
from sealwax.operations.openapi.definitions import REFERENCE
from sealwax.operations.openapi.schemas import record_schema
from sealwax.operations.operation import ActivityOperation
from sealwax_service import LocalService
from sealwax_service._limits import MAX_MADE_UP_VALUES
from sealwax_service.http.server import MADE_UP, REASON, RETRY_AFTER
from sealwax_service.operations.described_routes import MadeUp, make_value
from sealwax_service.operations.queries import QUERIES
from sealwax_service.operations.submits import SUBMITS
from tests.conftest import SEED
from tests.operations.openapi.descriptions import PUBLIC_API, SMALL, Reader, published, small
from tests.service.client import Client, Reply

UUID_OF_WALLET = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
THING = {"name": "n", "color": "COLOR_RED"}


@cache
def small_description() -> ApiDescription:
    return ApiDescription(small())


@pytest.fixture(scope="module")
def described_client() -> Iterator[Client]:
    with LocalService(SEED, description=small_description()) as service:
        made = Client(service)
        yield made
        made.http.close()


def is_valid(description: ApiDescription, name: str, answer: Any) -> bool:
    """Whether the answer, or the result, has the shape of the description."""
    schema, definitions = record_schema(description.operations[name].result_type)
    return bool(Draft202012Validator({**schema, "$defs": definitions}).is_valid(answer))


def make_thing(client: Client, parameters: Any = THING, **changes: object) -> Reply:
    fields = {"type": "ACTIVITY_TYPE_MAKE_THING_V2", **changes}
    return client.post("make_thing", client.body("update_user", parameters, **fields))


def test_a_submit_is_an_activity(described_client: Client) -> None:
    activity = make_thing(described_client).activity
    assert activity["status"] == "ACTIVITY_STATUS_COMPLETED"
    assert activity["intent"] == {"makeThingIntentV2": THING}
    # The text of the same name is repeated; another has the form of its name.
    result = activity["result"]["makeThingResultV2"]
    assert result["color"] == "COLOR_RED"
    assert result["thingId"].count("-") == 4
    again = make_thing(described_client).activity
    assert (again["result"], again["id"] != activity["id"]) == (activity["result"], True)
    kept = described_client.query("get_activity", activityId=activity["id"])["activity"]
    assert kept["intent"] == activity["intent"]
    shown = {
        each["id"]: each["madeUp"]
        for each in described_client.admin("overview")["organizations"][0]["activities"]
    }
    assert shown[activity["id"]] is True
    assert described_client.submit("update_organization_name", organizationName="x").activity["status"]
    assert [*shown.values()].count(True) == 2


def test_an_operation_without_a_result(described_client: Client) -> None:
    body = described_client.body("update_user", {"fingerprint": "f"}, type="ACTIVITY_TYPE_APPROVE")
    assert described_client.post("approve", body).activity["result"] == {}


def test_a_query(described_client: Client) -> None:
    answer = described_client.query("list_things", limit="5")
    assert is_valid(small_description(), "list_things", answer)
    assert len(answer["things"]) == 1


def test_the_mark(described_client: Client) -> None:
    http, origin = described_client.http, {"Origin": "http://localhost:1"}
    for name, mark in (("list_things", "1"), ("whoami", None)):
        body = json.dumps({"organizationId": described_client.organization_id}).encode()
        headers = {**described_client.stamper.stamp(body).headers, **origin}
        answer = http.post(f"/public/v1/query/{name}", content=body, headers=headers)
        assert answer.headers.get(MADE_UP) == mark
        assert answer.headers["Access-Control-Expose-Headers"] == f"{MADE_UP}, {RETRY_AFTER}, {REASON}"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"name": "n"}, "make_thing: color is missing"),
        ({**THING, "color": "COLOR_GREEN"}, "make_thing: color is not an allowed value"),
        ({**THING, "other": 1}, "make_thing: other is unknown"),
        ({**THING, "parts": [{}]}, "make_thing: parts[0].partName is missing"),
    ],
)
def test_what_the_description_does_not_allow(described_client: Client, parameters: Any, message: str) -> None:
    reply = make_thing(described_client, parameters)
    assert reply.error == (400, "REQUEST_INVALID")
    assert message in reply.body["message"]


def test_the_envelope_is_checked_as_for_other_routes(described_client: Client) -> None:
    assert make_thing(described_client, type="ACTIVITY_TYPE_MAKE_THING").error == (400, "REQUEST_INVALID")
    assert make_thing(described_client, timestampMs="1").error == (400, "REQUEST_INVALID")
    assert make_thing(described_client, x=1).error == (400, "REQUEST_INVALID")
    stranger = described_client.with_key(ApiKey.generate())
    assert make_thing(stranger).error == (401, "PUBLIC_KEY_NOT_FOUND")
    reply = described_client.try_query("list_things", other="x")
    assert reply.error == (400, "REQUEST_INVALID")


def test_null_counts_as_absent_unless_strict(described_client: Client) -> None:
    assert make_thing(described_client, {**THING, "count": None}).activity
    with LocalService(SEED, description=small_description(), strict=True) as service:
        strict = Client(service, http=None)
        assert make_thing(strict, {**THING, "count": None}).error == (400, "REQUEST_INVALID")
        strict.http.close()


def test_without_a_description(client: Client, described_client: Client) -> None:
    reply = make_thing(client)
    assert reply.error == (404, "SEALWAX_NO_SUCH_ROUTE")
    assert "--description" in reply.body["message"]
    other = described_client.try_query("list_shoes")
    assert other.error == (404, "SEALWAX_NO_SUCH_ROUTE")
    assert "--description" not in other.body["message"]
    with pytest.raises(TypeError, match="description must be ApiDescription or None"):
        LocalService(description="x")  # type: ignore[arg-type]


def test_the_descriptions_of_own_routes_are_not_used() -> None:
    changed = copy.deepcopy(SMALL)
    paths, definitions = changed["paths"], changed["definitions"]
    paths["/public/v1/query/whoami"] = paths["/public/v1/query/list_things"]
    own = copy.deepcopy(paths["/public/v1/submit/make_thing"])
    own["post"]["parameters"][0]["schema"]["$ref"] = "#/definitions/own"
    paths["/public/v1/submit/update_policy"] = own
    definitions["own"] = copy.deepcopy(definitions["v1MakeThingRequest"])
    definitions["own"]["properties"]["type"]["enum"] = ["ACTIVITY_TYPE_UPDATE_POLICY_V2"]
    intents = definitions["v1Intent"]["properties"]
    intents["updatePolicyIntentV2"] = intents["makeThingIntentV2"]
    made = MadeUp(ApiDescription(json.dumps(changed)))
    assert ({*made.submits}, {*made.queries}) == ({"make_thing", "approve"}, {"list_things"})


def test_an_operation_that_is_not_supported_has_no_route() -> None:
    with LocalService(description=ApiDescription(small(v1Color={"type": "number"}))) as service:
        client = Client(service)
        reply = make_thing(client)
        client.http.close()
    assert reply.error == (404, "SEALWAX_NO_SUCH_ROUTE")
    assert "make_thing: a member has a name or a schema that is not supported" in reply.body["message"]


# Values.


def value_of(definitions: dict[str, Any], **known: str) -> Any:
    """The value of the definition `a`."""
    things = {"v1ListResponse": {"$ref": REFERENCE + "a"}, **definitions}
    answer = ApiDescription(small(**things)).operations["list_things"].result_type
    schema, parts = record_schema(answer)
    value = make_value(schema, parts, known)
    assert Draft202012Validator({**schema, "$defs": parts}).is_valid(value)
    assert make_value(schema, parts, known) == value
    return value


def object_of(required: tuple[str, ...] = (), **properties: Any) -> Any:
    return {"type": "object", "properties": properties, "required": list(required)}


A = {"$ref": REFERENCE + "a"}
B = {"$ref": REFERENCE + "b"}


def test_the_kinds_of_values() -> None:
    schema = object_of(
        text={"type": "string"},
        walletId={"type": "string"},
        free={},
        seconds={"type": "string"},
        number={"type": "number"},
        flag={"type": "boolean"},
        size={"type": "string", "format": "uint64"},
        count={"type": "integer", "format": "int32"},
        octets={"type": "string", "format": "byte"},
        small={"type": "string", "format": "int32"},
        kind={"type": "string", "enum": ["K_UNSPECIFIED", "K_A", "K_B"]},
        only={"type": "string", "enum": ["K_UNSPECIFIED"]},
        level={"type": "integer", "enum": [3, 4]},
        list={"type": "array", "items": {"type": "string"}},
        odd={"type": "array"},
        map={"type": "object", "additionalProperties": {"type": "string"}},
        nothing={"type": "object"},
    )
    value = value_of({"a": schema}, text="t", flag="f")
    assert UUID_OF_WALLET.fullmatch(value.pop("walletId"))
    assert value == {
        "text": "t",
        "free": "made up: free",
        "seconds": "1767225600",
        "number": 1,
        "flag": False,
        "size": "1",
        "count": 1,
        "octets": "AAAA",
        "small": "made up: small",
        "kind": "K_A",
        "only": "K_UNSPECIFIED",
        "level": "made up: level",
        "list": ["made up: list"],
        "odd": "made up: odd",
        "map": {},
        "nothing": {},
    }


def test_objects_in_themselves_end() -> None:
    assert value_of({"a": object_of(a=A, b={"type": "array", "items": A}, n={"type": "integer"})}) == {
        "a": "made up: a",
        "b": ["made up: b"],
        "n": 1,
    }


def test_what_would_grow_ends() -> None:
    # Ten members of the next, four times: more than the limit, and few enough to end without it.
    def grown(required: tuple[str, ...]) -> dict[str, Any]:
        names = [f"m{number}" for number in range(10)]
        levels = ["a", *(f"l{number}" for number in range(4))]
        return {
            level: object_of(required, **{name: {"$ref": REFERENCE + following} for name in names})
            for level, following in pairwise(levels)
        } | {levels[-1]: {"type": "integer"}}

    assert json.dumps(value_of(grown(()))).count(":") <= MAX_MADE_UP_VALUES
    with pytest.raises(Unsupported, match="too large to make up"):
        value_of(grown(tuple(f"m{number}" for number in range(10))))


SCHEMAS = st.recursive(
    st.sampled_from(
        [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}, {"type": "string", "enum": ["x"]}, {}]
    )
    | st.builds(lambda name: {"$ref": REFERENCE + name}, st.sampled_from("abcd")),
    lambda inner: (
        st.builds(lambda items: {"type": "array", "items": items}, inner)
        | st.builds(
            lambda members, wanted: {
                "type": "object",
                "properties": members,
                "required": [name for name in members if name in wanted],
            },
            st.dictionaries(st.sampled_from("wxyz"), inner, max_size=3),
            st.sets(st.sampled_from("wxyz"), max_size=1),
        )
    ),
    max_leaves=6,
)


@given(st.fixed_dictionaries(dict.fromkeys("abcd", SCHEMAS)))
@pytest.mark.slow
def test_a_made_up_value_has_the_shape(definitions: dict[str, Any]) -> None:
    try:
        value_of(definitions)
    except (MalformedInput, Unsupported):
        return


# The published description.


@cache
def published_description() -> ApiDescription:
    return ApiDescription.load(PUBLIC_API)


@published
@pytest.mark.slow
def test_every_route_of_the_published_description_answers() -> None:
    description, reader = published_description(), Reader(json.loads(PUBLIC_API.read_bytes()))
    with LocalService(SEED, description=description) as service:
        client = Client(service)
        # The operations of test_routes.py; here it counts that there is a route.
        for name, operation in description.operations.items():
            if name in SUBMITS or name in QUERIES:
                reply = client.send(operation.path(), b"{}", {})
                assert reply.error != (404, "SEALWAX_NO_SUCH_ROUTE"), name
                continue
            body = reader.example(reader.body_of(operation.path()))
            body |= {"organizationId": client.organization_id}
            if issubclass(operation, ActivityOperation):
                sent = client.body("update_user", body["parameters"], type=operation.activity_type)
                answer = client.post(name, sent).body
                key = getattr(operation, "result_key", None)
                assert [*answer["activity"]["result"]] == ([] if key is None else [key]), name
                answer = answer["activity"]["result"].get(key)
            else:
                answer = client.query(name, **body)
            assert answer is None or is_valid(description, name, answer), name
        client.http.close()
