"""Read the service's answers: parse the JSON, refuse errors, and compare with the request."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast, get_args

import msgspec

from sealwax._codec.folding import check_names
from sealwax._codec.strict_json import convert_json, convert_known, decode_json, decode_object
from sealwax._codec.text import to_bytes
from sealwax._codec.violations import clip
from sealwax.errors import MalformedInput, ServiceError

from .responses import LONGEST_SHOWN_MESSAGE, Activity, Record, check_organization

if TYPE_CHECKING:
    from .operation import RecordOperation, SubmitOperation

R = TypeVar("R", bound=Record)
T = TypeVar("T")

MAX_ANSWER_BYTES = 4 << 20
"""The default size limit of an answer: 4 MiB."""

_OK = 200
_ECHOED = {
    "address",
    "endpointId",
    "mfaPolicyId",
    "policyId",
    "privateKeyTagId",
    "userId",
    "walletId",
}


class _ActivityAnswer(msgspec.Struct, frozen=True):
    activity: dict[str, object] | None = None


class _ActivityHead(msgspec.Struct, frozen=True, rename="camel"):
    type: str
    organization_id: str
    intent: dict[str, object]
    result: dict[str, object] | None = None


def read_activity(
    operation: "SubmitOperation[R]", answer: bytes | str, organization_id: str | None
) -> Activity[R]:
    """Read an activity, and compare it with the requested operation and organization."""
    what = f"the answer to {operation.operation_name}"
    raw = convert_json(_decode(answer, {"activity"}, what), _ActivityAnswer, what).activity
    if raw is None:
        raise MalformedInput(f"{what} has no activity; check that it came from this API")
    head = convert_json(raw, _ActivityHead, f"the activity of {what}")
    if head.type != operation.activity_type:
        raise MalformedInput(f"{what} is an activity of another type; pass the answer to this request")
    check_organization(head.organization_id, organization_id, what)
    if operation.intent_key not in head.intent:
        raise MalformedInput(f"{what} lacks {operation.intent_key}; pass the answer to this request")
    check_names(head.intent, frozenset({operation.intent_key}), what)
    result = head.result or {}
    check_names(result, frozenset({operation.result_key}), what)
    outcome = read_fields(result.get(operation.result_key), operation.result_type, what)
    if isinstance(outcome, dict):
        _check_echoes(operation.to_params(), outcome, what)
        outcome |= operation.expected(head.organization_id)
    fields = {
        **_object(read_fields(raw, Activity, what)),
        "intent": head.intent[operation.intent_key],
        "outcome": outcome,
    }
    into = Activity[operation.result_type]  # type: ignore[name-defined] # known at run time
    return cast("Activity[R]", convert_known(fields, into, what))


def _check_echoes(asked: dict[str, object], outcome: dict[str, object], what: str) -> None:
    """Compare the ids in a result with the requested ids."""
    for name in _ECHOED & outcome.keys() & asked.keys():
        # Ignore case: the service writes addresses with checksum capitals.
        if str(outcome[name]).lower() != str(asked[name]).lower():
            raise MalformedInput(f"{what} is about another {name}; pass the answer to this request")


def read_record(operation: "RecordOperation[R]", answer: bytes | str, organization_id: str | None) -> R:
    """Read an answer that is a record, and add what the request expects of it."""
    what = f"the answer to {operation.operation_name}"
    raw = _decode(answer, wire_fields(operation.answer_type).names, what)
    fields = {
        **_object(read_fields(raw, operation.answer_type, what)),
        **operation.expected(organization_id or ""),
    }
    return cast("R", convert_known(fields, operation.answer_type, what))


def read_fields(value: object, into: type[Record], what: str) -> object:
    """Keep a record's known fields, and the whole object in ``raw``; the conversion refuses other values."""
    if isinstance(value, list):
        return [read_fields(item, into, what) for item in value]
    if not isinstance(value, dict):
        return value
    wire = wire_fields(into)
    if wire.names.issuperset(value):
        fields = {**value, "raw": value}
    else:
        check_names(value, wire.names, what)
        fields = {**{name: item for name, item in value.items() if name in wire.names}, "raw": value}
    for name, record in wire.records:
        if name in fields:
            fields[name] = read_fields(fields[name], record, what)
    return fields


class WireFields(NamedTuple):
    """The fields of a record that come from the wire.

    Attributes:
        names: Their names on the wire.
        records: Those that have a record, or an array of records, with its type.
    """

    names: frozenset[str]
    records: tuple[tuple[str, type[Record]], ...]


@lru_cache(maxsize=128)
def wire_fields(record: type[Record]) -> WireFields:
    """List the fields of a record that come from the wire."""
    fields = [field for field in msgspec.structs.fields(record) if not is_ours(field.name)]
    records = ((field.encode_name, _record_in(field.type)) for field in fields)
    return WireFields(
        frozenset(field.encode_name for field in fields),
        tuple((name, inner) for name, inner in records if inner is not None),
    )


def is_ours(name: str) -> bool:
    """Whether a field, by its Python name, is set by this library and never read from the wire."""
    return name in {"raw", "outcome"} or name.startswith("expected_")


def _record_in(annotation: object) -> type[Record] | None:
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return annotation
    return next(filter(None, map(_record_in, get_args(annotation))), None)


class _ErrorAnswer(msgspec.Struct, frozen=True):
    message: str
    code: int | None = None
    details: list[dict[str, object]] = []


def _decode(answer: bytes | str, known: AbstractSet[str], what: str) -> dict[str, object]:
    """Parse an answer; raise ServiceError if it has an error's fields and no known field."""
    document = decode_object(to_bytes(answer, what, limit=None), what)
    refuse_service_error(document, known, what)
    return document


def refuse_service_error(document: Mapping[str, object], known: AbstractSet[str], what: str) -> None:
    """Raise ServiceError if an answer has an error's fields and no known field."""
    if document.keys() >= {"code", "message"} and not document.keys() & known:
        raise service_error(what, convert_json(document, _ErrorAnswer, what))


def check_status(answer: bytes, http_status: int | None, what: str) -> None:
    """Raise ServiceError for any status but 200, with the service's message if it can be read."""
    if http_status in {None, _OK}:
        return
    try:
        error = decode_json(answer, _ErrorAnswer, what)
    except MalformedInput:
        error = _ErrorAnswer(message="")
    raise service_error(what, error, http_status)


def service_error(what: str, error: _ErrorAnswer, http_status: int | None = None) -> ServiceError:
    """Make the exception for an error of the service, or of a proxy in front of it."""
    numbers = {"HTTP status": http_status, "code": error.code}
    shown = ", ".join(f"{name} {number}" for name, number in numbers.items() if number is not None)
    said = clip(error.message, LONGEST_SHOWN_MESSAGE) or "without a message"
    return ServiceError(
        f"{what} is an error of the service: {said}" + (f" ({shown})" if shown else ""),
        service_code=error.code,
        service_message=error.message,
        details=tuple(error.details),
        http_status=http_status,
    )


def _object(value: object) -> dict[str, object]:
    return dict(value) if isinstance(value, Mapping) else {}
