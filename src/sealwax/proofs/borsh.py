"""Decode the values of manifests strictly from Borsh and from JSON, and encode them as both.

A structure is described by the kinds below, once for both encodings. Borsh (borsh.io): integers are
little-endian; a length of four bytes precedes text, bytes and sequences; options and variants begin with a
byte. JSON is written as QOS canonical JSON: keys sorted by UTF-16 code units, integers as decimal text, bytes
as lower-case hex, absent values omitted, no white space.

| input | decision |
|---|---|
| Borsh: missing or extra bytes, an unknown flag or tag, text that is not UTF-8 | refused |
| JSON: an unknown member, a missing one, one of the wrong type | refused |
| JSON: an integer as a number or as decimal text | accepted |
| JSON: an integer with a sign, a fraction, an exponent or leading zeros | refused |
| more items in a sequence than its limit | refused |
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any, NoReturn, Protocol

from sealwax._codec.hex import decode_hex
from sealwax._codec.text import decode_utf8
from sealwax.errors import MalformedInput

_LENGTH_BYTES = 4


class Reader:
    """Bytes in Borsh, and the position up to which they have been read."""

    def __init__(self, data: bytes) -> None:
        self._data, self._position = data, 0

    def take(self, length: int, where: str) -> bytes:
        """Return the next bytes; refuse if there are fewer."""
        start = self._position
        if length > len(self._data) - start:
            raise MalformedInput(f"{where} is cut off; check that it was copied whole")
        self._position += length
        return self._data[start : self._position]

    def take_integer(self, size: int, where: str) -> int:
        """Return the next integer of a number of bytes."""
        return int.from_bytes(self.take(size, where), "little")

    @property
    def at_end(self) -> bool:
        """Whether everything has been read."""
        return self._position == len(self._data)


class Kind(Protocol):
    """A kind of value in both encodings. ``where`` names the value in errors."""

    def read(self, reader: Reader, where: str) -> object:
        """Read a value in Borsh."""

    def write(self, value: Any) -> bytes:
        """Write a value in Borsh."""

    def from_json(self, value: Any, where: str) -> object:
        """Convert a value from parsed JSON."""

    def to_json(self, value: Any) -> object:
        """Convert a value to its form in canonical JSON; None if it is omitted."""


class _Kept:
    """The kinds that JSON has, too."""

    def to_json(self, value: Any) -> object:
        return value


class _JsonOnly:
    """The kinds that only JSON has."""

    def read(self, _reader: Reader, where: str) -> object:
        raise AssertionError(f"{where} is not in Borsh")

    def write(self, _value: Any) -> bytes:
        raise AssertionError("it is not in Borsh")


@dataclass(frozen=True)
class Text(_Kept):
    """UTF-8 text."""

    def read(self, reader: Reader, where: str) -> str:
        return decode_utf8(_read_bytes(reader, where), where)

    def write(self, value: Any) -> bytes:
        return _write_bytes(str(value).encode())

    def from_json(self, value: Any, where: str) -> str:
        if not isinstance(value, str):
            _refuse(where, "a string")
        return value


@dataclass(frozen=True)
class Address(Text):
    """The text of an IP address."""

    def from_json(self, value: Any, where: str) -> str:
        text = super().from_json(value, where)
        try:
            ip_address(text)
        except ValueError:
            _refuse(where, "an IP address")
        return text


@dataclass(frozen=True)
class Binary:
    """Bytes, as hex in JSON. If ``bare``, Borsh omits their fixed length."""

    length: int | None = None
    bare: bool = False

    def read(self, reader: Reader, where: str) -> bytes:
        if self.bare:
            return reader.take(self.length or 0, where)
        return self._checked(_read_bytes(reader, where), where)

    def write(self, value: Any) -> bytes:
        return bytes(value) if self.bare else _write_bytes(value)

    def from_json(self, value: Any, where: str) -> bytes:
        return self._checked(decode_hex(value, where), where)

    def to_json(self, value: Any) -> object:
        return bytes(value).hex()

    def _checked(self, value: bytes, where: str) -> bytes:
        if self.length is not None and len(value) != self.length:
            raise MalformedInput(f"{where} is {len(value)} bytes long; it must be {self.length}")
        return value


@dataclass(frozen=True)
class Unsigned:
    """An unsigned integer of a fixed number of bytes."""

    size: int

    def read(self, reader: Reader, where: str) -> int:
        return reader.take_integer(self.size, where)

    def write(self, value: Any) -> bytes:
        return int(value).to_bytes(self.size, "little")

    def from_json(self, value: Any, where: str) -> int:
        # No type here has more than ten digits; int() also accepts signs, spaces and other scripts' digits.
        if isinstance(value, str) and len(value) <= len(str(256**self.size)) and value.isascii():
            value = int(value) if value.isdigit() and str(int(value)) == value else None
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 256**self.size:
            _refuse(where, f"an integer from 0 to {256**self.size - 1}")
        return value

    def to_json(self, value: Any) -> object:
        return str(value)


@dataclass(frozen=True)
class Flag(_Kept):
    """True or false."""

    def read(self, reader: Reader, where: str) -> bool:
        return _read_tag(reader, 2, where) == 1

    def write(self, value: Any) -> bytes:
        return bytes([bool(value)])

    def from_json(self, value: Any, where: str) -> bool:
        if not isinstance(value, bool):
            _refuse(where, "true or false")
        return value


@dataclass(frozen=True)
class Choice(_Kept):
    """One of several names. In JSON, the first letter may be lower case, which is preserved."""

    names: tuple[str, ...]

    def read(self, reader: Reader, where: str) -> str:
        return self.names[_read_tag(reader, len(self.names), where)]

    def write(self, value: Any) -> bytes:
        return bytes([self.names.index(str(value).capitalize())])

    def from_json(self, value: Any, where: str) -> str:
        if not isinstance(value, str) or value not in {*self.names, *(name.lower() for name in self.names)}:
            _refuse(where, " or ".join(self.names))
        return value


@dataclass(frozen=True)
class Constant(_JsonOnly, _Kept):
    """A text that JSON must have."""

    text: str

    def from_json(self, value: Any, where: str) -> str:
        if value != self.text:
            _refuse(where, self.text)
        return self.text


@dataclass(frozen=True)
class Option:
    """A value that may be absent: null or missing in JSON."""

    kind: Kind

    def read(self, reader: Reader, where: str) -> object:
        return self.kind.read(reader, where) if _read_tag(reader, 2, where) else None

    def write(self, value: Any) -> bytes:
        return b"\0" if value is None else b"\1" + self.kind.write(value)

    def from_json(self, value: Any, where: str) -> object:
        return None if value is None else self.kind.from_json(value, where)

    def to_json(self, value: Any) -> object:
        return None if value is None else self.kind.to_json(value)


@dataclass(frozen=True)
class Sequence:
    """A sequence of values of one kind."""

    kind: Kind
    longest: int

    def read(self, reader: Reader, where: str) -> list[object]:
        count = reader.take_integer(_LENGTH_BYTES, where)
        self._check_length(count, where)
        return [self.kind.read(reader, f"{where}[{number}]") for number in range(count)]

    def write(self, value: Any) -> bytes:
        return _write_length(len(value)) + b"".join(map(self.kind.write, value))

    def from_json(self, value: Any, where: str) -> list[object]:
        if not isinstance(value, list):
            _refuse(where, "an array")
        self._check_length(len(value), where)
        return [self.kind.from_json(item, f"{where}[{number}]") for number, item in enumerate(value)]

    def to_json(self, value: Any) -> object:
        return [self.kind.to_json(item) for item in value]

    def _check_length(self, length: int, where: str) -> None:
        if length > self.longest:
            raise MalformedInput(f"{where} has {length} items; it must have at most {self.longest}")


@dataclass(frozen=True)
class Record:
    """Members of different kinds, in this order in Borsh, and by name in JSON.

    ``spellings`` are other names of members in JSON.
    """

    members: Mapping[str, Kind]
    spellings: Mapping[str, str] = field(default_factory=dict)

    def read(self, reader: Reader, where: str) -> dict[str, object]:
        return {name: kind.read(reader, _within(where, name)) for name, kind in self.members.items()}

    def write(self, value: Any) -> bytes:
        return b"".join(kind.write(value[name]) for name, kind in self.members.items())

    def from_json(self, value: Any, where: str) -> dict[str, object]:
        if not isinstance(value, dict):
            _refuse(where, "an object")
        members = {self.spellings.get(name, name): item for name, item in value.items()}
        if len(members) < len(value) or not members.keys() <= self.members.keys():
            raise MalformedInput(
                f"{where} has an unknown member; its hash covers only {', '.join(self.members)}"
            )
        missing = [
            name
            for name, kind in self.members.items()
            if name not in members and not isinstance(kind, (Option, Environment))
        ]
        if missing:
            raise MalformedInput(f"{_within(where, missing[0])} is missing")
        return {
            name: kind.from_json(members.get(name), _within(where, name))
            for name, kind in self.members.items()
        }

    def to_json(self, value: Any) -> dict[str, object]:
        written = {name: kind.to_json(value[name]) for name, kind in self.members.items()}
        return {name: item for name, item in written.items() if item is not None}


@dataclass(frozen=True)
class Variants:
    """One of several records, distinguished by number in Borsh, and by the member ``type`` in JSON."""

    records: Mapping[str, Record]

    def read(self, reader: Reader, where: str) -> dict[str, object]:
        name = list(self.records)[_read_tag(reader, len(self.records), where)]
        return {"type": name, **self.records[name].read(reader, where)}

    def write(self, value: Any) -> bytes:
        name = value["type"]
        return bytes([list(self.records).index(name)]) + self.records[name].write(value)

    def from_json(self, value: Any, where: str) -> dict[str, object]:
        name = value.get("type") if isinstance(value, dict) else None
        if not isinstance(name, str) or name not in self.records:
            _refuse(where, f"an object whose type is {' or '.join(self.records)}")
        rest = {member: item for member, item in value.items() if member != "type"}
        return {"type": name, **self.records[name].from_json(rest, where)}

    def to_json(self, value: Any) -> object:
        return {"type": value["type"], **self.records[value["type"]].to_json(value)}


@dataclass(frozen=True)
class Environment(_JsonOnly):
    """Environment variables: ``{NAME: {"plain": {"value": TEXT}}}``. An empty set is omitted."""

    most: int
    longest_name: int
    longest_value: int

    def from_json(self, value: Any, where: str) -> dict[str, str]:
        variables = {} if value is None else value
        if not isinstance(variables, dict) or len(variables) > self.most:
            _refuse(where, f"an object of at most {self.most} variables")
        return {name: self._variable(name, item, where) for name, item in variables.items()}

    def _variable(self, name: str, value: Any, where: str) -> str:
        match value:
            case {"plain": {"value": str(text), **more}, **others} if not more and not others:
                pass
            case _:
                _refuse(where, '{"plain": {"value": TEXT}} for each variable')
        # Shells accept ASCII identifiers as names.
        if not name.isascii() or not name.isidentifier() or len(name) > self.longest_name:
            _refuse(where, f"variables with names of letters, digits and _, at most {self.longest_name}")
        if "\0" in text or len(text.encode()) > self.longest_value:
            _refuse(where, f"variables with values of at most {self.longest_value} bytes, none of them zero")
        return text

    def to_json(self, value: Any) -> object:
        return {name: {"plain": {"value": text}} for name, text in value.items()} or None


def decode_borsh(data: bytes, kind: Kind, where: str) -> object:
    """Read a value that takes up all the data."""
    reader = Reader(data)
    value = kind.read(reader, where)
    if not reader.at_end:
        raise MalformedInput(f"{where} has bytes after its end")
    return value


def encode_canonical_json(kind: Kind, value: Any) -> bytes:
    """Write a value as QOS canonical JSON."""
    ordered = _sorted(kind.to_json(value))
    return json.dumps(ordered, ensure_ascii=False, separators=(",", ":")).encode()


def _sorted(value: object) -> object:
    if isinstance(value, dict):
        # Big-endian UTF-16 sorts as its code units do.
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return {name: _sorted(value[name]) for name in names}
    return [_sorted(item) for item in value] if isinstance(value, list) else value


def _read_bytes(reader: Reader, where: str) -> bytes:
    return reader.take(reader.take_integer(_LENGTH_BYTES, where), where)


def _write_bytes(value: bytes) -> bytes:
    return _write_length(len(value)) + value


def _write_length(length: int) -> bytes:
    return length.to_bytes(_LENGTH_BYTES, "little")


def _read_tag(reader: Reader, count: int, where: str) -> int:
    tag = reader.take_integer(1, where)
    if tag >= count:
        raise MalformedInput(f"{where} has an unknown tag")
    return tag


def _within(where: str, name: str) -> str:
    # "the manifest" and "namespace" give "the manifest: namespace"; deeper levels follow after dots.
    return f"{where}.{name}" if ": " in where else f"{where}: {name}"


def _refuse(where: str, wanted: str) -> NoReturn:
    raise MalformedInput(f"{where} must be {wanted}")
