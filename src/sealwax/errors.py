"""What goes wrong: one base class, one subclass for each kind of failure, each with a stable code.

The code is what programs branch on: the command line prints it, the test vectors name it, and it never
changes once released. The message is for people: what was wrong, and what to do about it. It never
contains a secret.
"""

from typing import Literal

MismatchCode = Literal["wrong-organization", "wrong-user"]


class SealwaxError(Exception):
    """Base class of every error that this library raises on purpose.

    Attributes:
        code: The stable name of the kind of failure, such as ``bad-signature``.
    """

    code: str = "error"


class MalformedInput(SealwaxError, ValueError):
    """Something does not parse: hex, base64, JSON, DER, a point off its curve, a missing field, a length."""

    code = "malformed"


class UnsupportedVersion(SealwaxError):
    """A version, scheme, curve or format that this library does not speak."""

    code = "unsupported"


class UntrustedSigner(SealwaxError):
    """A bundle names a quorum key other than the pinned one."""

    code = "untrusted-signer"


class BadSignature(SealwaxError):
    """A signature does not verify."""

    code = "bad-signature"


class ContextMismatch(SealwaxError):
    """Something authentic was made for another organization or user than the caller expects.

    Attributes:
        code: ``wrong-organization`` or ``wrong-user``.
    """

    code: MismatchCode

    def __init__(self, code: MismatchCode, message: str) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type["ContextMismatch"], tuple[MismatchCode, str]]:
        # By default, an exception is copied and pickled by its message alone.
        return type(self), (self.code, str(self))


class DecryptionFailed(SealwaxError):
    """A ciphertext does not open with this key."""

    code = "decryption-failed"


class KeyMismatch(SealwaxError):
    """A private key does not belong to the public key, or to the token, that came with it."""

    code = "key-mismatch"


class Expired(SealwaxError):
    """A token or certificate is past its time."""

    code = "expired"


class InvalidRequest(SealwaxError):
    """A request breaks the API specification; the message names the field."""

    code = "invalid-request"


def bad_signature(what: str) -> BadSignature:
    """Make the error of a signature that does not verify.

    Args:
        what: What is signed.

    Returns:
        The error, to raise.
    """
    return BadSignature(f"the signature of {what} does not verify; it was changed, or signed by another key")
