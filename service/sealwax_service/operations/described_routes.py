"""The routes that only the service's description has: it checks their requests, and shapes the answers.

The schema determines a value, except that a text repeats the request's text of the same name. Only the
activity of a submit is kept.
"""

import hashlib
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any, Final
from uuid import UUID

import msgspec

from sealwax.errors import MalformedInput, Unsupported
from sealwax.operations import ApiDescription, Record, VoteOperation
from sealwax.operations.openapi.schemas import record_schema
from sealwax.operations.operation import ActivityOperation
from sealwax_service._limits import MAX_MADE_UP_DEPTH, MAX_MADE_UP_VALUES
from sealwax_service.requests.context import Row, StampedContext, SubmitRow, at_once
from sealwax_service.state.records import Json, Version

from .queries import QUERIES
from .submits import SUBMITS

Schema = Mapping[str, Any]

_UNSPECIFIED: Final = "_UNSPECIFIED"
# Decimal text, and the time of a record: 1 January 2026.
_TEXTS: Final = {"seconds": "1767225600", "nanos": "0"}
_OTHERS: Final[dict[str, object]] = {"integer": 1, "number": 1, "boolean": False, "object": {}}


class MadeUp:
    """The rows of a description's routes that the local service lacks."""

    def __init__(self, description: ApiDescription | None) -> None:
        self.submits: dict[str, SubmitRow] = {}
        self.queries: dict[str, Row] = {}
        self.results: dict[str, type[Record]] = {}
        """The types of the answers; of a submit, the result's type, if any."""
        self.problems: dict[str, str] = {}
        """The reasons why operations of the description have no route."""
        if description is None:
            return
        for name in description.operations:
            if name not in SUBMITS and name not in QUERIES:
                self._try(name, description)

    def _try(self, name: str, description: ApiDescription) -> None:
        try:
            self._add(name, description.operations[name])
        except (MalformedInput, Unsupported) as error:
            self.problems[name] = str(error)

    def _add(self, name: str, operation: Any) -> None:
        run: Any = _nothing
        if not issubclass(operation, VoteOperation):
            self.results[name] = operation.result_type
            run = partial(_answer, operation.result_type)
        if issubclass(operation, ActivityOperation):
            key = getattr(operation, "result_key", None)
            version = Version(operation.activity_type, operation.intent_key, key)
            self.submits[name] = SubmitRow((version,), {version.type: (operation, at_once(run))})
        else:
            self.queries[name] = Row(operation.body_type(), run)

    @property
    def is_empty(self) -> bool:
        """Whether there is no such route."""
        return not self.submits and not self.queries

    def __contains__(self, name: str) -> bool:
        return name in self.submits or name in self.queries


def _nothing(_context: StampedContext, _given: object) -> Json:
    return {}


# Made on a route's first request, because most routes are never used.
_schema_of: Final = lru_cache(maxsize=64)(record_schema)


def _answer(result: type[Record], context: StampedContext, given: Any) -> Json:
    known = {name: value for name, value in msgspec.to_builtins(given).items() if isinstance(value, str)}
    known["organizationId"] = context.organization.organization_id
    made: Json = make_value(*_schema_of(result), known)
    return made


def make_value(schema: Schema, definitions: Mapping[str, Schema], known: Mapping[str, str]) -> Any:
    """Make up a value of a schema of an answer.

    ``known`` has the texts that members of the same name repeat.
    """
    return _Maker(definitions, known).make(schema, "value", 0)


class _Maker:
    """Makes a value; beyond the bounds, an object has only its required members."""

    def __init__(self, definitions: Mapping[str, Schema], known: Mapping[str, str]) -> None:
        self._definitions, self._known = definitions, known
        self._count = 0

    def make(self, schema: Schema, name: str, depth: int) -> Any:
        self._count += 1
        if self._count > 2 * MAX_MADE_UP_VALUES:
            raise Unsupported("the description requires a value that is too large to make up")
        if "anyOf" in schema:
            # An optional member, because null is one of the choices.
            schema = next(choice for choice in schema["anyOf"] if choice.get("type") != "null")
        if "$ref" in schema:
            schema = self._definitions[schema["$ref"].rpartition("/")[2]]
        if "properties" in schema:
            required = schema["required"]
            return {
                each: self.make(member, each, depth + 1)
                for each, member in schema["properties"].items()
                if each in required or not self._ends(depth)
            }
        kind = schema.get("type", "string")
        if kind == "array":
            return [] if self._ends(depth) else [self.make(schema.get("items", {}), name, depth + 1)]
        return self._text(schema, name) if kind == "string" else _OTHERS[kind]

    def _ends(self, depth: int) -> bool:
        return depth >= MAX_MADE_UP_DEPTH or self._count >= MAX_MADE_UP_VALUES

    def _text(self, schema: Schema, name: str) -> str:
        if "examples" in schema:
            values: list[str] = schema["examples"]
            return next((value for value in values if not value.endswith(_UNSPECIFIED)), values[0])
        if name in self._known:
            return self._known[name]
        if name.endswith(("Id", "Ids")):
            return str(UUID(bytes=hashlib.sha256(name.encode()).digest()[:16], version=4))
        return _TEXTS.get(name, f"made up: {name}")
