"""The base classes of operations: how each kind of operation makes its request and reads its answer."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast

import msgspec

from sealwax._codec.folding import check_names
from sealwax._codec.urls import AUTH_PROXY_URL, PUBLIC_API_URL, check_base_url
from sealwax.errors import MalformedInput

from .forms import Id, Milliseconds
from .parameters import JsonObject, Parameters, encode_body, wire_names
from .reading import read_activity, read_answer, read_record
from .responses import Activity, Record, RecordType, UncheckedActivity
from .sealing import SealedRequest, Stamper, configured_headers, stamped_headers
from .timestamps import to_timestamp

A_co = TypeVar("A_co", covariant=True)
R_co = TypeVar("R_co", bound=Record, covariant=True)
S = TypeVar("S", bound=msgspec.Struct)

Surface = Literal["submit", "query", "auth_proxy"]
"""The kinds of operations."""


class Operation(Parameters, Generic[A_co], frozen=True, kw_only=True):
    """An operation of the API; its fields are its parameters."""

    operation_name: ClassVar[str]
    result_type: ClassVar[RecordType]
    # Each kind of operation has these two, and each operation the others.
    surface: ClassVar[Surface]
    _folder: ClassVar[str]

    @classmethod
    def _label(cls) -> str:
        """Return the operation's name in error messages."""
        return cls.operation_name

    @classmethod
    def _answer(cls) -> str:
        """Return the name of the operation's answer in error messages."""
        return f"the answer to {cls.operation_name}"

    @classmethod
    def path(cls) -> str:
        """Return the path of the request's URL.

        Returns:
            The path, after the base URL.
        """
        return cls._folder + cls.operation_name

    @classmethod
    def body_type(cls) -> type[msgspec.Struct]:
        """Return the type of the request's body.

        Returns:
            A Struct with the body's fields.
        """
        return _body_type(cls)

    @classmethod
    def _url(cls, base_url: str) -> str:
        return check_base_url(base_url) + cls.path()

    def _expected(self, organization_id: str | None) -> dict[str, object]:
        """Return the fields of a result that the request has, not the answer, by their wire names.

        The name of such a field is that of the request's with ``expected_`` before it: ``decrypt`` of the
        result compares with it, and so needs no argument.
        """
        request = {"organization_id": organization_id, **self._request_fields()}
        return {
            wire_name: request[name.removeprefix("expected_")]
            for name, wire_name in wire_names(self.result_type).items()
            if name.startswith("expected_")
        }

    def read_answer(self, answer: Mapping[str, object], *, organization_id: str | None) -> A_co:
        """Read the answer to a request; ``SealedRequest.read`` calls this.

        Args:
            answer: The answer, parsed.
            organization_id: The organization of the request; None for an operation of the auth proxy.

        Returns:
            The activity or the record.

        Raises:
            MalformedInput: The answer does not belong to this request, or breaks the specification.
            ServiceError: The answer is an error of the service.
        """
        return self._read(answer, organization_id)

    def _read(self, answer: bytes | JsonObject, organization_id: str | None) -> A_co:
        """Read an answer, from its text or parsed; text takes less time."""
        raise NotImplementedError


class ActivityOperation(Operation[A_co], Generic[A_co], frozen=True, kw_only=True):
    """An operation that the service runs as an activity, whose name and version may differ."""

    surface: ClassVar[Surface] = "submit"
    _folder: ClassVar[str] = "/public/v1/submit/"
    activity_type: ClassVar[str]
    intent_key: ClassVar[str]
    makes_app_proofs: ClassVar[bool] = True

    def seal(
        self,
        stamper: Stamper,
        *,
        organization_id: str,
        timestamp_ms: int | None = None,
        now: datetime | None = None,
        generate_app_proofs: bool | None = None,
        base_url: str = PUBLIC_API_URL,
    ) -> SealedRequest[A_co]:
        """Make a stamped request from the operation: serialise it once, and stamp exactly those bytes.

        Args:
            stamper: The stamper for the request's body.
            organization_id: The id of the organization to change.
            timestamp_ms: The request's time, in milliseconds since the epoch; pass this or ``now``.
            now: The request's time, as an aware datetime; by default the system's clock, or the next time
                that this process has not taken.
            generate_app_proofs: Whether to ask the service for app proofs; not allowed for delete_mfa_policy.
            base_url: The base URL of the public API: https, or http on this machine.

        Returns:
            The request, ready to send.

        Raises:
            InvalidRequest: A parameter, the organization id, the time or the base URL breaks the
                specification; the message names the field and the rule.
            MalformedInput: The stamper returned something other than a stamp.
            SealwaxError: The errors of the stamper.
        """
        time, url = to_timestamp(timestamp_ms, now), self._url(base_url)
        body = self._body(organization_id, time, generate_app_proofs=generate_app_proofs)
        return SealedRequest(
            url=url,
            body=body,
            operation=self,
            organization_id=organization_id,
            timestamp_ms=time,
            _headers=stamped_headers(stamper, body),
        )

    def to_body(
        self, *, organization_id: str, timestamp_ms: int | None = None, now: datetime | None = None
    ) -> bytes:
        """Make the body of a request that others will stamp.

        Args:
            organization_id: The id of the organization to change.
            timestamp_ms: The request's time, in milliseconds since the epoch; pass this or ``now``.
            now: The request's time, as an aware datetime; by default the system's clock, or the next time
                that this process has not taken.

        Returns:
            The bytes to stamp and to send: JSON.

        Raises:
            InvalidRequest: A parameter, the organization id or the time breaks the specification.
        """
        time = to_timestamp(timestamp_ms, now)
        return self._body(organization_id, time, generate_app_proofs=None)

    def _body(self, organization_id: str, time: int, *, generate_app_proofs: bool | None) -> bytes:
        """Return the body of a request, which is serialised once."""
        fields: dict[str, object] = {
            "type": self.activity_type,
            "timestampMs": str(time),
            "organizationId": organization_id,
        }
        if generate_app_proofs is not None:
            fields["generateAppProofs"] = generate_app_proofs
        fields["parameters"] = self
        return encode_body(self.body_type(), fields, self._label())


class SubmitOperation(ActivityOperation[Activity[R_co]], Generic[R_co], frozen=True, kw_only=True):
    """An operation that changes something; its activity has a result, which has a version of its own."""

    result_key: ClassVar[str]

    def _read(self, answer: bytes | JsonObject, organization_id: str | None) -> Activity[R_co]:
        """Read an activity, and compare its type, organization, intent and ids with those of the request."""
        label = self._answer()
        activity = read_activity(answer, label, organization_id)
        if activity.type != self.activity_type:
            raise MalformedInput(
                f"{label} is an activity of another type; pass the answer to this request, or the "
                "operation of this activity"
            )
        intent = _object_in(activity.intent, self.intent_key, label)
        if intent is None:
            raise MalformedInput(f"{label} lacks {self.intent_key}; pass the answer to this request")
        outcome, received = None, _object_in(activity.outcome or {}, self.result_key, label)
        if received is not None:
            self._check_echoes(received, label)
            outcome = read_record(received, self.result_type, label, self._expected(organization_id))
        fields = msgspec.structs.asdict(activity)
        fields |= {"_raw": activity, "intent": intent, "outcome": outcome}
        return Activity(**fields)

    def _check_echoes(self, outcome: Mapping[str, object], label: str) -> None:
        """Compare the ids in a result with the requested ids."""
        for name, wire_name in wire_names(type(self)).items():
            asked = getattr(self, name) if wire_name.endswith("Id") or wire_name in _ECHOED else None
            # Ignore case: the service writes addresses with checksum capitals.
            if asked is not None and wire_name in outcome and _fold(outcome[wire_name]) != _fold(asked):
                raise MalformedInput(f"{label} is about another {wire_name}; pass the answer to this request")
        for wire_name, name in self._result_counts.items():
            asked, answered = getattr(self, name), outcome.get(wire_name)
            wanted = asked if isinstance(asked, int) else len(asked)
            if isinstance(answered, list | tuple) and len(answered) != wanted:
                counts = f"{len(answered)} {wire_name} instead of {wanted}"
                raise MalformedInput(f"{label} has {counts}; pass the answer to this request")


class VoteOperation(ActivityOperation[UncheckedActivity], frozen=True, kw_only=True):
    """A vote on an activity. Its answer is the activity with that vote, of any type."""

    result_type: ClassVar[RecordType] = UncheckedActivity

    def _read(self, answer: bytes | JsonObject, organization_id: str | None) -> UncheckedActivity:
        return read_activity(answer, self._answer(), organization_id)


class RecordOperation(Operation[R_co], Generic[R_co], frozen=True, kw_only=True):
    """An operation whose answer is a record instead of an activity."""

    def _read(self, answer: bytes | JsonObject, organization_id: str | None) -> R_co:
        expected = self._expected(organization_id)
        return cast("R_co", read_answer(answer, self.result_type, self._answer(), expected))


class QueryOperation(RecordOperation[R_co], Generic[R_co], frozen=True, kw_only=True):
    """An operation that only reads."""

    surface: ClassVar[Surface] = "query"
    _folder: ClassVar[str] = "/public/v1/query/"

    def seal(
        self, stamper: Stamper, *, organization_id: str, base_url: str = PUBLIC_API_URL
    ) -> SealedRequest[R_co]:
        """Make a stamped request from the query: serialise it once, and stamp exactly those bytes.

        Args:
            stamper: The stamper for the request's body.
            organization_id: The id of the organization to read.
            base_url: The base URL of the public API: https, or http on this machine.

        Returns:
            The request, ready to send.

        Raises:
            InvalidRequest: The organization id or the base URL breaks the specification.
            MalformedInput: The stamper returned something other than a stamp.
            SealwaxError: The errors of the stamper.
        """
        url = self._url(base_url)
        fields: dict[str, object] = {"organizationId": organization_id}
        if self.__struct_fields__:
            fields |= self.to_params()
        body = encode_body(self.body_type(), fields, self._label())
        return SealedRequest(
            url=url,
            body=body,
            operation=self,
            organization_id=organization_id,
            timestamp_ms=None,
            _headers=stamped_headers(stamper, body),
        )


class AuthProxyOperation(RecordOperation[R_co], Generic[R_co], frozen=True, kw_only=True):
    """An operation of the auth proxy."""

    surface: ClassVar[Surface] = "auth_proxy"
    _folder: ClassVar[str] = "/v1/"
    _path_name: ClassVar[str] = ""

    @classmethod
    def path(cls) -> str:
        """Return the path of the request's URL.

        Returns:
            The path, after the base URL.
        """
        # An operation of the public API can have the name in the path.
        return cls._folder + (cls._path_name or cls.operation_name)

    def seal(self, *, configuration_id: str, base_url: str = AUTH_PROXY_URL) -> SealedRequest[R_co]:
        """Make a request from the operation, without a stamp: its client signature authorises it.

        Args:
            configuration_id: The id of the auth proxy's configuration, from the service's dashboard.
            base_url: The base URL of the auth proxy: https, or http on this machine.

        Returns:
            The request, ready to send.

        Raises:
            InvalidRequest: A parameter, the configuration id or the base URL breaks the specification; the
                message names the field and the rule.
        """
        headers = configured_headers(configuration_id, self._label())
        url = self._url(base_url)
        body = encode_body(type(self), self, self._label())
        return SealedRequest(
            url=url, body=body, operation=self, organization_id=None, timestamp_ms=None, _headers=headers
        )


# The parameters, other than ids, that the result repeats; arrays in their order.
_ECHOED = {"address", "secretIds"}


def _object_in(parts: JsonObject, name: str, label: str) -> JsonObject | None:
    """Return the object of a name in an intent or a result; None if there is none."""
    check_names(parts, frozenset({name}), label)
    value = parts.get(name)
    if value is None or isinstance(value, Mapping):
        return value
    raise MalformedInput(f"{label} is malformed: {name} must be an object")


def _fold(value: object) -> str | list[str]:
    """Fold the case of an id, or of an array's ids."""
    return [str(item).lower() for item in value] if isinstance(value, list | tuple) else str(value).lower()


def _fields_of(fields: Iterable[msgspec.structs.FieldInfo]) -> list[Any]:
    """Define the fields of a type again, for another type."""
    return [
        (field.name, field.type, msgspec.field(name=field.encode_name, default=field.default))
        for field in fields
    ]


@lru_cache(maxsize=256)
def _body_type(operation: type[Operation[Any]]) -> type[msgspec.Struct]:
    """Return the type of a request's body: the surface's envelope around parameters.

    One conversion checks envelope and parameters, and JSON Schemas are derived from the type.
    """
    if issubclass(operation, AuthProxyOperation):
        return operation
    fields: list[Any] = [("organization_id", Id)]
    if issubclass(operation, ActivityOperation):
        head = [("type", Literal[operation.activity_type]), ("timestamp_ms", Milliseconds)]
        fields = [*head, *fields, ("parameters", operation)]
        if operation.makes_app_proofs:
            fields.append(("generate_app_proofs", bool | None, None))
    else:
        fields += _fields_of(msgspec.structs.fields(operation))
    return msgspec.defstruct(
        f"{operation.__name__}Body",
        fields,
        frozen=True,
        kw_only=True,
        rename="camel",
        omit_defaults=True,
        forbid_unknown_fields=True,
    )
