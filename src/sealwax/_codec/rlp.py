"""Recursive length prefix (RLP), the encoding of Ethereum's transactions and authorizations.

| input of ``decode_rlp`` | decision |
|---|---|
| a length with leading zeros, or longer than its form needs; a byte below 0x80 with a prefix | malformed |
| bytes that are missing, or that follow the value | malformed |
| lists more than 8 levels deep, more than 100000 values | malformed |
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from sealwax._limits import MAX_RLP_DEPTH, MAX_RLP_VALUES
from sealwax.errors import MalformedInput

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


def decode_rlp(data: bytes) -> Rlp:
    """Decode bytes that are exactly one value."""
    reader = _Reader(data)
    value = reader.read(len(data), 0)
    if reader.at != len(data):
        raise _malformed("bytes follow the value")
    return value


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data, self.at, self._values = data, 0, 0

    def read(self, end: int, depth: int) -> Rlp:
        """Read the value that begins here, and that ends at most at ``end``."""
        self._values += 1
        if depth > MAX_RLP_DEPTH or self._values > MAX_RLP_VALUES:
            raise _malformed("it has too many values, or too deep ones")
        first = self._take(1, end)[0]
        if first < STRING:
            return bytes([first])
        if first < LIST:
            text = self._take(self._length(first - STRING, end), end)
            if len(text) == 1 and text[0] < STRING:
                raise _malformed("a single byte has a prefix that it does not need")
            return text
        items: list[Rlp] = []
        length = self._length(first - LIST, end)
        if length > end - self.at:
            raise _malformed("bytes are missing")
        end = self.at + length
        while self.at < end:
            items.append(self.read(end, depth + 1))
        return items

    def _length(self, given: int, end: int) -> int:
        if given <= LONGEST_SHORT:
            return given
        text = self._take(given - LONGEST_SHORT, end)
        length = int.from_bytes(text, "big")
        if text[0] == 0 or length <= LONGEST_SHORT:
            raise _malformed("a length is not in its shortest form")
        return length

    def _take(self, count: int, end: int) -> bytes:
        if count > end - self.at:
            raise _malformed("bytes are missing")
        self.at += count
        return self._data[self.at - count : self.at]


def _malformed(words: str) -> MalformedInput:
    return MalformedInput(f"the RLP is malformed: {words}")
