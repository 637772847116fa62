"""Requests that arrive at the service, and its answers."""

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

import msgspec

from sealwax.errors import SealwaxError
from sealwax.stamps.header import API_KEY, ATTESTED, WEBAUTHN
from sealwax_service._limits import MAX_REMEMBERED, MAX_REMEMBERED_BYTES
from sealwax_service.api_errors import REQUEST_INVALID, ApiError, ErrorKind
from sealwax_service.state.records import Json

from .hosts import is_loopback, names_host

T = TypeVar("T")

_GRPC_CODES = {400: 3, 401: 16, 403: 7, 404: 5, 409: 6, 429: 8, 500: 13, 501: 12, 503: 14}
_OTHER_GRPC_CODE = 3
SESSION_HEADER = "x-session"
"""The header of a read-only session, in lower case."""

STAMP_HEADERS = (API_KEY, WEBAUTHN, ATTESTED)
"""The headers of stamps."""

JWKS_PATH = "/public/v1/discovery/webhooks/jwks"
"""The path of the key that signs deliveries to webhook endpoints."""

_KNOWN_PATHS = re.compile(
    rf"/|{JWKS_PATH}|(/public/v1/(submit|query)|/v1|/_sealwax)/[a-z0-9_]{{1,64}}", re.ASCII
)
_UNCODED = "SEALWAX_POLICY_DENIED"
"""The code, in the log of requests, of an error whose answer has none."""

_DETAIL = "type.googleapis.com/errors.v1.TurnkeyErrorDetail"


@dataclass
class Outcome:
    """The answer to a request, once there is one.

    Attributes:
        status: The HTTP status; 0 before there is an answer.
        content: The first 16 KiB of the body; empty if the connection was closed instead.
        seconds: The time that the service took.
        received_at: The service's time at the request's arrival; None before.
        error_code: The code of the error; empty without one.
        words: The message of the error, and the reason that X-Sealwax-Reason has; none if it is not an error.
        activity_id: The activity whose bytes were submitted; None if there is none.
        began: Whether the request began it; each other submit of the same bytes approves or polls it.
    """

    status: int = 0
    content: bytes = field(default=b"", repr=False)
    seconds: float = field(default=0.0, compare=False)
    received_at: datetime | None = None
    error_code: str = ""
    words: tuple[str, ...] = field(default=(), repr=False)
    activity_id: str | None = None
    began: bool = False


@dataclass(frozen=True)
class ReceivedRequest:
    """A request that arrived.

    Attributes:
        method: The HTTP method.
        path: The path of the URL.
        headers: The headers, by their names in lower case.
        body: The body's bytes.
        client_address: The client's IP address.
        notes: Warnings about a request that succeeded.
        outcome: The answer.
    """

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes = field(repr=False)
    client_address: str = "127.0.0.1"
    notes: list[str] = field(default_factory=list)
    outcome: Outcome = field(default_factory=Outcome, repr=False)

    @property
    def is_local(self) -> bool:
        """Whether the client is on this machine, and calls it by a name of this machine."""
        return is_loopback(self.client_address) and names_host(self.headers.get("host", ""))

    @property
    def size(self) -> int:
        """The characters and bytes of the request."""
        headers = sum(len(name) + len(value) for name, value in self.headers.items())
        return len(self.path) + headers + len(self.body)


class Answer(NamedTuple):
    """An answer: the HTTP status, the body, and its type; without a body, the connection is closed.

    ``error_code`` and ``message`` are of an error;
    ``retry_after`` and ``reason`` are the headers Retry-After (seconds) and X-Sealwax-Reason.
    """

    status: int
    content: bytes | None
    content_type: str = "application/json"
    error_code: str = ""
    message: str = ""
    retry_after: int | None = None
    reason: str = ""


def describe_exchange(received: ReceivedRequest, answer: Answer, seconds: float) -> str:
    """Return a line about a request and its answer, omitting client-chosen text, except a validated path."""
    path = received.path if _KNOWN_PATHS.fullmatch(received.path) else "(another path)"
    outcome = "closed" if answer.content is None else str(answer.status)
    code = f" {answer.error_code}" if answer.error_code else ""
    return f"{received.method} {path} {outcome} {seconds * 1000:.1f} ms{code}"


class Recent(Generic[T]):
    """The last records of a kind: at most ``MAX_REMEMBERED``, and ``MAX_REMEMBERED_BYTES`` together."""

    def __init__(self) -> None:
        self._records: deque[tuple[T, int]] = deque()
        self._bytes = 0
        self._lock = Lock()

    def append(self, record: T, size: int) -> None:
        """Add a record of a size in bytes; drop the oldest beyond the limits of number and size."""
        with self._lock:
            self._records.append((record, size))
            self._bytes += size
            while len(self._records) > MAX_REMEMBERED or self._bytes > MAX_REMEMBERED_BYTES:
                self._bytes -= self._records.popleft()[1]

    def all(self) -> tuple[T, ...]:
        """Return the records, the oldest first."""
        with self._lock:
            return tuple(record for record, _ in self._records)


def encode_json_bytes(value: object) -> bytes:
    """Encode JSON in the form of answers."""
    return msgspec.json.encode(value)


def to_answer(body: Json, status: int = 200) -> Answer:
    """Write an answer as JSON."""
    return Answer(status, encode_json_bytes(body))


class RefusalDetail(msgspec.Struct, frozen=True):
    """The reason of a refusal, for programs."""

    type: str = msgspec.field(name="@type")
    turnkey_error_code: str = msgspec.field(name="turnkeyErrorCode")


class Refusal(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """The body of an answer that is an error. ``code`` is the gRPC status."""

    code: int
    message: str
    details: list[RefusalDetail]
    turnkey_error_code: str = ""


def to_refusal(refusal: ApiError | ErrorKind | SealwaxError) -> Answer:
    """Write the answer to a request that is refused."""
    error = ApiError(REQUEST_INVALID, str(refusal)) if isinstance(refusal, SealwaxError) else refusal
    body = Refusal(
        _GRPC_CODES.get(error.status, _OTHER_GRPC_CODE),
        error.message,
        [RefusalDetail(_DETAIL, error.code)] if error.code else [],
        error.code,
    )
    answer = Answer(
        error.status, msgspec.json.encode(body), error_code=error.code or _UNCODED, message=error.message
    )
    if not isinstance(error, ApiError):
        return answer
    return answer._replace(retry_after=error.retry_after, reason=error.reason)
