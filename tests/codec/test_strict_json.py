import json
import threading
from base64 import b64encode, encodebytes, urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput
from sealwax._codec.strict_json import (
    convert_json,
    decode_json,
    decode_known,
    decode_object,
    encode_json,
)


class Thing(msgspec.Struct):
    name: str


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        (b'{"name":"x","name":"x"}', "key twice"),
        (b'{"name":"x","\\u006eame":"y"}', "key twice"),
        (b'{"name":"x","other":{"a":1,"a":2}}', "key twice"),
        (b'{"name":"x","other":[{"a":1,"a":2}]}', "key twice"),
        (b'{"other":[[{"a":{"b":1,"b":1}}]],"name":"x"}', "key twice"),
        (b'{"name":"x","other":{"\\u003a":1,":":2}}', "key twice"),
        (b'{"name":"x","other":{"\\\\u003a":1,"\\\\u003a":2}}', "key twice"),
        (b'{"name":"x","other":{"":1,"":1}}', "key twice"),
        (b'{"name":"\\u003A\\u003a","other":{"a":":","a":":"}}', "key twice"),
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b'{"name":"x"}}', "not JSON"),
        (b'{"name":"x"} x', "not JSON"),
        (b'\xef\xbb\xbf{"name":"x"}', "not JSON"),
        (b'{"name":"x","other":NaN}', "not JSON"),
        (b'{"name":"x","other":-Infinity}', "not JSON"),
        (b'{"name":"x",}', "not JSON"),
        (b"{'name':'x'}", "not JSON"),
        (b'{"name":"\x01"}', "not JSON"),
        (b'{"name":"a\nb"}', "not JSON"),
        (b'{"name":"a\tb"}', "not JSON"),
        (b'{"name":"\x00"}', "not JSON"),
        (b'{"name":"x"}\x00', "not JSON"),
        (b'\x00{"name":"x"}', "not JSON"),
        (b'{"name":"x"}\xa0', "not UTF-8"),
        ('{"name":"x"}\u00a0'.encode(), "not JSON"),
        (b'{"name":"x"} // comment', "not JSON"),
        (b'/* comment */{"name":"x"}', "not JSON"),
        (b'{"name":/**/"x"}', "not JSON"),
        (b'{"name":"x"} # comment', "not JSON"),
        (b"{'name':\"x\"}", "not JSON"),
        (b" {'name':5}", "not JSON: its names are in single quotes, as Python writes a dict; pass the text"),
        (b"", "not JSON: it is empty"),
        (b" \n", "not JSON: it is empty"),
        (
            b'"{\\"name\\":\\"x\\"}"',
            "malformed: it is JSON within a JSON string; parse it once, and pass the ",
        ),
        (b'"[]"', "malformed: it must be an object"),
        (b'{name:"x"}', "not JSON"),
        (b'{"name":"x","other":+1}', "not JSON"),
        (b'{"name":"x","other":.5}', "not JSON"),
        (b'{"name":"x","other":1.}', "not JSON"),
        (b'{"name":"x","other":0x1}', "not JSON"),
        (b'{"name":"\\x41"}', "not JSON"),
        (b'{"name":"x",,"other":1}', "not JSON"),
        (b'{"name":"x"}{"name":"x"}', "not JSON"),
        (b'{"name":"\\ud800"}', "not JSON"),
        (b'{"name":"x","other":"\\ud800"}', "not JSON"),
        (b'{"name":"x","other":01}', "not JSON"),
        (b'{"name":"x","other":"\xff"}', "not UTF-8"),
        (b'{"name":"\xff"}', "not UTF-8"),
        ('{"name":"x"}'.encode("utf-16"), "not UTF-8"),
        ('{"name":"x"}'.encode("utf-16-le"), "not JSON"),
        ('{"name":"x"}'.encode("utf-16-be"), "not JSON"),
        ('{"name":"x"}'.encode("utf-32-le"), "not JSON"),
        (b"{}", "malformed: name is missing"),
        (b'{"name":null}', "malformed: name must be a string"),
        (b'{"name":5}', "malformed: name must be a string"),
        (b'{"name":5,"name":"x"}', "key twice"),
        (b'{"name":5', "not JSON"),
        (b'{"name":5,"other":NaN}', "not JSON"),
        (b'{"name":5,"other":"\\ud800"}', "not JSON"),
        (b'{"name":' + b"1" * 5000 + b"}", "number with too many digits"),
        (b'{"name":"x","other":[' + b"1" * 5000 + b"]}", "number with too many digits"),
        (b'["name"]', "malformed: it must be an object"),
        (b'"name"', "malformed: it must be an object"),
        (b'{"name":"x","other":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deeply"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"name":"x","other":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_001, "nested too deeply"),
    ],
)
def test_other_json_is_refused(document: bytes, problem: str) -> None:
    with pytest.raises(MalformedInput, match="it .*" + problem) as raised:
        decode_json(document, Thing, "it")
    # Parsers' exceptions carry the document, which may be a secret.
    assert raised.value.__context__ is None


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (b'\xef\xbb\xbf{"name":"x"}', ": it begins with a byte order mark; save it as UTF-8 without one"),
        (b'{\\"name\\":\\"x\\"}', ": its quotes are escaped; parse the answer"),
        (b' \n{\\"name\\":\\"x\\"}', ": its quotes are escaped; parse the answer"),
        (b"thing.json", ": it does not begin with a brace; pass the text itself"),
        (b'\\"name\\"', ": it does not begin with a brace; pass the text itself"),
        (b"\n" + b64encode(b'{"name":"x"}') + b"\n", ": it is JSON in base64; decode it, and pass the JSON"),
        (encodebytes(b'{ "name": "' + b"x" * 100 + b'" }'), ": it is JSON in base64; decode it"),
        (b64encode(b'{\n\t"name": 5}'), ": it is JSON in base64; decode it"),
        (b64encode(b'{\r\n"name": 5}'), ": it is JSON in base64; decode it"),
        (
            urlsafe_b64encode(b'{\t"name":"\xc3\xbf\xc3\xbf>>"}').rstrip(b"="),
            ": it is JSON in base64; decode it",
        ),
        (b'{"name":"x"}'.hex().encode(), ": it is JSON in hex; decode it, and pass the JSON"),
        (b'{\n"name":"x"}'.hex().upper().encode(), ": it is JSON in hex; decode it"),
        # Near misses: a token, a word, another object's bytes, and base64 with something after it.
        (b64encode(b'{"name":"x"}').rstrip(b"=") + b".e30.AA", ": it does not begin with a brace"),
        (b"eyewitness", ": it does not begin with a brace"),
        (b64encode(b"{name}"), ": it does not begin with a brace"),
        (b64encode(b'{"name":"x"}') + b"===", ": it does not begin with a brace"),
        (b"7b7b", ": it does not begin with a brace"),
        (b"7b22:22", ": it does not begin with a brace"),
        (b"", ": it is empty"),
        (b'{"name":"x"', "; check that it was copied whole"),
        (b' {"name":"x\\"}', "; check that it was copied whole"),
        (b'\n["name"', "; check that it was copied whole"),
    ],
)
def test_why_it_is_not_json(document: bytes, reason: str) -> None:
    with pytest.raises(MalformedInput, match=f"^it is not JSON{reason}"):
        decode_json(document, Thing, "it")


def test_nesting_does_not_exhaust_a_small_stack() -> None:
    before = threading.stack_size(128 * 1024)
    try:
        for document in (
            b"[" * 500_000,
            b'{"name":' * 500_000,
            b'{"name":"x","y":' + b"[" * 65 + b"]" * 65 + b"}",
        ):
            with ThreadPoolExecutor(1) as thread, pytest.raises(MalformedInput, match="nested too deeply"):
                thread.submit(decode_json, document, Thing, "it").result()
    finally:
        threading.stack_size(before)


def containers(fill: str, count: int, size: int) -> bytes:
    """A document of a size that holds so many of the same, and itself, in an array of its own."""
    document = f'{{"name":"x","other":[{",".join([fill] * count)}]}}'
    return document.encode().ljust(size)


@pytest.mark.parametrize("fill", ["[]", "{}", '"[[[{{{", []'])
def test_more_arrays_and_objects_than_its_size_allows_are_refused(fill: str) -> None:
    # The document is one, and the array in it another.
    for size, allowed in ((100_000, 2000 + 3125), (1 << 20, 2000 + (1 << 15))):
        assert decode_json(containers(fill, allowed - 2, size), Thing, "it") == Thing("x")
        with pytest.raises(MalformedInput, match="too many arrays and objects for its size"):
            decode_json(containers(fill, allowed - 1, size), Thing, "it")


def test_deep_nesting_is_named_before_the_number() -> None:
    with pytest.raises(MalformedInput, match="nested too deeply"):
        decode_json(b"[" * 65 + b"]" * 65, list, "it")
    assert decode_json(b"[" * 64 + b"]" * 64, list, "it")
    with pytest.raises(MalformedInput, match="not JSON"):
        decode_json(b"]" * 5000 + b"[" * 65, list, "it")


@pytest.mark.parametrize("size", [8190, 8191, 8192, 8193, 20_000])
def test_deep_nesting_is_found_wherever_it_begins(size: int) -> None:
    # Of a long document, the brackets at the start are counted first.
    for text in ("", "[]," * 70):
        start = f'["{"x" * (size - len(text) - 5)}",{text}'.encode()
        assert decode_json(start + b"[" * 63 + b"]" * 64, list, "it")
        with pytest.raises(MalformedInput, match="nested too deeply"):
            decode_json(start + b"[" * 64 + b"]" * 65, list, "it")


def test_a_long_number_takes_no_time_to_speak_of() -> None:
    # msgspec's own reading of these takes seconds.
    document = b'{"name":"x","other":[' + b",".join([b"1" * 300 + b"." + b"1" * 300 + b"e5"] * 1000) + b"]}"
    assert decode_json(document, Thing, "it") == Thing("x")


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({}, "it is malformed: name is missing"),
        ({"name": 5}, "name must be a string"),
        ({"\ud800": 5, "name": "x"}, "it has a field name with a lone surrogate; pass "),
        ([], "it must be an object"),
        (None, "it must be an object"),
        ({5: "x", "name": "x"}, "it has a field name that is not a string"),
    ],
)
def test_what_another_parser_gave_is_typed_too(value: object, problem: str) -> None:
    assert convert_json({"name": "x", "other": 5}, Thing, "it") == Thing("x")
    with pytest.raises(MalformedInput, match=problem):
        convert_json(value, Thing, "it")


@given(st.binary())
def test_no_bytes_break_the_parser(document: bytes) -> None:
    try:
        thing = decode_json(document, Thing, "it")
    except MalformedInput:
        return
    assert json.loads(document)["name"] == thing.name


@given(st.dictionaries(st.text(), st.text() | st.integers(-(2**53), 2**53) | st.booleans()))
def test_what_is_written_is_compact_and_reads_back(value: dict[str, object]) -> None:
    text = encode_json(value)
    assert json.loads(text) == value
    assert list(json.loads(text)) == list(value)


def test_values_outside_an_enumeration_are_not_quoted() -> None:
    class Choice(msgspec.Struct):
        name: Literal["a", "b"]

    with pytest.raises(MalformedInput, match="name is not an allowed value; use a or b") as raised:
        decode_json(b'{"name":"secret\\u001b\\n\'x"}', Choice, "it")
    assert "secret" not in str(raised.value)


class Item(msgspec.Struct, omit_defaults=True):
    a: str | None = None
    b: tuple[Any, ...] | None = None


class Items(msgspec.Struct, omit_defaults=True):
    items: tuple[Item, ...]
    after: str | None = None


class Measured(msgspec.Struct, omit_defaults=True):
    item: Item | None = None
    items: tuple["Measured", ...] = ()
    size: float | None = None


@pytest.mark.parametrize(
    "document",
    [
        b'{"a":"x","a":"y"}',
        b'{"a": "x", "a": "y"}',
        b'{"a":"x","new":{"c":1,"c":1}}',
        b'{"b":[{"c":1,"c":2}]}',
        b'{"b":[1e5,{"c":1,"c":1}]}',
        b'{"a":1,"a":1}',
    ],
)
def test_names_twice_are_refused_whatever_the_type_reads(document: bytes) -> None:
    with pytest.raises(MalformedInput, match="it has a key twice"):
        decode_known(document, Item, "it")


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        (b'{"a":"x"', "is not JSON"),
        (b'{"a":"x"}]', "is not JSON"),
        (b'{"a": "x", "new": tru}', "is not JSON"),
        (b'{"a": "x", "new": [}', "is not JSON"),
        (b'{"a":"\xff"}', "is not UTF-8"),
        (b'{"new":' + b"[" * 65 + b"]" * 65 + b"}", "nested too deeply"),
        (b"[]", "must be an object"),
    ],
)
def test_text_that_is_not_an_object_is_refused(document: bytes, problem: str) -> None:
    with pytest.raises(MalformedInput, match=problem):
        decode_known(document, Item, "it")


@pytest.mark.parametrize("document", [b"{}", b'{"size":1.5}', b'{"items":[{"size":1e5}],"item":{"A":1}}'])
def test_by_a_type_with_fractions_nothing_is_decoded(document: bytes) -> None:
    assert decode_known(document, Measured, "it") == (None, json.loads(document))


@pytest.mark.parametrize("count", [0, 1, 999, 1000, 1001, 2000, 2001])
def test_long_arrays_are_measured_in_parts(count: int) -> None:
    items = [{"a": str(number)} for number in range(count)]
    document = json.dumps({"items": items, "after": "x"}, separators=(",", ":")).encode()
    value, parsed = decode_known(document, Items, "it")
    assert parsed is None
    assert value is not None
    assert [item.a for item in value.items] == [item["a"] for item in items]
    for more in (b'"a":"0","A":"0"', b'"a":"0" '):
        _, parsed = decode_known(document.replace(b'"a":"0"', more), Items, "it")
        assert (parsed is None) is (count == 0)
    if count:
        with pytest.raises(MalformedInput, match="key twice"):
            decode_known(document.replace(b'"a":"0"', b'"a":"0","a":"0"'), Items, "it")


def test_a_tree_of_arrays_is_as_deep_as_it_is_high() -> None:
    tree = "[]"
    for _ in range(9):
        tree = f"[{tree},{tree}]"
    assert decode_object(f'{{"a":{tree}}}'.encode(), "it")["a"]
    with pytest.raises(MalformedInput, match="deeply"):
        decode_object(f'{{"a":{"[" * 55}{tree}{"]" * 55}}}'.encode(), "it")


def test_an_object_that_was_encoded_twice_is_named() -> None:
    for document, problem in (
        (b'" {\\"a\\":1}"', "it is JSON within a JSON string; parse it once, and pass the string"),
        (b'"a"', "it must be an object"),
        (b"[{}]", "it must be an object"),
    ):
        with pytest.raises(MalformedInput) as raised:
            decode_object(document, "it")
        assert str(raised.value) == f"it is malformed: {problem}"
