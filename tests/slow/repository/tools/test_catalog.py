"""The generator of the catalog: what it makes of what is committed, and what it says if that does not do."""

import copy
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.operations.openapi.descriptions import AUTH_PROXY, PUBLIC_API, published
from tools.catalog import class_texts, decisions, documents, field_texts, generator
from tools.catalog.__main__ import main
from tools.catalog.documents import CatalogError, Facts, committed, document_of, facts_of, merged, text_of

FILES = (documents.PUBLIC_API, documents.AUTH_PROXY, documents.BEYOND)


def test_the_catalog_is_that_of_what_is_committed() -> None:
    files = generator.files(generator.read())
    here = {path: path.read_text() for path in generator.PACKAGE.glob("*.py")}
    assert here == files, "run `python -m tools.catalog`"


@pytest.mark.parametrize("name", FILES)
def test_what_is_committed_is_as_the_command_writes_it(name: str) -> None:
    text = (documents.FOLDER / f"{name}.json").read_text()
    assert text == text_of(committed(name)), "run `python -m tools.catalog`"


@pytest.mark.parametrize("name", FILES)
def test_what_is_committed_has_no_text_of_the_description(name: str) -> None:
    facts = committed(name)
    values = re.findall(r'"([^"]*)"', json.dumps(facts["definitions"]))
    assert {value for value in values if " " in value} <= {
        *("one of", "string byte", "string int64", "string uint64", "integer int32", "integer int64")
    }


@published
@pytest.mark.parametrize(("name", "path"), [(FILES[0], PUBLIC_API), (FILES[1], AUTH_PROXY)])
def test_what_is_committed_is_of_the_published_description(name: str, path: Path) -> None:
    again = f"run `python -m tools.catalog facts {path}`"
    assert committed(name) == facts_of(json.loads(path.read_bytes())), again


# Names and types.

DOCUMENT: dict[str, Any] = {
    "paths": {
        "/tkhq/api/v1/noop": {"post": {}},
        "/public/v1/query/get_thing": {
            "post": {
                "summary": "Get a thing",
                "tags": ["Things"],
                "parameters": [{"name": "body", "in": "body", "schema": {"$ref": "#/definitions/v1Request"}}],
                "responses": {"200": {"schema": {"$ref": "#/definitions/v1Answer"}}, "default": {}},
            }
        },
    },
    "definitions": {
        "v1Nobody": {"type": "string", "pattern": "nothing refers to it"},
        "v1Request": {
            "type": "object",
            "description": "Text",
            "properties": {
                "organizationId": {"type": "string", "description": "Text"},
                "limit": {"type": "integer", "format": "int32", "default": 5},
                "kinds": {"type": "array", "items": {"type": "object", "$ref": "#/definitions/v1Kind"}},
                "labels": {"type": "object", "additionalProperties": {"type": "string"}},
            },
            "required": ["organizationId"],
        },
        "v1Answer": {
            "type": "object",
            "properties": {"inner": {"$ref": "#/definitions/v1Answer", "x-nullable": True}},
            "additionalProperties": {},
        },
        "v1Kind": {"type": "string", "enum": ["KIND_B", "KIND_A"], "title": "Text"},
    },
}
TEXT = """\
{
  "paths": {
    "/public/v1/query/get_thing": {"tag": "Things", "body": "v1Request", "answer": "v1Answer"}
  },
  "definitions": {
    "v1Answer": {
      "inner?": "v1Answer",
      "*": "anything"
    },
    "v1Kind": {"one of": [
      "KIND_B",
      "KIND_A"
    ]},
    "v1Request": {
      "organizationId": "string",
      "limit?": "integer int32",
      "kinds?": ["v1Kind"],
      "labels?": {"*": "string"}
    }
  }
}
"""


def test_the_names_and_types_of_a_document() -> None:
    facts = facts_of(DOCUMENT)
    assert text_of(facts) == TEXT
    assert json.loads(TEXT) == facts
    assert facts_of(document_of(facts)) == facts
    assert document_of(facts)["definitions"]["v1Request"]["required"] == ["organizationId"]


Change = Callable[[Any], object]
POST = "/public/v1/query/get_thing"


def _set(*way: str, value: object) -> Change:
    """Set a member of a document, or of facts."""

    def change(whole: Any) -> None:
        for step in way[:-1]:
            whole = whole[step]
        whole[way[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            _set("definitions", "v1Kind", "pattern", value="x"),
            "v1Kind has the keywords type, enum, pattern: ",
        ),
        (_set("definitions", "v1Kind", "enum", value=["A", 1]), "v1Kind has the keywords type, enum: there"),
        (_set("definitions", "v1Kind", "type", value="integer"), "v1Kind has the keywords type, enum: there"),
        (
            _set("definitions", "v1Request", "properties", "kinds", "minItems", value=1),
            "v1Request.kinds has the keywords type, items, minItems: ",
        ),
        (
            _set("definitions", "v1Request", "properties", "limit", "maximum", value=1),
            "v1Request.limit has the keywords type, format, maximum: ",
        ),
        (
            _set("definitions", "v1Request", "allOf", value=[]),
            "v1Request has the keywords type, properties, ",
        ),
        (_set("definitions", "v1Request", "required", value=["id"]), "v1Request has the members id: "),
        (_set("definitions", "v1Request", "properties", value={"a?": {}}), "v1Request has the members "),
        (_set("definitions", "v1Request", "properties", "*", value={}), r"v1Request has the members \*: "),
        (
            _set("definitions", "v1Answer", "properties", "inner", "$ref", value="#/parameters/x"),
            "v1Answer.inner refers to #/parameters/x: ",
        ),
        (
            _set("definitions", "v1Answer", "properties", "inner", "$ref", value="#/definitions/string"),
            "v1Answer.inner refers to #/definitions/string: ",
        ),
        (_set("paths", POST, "post", "tags", value=[]), "get_thing has not exactly one body and one tag: "),
        (
            _set("paths", POST, "post", "tags", value=["A", "B"]),
            "get_thing has not exactly one body and one tag: ",
        ),
        (_set("paths", POST, "post", "parameters", value=[]), "get_thing has not exactly one body and"),
    ],
)
def test_a_document_with_what_has_no_form(change: Change, message: str) -> None:
    document = copy.deepcopy(DOCUMENT)
    change(document)
    with pytest.raises(CatalogError, match=message) as caught:
        facts_of(document)
    assert str(caught.value).endswith(
        "make one in `facts_of` and `document_of` of tools/catalog/documents.py"
    )


@pytest.mark.parametrize("missing", ["paths", "definitions"])
def test_a_document_of_something_else(missing: str) -> None:
    document = {name: value for name, value in DOCUMENT.items() if name != missing}
    with pytest.raises(CatalogError, match=f"no description of the API, as '{missing}' is missing"):
        facts_of(document)


def test_an_object_within_a_definition_has_one_of_its_own() -> None:
    facts = facts_of(DOCUMENT)
    facts["definitions"]["v1Request"] |= {"place?": {"inner": [{"size": "string"}]}, "more": {"*": "string"}}
    named = facts_of(document_of(facts))["definitions"]
    assert named["v1Request"]["place?"] == "v1Place"
    assert named["v1Request"]["more"] == {"*": "string"}
    assert named["v1Place"] == {"inner": ["v1PlaceInner"]}
    assert named["v1PlaceInner"] == {"size": "string"}


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        ("v1Wallet", "v1WalletPlace"),
        ("v1MoveIntentV2", "v1MovePlaceV2"),
        ("v1MoveResult", "v1MovePlace"),
        ("v1MoveRequest", "v1MovePlace"),
        ("v1MoveResponse", "v1MovePlace"),
        ("v1MoveParamsV10", "v1MoveParamsPlaceV10"),
    ],
)
def test_the_name_of_an_object_within_a_definition(owner: str, name: str) -> None:
    facts: Facts = {"paths": {}, "definitions": {owner: {"place?": {"size": "string"}}}}
    assert document_of(facts)["definitions"].keys() == {owner, name}


def test_two_objects_within_definitions_of_one_name() -> None:
    place = {"place": {"size": "string"}}
    facts: Facts = {"paths": {}, "definitions": {"v1MoveIntent": place, "v1MoveRequest": place}}
    assert document_of(facts)["definitions"].keys() == {"v1MoveIntent", "v1MoveRequest", "v1MovePlace"}
    facts["definitions"]["v1MoveRequest"] = {"place": {"size": "boolean"}}
    with pytest.raises(CatalogError) as caught:
        document_of(facts)
    assert str(caught.value) == (
        "v1MoveRequest.place is an object, but v1MovePlace is another definition: give the object another "
        "name in `_name_of_member` of tools/catalog/documents.py"
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_set("definitions", "v1Request", "kinds?", value=["v1Knd"]), "v1Request has the type v1Knd, but"),
        (_set("paths", POST, "body", value="v1Requst"), "get_thing has the type v1Requst, but there is no"),
        (_set("paths", POST, "answer", value="v1Answr"), "get_thing has the type v1Answr, but there is no"),
        (
            _set("definitions", "v1Request", "limit?", value=5),
            "v1Request.limit. has a type without a form: 5",
        ),
        (_set("definitions", "v1Request", "limit?", value=[]), "v1Request.limit. has a type without a form"),
    ],
)
def test_facts_that_someone_mistyped(change: Change, message: str) -> None:
    facts = facts_of(DOCUMENT)
    change(facts)
    with pytest.raises(CatalogError, match=message):
        document_of(facts)


def test_what_clients_send_beyond_a_description() -> None:
    facts = facts_of(DOCUMENT)
    more: Facts = {
        "paths": {"/public/v1/query/more": {"tag": "Things", "body": "v1More", "answer": "v1Answer"}},
        "definitions": {"v1More": {}, "v1Request": {"limit": "string", "new?": "v1Kind"}},
    }
    both = merged(facts, more)
    assert [*both["paths"]] == [POST, "/public/v1/query/more"]
    assert both["definitions"]["v1More"] == {}
    assert both["definitions"]["v1Request"] == {
        "organizationId": "string",
        "kinds?": ["v1Kind"],
        "labels?": {"*": "string"},
        "limit": "string",
        "new?": "v1Kind",
    }
    with pytest.raises(CatalogError, match=f"the description has {POST} now: take that out of beyond.json"):
        merged(facts, {"paths": facts["paths"], "definitions": {}})


# The catalog of a description that has changed.


def changed(
    *changes: Change,
    tables: Mapping[str, Any] | None = None,
    texts: Mapping[str, str] | None = None,
    classes: Mapping[str, str] | None = None,
) -> generator.Catalog:
    """Make the catalog of what is committed, with changes, other tables of decisions, and more texts."""
    public_api = merged(committed(documents.PUBLIC_API), committed(documents.BEYOND))
    for change in changes:
        change(public_api)
    with pytest.MonkeyPatch.context() as patch:
        for name, rows in (tables or {}).items():
            patch.setattr(decisions, name, rows)
        patch.setattr(field_texts, "FIELDS", {**field_texts.FIELDS, **(texts or {})})
        patch.setattr(class_texts, "CLASSES", {**class_texts.CLASSES, **(classes or {})})
        return generator.Catalog(document_of(public_api), document_of(committed(documents.AUTH_PROXY)))


NEW = "/public/v1/query/get_thing"
WHERE = "tools/catalog/decisions.py"
RESULTS = "src/sealwax/operations/results.py"


def new_query(facts: Any) -> None:
    facts["paths"][NEW] = {"tag": "Wallets", "body": "v1GetThingRequest", "answer": "v1GetThingResponse"}
    facts["definitions"]["v1GetThingRequest"] = {"organizationId": "string", "thingId": "string"}
    facts["definitions"]["v1GetThingResponse"] = {"thing": "v1Thing", "size?": "integer int32"}
    facts["definitions"]["v1Thing"] = {"curve": "v1Curve", "names": ["string"]}


SUMMARIES = {"SUMMARIES": {**decisions.SUMMARIES, "get_thing": "Get a thing."}}
TEXTS = {"thing_id": "Which thing.", "thing": "It.", "names": "All names.", "size": "How large it is."}
CLASSES = {"Thing": "A thing."}


def test_a_new_operation() -> None:
    catalog = changed(new_query, tables=SUMMARIES, texts=TEXTS, classes=CLASSES)
    texts = generator.texts(catalog)
    written = texts["wallets"]
    assert "class GetThing(QueryOperation[GetThingResult], " in written
    assert (
        "    operation_name = 'get_thing'\n    result_type: ClassVar[RecordType] = GetThingResult\n"
        in written
    )
    assert '"""Get a thing."""' in written
    assert '"""A thing."""' in written
    assert '    thing_id: Id\n    """Which thing."""\n' in written
    assert '    names: Array[str]\n    """All names."""\n' in written
    assert '    size: int | None = None\n    """How large it is."""\n' in written
    assert "\"GetThing\": OperationFacts('query', 'get_thing')" in texts["index"]


FROZEN = _set("definitions", "v1Wallet", "isFrozen?", value="boolean")


def test_a_new_field_of_an_answer() -> None:
    fields = changed(FROZEN, texts={"is_frozen": "Whether it is frozen."}).made["Wallet"].fields
    (field,) = (field for field in fields if field.name == "is_frozen")
    assert (field.wire_name, field.is_optional, field.kind.name) == ("isFrozen", True, "bool")
    assert field.described == "Whether it is frozen."


def test_a_new_field_without_a_text() -> None:
    with pytest.raises(CatalogError) as caught:
        changed(FROZEN)
    assert str(caught.value) == (
        "is_frozen of Wallet has no text for editors: add it to FIELDS, or to 'Wallet' in OF_CLASSES, in "
        "tools/catalog/field_texts.py"
    )


def test_a_text_without_a_field() -> None:
    with pytest.raises(CatalogError) as caught:
        changed(texts={"is_frozen": "Whether it is frozen."})
    assert str(caught.value) == (
        "FIELDS in tools/catalog/field_texts.py has 'is_frozen', the text of no field: take it out"
    )


@pytest.mark.parametrize(
    ("changes", "tables", "message"),
    [
        (
            [new_query],
            {},
            f"{NEW}: add a row 'get_thing' to SUMMARIES in {WHERE}: the first line of its documentation",
        ),
        (
            [new_query, _set("paths", NEW, "tag", value="Things")],
            SUMMARIES,
            f"{NEW}: add a row 'Things' to OF_TAGS in {WHERE}: the module for the operations with this tag",
        ),
        (
            [new_query, _set("paths", NEW, "tag", value="Things")],
            {**SUMMARIES, "OF_TAGS": {**decisions.OF_TAGS, "Things": "things"}},
            f"{NEW}: add a row 'things' to SUBJECTS in {WHERE}: the subject of a new module",
        ),
        (
            [
                _set(
                    "paths",
                    "/public/v1/query/Get-Thing",
                    value={"tag": "Wallets", "body": "v1Curve", "answer": "v1Curve"},
                )
            ],
            {},
            "/public/v1/query/Get-Thing: it is neither a submit operation nor a query",
        ),
        (
            [new_query, _set("definitions", "v1GetThingRequest", value={"thingId": "string"})],
            SUMMARIES,
            f"{NEW}: the query has no organizationId",
        ),
    ],
)
def test_an_operation_that_lacks_something(
    changes: list[Change], tables: Mapping[str, Any], message: str
) -> None:
    # The texts of an operation that is refused are of no field and of no class, which is not told.
    with pytest.raises(CatalogError) as caught:
        changed(*changes, tables=tables, texts=TEXTS, classes=CLASSES)
    assert str(caught.value) == message


HINT = f"v1ExportWalletResult has hint, and ExportWalletResult does not: add it to the class in {RESULTS}"
COLOR = f"v1UpdateUserIntent has userColor, and UpdateUser does not: add it to SPECIFIED_FIELDS in {WHERE}"
WEIGHT = (
    "no class has had a field like weight of v1Thing in an answer yet: give its type a new kind in `plain`, "
    "and the kind's type of Python in `_ANNOTATIONS`, in tools/catalog/generator.py"
)


def test_everything_that_is_undecided_is_told_at_once() -> None:
    def change(facts: Any) -> None:
        new_query(facts)
        other = "/public/v1/query/get_other"
        facts["paths"][NEW]["tag"] = "Things"
        facts["paths"][other] = {**facts["paths"][NEW], "body": "v1GetOtherRequest"}
        facts["definitions"] |= {
            "v1GetOtherRequest": {"organizationId": "string", "thingIds": ["string"]},
            "v1Thing": {"names": ["string"], "weight?": "number"},
        }
        facts["definitions"]["v1UpdateUserIntent"]["userColor?"] = "string"
        facts["definitions"]["v1ExportWalletResult"]["hint?"] = "string"
        facts["paths"]["/public/v1/query/fetch_policy"] = facts["paths"].pop("/public/v1/query/get_policy")

    def field(name: str, owner: str) -> str:
        where = f"FIELDS, or to {owner!r} in OF_CLASSES, in tools/catalog/field_texts.py"
        return f"{name} of {owner} has no text for editors: add it to {where}"

    def summary(name: str) -> str:
        what = "the first line of its documentation"
        return f"/public/v1/query/{name}: add a row {name!r} to SUMMARIES in {WHERE}: {what}"

    or_left_out = f"or to LEFT_OUT in {WHERE} with the reason"
    with pytest.raises(CatalogError) as caught:
        changed(change)
    told = str(caught.value).split("\n")
    assert [line for line in told if line.startswith("/public/v1/submit/")] == [
        f"/public/v1/submit/export_wallet: {HINT}, {or_left_out}",
        f"/public/v1/submit/update_user: {COLOR}, {or_left_out}",
    ]
    assert [line for line in told if line.startswith("/public/v1/query/")] == [
        f"{NEW}: add a row 'Things' to OF_TAGS in {WHERE}: the module for the operations with this tag",
        summary("get_thing"),
        f"{NEW}: {WEIGHT}",
        summary("get_other"),
        summary("fetch_policy"),
    ]
    assert [line for line in told if not line.startswith("/public/v1/")] == [
        "Thing has no text for editors: add it to CLASSES in tools/catalog/class_texts.py",
        field("user_color", "UpdateUser"),
        field("names", "Thing"),
        field("weight", "Thing"),
        field("thing", "GetThingResult"),
        field("size", "GetThingResult"),
        field("thing_id", "GetThing"),
        field("thing", "GetOtherResult"),
        field("size", "GetOtherResult"),
        field("thing_ids", "GetOther"),
        f"SUMMARIES in {WHERE} has 'get_policy', the description does not: take it out",
    ]


def test_a_part_of_several_operations_is_told_once() -> None:
    def change(facts: Any) -> None:
        new_query(facts)
        facts["paths"]["/public/v1/query/get_other"] = facts["paths"][NEW]
        facts["definitions"]["externaldatav1Address"]["network?"] = "string"

    told = "externaldatav1Address has network, and Address does not"
    with pytest.raises(CatalogError) as caught:
        changed(change)
    assert str(caught.value).count(told) == 1


def test_an_object_within_a_definition_is_a_class() -> None:
    def change(facts: Any) -> None:
        new_query(facts)
        facts["definitions"]["v1GetThingRequest"]["filter?"] = {
            "nameIn": [{"symbol": "string"}],
            "*": "string",
        }
        facts["definitions"]["v1GetThingResponse"]["owner"] = {"place?": {"size?": "integer int32"}}

    texts = {**TEXTS, "filter": "A filter.", "name_in": "Names.", "owner": "The owner.", "place": "A place."}
    parts = {
        **CLASSES,
        "GetThingFilter": "A filter of things.",
        "GetThingFilterNameIn": "A name to find.",
        "GetThingOwner": "The owner of a thing.",
        "GetThingOwnerPlace": "The place of an owner.",
    }
    written = generator.texts(changed(change, tables=SUMMARIES, texts=texts, classes=parts))["wallets"]
    for line in (
        "class GetThingFilter(Parameters, ",
        "    name_in: Array[GetThingFilterNameIn]\n",
        "    filter: GetThingFilter | None = None\n",
        "class GetThingOwner(Record, ",
        "    place: GetThingOwnerPlace | None = None\n",
        "    owner: GetThingOwner\n",
    ):
        assert line in written


def test_an_activity_without_a_result() -> None:
    with pytest.raises(CatalogError) as caught:
        changed(lambda facts: facts["definitions"]["v1Result"].pop("updateUserResult?"))
    assert str(caught.value) == (
        "/public/v1/submit/update_user: v1Result has no result of its activity: add it there, or update_user "
        f"to VOTES in {WHERE}"
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            _set("definitions", "v1ExportWalletResult", "hint?", value="string"),
            f"has hint, and ExportWalletResult does not: add it to the class in {RESULTS}, or to LEFT_OUT",
        ),
        (
            _set("definitions", "v1UpdateUserIntent", "userColor?", value="string"),
            f"UpdateUser does not: add it to SPECIFIED_FIELDS in {WHERE}, or to LEFT_OUT in {WHERE} with the",
        ),
        (
            _set("definitions", "v1WebhookEndpointData", "secret?", value="string"),
            "v1WebhookEndpointData has secret, and WebhookEndpoint does not: add it to SPECIFIED_FIELDS in",
        ),
        (
            _set("definitions", "externaldatav1Address", "network?", value="string"),
            f"network, and Address does not: add it to `Address` in {RESULTS}, or to LEFT_OUT",
        ),
        (
            _set("definitions", "externaldatav1Timestamp", "zone?", value="string"),
            "has zone, and time does not: add it to `_Timestamp` in src/sealwax/operations/responses.py",
        ),
        (
            _set("definitions", "v1Activity", "comment?", value="string"),
            "Activity does not: add it to `UncheckedActivity` in src/sealwax/operations/responses.py",
        ),
        (
            lambda facts: facts["definitions"]["v1Curve"]["one of"].append("CURVE_NEW"),
            "v1Curve and `WalletCurve` in src/sealwax/_codec/enumerations.py differ in CURVE_NEW: add it",
        ),
        (
            lambda facts: facts["definitions"]["v1ExportWalletResult"].pop("walletId"),
            f"the class in {RESULTS} has walletId of ExportWalletResult, which v1ExportWalletResult does not",
        ),
        (
            lambda facts: facts["definitions"]["v1UpdateUserIntent"].pop("userName?"),
            f"SPECIFIED_FIELDS in {WHERE} has userName of UpdateUser, which v1UpdateUserIntent does not have",
        ),
        (
            lambda facts: facts["definitions"]["v1UpdatePolicyIntentV2"].pop("time?"),
            f"LEFT_OUT in {WHERE} has time of UpdatePolicy, which v1UpdatePolicyIntentV2 does not have",
        ),
    ],
)
def test_a_field_of_a_class_that_people_wrote(change: Change, message: str) -> None:
    with pytest.raises(CatalogError, match=re.escape(message)):
        changed(change)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            _set("definitions", "v1GetThingRequest", "size?", value="number"),
            "like size of v1GetThingRequest in a request yet: give its type a new kind in `plain`",
        ),
        (
            _set("definitions", "v1GetThingRequest", "labels?", value={"*": "string"}),
            "like labels of v1GetThingRequest in a request yet: ",
        ),
        (
            _set("definitions", "v1GetThingResponse", "size?", value="number"),
            "like size of v1GetThingResponse in an answer yet: ",
        ),
        (
            _set("definitions", "v1Thing", "any?", value="anything"),
            "like any of v1Thing in an answer yet: ",
        ),
        (
            _set("definitions", "v1Thing", "inner?", value="v1Thing"),
            "like inner of v1Thing in an answer yet: it contains itself; give v1Thing the type object in",
        ),
    ],
)
def test_a_type_without_a_kind(change: Change, message: str) -> None:
    with pytest.raises(CatalogError, match=f"{NEW}: no class has had a field {message}"):
        changed(new_query, change, tables=SUMMARIES)


def test_two_things_of_one_name() -> None:
    def reading_a_wallet_of_its_own(facts: Any) -> None:
        new_query(facts)
        facts["definitions"]["v1GetThingRequest"] |= {"thing": "v1GetWallet", "kind": {"one of": ["A", "B"]}}
        facts["definitions"]["v1GetWallet"] = {"kind": {"one of": ["A"]}}
        facts["definitions"]["v1Thing"] |= {"a": "xWallet", "b": "xWalletV1", "c": "v1WalletV1"}
        facts["definitions"] |= {name: {"id": "string"} for name in ("xWallet", "xWalletV1", "v1WalletV1")}

    tables = {
        **SUMMARIES,
        "DEFINITION_NAMES": {**decisions.DEFINITION_NAMES, "xWallet": "Wallet", "xWalletV1": "Wallet"},
    }
    with pytest.raises(
        CatalogError, match="two objects would be WalletV1: name xWalletV1 in DEFINITION_NAMES of"
    ):
        changed(reading_a_wallet_of_its_own, tables=tables)


def test_two_enumerations_of_one_name() -> None:
    def two(facts: Any) -> None:
        new_query(facts)
        facts["definitions"]["v1GetThingRequest"] |= {"first": "v1First", "second": "v1FirstIntent"}
        facts["definitions"]["v1First"] = {"kind": {"one of": ["A", "B"]}}
        facts["definitions"]["v1FirstIntent"] = {"kind": {"one of": ["A"]}}

    message = "two enumerations would be FirstKind: kind of v1FirstIntent has other values than the first"
    with pytest.raises(CatalogError, match=message):
        changed(two, tables=SUMMARIES)


def test_two_answers_of_one_name() -> None:
    tables = {**SUMMARIES, "RESULT_NAMES": {**decisions.RESULT_NAMES, "get_thing": "ListWalletsResult"}}
    with pytest.raises(
        CatalogError, match=f"{NEW}: two answers would be ListWalletsResult: add a name to RESULT_NAMES"
    ):
        changed(new_query, tables=tables)


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("CLASS_NAMES", {"gone": "Gone"}),
        ("RESULT_NAMES", {"gone": "Gone"}),
        ("OLDER", {"gone": ("",)}),
        ("SUMMARIES", {"gone": "Gone."}),
        ("BASES", {"Gone": "results._Import"}),
        ("RULES", {"Gone": "rules._SignupV2"}),
        ("SPECIFIED_FIELDS", {"Gone": ()}),
        ("FIELD_NAMES", {("", "gone"): "gone_at"}),
        ("FIELD_NAMES", {("UpdateUser", "gone"): "gone_at"}),
        ("KINDS", {"gone": "Seconds"}),
        ("KINDS_OF", {("UpdateUser", "gone"): "Id"}),
        ("LIMITS", {("UpdateUser", "gone"): "max_length=1"}),
        ("DEFINITION_NAMES", {"v1Gone": "Gone"}),
        ("OURS", {"v1Gone": "object"}),
        ("AUTH_PROXY_NAMES", {"v1Gone": "Gone"}),
        ("NAMES_IN_ANSWERS", {"v1Gone": "Gone"}),
        ("OF_TAGS", {"Gone": "wallets"}),
        ("OLDER_RESULTS", {("gone", "V2"): "V2"}),
        ("SUBJECTS", {"gone": "Gone things"}),
    ],
)
def test_a_row_of_nothing(table: str, row: Mapping[Any, Any]) -> None:
    (key,) = row
    message = f"{table} in {WHERE} has {key!r}, the description does not: take it out"
    with pytest.raises(CatalogError) as caught:
        changed(tables={table: {**getattr(decisions, table), **row}})
    assert str(caught.value) == message


def test_a_field_left_out_of_no_class() -> None:
    with pytest.raises(CatalogError, match=f"LEFT_OUT in {WHERE} has gone of Gone, an unknown class: take"):
        changed(tables={"LEFT_OUT": {**decisions.LEFT_OUT, ("Gone", "gone"): "nobody has it"}})


def test_a_class_without_a_text() -> None:
    with pytest.raises(CatalogError) as caught:
        changed(new_query, tables=SUMMARIES, texts=TEXTS)
    assert str(caught.value) == (
        "Thing has no text for editors: add it to CLASSES in tools/catalog/class_texts.py"
    )


def test_a_text_of_no_class() -> None:
    with pytest.raises(CatalogError) as caught:
        changed(classes={"Gone": "A thing."})
    assert str(caught.value) == (
        "CLASSES in tools/catalog/class_texts.py has 'Gone', the text of no class: take it out"
    )


def test_a_result_that_reads_no_answer() -> None:
    def rename(facts: Any) -> None:
        facts["paths"]["/public/v1/submit/take_wallet"] = facts["paths"].pop(
            "/public/v1/submit/export_wallet"
        )

    with pytest.raises(CatalogError) as caught:
        changed(rename)
    assert str(caught.value).endswith(
        f"ExportWalletResult of {RESULTS} reads no answer: take it out, or name it after an operation"
    )


@pytest.mark.parametrize("table", ["SPECIFIED", "SECRETS", "VOTES"])
def test_an_operation_that_is_gone(table: str) -> None:
    with pytest.raises(CatalogError, match=f"{table} in {WHERE} has 'gone'"):
        changed(tables={table: (*getattr(decisions, table), "gone")})


def test_an_older_version_that_is_gone() -> None:
    tables = {"OLDER": {**decisions.OLDER, "update_user": ("V9",)}}
    with pytest.raises(
        CatalogError, match=f"submit/update_user: OLDER in {WHERE} has version 'V9', the desc"
    ):
        changed(tables=tables)
    with pytest.raises(
        CatalogError, match=r"OLDER_RESULTS in .* must have the version of the result of 'V2'"
    ):
        changed(tables={"OLDER_RESULTS": {("init_otp_auth", "V2"): "V9"}})


# The command.


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Write the names and types elsewhere."""
    for name in FILES:
        documents.FOLDER.joinpath(f"{name}.json").read_text()
        (tmp_path / f"{name}.json").write_text((documents.FOLDER / f"{name}.json").read_text())
    monkeypatch.setattr(documents, "FOLDER", tmp_path)
    return tmp_path


def test_the_command_takes_names_and_types(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    public, proxy = folder / "new.json", folder / "proxy.json"
    public.write_text(json.dumps(DOCUMENT))
    proxy.write_text(json.dumps({**DOCUMENT, "paths": {"/v1/x": DOCUMENT["paths"][POST]}}))
    main(["facts", str(public), str(proxy)])
    assert (folder / "public_api.json").read_text() == TEXT
    assert (folder / "auth_proxy.json").read_text() == TEXT.replace(POST, "/v1/x")
    assert capsys.readouterr().out == f"{folder}/public_api.json\n{folder}/auth_proxy.json\n"


@pytest.mark.parametrize("text", ["", "[]", '{"paths": {"/v1/x": 5}}', '{"paths": []}'])
def test_the_command_refuses_what_is_no_description(folder: Path, text: str) -> None:
    path = folder / "new.json"
    path.write_text(text)
    with pytest.raises(SystemExit, match=r"error: .*new\.json cannot be read as a description of the API: "):
        main(["facts", str(path)])
    with pytest.raises(SystemExit, match=r"error: .*gone\.json cannot be read as a description of the API: "):
        main(["facts", str(folder / "gone.json")])


def test_the_command_writes_the_modules_and_orders_what_someone_typed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = folder / "catalog"
    package.mkdir()
    monkeypatch.setattr(generator, "PACKAGE", package)
    path = folder / "public_api.json"
    wanted = path.read_text()
    path.write_text(json.dumps(json.loads(wanted)))
    main([])
    assert path.read_text() == wanted
    assert {path.stem for path in package.iterdir()} == {"__init__", "index", "shared", *decisions.SUBJECTS}


@pytest.mark.parametrize("text", ["{", '{"paths": {}}', '{"paths": {"/x": {"tag": "A"}}, "definitions": {}}'])
def test_the_command_names_a_file_that_cannot_be_read(folder: Path, text: str) -> None:
    (folder / "beyond.json").write_text(text)
    with pytest.raises(SystemExit, match=r"error: .*beyond\.json: "):
        main([])


# Texts of classes and fields.


def test_the_text_of_a_class_is_a_noun_phrase() -> None:
    texts = class_texts.CLASSES.values()
    assert [text for text in texts if not re.fullmatch(r"(An?|The|Changes) .*[^.]\.", text)] == []


def test_a_text_is_a_sentence_or_a_noun_phrase() -> None:
    owners = [*field_texts.OF_CLASSES.values(), field_texts.FIELDS]
    parts = [part for owner in owners for text in owner.values() for part in text.split("\n\n")]
    assert len(parts) > 900
    assert [part for part in parts if not re.fullmatch(r"[A-Z].*[^.]\.", part)] == []


def test_the_text_of_a_class_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(field_texts, "FIELDS", {"name": "A name."})
    monkeypatch.setattr(field_texts, "OF_CLASSES", {"Dog": {"name": "A dog's."}, "DogV2": {"name": "New."}})
    texts = {
        "Cat": "A name.",
        "CatV1": "A name.",
        "Dog": "A dog's.",
        "DogV1": "A dog's.",
        "DogV2": "New.",
        "DogResult": "A name.",
        "DogV1x": "A name.",
    }
    assert {owner: field_texts.find(owner, "name") for owner in texts} == texts
    assert field_texts.find("Dog", "age") == ""
    fields = [(owner, "name") for owner in texts]
    assert [*field_texts.missing(fields), *field_texts.unused(fields)] == []


NO_TEXT = (
    "name of DogV1Result has no text for editors: add it to FIELDS, or to 'DogV1Result' in OF_CLASSES, in "
    "tools/catalog/field_texts.py"
)


@pytest.mark.parametrize(
    ("fields", "of_classes", "faults"),
    [
        ({"name": "A name."}, {}, []),
        ({}, {"DogV1Result": {"name": "A name."}}, []),
        ({}, {"DogResult": {"name": "A name."}}, []),
        ({"name": "A name."}, {"Dog": {}}, []),
        ({}, {"Dog": {"name": "A name."}}, [NO_TEXT, "OF_CLASSES has 'name' of 'Dog', the text of no field"]),
        ({"name": ""}, {}, [NO_TEXT, "FIELDS has 'name', the text of no field"]),
        ({"name": "A name.", "age": "An age."}, {}, ["FIELDS has 'age', the text of no field"]),
        (
            {"name": "A name."},
            {"DogResult": {"name": "A name."}},
            [
                "OF_CLASSES has 'name' of 'DogResult' with the text that it has anyway",
                "FIELDS has 'name', the text of no field",
            ],
        ),
        (
            {},
            {"DogV1Result": {"name": "A name."}, "DogResult": {"name": "A name."}},
            [
                "OF_CLASSES has 'name' of 'DogV1Result' with the text that it has anyway",
                "OF_CLASSES has 'name' of 'DogResult', the text of no field",
            ],
        ),
        (
            {},
            {"DogV1Result": {"name": "A name."}, "DogResult": {"name": "The name."}},
            ["OF_CLASSES has 'name' of 'DogResult', the text of no field"],
        ),
    ],
)
def test_texts_that_do_not_fit_the_fields_are_told(
    monkeypatch: pytest.MonkeyPatch,
    fields: dict[str, str],
    of_classes: dict[str, dict[str, str]],
    faults: list[str],
) -> None:
    monkeypatch.setattr(field_texts, "FIELDS", fields)
    monkeypatch.setattr(field_texts, "OF_CLASSES", of_classes)
    field = ("DogV1Result", "name")
    told = [*field_texts.missing([field]), *field_texts.unused([field])]
    shorter = [each.replace(" in tools/catalog/field_texts.py has", " has") for each in told]
    assert [each.removesuffix(": take it out") for each in shorter] == faults
