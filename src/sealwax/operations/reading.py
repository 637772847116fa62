"""Read the parts of an answer: records, the service's errors, and the objects in a saved answer."""

import re
from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeGuard, TypeVar, get_args

import msgspec
from msgspec.structs import force_setattr

from sealwax._codec.clock import to_instant
from sealwax._codec.folding import check_names
from sealwax._codec.strict_json import convert_json, convert_known, decode_json, decode_known, decode_object
from sealwax._codec.violations import clip
from sealwax._limits import MAX_SHOWN_MESSAGE, MAX_SHOWN_NAME
from sealwax.activities.statuses import COMPLETED
from sealwax.errors import MalformedInput, ServiceError

from .responses import RAW, Record, not_completed, received_fields

R = TypeVar("R", bound=Record)

_NOTHING: Final[Mapping[str, object]] = {}
_RAW_NAME = f'"{RAW}"'.encode()
_OK = 200
_ERROR_CODE = "turnkeyErrorCode"
_SECONDS = re.compile(r"[0-9]{1,9}")


def read_text(text: bytes, into: type[R], what: str) -> R:
    """Read an answer: a record, or the service's error."""
    found = decode_known(text, into, what)
    if found.value is not None and found.document is None and _RAW_NAME not in text:
        return found.value
    # The field ``raw`` of an answer is not that of records.
    document = decode_object(text, what) if found.document is None else found.document
    if found.value is None:
        return read_parsed(document, into, what)
    refuse_service_error(document, wire_fields(into).names, what)
    _keep_received([found.value], [document], what)
    return found.value


def read_parsed(
    answer: Mapping[str, object], into: type[R], what: str, ours: Mapping[str, object] = _NOTHING
) -> R:
    """Read an answer that was parsed: a record, as ``read_record`` does, or the service's error."""
    refuse_service_error(answer, wire_fields(into).names, what)
    return read_record(answer, into, what, ours)


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


class _ErrorAnswer(msgspec.Struct, frozen=True):
    message: str
    code: int | None = None
    details: list[dict[str, object]] = []
    error_code: object = msgspec.field(name=_ERROR_CODE, default=None)

    @property
    def documented_code(self) -> str | None:
        """The documented name of the error: that of the first detail with one, or beside the details."""
        named = (detail.get(_ERROR_CODE) for detail in self.details)
        return next(filter(_is_name, (*named, self.error_code)), None)


def _is_name(value: object) -> TypeGuard[str]:
    return (
        isinstance(value, str) and value.isascii() and value.isidentifier() and len(value) <= MAX_SHOWN_NAME
    )


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
    if error.message:
        problem = f"is an error of the service: {clip(error.message, MAX_SHOWN_MESSAGE)}"
    elif http_status in _REDIRECTS:
        problem = "is a redirect, which is never followed; check the base URL, and any proxy"
    else:
        problem = "is an error of the service, or of a proxy in front of it, without a message"
    return ServiceError(
        f"{what} {problem}" + (f" ({shown})" if shown else ""),
        service_code=error.code,
        service_message=error.message,
        error_code=error.documented_code,
        details=tuple(error.details),
        http_status=http_status,
    )


_REDIRECTS = range(300, 400)


def read_retry_after(value: str, *, now: datetime | None = None) -> timedelta | None:
    """Return how long a Retry-After header asks to wait (RFC 9110, section 10.2.3); None for any other value.

    A time that is over asks for no wait.
    """
    text = value.strip()
    if _SECONDS.fullmatch(text):
        return timedelta(seconds=int(text))
    # Few answers have a time there, and the module is large.
    from email.utils import parsedate_to_datetime  # noqa: PLC0415

    try:
        moment = parsedate_to_datetime(text)
        if moment.tzinfo is None:  # as -0000 is read
            moment = moment.replace(tzinfo=timezone.utc)
        return max(moment - to_instant(now), timedelta())
    except (ValueError, OverflowError, TypeError, IndexError):
        return None


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
