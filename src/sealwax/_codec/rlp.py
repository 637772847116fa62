"""Encode values in recursive length prefix (RLP), the form of Ethereum's transactions and authorizations."""

from collections.abc import Sequence
from typing import Final, TypeAlias

Rlp: TypeAlias = bytes | list["Rlp"]
"""A value: bytes, or a list of values."""

STRING: Final = 0x80
LIST: Final = 0xC0
"""The offsets added to the length of a short string, and of a short list."""
LONGEST_SHORT: Final = 55


def encode_rlp(value: bytes | Sequence[Rlp]) -> bytes:
    """Encode a value."""
    if isinstance(value, bytes):
        is_itself = len(value) == 1 and value[0] < STRING
        return value if is_itself else _prefix(len(value), STRING) + value
    items = b"".join(map(encode_rlp, value))
    return _prefix(len(items), LIST) + items


def _prefix(length: int, offset: int) -> bytes:
    if length <= LONGEST_SHORT:
        return bytes([offset + length])
    encoded = to_minimal(length)
    return bytes([offset + LONGEST_SHORT + len(encoded)]) + encoded


def to_minimal(number: int) -> bytes:
    """Encode an integer without leading zeros; 0 is empty."""
    return number.to_bytes((number.bit_length() + 7) // 8, "big")
