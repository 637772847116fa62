"""CBOR from outside, as WebAuthn and COSE use it: plain data items, each with one reading.

| input | decision |
|---|---|
| a duplicate key in a map, indefinite lengths, any tag | refused |
| nested more than 16 levels deep | refused |
| a map's key that is not text, unless the caller allows integers | refused |
| a simple value other than true, false and null, such as undefined | refused |
| bytes after the data item | refused, or left to the caller |
| keys in another order than CTAP2's, integers with leading zeros | accepted: authenticators differ |
"""

from io import BytesIO
from typing import NoReturn

import cbor2

from sealwax.errors import MalformedInput

_MAX_DEPTH = 16


def decode_cbor(data: bytes, what: str, *, integer_keys: bool = False) -> object:
    """Decode one data item that takes up all of the data.

    With ``integer_keys``, keep the data short: whoever chooses integers can make them collide in a dict, so
    that the time grows with the square of their number.
    """
    value, length = decode_cbor_prefix(data, what, integer_keys=integer_keys)
    if length != len(data):
        raise MalformedInput(f"{what} has {len(data) - length} bytes after its end; remove them")
    return value


def decode_cbor_prefix(data: bytes, what: str, *, integer_keys: bool = False) -> tuple[object, int]:
    """Decode the data item at the start of the data; return it and its length in bytes."""
    stream = BytesIO(data)
    try:
        value = cbor2.CBORDecoder(
            stream,
            tag_hook=_refuse_tag,
            semantic_decoders=_NO_BUILT_IN_TAGS,
            max_depth=_MAX_DEPTH,
            allow_indefinite=False,
            allow_duplicate_keys=False,
            strict_hashable_types=not integer_keys,
        ).decode()
        _check(value, (int, str) if integer_keys else (str,))
    except (cbor2.CBORError, _NotPlainError):
        raise MalformedInput(
            f"{what} is not plain CBOR: it must be complete, "
            "with no duplicate keys, tags or indefinite lengths"
        ) from None
    return value, stream.tell()


class _NotPlainError(Exception):
    """Well-formed CBOR that is refused."""


def _refuse_tag(*_: object) -> NoReturn:
    raise _NotPlainError


def _check(value: object, key_types: tuple[type, ...]) -> None:
    """Refuse other types. CBOR tells the keys 1, 1.0 and true apart, and a dict does not."""
    if isinstance(value, dict):
        if any(type(key) not in key_types for key in value):
            raise _NotPlainError
        for item in value.values():
            _check(item, key_types)
    elif isinstance(value, list):
        for item in value:
            _check(item, key_types)
    elif type(value) not in _PLAIN_TYPES:
        raise _NotPlainError


_PLAIN_TYPES = {int, float, bool, str, bytes, type(None)}


# The tags that cbor2 decodes by itself; the hook sees only the others.
_NO_BUILT_IN_TAGS = dict.fromkeys(
    (*range(6), 25, 28, 29, 30, 35, 36, 37, 52, 54, 100, 256, 258, 260, 261, 1004, 43000, 55799),
    _refuse_tag,
)
