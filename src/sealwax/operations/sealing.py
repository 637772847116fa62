"""Sealed requests: the bytes to send, and the headers that go with them.

| input | decision |
|---|---|
| a base URL that is not https, unless on this machine; one with user, query or fragment | refused |
| a configuration id or a stamp that no header can carry | refused |
| a timestamp that is no number of milliseconds from 1970 to 9999 | refused |
"""

import re
import shlex
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypeVar

from sealwax._codec.text import to_bytes
from sealwax.errors import InvalidRequest, MalformedInput
from sealwax.stamps.header import KINDS, Stamp

from .reading import MAX_ANSWER_BYTES, check_status
from .timestamps import is_timely

if TYPE_CHECKING:
    from .operation import Operation

A_co = TypeVar("A_co", covariant=True)

Headers = tuple[tuple[str, str], ...]

_CONFIGURATION_HEADER = "X-Auth-Proxy-Config-Id"
_HEADERS = (("Accept", "application/json"), ("Content-Type", "application/json"))
_HEADER_WORD = re.compile(r"[!-~]{1,256}")
_HEADER_VALUE = re.compile(r"[!-~](?:[ -~]*[!-~])?")
# Linux takes 128 KiB.
_LONGEST_ARGUMENT = 100_000


class Stamper(Protocol):
    """What stamps a body: ``ApiKeyStamper``, ``WebAuthnStamper``, ``AttestedStamper``, or one of yours."""

    def stamp(self, body: bytes) -> Stamp:
        """Stamp a request's body.

        Args:
            body: The bytes that will be sent.

        Returns:
            The stamp.
        """


@dataclass(frozen=True, kw_only=True)
class SealedRequest(Generic[A_co]):
    """A request that is ready to send, by any HTTP client, just as it is.

    The body is what was stamped. Send those bytes (httpx: ``content=``; requests and aiohttp: ``data=``),
    never a dict to be serialised again, and follow no redirect: a stamp is good wherever it is.

    Attributes:
        method: ``POST``.
        url: Where it goes.
        body: The bytes to send; they can hold tokens, and the repr does not show them.
        operation: What was asked for.
        organization_id: The organization that it is for; None for the auth proxy.
        timestamp_ms: The time in it, in milliseconds since the epoch; None where it has none.
    """

    method: Literal["POST"] = "POST"
    url: str
    body: bytes = field(repr=False)
    operation: "Operation[A_co]"
    organization_id: str | None
    timestamp_ms: int | None
    _headers: Headers = field(repr=False)

    @property
    def headers(self) -> dict[str, str]:
        """The headers to send: what the body is, and the stamp or the auth proxy's configuration id."""
        return dict(self._headers)

    def is_timely(self, *, now: datetime | None = None) -> bool:
        """Tell whether the service still takes it: until it is an hour old.

        Args:
            now: The time by the service's clock, aware of its zone; the system's by default.

        Returns:
            Whether its time is within the service's window; True for a request that carries no time.

        Raises:
            TypeError: ``now`` is not a datetime.
            ValueError: ``now`` has no time zone.
        """
        return self.timestamp_ms is None or is_timely(self.timestamp_ms, now=now)

    def to_curl(self) -> str:
        """Write it as a command for a POSIX shell.

        Returns:
            A command of curl that sends it; a body of more than 100 KB, which no argument may have, is piped
            into it. It holds the body and the stamp: whoever sees it, on the screen or as it runs in the
            list of processes, while it is timely can send the request, and it may hold tokens.
        """
        headers = [part for name, value in self._headers for part in ("--header", f"{name}: {value}")]
        command = ["curl", "--request", self.method, *headers]
        body = self.body.decode()
        # Plain --data would drop newlines; a body starts with a brace, so that it is no @FILE.
        if len(self.body) <= _LONGEST_ARGUMENT:
            return shlex.join([*command, "--data-binary", body, self.url])
        piped = shlex.join([*command, "--data-binary", "@-", self.url])
        return f"printf %s {shlex.quote(body)} | {piped}"

    def read(
        self, answer: bytes | str, *, http_status: int | None = None, limit: int = MAX_ANSWER_BYTES
    ) -> A_co:
        """Read what the service answered to it.

        Args:
            answer: The body of the answer, JSON.
            http_status: The status of the HTTP answer; any but 200 is an error. None if it is unknown.
            limit: The most bytes that it may have; 4 MiB by default. Reading takes up to fifty times as much
                memory.

        Returns:
            The answer. What its result opens is compared with what was asked for here.

        Raises:
            ServiceError: It is an error of the service, or the status is not 200.
            MalformedInput: It does not parse, lacks a field, or is of another type of activity.
            ContextMismatch: It is of another organization.
        """
        what = f"the answer to {self.operation.operation_name}"
        content = to_bytes(answer, what, limit=limit)
        check_status(content, http_status, what)
        return self.operation.read_answer(content, organization_id=self.organization_id)


def stamped_headers(stamper: Stamper, body: bytes) -> Headers:
    """Stamp a body, and give the headers to send with it."""
    stamp: object = stamper.stamp(body)
    # A stamper of someone else's must not put anything but a stamp into the request.
    if (
        not isinstance(stamp, Stamp)
        or stamp.header_name not in tuple(KINDS)
        or not _matches(_HEADER_VALUE, stamp.header_value)
    ):
        raise MalformedInput("the stamper gave something that is no stamp's header")
    return (*_HEADERS, (stamp.header_name, stamp.header_value))


def configured_headers(configuration_id: str, what: str) -> Headers:
    """Give the headers to send to the auth proxy."""
    if not _matches(_HEADER_WORD, configuration_id):
        raise InvalidRequest(f"{what}: {_CONFIGURATION_HEADER} is no configuration's id; see the dashboard")
    return (*_HEADERS, (_CONFIGURATION_HEADER, configuration_id))


def _matches(pattern: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None
