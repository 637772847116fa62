"""Find the unknown fields of a request: typing errors, which the deployed service ignores."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from itertools import islice
from typing import Any, Final, NamedTuple, cast

from sealwax._codec.violations import clip
from sealwax.operations import catalog
from sealwax.operations.all_operations import OLDER, OPERATIONS
from sealwax.operations.openapi.schemas import request_schema
from sealwax.operations.parameters import Parameters
from sealwax_service._limits import MAX_SHOWN_UNKNOWN_FIELDS
from sealwax_service.state.records import Json

from .context import Reader

_OLDER: Final = {facts.activity_type: class_name for class_name, facts in OLDER.values()}
"""The class names of the earlier versions in the catalog, by the types of their activities."""


class _Shape(NamedTuple):
    """A JSON Schema, and the definitions that it refers to."""

    schema: Mapping[str, Any]
    definitions: Mapping[str, Any]

    def parts(self) -> "Iterator[_Shape]":
        """Yield its resolved schemas, without references and alternatives."""
        if "$ref" in self.schema:
            yield from self.at(self.definitions[self.schema["$ref"].rpartition("/")[2]]).parts()
        elif "anyOf" in self.schema:
            for each in self.schema["anyOf"]:
                yield from self.at(each).parts()
        else:
            yield self

    def at(self, schema: Mapping[str, Any]) -> "_Shape":
        """Return another schema with the same definitions."""
        return self._replace(schema=schema)


def _shape(reader: Reader) -> _Shape:
    return _Shape(*(request_schema(reader) if isinstance(reader, type) else reader.schema()))


class _Known:
    """The allowed fields of a value, by any of several schemas, and of its items."""

    def __init__(self, shapes: Iterable[_Shape]) -> None:
        self._parts = [part for shape in shapes for part in shape.parts()]

    @property
    def is_nothing(self) -> bool:
        """Whether no schema allows the value, so that its reader refuses it."""
        return not self._parts

    @cached_property
    def items(self) -> "_Known":
        """Return the allowed fields of an array's items."""
        return _Known([part.at(part.schema["items"]) for part in self._parts if "items" in part.schema])

    @cached_property
    def fields(self) -> "Mapping[str, _Known] | None":
        """Return the allowed content of each field; None if no schema restricts fields."""
        found: dict[str, list[_Shape]] = {}
        objects = [part for part in self._parts if "properties" in part.schema]
        for part in objects:
            for name, schema in part.schema["properties"].items():
                found.setdefault(name, []).append(part.at(schema))
        return {name: _Known(shapes) for name, shapes in found.items()} if objects else None


@cache
def _known(name: str, reader: Any, activity_type: str | None) -> _Known:
    """Return the fields of an operation's parameters that the service reads, or documents."""
    shapes, older = [_shape(reader)], _OLDER.get(activity_type or "")
    if older is not None:
        shapes.append(_shape(getattr(catalog, older)))
    elif name in OPERATIONS:
        shapes.append(_shape(cast("type[Parameters]", OPERATIONS[name])))
    return _Known(shapes)


def unknown_fields(name: str, given: Json, reader: Reader, activity_type: str | None = None) -> list[str]:
    """Return the paths of the first unknown fields."""
    found = _find(given, _known(name, cast("Any", reader), activity_type), "")
    return [clip(path) for path in islice(found, MAX_SHOWN_UNKNOWN_FIELDS)]


def _find(value: object, known: _Known, path: str) -> Iterator[str]:
    if known.is_nothing:
        return
    if isinstance(value, list):
        for number, item in enumerate(value):
            if isinstance(item, dict | list):
                yield from _find(item, known.items, f"{path}[{number}]")
    elif isinstance(value, dict) and known.fields is not None:
        for name, item in value.items():
            place = f"{path}.{name}" if path else name
            if name not in known.fields:
                yield place
            elif isinstance(item, dict | list):
                yield from _find(item, known.fields[name], place)
