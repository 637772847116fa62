"""Decode CBOR strictly, as WebAuthn and COSE use it: plain data items, each with one reading.

| input | decision |
|---|---|
| a duplicate key in a map, any tag | refused |
| indefinite lengths | refused, except for the outermost map if the caller allows that |
| nested more than 16 levels deep | refused |
| more than 1024 data items, counting keys, values and containers | refused |
| a map's key that is not text, unless the caller allows integers | refused |
| a simple value other than true, false and null, such as undefined | refused |
| bytes after the data item | refused, or left to the caller |
| keys in another order than CTAP2's, integers with leading zeros | accepted: authenticators differ |
"""

from io import BytesIO
from string import ascii_letters, digits

import cbor2

from sealwax._limits import MAX_CBOR_DEPTH, MAX_CBOR_ITEMS
from sealwax.errors import MalformedInput


def decode_cbor(data: bytes, label: str, *, integer_keys: bool = False, open_map: bool = False) -> object:
    """Decode one data item that takes up all of the data; ``open_map`` allows a map without a length.

    With ``integer_keys``, keep the data short: an attacker can choose integers that collide in a dict, so
    that the time grows with the square of their number.
    """
    value, length = decode_cbor_prefix(data, label, integer_keys=integer_keys, open_map=open_map)
    if length != len(data):
        raise MalformedInput(
            f"{label} has {len(data) - length} bytes after its end; {text_note(data) or 'remove them'}"
        )
    return value


def text_note(data: bytes) -> str:
    """Return what to do about data that is still text, in base64 or hex; empty text for other data."""
    if len(data) < _SHORTEST_TEXT or _is_other_than_text(data[:_SHORTEST_TEXT]) or _is_other_than_text(data):
        return ""  # The first bytes tell nearly always; all of a large input cost time.
    return "it is base64 or hex text; pass the bytes that it stands for"


def _is_other_than_text(data: bytes) -> bool:
    return bool(data.translate(None, _TEXT))


_SHORTEST_TEXT = 16
_TEXT = f"{ascii_letters}{digits}+/-_= \r\n".encode()


def decode_cbor_prefix(
    data: bytes, label: str, *, integer_keys: bool = False, open_map: bool = False
) -> tuple[object, int]:
    """Decode the data item at the start of the data; return it and its length in bytes."""
    stream = BytesIO(data)
    try:
        _check_items(data, open_map=open_map and data.startswith(_OPEN_MAP))
        value = cbor2.CBORDecoder(
            stream,
            max_depth=MAX_CBOR_DEPTH,
            allow_duplicate_keys=False,
            strict_hashable_types=not integer_keys,
        ).decode()
        _check(value, (int, str) if integer_keys else (str,))
    except (cbor2.CBORError, _NotPlainError):
        raise MalformedInput(
            f"{label} is not plain CBOR: it must be complete, "
            f"with no duplicate keys, tags or indefinite lengths, and at most {MAX_CBOR_ITEMS} items"
            + (f"; {note}" if (note := text_note(data)) else "")
        ) from None
    return value, stream.tell()


class _NotPlainError(Exception):
    """Well-formed CBOR that is refused."""


def _check_items(data: bytes, *, open_map: bool) -> None:
    """Refuse tags and too many items before decoding; the decoder notices truncated data."""
    # A map without a length announces its next pair after the last one.
    position, announced, read = (1, 0, 0) if open_map else (0, 1, 0)
    while position < len(data):
        if read == announced:
            if not open_map or data[position] == _BREAK:
                return
            announced += 2
        major, argument = data[position] >> 5, data[position] & 0x1F
        position += 1
        read += 1
        if major == _TAG or argument > _EIGHT_BYTE_ARGUMENT:
            raise _NotPlainError
        if argument >= _ONE_BYTE_ARGUMENT:
            size = 1 << argument - _ONE_BYTE_ARGUMENT
            argument = int.from_bytes(data[position : position + size], "big")
            position += size
        if major in _STRINGS:
            position += argument
        announced += _ITEMS_WITHIN.get(major, 0) * argument
        if announced > MAX_CBOR_ITEMS:
            raise _NotPlainError


# RFC 8949, section 3. Values above that of an eight-byte argument are reserved, or mean an indefinite length.
_ONE_BYTE_ARGUMENT, _EIGHT_BYTE_ARGUMENT = 24, 27
_STRINGS, _ITEMS_WITHIN, _TAG = {2, 3}, {4: 1, 5: 2}, 6
_OPEN_MAP, _BREAK = b"\xbf", 0xFF


def _check(value: object, key_types: tuple[type, ...]) -> None:
    """Refuse other types of keys: 1, 1.0 and true differ in CBOR, but are equal in a dict."""
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
