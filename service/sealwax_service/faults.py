"""Faults that tests switch on. ``KINDS`` is the table of them."""

import json
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from threading import Lock
from typing import Any, Final, Literal, NamedTuple, Protocol

from sealwax._codec.clock import to_milliseconds
from sealwax.activities.statuses import AUTHENTICATORS_NEEDED, CREATED, FAILED, PENDING, REJECTED
from sealwax.errors import InvalidRequest
from sealwax.login.tokens import split_jwt
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.nitro import APP_PROOFS, BOOT_PROOF, PROOFS, AttestedEnclave

from ._limits import MAX_FAULT_COUNT, MAX_FAULT_RETRY_AFTER, MAX_FAULT_SECONDS
from .api_errors import ApiError, ErrorKind
from .enclaves.proofs import Prover
from .http.messages import Answer, to_answer
from .operations.auth_proxy import AUTH_PROXY
from .operations.queries import QUERIES
from .operations.submits import SUBMITS
from .state.records import Activity, Json

BUNDLES: Final = ("exportBundle", "importBundle", "otpEncryptionTargetBundle")
TOKENS: Final = ("verificationToken", "session")

GARBAGE = b"<html><body>502 Bad Gateway</body></html>"
UNKNOWN_STATUS: Final = "ACTIVITY_STATUS_SEALWAX_FAULT"
_FIRST_ERROR, _LAST_ERROR = 400, 599
_INTERNAL = 13


class Makers(NamedTuple):
    """The makers of artifacts: the service's enclaves, an impostor's enclaves, and the clock."""

    enclave: ReferenceEnclave
    prover: Prover
    impostor: ReferenceEnclave
    impostor_prover: Prover
    now: Callable[[], datetime]


class VectorFault(Protocol):
    """The change of a test vector to the artifact in a field of an answer."""

    @property
    def field(self) -> str:
        """The field of the answer."""

    @property
    def change(self) -> Callable[[ReferenceEnclave, AttestedEnclave, Any, Mapping[str, object]], Any]:
        """Makes the invalid value, from the enclaves, the valid value and the parameters of the request."""


class LiveVectors(Protocol):
    """The test vectors of the fault ``vector``: ``sealwax_vectors.makers.live`` has them."""

    def live_vectors(self, operation: str, /) -> Sequence[str]:
        """List the ids of the vectors that an operation can have."""

    def find_live(self, operation: str, vector: str, /) -> VectorFault:
        """Find the fault of a vector's id; raise ``InvalidRequest`` if the operation cannot have it."""


class FaultOption(NamedTuple):
    """An option of faults.

    Attributes:
        default: Its default.
        kind: ``integer``, ``number`` or ``string``, as JSON Schema names it.
        least: The least number.
        most: The greatest number.
        may_be_none: Whether None, ``null`` over HTTP, is also a value.
        what: The description of a text.
    """

    default: object
    kind: Literal["integer", "number", "string"]
    least: int = 0
    most: int = 0
    may_be_none: bool = False
    what: str = "a string"

    @property
    def must_be(self) -> str:
        """The requirement of a value, in words."""
        if self.kind == "string":
            return self.what
        number = "a whole number" if self.kind == "integer" else "a number"
        return f"{number} from {self.least} to {self.most}" + (", or None" if self.may_be_none else "")

    def accepts(self, value: Any) -> bool:
        """Whether the option accepts a value."""
        if value is None:
            return self.may_be_none
        return type(value) in _TYPES[self.kind] and (
            self.kind == "string" or self.least <= value <= self.most
        )

    def schema(self) -> Json:
        """Return the JSON Schema of a value, with the default."""
        made: Json = {"type": [self.kind, "null"] if self.may_be_none else self.kind}
        if self.kind != "string":
            made |= {"minimum": self.least, "maximum": self.most}
        made["description"] = f"{self.must_be[0].upper()}{self.must_be[1:]}."
        return made if self.default is None else {**made, "default": self.default}


_TYPES: Final[dict[str, set[type]]] = {"integer": {int}, "number": {int, float}, "string": {str}}

OPTIONS: Final[dict[str, FaultOption]] = {
    "times": FaultOption(1, "integer", 1, MAX_FAULT_COUNT, may_be_none=True),
    "polls": FaultOption(1, "integer", 1, MAX_FAULT_COUNT),
    "approvals": FaultOption(2, "integer", 1, MAX_FAULT_COUNT),
    "seconds": FaultOption(1, "number", 0, MAX_FAULT_SECONDS),
    "status": FaultOption(503, "integer", _FIRST_ERROR, _LAST_ERROR),
    "code": FaultOption("SEALWAX_FAULT", "string"),
    "message": FaultOption("a fault of the local service", "string"),
    "retry_after": FaultOption(None, "integer", 0, MAX_FAULT_RETRY_AFTER, may_be_none=True),
    "vector": FaultOption(None, "string", what="the id of a test vector"),
}
"""The options of faults by their names. Every kind has ``times``."""


@dataclass
class Fault:
    """A fault of an operation (``*`` for all) and the next ``times`` requests (None for all)."""

    operation: str
    name: str
    kind: "FaultKind"
    times: int | None
    options: Mapping[str, Any]

    def answer(self, makers: "Makers", body: Json) -> Answer:
        """Write the answer of a request, as the fault changes it."""
        return self.kind.replacement or to_answer(self.kind.change(makers, body))

    def to_json(self) -> Json:
        """Return the fault in the form of ``/_sealwax/fail``."""
        return {"operation": self.operation, "kind": self.name, "times": self.times, **self.options}


class Scope(NamedTuple):
    """The operations that a kind of fault can affect, in words and by their names."""

    words: str
    operations: Collection[str]


_WITH_TOKENS = ("verify_otp", "otp_login", "stamp_login", "oauth_login", "otp_verify_v2", "otp_login_v2")
_OTHERS_WITH_ARTIFACTS = (
    "otp_init_v2",
    "otp_verify_v2",
    "otp_login_v2",
    "signup_v2",
    "get_activity",
    "list_app_proofs",
    "get_boot_proof",
    "get_latest_boot_proof",
)
SURFACES: Final = {
    name: sorted(table)
    for name, table in (("submit", SUBMITS), ("query", QUERIES), ("authProxy", AUTH_PROXY))
}
"""The names of the operations that a fault can affect, by kind."""

ANY: Final = Scope("any", {*SUBMITS, *QUERIES, *AUTH_PROXY})
ACTIVITIES: Final = Scope("submit operations", SUBMITS)
STAMPED: Final = Scope("submit operations, queries", {*SUBMITS, *QUERIES})
WITH_TOKENS: Final = Scope(", ".join(_WITH_TOKENS), _WITH_TOKENS)
WITH_ARTIFACTS: Final = Scope(
    f"submit operations, {', '.join(_OTHERS_WITH_ARTIFACTS)}", {*SUBMITS, *_OTHERS_WITH_ARTIFACTS}
)
WITH_VECTORS: Final = Scope("those that `live_vectors` has vectors for", ANY.operations)


class FaultKind(NamedTuple):
    """A kind of fault.

    Attributes:
        effect: The effect in words, for the documentation.
        scope: The operations that it can affect.
        options: The names of its options.
        before: Runs before the request is handled.
        allowlist_fails: Whether the IP allowlist cannot be evaluated.
        hold: Changes a new activity; returns whether the activity stays as it is now.
        change: Changes the answer.
        replacement: The answer that is sent instead, if any.
    """

    effect: str
    scope: Scope = ANY
    options: tuple[str, ...] = ()
    before: Callable[[Fault], None] = lambda _fault: None
    allowlist_fails: bool = False
    hold: Callable[[Fault, Activity], bool] = lambda _fault, _activity: False
    change: Callable[[Makers, Json], Json] = lambda _makers, answer: answer
    replacement: Answer | None = None

    @property
    def option_names(self) -> tuple[str, ...]:
        """The names of its options, ``times`` included."""
        return (*self.options, "times")


def _refuse(fault: Fault) -> None:
    options = fault.options
    kind = ErrorKind(options["status"], options["code"], options["message"])
    raise ApiError(kind, retry_after=options["retry_after"])


def _wait_for_polls(fault: Fault, activity: Activity) -> bool:
    activity.polls_left = fault.options["polls"]
    activity.status = CREATED if fault.name == "created" else PENDING
    return True


def _wait_forever(fault: Fault, activity: Activity) -> bool:
    activity.status = AUTHENTICATORS_NEEDED if fault.name == "authenticators" else UNKNOWN_STATUS
    return True


def _wait_for_approvals(fault: Fault, activity: Activity) -> bool:
    activity.approvals_needed = fault.options["approvals"]
    return False


def _end(fault: Fault, activity: Activity) -> bool:
    activity.status = REJECTED if fault.name == "rejected" else FAILED
    activity.failure = {"code": _INTERNAL, "message": fault.options["message"], "details": []}
    return True


def _impersonate(makers: Makers, answer: Json) -> Json:
    """Replace all signatures in an answer by an impostor's, including app proofs and boot proofs."""
    enclave, prover = makers.impostor, makers.impostor_prover

    def change(name: str, value: Any) -> Any:
        if name == BOOT_PROOF:
            return prover.boot_proof
        if name == APP_PROOFS:
            return [prover.enclave.app_proof(proof["proofPayload"]) for proof in value]
        if name in TOKENS:
            parts = split_jwt(value, "the token")
            return _sign_token(enclave, name, parts.header, parts.payload)
        data = bytes.fromhex(json.loads(value)["data"])
        return enclave.sign_otp_target(data) if name.startswith("otp") else enclave.sign_bundle(data)

    return _change_artifacts(answer, (*BUNDLES, *TOKENS, *PROOFS), change)


def _expire(makers: Makers, answer: Json) -> Json:
    """Let the token in an answer expire an hour ago, beyond the difference of clocks that verifiers allow."""
    second = to_milliseconds(makers.now() - timedelta(hours=1)) // 1000

    def change(name: str, text: str) -> str:
        parts = split_jwt(text, "the token")
        expiry = second if name == "session" else str(second * 1000)
        payload = json.dumps({**json.loads(parts.payload), "exp": expiry})
        return _sign_token(makers.enclave, name, parts.header, payload.encode())

    return _change_artifacts(answer, TOKENS, change)


def _sign_token(enclave: ReferenceEnclave, name: str, header: bytes, payload: bytes) -> str:
    sign = enclave.sign_session_jwt if name == "session" else enclave.sign_verification_token
    return sign(header, payload)


def _change_to_vector(vector: VectorFault, makers: Makers, answer: Json) -> Json:
    # An activity repeats the parameters of its request.
    intent: Mapping[str, Mapping[str, object]] = answer.get("activity", {}).get("intent", {})
    submitted = next(iter(intent.values()), {})
    return _change_artifacts(
        answer,
        [vector.field],
        lambda _name, value: vector.change(makers.enclave, makers.prover.enclave, value, submitted),
    )


def _change_artifacts(answer: Json, names: Collection[str], change: Callable[[str, Any], Any]) -> Json:
    """Change the artifacts in an answer, at any depth, except the submitted parameters."""

    def changed(name: str, value: Any) -> Any:
        if name in names:
            return change(name, value)
        is_made_here = isinstance(value, dict) and name not in {"intent", "votes"}
        return _change_artifacts(value, names, change) if is_made_here else value

    return {name: changed(name, value) for name, value in answer.items()}


KINDS: Final[dict[str, FaultKind]] = {
    "pending": FaultKind(
        "the activity stays pending until the client has asked for it, with the same bytes or get_activity, "
        "as often as `polls` says",
        ACTIVITIES,
        ("polls",),
        hold=_wait_for_polls,
    ),
    "created": FaultKind(
        "as `pending`, with the status of an activity that was not looked at yet",
        ACTIVITIES,
        ("polls",),
        hold=_wait_for_polls,
    ),
    "authenticators": FaultKind("the activity needs authenticators", ACTIVITIES, hold=_wait_forever),
    "unknown-status": FaultKind(
        "the activity has a status that no client knows", ACTIVITIES, hold=_wait_forever
    ),
    "consensus": FaultKind(
        "the activity needs approvals of as many users of the organization as `approvals` says; the request "
        "is the first",
        ACTIVITIES,
        ("approvals",),
        hold=_wait_for_approvals,
    ),
    "failed": FaultKind("the activity has failed, and nothing is done", ACTIVITIES, ("message",), hold=_end),
    "rejected": FaultKind(
        "the activity is rejected, and nothing is done", ACTIVITIES, ("message",), hold=_end
    ),
    "error": FaultKind(
        "the answer is an error; unless `retry_after` is null, it asks to wait for that many seconds",
        options=("status", "code", "message", "retry_after"),
        before=_refuse,
    ),
    "slow": FaultKind(
        "the answer comes later, by as many seconds as `seconds` says",
        options=("seconds",),
        before=lambda fault: time.sleep(fault.options["seconds"]),
    ),
    "drop": FaultKind(
        "the request is done, and the connection is closed without an answer", replacement=Answer(200, None)
    ),
    "garbage": FaultKind(
        "the request is done, and the answer is not JSON", replacement=Answer(200, GARBAGE, "text/html")
    ),
    "wrong-signer": FaultKind(
        "another enclave, which the answer names, signs the bundle, token, app proofs or boot proof",
        WITH_ARTIFACTS,
        change=_impersonate,
    ),
    "expired-token": FaultKind("the token in the answer has expired", WITH_TOKENS, change=_expire),
    "allowlist-error": FaultKind(
        "the IP allowlist cannot be evaluated, so `onEvaluationError` decides",
        STAMPED,
        allowlist_fails=True,
    ),
    "vector": FaultKind(
        "the artifact in the answer (the first of app proofs) is replaced by that of an invalid test vector, "
        "made for your key and organization",
        WITH_VECTORS,
        ("vector",),
    ),
}
"""Every kind of fault by its name."""


def describe_kinds() -> list[Json]:
    """Describe every kind of fault, with its operations and the schemas of its options."""
    return [
        {
            "fault": name,
            "effect": kind.effect,
            "operations": sorted(kind.scope.operations),
            "options": {option: OPTIONS[option].schema() for option in kind.option_names},
        }
        for name, kind in KINDS.items()
    ]


def make_fault(
    operation: str, kind: str, given: Mapping[str, Any], vectors: LiveVectors | None = None
) -> Fault:
    """Make a fault; refuse an unknown kind, and options that the kind lacks."""
    row = KINDS.get(kind)
    if row is None:
        raise InvalidRequest(f"the fault is unknown; it must be one of {', '.join(KINDS)}")
    if operation not in {"*", *ANY.operations}:
        raise InvalidRequest("the operation is unknown; give its name, or * for all")
    if operation not in {"*", *row.scope.operations}:
        raise InvalidRequest(f"the fault {kind} has no effect on this operation; it is for {row.scope.words}")
    names = row.option_names
    if not given.keys() <= {*names}:
        raise InvalidRequest(f"the fault {kind} has no such option; its options are {', '.join(names)}")
    options = {name: given.get(name, OPTIONS[name].default) for name in names}
    for name, value in options.items():
        if not OPTIONS[name].accepts(value):
            raise InvalidRequest(f"`{name}` must be {OPTIONS[name].must_be}")
    if "vector" in options:
        if vectors is None:
            raise InvalidRequest(
                "the service has no test vectors; install sealwax-vectors, and pass "
                "vectors=sealwax_vectors.makers.live to LocalService"
            )
        vector = vectors.find_live(operation, options["vector"])
        row = row._replace(change=partial(_change_to_vector, vector))
    return Fault(operation, kind, row, options.pop("times"), options)


NO_FAULT: Final = Fault("", "", FaultKind("nothing"), None, {})


class Faults:
    """The faults that are switched on."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []
        self._lock = Lock()

    def add(self, fault: Fault) -> None:
        """Switch a fault on."""
        with self._lock:
            self._waiting.append(fault)

    def clear(self) -> None:
        """Switch all faults off."""
        with self._lock:
            self._waiting.clear()

    def list(self) -> list[Json]:
        """Describe the faults that are switched on."""
        with self._lock:
            return [fault.to_json() for fault in self._waiting]

    def take(self, operation: str) -> Fault:
        """Return the first fault of an operation, or ``NO_FAULT``, and count the request."""
        with self._lock:
            for fault in self._waiting:
                if fault.operation in {operation, "*"} and operation in fault.kind.scope.operations:
                    if fault.times is not None:
                        fault.times -= 1
                        if fault.times == 0:
                            self._waiting.remove(fault)
                    return fault
        return NO_FAULT
