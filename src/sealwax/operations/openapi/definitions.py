"""Read the service's description of its API, an OpenAPI 2 document, into definitions of classes.

| in the document | decision |
|---|---|
| a schema, an operation, a reference or a name without the expected form | refused |
| a type of an activity that is not that of its intent | refused |
| a chain of more than 8 references; more than 1024 members, values or required names | unsupported |
| another keyword, such as ``pattern``; a type without a kind | unsupported; in an answer, any value |
| an object that contains itself, or objects nested more than 64 levels deep | likewise |
| two members with the same Python name | unsupported |
| members beyond ``properties`` | refused in a request, kept in an answer |
| an enumeration | checked in a request; an answer may have new values |
| null; also with ``x-nullable`` | like a member that is left out, in an answer; refused in a request |
"""

import keyword
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from sealwax._codec.strict_json import convert_json
from sealwax._limits import (
    MAX_JSON_DEPTH,
    MAX_OPERATION_NAME_CHARACTERS,
    MAX_REFERENCE_CHAIN,
    MAX_SCHEMA_MEMBERS,
)
from sealwax.activities.intents import intent_name, type_parts
from sealwax.errors import MalformedInput, Unsupported
from sealwax.operations.facts import OperationFacts
from sealwax.operations.operation import QueryOperation, SubmitOperation, Surface
from sealwax.operations.parameters import Parameters
from sealwax.operations.responses import Record, is_ours

from .classes import Definition, Field, Kind

PATH: Final = re.compile(
    r"/public/v1/(?P<surface>submit|query)/"
    rf"(?P<name>[a-z][a-z0-9_]{{0,{MAX_OPERATION_NAME_CHARACTERS - 1}}})",
    re.ASCII,
)
REFERENCE: Final = "#/definitions/"
_INTENTS: Final = "v1Intent"
_RESULTS: Final = "v1Result"
_RESULT: Final = re.compile(r"(\w+)Result(V[0-9]{1,3})?", re.ASCII)
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_VALUE: Final = re.compile(r"[!-~]+", re.ASCII)
_ANY: Final = Kind("any")
_OBJECT: Final = "object"
_MAP: Final = Kind("map")
_ANSWERED: Final = frozenset({"any", "object", "number"})
"""The types that only answers have, because their checks are too weak for requests."""
_PLAIN_KINDS: Final = {
    ("string", ""): "text",
    ("string", "byte"): "base64",
    ("string", "int64"): "int64 text",
    ("string", "uint64"): "uint64 text",
    ("integer", ""): "int64",
    ("integer", "int32"): "int32",
    ("integer", "int64"): "int64",
    ("number", ""): "number",
    ("boolean", ""): "bool",
    (_OBJECT, ""): _OBJECT,
}
"""The types of fields by the types and formats of members; other formats describe."""
_ANNOTATIONS: Final = frozenset({"title", "description", "default", "example", "externalDocs", "readOnly"})
_CONSTANTS: Final = frozenset({"operation_name", "activity_type", "intent_key", "result_key", "result_type"})
"""The attributes that the class of an operation has, and its bases only declare."""
_BODY: Final = frozenset({"type", "timestampMs", "organizationId", "parameters"})


class Schema(msgspec.Struct, frozen=True):
    """A schema of the document."""

    ref: str | UnsetType = msgspec.field(name="$ref", default=UNSET)
    type: Literal["string", "integer", "number", "boolean", "array", "object", ""] = ""
    format: str = ""
    enum: list[Any] = []
    items: dict[str, Any] | None = None
    properties: dict[str, dict[str, Any]] = {}
    required: list[str] = []
    additional: bool | dict[str, Any] = msgspec.field(name="additionalProperties", default=False)


_KEYWORDS: Final = _ANNOTATIONS | {field.encode_name for field in msgspec.structs.fields(Schema)}


class _Reference(msgspec.Struct, frozen=True):
    ref: str = msgspec.field(name="$ref")


class _Parameter(msgspec.Struct, frozen=True):
    is_in: str = msgspec.field(name="in")
    schema: _Reference | None = None


class _Response(msgspec.Struct, frozen=True):
    schema: _Reference | None = None


class Post(msgspec.Struct, frozen=True):
    """The method of a path."""

    parameters: list[_Parameter] = []
    responses: dict[str, _Response] = {}
    summary: str = ""


class Described(NamedTuple):
    """An operation of the document; ``results`` has the references to its results by their versions."""

    facts: OperationFacts
    request: str
    summary: str = ""
    answer: str = ""
    results: Mapping[str, dict[str, Any]] = {}


class Schemas:
    """The definitions of a document."""

    __slots__ = ("_ends", "_raw", "_read")

    def __init__(self, definitions: Mapping[str, dict[str, Any]]) -> None:
        self._raw = definitions
        self._read: dict[str, Schema] = {}
        self._ends: dict[str, str] = {}

    def __getitem__(self, name: str) -> Schema:
        """Return the schema of a definition that is not a reference."""
        if name not in self._read:
            self._read[name] = read_schema(self._raw[name])
        return self._read[name]

    def raw(self, name: str) -> dict[str, Any]:
        """Return a definition of the document unchanged."""
        return self._raw[name]

    def resolve(self, reference: str) -> str:
        """Follow references to the name of a definition that is not a reference."""
        name = self._name(reference)
        if name not in self._ends:
            self._ends[name] = self._follow(name)
        return self._ends[name]

    def _follow(self, name: str) -> str:
        passed = [name]
        while "$ref" in self._raw[passed[-1]]:
            name = self._name(self._raw[passed[-1]]["$ref"])
            if name in passed:
                raise MalformedInput("a reference leads back to itself")
            if len(passed) == MAX_REFERENCE_CHAIN:
                raise Unsupported(f"a chain has more than {MAX_REFERENCE_CHAIN} references")
            passed.append(name)
        return passed[-1]

    def _name(self, reference: object) -> str:
        name = reference.removeprefix(REFERENCE) if isinstance(reference, str) else None
        if name is None or name not in self._raw or name == reference:
            raise MalformedInput("a reference is not to one of its definitions")
        if not _NAME.fullmatch(name):
            raise Unsupported("a definition has a name that is not supported; get a newer sealwax")
        return name


def read_schema(raw: dict[str, Any]) -> Schema:
    """Read a schema; refuse a schema that is too large."""
    schema = convert_json(raw, Schema, "a schema")
    for many in (schema.properties, schema.enum, schema.required):
        if len(many) > MAX_SCHEMA_MEMBERS:
            raise Unsupported(f"a schema has more than {MAX_SCHEMA_MEMBERS} members, values or names")
    return schema


class Definitions:
    """The definitions of a document's operations, and of the objects in them, by the names of classes.

    ``tools.catalog`` chooses other names.
    """

    def __init__(self, schemas: Schemas) -> None:
        self.made: dict[str, Definition] = {}
        self.schemas: Schemas = schemas
        self._within: list[str] = []

    def describe(self, surface: Surface, name: str, post: Post | None) -> Described:
        """Find the body and the answer of an operation."""
        if post is None or len(post.parameters) != 1:
            raise MalformedInput("the operation must be a POST with a body")
        (body,) = post.parameters
        answer = post.responses.get("200")
        if body.is_in != "body" or body.schema is None or answer is None or answer.schema is None:
            raise MalformedInput("the operation must have schemas for its body and its answer")
        request, answered = (self.schemas.resolve(schema.ref) for schema in (body.schema, answer.schema))
        if surface != "submit":
            if surface == "query" and "organizationId" not in self.schemas[request].properties:
                raise MalformedInput("the query has no organizationId")
            return Described(OperationFacts(surface, name), request, post.summary, answered)
        activity_type, parameters, proofs = self._body(request)
        described = self.describe_activity(name, activity_type, post.summary)
        if parameters != described.request:
            raise MalformedInput("the parameters of the body differ from the intent of its type")
        return described._replace(facts=described.facts._replace(makes_app_proofs=proofs))

    def _body(self, definition: str) -> tuple[str, str, bool]:
        """Return the type in the body of a submit operation, its parameters, and whether it has proofs."""
        members = self.schemas[definition].properties
        if not members.keys() >= _BODY:
            raise MalformedInput("the body must have type, timestampMs, organizationId and parameters")
        types = read_schema(members["type"]).enum
        if len(types) != 1 or not isinstance(types[0], str):
            raise MalformedInput("the body must have exactly one type")
        return types[0], self._reference(members["parameters"]), "generateAppProofs" in members

    def describe_activity(self, name: str, activity_type: str, summary: str = "") -> Described:
        """Find the parts of the activities of a type."""
        intents, results = self._activities
        parts, key = type_parts(activity_type), intent_name(activity_type)
        if parts is None or key not in intents:
            raise MalformedInput("no intent has the name of its type")
        activity, version = parts
        found = results.get(key.removesuffix(f"Intent{version}"), {})
        surface: Literal["submit", "vote"] = "submit" if found else "vote"
        facts = OperationFacts(surface, name, "" if activity == name else activity, version)
        if found:
            facts = facts._replace(result_version=max(found, key=lambda each: int(each[1:] or 1)))
        return Described(facts, self._reference(intents[key]), summary, "", found)

    @cached_property
    def _activities(self) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, dict[str, Any]]]]:
        """The intents by name, and the results by the names of activities and by version."""
        intents, results = (
            self.schemas[self.schemas.resolve(REFERENCE + part)].properties for part in (_INTENTS, _RESULTS)
        )
        found: dict[str, dict[str, dict[str, Any]]] = {}
        for key, schema in results.items():
            if match := _RESULT.fullmatch(key):
                found.setdefault(match[1], {})[match[2] or ""] = schema
        return intents, found

    def _reference(self, schema: dict[str, Any]) -> str:
        """Return the name of the definition that a schema refers to."""
        return self.schemas.resolve(convert_json(schema, _Reference, "a schema").ref)

    def add(self, described: Described) -> str:
        """Add the definition of an operation's class; return its name."""
        facts, result = described.facts, ""
        name = self.class_name(facts)
        if facts.surface == "submit":
            answer = self._reference(described.results[facts.result_version])
            result = self.add_result(name, facts, answer)
        elif facts.surface != "vote":
            result = self.add_result(name, facts, described.answer)
        fields = self.fields(name, described.request, is_request=True)
        if facts.surface == "query":
            fields = tuple(field for field in fields if field.wire_name != "organizationId")
        self.made[name] = Definition("operation", fields, described.summary, facts=facts, result=result)
        return name

    def class_name(self, facts: OperationFacts) -> str:
        """Return a unique name for an operation's class."""
        return facts.name

    def add_result(self, class_name: str, facts: OperationFacts, definition: str) -> str:  # noqa: ARG002
        """Add the definition of an operation's answer; return the name of its class."""
        name = self.part(definition, is_request=False).name
        if name not in self.made or self.made[name].role != "record":
            raise MalformedInput("the answer is not an object")
        return name

    def part_name(self, definition: str, *, is_request: bool) -> str:
        """Return a name for the class of a definition that no operation has."""
        return f"{'request' if is_request else 'answer'}.{definition}"

    def part(self, definition: str, *, is_request: bool) -> Kind:
        """Return the kind of a definition, and add that of its class."""
        name = self.part_name(definition, is_request=is_request)
        if name in self.made and not self.made[name].values:
            return Kind(name)
        if definition in self._within or len(self._within) == MAX_JSON_DEPTH:
            return _ANY
        self._within.append(definition)
        try:
            schema, raw = self.schemas[definition], self.schemas.raw(definition)
            if is_request and not _is_known(raw):
                return _ANY
            if schema.properties or (schema.type == _OBJECT and schema.additional is False):
                self.add_object(name, definition, is_request=is_request)
                return Kind(name)
            return self.kind(raw, definition, "", is_request=is_request)
        finally:
            self._within.pop()

    def add_object(self, name: str, definition: str, *, is_request: bool) -> None:
        """Add the definition of an object's class."""
        text = _description(self.schemas.raw(definition)) or f"The definition {definition}."
        fields = self.fields(name, definition, is_request=is_request)
        self.made[name] = Definition("parameters" if is_request else "record", fields, text)

    def fields(self, class_name: str, definition: str, *, is_request: bool) -> tuple[Field, ...]:
        """Return the fields of a class. Members of an answer that cannot be fields are only in ``raw``."""
        schema = self.schemas[definition]
        if is_request and not schema.properties.keys() >= {*schema.required}:
            raise MalformedInput("a schema requires a member that it does not define")
        found = tuple(
            self.field(class_name, definition, wire_name, is_request=is_request)
            for wire_name in schema.properties
            if is_request or (_NAME.fullmatch(wire_name) and not is_ours(wire_name))
        )
        if len({field.name for field in found}) != len(found):
            raise Unsupported("two members of a schema have the same name in Python; get a newer sealwax")
        return found

    def field(self, class_name: str, definition: str, wire_name: str, *, is_request: bool) -> Field:  # noqa: ARG002
        """Return a field of a class."""
        schema = self.schemas[definition]
        member = schema.properties[wire_name]
        kind = self.kind(member, definition, wire_name, is_request=is_request)
        if is_request and (kind.name in _ANSWERED or not _NAME.fullmatch(wire_name)):
            raise Unsupported("a member has a name or a schema that is not supported; get a newer sealwax")
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", wire_name).lower()
        if not is_request:
            is_taken = hasattr(Record, name)
        elif self._within:
            is_taken = hasattr(Parameters, name)
        else:
            is_taken = name in _CONSTANTS or hasattr(SubmitOperation, name) or hasattr(QueryOperation, name)
        if is_taken or keyword.iskeyword(name):
            name += "_"
        return Field(name, wire_name, wire_name not in schema.required, kind, _description(member))

    def kind(self, raw: dict[str, Any], definition: str, wire_name: str, *, is_request: bool) -> Kind:
        """Return the kind of a schema: of a definition, or of a member of it."""
        schema = read_schema(raw)
        if isinstance(schema.ref, str):
            return self.part(self.schemas.resolve(schema.ref), is_request=is_request)
        if is_request and not _is_known(raw):
            return _ANY
        if schema.enum and schema.type in {"string", ""} and all(map(_is_value, schema.enum)):
            return self.values(definition, wire_name, tuple(schema.enum), is_request=is_request)
        if schema.type == "array" and schema.items is not None:
            kind = self.kind(schema.items, definition, wire_name, is_request=is_request)
            return kind._replace(arrays=kind.arrays + 1)
        return _ANY if schema.enum else self.plain(schema, is_request=is_request)

    def values(self, definition: str, wire_name: str, values: tuple[str, ...], *, is_request: bool) -> Kind:
        """Return the kind of an enumeration, and add its definition."""
        name = ".".join(filter(None, (self.part_name(definition, is_request=is_request), wire_name)))
        self.made[name] = Definition("values", values=values)
        return Kind(name, is_open=not is_request)

    def plain(self, schema: Schema, *, is_request: bool) -> Kind:  # noqa: ARG002 - for the tool
        """Return the kind of any other value; unknown formats only describe."""
        if not schema.properties and schema.additional == {"type": "string"}:
            return _MAP
        for key in ((schema.type, schema.format), (schema.type, "")):
            if key in _PLAIN_KINDS:
                return Kind(_PLAIN_KINDS[key])
        return _ANY


def _description(raw: dict[str, Any]) -> str:
    """Return the description of a schema on one line, empty without text."""
    text = raw.get("description")
    return " ".join(text.split()) if isinstance(text, str) else ""


def _is_known(raw: dict[str, Any]) -> bool:
    """Whether a schema has only keywords that are checked or descriptive."""
    return _KEYWORDS.issuperset(name for name in raw if not name.startswith("x-"))


def _is_value(value: object) -> bool:
    return isinstance(value, str) and _VALUE.fullmatch(value) is not None
