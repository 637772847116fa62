"""Calls of Ethereum contracts, decoded by an uploaded interface (an ABI) for policies.

| of a call | here |
|---|---|
| an argument | by its name; a struct is the list of its fields, as documented |
| addresses and bytes | hex with ``0x``, in lower case |
| a signed integer beyond 128 bits | no operator takes it, as documented |
| bytes after the arguments | ignored, as contracts do |
| data that is too short, a value out of its type's range, text that is not UTF-8 | the call has no facts |
| a type other than addresses, bools, integers, bytes, strings, and arrays and structs of these | the same |
| more than 20000 values, types of more than 32 levels | the same |

The decoder is this library's, as is that of transactions: eth-abi brings a dozen packages.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple

import msgspec

from sealwax._codec.strict_json import decode_json
from sealwax._crypto.keccak import keccak256
from sealwax.errors import MalformedInput

from .policy_evaluation import HexText, Value, to_signed

ETHEREUM_INTERFACE: Final = "SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM"
"""The type of these interfaces, by the API's name."""

_WORD: Final = 32
_SELECTOR: Final = 4
_MAX_VALUES: Final = 20_000
_MAX_DEPTH: Final = 32
_ARRAY: Final = re.compile(r"(.*)\[([1-9][0-9]{0,4})?\]", re.ASCII)
_SIZED: Final = re.compile(r"(uint|int|bytes)([1-9][0-9]{0,2})", re.ASCII)


class _Undecodable(Exception):  # noqa: N818 - it never leaves this module
    """A type or a value that is not decoded."""


class _Parameter(msgspec.Struct, frozen=True):
    type: str
    name: str = ""
    components: "tuple[_Parameter, ...]" = ()


class _Entry(msgspec.Struct, frozen=True):
    type: str = "function"
    name: str = ""
    inputs: tuple[_Parameter, ...] = ()


class _Type(NamedTuple):
    """A type.

    Attributes:
        text: Its canonical text.
        is_dynamic: Whether its place has the offset of its value.
        head: How many bytes its place has.
        read: Reads a value of one word; None for other types.
        items: The types of a struct's fields, or the one of an array's items.
        length: How many items the array has; None if the value tells, 0 for a struct.
    """

    text: str
    is_dynamic: bool = False
    head: int = _WORD
    read: Callable[[bytes], Value] | None = None
    items: "tuple[_Type, ...]" = ()
    length: int | None = 0


class _Function(NamedTuple):
    name: str
    names: tuple[str, ...]
    types: tuple[_Type, ...]


def call_facts(interface: str, data: bytes) -> Mapping[str, Value]:
    """Return what policies know of a call by an interface; nothing if the interface does not have it."""
    function = _functions(interface).get(data[:_SELECTOR])
    if function is None:
        return {}
    try:
        values = _Decoder(data[_SELECTOR:]).fields(function.types, 0)
    except _Undecodable:
        return {}
    return {
        "function_name": function.name,
        "function_signature": HexText(f"0x{data[:_SELECTOR].hex()}"),
        "contract_call_args": dict(zip(function.names, values, strict=True)),
    }


@lru_cache(maxsize=32)
def _functions(interface: str) -> Mapping[bytes, _Function]:
    """Return the functions of an interface by their selectors."""
    functions = {}
    for entry in _entries(interface):
        if entry.type != "function":
            continue
        try:
            types = tuple(_type_of(each.type, each.components, 0) for each in entry.inputs)
        except _Undecodable:
            continue
        signature = f"{entry.name}({','.join(each.text for each in types)})"
        names = tuple(each.name for each in entry.inputs)
        functions[keccak256(signature.encode())[:_SELECTOR]] = _Function(entry.name, names, types)
    return functions


def _entries(interface: str) -> Sequence[_Entry]:
    try:
        return msgspec.convert(decode_json(interface.encode(), object, "the interface"), tuple[_Entry, ...])
    except (MalformedInput, msgspec.ValidationError):
        # An uploaded interface is an array of anything.
        return ()


def _type_of(text: str, components: Sequence[_Parameter], depth: int) -> _Type:
    if depth > _MAX_DEPTH:
        raise _Undecodable
    array = _ARRAY.fullmatch(text)
    if array is not None:
        item, length = _type_of(array[1], components, depth + 1), int(array[2]) if array[2] else None
        is_dynamic = item.is_dynamic or length is None
        head = _WORD if is_dynamic or length is None else length * item.head
        return _Type(f"{item.text}[{array[2] or ''}]", is_dynamic, head, None, (item,), length)
    if text == "tuple":
        items = tuple(_type_of(each.type, each.components, depth + 1) for each in components)
        is_dynamic = any(item.is_dynamic for item in items)
        head = _WORD if is_dynamic else sum(item.head for item in items)
        return _Type(f"({','.join(item.text for item in items)})", is_dynamic, head, None, items)
    if text in {"string", "bytes"}:
        return _Type(text, is_dynamic=True)
    return _Type(text, read=_reader_of(text))


def _reader_of(text: str) -> Callable[[bytes], Value]:
    """Return the function that reads a value of one word."""
    sized = _SIZED.fullmatch(text)
    name, size = (sized[1], int(sized[2])) if sized else (text, 0)
    if name == "bytes" and 0 < size <= _WORD:
        return partial(_read_bytes, size)
    if name in {"uint", "int"} and size % 8 == 0 and 0 < size <= 8 * _WORD:
        return partial(_read_unsigned if name == "uint" else _read_signed, size)
    if text in _READERS:
        return _READERS[text]
    raise _Undecodable


def _read_unsigned(bits: int, word: bytes) -> int:
    number = int.from_bytes(word, "big")
    if number >> bits:
        raise _Undecodable
    return number


def _read_signed(bits: int, word: bytes) -> Value:
    number = int.from_bytes(word, "big", signed=True)
    if not -(1 << bits - 1) <= number < 1 << bits - 1:
        raise _Undecodable
    return to_signed(number)


def _read_bytes(size: int, word: bytes) -> Value:
    if any(word[size:]):
        raise _Undecodable
    return HexText(f"0x{word[:size].hex()}")


def _read_address(word: bytes) -> Value:
    return HexText(f"0x{_read_unsigned(160, word):040x}")


def _read_bool(word: bytes) -> Value:
    return bool(_read_unsigned(1, word))


_READERS: Final = {"address": _read_address, "bool": _read_bool}


class _Decoder:
    """Reads the arguments of a call."""

    def __init__(self, data: bytes) -> None:
        self._data, self._values = data, 0

    def fields(self, types: Sequence[_Type], base: int) -> list[Value]:
        """Read values that stand side by side from ``base`` on, from which their offsets count."""
        self._spend(len(types))
        values, at = [], base
        for kind in types:
            values.append(self._value(kind, base + self._number(at) if kind.is_dynamic else at))
            at += kind.head
        return values

    def _value(self, kind: _Type, at: int) -> Value:
        if kind.read is not None:
            return kind.read(self._take(at, _WORD))
        if kind.text in {"string", "bytes"}:
            length = self._number(at)
            # Many texts may be the same bytes.
            self._spend(length // _WORD)
            return self._text(kind.text, self._take(at + _WORD, length))
        if kind.length is None:
            return self._array(kind, self._number(at), at + _WORD)
        return self._array(kind, kind.length, at) if kind.length else self.fields(kind.items, at)

    def _spend(self, words: int) -> None:
        self._values += words
        if self._values > _MAX_VALUES:
            raise _Undecodable

    def _array(self, kind: _Type, length: int, at: int) -> Value:
        # Before there are as many of them.
        if length > _MAX_VALUES:
            raise _Undecodable
        return self.fields(kind.items * length, at)

    @staticmethod
    def _text(kind: str, value: bytes) -> Value:
        if kind == "bytes":
            return HexText(f"0x{value.hex()}")
        try:
            return value.decode()
        except UnicodeDecodeError:
            raise _Undecodable from None

    def _number(self, at: int) -> int:
        return int.from_bytes(self._take(at, _WORD), "big")

    def _take(self, at: int, size: int) -> bytes:
        if size > len(self._data) - at:
            raise _Undecodable
        return self._data[at : at + size]
