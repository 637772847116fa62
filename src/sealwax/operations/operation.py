"""Operations, and the requests that they are sealed into.

| input | decision |
|---|---|
| a base URL that is not https, unless on this machine; one with user, query or fragment | refused |
| a configuration id or a stamp that no header can carry | refused |
| a timestamp that is no number of milliseconds from 1970 to 9999 | refused |
"""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar, cast

import msgspec

from sealwax._codec.clock import to_instant
from sealwax._codec.strict_json import convert_json, decode_json
from sealwax._codec.text import to_bytes
from sealwax.errors import ContextMismatch, InvalidRequest, MalformedInput
from sealwax.login.tokens import EPOCH
from sealwax.stamps.header import Stamp

from .fields import Id, Milliseconds
from .parameters import Parameters, check
from .responses import Activity, Record, read_fields

A_co = TypeVar("A_co", covariant=True)
T = TypeVar("T")
R_co = TypeVar("R_co", bound=Record, covariant=True)

PUBLIC_API_URL = "https://api.turnkey.com"
"""The public API of the deployed service."""

AUTH_PROXY_URL = "https://authproxy.turnkey.com"
"""The auth proxy of the deployed service."""

CONFIGURATION_HEADER = "X-Auth-Proxy-Config-Id"
_STAMP_HEADER = re.compile(r"X-Stamp(?:-WebAuthn|-Attested)?")
_ECHOED = {
    "address",
    "endpointId",
    "mfaPolicyId",
    "policyId",
    "privateKeyTagId",
    "userId",
    "walletId",
}
_HEADERS = (("Accept", "application/json"), ("Content-Type", "application/json"))

MAX_AGE = timedelta(hours=1)
"""How old a ``timestampMs`` may be for the service to take it (wire-formats.md, section 7)."""

MAX_AHEAD = timedelta(minutes=5)
"""How far ahead of the service's clock it may be."""

_MILLISECOND = timedelta(milliseconds=1)
# The last millisecond of the year 9999, where datetime ends.
_LAST_MILLISECOND = 253402300799999
MAX_ANSWER_BYTES = 4 << 20
"""The most that an answer may measure, in bytes, unless its reader says otherwise: 4 MiB."""


Surface = Literal["submit", "query", "auth_proxy"]
"""The kinds of operations."""


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
    _headers: tuple[tuple[str, str], ...] = field(repr=False)

    @property
    def headers(self) -> dict[str, str]:
        """The headers to send: what the body is, and the stamp or the auth proxy's configuration id."""
        return dict(self._headers)

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

    def read(self, answer: bytes | str, *, limit: int = MAX_ANSWER_BYTES) -> A_co:
        """Read what the service answered to it, with status 200.

        Args:
            answer: The body of the answer, JSON.
            limit: The most bytes that it may have; 4 MiB by default. Reading takes up to fifty times as much
                memory.

        Returns:
            The answer. What its result opens is compared with what was asked for here.

        Raises:
            MalformedInput: It does not parse, lacks a field, or is of another type of activity.
            ContextMismatch: It is of another organization.
        """
        content = to_bytes(answer, f"the answer to {self.operation.operation_name}", limit=limit)
        return self.operation.read_answer(content, organization_id=self.organization_id)


class Operation(Parameters, Generic[A_co], frozen=True, kw_only=True):
    """An operation of the API; its fields are its parameters."""

    operation_name: ClassVar[str]
    surface: ClassVar[Surface]

    @classmethod
    def _label(cls) -> str:
        """What error messages call it."""
        return cls.operation_name

    @classmethod
    def path(cls) -> str:
        """The path of its URL, from the base URL on."""
        raise NotImplementedError

    @classmethod
    def body_type(cls) -> type[msgspec.Struct]:
        """The type of its request's body."""
        raise NotImplementedError

    def expected(self, organization_id: str) -> dict[str, object]:  # noqa: ARG002
        """Give what of the request its result is compared with.

        Args:
            organization_id: The organization that it was sealed for; empty for the auth proxy.

        Returns:
            The fields of the result that we set, by their encoded names.
        """
        return {}

    def read_answer(self, answer: bytes | str, *, organization_id: str | None) -> A_co:
        """Read what the service answered; ``SealedRequest.read`` calls this.

        Args:
            answer: The body of the answer, JSON.
            organization_id: The organization that it was sealed for.

        Returns:
            The answer.

        Raises:
            MalformedInput: It does not parse, lacks a field, or is of another type of activity.
            ContextMismatch: It is of another organization.
        """
        raise NotImplementedError


class SubmitOperation(Operation[Activity[R_co]], Generic[R_co], frozen=True, kw_only=True):
    """An operation that changes something: an activity."""

    surface = "submit"
    activity_type: ClassVar[str]
    intent_key: ClassVar[str]
    result_key: ClassVar[str]
    result_type: ClassVar[type[Record]]
    makes_app_proofs: ClassVar[bool] = True

    @classmethod
    def path(cls) -> str:
        """The path of its URL, from the base URL on."""
        return f"/public/v1/submit/{cls.operation_name}"

    @classmethod
    def body_type(cls) -> type[msgspec.Struct]:
        """The type of its request's body."""
        return _submit_body(cls)

    def seal(
        self,
        stamper: Stamper,
        *,
        organization_id: str,
        timestamp_ms: int | None = None,
        now: datetime | None = None,
        generate_app_proofs: bool | None = None,
        base_url: str = PUBLIC_API_URL,
    ) -> SealedRequest[Activity[R_co]]:
        """Make the request: serialise it once, and stamp just those bytes.

        Args:
            stamper: What stamps it.
            organization_id: The organization that it is for.
            timestamp_ms: The time to put into it, in milliseconds since the epoch.
            now: The same as an aware datetime; the system's clock by default.
            generate_app_proofs: Whether the service is to prove what its enclaves did; not with
                delete_mfa_policy.
            base_url: Where the public API is.

        Returns:
            The request.

        Raises:
            InvalidRequest: Something breaks the specification; the message names it.
            SealwaxError: What the stamper raises.
        """
        time = _timestamp(timestamp_ms, now)
        fields: dict[str, object] = {
            "type": self.activity_type,
            "timestampMs": str(time),
            "organizationId": organization_id,
            # Checked again with the rest: there are ways around the checks of a frozen Struct.
            "parameters": self,
        }
        if generate_app_proofs is not None:
            fields["generateAppProofs"] = generate_app_proofs
        url = _base_url(base_url) + self.path()
        body = msgspec.json.encode(check(self.body_type(), fields, self._label()))
        return SealedRequest(
            url=url,
            body=body,
            operation=self,
            organization_id=organization_id,
            timestamp_ms=time,
            _headers=(*_HEADERS, _stamp_header(stamper, body)),
        )

    def read_answer(self, answer: bytes | str, *, organization_id: str | None) -> Activity[R_co]:
        """Read what the service answered; ``SealedRequest.read`` calls this.

        Args:
            answer: The body of the answer, JSON.
            organization_id: The organization that it was sealed for.

        Returns:
            The activity.

        Raises:
            MalformedInput: It does not parse, lacks a field, or is of another type of activity.
            ContextMismatch: It is of another organization.
        """
        what = f"the answer to {self.operation_name}"
        raw = _decode(answer, _ActivityAnswer, what).activity
        if raw is None:
            raise MalformedInput(
                f"{what} holds no activity; it is an error of the service, or of another API"
            )
        head = convert_json(raw, _ActivityHead, f"the activity of {what}")
        if head.type != self.activity_type:
            raise MalformedInput(f"{what} is an activity of another type; it belongs to another request")
        if head.organization_id != organization_id:
            raise ContextMismatch(
                "wrong-organization",
                f"{what} is of another organization than the request; check the organization id",
            )
        if self.intent_key not in head.intent:
            raise MalformedInput(f"{what} lacks {self.intent_key}; it belongs to another request")
        outcome = None if head.result is None else head.result.get(self.result_key)
        if outcome is not None:
            outcome = read_fields(outcome, self.result_type)
        if isinstance(outcome, dict):
            self._check_echoes(outcome, what)
            outcome |= self.expected(head.organization_id)
        fields = {
            **_object(read_fields(raw, Activity)),
            "intent": head.intent[self.intent_key],
            "outcome": outcome,
        }
        into = Activity[self.result_type]  # type: ignore[name-defined] # known at run time
        return cast("Activity[R_co]", convert_json(fields, into, what))

    def _check_echoes(self, outcome: dict[str, object], what: str) -> None:
        """Compare the ids in a result with those that were asked for."""
        asked = self.to_params()
        for name in _ECHOED & outcome.keys() & asked.keys():
            # Addresses come back with the capitals of their checksum.
            if str(outcome[name]).lower() != str(asked[name]).lower():
                raise MalformedInput(f"{what} is about another {name}; it belongs to another request")


class _RecordOperation(Operation[R_co], Generic[R_co], frozen=True, kw_only=True):
    """An operation whose answer is a record, and no activity."""

    answer_type: ClassVar[type[Record]]

    def read_answer(self, answer: bytes | str, *, organization_id: str | None) -> R_co:
        """Read what the service answered; ``SealedRequest.read`` calls this.

        Args:
            answer: The body of the answer, JSON.
            organization_id: The organization that it was sealed for; None for the auth proxy.

        Returns:
            The record.

        Raises:
            MalformedInput: It does not parse, or lacks a field.
        """
        what = f"the answer to {self.operation_name}"
        raw: dict[str, object] = _decode(answer, dict[str, object], what)
        fields = {**_object(read_fields(raw, self.answer_type)), **self.expected(organization_id or "")}
        return cast("R_co", convert_json(fields, self.answer_type, what))


class QueryOperation(_RecordOperation[R_co], Generic[R_co], frozen=True, kw_only=True):
    """An operation that only reads."""

    surface = "query"

    @classmethod
    def path(cls) -> str:
        """The path of its URL, from the base URL on."""
        return f"/public/v1/query/{cls.operation_name}"

    @classmethod
    def body_type(cls) -> type[msgspec.Struct]:
        """The type of its request's body."""
        return _query_body(cls)

    def seal(
        self, stamper: Stamper, *, organization_id: str, base_url: str = PUBLIC_API_URL
    ) -> SealedRequest[R_co]:
        """Make the request: serialise it once, and stamp just those bytes.

        Args:
            stamper: What stamps it.
            organization_id: The organization to read.
            base_url: Where the public API is.

        Returns:
            The request.

        Raises:
            InvalidRequest: Something breaks the specification; the message names it.
            SealwaxError: What the stamper raises.
        """
        url = _base_url(base_url) + self.path()
        fields = {"organizationId": organization_id}
        body = msgspec.json.encode(check(self.body_type(), fields, self._label()))
        return SealedRequest(
            url=url,
            body=body,
            operation=self,
            organization_id=organization_id,
            timestamp_ms=None,
            _headers=(*_HEADERS, _stamp_header(stamper, body)),
        )


class AuthProxyOperation(_RecordOperation[R_co], Generic[R_co], frozen=True, kw_only=True):
    """A call of the auth proxy."""

    surface = "auth_proxy"

    @classmethod
    def path(cls) -> str:
        """The path of its URL, from the base URL on."""
        return f"/v1/{cls.operation_name}"

    @classmethod
    def body_type(cls) -> type[msgspec.Struct]:
        """The type of its request's body."""
        return cls

    def seal(self, *, configuration_id: str, base_url: str = AUTH_PROXY_URL) -> SealedRequest[R_co]:
        """Make the request. It has no stamp: the client signature in it is what vouches for it.

        Args:
            configuration_id: The id of the auth proxy's configuration, from the service's dashboard.
            base_url: Where the auth proxy is.

        Returns:
            The request.

        Raises:
            InvalidRequest: Something breaks the specification; the message names it.
        """
        if not _matches(_HEADER_WORD, configuration_id):
            raise InvalidRequest(
                f"{self._label()}: {CONFIGURATION_HEADER} is no configuration's id; see the dashboard"
            )
        url = _base_url(base_url) + self.path()
        return SealedRequest(
            url=url,
            body=msgspec.json.encode(check(self.body_type(), self, self._label())),
            operation=self,
            organization_id=None,
            timestamp_ms=None,
            _headers=(*_HEADERS, (CONFIGURATION_HEADER, configuration_id)),
        )


def is_timely(timestamp_ms: int | str, *, now: datetime | None = None) -> bool:
    """Tell whether the service takes a ``timestampMs``: at most an hour old, at most five minutes ahead.

    Args:
        timestamp_ms: The timestamp, in milliseconds since the epoch, as a number or as the wire has it.
        now: The time by the service's clock, aware of its zone; the system's by default.

    Returns:
        Whether it is within that window, whose two ends belong to it.

    Raises:
        InvalidRequest: It is no such timestamp.
        TypeError: ``now`` is not a datetime.
        ValueError: ``now`` has no time zone.
    """
    if isinstance(timestamp_ms, str):
        if not _DIGITS.fullmatch(timestamp_ms):
            raise InvalidRequest("timestampMs is not decimal text, without leading zeros")
        timestamp_ms = int(timestamp_ms)
    time, current = _milliseconds(timestamp_ms), _clock(now)
    return -(MAX_AGE // _MILLISECOND) <= time - current <= MAX_AHEAD // _MILLISECOND


_DIGITS = re.compile(r"0|[1-9][0-9]{0,14}", re.ASCII)
_HEADER_WORD = re.compile(r"[!-~]{1,256}")
_HEADER_VALUE = re.compile(r"[!-~](?:[ -~]*[!-~])?")
_URL = re.compile(
    r"(?P<scheme>https?)://(?P<host>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<path>(?:/[A-Za-z0-9._~-]*)*)"
)
_LAST_PORT = 65535
# Linux takes 128 KiB.
_LONGEST_ARGUMENT = 100_000


class _ActivityAnswer(msgspec.Struct, frozen=True):
    activity: dict[str, object] | None = None


class _ActivityHead(msgspec.Struct, frozen=True, rename="camel"):
    type: str
    organization_id: str
    intent: dict[str, object]
    result: dict[str, object] | None = None


@lru_cache(maxsize=64)
def _submit_body(operation: type[SubmitOperation[Any]]) -> type[msgspec.Struct]:
    fields: list[Any] = [
        ("type", Literal[operation.activity_type]),
        ("timestamp_ms", Milliseconds),
        ("organization_id", Id),
        ("parameters", operation),
    ]
    if operation.makes_app_proofs:
        fields.append(("generate_app_proofs", bool | None, None))
    return _body(operation, fields)


@lru_cache(maxsize=64)
def _query_body(operation: type[QueryOperation[Any]]) -> type[msgspec.Struct]:
    return _body(operation, [("organization_id", Id)])


def _body(operation: type[Parameters], fields: list[Any]) -> type[msgspec.Struct]:
    return msgspec.defstruct(
        f"{operation.__name__}Body",
        fields,
        frozen=True,
        kw_only=True,
        rename="camel",
        omit_defaults=True,
        forbid_unknown_fields=True,
    )


def _timestamp(timestamp_ms: object, now: datetime | None) -> int:
    """Take a time in milliseconds, or that of a clock."""
    if timestamp_ms is None:
        return _clock(now)
    if now is not None:
        raise InvalidRequest("timestampMs: both `timestamp_ms` and `now` are given; leave one out")
    return _milliseconds(timestamp_ms)


def _clock(now: datetime | None) -> int:
    return _milliseconds((to_instant(now) - EPOCH) // _MILLISECOND)


def _milliseconds(timestamp_ms: object) -> int:
    # A bool is an int to Python.
    if type(timestamp_ms) is not int or not 0 <= timestamp_ms <= _LAST_MILLISECOND:
        raise InvalidRequest("timestampMs is no whole number of milliseconds from 1970 to 9999")
    return timestamp_ms


def _base_url(base_url: str) -> str:
    """Check where a request is to go, and give it without a slash at its end."""
    parts = _URL.fullmatch(base_url) if isinstance(base_url, str) else None  # type: ignore[redundant-expr]
    if parts is None or not _is_host(parts["host"]) or int(parts["port"] or 0) > _LAST_PORT:
        raise InvalidRequest(
            "the base URL is not one; give scheme, host and perhaps a path, without user, query or fragment"
        )
    if {".", ".."} & set(parts["path"].split("/")):
        raise InvalidRequest("the path of the base URL leads elsewhere; leave `.` and `..` out of it")
    if parts["scheme"] != "https" and not _is_loopback(parts["host"]):
        raise InvalidRequest(
            "the base URL is not https; without that, only this machine itself can be reached"
        )
    return base_url.rstrip("/")


def _is_host(host: str) -> bool:
    try:
        return not host.startswith("[") or bool(IPv6Address(host[1:-1]))
    except ValueError:
        return False


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _stamp_header(stamper: Stamper, body: bytes) -> tuple[str, str]:
    stamp: object = stamper.stamp(body)
    # A stamper of someone else's must not put anything but a stamp into the request.
    if (
        not isinstance(stamp, Stamp)
        or not _matches(_STAMP_HEADER, stamp.header_name)
        or not _matches(_HEADER_VALUE, stamp.header_value)
    ):
        raise MalformedInput("the stamper gave something that is no stamp's header")
    return stamp.header_name, stamp.header_value


def _matches(pattern: re.Pattern[str], value: object) -> bool:
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def _decode(answer: bytes | str, into: type[T], what: str) -> T:
    return decode_json(to_bytes(answer, what, limit=None), into, what)


def _object(value: object) -> dict[str, object]:
    return dict(value) if isinstance(value, Mapping) else {}
