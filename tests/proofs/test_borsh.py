import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput
from sealwax.proofs.borsh import (
    Address,
    Binary,
    Choice,
    Constant,
    Environment,
    Flag,
    Kind,
    Option,
    Record,
    Sequence,
    Text,
    Unsigned,
    Variants,
    decode_borsh,
    encode_canonical_json,
)
from tests.conftest import near_texts

EVERYTHING = Record(
    {
        "text": Text(),
        "bytes": Binary(),
        "hash": Binary(4, bare=True),
        "small": Unsigned(2),
        "large": Unsigned(4),
        "flag": Flag(),
        "choice": Choice(("Never", "Always")),
        "option": Option(Text()),
        "items": Sequence(Unsigned(2), 8),
        "variants": Sequence(Variants({"one": Record({"a": Flag()}), "two": Record({})}), 8),
    }
)


@given(st.binary(max_size=200))
def test_any_bytes_give_a_value_or_an_error_of_ours(data: bytes) -> None:
    try:
        decoded = decode_borsh(data, EVERYTHING, "it")
    except MalformedInput:
        return
    assert EVERYTHING.write(decoded) == data


# The vectors of qos_json's specification.
@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        (
            Record({"threshold": Unsigned(4), "version": Unsigned(4), "name": Text()}),
            {"threshold": 3, "version": 1, "name": "test"},
            '{"name":"test","threshold":"3","version":"1"}',
        ),
        (Record({"data": Binary()}), {"data": bytes.fromhex("deadbeef")}, '{"data":"deadbeef"}'),
        (
            Record({"name": Text(), "debug": Option(Flag())}),
            {"name": "test", "debug": None},
            '{"name":"test"}',
        ),
    ],
)
def test_canonical_json(kind: Kind, value: object, text: str) -> None:
    assert encode_canonical_json(kind, value) == text.encode()


def test_members_are_sorted_by_utf_16() -> None:
    # As code points, U+FFFF comes before U+10000; as UTF-16, after it.
    names = ["\uffff", "\U00010000", "b", "a"]
    written = encode_canonical_json(Record(dict.fromkeys(names, Flag())), dict.fromkeys(names, True))
    assert list(json.loads(written)) == ["a", "b", "\U00010000", "\uffff"]


@pytest.mark.parametrize(
    ("kind", "tags"),
    [
        (Flag(), 2),
        (Option(Record({})), 2),
        (Choice(("Never", "Always", "Often")), 3),
        (Variants({"one": Record({}), "two": Record({})}), 2),
    ],
)
def test_a_tag_is_less_than_their_number(kind: Kind, tags: int) -> None:
    for tag in range(tags):
        assert kind.write(decode_borsh(bytes([tag]), kind, "it")) == bytes([tag])
    for tag in range(tags, 256):
        with pytest.raises(MalformedInput, match=r"^it has an unknown tag$"):
            decode_borsh(bytes([tag]), kind, "it")


@pytest.mark.parametrize("extra", [b"\0", b"\0\0\0\0", b"x"])
def test_nothing_follows_a_value(extra: bytes) -> None:
    for kind, value in ((Text(), "a"), (Unsigned(4), 1), (Sequence(Flag(), 2), [])):
        assert decode_borsh(kind.write(value), kind, "it") == value
        with pytest.raises(MalformedInput, match=r"^it has bytes after its end$"):
            decode_borsh(kind.write(value) + extra, kind, "it")


def test_errors_name_the_place_and_no_value() -> None:
    schema = Record({"outer": Sequence(Record({"inner": Unsigned(2)}), 2)})
    with pytest.raises(MalformedInput) as caught:
        schema.from_json({"outer": [{"inner": 1}, {"inner": "secret"}]}, "the thing")
    assert str(caught.value) == "the thing: outer[1].inner must be an integer from 0 to 65535"
    with pytest.raises(MalformedInput, match="outer has 3 items; it must have at most 2"):
        schema.from_json({"outer": [{"inner": 1}] * 3}, "the thing")
    with pytest.raises(MalformedInput, match=r"^the thing: outer is missing$"):
        schema.from_json({}, "the thing")
    with pytest.raises(MalformedInput) as caught:
        schema.from_json({"outer": [], "s3cret": 1}, "the thing")
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    "value", [-1, 2**16, True, None, 1.0, "", "01", "+1", " 1", "1_0", "-1", "65536", "1" * 99]
)
def test_an_integer_has_one_spelling(value: object) -> None:
    assert Unsigned(2).from_json("65535", "it") == Unsigned(2).from_json(65535, "it") == 65535
    with pytest.raises(MalformedInput, match="it must be an integer from 0 to 65535"):
        Unsigned(2).from_json(value, "it")


_VALUES: tuple[object, ...] = (None, True, 0, 1, 1.5, "", "x", [], ["x"], {}, {"x": 1})


@pytest.mark.parametrize(
    ("kind", "message", "accepted"),
    [
        (Text(), "it must be a string", ("", "x")),
        (Address(), "it must be ", ()),
        (Flag(), "it must be true or false", (True,)),
        (Choice(("Never", "Always")), "it must be Never or Always", ()),
        (Constant("v2"), "it must be v2", ()),
        (Sequence(Text(), 8), "it must be an array", ([], ["x"])),
        (Record({}), "it must be an object", ({}, {"x": 1})),
        (Environment(8, 8, 8), "it must be an object of at most 8 variables", (None, {}, {"x": 1})),
        (Environment(8, 8, 8), 'it must be {"plain": {"value": TEXT}} for each variable',
         tuple(value for value in _VALUES if value != {"x": 1})),
    ],
)  # fmt: skip
def test_a_value_of_another_type_is_refused(kind: Kind, message: str, accepted: tuple[object, ...]) -> None:
    for value in _VALUES:
        if not any(value == each and type(value) is type(each) for each in accepted):
            with pytest.raises(MalformedInput, match=re.escape(message)):
                kind.from_json(value, "it")


@pytest.mark.parametrize(
    "variable",
    [
        {"plain": {"value": "x", "more": "y"}},
        {"plain": {"value": "x"}, "other": {}},
        {"plain": {"value": 5}},
        {"plain": "x"},
        {"Plain": {"value": "x"}},
        {},
    ],
)
def test_a_variable_has_a_value_and_nothing_else(variable: dict[str, Any]) -> None:
    """The hash covers the value alone."""
    kind = Environment(8, 8, 8)
    assert kind.from_json({"A": {"plain": {"value": "x"}}}, "it") == {"A": "x"}
    with pytest.raises(MalformedInput, match=r'it must be {"plain": {"value": TEXT}} for each variable'):
        kind.from_json({"A": variable}, "it")


def test_an_empty_environment_is_not_written() -> None:
    schema = Record({"args": Sequence(Text(), 8), "env": Environment(8, 8, 8)})
    assert encode_canonical_json(schema, {"args": [], "env": {}}) == b'{"args":[]}'


def test_an_environment_has_limits() -> None:
    kind = Environment(2, 3, 4)

    def read(**variables: str) -> object:
        return kind.from_json({name: {"plain": {"value": text}} for name, text in variables.items()}, "it")

    assert kind.from_json(None, "it") == read() == {}
    assert read(ABC="1234", B="") == {"ABC": "1234", "B": ""}
    assert read(A="\u00e91") == {"A": "\u00e91"}
    with pytest.raises(MalformedInput, match="an object of at most 2 variables"):
        read(A="", B="", C="")
    for name in ("ABCD", "1A", "A-", "A ", "=", ""):
        with pytest.raises(MalformedInput, match="names of letters, digits and _, at most 3"):
            read(**{name: ""})
    for text in ("12345", "\u00e9\u00e91", "\0"):
        with pytest.raises(MalformedInput, match="values of at most 4 bytes, none of them zero"):
            read(A=text)


@pytest.mark.parametrize(
    "kind", [*map(Constant, ("Never", "never", "Always", "always")), Choice(("Never", "Always"))]
)
def test_a_name_is_compared_whole(kind: Kind) -> None:
    """Of a choice, the first letter may be small."""
    names = [kind.text] if isinstance(kind, Constant) else ["Never", "never", "Always", "always"]
    assert [kind.from_json(name, "it") for name in names] == names
    for name in names:
        for near in set(near_texts(name)) - set(names):
            with pytest.raises(MalformedInput, match="it must be"):
                kind.from_json(near, "it")


@pytest.mark.parametrize("value", ["\uff11", "\u00b2"])  # a digit of full width, and one that int() refuses
def test_digits_of_other_scripts_are_none(value: str) -> None:
    with pytest.raises(MalformedInput, match="it must be an integer"):
        Unsigned(2).from_json(value, "it")


@pytest.mark.parametrize(
    "value",
    [None, "one", {}, {"type": None}, {"type": []}, *({"type": x} for x in ("One", *near_texts("one")))],
)
def test_a_variant_is_named_by_its_type(value: object) -> None:
    with pytest.raises(MalformedInput, match="it must be an object whose type is one"):
        Variants({"one": Record({})}).from_json(value, "it")


@pytest.mark.parametrize("near", near_texts("type"))
def test_a_member_that_is_nearly_the_type_is_refused(near: str) -> None:
    with pytest.raises(MalformedInput, match="it has an unknown member"):
        Variants({"one": Record({})}).from_json({"type": "one", near: "one"}, "it")


@pytest.mark.parametrize("length", [3, 5])
def test_bytes_may_have_one_length(length: int) -> None:
    kind, message = Binary(4), f"it is {length} bytes long; it must be 4"
    with pytest.raises(MalformedInput, match=message):
        kind.from_json("00" * length, "it")
    with pytest.raises(MalformedInput, match=message):
        decode_borsh(kind.write(bytes(length)), kind, "it")


def test_a_member_in_two_spellings_is_refused() -> None:
    schema = Record({"aB": Flag()}, {"a_b": "aB"})
    assert schema.from_json({"a_b": True}, "it") == {"aB": True}
    with pytest.raises(MalformedInput):
        schema.from_json({"a_b": True, "aB": True}, "it")
    for near in near_texts("a_b"):
        with pytest.raises(MalformedInput, match="it has an unknown member"):
            schema.from_json({near: True}, "it")


@pytest.mark.parametrize("near", [" 192.0.2.1", "192.0.2.1\n", "192.0.2.01", "192.0.2.1/32", "x", ""])
def test_an_address_is_exact(near: str) -> None:
    assert Address().from_json("192.0.2.1", "it") == "192.0.2.1"
    with pytest.raises(MalformedInput, match=r"^it must be an IP address$"):
        Address().from_json(near, "it")
