"""Refuse names in a JSON value that another parser takes for a name that is read.

Parsers differ on names. Go's ``encoding/json`` ignores case: two names are equal to it if simple case folding
of Unicode makes them equal, and U+017F (long s) folds to s, U+212A (the Kelvin sign) to k. The types' own
names are ASCII.

| name | decision |
|---|---|
| a name of the type, exactly | read |
| a name of the type in another case, even without the exact name beside it | refused |
| another name, even twice in different cases; any name in a value without a type | ignored |
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import inspect

from sealwax.errors import MalformedInput

from .violations import Rule, Violation, type_info


def fold(name: str) -> str:
    """Fold the case of a name, as far as that can make it ASCII; ``lower`` knows the Kelvin sign."""
    return name.lower().replace("\u017f", "s")


def check_names(given: Collection[object], read: frozenset[str], what: str) -> None:
    """Refuse names in an object that other parsers take for one of the names that are read."""
    _refuse_any(folded_names(given, read), what)


def check_all_names(value: object, into: object, what: str) -> None:
    """Refuse names anywhere in a value that other parsers take for a name of its type."""
    reader = _reader_of(into)
    # Most documents are one object without unknown names.
    if reader is not None and (reader.parts or type(value) is not dict or not reader.names.issuperset(value)):
        _refuse_any(_folded_within(value, reader), what)


def _refuse_any(violations: Iterator[Violation], what: str) -> None:
    for violation in violations:
        raise MalformedInput(f"{what} is malformed: {violation.in_words()}")


def folded_names(given: Collection[object], read: frozenset[str]) -> Iterator[Violation]:
    """Find names in an object that other parsers take for one of the names that are read."""
    if read.issuperset(given):
        return
    by_folded = _by_folded(read)
    for name in given:
        if name not in read and isinstance(name, str) and fold(name) in by_folded:
            yield Violation((name,), Rule.FOLDED, by_folded[fold(name)])


@lru_cache(maxsize=256)
def _by_folded(names: frozenset[str]) -> dict[str, str]:
    return {fold(name): name for name in names}


class _Reader:
    """The names that a type reads in an object, and the readers of its members, or of any member.

    The reader of a type that refers to itself does so too.
    """

    __slots__ = ("names", "parts", "values")

    def __init__(self) -> None:
        self.names: frozenset[str] = frozenset()
        self.parts: tuple[tuple[str, _Reader], ...] = ()
        self.values: _Reader | None = None


def _folded_within(value: object, reader: _Reader) -> Iterator[Violation]:
    if isinstance(value, (dict, Mapping)):
        yield from folded_names(value, reader.names)
        parts: Iterable[tuple[str, _Reader]] = reader.parts
        if reader.values is not None:
            parts = [*parts, *((name, reader.values) for name in value)]
        for name, part in parts:
            yield from (violation.within(name) for violation in _folded_within(value.get(name), part))
    elif isinstance(value, (list, tuple)):
        for number, item in enumerate(value):
            yield from (violation.within(number) for violation in _folded_within(item, reader))


@lru_cache(maxsize=128)
def _reader_of(into: Any) -> _Reader | None:
    return _reader([type_info(into)], {})


def _reader(wanted: Iterable[inspect.Type], made: dict[frozenset[int], _Reader]) -> _Reader | None:
    """Collect the names that types read; ``made`` has the readers so far, by the identities of the types."""
    seen: set[int] = set()
    objects = [each for one in wanted for each in _objects_in(one, seen)]
    if not objects:
        return None
    key = frozenset(map(id, objects))
    if key in made:
        return made[key]
    reader = made[key] = _Reader()
    names: set[str] = set()
    # A member of several types is walked once, for all of them.
    members: dict[str, list[inspect.Type]] = {}
    values: list[inspect.Type] = []
    for each in objects:
        if isinstance(each, inspect.DictType):
            values.append(each.value_type)
            continue
        if isinstance(each, inspect.StructType) and each.tag_field:
            names.add(each.tag_field)
        for field in each.fields:
            members.setdefault(field.encode_name, []).append(field.type)
    parts = [(name, _reader(types, made)) for name, types in members.items()]
    reader.names = frozenset(names.union(members))
    reader.parts = tuple((name, part) for name, part in parts if part is not None)
    reader.values = _reader(values, made)
    return reader


def _objects_in(wanted: Any, seen: set[int]) -> Iterator[Any]:
    """Yield the types of the objects that a type is, or that its arrays have."""
    # A type of arrays can refer to itself too.
    if id(wanted) in seen:
        return
    seen.add(id(wanted))
    choices: Iterable[Any] = ()
    if isinstance(wanted, inspect.NamedTupleType) or getattr(wanted, "array_like", False):
        choices = [field.type for field in wanted.fields]
    elif isinstance(wanted, inspect.Metadata):
        choices = [wanted.type]
    elif isinstance(wanted, inspect.CollectionType):
        choices = [wanted.item_type]
    elif isinstance(wanted, inspect.TupleType):
        choices = wanted.item_types
    elif isinstance(wanted, inspect.UnionType):
        choices = wanted.types
    elif isinstance(wanted, _OBJECTS):
        yield wanted
    for choice in choices:
        yield from _objects_in(choice, seen)


_OBJECTS = (inspect.StructType, inspect.DataclassType, inspect.TypedDictType, inspect.DictType)
