"""JSON from outside: strict RFC 8259, typed, and with no key twice.

Two parsers of the same text must not disagree on what it says. Most of them keep the last of two equal
keys, some the first, so a document with a duplicate key anywhere is refused. Keys that a type does not
know are ignored.
"""

import json
from collections.abc import Mapping
from typing import TypeVar

import msgspec

from .encoding import decode_utf8
from .errors import MalformedInput

T = TypeVar("T")


def decode_json(data: bytes, into: type[T], what: str) -> T:
    """Parse a JSON document into a type.

    Args:
        data: UTF-8 JSON.
        into: The type to build, a ``msgspec.Struct`` as a rule; unknown keys are ignored.
        what: What the document is, for the error message, which never quotes its values.

    Returns:
        The value.

    Raises:
        MalformedInput: It is not UTF-8, not JSON, nested too deeply, lacks a field, has one of another
            type, or has a key twice.
    """
    value, problem = _parse(decode_utf8(data, what), into)
    # Raised here and not while an exception is being handled: those hold on to the document.
    if value is None:
        raise MalformedInput(f"{what} {problem}")
    return value


def _parse(text: str, into: type[T]) -> tuple[T | None, str]:
    """Parse, giving the value, or None and what is wrong."""
    try:
        value = msgspec.json.decode(text, type=into)
        # msgspec does not look for duplicates, and the json module alone would let NaN, a byte order
        # mark and lone surrogates pass: a document must satisfy both.
        _DUPLICATES.decode(text)
    except msgspec.ValidationError as error:
        return None, f"is malformed: {error}"
    # Two names for it: before msgspec 0.21, its DecodeError is no ValueError.
    except (msgspec.DecodeError, ValueError):
        return None, "is not JSON"
    except RecursionError:
        return None, "is nested too deeply"
    except _DuplicateKeyError:
        return None, "has a key twice; no two readers would agree on what it says"
    return value, ""


class _DuplicateKeyError(Exception):
    """Raised from within the JSON parser."""


def _refuse_duplicates(pairs: list[tuple[str, object]]) -> None:
    if len(dict(pairs)) != len(pairs):
        raise _DuplicateKeyError


# Numbers are left as text: msgspec has read those that matter.
_DUPLICATES = json.JSONDecoder(object_pairs_hook=_refuse_duplicates, parse_int=str, parse_float=str)


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
