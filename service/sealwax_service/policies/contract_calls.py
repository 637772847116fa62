"""Calls of Ethereum contracts, decoded by an uploaded interface (an ABI) for policies.

| of a call | here |
|---|---|
| an argument | by its name; a struct is the list of its fields, as documented |
| addresses and bytes | hex with ``0x``, in lower case |
| a signed integer beyond 128 bits | no operator accepts it, as documented |
| bytes after the arguments | ignored, as contracts do |
| data that is too short, a value out of its type's range, text that is not UTF-8 | the call has no facts |
| padding that is not zero, an offset into the head, an empty struct | the same: eth-abi refuses them |
| a type other than addresses, bools, integers, bytes, strings, and arrays and structs of these | the same |

eth-abi decodes. The bounds are this module's: eth-abi has none on the depth of types and on the number of
values, and keeps every type that it has seen.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
from eth_abi import decoding, grammar
from eth_abi.exceptions import DecodingError, ParseError
from eth_abi.registry import ABIRegistry, BaseEquals, has_arrlist, is_base_tuple

from sealwax._codec.strict_json import decode_json
from sealwax._crypto.keccak import keccak256
from sealwax.errors import MalformedInput
from sealwax_service._limits import MAX_CALL_WORDS, MAX_TYPE_CHARACTERS, MAX_TYPE_DEPTH

from .evaluation import HexText, Value, to_signed

_WORD: Final = 32
_SELECTOR: Final = 4
_TYPE: Final = re.compile(r"([a-z]{1,8}[0-9]{0,3})((?:\[[0-9]{0,5}\])*)", re.ASCII)


class _UnsupportedTypeError(Exception):
    """A type that is not decoded."""


class _Parameter(msgspec.Struct, frozen=True):
    type: str
    name: str = ""
    components: "tuple[_Parameter, ...]" = ()


class _Entry(msgspec.Struct, frozen=True):
    type: str = "function"
    name: str = ""
    inputs: tuple[_Parameter, ...] = ()


class _Function(NamedTuple):
    name: str
    names: tuple[str, ...]
    types: tuple[str, ...]


def call_facts(interface: str, data: bytes) -> Mapping[str, Value]:
    """Return the facts of a call by an interface; nothing if the interface lacks the function."""
    function = _functions(interface).get(data[:_SELECTOR])
    decoder = None if function is None else _decoder_of(function.types)
    if function is None or decoder is None:
        return {}
    try:
        values = decoder(_BoundedStream(data[_SELECTOR:]))
    except (DecodingError, UnicodeDecodeError):
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
            types = tuple(_type_of(each, 0) for each in entry.inputs)
        except _UnsupportedTypeError:
            continue
        signature = f"{entry.name}({','.join(types)})"
        names = tuple(each.name for each in entry.inputs)
        functions[keccak256(signature.encode())[:_SELECTOR]] = _Function(entry.name, names, types)
    return functions


def _entries(interface: str) -> Sequence[_Entry]:
    try:
        return msgspec.convert(decode_json(interface.encode(), object, "the interface"), tuple[_Entry, ...])
    except (MalformedInput, msgspec.ValidationError):
        # An uploaded interface can be any array.
        return ()


def _type_of(parameter: _Parameter, depth: int) -> str:
    """Return the canonical text of a type."""
    match = _TYPE.fullmatch(parameter.type)
    if match is None or depth + match[2].count("[") > MAX_TYPE_DEPTH:
        raise _UnsupportedTypeError
    base, arrays = match.groups()
    if base == "tuple":
        base = f"({','.join(_type_of(each, depth + 1) for each in parameter.components)})"
    canonical: str = grammar.normalize(base)  # type: ignore[no-untyped-call]
    return canonical + arrays


@lru_cache(maxsize=32)
def _decoder_of(types: tuple[str, ...]) -> decoding.TupleDecoder | None:
    """Return the decoder of arguments; None if a type is not decoded."""
    if sum(map(len, types)) > MAX_TYPE_CHARACTERS:
        return None
    registry = ABIRegistry()
    for name, has_size, decoder in _DECODERS:
        is_it = BaseEquals(name, with_sub=has_size)  # type: ignore[no-untyped-call]
        registry.register_decoder(is_it, decoder)
    registry.register_decoder(has_arrlist, decoding.BaseArrayDecoder)
    registry.register_decoder(is_base_tuple, decoding.TupleDecoder)
    try:
        return registry.get_tuple_decoder(*types)
    except (ParseError, ValueError):
        return None
    finally:
        # Its cache would keep every type.
        grammar.parse.cache_clear()


class _BoundedStream(decoding.ContextFramesBytesIO):
    """Calldata. Many values may be the same bytes, and a length may be any number: each read counts."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)  # type: ignore[no-untyped-call]
        self._words = 0

    def read(self, size: int | None = -1, /) -> bytes:
        self._words += -(-(size or 0) // _WORD)
        if self._words > MAX_CALL_WORDS:
            raise DecodingError
        return super().read(size)


def _to_hex(data: bytes) -> HexText:
    return HexText(f"0x{data.hex()}")


class _AddressDecoder(decoding.AddressDecoder):
    decoder_fn = staticmethod(_to_hex)  # type: ignore[assignment] # its own takes more types


class _FixedBytesDecoder(decoding.BytesDecoder):
    decoder_fn = staticmethod(_to_hex)


class _BytesDecoder(decoding.ByteStringDecoder):
    decoder_fn = staticmethod(_to_hex)


class _SignedIntegerDecoder(decoding.SignedIntegerDecoder):
    def decode(self, stream: decoding.ContextFramesBytesIO) -> Value:
        return to_signed(super().decode(stream))  # type: ignore[no-untyped-call]


_DECODERS: Final = (
    ("uint", True, decoding.UnsignedIntegerDecoder),
    ("int", True, _SignedIntegerDecoder),
    ("address", False, _AddressDecoder),
    ("bool", False, decoding.BooleanDecoder),
    ("bytes", True, _FixedBytesDecoder),
    ("bytes", False, _BytesDecoder),
    ("string", False, decoding.StringDecoder),
)
"""The types of values: the name, whether a size follows, and the decoder."""
