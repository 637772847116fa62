"""The types of the service's answers: activities and their results, and records.

| input | decision |
|---|---|
| a missing required field, a field of the wrong type, a duplicate key | refused |
| an unknown field, an unknown value of an enumeration | kept, because the service adds new ones |
| an activity of another type or organization than requested | refused |
| an activity without a result, for example one that waits for consensus | accepted; reading `result` raises |
| a time in an unknown form | accepted; reading it, such as `created_at`, raises |

The ``decrypt`` and ``verify`` of a result compare with the request, and never with the rest of the answer.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Final, Generic, TypeAlias, TypeVar, cast

import msgspec

from sealwax import activities
from sealwax._codec.clock import EPOCH
from sealwax._codec.violations import clip
from sealwax._limits import MAX_SHOWN_MESSAGE
from sealwax.activities.statuses import COMPLETED, shown_status, why_not_completed
from sealwax.errors import MalformedInput, NotCompleted
from sealwax.login.oidc import OidcVerifier
from sealwax.trust import PRODUCTION, EnclaveKeys

from .parameters import Array, JsonObject, about, describe_fields

R_co = TypeVar("R_co", covariant=True)
T = TypeVar("T")


RAW: Final = "raw"
OUTCOME: Final = "rawOutcome"
"""The wire names of fields that this library sets; a member of these names is never read from an answer."""


class Record(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """An object in an answer."""

    # The object, or the record that was made of it; not set if the fields are all that it has, until it is
    # asked for. Each record as a dictionary beside its fields would take most of the memory of an answer.
    _raw: Any = msgspec.field(name=RAW, default=msgspec.UNSET)

    @property
    def raw(self) -> JsonObject:
        """The JSON object as received, including unknown fields."""
        if isinstance(self._raw, Record):
            return self._raw.raw
        if self._raw is msgspec.UNSET:
            fields = {each.encode_name: getattr(self, each.name) for each in received_fields(type(self))}
            raw = {name: _as_received(value) for name, value in fields.items() if value is not None}
            msgspec.structs.force_setattr(self, "_raw", raw)
        return cast("JsonObject", self._raw)

    def __repr__(self) -> str:
        return describe_fields(self)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        names = (name for name in self.__struct_fields__ if name != "_raw")
        return all(getattr(self, name) == getattr(other, name) for name in (*names, "raw"))

    # Otherwise msgspec compares the fields, of which `_raw` is perhaps not made yet.
    def __ne__(self, other: object) -> bool:
        return not self == other

    # The object that was received can change.
    __hash__: ClassVar[None] = None  # type: ignore[assignment] # to mypy, a method


# Python 3.14 evaluates annotations late: in a class with a field `type`, `type[Record]` would name the field.
RecordType: TypeAlias = type[Record]


def _as_received(value: object) -> object:
    if isinstance(value, Record):
        return value.raw
    return [*map(_as_received, value)] if isinstance(value, tuple) else value


@lru_cache(maxsize=128)
def received_fields(record: type[Record]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """List the fields of a record that come from the wire."""
    return tuple(field for field in msgspec.structs.fields(record) if not is_ours(field.encode_name))


def is_ours(name: str) -> bool:
    """Whether a field, by its wire name, is set by this library and never read from the wire."""
    return name in {RAW, OUTCOME} or name.startswith("expected")


class _Timestamp(Record, frozen=True, kw_only=True):
    """A time, as the deployed service writes it."""

    seconds: Annotated[str, about("Seconds since the epoch, as decimal text.")]
    nanos: Annotated[str, about("Nanoseconds after that second, as decimal text.")]


# Until the year 2286, which every datetime holds.
_SECONDS: Final = re.compile(r"[0-9]{1,10}", re.ASCII)
_NANOS: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
_RFC_3339: Final = Annotated[datetime, msgspec.Meta(tz=True)]


def to_time(wire: str | _Timestamp, name: str) -> datetime:
    """Return a time of a record. It is read when it is asked for: an odd time does not lose an answer."""
    if isinstance(wire, str):
        with suppress(msgspec.ValidationError):
            time: datetime = msgspec.convert(wire, _RFC_3339)
            return time
    elif _SECONDS.fullmatch(wire.seconds) and _NANOS.fullmatch(wire.nanos):
        return EPOCH + timedelta(seconds=int(wire.seconds), microseconds=int(wire.nanos) // 1000)
    raise MalformedInput(f"{name} is not a time that this library reads; `raw` has it as received")


_CREATED_AT: Final = "createdAt"
_UPDATED_AT: Final = "updatedAt"


class _Proven(Record, frozen=True, kw_only=True):
    """An answer that may have app proofs: the enclaves' own statements of what they did."""

    # The specification has the request's generateAppProofs, and not where the proofs are.
    app_proofs: Annotated[
        Array[JsonObject] | None, about("The app proofs; None if the answer has no such field.")
    ] = None

    @property
    def proofs(self) -> Sequence[JsonObject]:
        """The app proofs, as ``sealwax.proofs`` verifies them; empty if the request asked for none."""
        return self.app_proofs or ()


class ActivityRecord(_Proven, frozen=True, kw_only=True):
    """The fields that every activity has, whatever was requested."""

    id: Annotated[str, about("The activity's id.")]
    organization_id: Annotated[str, about("The id of the organization, equal to the request's.")]
    status: Annotated[str, about("The status, such as ACTIVITY_STATUS_COMPLETED.")]
    type: Annotated[str, about("The type of the activity.")]
    votes: Annotated[
        Array[JsonObject], about("The votes of the users who approved or rejected the activity.")
    ]
    fingerprint: Annotated[str, about("The artifact that verifies a user's action.")]
    can_approve: Annotated[bool, about("Whether the activity can be approved.")]
    can_reject: Annotated[bool, about("Whether the activity can be rejected.")]
    # The specification says string; the deployed service sends the object.
    _created_at: str | _Timestamp = msgspec.field(name=_CREATED_AT)
    _updated_at: str | _Timestamp = msgspec.field(name=_UPDATED_AT)
    timestamp_ms: Annotated[str | None, about("The request's timestampMs.")] = None

    @property
    def created_at(self) -> datetime:
        """When the activity was created, as an aware datetime.

        Raises:
            MalformedInput: The time is neither the service's object nor text in RFC 3339.
        """
        return to_time(self._created_at, _CREATED_AT)

    @property
    def updated_at(self) -> datetime:
        """When the activity last changed, as an aware datetime.

        Raises:
            MalformedInput: The time is neither the service's object nor text in RFC 3339.
        """
        return to_time(self._updated_at, _UPDATED_AT)

    @property
    def is_completed(self) -> bool:
        """Whether the activity is completed."""
        return self.status == COMPLETED


class Activity(ActivityRecord, Generic[R_co], frozen=True, kw_only=True):
    """A requested change, and its status; its type is the request's."""

    intent: Annotated[JsonObject, about("The parameters as the service read them.")]
    outcome: Annotated[R_co | None, about("The result; None if there is none.")] = msgspec.field(name=OUTCOME)

    @property
    def result(self) -> R_co:
        """The result of the activity.

        Raises:
            NotCompleted: The activity has no result: it is pending, failed or was rejected. ``outcome`` is
                None then.
            MalformedInput: The activity is completed, but has no result.
        """
        return require_outcome(self, self.outcome)

    def verify_votes(
        self,
        *,
        trusted_keys: Collection[str | bytes],
        allow_untrusted: bool = False,
        request_body: str | bytes | None = None,
        expected_rp_id: str | None = None,
        expected_origin: str | Collection[str] | None = None,
        keys: EnclaveKeys = PRODUCTION,
        verify_oidc: OidcVerifier | None = None,
    ) -> "tuple[activities.VerifiedVote, ...]":
        """Verify who asked for the activity and who approved it; see ``verify_activity_votes``.

        Args:
            trusted_keys: The public keys whose votes count: API keys in hex, and COSE keys as bytes.
            allow_untrusted: Whether to leave out votes by other keys, instead of refusing the activity.
            request_body: The exact body of the request, such as ``SealedRequest.body``, if no vote is on it.
            expected_rp_id: For votes by passkeys: the relying party's id.
            expected_origin: For votes by passkeys: the origin of the page that asked, or several.
            keys: For attested votes, the enclave's public keys.
            verify_oidc: For attested votes with an OIDC token: the function that verifies it.

        Returns:
            The votes by trusted keys: at least one, and at most one for each key.

        Raises:
            SealwaxError: The errors of ``verify_activity_votes``.
        """
        return activities.verify_activity_votes(
            self.raw,
            trusted_keys=trusted_keys,
            allow_untrusted=allow_untrusted,
            organization_id=self.organization_id,
            request_body=request_body,
            expected_rp_id=expected_rp_id,
            expected_origin=expected_origin,
            keys=keys,
            verify_oidc=verify_oidc,
        )


class UncheckedActivity(ActivityRecord, frozen=True, kw_only=True):
    """The activity in the answer to a request of an unknown operation.

    Only its organization is compared with the request: not its type, intent or the ids in its result. Pass
    bundles and signatures in the result to the functions that open or verify them, with your expectations.
    """

    intent: Annotated[JsonObject, about("The intent, by its name: the parameters as the service read them.")]
    outcome: Annotated[JsonObject | None, about("The result, by its name; None if there is none.")] = (
        msgspec.field(name="result", default=None)
    )

    @property
    def result(self) -> Mapping[str, object]:
        """The result, an object with one member that is named after the activity.

        Raises:
            NotCompleted: The activity has no result: it is pending, failed or was rejected.
            MalformedInput: The activity is completed, but has no result.
        """
        # Only one that is completed may have an empty result.
        return require_outcome(self, self.outcome or (self.outcome if self.is_completed else None))


class ActivityAnswer(Record, frozen=True, kw_only=True):
    """An answer with an activity."""

    activity: UncheckedActivity | None = None


def require_outcome(activity: ActivityRecord, outcome: T | None) -> T:
    """Return an activity's result, or raise the error that says why there is none."""
    if outcome is not None:
        return outcome
    if activity.is_completed:
        raise MalformedInput(
            "the activity is completed, but the answer lacks its result; ask the service for it again"
        )
    raise not_completed(activity.status, activity.id, activity.raw.get("failure"))


def not_completed(status: str, activity_id: str, failure: object) -> NotCompleted:
    """Make the exception for an activity without a result, from its fields of these names."""
    described = failure if isinstance(failure, Mapping) else None
    said = None if described is None else described.get("message")
    reason = f"; the service says: {clip(said, MAX_SHOWN_MESSAGE)}" if isinstance(said, str) else ""
    why = why_not_completed(status)
    advice = (
        "that is final: make a new request"
        if why == "failed"
        else f"ask the service for the activity again once it is {COMPLETED}"
    )
    return NotCompleted(
        f"the activity has no result; its status is {shown_status(status)}; {advice}{reason}",
        status=status,
        reason=why,
        activity_id=activity_id,
        failure=described,
    )
