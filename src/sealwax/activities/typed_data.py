"""The digest of typed data (EIP-712), for the JSON that ethers and viem write.

| input | decision |
|---|---|
| ``types`` without ``EIP712Domain``, or with an empty one | malformed: bound to no chain and no contract |
| ``EIP712Domain`` with unknown members, in another order, or of other types | malformed: clients differ |
| a member of the domain or the message that is missing, null, or not declared | malformed |
| a declared member twice, a type that is neither atomic nor declared, ``uint`` and ``int`` | malformed |
| a name that is not an identifier; in names of types, identifiers can be joined by colons | malformed |
| an integer as a number, as decimal text or as hex with ``0x`` | accepted, within the range of its type |
| an integer as a number beyond 2^53-1, with a fraction or an exponent | malformed: parsers round it |
| bytes in hex of any case with ``0x`` | accepted |
| an address in a mixed case that is not EIP-55's, an array of another length, a boolean as text | malformed |
| a declared type that the message does not use, and a type that refers to itself | accepted |
| more than 128 types, more than 20000 values | malformed |
| ``EIP712Domain`` as the primary type, or as the type of a member | unsupported: clients differ |
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple

from sealwax._codec.strict_json import decode_object
from sealwax._codec.text import to_bytes
from sealwax._codec.violations import Rule
from sealwax._crypto.keccak import keccak256, require_keccak
from sealwax._limits import MAX_TYPED_DATA_TYPES, MAX_TYPED_DATA_VALUES
from sealwax.errors import Unsupported

from .payload_values import ADDRESS, read_address, read_integer, refuse, require_members

_Path = tuple[str | int, ...]

DOMAIN: Final = "EIP712Domain"
DOMAIN_MEMBERS: Final = {
    "name": "string",
    "version": "string",
    "chainId": "uint256",
    "verifyingContract": "address",
    "salt": "bytes32",
}
"""The members of a domain with their types, in the order of EIP-712."""

_WHAT = "the typed data"
_MEMBERS = ("types", "domain", "primaryType", "message")
_PREFIX = b"\x19\x01"
_WORD_BYTES = 32

_NAME = re.compile("[A-Za-z_$][A-Za-z0-9_$]*")
_TYPE_NAME = re.compile(f"{_NAME.pattern}(?::{_NAME.pattern})*")
# Other implementations read these as atomic types, or refuse them.
_LIKE_ATOMIC = re.compile("address|bool|string|(?:u?int|bytes)[0-9]*")
_TYPE = re.compile(r"([^\[\]]*)((?:\[(?:[1-9][0-9]{0,8})?\])*)")
_HEX_INTEGER = re.compile("0x[0-9a-fA-F]{1,64}")
_HEX_BYTES = re.compile("0x((?:[0-9a-fA-F]{2})*)")


class _Atomic(NamedTuple):
    """Return the rule for values of an atomic type and their encoder; None if the type is not atomic."""

    words: str
    encode: Callable[[object], bytes | None]


def _encode_integer(value: object, lowest: int, highest: int) -> bytes | None:
    is_hex = isinstance(value, str) and _HEX_INTEGER.fullmatch(value)
    number = int(str(value), 16) if is_hex else read_integer(value)
    if number is None or not lowest <= number <= highest:
        return None
    return number.to_bytes(_WORD_BYTES, "big", signed=number < 0)


def _decode_bytes(value: object) -> bytes | None:
    match = _HEX_BYTES.fullmatch(value) if isinstance(value, str) else None
    return None if match is None else bytes.fromhex(match[1])


def _encode_bytes(value: object) -> bytes | None:
    decoded = _decode_bytes(value)
    return None if decoded is None else keccak256(decoded)


def _encode_fixed_bytes(value: object, length: int) -> bytes | None:
    decoded = _decode_bytes(value)
    return None if decoded is None or len(decoded) != length else decoded.ljust(_WORD_BYTES, b"\0")


def _encode_address(value: object) -> bytes | None:
    address = read_address(value)
    return None if address is None else address.rjust(_WORD_BYTES, b"\0")


def _encode_bool(value: object) -> bytes | None:
    return value.to_bytes(_WORD_BYTES, "big") if isinstance(value, bool) else None


def _encode_string(value: object) -> bytes | None:
    return keccak256(value.encode()) if isinstance(value, str) else None


def _integer_type(name: str, lowest: int, highest: int) -> _Atomic:
    words = f"an integer in the range of {name}: a number up to 2^53-1, or text in decimal or in hex with 0x"
    return _Atomic(words, partial(_encode_integer, lowest=lowest, highest=highest))


def _integer_types() -> Iterator[tuple[str, _Atomic]]:
    for bits in range(8, 257, 8):
        half = 2 ** (bits - 1)
        yield f"uint{bits}", _integer_type(f"uint{bits}", 0, 2 * half - 1)
        yield f"int{bits}", _integer_type(f"int{bits}", -half, half - 1)


_ATOMIC: Final[Mapping[str, _Atomic]] = {
    "address": _Atomic(ADDRESS, _encode_address),
    "bool": _Atomic("true or false", _encode_bool),
    "string": _Atomic("a string", _encode_string),
    "bytes": _Atomic("bytes: 0x and an even number of hex digits", _encode_bytes),
    **{
        f"bytes{length}": _Atomic(
            f"{length} bytes: 0x and {2 * length} hex digits", partial(_encode_fixed_bytes, length=length)
        )
        for length in range(1, _WORD_BYTES + 1)
    },
    **dict(_integer_types()),
}


class _Type(NamedTuple):
    """The type of a member: the name of an atomic type or a struct, and the lengths of arrays around it.

    The innermost array is first; None allows any length.
    """

    base: str
    lengths: tuple[int | None, ...]


class _Struct(NamedTuple):
    """A declared type: its members, its own part of ``encodeType``, and the structs that it refers to."""

    members: Mapping[str, _Type]
    text: str
    references: frozenset[str]


def typed_data_digest(payload: str | bytes, *, allow_empty_domain: bool = False) -> bytes:
    """Return the digest of typed data that an Ethereum account signs (EIP-712)."""
    require_keccak("EIP-712 payloads")
    document = decode_object(to_bytes(payload, _WHAT), _WHAT)
    require_members(document, _MEMBERS, _WHAT)
    structs = _read_types(document["types"], allow_empty_domain=allow_empty_domain)
    primary_type = document["primaryType"]
    if primary_type == DOMAIN:
        raise Unsupported(
            f"{_WHAT} has {DOMAIN} as its primary type: libraries compute different digests for it"
        )
    if not isinstance(primary_type, str) or primary_type not in structs:
        raise refuse(_WHAT, ("primaryType",), Rule.KIND, "a type that types declares")
    encoder = _Encoder(structs)
    separator = encoder.hash_struct(DOMAIN, document["domain"], ("domain",))
    return keccak256(_PREFIX, separator, encoder.hash_struct(primary_type, document["message"], ("message",)))


def _read_types(types: object, *, allow_empty_domain: bool) -> dict[str, _Struct]:
    """Read the declarations of all types, and check each reference."""
    if not isinstance(types, Mapping):
        raise refuse(_WHAT, ("types",), Rule.KIND, "an object")
    if len(types) > MAX_TYPED_DATA_TYPES:
        raise refuse(_WHAT, ("types",), Rule.OTHER, f"has more than {MAX_TYPED_DATA_TYPES} types")
    for name in types:
        if _TYPE_NAME.fullmatch(name) is None or _LIKE_ATOMIC.fullmatch(name):
            raise refuse(_WHAT, ("types", name), Rule.OTHER, "must be an identifier, and not an atomic type")
    structs = {name: _read_struct(name, members) for name, members in types.items()}
    _check_domain_type(structs, allow_empty=allow_empty_domain)
    for name, struct in structs.items():
        _check_references(name, struct, structs)
    return structs


def _read_struct(name: str, members: object) -> _Struct:
    path: _Path = ("types", name)
    if not isinstance(members, list):
        raise refuse(_WHAT, path, Rule.KIND, "an array")
    read: dict[str, _Type] = {}
    parts = []
    for number, member in enumerate(members):
        at = (*path, number)
        fields = require_members(member, ("name", "type"), _WHAT, at)
        member_name, type_text = fields["name"], fields["type"]
        if not isinstance(member_name, str) or _NAME.fullmatch(member_name) is None:
            raise refuse(_WHAT, (*at, "name"), Rule.KIND, "an identifier")
        if member_name in read:
            raise refuse(_WHAT, (*at, "name"), Rule.OTHER, "is the name of an earlier member")
        match = _TYPE.fullmatch(type_text) if isinstance(type_text, str) else None
        if match is None:
            raise refuse(_WHAT, (*at, "type"), Rule.KIND, "a type, such as address, uint256 or bytes32[]")
        lengths = (int(length) if length else None for length in match[2][1:-1].split("]["))
        read[member_name] = _Type(match[1], tuple(lengths) if match[2] else ())
        parts.append(f"{type_text} {member_name}")
    references = frozenset(kind.base for kind in read.values() if kind.base not in _ATOMIC)
    return _Struct(read, f"{name}({','.join(parts)})", references)


def _check_domain_type(structs: Mapping[str, _Struct], *, allow_empty: bool) -> None:
    """Check that the domain is declared, with members of EIP-712 in its order."""
    declared = structs.get(DOMAIN)
    path: _Path = ("types", DOMAIN)
    if declared is None or not (declared.members or allow_empty):
        raise refuse(
            _WHAT,
            path,
            Rule.OTHER,
            "is missing or empty, so that a signature is bound to no chain and no contract; declare the "
            "members of the domain",
        )
    expected = {name: _Type(kind, ()) for name, kind in DOMAIN_MEMBERS.items() if name in declared.members}
    if list(declared.members.items()) != list(expected.items()):
        members = ", ".join(f"{kind} {name}" for name, kind in DOMAIN_MEMBERS.items())
        raise refuse(_WHAT, path, Rule.OTHER, f"must have members of EIP-712, in this order: {members}")


def _check_references(name: str, struct: _Struct, structs: Mapping[str, _Struct]) -> None:
    """Check that a struct refers only to declared types, and not to the domain's."""
    for number, kind in enumerate(struct.members.values()):
        if kind.base in _ATOMIC:
            continue
        path = ("types", name, number, "type")
        if kind.base == DOMAIN:
            raise Unsupported(
                f"{_WHAT} has a member of type {DOMAIN}: libraries compute different digests for it"
            )
        if kind.base not in structs:
            raise refuse(_WHAT, path, Rule.OTHER, "is neither an atomic type nor declared in types")


class _Encoder:
    """Encodes values of the declared types (EIP-712, "Definition of encodeData")."""

    def __init__(self, structs: Mapping[str, _Struct]) -> None:
        self._structs = structs
        self._type_hashes: dict[str, bytes] = {}
        self._values_left = MAX_TYPED_DATA_VALUES

    def hash_struct(self, name: str, value: object, path: _Path) -> bytes:
        """Return the hash of a struct, which must have exactly the members of its type."""
        members = self._structs[name].members
        values = require_members(value, members, _WHAT, path)
        encoded = [self._encode(kind, values[member], (*path, member)) for member, kind in members.items()]
        return keccak256(self._hash_type(name), b"".join(encoded))

    def _encode(self, kind: _Type, value: object, path: _Path) -> bytes:
        """Return the 32-byte encoding of a member's value."""
        self._values_left -= 1
        if self._values_left < 0:
            raise refuse(_WHAT, (), Rule.OTHER, f"has more than {MAX_TYPED_DATA_VALUES} values")
        if kind.lengths:
            return self._hash_array(kind, value, path)
        atomic = _ATOMIC.get(kind.base)
        if atomic is None:
            return self.hash_struct(kind.base, value, path)
        encoded = atomic.encode(value)
        if encoded is None:
            raise refuse(_WHAT, path, Rule.KIND, atomic.words)
        return encoded

    def _hash_array(self, kind: _Type, value: object, path: _Path) -> bytes:
        *inner, length = kind.lengths
        if not isinstance(value, list):
            raise refuse(_WHAT, path, Rule.KIND, "an array")
        if length is not None and len(value) != length:
            raise refuse(_WHAT, path, Rule.OTHER, f"has {len(value)} items; its type has {length}")
        item = _Type(kind.base, tuple(inner))
        encoded = [self._encode(item, element, (*path, number)) for number, element in enumerate(value)]
        return keccak256(b"".join(encoded))

    def _hash_type(self, name: str) -> bytes:
        """Return the hash of a struct's type, with all types that it refers to, sorted by name."""
        if name not in self._type_hashes:
            found: set[str] = set()
            waiting = [name]
            while waiting:
                new = self._structs[waiting.pop()].references - found
                found |= new
                waiting += new
            names = [name, *sorted(found - {name})]
            text = "".join(self._structs[name].text for name in names)
            self._type_hashes[name] = keccak256(text.encode())
        return self._type_hashes[name]
