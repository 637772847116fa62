"""What msgspec refuses is explained by comparing it with its type, and never by what msgspec says."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import UNSET, Meta, Raw, UnsetType

from sealwax import MalformedInput
from sealwax._codec.strict_json import convert_json
from sealwax._codec.violations import Rule, Violation, explain_refusal, find_violation

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


@dataclass
class Plain:
    """An object that is no Struct."""

    id: str
    note: str = ""


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
    table: dict[str, int] = {}
    inner: Inner | None = None
    plain: Plain | None = None
    choice: Left | Right | None = None
    anything: object = None
    raw: Raw | UnsetType = UNSET


# A value that breaks a rule, where, which, and what is said of it.
BROKEN: list[tuple[object, str, Rule]] = [
    (TEXT, "it must be an object", Rule.KIND),
    ({"text": NUMBER}, "text must be a string", Rule.KIND),
    ({"text": None}, "text must be a string", Rule.KIND),
    ({"text": SURROGATE}, "text holds text that UTF-8 cannot carry; take the lone surrogates out", Rule.TEXT),
    ({"color": SURROGATE}, "color holds text that UTF-8 cannot carry; take", Rule.TEXT),
    ({"id": ""}, "id is empty; give its value", Rule.EMPTY),
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
    ({"color": TEXT}, "color is not in its enumeration; use blue, green or red", Rule.ENUMERATION),
    ({"color": NUMBER}, "color must be a string", Rule.KIND),
    ({"digit": NUMBER}, "digit is not in its enumeration; use one of its 10 values", Rule.ENUMERATION),
    ({"digit": True}, "digit must be an integer", Rule.KIND),
    ({"only": TEXT}, "only is not in its enumeration; use one", Rule.ENUMERATION),
    ({"maybe": TEXT}, "maybe must be true or false", Rule.KIND),
    ({"either": [TEXT]}, "either must be a string or an object", Rule.KIND),
    ({"either": {"someName": NUMBER}}, "either.someName must be a string", Rule.KIND),
    ({"items": TEXT}, "items must be an array", Rule.KIND),
    ({"items": [{"someName": TEXT}, {}]}, "items[1].someName is missing", Rule.MISSING),
    ({"pair": [1, TEXT]}, "pair[1] must be an integer", Rule.KIND),
    ({"table": {"a": TEXT}}, "table.a must be an integer", Rule.KIND),
    ({"table": {NUMBER: 1}}, "table has a field whose name is not a string", Rule.NAME),
    ({"inner": {NUMBER: TEXT}}, "inner has a field whose name is not a string", Rule.NAME),
    ({"inner": {"\ud800": TEXT}}, "inner has a field whose name UTF-8 cannot carry; take", Rule.NAME_TEXT),
    (
        {"inner": {"someName": TEXT, "other": TEXT}},
        "inner.other is not a parameter; check its spelling",
        Rule.UNKNOWN,
    ),
    ({"inner": {"some_name": TEXT}}, "inner.some_name is not a parameter; check its", Rule.UNKNOWN),
    ({"plain": {"note": TEXT}}, "plain.id is missing", Rule.MISSING),
    ({"choice": {"size": NUMBER}}, "choice.kind is missing", Rule.MISSING),
    ({"choice": {"size": NUMBER, "kind": 5}}, "choice.kind must be a string", Rule.KIND),
    (
        {"choice": {"size": NUMBER, "kind": TEXT}},
        "choice.kind is not in its enumeration; use Left or Right",
        Rule.ENUMERATION,
    ),
    ({"choice": {"kind": "Left", "size": TEXT}}, "choice.size must be an integer", Rule.KIND),
    ({"choice": {"kind": "Right", "size": NUMBER}}, "choice.side is missing", Rule.MISSING),
    # An instance, changed past its checks.
    ({"inner": msgspec.structs.replace(Inner("x"), some_name=NUMBER)}, "inner.someName must be", Rule.KIND),
]
# Rules that no type of msgspec has: those of operations.
NOT_OF_TYPES = {Rule.NULL, Rule.OTHER}


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


def test_every_rule_is_tested() -> None:
    assert {rule for _, _, rule in BROKEN} == set(Rule) - NOT_OF_TYPES


def test_a_violation_is_data() -> None:
    value = {"items": [{"someName": "x"}, {"someName": "x"}, {"someName": 5}]}
    violation = find_violation(value, Whole)
    assert violation == Violation(("items", 2, "someName"), Rule.KIND, "a string")
    assert violation.within("whole").path == ("whole", "items", 2, "someName")


def test_names_of_a_document_are_shown_short_and_printable() -> None:
    name = "a\n\x1b[31m\u202e" + "x" * 1000
    words = explain_refusal({"someName": "x", name: TEXT}, Inner)
    assert words == f"a??[31m?{'x' * 56}… is not a parameter; check its spelling"


def test_what_cannot_be_explained_is_said_without_a_value() -> None:
    # Raw takes any JSON document, and nothing that was parsed.
    with pytest.raises(MalformedInput) as raised:
        convert_json({"raw": TEXT}, Whole, "it")
    assert str(raised.value) == "it is malformed: it has another shape than expected"


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
