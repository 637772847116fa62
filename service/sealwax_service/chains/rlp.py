"""Decode values in recursive length prefix (RLP), the encoding of Ethereum's transactions.

| input | decision |
|---|---|
| a length with leading zeros, or longer than its form needs; a byte below 0x80 with a prefix | malformed |
| bytes that are missing, or that follow the value | malformed |
| lists more than 8 levels deep, more than 100000 values | malformed |
"""

from sealwax._codec.rlp import LIST, LONGEST_SHORT, STRING, Rlp
from sealwax.errors import MalformedInput
from sealwax_service._limits import MAX_RLP_DEPTH, MAX_RLP_VALUES


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
