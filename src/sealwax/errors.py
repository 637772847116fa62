"""What goes wrong: one base class, one subclass for each kind of failure, each with a stable code.

Programs branch on the code: the command line prints it, the test vectors name it, and it never changes once
released. The message is for people: what was wrong, and what to do about it. It never contains a secret.

Whatever arrives from outside gives a result or one of these. An argument that only the programmer chooses,
such as ``keys``, ``now`` or a Python type, gives ``TypeError`` or ``ValueError`` with the argument's name.
"""

from collections.abc import Mapping
from typing import Literal, get_args

MismatchCode = Literal["wrong-organization", "wrong-user", "wrong-origin", "wrong-challenge"]


class SealwaxError(Exception):
    """Base class of every error that this library raises on purpose.

    Attributes:
        code: The stable name of the kind of failure, such as ``bad-signature``.
    """

    code: str = "error"

    def __reduce__(self) -> tuple[object, ...]:
        # By default, an exception is copied and pickled by its message alone.
        return _restore, (type(self), str(self), vars(self))


def _restore(kind: type[SealwaxError], message: str, attributes: dict[str, object]) -> SealwaxError:
    """Make an error of its parts again."""
    error = kind.__new__(kind, message)
    vars(error).update(attributes)
    return error


class MalformedInput(SealwaxError, ValueError):
    """Something does not parse: hex, base64, JSON, DER, a point off its curve, a missing field, a length."""

    code = "malformed"


class UnsupportedVersion(SealwaxError):
    """A version, scheme, curve or format that this library does not speak."""

    code = "unsupported"


class MissingExtra(SealwaxError):
    """An extra of this package is needed and not installed. The message holds the pip command.

    Attributes:
        extra: The extra, such as ``ethereum``.
    """

    code = "missing-extra"

    def __init__(self, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose}; run: pip install 'sealwax[{extra}]'")
        self.extra = extra


class UntrustedSigner(SealwaxError):
    """An artifact is signed by, or names, another key than those that are trusted for it."""

    code = "untrusted-signer"


class BadSignature(SealwaxError):
    """A signature does not verify, or what it signs is something else."""

    code = "bad-signature"


class ContextMismatch(SealwaxError):
    """Something authentic was made for another purpose than the caller expects.

    Attributes:
        code: What differs, such as ``wrong-organization``.
    """

    code: MismatchCode

    def __init__(self, code: MismatchCode, message: str) -> None:
        super().__init__(message)
        self.code = code


class DecryptionFailed(SealwaxError):
    """A ciphertext does not open with this key."""

    code = "decryption-failed"


class KeyMismatch(SealwaxError):
    """A private key does not belong to the public key, or to the token, that came with it."""

    code = "key-mismatch"


class Expired(SealwaxError):
    """A token or certificate is past its time, or not of its time yet."""

    code = "expired"


class InvalidRequest(SealwaxError):
    """A request breaks the API specification; the message names the field."""

    code = "invalid-request"


class NotCompleted(SealwaxError):
    """An activity waits, failed or was rejected, and has no result.

    Attributes:
        status: The activity's status, such as ``ACTIVITY_STATUS_CONSENSUS_NEEDED``.
        activity_id: The activity's id.
        failure: What the service says of the failure; None if it says nothing.
    """

    code = "not-completed"

    def __init__(
        self, message: str, *, status: str, activity_id: str, failure: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(message)
        self.status, self.activity_id, self.failure = status, activity_id, failure


class ServiceError(SealwaxError):
    """An answer is an error of the service.

    Attributes:
        service_code: The service's code, a number of gRPC; None if it gives none.
        service_message: The service's message.
        details: The service's details: JSON objects.
        http_status: The status of the HTTP answer; None if it is not known.
    """

    code = "service-error"

    def __init__(
        self,
        message: str,
        *,
        service_code: int | None,
        service_message: str,
        details: tuple[Mapping[str, object], ...] = (),
        http_status: int | None = None,
    ) -> None:
        super().__init__(message)
        self.service_code, self.service_message = service_code, service_message
        self.details, self.http_status = details, http_status


def bad_signature(what: str) -> BadSignature:
    """Make the error of a signature of something that does not verify."""
    return BadSignature(f"the signature of {what} does not verify; it was changed, or signed by another key")


def error_codes() -> tuple[str, ...]:
    """List every code, in the order of the classes above."""
    kinds = [kind for kind in globals().values() if isinstance(kind, type) and issubclass(kind, SealwaxError)]
    return tuple(
        code
        for kind in kinds
        if kind is not SealwaxError
        for code in (get_args(MismatchCode) if kind is ContextMismatch else (kind.code,))
    )
