"""Faults that the service makes when it is told to, by operation.

| fault | what happens |
|---|---|
| ``pending`` | the activity is pending for ``polls`` polls, and is done then |
| ``consensus`` | the activity waits for ``approvals`` approvals |
| ``failed``, ``rejected`` | the activity has this status, and nothing is done |
| ``error`` | the answer is an error: ``status``, ``code`` and ``message`` |
| ``slow`` | the answer comes after ``seconds`` |
| ``drop`` | the request is done, and the connection is closed without an answer |
| ``garbage`` | the request is done, and the answer is not JSON |
| ``wrong-signer`` | what the enclave signed in the answer is signed by another enclave, which it names |
| ``expired-token`` | the token in the answer has expired |
| ``allowlist-error`` | the IP allowlist cannot be evaluated, so that ``onEvaluationError`` decides |
| ``vector`` | the artifact in the answer is that of an invalid test vector, made for the caller |
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, Final

from sealwax.errors import InvalidRequest
from sealwax.login.tokens import split_jwt
from sealwax.testing.enclave import ReferenceEnclave

from .proofs import Prover
from .state import Json, seconds_since_epoch

KINDS: Final = (
    "pending",
    "consensus",
    "failed",
    "rejected",
    "error",
    "slow",
    "drop",
    "garbage",
    "wrong-signer",
    "expired-token",
    "allowlist-error",
    "vector",
)
"""The faults that there are."""

GARBAGE = b"<html><body>502 Bad Gateway</body></html>"
MAX_SECONDS = 60
_MAX_COUNT = 1000
_FIRST_ERROR, _LAST_ERROR = 400, 599

ARTIFACTS: Final = (
    "exportBundle",
    "importBundle",
    "otpEncryptionTargetBundle",
    "verificationToken",
    "session",
)
"""The fields of answers that hold what the enclave signed."""

APP_PROOFS: Final = "appProofs"
BOOT_PROOF: Final = "bootProof"
PROOFS: Final = (APP_PROOFS, BOOT_PROOF)
"""The fields of answers that prove what an enclave is and did."""


@dataclass
class Fault:
    """A fault of an operation.

    Attributes:
        operation: The operation's name; ``*`` for all.
        kind: One of ``KINDS``.
        times: How many requests it hits; None for all from now on.
        polls: For ``pending``: how many polls find it pending.
        approvals: For ``consensus``: how many users must approve.
        seconds: For ``slow``: how long.
        status: For ``error``: the HTTP status.
        code: For ``error``: the ``turnkeyErrorCode``.
        message: For ``error`` and ``failed``: the message.
        vector: For ``vector``: the id of the vector.
    """

    operation: str
    kind: str
    times: int | None = 1
    polls: int = 1
    approvals: int = 2
    seconds: float = 1
    status: int = 503
    code: str = "SEALWAX_FAULT"
    message: str = "a fault of the local service"
    vector: str | None = None

    def __post_init__(self) -> None:
        problem = next(self._problems(), None)
        if problem is not None:
            raise InvalidRequest(problem)

    def _problems(self) -> Iterator[str]:
        if self.kind not in KINDS:
            yield f"the fault is unknown; it must be one of {', '.join(KINDS)}"
        if (self.vector is None) == (self.kind == "vector"):
            yield "`vector` is for the fault vector, which needs it"
        for name, text in (("code", self.code), ("message", self.message)):
            if type(text) is not str:
                yield f"`{name}` must be a string"
        for name, value in (("times", self.times), ("polls", self.polls), ("approvals", self.approvals)):
            if value is not None and not (type(value) is int and 1 <= value <= _MAX_COUNT):
                yield f"`{name}` must be a whole number from 1 to {_MAX_COUNT}"
        if type(self.seconds) not in {int, float} or not 0 <= self.seconds <= MAX_SECONDS:
            yield f"`seconds` must be a number from 0 to {MAX_SECONDS}"
        if type(self.status) is not int or not _FIRST_ERROR <= self.status <= _LAST_ERROR:
            yield f"`status` must be from {_FIRST_ERROR} to {_LAST_ERROR}"


@dataclass
class Faults:
    """The faults that are switched on."""

    _waiting: list[Fault] = field(default_factory=list)
    _lock: Any = field(default_factory=Lock)

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
            return [vars(fault) for fault in self._waiting]

    def take(self, operation: str) -> Fault | None:
        """Return the first fault of an operation, and count the request."""
        with self._lock:
            for fault in self._waiting:
                if fault.operation in {operation, "*"}:
                    if fault.times is not None:
                        fault.times -= 1
                        if fault.times == 0:
                            self._waiting.remove(fault)
                    return fault
        return None


ChangeArtifact = Callable[[str, Any], Any]
"""Changes an artifact: the name of its field, and what it is."""


def change_artifacts(answer: Any, change: ChangeArtifact, names: Collection[str] = ARTIFACTS) -> Any:
    """Change every artifact in an answer, however deep; what was submitted stays."""
    if isinstance(answer, Mapping):
        return {
            name: change(name, value)
            if name in names
            else (value if name in {"intent", "votes"} else change_artifacts(value, change, names))
            for name, value in answer.items()
        }
    return answer


def proved_by(prover: Prover) -> ChangeArtifact:
    """Return what signs app proofs again by another enclave, and proves that enclave's boot."""

    def change(name: str, value: Any) -> Any:
        if name == BOOT_PROOF:
            return prover.boot_proof
        return [prover.enclave.app_proof(proof["proofPayload"]) for proof in value]

    return change


def signed_by(enclave: ReferenceEnclave) -> ChangeArtifact:
    """Return what signs an artifact again, by another enclave."""

    def change(name: str, text: str) -> str:
        if name == "verificationToken":
            parts = split_jwt(text, "the token")
            return enclave.sign_verification_token(parts.header, parts.payload)
        if name == "session":
            parts = split_jwt(text, "the session")
            return enclave.sign_session_jwt(parts.header, parts.payload)
        data = bytes.fromhex(json.loads(text)["data"])
        return enclave.sign_otp_target(data) if name.startswith("otp") else enclave.sign_bundle(data)

    return change


def expired(enclave: ReferenceEnclave, now: datetime) -> ChangeArtifact:
    """Return what lets a token expire one second ago."""
    second = seconds_since_epoch(now - timedelta(seconds=1))

    def change(name: str, text: str) -> str:
        if name not in {"verificationToken", "session"}:
            return text
        parts = split_jwt(text, "the token")
        claims = json.loads(parts.payload)
        if name == "session":
            return enclave.sign_session_jwt(parts.header, json.dumps({**claims, "exp": second}).encode())
        claims["exp"] = str(second * 1000)
        return enclave.sign_verification_token(parts.header, json.dumps(claims).encode())

    return change
