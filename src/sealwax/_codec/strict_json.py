"""JSON from outside: strict RFC 8259, typed, and with no key twice.

Two parsers of the same text must not disagree on what it says. Most of them keep the last of two equal
keys, some the first, so a document with a duplicate key anywhere is refused. Keys that a type does not
know are ignored.
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
    """Parse a JSON document into a type.

    Args:
        data: UTF-8 JSON.
        into: The type to build, a ``msgspec.Struct`` as a rule; unknown keys are ignored.
        what: What the document is, for the error message, which never quotes its values.

    Returns:
        The value.

    Raises:
        MalformedInput: It is not UTF-8, not JSON, nested more than 64 levels deep, lacks a field, has one
            of another type, or has a key twice.
    """
    value, problem = _parse(decode_utf8(data, what), into)
    # Raised here and not while an exception is being handled: those hold on to the document.
    if value is None:
        raise MalformedInput(f"{what} {problem}")
    return value


def _parse(text: str, into: type[T]) -> tuple[T | None, str]:
    """Parse, giving the value, or None and what is wrong."""
    if _is_nested_too_deeply(text):
        return None, "is nested too deeply"
    plain: object = None
    try:
        value = _decode_as(text, into)
        if value is None:
            plain = _decoder(Any).decode(text)
        # msgspec does not look for duplicates, and the json module alone would let NaN, a byte order
        # mark and lone surrogates pass: a document must satisfy both.
        if value is None or not _is_as_we_write_it(text):
            _DUPLICATES.decode(text)
    except msgspec.ValidationError:
        # Of a document that may hold anything, nothing else is refused.
        return None, "has a number of too many digits"
    # Two names for it: before msgspec 0.21, its DecodeError is no ValueError.
    except (msgspec.DecodeError, ValueError):
        return None, f"is not JSON{_why_not_json(text)}"
    except _DuplicateKeyError:
        return None, "has a key twice; no two readers would agree on what it says"
    return value, "" if value is not None else f"is malformed: {explain_refusal(plain, into)}"


def _decode_as(text: str, into: type[T]) -> T | None:
    """Parse into a type, giving None for a document that breaks it."""
    try:
        value: T = _decoder(into).decode(text)  # type: ignore[arg-type] # to mypy, a class is not Hashable
    except msgspec.ValidationError:
        return None
    return value


def _why_not_json(text: str) -> str:
    if text.startswith("\ufeff"):
        return ": it begins with a byte order mark; save it as UTF-8 without one"
    if text.lstrip().startswith('{\\"'):
        return ": its quotes are escaped; take it out of the answer with what reads JSON"
    return "; check that it was copied whole, from its first brace to its last"


@lru_cache(maxsize=64)
def _decoder(into: type[T]) -> "msgspec.json.Decoder[T]":
    # For floats of no type, msgspec's own reading takes a hundred times as long as Python's.
    return msgspec.json.Decoder(into, float_hook=float)


def _is_nested_too_deeply(text: str) -> bool:
    # Both parsers recurse in C, where a thread with a small stack crashes before Python's limit is reached.
    # Few brackets cannot nest deeply: that is all that ordinary documents cost.
    if text.count("[") + text.count("{") <= _MAX_DEPTH:
        return False
    depth = 0
    for token in _STRING_OR_BRACKET.finditer(text):
        depth += _STEPS.get(token[0], 0)
        if depth > _MAX_DEPTH:
            return True
    return False


_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}
# A string that does not end is one to the end of the text, so that no character is looked at twice.
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)


def _is_as_we_write_it(text: str) -> bool:
    """Whether a document is just what its value is written as, so that it can have no key twice.

    That is quickly known, and true of most; of the others, nothing follows.
    """
    return msgspec.json.encode(_decoder(Any).decode(text)) == text.encode()


class _DuplicateKeyError(Exception):
    """Raised from within the JSON parser."""


def _refuse_duplicates(pairs: list[tuple[str, object]]) -> None:
    if len(dict(pairs)) != len(pairs):
        raise _DuplicateKeyError


# Numbers are left as text: msgspec has read those that matter.
_DUPLICATES = json.JSONDecoder(object_pairs_hook=_refuse_duplicates, parse_int=str, parse_float=str)


def convert_json(value: object, into: type[T], what: str) -> T:
    """Convert what someone else's JSON parser gave into a type.

    Args:
        value: The value.
        into: The type to build; unknown keys are ignored.
        what: What the value is, for the error message.

    Returns:
        The value.

    Raises:
        MalformedInput: It lacks a field, or has one of another type.
    """
    try:
        return msgspec.convert(value, into)
    except (msgspec.ValidationError, UnicodeEncodeError):
        # Raised after this block: the exception at hand holds on to the value. Other parsers let lone
        # surrogates through.
        problem = explain_refusal(value, into)
    raise MalformedInput(f"{what} is malformed: {problem}")


def encode_json(value: Mapping[str, object]) -> str:
    """Write JSON as the protocol has it: compact, the keys in the order given, text as it is and not escaped.

    Args:
        value: What to write.

    Returns:
        The JSON text.

    Raises:
        MalformedInput: It holds something that JSON cannot carry, such as a lone surrogate.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        text.encode()
    except (TypeError, ValueError, RecursionError):
        # Raised after this block: the exception at hand may hold what was to be written.
        text = ""
    if not text:
        raise MalformedInput("what is to be sent cannot be written as JSON; check the types of its values")
    return text
