"""Values that msgspec refuses are compared with their type to explain why; msgspec's message is not used."""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import strategies as st
from msgspec import UNSET, Meta, Raw, UnsetType, inspect

import sealwax
from sealwax import MalformedInput
from sealwax._codec.strict_json import convert_json
from sealwax._codec.violations import Rule, explain_refusal, find_violation
from sealwax.operations import SealedRequest
from sealwax.operations.unchecked import RequestBody
from sealwax_vectors.constructs.find_constructs import FileSuite
from sealwax_vectors.format import Suite

TEXT = "MARKER-of-a-value"
NUMBER = 5177135177
SURROGATE = f"{TEXT}\ud800"


class Tagged(msgspec.Struct, tag_field="kind"):
    """An object that says of what type it is."""

    size: int


class Left(Tagged):
    """One type."""


class Right(Tagged):
    """Another."""

    side: str


class Inner(msgspec.Struct, forbid_unknown_fields=True, rename="camel"):
    """An object that takes no other fields."""

    some_name: str


class Whole(msgspec.Struct, rename="camel"):
    """A field of each kind."""

    text: str = ""
    id: Annotated[str, Meta(min_length=1)] = "x"
    short: Annotated[str, Meta(max_length=3)] = ""
    digits: Annotated[str, Meta(pattern="^[0-9]+$")] = "0"
    seconds: Annotated[
        Annotated[str, Meta(pattern="^[0-9]+$", extra={"must_be": "a number of seconds"})] | None,
        Meta(description="A time."),
    ] = None
    count: Annotated[int, Meta(ge=1, le=9)] = 1
    flag: bool = False
    color: Literal["red", "green", "blue"] = "red"
    digit: Literal[0, 1, 2, 3, 4, 5, 6, 7, 8, 9] = 0
    only: Literal["one"] = "one"
    maybe: bool | UnsetType | None = UNSET
    either: str | Inner = ""
    items: list[Inner] = []
    pair: tuple[int, ...] = ()
    few: Annotated[tuple[int, ...], Meta(max_length=2)] = ()
    some: Annotated[tuple[int, ...], Meta(min_length=1)] = (1,)
    table: dict[str, int] = {}
    inner: Inner | None = None
    choice: Left | Right | None = None
    anything: object = None


# A value that breaks a rule, where, which, and what is said of it.
BROKEN: list[tuple[object, str, Rule]] = [
    (TEXT, "it must be an object", Rule.KIND),
    ({"text": NUMBER}, "text must be a string", Rule.KIND),
    ({"text": None}, "text must be a string", Rule.KIND),
    ({"text": SURROGATE}, "text has a lone surrogate; pass text that UTF-8 can encode", Rule.TEXT),
    ({"color": SURROGATE}, "color has a lone surrogate; pass text", Rule.TEXT),
    ({"id": ""}, "id must not be empty", Rule.EMPTY),
    ({"id": NUMBER}, "id must be a string", Rule.KIND),
    ({"short": TEXT}, "short must have at most 3 characters", Rule.TOO_LONG),
    ({"digits": TEXT}, "digits must be text of the form ^[0-9]+$", Rule.KIND),
    ({"seconds": TEXT}, "seconds must be a number of seconds", Rule.KIND),
    ({"seconds": [TEXT]}, "seconds must be a string", Rule.KIND),
    ({"count": -NUMBER}, "count must be at least 1", Rule.AT_LEAST),
    ({"count": NUMBER}, "count must be at most 9", Rule.AT_MOST),
    ({"count": True}, "count must be an integer", Rule.KIND),
    ({"count": 1.0}, "count must be an integer", Rule.KIND),
    ({"flag": TEXT}, "flag must be true or false", Rule.KIND),
    ({"flag": 1}, "flag must be true or false", Rule.KIND),
    ({"color": TEXT}, "color is not an allowed value; use blue, green or red", Rule.ENUMERATION),
    ({"color": NUMBER}, "color must be a string", Rule.KIND),
    ({"digit": NUMBER}, "digit is not an allowed value; use one of its 10 values", Rule.ENUMERATION),
    ({"digit": True}, "digit must be an integer", Rule.KIND),
    ({"only": TEXT}, "only is not an allowed value; use one", Rule.ENUMERATION),
    ({"maybe": TEXT}, "maybe must be true or false", Rule.KIND),
    ({"either": [TEXT]}, "either must be a string or an object", Rule.KIND),
    ({"either": {"someName": NUMBER}}, "either.someName must be a string", Rule.KIND),
    ({"items": TEXT}, "items must be an array", Rule.KIND),
    ({"items": [{"someName": TEXT}, {}]}, "items[1].someName is missing", Rule.MISSING),
    ({"pair": [1, TEXT]}, "pair[1] must be an integer", Rule.KIND),
    ({"some": []}, "some must not be empty", Rule.EMPTY),
    ({"few": [1, 2, NUMBER]}, "few must have at most 2 items", Rule.TOO_MANY),
    ({"table": {"a": TEXT}}, "table.a must be an integer", Rule.KIND),
    ({"table": {NUMBER: 1}}, "table has a field name that is not a string", Rule.NAME),
    ({"inner": {NUMBER: TEXT}}, "inner has a field name that is not a string", Rule.NAME),
    ({"inner": {"\ud800": TEXT}}, "inner has a field name with a lone surrogate; pass", Rule.NAME_TEXT),
    (
        {"inner": {"someName": TEXT, "other": TEXT}},
        "inner.other is unknown; check its spelling",
        Rule.UNKNOWN,
    ),
    (
        {"inner": {"some_name": TEXT}},
        "inner.some_name is the name of an argument; in a mapping, write someName",
        Rule.ARGUMENT,
    ),
    ({"choice": {"size": NUMBER}}, "choice.kind is missing", Rule.MISSING),
    ({"choice": {"size": NUMBER, "kind": 5}}, "choice.kind must be a string", Rule.KIND),
    (
        {"choice": {"size": NUMBER, "kind": TEXT}},
        "choice.kind is not an allowed value; use Left or Right",
        Rule.ENUMERATION,
    ),
    ({"choice": {"kind": "Left", "size": TEXT}}, "choice.size must be an integer", Rule.KIND),
    ({"choice": {"kind": "Right", "size": NUMBER}}, "choice.side is missing", Rule.MISSING),
    # An instance, changed past its checks.
    ({"inner": msgspec.structs.replace(Inner("x"), some_name=NUMBER)}, "inner.someName must be", Rule.KIND),
]


@pytest.mark.parametrize(("value", "words", "rule"), BROKEN, ids=[words for _, words, _ in BROKEN])
def test_the_field_and_its_rule_are_named_and_no_value(value: object, words: str, rule: Rule) -> None:
    violation = find_violation(value, Whole)
    assert violation is not None
    assert violation.rule is rule
    message = violation.in_words()
    assert message.startswith(words)
    assert message == explain_refusal(value, Whole)
    assert "MARKER" not in message
    assert str(NUMBER) not in message


def test_names_of_a_document_are_shown_short_and_printable() -> None:
    name = "a\n\x1b[31m\u202e" + "x" * 1000
    words = explain_refusal({"someName": "x", name: TEXT}, Inner)
    assert words == f"a??[31m?{'x' * 56}… is unknown; check its spelling"


def test_what_cannot_be_explained_is_said_without_a_value() -> None:
    # Raw takes any JSON document, and no parsed value; the library's types have none.
    class Unparsed(msgspec.Struct):
        raw: Raw

    with pytest.raises(MalformedInput) as raised:
        convert_json({"raw": TEXT}, Unparsed, "it")
    assert str(raised.value) == "it is malformed: it does not have the expected structure"


def test_a_union_with_anything_takes_anything() -> None:
    class Loose(msgspec.Struct):
        value: Any | None

    assert find_violation({"value": None}, Loose) is None
    assert explain_refusal({}, Loose) == "value is missing"


def test_values_of_python_are_taken_as_msgspec_takes_them() -> None:
    for value in (
        {"items": (Inner("x"),)},
        {"pair": {1, 2}},
        {"pair": frozenset({1})},
        {"inner": Inner("x")},
        {"anything": object()},
        {"unknown": 5},
        Whole(),
    ):
        convert_json(value, Whole, "it")
        assert find_violation(value, Whole) is None


# Random documents, of every type that the library reads.


READ_BY_MSGSPEC_ALONE = {"sealwax_service.policies.contract_calls", "sealwax_service.storage.snapshots"}
"""Modules whose errors do not say what is wrong with a document: programs write it."""


def sealwax_types() -> list[Any]:
    """List the types of the package that documents are read into."""
    for module in pkgutil.walk_packages(sealwax.__path__, "sealwax."):
        # The clients of HTTP need extras that are not installed here, and read no documents.
        if not module.name.endswith("__main__") and "sealwax.integrations." not in module.name:
            importlib.import_module(module.name)

    def subclasses(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
        for each in base.__subclasses__():
            yield each
            yield from subclasses(each)

    structs = {
        each: None
        for each in subclasses(msgspec.Struct)
        if each.__module__.startswith("sealwax.")
        and each.__module__ not in READ_BY_MSGSPEC_ALONE
        # Bases of generated classes, which have the fields.
        and each.__module__ != "sealwax.operations.rules"
    }
    # No document is read into these. A file of vectors tells its groups apart by their tags.
    never_read = {RequestBody, SealedRequest, Suite, *filter(_holds_json, structs)}
    return [
        *(each for each in structs if each.__struct_config__.tag is None and each not in never_read),
        FileSuite,
        dict[str, object],
        str,
    ]


def _holds_json(struct: type[msgspec.Struct]) -> bool:
    """Whether it is the body of a request, with the JSON of parameters that were checked."""
    return any(field.type is msgspec.Raw for field in msgspec.structs.fields(struct))


TYPES = [Whole, *sealwax_types()]

NAMES = st.sampled_from(["other", "x", "", "type", "kind", "some_name", "\u00e9\u202e"])
SCALARS = (
    st.none() | st.booleans() | st.sampled_from([0, NUMBER, -NUMBER, 10**30, 0.5, "", TEXT, f"{TEXT}\n"])
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=4,
)


@cache
def type_info(into: Any) -> inspect.Type:
    return inspect.type_info(into)


@st.composite
def documents(draw: st.DrawFn, kind: Any) -> Any:
    """Make a document of a type, or one with something wrong in it here and there."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    if draw(st.integers(0, 11)) == 0:
        return draw(JSON)
    make = MAKERS.get(type(kind))
    return draw(JSON if make is None else make(kind))


def texts(kind: inspect.StrType) -> st.SearchStrategy[str]:
    if kind.pattern is not None:
        return st.from_regex(kind.pattern) | st.just(TEXT)
    return st.sampled_from([TEXT, "\u00e9", "x" * (kind.max_length or 1)])


@st.composite
def objects(draw: st.DrawFn, kind: Any, fields: Any) -> dict[str, Any]:
    """Make an object, sometimes without a field, or with another."""
    left_out = draw(st.integers(0, 3 * len(fields) + 1))
    made = {
        field.encode_name: draw(documents(field.type))
        for number, field in enumerate(fields)
        if number != left_out and (field.required or draw(st.booleans()))
    }
    if getattr(kind, "tag", None) is not None:
        made[kind.tag_field] = kind.tag
    if left_out == 3 * len(fields):
        made[draw(NAMES)] = draw(JSON)
    return made


MAKERS: dict[type[inspect.Type], Any] = {
    inspect.UnionType: lambda kind: st.sampled_from(kind.types).flatmap(documents),
    inspect.LiteralType: lambda kind: st.sampled_from(kind.values),
    inspect.StrType: texts,
    inspect.IntType: lambda kind: st.integers(kind.ge, kind.le),
    inspect.BoolType: lambda _: st.booleans(),
    inspect.NoneType: lambda _: st.none(),
    inspect.ListType: lambda kind: st.lists(
        documents(kind.item_type), min_size=kind.min_length or 0, max_size=2
    ),
    inspect.VarTupleType: lambda kind: st.lists(documents(kind.item_type), max_size=2),
    inspect.DictType: lambda kind: st.dictionaries(NAMES, documents(kind.value_type), max_size=2),
    inspect.StructType: lambda kind: objects(kind, kind.fields),
}


def check_agreement(document: Any, into: Any, accepted: bool) -> None:
    """Check that the comparison finds something just where msgspec refuses, and says nothing of the value."""
    violation = find_violation(document, into)
    assert (violation is None) == accepted, violation
    if violation is None:
        return
    target: Any = [document]
    for step in (0, *violation.path):
        missing = step not in (target if isinstance(target, dict) else range(len(target)))
        assert missing == (violation.rule is Rule.MISSING and step == violation.path[-1])
        target = None if missing else target[step]
    message = violation.in_words()
    assert "MARKER" not in message
    assert str(NUMBER) not in message
