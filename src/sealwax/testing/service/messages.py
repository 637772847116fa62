"""Requests that arrive at the service, and its answers."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from sealwax.errors import SealwaxError

from .errors import REQUEST_INVALID, ApiError, ErrorKind
from .state import Json

_GRPC_CODES = {400: 3, 401: 16, 403: 7, 404: 5, 409: 6, 429: 8, 500: 13, 501: 12, 503: 14}
_OTHER_GRPC_CODE = 3
_DETAIL = "type.googleapis.com/errors.v1.TurnkeyErrorDetail"


@dataclass(frozen=True)
class ReceivedRequest:
    """A request that arrived.

    Attributes:
        method: The HTTP method.
        path: The path of the URL.
        headers: The headers, by their names in lower case.
        body: The body's bytes.
        client_address: The client's IP address.
    """

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes = field(repr=False)
    client_address: str = "127.0.0.1"


class Answer(NamedTuple):
    """An answer: the HTTP status, the body, and its type; without a body, the connection is closed."""

    status: int
    content: bytes | None
    content_type: str = "application/json"


def to_answer(body: Json, status: int = 200) -> Answer:
    """Write an answer as JSON."""
    return Answer(status, json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode())


def to_refusal(refusal: ApiError | ErrorKind | SealwaxError) -> Answer:
    """Write the answer to a request that is refused; its ``code`` is the gRPC status."""
    error = ApiError(REQUEST_INVALID, str(refusal)) if isinstance(refusal, SealwaxError) else refusal
    body = {
        "code": _GRPC_CODES.get(error.status, _OTHER_GRPC_CODE),
        "message": error.message,
        "details": [{"@type": _DETAIL, "turnkeyErrorCode": error.code}],
        "turnkeyErrorCode": error.code,
    }
    return to_answer(body, error.status)
