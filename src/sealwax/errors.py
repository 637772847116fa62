"""The errors of this library: one class, and one stable code, for each kind of failure.

Programs branch on the code. The command line prints it, the test vectors name it, and it never changes once
released. The message tells people the problem and the remedy. It never contains a secret.

Input from outside gives a result or raises one of these.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

if TYPE_CHECKING:  # stamping does not load datetime
    from datetime import timedelta

MismatchCode = Literal[
    "wrong-organization",
    "wrong-user",
    "wrong-origin",
    "wrong-challenge",
    "wrong-address",
    "wrong-enclave",
    "wrong-scope",
]


class CallOutcome(NamedTuple):
    """How far a call of ``sealwax.client`` came before its error.

    Attributes:
        operation: The operation; None for errors of other calls.
        activity_id: The id of its activity; None if it is unknown.
        attempts: How often a request was sent.
        fingerprint: The fingerprint of the activity; None before the request was sealed.
    """

    operation: str | None = None
    activity_id: str | None = None
    attempts: int = 0
    fingerprint: str | None = None


class SealwaxError(Exception):
    """Base class of the errors that this library defines.

    Attributes:
        code: The stable name of the kind of failure, such as ``bad-signature``.
        retryable: Whether the same call can succeed later without any change. Only a
            ``SignerError``, a ``NotCompleted`` or a ``ServiceError`` can be retryable.
        call: How far the call came, for errors of ``sealwax.client``; it has the four properties below.
    """

    code: str = "error"
    retryable: bool = False
    call: CallOutcome = CallOutcome()

    def __init__(self, message: str) -> None:
        super().__init__(message)

    @property
    def operation(self) -> str | None:
        """The operation that ``sealwax.client`` was to carry out; None for errors of other calls."""
        return self.call.operation

    @property
    def activity_id(self) -> str | None:
        """The id of the operation's activity; None if there is none, or if it is not known."""
        return self.call.activity_id

    @property
    def attempts(self) -> int:
        """The number of requests sent, including those for the activity's status."""
        return self.call.attempts

    @property
    def fingerprint(self) -> str | None:
        """The fingerprint of the request, by which the service finds its activity; None if not known."""
        return self.call.fingerprint

    def __reduce__(self) -> tuple[object, ...]:
        # By default, only the message would be copied and pickled.
        return _restore, (type(self), str(self), vars(self))


def _restore(kind: type[SealwaxError], message: str, attributes: dict[str, object]) -> SealwaxError:
    """Rebuild an error that was copied or pickled."""
    error = kind.__new__(kind, message)
    vars(error).update(attributes)
    return error


class MalformedInput(SealwaxError, ValueError):
    """The input does not parse: hex, base64, JSON, DER, a point off its curve, a missing field."""

    code = "malformed"


class Unsupported(SealwaxError):
    """A version, scheme, curve or format is not supported by this library."""

    code = "unsupported"


def install_command(extra: str, *, again: bool = False) -> str:
    """Return the pip command that installs an extra, or another package such as ``sealwax-service``."""
    target = extra if extra.startswith("sealwax-") else f"'sealwax[{extra}]'"
    return f"pip install {'--force-reinstall ' if again else ''}{target}"


class MissingExtra(SealwaxError, ImportError):
    """An optional dependency is not installed, or cannot be imported.

    The message has the reason, and the pip command that installs the extra. It is an ``ImportError``, so that
    ``except ImportError`` around an optional import of ``sealwax.client`` works.

    Attributes:
        extra: The extra of this package to install, such as ``ethereum``, or another package, such as
            ``sealwax-service``.
        module: The module that could not be imported; None if that is not known.
    """

    code = "missing-extra"

    def __init__(self, extra: str, purpose: str, error: ImportError | OSError | None = None) -> None:
        self.extra: str = extra
        self.module: str | None = error.name if isinstance(error, ImportError) else None
        reason = "" if error is None else f": {_import_failure(error)}"
        is_broken = error is not None and not isinstance(error, ModuleNotFoundError)
        super().__init__(f"{purpose}{reason}; run: {install_command(extra, again=is_broken)}")


_MAX_IMPORT_FAILURE = 200


def _import_failure(error: ImportError | OSError) -> str:
    """Describe a failed import: the module is not there, or it is there and does not load."""
    if isinstance(error, ModuleNotFoundError):
        return f"no module named {error.name}"
    module = isinstance(error, ImportError) and error.name
    first_line = str(error).partition("\n")[0][:_MAX_IMPORT_FAILURE]
    return f"{module or 'it'} is installed, but does not load ({type(error).__name__}: {first_line})"


class UntrustedSigner(SealwaxError):
    """The signer, or a key that is named, is not trusted for this."""

    code = "untrusted-signer"


class BadSignature(SealwaxError):
    """A signature does not verify, or covers other data than expected."""

    code = "bad-signature"


class ContextMismatch(SealwaxError):
    """The input is authentic, and of another organization, user, origin, address, enclave or scope.

    Attributes:
        code: The difference: ``wrong-organization``, ``wrong-user``, ``wrong-origin``, ``wrong-challenge``,
            ``wrong-address``, ``wrong-enclave`` or ``wrong-scope``.
    """

    code: MismatchCode

    def __init__(self, code: MismatchCode, message: str) -> None:
        super().__init__(message)
        self.code = code


class DecryptionFailed(SealwaxError):
    """A ciphertext cannot be decrypted with this key."""

    code = "decryption-failed"


class KeyMismatch(SealwaxError):
    """A private key does not belong to the public key, or to the token, beside it."""

    code = "key-mismatch"


class Expired(SealwaxError):
    """A token or certificate has expired, or is not valid yet."""

    code = "expired"


class InvalidRequest(SealwaxError):
    """A request violates the API specification. The message names the field."""

    code = "invalid-request"


class Replayed(SealwaxError):
    """The input is authentic, but was received before."""

    code = "replayed"


SignerReason = Literal[
    "absent",
    "cancelled",
    "denied",
    "disabled",
    "failed",
    "locked",
    "other-process",
    "throttled",
    "timeout",
    "too-long",
    "unreachable",
    "wrong-key",
    "wrong-pin",
]
"""The reasons of failed devices and key services; docs/errors.md explains each."""


class SignerError(SealwaxError):
    """A device or a key service could not sign, or could not agree on a secret.

    Attributes:
        reason: The cause, such as ``locked`` or ``throttled``; docs/errors.md explains each.
        retryable: Whether the same call can succeed later without anyone changing the key, the device or
            its PIN.
    """

    code = "signer-failed"

    def __init__(self, message: str, *, reason: SignerReason, retryable: bool) -> None:
        super().__init__(message)
        self.reason: SignerReason = reason
        self.retryable: bool = retryable


NotCompletedReason = Literal[
    "waiting", "people-needed", "failed", "unknown", "outcome-unknown", "unreachable"
]
"""The reasons of missing results; docs/errors.md explains each."""


class NotCompleted(SealwaxError):
    """An activity is pending, failed or was rejected, and has no result; or the service gave no answer.

    Attributes:
        status: The last known status of the activity, such as ``ACTIVITY_STATUS_CONSENSUS_NEEDED``; None if
            it is not known.
        reason: Why there is no result: the activity is ``waiting`` for the service, or for people
            (``people-needed``: approvals or authenticators), ``failed`` (or was rejected), or has an
            ``unknown`` status, which is not a failure. Or the service may have done it, but no answer with a
            result arrived (``outcome-unknown``), or nothing was done, because the service is ``unreachable``.
        final: Whether the activity never gets a result: it failed or was rejected.
        outcome_unknown: Whether it may have been done: the reason is ``outcome-unknown``. Ask for the
            activity, or send the same bytes again; a new request could do it twice.
        retryable: Whether the activity can complete without anybody's doing (it is ``waiting``), or the
            service is ``unreachable``. The errors of ``sealwax.client`` are only retryable if the same call
            cannot do it twice.
        failure: The service's description of the failure; None if there is none.
    """

    code = "not-completed"

    def __init__(
        self,
        message: str,
        *,
        status: str | None,
        reason: NotCompletedReason,
        activity_id: str | None,
        failure: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(message)
        self.status: str | None = status
        self.reason: NotCompletedReason = reason
        self.final: bool = reason == "failed"
        self.outcome_unknown: bool = reason == "outcome-unknown"
        self.retryable: bool = reason in {"waiting", "unreachable"}
        self.call: CallOutcome = CallOutcome(activity_id=activity_id)
        self.failure: Mapping[str, object] | None = failure


_RETRYABLE_STATUSES = frozenset({408, 429, 500, 502, 503, 504})
# Of gRPC: deadline exceeded, resource exhausted, internal, unavailable.
_RETRYABLE_CODES = frozenset({4, 8, 13, 14})


class ServiceError(SealwaxError):
    """The service answered with an error.

    Attributes:
        service_code: The service's code, a gRPC status number; None if there is none.
        error_code: The name that the service documents for the error, such as ``PUBLIC_KEY_NOT_FOUND``; None
            if there is none.
        service_message: The service's message.
        details: The service's details: JSON objects.
        http_status: The status of the HTTP response; None if it is not known.
        retryable: Whether the same bytes can succeed later: the service, or a proxy in front of it, was
            overloaded, unavailable or too slow, or failed internally. The HTTP status decides, or
            ``service_code`` if that is not known.
        retry_after: How long the service asks to wait before the next attempt (Retry-After); None if it does
            not say. It is at least zero, and the service chooses it: limit it before you wait.
    """

    code = "service-error"

    def __init__(
        self,
        message: str,
        *,
        service_code: int | None,
        service_message: str,
        error_code: str | None = None,
        details: tuple[Mapping[str, object], ...] = (),
        http_status: int | None = None,
    ) -> None:
        super().__init__(message)
        self.service_code: int | None = service_code
        self.error_code: str | None = error_code
        self.service_message: str = service_message
        self.details: tuple[Mapping[str, object], ...] = details
        self.http_status: int | None = http_status
        self.retryable: bool = (
            service_code in _RETRYABLE_CODES if http_status is None else http_status in _RETRYABLE_STATUSES
        )
        # Whoever reads the head of the answer sets it.
        self.retry_after: timedelta | None = None


def bad_signature(label: str) -> BadSignature:
    """Make the error for a signature that does not verify."""
    return BadSignature(
        f"the signature of {label} does not verify: the data was changed, or another key signed it; "
        "check that every byte is as received"
    )


def error_codes() -> tuple[str, ...]:
    """List every code, in the order of the classes above."""
    return (
        MalformedInput.code,
        Unsupported.code,
        MissingExtra.code,
        UntrustedSigner.code,
        BadSignature.code,
        *get_args(MismatchCode),
        DecryptionFailed.code,
        KeyMismatch.code,
        Expired.code,
        InvalidRequest.code,
        Replayed.code,
        SignerError.code,
        NotCompleted.code,
        ServiceError.code,
    )
