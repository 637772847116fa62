"""The routes that only the service's description has: it checks their requests, and shapes the answers.

A value of a schema is determined by the schema, and by the texts of the request: a text with the name of one
of them repeats it. Nothing is kept but the activity of a submit.
"""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import Any, Final
from uuid import UUID

from sealwax.errors import InvalidRequest, MalformedInput, Unsupported
from sealwax.operations.description import ApiDescription, DescribedOperation
from sealwax.operations.openapi import KNOWN_VALUES, REFERENCE, Check, Schema, checker

from ._limits import MAX_MADE_UP_DEPTH, MAX_MADE_UP_VALUES
from .context import Row, StampedContext, SubmitContext, SubmitRow, at_once
from .queries import QUERIES
from .state import Json, Version
from .submits import SUBMITS

Shape = Callable[[], Schema]

_UNSPECIFIED: Final = "_UNSPECIFIED"
# Decimal text, and the time of a record: 1 January 2026.
_TEXTS: Final = {"seconds": "1767225600", "nanos": "0"}
_OTHERS: Final[dict[str, object]] = {"integer": 1, "number": 1, "boolean": False}


class Described:
    """The body of a route in the description, or its parameters: what ``name`` is the member for."""

    def __init__(self, description: ApiDescription, operation: str, *path: str) -> None:
        self._description, self._operation, self._path = description, operation, path

    def schema(self) -> Schema:
        """Return the JSON Schema, which ``checker`` checks."""
        return _find(self._description.request_schema(self._operation), self._path)

    @cached_property
    def _check(self) -> Check:
        return checker(self.schema())

    def read(self, given: Mapping[str, object], label: str) -> Json:
        """Return what was given if it is as the description has it."""
        violation = self._check(given)
        if violation is not None:
            raise InvalidRequest(f"{label}: {violation.in_words()}")
        return dict(given)


class MadeUp:
    """The rows of the routes that a description has, and the local service does not."""

    def __init__(self, description: ApiDescription | None) -> None:
        self.submits: dict[str, SubmitRow] = {}
        self.queries: dict[str, Row] = {}
        self.shapes: dict[str, Shape] = {}
        """The functions that make the schema of each answer; of a submit, that of the result, if any."""
        if description is None:
            return
        for name, operation in description.operations.items():
            if operation.surface == "submit" and name not in SUBMITS:
                self._add_submit(description, operation)
            elif operation.surface == "query" and name not in QUERIES:
                self._add_query(description, name)

    def _add_submit(self, description: ApiDescription, operation: DescribedOperation) -> None:
        name, key = operation.name, operation.result_keys[-1] if operation.result_keys else None
        version = Version(str(operation.activity_type), str(operation.intent_key), key)
        shape = _shape(description, name, "activity", "result", str(key))
        if key is not None:
            self.shapes[name] = shape

        def run(context: SubmitContext, given: Json) -> Json:
            return {} if key is None else _answer(context, shape(), given)

        body = Described(description, name, "parameters")
        self.submits[name] = SubmitRow((version,), {version.type: (body, at_once(run))})

    def _add_query(self, description: ApiDescription, name: str) -> None:
        shape = self.shapes[name] = _shape(description, name)

        def run(context: StampedContext, given: Json) -> Json:
            return _answer(context, shape(), given)

        self.queries[name] = Row(Described(description, name), run)

    @property
    def is_empty(self) -> bool:
        """Whether there is no such route."""
        return not self.submits and not self.queries

    def __contains__(self, name: str) -> bool:
        return name in self.submits or name in self.queries


def _shape(description: ApiDescription, name: str, *path: str) -> Shape:
    """Return what makes the schema of an answer's member, at the first request only."""
    return cache(lambda: _find(description.answer_schema(name), path))


def _answer(context: StampedContext, schema: Schema, given: Json) -> Json:
    known = {name: value for name, value in given.items() if isinstance(value, str)}
    known["organizationId"] = context.organization.organization_id
    made = make_value(schema, known)
    return made if isinstance(made, dict) else {}


def make_value(schema: Schema, known: Mapping[str, str]) -> Any:
    """Make up a value of a schema of an answer.

    ``known`` has the texts that a member of their name repeats.
    """
    return _Maker(schema.get("definitions", {}), known).make(schema, "value", ())


class _Maker:
    """Makes a value. Each object is in itself at most once, and beyond the bounds only what is required."""

    def __init__(self, definitions: Mapping[str, Schema], known: Mapping[str, str]) -> None:
        self._definitions, self._known = definitions, known
        self._count = 0

    def make(self, schema: Schema, name: str, within: tuple[str, ...]) -> Any:
        self._count += 1
        if len(within) > 2 * MAX_MADE_UP_DEPTH or self._count > 2 * MAX_MADE_UP_VALUES:
            raise Unsupported("the description requires a value that is too large to make up")
        reference = str(schema.get("$ref", ""))
        found = _resolve(schema, self._definitions)
        within = (*within, reference)
        kind = found.get("type", "string")
        if kind == "object":
            required = found.get("required", ())
            return {
                each: self.make(member, each, within)
                for each, member in found.get("properties", {}).items()
                if each in required or not self._ends(member, within)
            }
        if kind == "array":
            items = found.get("items", {})
            return [] if self._ends(items, within) else [self.make(items, name, within)]
        return self._text(found, name) if kind == "string" else _first_known(found, _OTHERS[kind])

    def _ends(self, schema: Schema, within: tuple[str, ...]) -> bool:
        """Whether a value of a schema would lead back to an object that it is in, or beyond the bounds."""
        is_large = len(within) >= MAX_MADE_UP_DEPTH or self._count >= MAX_MADE_UP_VALUES
        return is_large or ("$ref" in schema and schema["$ref"] in within)

    def _text(self, schema: Schema, name: str) -> object:
        if KNOWN_VALUES in schema:
            return _first_known(schema, "")
        if "format" in schema:
            return "AAAA" if schema["format"] == "byte" else "1"
        if name in self._known:
            return self._known[name]
        if name.endswith(("Id", "Ids")):
            return str(UUID(bytes=hashlib.sha256(name.encode()).digest()[:16], version=4))
        return _TEXTS.get(name, f"made up: {name}")


def _first_known(schema: Schema, default: object) -> object:
    """Return the first value of an enumeration that means something."""
    values = schema.get(KNOWN_VALUES, [default])
    return next((value for value in values if not str(value).endswith(_UNSPECIFIED)), values[0])


def _resolve(schema: Schema, definitions: Mapping[str, Any]) -> Any:
    """Return the schema that a reference means."""
    reference = schema.get("$ref")
    return schema if reference is None else definitions[reference.removeprefix(REFERENCE)]


def _find(schema: Any, path: tuple[str, ...]) -> Schema:
    """Return the schema of a member at a path, with the definitions that it refers to."""
    found: Schema = {"$ref": schema["$ref"]}
    for name in path:
        properties = _resolve(found, schema["definitions"]).get("properties", {})
        if name not in properties:
            raise MalformedInput(
                f"the API's description has no member {name} in the answer to this operation"
            )
        found = properties[name]
    return {**found, "definitions": schema["definitions"]}
