"""Refuse names of JSON members that another parser takes for one that is read.

Go's ``encoding/json`` ignores case: to it, two names are one if simple case folding of Unicode makes them
equal. U+017F (long s) is then an s, and U+212A (the Kelvin sign) a k. All names that are read are ASCII.

| name | decision |
|---|---|
| exactly one that is read | read |
| another spelling of one that is read, whether that one is there or not | refused |
| any other, twice in different cases too; any within a value that is not read as a type | ignored |
"""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import inspect

from sealwax.errors import MalformedInput

from .violations import Rule, Violation, type_info


def fold(name: str) -> str:
    """Fold the case of a name, as far as that can make it ASCII; ``lower`` knows the Kelvin sign."""
    return name.lower().replace("\u017f", "s")


def check_names(given: Collection[object], read: frozenset[str], what: str) -> None:
    """Refuse the names in an object if another parser takes one for another name, of those that are read."""
    violation = _find_among(given, read)
    if violation is not None:
        raise MalformedInput(f"{what} is malformed: {violation.in_words()}")


def _find_among(given: Collection[object], read: frozenset[str]) -> Violation | None:
    if read.issuperset(given):
        return None
    by_folded = _by_folded(read)
    for name in given:
        if name not in read and isinstance(name, str):
            meant = by_folded.get(fold(name))
            if meant is not None:
                return Violation((name,), Rule.FOLDED, meant)
    return None


@lru_cache(maxsize=256)
def _by_folded(names: frozenset[str]) -> dict[str, str]:
    return {fold(name): name for name in names}


class _Reader(NamedTuple):
    """What a type reads of an object, or of each object in an array.

    Attributes:
        names: The names that it reads.
        parts: Those of members that are objects, or arrays of objects, with what is read of these.
        values: What is read of each member, where any name is allowed.
    """

    names: frozenset[str]
    parts: tuple[tuple[str, "_Reader"], ...] = ()
    values: "_Reader | None" = None


def find_folded_name(value: object, into: object) -> Violation | None:
    """Find a name that another parser takes for one of the type, in a value that fits the type."""
    reader = _reader_of(into)
    # Most documents are one object without unknown names.
    if reader is None or (not reader.parts and type(value) is dict and reader.names.issuperset(value)):
        return None
    return _find_within(value, reader)


def _find_within(value: object, reader: _Reader) -> Violation | None:
    if isinstance(value, (dict, Mapping)):
        violation = _find_among(value, reader.names)
        if violation is not None:
            return violation
        parts: Iterable[tuple[str, _Reader]] = reader.parts
        if reader.values is not None:
            parts = ((name, reader.values) for name in value)
        for name, part in parts:
            violation = _find_within(value.get(name), part)
            if violation is not None:
                return violation.within(name)
    elif isinstance(value, (list, tuple)):
        for number, item in enumerate(value):
            violation = _find_within(item, reader)
            if violation is not None:
                return violation.within(number)
    return None


@lru_cache(maxsize=128)
def _reader_of(into: Any) -> _Reader | None:
    return _reader(type_info(into))


def _reader(wanted: inspect.Type) -> _Reader | None:
    """Collect the names that a type reads; of a union, those of all its types."""
    if isinstance(wanted, inspect.Metadata):
        return _reader(wanted.type)
    if isinstance(wanted, inspect.CollectionType):
        return _reader(wanted.item_type)
    if isinstance(wanted, inspect.DictType):
        values = _reader(wanted.value_type)
        return None if values is None else _Reader(frozenset(), values=values)
    if isinstance(wanted, inspect.StructType | inspect.DataclassType):
        parts = [(field.encode_name, _reader(field.type)) for field in wanted.fields]
        tag = getattr(wanted, "tag_field", None)
        names = frozenset(name for name, _ in parts) | ({tag} if tag else set())
        return _Reader(names, tuple((name, part) for name, part in parts if part is not None))
    if isinstance(wanted, inspect.UnionType):
        readers = [reader for reader in map(_reader, wanted.types) if reader is not None]
        if readers:
            return _Reader(
                frozenset().union(*(reader.names for reader in readers)),
                tuple(part for reader in readers for part in reader.parts),
                next((reader.values for reader in readers if reader.values is not None), None),
            )
    return None
