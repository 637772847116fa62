"""Read answers: records, activities, and the objects in a saved answer."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeVar, get_args

import msgspec
from msgspec.structs import force_setattr

from sealwax._codec.folding import check_names
from sealwax._codec.organizations import check_organization
from sealwax._codec.strict_json import convert_known, decode_known, decode_object
from sealwax.activities.statuses import COMPLETED
from sealwax.errors import MalformedInput

from .failed_answers import refuse_service_error
from .responses import RAW, ActivityAnswer, Record, UncheckedActivity, not_completed, received_fields

R = TypeVar("R", bound=Record)

_NOTHING: Final[Mapping[str, object]] = {}
_RAW_NAME = f'"{RAW}"'.encode()


def read_activity(
    answer: bytes | Mapping[str, object], what: str, organization_id: str | None
) -> UncheckedActivity:
    """Read an answer with an activity of an organization, from its text or parsed."""
    activity = read_answer(answer, ActivityAnswer, what).activity
    if activity is None:
        raise MalformedInput(f"{what} has no activity; check that it came from this API")
    check_organization(activity.organization_id, organization_id, what)
    if activity.outcome == {} and not activity.is_completed:
        return msgspec.structs.replace(activity, _raw=activity, outcome=None)
    return activity


def read_answer(
    answer: bytes | Mapping[str, object],
    into: type[R],
    what: str,
    ours: Mapping[str, object] = _NOTHING,
) -> R:
    """Read an answer, from its text or parsed: a record, as ``read_record``, or the service's error."""
    record: R | None = None
    if not isinstance(answer, bytes):
        document = answer
    elif ours:
        document = decode_object(answer, what)
    else:
        record, parsed = decode_known(answer, into, what)
        if record is not None and parsed is None and _RAW_NAME not in answer:
            return record
        # The field ``raw`` of an answer is not that of records.
        document = decode_object(answer, what) if parsed is None else parsed
    refuse_service_error(document, wire_fields(into).names, what)
    if record is None:
        return read_record(document, into, what, ours)
    _keep_received([record], [document], what)
    return record


def read_record(
    document: Mapping[str, object], into: type[R], what: str, ours: Mapping[str, object] = _NOTHING
) -> R:
    """Convert an object to a record, with the fields of it that are ours, by their wire names."""
    record = convert_known({**document, **ours} if ours else document, into, what)
    _keep_received([record], [document], what)
    return record


def _keep_received(records: Sequence[Record], received: Sequence[Mapping[str, Any]], what: str) -> None:
    """Keep what was received in records of one type, and in the records in them.

    Names that other parsers take for those of fields are refused. The records of one field are read together,
    because an answer can have thousands.
    """
    wire = wire_fields(type(records[0]))
    check_names(sorted(set[str]().union(*received) - wire.names), wire.names, what)
    for record, document in zip(records, received, strict=True):
        force_setattr(record, "_raw", document)
    for name, wire_name, kind in wire.records:
        inner: list[Record] = []
        parts: list[Mapping[str, Any]] = []
        for record, document in zip(records, received, strict=True):
            value = getattr(record, name)
            if type(value) is kind:
                inner.append(value)
                parts.append(document[wire_name])
            elif type(value) is tuple:
                inner += value
                parts += document[wire_name]
        if inner:
            _keep_received(inner, parts, what)


class WireFields(NamedTuple):
    """The wire names of a record's fields; and the names, wire names and types of the records in it."""

    names: frozenset[str]
    records: tuple[tuple[str, str, type[Record]], ...]


@lru_cache(maxsize=128)
def wire_fields(record: type[Record]) -> WireFields:
    """List the fields of a record that come from the wire."""
    fields = received_fields(record)
    records = ((field.name, field.encode_name, _record_in(field.type)) for field in fields)
    return WireFields(
        frozenset(field.encode_name for field in fields),
        tuple((name, wire_name, inner) for name, wire_name, inner in records if inner is not None),
    )


def _record_in(annotation: object) -> type[Record] | None:
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return annotation
    return next(filter(None, map(_record_in, get_args(annotation))), None)


class _Level(msgspec.Struct, frozen=True):
    """An answer, or the activity in it."""

    activity: dict[str, object] | None = None
    result: dict[str, object] | None = None
    id: str = ""
    status: str | None = None
    failure: object = None


_LEVEL_NAMES = frozenset(_Level.__struct_fields__)


def find_in_answer(
    document: Mapping[str, object],
    what: str,
    *,
    fields: frozenset[str],
    results: Collection[str] = (),
    sought: str,
) -> Mapping[str, object] | None:
    """Find the object with one of some fields in a saved answer, or in a part of one; None if it is none.

    ``results`` are the fields of an activity's result that can hold the object, which errors call ``sought``.
    """
    known = frozenset({*_LEVEL_NAMES, *fields, *results})
    if not document.keys() & known:
        refuse_service_error(document, known, what)
        return None
    level = _read_level(document, known, what)
    if level.activity is not None:
        document, level = level.activity, _read_level(level.activity, known, what)
    parts = [document]
    if level.result is not None:
        check_names(level.result, known, what)
        parts.append(level.result)
    parts += [part for name in results if isinstance(part := parts[-1].get(name), dict)]
    for part in parts:
        check_names(part, fields, what)
        if any(part.get(name) is not None for name in fields):
            return part
    if level.status not in {None, COMPLETED}:
        raise not_completed(level.status, level.id, level.failure)
    raise MalformedInput(f"{what} has no {sought}")


def _read_level(document: Mapping[str, object], known: frozenset[str], what: str) -> _Level:
    check_names(document, known, what)
    return convert_known(document, _Level, what)
