"""Requests with the caller's own bodies, and reading their answers.

| input | decision |
|---|---|
| a path that is not plain segments, or has `.` or `..` as a segment | refused |
| a body that is not a JSON object | refused |
| `organizationId` or `timestampMs` in a wrong form or case, or twice | refused |
| a body for `/submit/` without `organizationId` or `timestampMs` | refused, as by the service |
| everything else in the body | ignored |
"""

import re
from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from sealwax._codec.arguments import require_type
from sealwax._codec.clock import parse_milliseconds
from sealwax._codec.strict_json import convert_json, decode_object
from sealwax._codec.text import require_text, to_bytes
from sealwax._limits import MAX_BODY_BYTES, MAX_PATH_CHARACTERS
from sealwax.errors import InvalidRequest

from .failed_answers import refuse_service_error
from .reading import read_activity
from .responses import UncheckedActivity

_PATH = re.compile(r"(?:/[A-Za-z0-9._~-]+)+")
_SUBMIT = "/submit/"
_BODY = "the body of the request"


UncheckedAnswer: TypeAlias = UncheckedActivity | Mapping[str, object]
"""The answer to a request with the caller's own body: an activity, or the JSON object of a query."""


class UncheckedOperation(msgspec.Struct, frozen=True, kw_only=True):
    """The operation of a request with the caller's own body."""

    path: str
    body: Mapping[str, object]

    def __repr__(self) -> str:
        return f"{type(self).__name__}(path={self.path!r})"

    @property
    def operation_name(self) -> str:
        """The last segment of the path."""
        return self.path.rpartition("/")[2]

    def to_params(self) -> dict[str, object]:
        """Return the body's parameters; without parameters, the whole body."""
        parameters = self.body.get("parameters")
        return dict(parameters if isinstance(parameters, Mapping) else self.body)

    def read_answer(self, answer: Mapping[str, object], *, organization_id: str | None) -> UncheckedAnswer:
        """Read the activity in the answer to a submit operation; return any other answer unchanged."""
        label = f"the answer to {self.operation_name}"
        if _SUBMIT not in self.path:
            refuse_service_error(answer, frozenset(), label)
            return answer
        return read_activity(answer, label, organization_id)


class StatedInBody(msgspec.Struct, frozen=True, rename="camel"):
    """The fields that every operation's body can have."""

    organization_id: str | UnsetType = UNSET
    timestamp_ms: str | UnsetType = UNSET


class RequestBody(msgspec.Struct, frozen=True):
    """The body of a request, unchanged, and its parsed content."""

    raw: bytes
    operation: UncheckedOperation
    organization_id: str | None
    timestamp_ms: int | None


def check_path(path: str) -> str:
    """Refuse a path that a URL cannot contain unchanged."""
    require_type(path, str, "path")
    if len(path) > MAX_PATH_CHARACTERS or not _PATH.fullmatch(path) or {".", ".."} & set(path.split("/")):
        raise InvalidRequest(
            "the path is not valid; pass one such as /public/v1/submit/create_wallet, without host or query"
        )
    return path


def read_body(path: str, body: str | bytes) -> RequestBody:
    """Read the organization and the time in the body of a request."""
    require_text(body, "body")
    raw = to_bytes(body, _BODY, limit=MAX_BODY_BYTES)
    document = decode_object(raw, _BODY)
    stated = convert_json(document, StatedInBody, _BODY)
    if _SUBMIT in path:
        for name, value in (("organizationId", stated.organization_id), ("timestampMs", stated.timestamp_ms)):
            if value is UNSET:
                raise InvalidRequest(f"{_BODY} has no {name}, which every submit operation has")
    milliseconds = None if stated.timestamp_ms is UNSET else parse_milliseconds(stated.timestamp_ms)
    if milliseconds is None and stated.timestamp_ms is not UNSET:
        raise InvalidRequest(f"timestampMs in {_BODY} must be milliseconds since the epoch, as decimal text")
    organization_id = None if stated.organization_id is UNSET else stated.organization_id
    return RequestBody(raw, UncheckedOperation(path=path, body=document), organization_id, milliseconds)
