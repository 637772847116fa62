"""Sealed requests: the exact bytes to send, with their headers.

| input | decision |
|---|---|
| a base URL with a user, query or fragment, or without https unless on this machine | refused |
| a configuration id or a stamp that an HTTP header cannot carry | refused |
| a caller's path or body that ``unchecked`` refuses | refused |
| a timestamp that is not a whole number of milliseconds from 1970 to 9999 | refused |
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from types import NoneType
from typing import Generic, Literal, Protocol, TypeVar

from msgspec import Struct

from sealwax._codec.arguments import require_method, require_type
from sealwax._codec.strict_json import decode_object
from sealwax._codec.text import to_bytes
from sealwax._codec.urls import PUBLIC_API_URL, check_base_url
from sealwax._limits import MAX_ANSWER_BYTES, MAX_HEADER_WORD_CHARACTERS, MAX_SHELL_ARGUMENT_BYTES
from sealwax.errors import InvalidRequest, MalformedInput, ServiceError
from sealwax.stamps.header import KINDS, Stamp

from .failed_answers import check_status, read_retry_after, refuse_foreign_answer
from .timestamps import is_timely
from .unchecked import UncheckedAnswer, check_path, read_body

A_co = TypeVar("A_co", covariant=True)

Headers = tuple[tuple[str, str], ...]

CONFIGURATION_HEADER = "X-Auth-Proxy-Config-Id"
_HEADERS = (("Accept", "application/json"), ("Content-Type", "application/json"))
_HEADER_WORD = re.compile(rf"[!-~]{{1,{MAX_HEADER_WORD_CHARACTERS}}}")
_PRINTABLE = bytes(range(ord(" "), ord("~") + 1))
_STAMP_HEADERS = tuple(KINDS)


class Stamper(Protocol):
    """The protocol of stampers: ``ApiKeyStamper``, ``WebAuthnStamper``, ``AttestedStamper``, or your own."""

    def stamp(self, body: bytes) -> Stamp:
        """Stamp a request's body.

        Args:
            body: The exact bytes to be sent.

        Returns:
            The stamp.
        """


class RequestedOperation(Protocol[A_co]):
    """The operation of a request: an operation of ``sealwax.operations``, or any that reads its answers."""

    @property
    def operation_name(self) -> str:
        """The operation's name, such as ``export_wallet``."""

    def to_params(self) -> dict[str, object]:
        """Return the parameters of the request, by their wire names."""

    def read_answer(self, answer: Mapping[str, object], *, organization_id: str | None) -> A_co:
        """Read the parsed answer to a request for an organization."""


class SealedRequest(Struct, Generic[A_co], frozen=True, kw_only=True):
    """A request that any HTTP client can send.

    The stamp is over the bytes of the body. Send exactly these (httpx: ``content=``; requests and aiohttp:
    ``data=``), not a dict that is serialised again. Follow no redirect: a stamp is valid at any address.

    Attributes:
        method: The HTTP method, ``POST``.
        url: The URL to send it to.
        body: The bytes to send: JSON. They can hold tokens, so the repr does not show them.
        operation: The requested operation.
        organization_id: The organization's id; None for the auth proxy.
        timestamp_ms: The time, in milliseconds since the epoch; None for queries and the auth proxy.
    """

    method: Literal["POST"] = "POST"
    url: str
    body: bytes
    operation: RequestedOperation[A_co]
    organization_id: str | None
    timestamp_ms: int | None
    _headers: Headers

    @staticmethod
    def of(
        path: str, body: str | bytes, stamper: Stamper, *, base_url: str = PUBLIC_API_URL
    ) -> "SealedRequest[UncheckedAnswer]":
        """Stamp the caller's own body, for any operation of the API.

        The body is sent unchanged, and not checked against the API's specification, unlike the operations of
        ``sealwax.operations``.

        Args:
            path: The operation's path, such as ``/public/v1/submit/create_wallet``.
            body: The body: a JSON object of at most 64 MiB; a str stands for its UTF-8 bytes. Its
                ``organizationId`` and ``timestampMs`` are used by ``is_timely`` and to read the answer.
            stamper: The stamper for the body.
            base_url: The base URL of the public API: https, or http on this machine.

        Returns:
            The request. It reads the answer to a submit operation as an ``UncheckedActivity``, and any other
            answer as a JSON object.

        Raises:
            InvalidRequest: The path or the base URL is not valid; or the body of a submit operation has no
                ``organizationId`` or ``timestampMs``, or ``timestampMs`` is not a time.
            MalformedInput: The body is not a JSON object, or states its organization or time in another form;
                or the stamper returned something other than a stamp.
            SealwaxError: The errors of the stamper.
        """
        url = check_base_url(base_url) + check_path(path)
        read = read_body(path, body)
        return SealedRequest(
            url=url,
            body=read.raw,
            operation=read.operation,
            organization_id=read.organization_id,
            timestamp_ms=read.timestamp_ms,
            _headers=stamped_headers(stamper, read.raw),
        )

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(method={self.method!r}, url={self.url!r}, operation={self.operation!r}, "
            f"organization_id={self.organization_id!r}, timestamp_ms={self.timestamp_ms!r})"
        )

    @property
    def headers(self) -> dict[str, str]:
        """The headers to send: the content type, and the stamp or the auth proxy's configuration id."""
        return dict(self._headers)

    def is_timely(self, *, now: datetime | None = None) -> bool:
        """Tell whether the service still accepts the request: until it is an hour old.

        Args:
            now: The current time, as an aware datetime; the system's clock by default.

        Returns:
            Whether the request's time is at most an hour old and at most five minutes ahead; True for a
            request that carries no time.

        Raises:
            InvalidRequest: ``now`` is before 1970.
        """
        return self.timestamp_ms is None or is_timely(self.timestamp_ms, now=now)

    def to_curl(self) -> str:
        """Return a curl command for a POSIX shell that sends the request.

        Returns:
            The command, which pipes a body of more than 100,000 bytes into curl. It holds the stamp, and
            perhaps tokens: anyone who sees it, on the screen or in the list of processes, can send the
            request while it is timely.
        """
        # Most requests are sent without it.
        import shlex  # noqa: PLC0415

        headers = [part for name, value in self._headers for part in ("--header", f"{name}: {value}")]
        command = ["curl", "--request", self.method, *headers]
        body = self.body.decode()
        # --data would drop newlines. A body starts with a brace, so curl does not take it for an @FILE.
        if len(self.body) <= MAX_SHELL_ARGUMENT_BYTES:
            return shlex.join([*command, "--data-binary", body, self.url])
        piped = shlex.join([*command, "--data-binary", "@-", self.url])
        return f"printf %s {shlex.quote(body)} | {piped}"

    def read(
        self,
        answer: str | bytes,
        *,
        http_status: int | None = None,
        retry_after: str | None = None,
        limit: int = MAX_ANSWER_BYTES,
    ) -> A_co:
        """Read the service's answer to this request.

        Args:
            answer: The body of the answer: JSON.
            http_status: The HTTP status of the answer; any other than 200 is an error. None if unknown.
            retry_after: The value of the answer's header Retry-After, for ``ServiceError.retry_after``; None
                if there is none. A value that does not parse is ignored.
            limit: The size limit of the answer, in bytes; 4 MiB by default. Reading takes up to thirty times
                as much memory.

        Returns:
            The answer: an activity or a record. Its ``decrypt`` and ``verify`` compare with this request.

        Raises:
            ServiceError: The answer is an error of the service, or the status is not 200.
            MalformedInput: The answer is larger than ``limit``, does not parse, lacks a field, is an activity
                of another type, or names another id than the request.
            ContextMismatch: The activity is for another organization (``wrong-organization``).
        """
        require_type(http_status, (int, NoneType), "http_status")
        require_type(retry_after, (str, NoneType), "retry_after")
        require_type(limit, int, "limit")
        label = f"the answer to {self.operation.operation_name}"
        content = to_bytes(answer, label, limit=limit)
        try:
            check_status(content, http_status, label)
            refuse_foreign_answer(content, label)
            # The operations of this package read text in less time than what was parsed.
            read: Callable[..., A_co] | None = getattr(self.operation, "_read", None)
            if read is not None:
                return read(content, self.organization_id)
            document = decode_object(content, label)
            return self.operation.read_answer(document, organization_id=self.organization_id)
        except ServiceError as error:
            error.retry_after = None if retry_after is None else read_retry_after(retry_after)
            raise


def require_stamper(stamper: object) -> None:
    """Raise a ``TypeError`` that tells how to make a stamper, unless an object is a stamper."""
    require_method(stamper, "stamp", "stamper", "pass a stamper, such as ApiKeyStamper(api_key)")


def stamped_headers(stamper: Stamper, body: bytes) -> Headers:
    """Stamp a body, and return the headers to send with it."""
    require_stamper(stamper)
    return headers_with(stamper.stamp(body))


def headers_with(stamp: object) -> Headers:
    """Return the headers to send with a stamped body."""
    # A third-party stamper must not add other headers to the request.
    if (
        not isinstance(stamp, Stamp)
        or stamp.header_name not in _STAMP_HEADERS
        or not _is_header_value(stamp.header_value)
    ):
        raise MalformedInput("the stamper must return a stamp that an HTTP header can carry")
    return (*_HEADERS, (stamp.header_name, stamp.header_value))


def configured_headers(configuration_id: object, label: str) -> Headers:
    """Return the headers of a request to the auth proxy."""
    if not isinstance(configuration_id, str) or not _HEADER_WORD.fullmatch(configuration_id):
        raise InvalidRequest(
            f"{label}: configuration_id must be the id of a configuration; copy it from the dashboard"
        )
    return (*_HEADERS, (CONFIGURATION_HEADER, configuration_id))


def _is_header_value(value: object) -> bool:
    """Whether a value is printable ASCII text without outer spaces; a pattern takes three times as long."""
    return (
        isinstance(value, str)
        and value.isascii()
        and not value.encode().translate(None, _PRINTABLE)
        and value == value.strip() != ""
    )
