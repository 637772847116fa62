"""Any operation of the API, checked by the service's own description of it: an OpenAPI 2 file.

| input | decision |
|---|---|
| a file of more than 8 MiB, that is not OpenAPI 2, or without operations of the public API | refused |
| a path other than ``/public/v1/submit/NAME`` and ``/public/v1/query/NAME`` | ignored |
| an address in the description | ignored: the caller says where a stamp goes |
| an operation that is built in, with the type of another; another with its type | refused |
| parameters that are missing, unknown, null or of another type or enumeration | refused |
| an answer that lacks a member, has one of another type, or a name in another case | refused |
| a member or a value of an enumeration in an answer that the description does not have | kept |
"""

import math
import os
import re
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, TypeAlias

import msgspec

from sealwax._codec.arguments import require_type
from sealwax._codec.strict_json import convert_json, convert_known, decode_object, without_nulls
from sealwax._codec.text import to_bytes
from sealwax._codec.violations import Rule, Violation, is_writable
from sealwax._limits import MAX_DESCRIPTION_BYTES, MAX_JSON_DEPTH, MAX_OPERATION_NAME_CHARACTERS
from sealwax.errors import InvalidRequest, MalformedInput, Unsupported
from sealwax.files import named, read_file

from .all_operations import ACTIVITY_TYPES
from .openapi import REFERENCE, Check, Definitions, checker, require_library
from .operation import Surface, read_head
from .parameters import JsonObject
from .reading import read_record, refuse_service_error
from .responses import OUTCOME, Activity
from .sealing import SealedRequest, Stamper, stamped_headers
from .timestamps import to_timestamp
from .unchecked import UncheckedActivity, find_activity, read_unchecked_activity
from .urls import PUBLIC_API_URL, check_base_url

DescribedAnswer: TypeAlias = Activity[JsonObject] | UncheckedActivity | Mapping[str, object]
"""The answer to a described operation: an activity, or the JSON object of a query.

The answer to a vote, which is the activity that was voted on, is an ``UncheckedActivity``.
"""

_PATH = re.compile(
    r"/public/v1/(?P<surface>submit|query)/"
    rf"(?P<name>[a-z][a-z0-9_]{{0,{MAX_OPERATION_NAME_CHARACTERS - 1}}})",
    re.ASCII,
)
_ACTIVITY_PART = re.compile(r"(?:Intent|Result)(?:V([0-9]{1,3}))?\Z", re.ASCII)
"""The end of the name of an intent or a result, after the name of its activity."""
_TYPE_VERSION = re.compile(r"_V[0-9]{1,3}\Z", re.ASCII)
_WHAT = "the API's description"

_BUILT_IN_TYPES = {name: _TYPE_VERSION.sub("", each) for each, name in ACTIVITY_TYPES.items()}
"""The types of the activities of the operations here, without their versions."""
_BUILT_IN_NAMES = {activity_type: name for name, activity_type in _BUILT_IN_TYPES.items()}


class DescribedOperation(msgspec.Struct, frozen=True, kw_only=True):
    """An operation of the service's description.

    Attributes:
        name: The operation's name, such as ``create_wallet``.
        surface: ``submit`` or ``query``.
        path: The path of the request's URL, after the base URL.
        summary: What the operation does, in the words of the description.
        activity_type: The type of its activity; None for a query.
        intent_key: The name of its intent; None for a query.
        result_keys: The names that its result can have, the newest version last; empty for a query, and for
            a vote, which changes another activity.
    """

    name: str
    surface: Surface
    path: str
    summary: str
    activity_type: str | None = None
    intent_key: str | None = None
    result_keys: tuple[str, ...] = ()


class ApiDescription:
    """The service's description of its API; it needs the extra ``description``.

    Args:
        document: The OpenAPI 2 document, such as ``public_api.swagger.json`` of the service's SDKs: JSON of
            at most 8 MiB.

    Raises:
        MissingExtra: The extra ``description`` is not installed.
        MalformedInput: The document is larger, does not parse, or does not describe operations of this API.
        Unsupported: The document is not OpenAPI 2, or has a chain of more than 8 references.
    """

    __slots__ = ("_checks", "_definitions", "_operations", "_schemas")

    def __init__(self, document: str | bytes) -> None:
        require_library()
        raw = to_bytes(document, _WHAT, limit=MAX_DESCRIPTION_BYTES)
        read = convert_json(decode_object(raw, _WHAT), _Document, _WHAT)
        if read.swagger != "2.0":
            raise Unsupported(f"{_WHAT} is not OpenAPI 2; get public_api.swagger.json of the service's SDK")
        self._definitions = Definitions(read.definitions)
        self._operations: dict[str, DescribedOperation] = {}
        self._schemas: dict[str, tuple[str, str]] = {}
        self._checks: dict[tuple[str, bool], Check] = {}
        found = [(match, item.post) for path, item in read.paths.items() if (match := _PATH.fullmatch(path))]
        if not found:
            raise MalformedInput(
                f"{_WHAT} has no operation of the public API; get public_api.swagger.json of an SDK"
            )
        activities = _find_activities(self._definitions)
        bodies: dict[str, Mapping[str, dict[str, Any]]] = {}
        for match, post in found:
            if match["name"] in self._operations:
                raise MalformedInput(f"{_WHAT} has the operation {match['name']} twice")
            with named(f"{_WHAT}: {match[0]}"):
                self._operations[match["name"]] = self._read(match, post, activities, bodies)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "ApiDescription":
        """Read the service's description of its API from a file.

        Args:
            path: The file, such as ``public_api.swagger.json``, at most 8 MiB.

        Returns:
            The description.

        Raises:
            MissingExtra: The extra ``description`` is not installed.
            MalformedInput: The file is larger, does not parse, or does not describe operations of this API.
            Unsupported: The file is not OpenAPI 2, or has a chain of more than 8 references.
            OSError: The file cannot be read.
        """
        content = read_file(path, limit=MAX_DESCRIPTION_BYTES)
        with named(os.fspath(path)):
            return cls(content)

    @property
    def operations(self) -> Mapping[str, DescribedOperation]:
        """The operations by their names, in the document's order."""
        return MappingProxyType(self._operations)

    def request(
        self,
        name: str,
        stamper: Stamper,
        *,
        organization_id: str,
        parameters: JsonObject,
        timestamp_ms: int | None = None,
        now: datetime | None = None,
        generate_app_proofs: bool | None = None,
        base_url: str = PUBLIC_API_URL,
    ) -> SealedRequest[DescribedAnswer]:
        """Make a stamped request for an operation, with parameters that the description allows.

        Only the description is asked, also for an operation of ``sealwax.operations``: its class checks more.

        Args:
            name: The operation's name, such as ``create_wallet``.
            stamper: The stamper for the request's body.
            organization_id: The id of the organization to change or read.
            parameters: The parameters by their wire names; for a query, the members of the body except
                ``organizationId``.
            timestamp_ms: The request's time, in milliseconds since the epoch; pass this or ``now``. A query
                has none.
            now: The request's time, as an aware datetime; the system's clock by default.
            generate_app_proofs: Whether to ask the service for app proofs, where the operation allows it.
            base_url: The base URL of the public API: https, or http on this machine.

        Returns:
            The request. Its ``read`` compares the answer with the description: the type of the activity, its
            organization, the names and types of what is in it. What an enclave sealed or signed in the answer
            is neither opened nor verified: pass it to the function for it, with your expectations.

        Raises:
            InvalidRequest: The operation is unknown; or a parameter, the organization id, the time or the
                base URL is not allowed: the message names it and the rule.
            MalformedInput: The description of the operation is not valid; or the stamper returned something
                other than a stamp.
            Unsupported: The description of the operation has a keyword that is not supported, or a chain of
                more than 8 references.
            SealwaxError: The errors of the stamper.
        """
        operation = self._find(name)
        url = check_base_url(base_url) + operation.path
        fields: dict[str, object] = {"organizationId": organization_id}
        time = None
        if operation.surface == "submit":
            time = to_timestamp(timestamp_ms, now)
            fields = {
                "type": operation.activity_type,
                "timestampMs": f"{time}",
                **fields,
                "parameters": parameters,
            }
        elif timestamp_ms is not None or now is not None:
            raise InvalidRequest(f"{name}: timestampMs is unknown; a query has no time")
        else:
            fields = _merged(fields, parameters, name)
        if generate_app_proofs is not None:
            fields["generateAppProofs"] = generate_app_proofs
        plain = _to_json(fields, name)
        violation = self._check(name, strict=True)(plain)
        if violation is None and not organization_id:
            violation = Violation(("organizationId",), Rule.EMPTY)
        if violation is not None:
            raise InvalidRequest(f"{name}: {violation.in_words()}")
        body = msgspec.json.encode(plain)
        return SealedRequest(
            url=url,
            body=body,
            operation=_Requested(operation, plain, self._check(name, strict=False)),
            organization_id=organization_id,
            timestamp_ms=time,
            _headers=stamped_headers(stamper, body),
        )

    def request_schema(self, name: str) -> dict[str, object]:
        """Return the JSON Schema of an operation's request, by which ``request`` checks it.

        Args:
            name: The operation's name, such as ``create_wallet``.

        Returns:
            The schema of the body (draft 4), with its ``definitions``.

        Raises:
            InvalidRequest: The operation is unknown.
            MalformedInput: The description of the operation is not valid.
            Unsupported: The description of the operation has a keyword that is not supported, or a chain of
                more than 8 references.
        """
        return self._schema(self._find(name).name, strict=True)

    def answer_schema(self, name: str) -> dict[str, object]:
        """Return the JSON Schema of an operation's answer: the activity, or the answer to a query.

        Args:
            name: The operation's name, such as ``create_wallet``.

        Returns:
            The schema (draft 4), with its ``definitions``. ``exactNames`` and ``knownValues`` are keywords of
            ours: the names that no other name may equal but for its case, and the values of an enumeration.

        Raises:
            InvalidRequest: The operation is unknown.
            MalformedInput: The description of the operation is not valid.
            Unsupported: The description of the operation has a keyword that is not supported, or a chain of
                more than 8 references.
        """
        return self._schema(self._find(name).name, strict=False)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self._operations)} operations)"

    def _find(self, name: str) -> DescribedOperation:
        require_type(name, str, "name")
        operation = self._operations.get(name)
        if operation is None:
            raise InvalidRequest("the operation is unknown; use one of ApiDescription.operations")
        return operation

    def _schema(self, name: str, *, strict: bool) -> dict[str, object]:
        with named(f"{_WHAT}: {name}"):
            return self._definitions.schema(self._schemas[name][not strict], strict=strict)

    def _check(self, name: str, *, strict: bool) -> Check:
        """Return the check of the operation's request or answer, which is made when it is needed first."""
        # All activities are answered with the same schema.
        key = self._schemas[name][not strict], strict
        found = self._checks.get(key)
        if found is None:
            schema = self._schema(name, strict=strict)
            with named(f"{_WHAT}: {name}"):
                found = self._checks[key] = checker(schema)
        return found

    def _read(
        self,
        match: re.Match[str],
        post: "_Post | None",
        activities: "_Activities",
        bodies: dict[str, Mapping[str, dict[str, Any]]],
    ) -> DescribedOperation:
        """Read an operation of the document; ``bodies`` keeps the members of each definition of a body."""
        if post is None or len(post.parameters) != 1:
            raise MalformedInput("the operation must be a POST with a body")
        (body,) = post.parameters
        answer = post.responses.get("200")
        if body.is_in != "body" or body.schema is None or answer is None or answer.schema is None:
            raise MalformedInput("the operation must have schemas for its body and its answer")
        name: str = match["name"]
        surface: Surface = "submit" if match["surface"] == "submit" else "query"
        self._schemas[name] = body.schema.name(), answer.schema.name()
        definition = self._definitions.resolve(body.schema.ref)
        if definition not in bodies:
            schema = self._definitions.find({"$ref": body.schema.ref})
            bodies[definition] = convert_json(schema, _Object, "its body").properties
        properties = bodies[definition]
        operation = DescribedOperation(name=name, surface=surface, path=match[0], summary=post.summary)
        if surface == "submit":
            return self._activity_of(operation, properties, activities)
        if "organizationId" not in properties:
            raise MalformedInput("the query has no organizationId")
        return operation

    def _activity_of(
        self,
        operation: DescribedOperation,
        properties: Mapping[str, dict[str, Any]],
        activities: "_Activities",
    ) -> DescribedOperation:
        """Find the type of an operation's activity, and the names of its intent and of its results."""
        if not properties.keys() >= {"type", "timestampMs", "organizationId", "parameters"}:
            raise MalformedInput("the body must have type, timestampMs, organizationId and parameters")
        types = self._definitions.find(properties["type"]).get("enum")
        if not isinstance(types, list) or len(types) != 1 or not isinstance(types[0], str):
            raise MalformedInput("the body must have exactly one type")
        _check_type(operation.name, types[0])
        parameters = properties["parameters"].get("$ref")
        intent = activities.intents.get(parameters) if isinstance(parameters, str) else None
        if intent is None:
            raise MalformedInput("no intent has the parameters of the body")
        return msgspec.structs.replace(
            operation,
            activity_type=types[0],
            intent_key=intent,
            result_keys=activities.results.get(_ACTIVITY_PART.sub("", intent), ()),
        )


def _check_type(name: str, activity_type: str) -> None:
    """Refuse a description by which one operation is sent in place of another; versions may differ."""
    unversioned = _TYPE_VERSION.sub("", activity_type)
    if _BUILT_IN_TYPES.get(name, unversioned) != unversioned:
        raise MalformedInput("its type is not that of this operation")
    if _BUILT_IN_NAMES.get(unversioned, name) != name:
        raise MalformedInput(f"its type is that of the operation {_BUILT_IN_NAMES[unversioned]}")


class _Activities(msgspec.Struct, frozen=True):
    """The intents by the references to their parameters; the results by the names of their activities."""

    intents: dict[str, str]
    results: dict[str, tuple[str, ...]]


def _find_activities(definitions: Definitions) -> _Activities:
    intents, results = (
        convert_json(definitions.find({"$ref": REFERENCE + each}), _Object, f"{_WHAT}: {each}").properties
        for each in ("v1Intent", "v1Result")
    )
    found: dict[str, list[tuple[int, str]]] = {}
    for key in results:
        if match := _ACTIVITY_PART.search(key):
            found.setdefault(key[: match.start()], []).append((int(match[1] or 1), key))
    return _Activities(
        {each["$ref"]: key for key, each in intents.items() if isinstance(each.get("$ref"), str)},
        {name: tuple(key for _, key in sorted(keys)) for name, keys in found.items()},
    )


class _Requested:
    """A described operation with its parameters, as ``SealedRequest`` has it."""

    __slots__ = ("_check", "_described", "_parameters")

    def __init__(self, described: DescribedOperation, body: Mapping[str, Any], check: Check) -> None:
        self._described = described
        self._parameters = body.get("parameters", body) if described.surface == "submit" else body
        self._check = check

    def __repr__(self) -> str:
        return f"{self._described.name}"

    @property
    def operation_name(self) -> str:
        """The operation's name."""
        return self._described.name

    def to_params(self) -> dict[str, object]:
        """Return the parameters; for a query, the whole body."""
        return dict(self._parameters)

    def read_answer(self, answer: Mapping[str, object], *, organization_id: str | None) -> "DescribedAnswer":
        """Read the answer to a request; ``SealedRequest.read`` calls this.

        Args:
            answer: The answer, parsed.
            organization_id: The organization of the request.

        Returns:
            The activity of a submit operation, or the answer to a query as it is.

        Raises:
            MalformedInput: The answer is not as the description has it, or does not belong to the request.
            ContextMismatch: The activity is for another organization (``wrong-organization``).
            ServiceError: The answer is an error of the service.
        """
        operation, what = self._described, f"the answer to {self.operation_name}"
        if operation.activity_type is None or operation.intent_key is None:
            refuse_service_error(answer, frozenset(), what)
            self._compare(answer, what)
            return answer
        raw = find_activity(answer, what)
        self._compare(answer, what)
        if not operation.result_keys:
            return read_unchecked_activity(answer, what, organization_id)
        head = read_head(raw, what, operation.activity_type, operation.intent_key, organization_id)
        outcome = None
        for key, result in (head.result or {}).items():
            if key in operation.result_keys:
                outcome = result
            else:
                raise MalformedInput(f"{what} has the result of another operation")
        fields = {
            **read_record(raw, Activity, what),
            "intent": head.intent[operation.intent_key],
            OUTCOME: outcome,
        }
        return convert_known(fields, Activity[JsonObject], what)

    def _compare(self, answer: Mapping[str, object], what: str) -> None:
        # Null counts as left out.
        violation = self._check(without_nulls(answer))
        if violation is not None:
            raise MalformedInput(f"{what} is malformed: {violation.in_words()}")


class _Reference(msgspec.Struct, frozen=True):
    ref: str = msgspec.field(name="$ref")

    def name(self) -> str:
        """Return the name of the definition."""
        if not self.ref.startswith(REFERENCE):
            raise MalformedInput("a reference is not to one of its definitions")
        return self.ref.removeprefix(REFERENCE)


class _Parameter(msgspec.Struct, frozen=True):
    is_in: str = msgspec.field(name="in")
    schema: _Reference | None = None


class _Response(msgspec.Struct, frozen=True):
    schema: _Reference | None = None


class _Post(msgspec.Struct, frozen=True):
    parameters: list[_Parameter] = []
    responses: dict[str, _Response] = {}
    summary: str = ""


class _Path(msgspec.Struct, frozen=True):
    post: _Post | None = None


class _Object(msgspec.Struct, frozen=True):
    properties: dict[str, dict[str, Any]] = {}


class _Document(msgspec.Struct, frozen=True):
    swagger: str = ""
    paths: dict[str, _Path] = {}
    definitions: dict[str, dict[str, Any]] = {}


def _merged(fields: dict[str, object], parameters: JsonObject, name: str) -> dict[str, object]:
    """Put the parameters of a query beside its organization."""
    if not isinstance(parameters, Mapping):
        raise InvalidRequest(f"{name}: parameters must be an object")
    if "organizationId" in parameters:
        raise InvalidRequest(f"{name}: organizationId is not a parameter; pass organization_id")
    return {**fields, **parameters}


_Steps: TypeAlias = tuple[str | int, ...]


def _to_json(value: object, name: str, path: _Steps = ()) -> Any:
    """Copy a value as what JSON has, without subclasses."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _to_text(value, name, path, Rule.TEXT)
    if isinstance(value, int) and _LEAST <= value <= _MOST:
        return int(value)
    if isinstance(value, float) and math.isfinite(value):
        return float(value)
    if isinstance(value, (Mapping, list, tuple)):
        if len(path) == MAX_JSON_DEPTH:
            raise _refused(name, path, Rule.OTHER, "is nested too deeply")
        if isinstance(value, Mapping):
            return {
                _to_name(key, name, path): _to_json(item, name, (*path, key)) for key, item in value.items()
            }
        return [_to_json(item, name, (*path, number)) for number, item in enumerate(value)]
    raise _refused(name, path, Rule.KIND, "a value of JSON")


def _to_name(key: object, name: str, path: _Steps) -> str:
    if not isinstance(key, str):
        raise _refused(name, path, Rule.NAME)
    return _to_text(key, name, path, Rule.NAME_TEXT)


def _to_text(text: str, name: str, path: _Steps, rule: Rule) -> str:
    if not is_writable(text):
        raise _refused(name, path, rule)
    return str.__str__(text)


def _refused(name: str, path: _Steps, rule: Rule, words: str = "") -> InvalidRequest:
    return InvalidRequest(f"{name}: {Violation(path, rule, words).in_words()}")


# The whole numbers that every JSON parser with 64 bits reads.
_LEAST, _MOST = -(2**63), 2**64 - 1
