"""Read and write JSON: strict RFC 8259, converted to a type, without duplicate keys.

Of two equal keys, most parsers keep the last, and some the first. A document with a duplicate key anywhere is
refused, so that no two parsers read it differently. Keys that the type does not have are ignored.
"""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from sealwax.errors import MalformedInput

from .text import decode_utf8
from .violations import explain_refusal

T = TypeVar("T")

_MAX_DEPTH = 64


def decode_json(data: bytes, into: type[T], what: str) -> T:
    """Parse UTF-8 JSON, nested at most 64 levels deep, into a type; ``what`` names it in errors."""
    value, problem = _parse(decode_utf8(data, what), into)
    # Raised outside any except block, so that no exception in its context refers to the document.
    if value is None:
        raise MalformedInput(f"{what} {problem}")
    return value


def _parse(text: str, into: type[T]) -> tuple[T | None, str]:
    """Parse a document; return its value, or None and what is wrong."""
    if _is_nested_too_deeply(text):
        return None, "is nested too deeply"
    plain: object = None
    try:
        value = _decode_as(text, into)
        if value is None:
            plain = _decoder(Any).decode(text)
        # A document must pass both parsers: msgspec ignores duplicate keys, and the json module accepts NaN,
        # a byte order mark and lone surrogates.
        if value is None or not _is_as_we_write_it(text):
            _DUPLICATES.decode(text)
    except msgspec.ValidationError:
        # Parsing into any type refuses nothing else.
        return None, "has a number with too many digits"
    # Before msgspec 0.21, its DecodeError is not a ValueError.
    except (msgspec.DecodeError, ValueError):
        return None, f"is not JSON{_why_not_json(text)}"
    except _DuplicateKeyError:
        return None, "has a key twice; parsers differ on which of the two they keep"
    return value, "" if value is not None else f"is malformed: {explain_refusal(plain, into)}"


def _decode_as(text: str, into: type[T]) -> T | None:
    """Parse a document into a type; return None if it does not match the type."""
    try:
        value: T = _decoder(into).decode(text)  # type: ignore[arg-type] # to mypy, a class is not Hashable
    except msgspec.ValidationError:
        return None
    return value


def _why_not_json(text: str) -> str:
    if text.startswith("\ufeff"):
        return ": it begins with a byte order mark; save it as UTF-8 without one"
    if text.lstrip().startswith('{\\"'):
        return ": its quotes are escaped; parse the answer as JSON, and pass this value of it"
    return "; check that it was copied whole, from its first brace to its last"


@lru_cache(maxsize=64)
def _decoder(into: type[T]) -> "msgspec.json.Decoder[T]":
    # For untyped floats, msgspec's own parser takes a hundred times as long as Python's.
    return msgspec.json.Decoder(into, float_hook=float)


def _is_nested_too_deeply(text: str) -> bool:
    # Both parsers recurse in C, where a thread with a small stack crashes before Python's limit is reached.
    # Counting brackets first makes ordinary documents cheap.
    if text.count("[") + text.count("{") <= _MAX_DEPTH:
        return False
    depth = 0
    for token in _STRING_OR_BRACKET.finditer(text):
        depth += _STEPS.get(token[0], 0)
        if depth > _MAX_DEPTH:
            return True
    return False


_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}
# An unterminated string reaches to the end of the text, so that no character is scanned twice.
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)


def _is_as_we_write_it(text: str) -> bool:
    """Whether encoding the value gives the same document, which then has no duplicate key.

    This quick check clears most documents; the others need the slower check for duplicates.
    """
    return msgspec.json.encode(_decoder(Any).decode(text)) == text.encode()


class _DuplicateKeyError(Exception):
    """The JSON parser met a duplicate key."""


def _refuse_duplicates(pairs: list[tuple[str, object]]) -> None:
    if len(dict(pairs)) != len(pairs):
        raise _DuplicateKeyError


# Numbers stay text, because msgspec has read them already.
_DUPLICATES = json.JSONDecoder(object_pairs_hook=_refuse_duplicates, parse_int=str, parse_float=str)


def convert_json(value: object, into: type[T], what: str) -> T:
    """Convert the result of another JSON parser into a type; ``what`` names it in errors."""
    try:
        return msgspec.convert(value, into)
    except (msgspec.ValidationError, UnicodeEncodeError):
        # Raised after this block, because this exception refers to the value. Other parsers accept lone
        # surrogates.
        problem = explain_refusal(value, into)
    raise MalformedInput(f"{what} is malformed: {problem}")


def encode_json(value: Mapping[str, object]) -> str:
    """Write compact JSON, with the keys in the given order and without escaping non-ASCII text."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        text.encode()
    except (TypeError, ValueError, RecursionError):
        # Raised after this block, because this exception may refer to the value.
        text = ""
    if not text:
        raise MalformedInput("the data to send cannot be written as JSON; check the types of its values")
    return text
