"""The base classes of operations: how each kind of operation makes its request and reads its answer."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from itertools import chain
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast, get_args

import msgspec

from sealwax._codec.folding import check_names
from sealwax._codec.organizations import check_organization
from sealwax._codec.strict_json import convert_known, decode_unspaced
from sealwax._codec.urls import AUTH_PROXY_URL, PUBLIC_API_URL, check_base_url
from sealwax.errors import MalformedInput

from .facts import activity_type, part_key
from .forms import Id, Milliseconds
from .parameters import JsonObject, Parameters, check_and_encode, wire_names
from .reading import is_as_received, read_fields, read_record, refuse_service_error, wire_fields
from .responses import OUTCOME, RAW, Activity, Record, received_fields
from .sealing import SealedRequest, Stamper, configured_headers, stamped_headers
from .timestamps import to_timestamp
from .unchecked import UncheckedActivity, find_activity, read_unchecked_activity

A_co = TypeVar("A_co", covariant=True)
R_co = TypeVar("R_co", bound=Record, covariant=True)
S = TypeVar("S", bound=msgspec.Struct)

Surface = Literal["submit", "query", "auth_proxy"]
"""The kinds of operations."""

_PATHS: dict[Surface, str] = {
    "submit": "/public/v1/submit/",
    "query": "/public/v1/query/",
    "auth_proxy": "/v1/",
}


class Operation(Parameters, Generic[A_co], frozen=True, kw_only=True):
    """An operation of the API; its fields are its parameters."""

    operation_name: ClassVar[str]
    surface: ClassVar[Surface]
    result_type: ClassVar[type[Record]]
    _path: ClassVar[str]

    def __init_subclass__(cls) -> None:
        """Derive the name from the class's name, and the result's type from its base's argument."""
        own = vars(cls)
        for argument in chain.from_iterable(map(get_args, own.get("__orig_bases__", ()))):
            if not isinstance(argument, TypeVar):
                cls.result_type = argument
                if "operation_name" not in own:
                    cls.operation_name = re.sub("(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        if "operation_name" in own:
            cls._path = f"{_PATHS[cls.surface]}{cls.operation_name}"

    @classmethod
    def _label(cls) -> str:
        """Return the operation's name in error messages."""
        return cls.operation_name

    @classmethod
    def path(cls) -> str:
        """Return the path of the request's URL.

        Returns:
            The path, after the base URL.
        """
        return cls._path

    @classmethod
    def body_type(cls) -> type[msgspec.Struct]:
        """Return the type of the request's body.

        Returns:
            A Struct with the body's fields.
        """
        return _body_type(cls)

    @classmethod
    def _url(cls, base_url: str) -> str:
        return check_base_url(base_url) + cls._path

    def _expected(self, organization_id: str | None) -> dict[str, object]:
        """Return the expected fields of a result, by their wire names."""
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
        raise NotImplementedError


class ActivityOperation(Operation[A_co], Generic[A_co], frozen=True, kw_only=True):
    """An operation that the service runs as an activity, whose name and version may differ."""

    surface: ClassVar[Surface] = "submit"
    activity_name: ClassVar[str] = ""
    version: ClassVar[str] = ""
    activity_type: ClassVar[str]
    intent_key: ClassVar[str]
    makes_app_proofs: ClassVar[bool] = True

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        name = cls.activity_name or cls.operation_name
        cls.activity_type = activity_type(name, cls.version)
        cls.intent_key = part_key(name, "Intent", cls.version)

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
        return check_and_encode(self.body_type(), fields, self._label(), arguments=_ARGUMENTS)[1]


class SubmitOperation(ActivityOperation[Activity[R_co]], Generic[R_co], frozen=True, kw_only=True):
    """An operation that changes something; its activity has a result, which has a version of its own."""

    result_version: ClassVar[str] = ""
    result_key: ClassVar[str]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        name = cls.activity_name or cls.operation_name
        cls.result_key = part_key(name, "Result", cls.result_version)

    def read_answer(self, answer: Mapping[str, object], *, organization_id: str | None) -> Activity[R_co]:
        """Read the activity in the answer: see ``Operation.read_answer``."""
        label = f"the answer to {self.operation_name}"
        raw = find_activity(answer, label)
        head = read_head(raw, label, self.activity_type, self.intent_key, organization_id)
        result = head.result or {}
        check_names(result, frozenset({self.result_key}), label)
        outcome = read_fields(result.get(self.result_key), self.result_type, label)
        if isinstance(outcome, dict):
            self._check_echoes(outcome, label)
            outcome |= self._expected(head.organization_id)
        fields = {
            **read_record(raw, Activity, label),
            "intent": head.intent[self.intent_key],
            OUTCOME: outcome,
        }
        into = Activity[self.result_type]  # type: ignore[name-defined] # known at run time
        return cast("Activity[R_co]", convert_known(fields, into, label))

    def _read_at_once(self, content: bytes, *, organization_id: str | None) -> Activity[R_co] | None:
        """Read checked text as ``read_answer`` does; None if it must read the parsed answer."""
        answer: Any = _decode_at_once(content, _activity_answer(type(self)))
        if (
            answer is None
            or answer.activity.type != self.activity_type
            or answer.activity.organization_id != organization_id
        ):
            return None
        fields = msgspec.structs.asdict(answer.activity)
        outcome, result = None, fields.pop("result")
        if result is not None and result.outcome is not None:
            names, given = wire_names(self.result_type), msgspec.structs.asdict(result.outcome)
            # None means that the answer lacks the field: an answer with a null is read by way of its objects.
            echoes = {names[name]: value for name, value in given.items() if value is not None}
            self._check_echoes(echoes, f"the answer to {self.operation_name}")
            expected = self._expected(organization_id)
            given |= {name: expected[wire_name] for name, wire_name in names.items() if wire_name in expected}
            outcome = self.result_type(**given)
        fields["intent"] = fields["intent"].parameters
        # The object as received is parsed when it is asked for.
        return Activity(raw=cast("JsonObject", content), outcome=cast("R_co", outcome), **fields)

    def _check_echoes(self, outcome: Mapping[str, object], label: str) -> None:
        """Compare the ids in a result with the requested ids."""
        for name, wire_name in wire_names(type(self)).items():
            asked = getattr(self, name) if wire_name.endswith("Id") or wire_name in _ECHOED else None
            # Ignore case: the service writes addresses with checksum capitals.
            if asked is not None and wire_name in outcome and _fold(outcome[wire_name]) != _fold(asked):
                raise MalformedInput(f"{label} is about another {wire_name}; pass the answer to this request")
        for wire_name, name in self.as_many.items():
            asked, answered = getattr(self, name), outcome.get(wire_name)
            wanted = asked if isinstance(asked, int) else len(asked)
            if isinstance(answered, list | tuple) and len(answered) != wanted:
                counts = f"{len(answered)} {wire_name} instead of {wanted}"
                raise MalformedInput(f"{label} has {counts}; pass the answer to this request")


class VoteOperation(ActivityOperation[UncheckedActivity], frozen=True, kw_only=True):
    """A vote on an activity. Its answer is the activity with that vote, of any type."""

    result_type: ClassVar[type[Record]] = UncheckedActivity

    def read_answer(self, answer: Mapping[str, object], *, organization_id: str | None) -> UncheckedActivity:
        """Read the activity in the answer: see ``Operation.read_answer``."""
        return read_unchecked_activity(answer, f"the answer to {self.operation_name}", organization_id)


class ActivityHead(msgspec.Struct, frozen=True, rename="camel"):
    """The fields of an activity that are compared with its request."""

    type: str
    organization_id: str
    intent: dict[str, Any]
    result: dict[str, Any] | None = None


def read_head(
    raw: Mapping[str, object], label: str, activity_type: str, intent_key: str, organization_id: str | None
) -> ActivityHead:
    """Compare an activity with its request: its type, organization and intent."""
    check_names(raw, _ACTIVITY_NAMES, label)
    head = convert_known(raw, ActivityHead, f"the activity of {label}")
    if head.type != activity_type:
        raise MalformedInput(
            f"{label} is an activity of another type; pass the answer to this request, or the "
            "operation of this activity"
        )
    check_organization(head.organization_id, organization_id, label)
    if intent_key not in head.intent:
        raise MalformedInput(f"{label} lacks {intent_key}; pass the answer to this request")
    check_names(head.intent, frozenset({intent_key}), label)
    return head


class RecordOperation(Operation[R_co], Generic[R_co], frozen=True, kw_only=True):
    """An operation whose answer is a record instead of an activity."""

    def read_answer(self, answer: Mapping[str, object], *, organization_id: str | None) -> R_co:
        """Read the record in the answer: see ``Operation.read_answer``."""
        label = f"the answer to {self.operation_name}"
        refuse_service_error(answer, wire_fields(self.result_type).names, label)
        fields = {**read_record(answer, self.result_type, label), **self._expected(organization_id)}
        return cast("R_co", convert_known(fields, self.result_type, label))

    def _read_at_once(self, content: bytes, *, organization_id: str | None) -> R_co | None:  # noqa: ARG002
        """Read checked text as ``read_answer`` does; None if it must read the parsed answer."""
        record = _decode_at_once(content, self.result_type) if is_as_received(self.result_type) else None
        return cast("R_co | None", record)


class QueryOperation(RecordOperation[R_co], Generic[R_co], frozen=True, kw_only=True):
    """An operation that only reads."""

    surface: ClassVar[Surface] = "query"

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
        _, body = check_and_encode(self.body_type(), fields, self._label(), arguments=_ARGUMENTS)
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
        _, body = check_and_encode(type(self), self, self._label())
        return SealedRequest(
            url=url, body=body, operation=self, organization_id=None, timestamp_ms=None, _headers=headers
        )


# The fields of bodies that come from arguments of ``seal``.
_ARGUMENTS = {"organizationId": "organization_id", "generateAppProofs": "generate_app_proofs"}
_ACTIVITY_NAMES = wire_fields(Activity).names | {"result"}
_RAW_NAME = f'"{RAW}":'.encode()
# The parameters, other than ids, that the result repeats; arrays in their order.
_ECHOED = {"address", "secretIds"}


def _fold(value: object) -> str | list[str]:
    """Fold the case of an id, or of an array's ids."""
    return [str(item).lower() for item in value] if isinstance(value, list | tuple) else str(value).lower()


def _decode_at_once(content: bytes, into: type[S]) -> S | None:
    """Decode an answer with exactly the members of the specification; return None for any other."""
    # A field of the name ``raw`` in an answer is not that of records.
    return None if _RAW_NAME in content else decode_unspaced(content, into)


@lru_cache(maxsize=256)
def _activity_answer(operation: type[SubmitOperation[Any]]) -> type[msgspec.Struct]:
    """Return the type of the answer with an operation's activity, without what this library adds to it."""
    intent = _received("Intent", [("parameters", JsonObject, msgspec.field(name=operation.intent_key))])
    outcome = _received(operation.result_type.__name__, _fields_of(received_fields(operation.result_type)))
    named = msgspec.field(name=operation.result_key, default=None)
    result = _received("Result", [("outcome", outcome | None, named)])
    fields = _fields_of(field for field in received_fields(Activity) if field.name != "intent")
    fields += [("intent", intent), ("result", result | None, None)]
    return _received("Answer", [("activity", _received("Activity", fields))])


def _fields_of(fields: Iterable[msgspec.structs.FieldInfo]) -> list[Any]:
    """Define the fields of a type again, for another type."""
    return [
        (field.name, field.type, msgspec.field(name=field.encode_name, default=field.default))
        for field in fields
    ]


def _received(name: str, fields: list[Any]) -> type[msgspec.Struct]:
    return msgspec.defstruct(name, fields, frozen=True, kw_only=True, omit_defaults=True)


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
