"""Read and write JSON: strict RFC 8259, converted to a type, with one reading.

| input | decision |
|---|---|
| a key twice, anywhere | refused: parsers differ on which one they keep |
| a key that differs from a type's key only in case | refused: Go's parser takes it for that key |
| other keys that a type does not have | ignored |
| comments, trailing commas, NaN, lone surrogates, a byte order mark, anything after the document | refused |
| nested more than 64 levels deep; more arrays and objects than 2000 and one for every 32 bytes | refused |
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeVar, get_args

import msgspec

from sealwax.errors import MalformedInput

from .folding import check_all_names
from .json_excess import find_excess
from .text import decode_utf8, to_bytes
from .violations import explain_refusal

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)


def decode_json(data: bytes, into: type[T], what: str) -> T:
    """Parse UTF-8 JSON, nested at most 64 levels deep, into a type; ``what`` names it in errors."""
    _check_text(data, what)
    # Most documents are exactly as their value is written. Such a document has no name twice, and none that
    # the type does not have, so that there is nothing else to look for.
    try:
        value: T | None = _typed_decoder(into).decode(data)  # type: ignore[arg-type] # to mypy, not Hashable
    except (msgspec.DecodeError, ValueError):
        value = None
    if value is not None and msgspec.json.encode(value) == data:
        return value
    return convert_json(_parse(data, what), into, what)


@lru_cache(maxsize=64)
def _typed_decoder(into: type[T]) -> "msgspec.json.Decoder[T]":
    return msgspec.json.Decoder(into, float_hook=float)


def decode_known(data: bytes, into: type[S], what: str) -> tuple[S | None, dict[str, object] | None]:
    """Parse a UTF-8 JSON object by a type, and without it if it may have members that the type has not.

    Names are compared exactly. The type must leave out defaults when it is written.

    Returns:
        The value, which is None if the type refuses the text; and the text, parsed without a type, which is
        None if the value has all that the text has.
    """
    # One pass is not enough: without a sign, msgspec keeps the last of two equal names, and leaves out
    # unknown ones. If what is written of the value is as long as the compact text, nothing was left out.
    # Otherwise only a parse without a type can tell an unknown name from one that is given twice. It also is
    # the only source of the unknown members, which callers want to keep.
    _check_text(data, what)
    value, is_whole = None, False
    try:
        if decoder := _decoder_without_floats(into):
            value = decoder.decode(data)
            size = _written_size(value)
            is_whole = size == len(data) or (
                # White space before a value, or a line break.
                (b'": ' in data or b"\n" in data) and size == len(msgspec.json.format(data, indent=-1))
            )
    except (msgspec.DecodeError, ValueError):
        value = None
    return value, None if is_whole else _parse_object(data, what)


def _written_size(value: msgspec.Struct) -> int:
    """Return how many bytes are written of a value: of a long array part by part, to save memory."""
    fields = msgspec.structs.asdict(value)
    long = {name: each for name, each in fields.items() if type(each) is tuple and len(each) > _PART}
    size = len(
        msgspec.json.encode(msgspec.structs.replace(value, **dict.fromkeys(long, ())) if long else value)
    )
    for items in long.values():
        parts = [items[start : start + _PART] for start in range(0, len(items), _PART)]
        # Without its two brackets, but with the comma before the next.
        size += sum(len(msgspec.json.encode(part)) - 1 for part in parts) - 1
    return size


_PART = 1000


# Compact text is as long as what is written of its value if and only if the two differ at most in the order
# of members and in the case of escapes:
#
# - A name twice, a name that the type does not have, a default that is given, and an escape that is not
#   needed are in the text, and not in what is written.
# - Only a number with a fraction or an exponent is longer when it is written: 1e9. Those are refused.


@lru_cache(maxsize=256)
def _decoder_without_floats(into: type[S]) -> "msgspec.json.Decoder[S] | None":
    """Make a decoder that refuses numbers with a fraction or an exponent; None for a type that has them."""
    return None if _has_floats(into, set()) else msgspec.json.Decoder(into, float_hook=_refuse_float)


def _has_floats(kind: Any, seen: set[int]) -> bool:
    """Whether a type has numbers with a fraction; a value without a type does not count."""
    if kind is float or id(kind) in seen:
        return kind is float
    seen.add(id(kind))
    is_struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    parts = [field.type for field in msgspec.structs.fields(kind)] if is_struct else get_args(kind)
    return any(_has_floats(part, seen) for part in parts)


def _refuse_float(_text: str) -> float:
    raise ValueError


def decode_object(data: bytes, what: str) -> dict[str, object]:
    """Parse UTF-8 JSON, as ``decode_json`` does, that must be an object with any content."""
    _check_text(data, what)
    return _parse_object(data, what)


def _parse_object(data: bytes, what: str) -> dict[str, object]:
    value = _parse(data, what)
    if not isinstance(value, dict):
        raise MalformedInput(f"{what} is malformed: {_within_a_string(value) or 'it must be an object'}")
    return value


def _within_a_string(value: object) -> str:
    """Describe JSON that was encoded once more, as a string; empty text for any other value."""
    is_encoded = isinstance(value, str) and value.lstrip().startswith("{")
    return "it is JSON within a JSON string; parse it once, and pass the string" if is_encoded else ""


def _check_text(data: bytes, what: str) -> None:
    """Refuse text that is not UTF-8, or that would be expensive to parse."""
    if not data.isascii():
        decode_utf8(data, what)
    if problem := find_excess(data):
        raise MalformedInput(f"{what} {problem}")


def _parse(data: bytes, what: str) -> object:
    value: object = None
    problem = ""
    try:
        value = _DECODER.decode(data)
    except msgspec.ValidationError:
        # Parsing into any type refuses nothing else.
        problem = "has a number with too many digits"
    # Before msgspec 0.21, its DecodeError is not a ValueError.
    except (msgspec.DecodeError, ValueError):
        problem = f"is not JSON{_why_not_json(data)}"
    else:
        # The text of a document that is exactly as its value is written has no name twice: a quick check.
        written = msgspec.json.encode(value)
        if written != data and _count_colons(written) != _count_colons(data):
            problem = "has a key twice; parsers differ on which of the two they keep"
    # Raised outside any except block, so that no exception in its context refers to the document.
    if problem:
        raise MalformedInput(f"{what} {problem}")
    return value


# For untyped floats, msgspec's own parser takes a hundred times as long as Python's.
_DECODER = msgspec.json.Decoder(float_hook=float)


def _why_not_json(data: bytes) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        return ": it begins with a byte order mark; save it as UTF-8 without one"
    if not data.strip():
        return ": it is empty"
    if data.lstrip().startswith(b"{'"):
        return ": its names are in single quotes, as Python writes a dict; pass the text itself, as received"
    if data.lstrip().startswith(b'{\\"'):
        return ": its quotes are escaped; parse the answer as JSON, and pass this value of it"
    if not data.lstrip().startswith((b"{", b"[")):
        if encoding := _encoding_of_json(data):
            advice = f"it is JSON in {encoding}; decode it, and pass the JSON"
        else:
            advice = "it does not begin with a brace; pass the text itself, not an id or the name of a file"
        return f": {advice}"
    return "; check that it was copied whole, from its first brace to its last"


def _encoding_of_json(data: bytes) -> str:
    """Name the encoding of text that can be an encoded JSON object; empty text if it is none."""
    text = b"".join(data.split())
    return next((name for name, shape in _ENCODED_OBJECTS.items() if shape.fullmatch(text)), "")


# A brace, then a quote or white space.
_ENCODED_OBJECTS = {
    "base64": re.compile(rb"(?:ey[A-DI-L]|ew[k-r0-3])[A-Za-z0-9+/_-]*={0,2}"),
    "hex": re.compile(rb"7[bB](?:22|20|0[9aAdD])[0-9a-fA-F]*"),
}


# A document that parses has a name twice in an object if and only if its value is written with fewer colons:
#
# - A member has one colon, beside those in its name and its value. msgspec keeps the last of two equal names,
#   so each member that it drops takes at least one colon away. Nothing else does: it writes the characters of
#   each string, and no colon is in a number, ``true``, ``false`` or ``null``, whatever it makes of a number.
# - A colon in a string is written as itself, or as an escape of the code 003A; no other escape is a colon. A
#   backslash stands only in strings. Of a run of them, the pairs, taken from the left, are backslashes; one
#   that is left over escapes what follows. Without the pairs, only an escape looks like one.


def _count_colons(data: bytes) -> int:
    """Count the colons of a JSON document, including those in strings, escaped or not."""
    unescaped = data.replace(b"\\\\", b"")
    return sum(map(unescaped.count, (b":", b"\\u003a", b"\\u003A")))


def decode_json_or_mapping(value: object, into: type[T], what: str) -> T:
    """Parse JSON text or bytes into a type, as ``decode_json`` does, or convert a mapping that was parsed."""
    if isinstance(value, Mapping):
        return convert_json(value, into, what)
    if not isinstance(value, (str, bytes)):
        raise MalformedInput(f"{what} must be JSON text or a mapping, not {type(value).__name__}")
    return decode_json(to_bytes(value, what), into, what)


def convert_json(value: object, into: type[T], what: str) -> T:
    """Convert the result of a JSON parser into a type; ``what`` names it in errors."""
    converted = convert_known(value, into, what)
    check_all_names(value, into, what)
    return converted


def convert_known(value: object, into: type[T], what: str) -> T:
    """Convert a value, as ``convert_json`` does, whose names were checked before."""
    try:
        return msgspec.convert(value, into)
    except (msgspec.ValidationError, UnicodeEncodeError):
        # Raised after this block, because this exception refers to the value. Other parsers accept lone
        # surrogates.
        problem = _within_a_string(value) or explain_refusal(value, into)
    raise MalformedInput(f"{what} is malformed: {problem}")


def without_nulls(value: Any) -> Any:
    """Return a JSON value without the members that are null, at any depth."""
    # Most values are text. To ask whether one is a Mapping takes longer.
    if isinstance(value, str):
        return value
    if isinstance(value, (dict, Mapping)):
        return {name: without_nulls(each) for name, each in value.items() if each is not None}
    if isinstance(value, list | tuple):
        return [without_nulls(each) for each in value]
    return value


def encode_json(value: Mapping[str, object]) -> str:
    """Write compact JSON, with the keys in the given order and without escaping non-ASCII text."""
    # Few programs write with it, and reading does not need it.
    import json  # noqa: PLC0415

    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        text.encode()
    except (TypeError, ValueError, RecursionError):
        # Raised after this block, because this exception may refer to the value.
        text = ""
    if not text:
        raise MalformedInput("the data to send cannot be written as JSON; check the types of its values")
    return text
