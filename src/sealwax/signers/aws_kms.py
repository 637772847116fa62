"""Keys in AWS Key Management Service. Needs the extra ``aws``.

For ECDSA, the body is hashed in this process: the service sees neither the body nor its length. Ed25519 signs
the body itself, so that it may have at most 4096 bytes.

| input | decision |
|---|---|
| the curve | taken from the public key; the service's own statement is ignored |
| a public key that does not belong to the key that the service signs with | refused, as a key mismatch |
| a body of over 4096 bytes for Ed25519 | refused before it is sent |
| a high S on secp256k1 | replaced by the low S |
| the log of the library at DEBUG, which has each answer | the answer with a shared secret is left out |
"""

import hashlib
import logging
import os
import threading
from collections.abc import Mapping
from functools import partial
from types import ModuleType
from typing import Any, Final, NamedTuple, cast

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_public_key

from sealwax._codec.arguments import require_type
from sealwax._codec.processes import given_or_made
from sealwax._crypto.curves import ANY_API_CURVE, api_curve_of
from sealwax._crypto.points import P256, compressed_point, uncompressed_point
from sealwax._crypto.secret_types import NeverCopied
from sealwax._limits import MAX_KMS_MESSAGE_BYTES, MAX_SHOWN_NAME
from sealwax.errors import BadSignature, KeyMismatch, MalformedInput, MissingExtra, SignerError, SignerReason
from sealwax.keys import decode_peer
from sealwax.schemes import CheckedSigner, scheme_of_curve

from .opened_key import Modules, OpenedKey, Pin, Touch, open_as_any

__all__ = [
    "KmsSigner",
    "KmsTargetKey",
]

_ARN_PARTS: Final = 6


class _Failure(NamedTuple):
    """The meaning of an error of the service or of its library."""

    reason: SignerReason
    message: str
    retryable: bool = False


_DENIED: Final = _Failure("denied", "the credentials do not allow this use of the key")
_THROTTLED: Final = _Failure("throttled", "too many calls; wait, and call again", retryable=True)
_UNREACHABLE: Final = _Failure("unreachable", "the service cannot be reached; call again", retryable=True)
_DISABLED: Final = _Failure("disabled", "the key is disabled, or is about to be deleted")
_WRONG_KEY: Final = _Failure("wrong-key", "the key does not support this operation")
_NO_CREDENTIALS: Final = _Failure("denied", "there are no valid credentials")

_CODES: Final = {
    "NotFoundException": _Failure("absent", "there is no such key in this region"),
    "DisabledException": _DISABLED,
    "KMSInvalidStateException": _DISABLED,
    "InvalidKeyUsageException": _WRONG_KEY,
    "UnsupportedOperationException": _WRONG_KEY,
    "ValidationException": _WRONG_KEY,
    "AccessDeniedException": _DENIED,
    **dict.fromkeys(
        (
            "ExpiredTokenException",
            "IncompleteSignature",
            "InvalidClientTokenId",
            "InvalidSignatureException",
            "MissingAuthenticationTokenException",
            "UnrecognizedClientException",
        ),
        _NO_CREDENTIALS,
    ),
    **dict.fromkeys(
        ("LimitExceededException", "RequestLimitExceeded", "Throttling", "ThrottlingException"), _THROTTLED
    ),
    **dict.fromkeys(
        (
            "DependencyTimeoutException",
            "InternalFailure",
            "KMSInternalException",
            "KeyUnavailableException",
            "ServiceUnavailable",
            "ServiceUnavailableException",
        ),
        _UNREACHABLE,
    ),
}
"""By the service's error codes."""
_CLASSES: Final = {
    "NoRegionError": _Failure("denied", "there is no region; pass the key's ARN, or a client"),
    **dict.fromkeys(
        (
            "CredentialRetrievalError",
            "NoAuthTokenError",
            "NoCredentialsError",
            "PartialCredentialsError",
            "ProfileNotFound",
            "TokenRetrievalError",
            "UnauthorizedSSOTokenError",
        ),
        _NO_CREDENTIALS,
    ),
    # The base classes of connection errors.
    "ConnectionError": _UNREACHABLE,
    "HTTPClientError": _UNREACHABLE,
}
"""By the class names of the library's own errors, or of their bases."""


_ECDSA_ALGORITHMS: Final = {
    "sha256": "ECDSA_SHA_256",
    "sha384": "ECDSA_SHA_384",
    "sha512": "ECDSA_SHA_512",
}
"""The service's names of ECDSA, by the hash of the curve's row."""


def _import_errors() -> ModuleType:
    try:
        from botocore import exceptions  # noqa: PLC0415 - an extra, which takes a second to load
    except ImportError as error:
        raise MissingExtra("aws", "keys in AWS KMS need boto3", error) from None
    module: ModuleType = exceptions
    return module


_agreement = threading.local()
"""``is_running`` while this thread waits for a shared secret."""


def _has_no_secret(_record: logging.LogRecord) -> bool:
    return not getattr(_agreement, "is_running", False)


# For good: a filter that is removed after a call may be missed by a call of another thread.
logging.getLogger("botocore.parsers").addFilter(_has_no_secret)


class _Key:
    """A key of the service, and the client that calls it: each process has its own connections."""

    __slots__ = ("_connected", "_key_id")

    def __init__(self, key_id: str, client: object | None) -> None:
        self._key_id = key_id
        self._connected = given_or_made(client, partial(_make_client, key_id), _is_of_another_process)

    def call(self, function: str, **arguments: object) -> Mapping[str, Any]:
        """Call an operation of the service with the key."""
        client: Any = self._connected.get()
        errors = _import_errors()
        failure: _Failure
        try:
            answer: Mapping[str, Any] = getattr(client, function)(KeyId=self._key_id, **arguments)
        except errors.ClientError as error:
            code = str(error.response.get("Error", {}).get("Code", ""))
            named = f" {code[:MAX_SHOWN_NAME]}" if code.isalnum() else ""
            failure = _CODES.get(code, _Failure("failed", f"the service answered with the error{named}"))
        except errors.BotoCoreError as error:
            failure = _of_library(error)
        else:
            return answer
        raise SignerError(failure.message, reason=failure.reason, retryable=failure.retryable)

    def public_key(self) -> Any:
        """Fetch the public key, as an object of ``cryptography``."""
        der = self.call("get_public_key").get("PublicKey")
        try:
            return load_der_public_key(der) if isinstance(der, bytes) else None
        except (ValueError, UnsupportedAlgorithm):
            return None


def _of_library(error: Exception) -> _Failure:
    known = (_CLASSES.get(kind.__name__) for kind in type(error).__mro__)
    other = _Failure("failed", f"the library failed with {type(error).__name__}")
    return next(filter(None, known), other)


def _open_key(key_id: str, client: object, functions: tuple[str, ...]) -> _Key:
    """Check the arguments and return the key; make a client if the caller passed none."""
    require_type(key_id, str, "key_id")
    if client is not None:
        missing = [name for name in functions if not callable(getattr(client, name, None))]
        if missing:
            raise TypeError(f"client must be a KMS client of boto3, not {type(client).__name__}")
    _import_errors()
    return _Key(key_id, client)


def _is_of_another_process() -> SignerError:
    return SignerError(
        "client was used before this process was forked, and its connections belong to the other process; "
        "open the key again with a client that this process made",
        reason="other-process",
        retryable=False,
    )


def _make_client(key_id: str) -> object:
    """Make a client with boto3's defaults, in the region of the key's ARN if the id is one."""
    failure: _Failure
    errors = _import_errors()
    import boto3  # noqa: PLC0415 - an extra, which takes a second to load

    parts = key_id.split(":")
    region = parts[3] if len(parts) == _ARN_PARTS and parts[0] == "arn" else None
    try:
        return cast("object", boto3.client("kms", region_name=region))
    except errors.BotoCoreError as error:
        failure = _of_library(error)
    raise SignerError(failure.message, reason=failure.reason, retryable=failure.retryable)


def _wrong_key(words: str) -> SignerError:
    return SignerError(f"the key {words}", reason="wrong-key", retryable=False)


class KmsSigner(NeverCopied, CheckedSigner):
    """An API key in AWS KMS; it implements ``Signer``, for P-256, secp256k1 and Ed25519.

    Threads may share it if they may share the client. A forked process makes a client of its own; a client of
    the caller's is for one process. ``pickle`` and ``copy`` refuse it.

    Creating it fetches the public key, and makes and verifies one signature.

    Args:
        key_id: The key's id, ARN, alias (``alias/NAME``) or the ARN of an alias. Its usage is SIGN_VERIFY.
        client: The KMS client of boto3 to use. None makes one with boto3's defaults, in the region of the ARN
            if the id is one.

    Raises:
        SignerError: The key is not there, is disabled or of another kind; there are no credentials, or they
            do not allow kms:GetPublicKey and kms:Sign; the service throttles, or cannot be reached.
        KeyMismatch: The service signs with another key, or signs something else than it is given.
        MissingExtra: The extra ``aws`` is not installed.
    """

    __slots__ = ("_curve", "_key")

    def __init__(self, key_id: str, *, client: object | None = None) -> None:
        self._key = _open_key(key_id, client, ("get_public_key", "sign"))
        public = self._key.public_key()
        row = api_curve_of(public)
        if row is None:
            raise _wrong_key(f"is not on {ANY_API_CURVE}")
        self._curve, self._scheme = row, scheme_of_curve(row.name)
        point = public.public_bytes_raw() if row.curve is None else compressed_point(public)
        self._public_key = point.hex()
        message = os.urandom(32)
        signature = self.sign(message)
        try:
            self._scheme.verifier(point, "the public key")(signature, message, "the service")
        except BadSignature:
            raise KeyMismatch(
                "the service's signature does not verify with the public key; check the client's endpoint"
            ) from None

    def sign(self, message: bytes) -> bytes:
        """Sign a message.

        Args:
            message: The bytes to sign, not hashed; for Ed25519 at most 4096.

        Returns:
            For ECDSA the DER signature over the hash of the message (SHA-256), low-S on secp256k1; for
            Ed25519 the 64-byte signature.

        Raises:
            SignerError: The service did not sign, or the message is too long.
            MalformedInput: The service returned something that is not a signature.
        """
        require_type(message, bytes, "message")
        digest = self._curve.digest
        if digest is None:
            signed, form, algorithm = _require_short(message), "RAW", "ED25519_SHA_512"
        else:
            name = digest().name
            signed, form = hashlib.new(name, message).digest(), "DIGEST"
            algorithm = _ECDSA_ALGORITHMS[name]
        answer = self._key.call("sign", Message=signed, MessageType=form, SigningAlgorithm=algorithm)
        return self._scheme.checked(bytes(answer.get("Signature", b"")))

    def __repr__(self) -> str:
        return f"KmsSigner(curve={self.curve!r}, public_key={self.public_key!r})"


def _require_short(message: bytes) -> bytes:
    if len(message) > MAX_KMS_MESSAGE_BYTES:
        raise SignerError(
            f"the message has {len(message)} bytes; with Ed25519, the service signs at most "
            f"{MAX_KMS_MESSAGE_BYTES}: use a key on P-256",
            reason="too-long",
            retryable=False,
        )
    return message


class KmsTargetKey(NeverCopied):
    """A target key in AWS KMS; it implements ``KeyAgreement``. Only the service can open its bundles.

    Threads may share it if they may share the client. A forked process makes a client of its own; a client of
    the caller's is for one process. ``pickle`` and ``copy`` refuse it.

    Creating it fetches the public key, and agrees on one secret to check it.

    Args:
        key_id: The key's id, ARN, alias (``alias/NAME``) or the ARN of an alias. Its specification is
            ECC_NIST_P256, and its usage KEY_AGREEMENT.
        client: The KMS client of boto3 to use. None makes one with boto3's defaults, in the region of the ARN
            if the id is one.

    Raises:
        SignerError: The key is not there, is disabled or of another kind; there are no credentials, or they
            do not allow kms:GetPublicKey and kms:DeriveSharedSecret; the service throttles, or cannot be
            reached.
        KeyMismatch: The service uses another key.
        MissingExtra: The extra ``aws`` is not installed.
    """

    __slots__ = ("_key", "_public_key")

    def __init__(self, key_id: str, *, client: object | None = None) -> None:
        self._key = _open_key(key_id, client, ("get_public_key", "derive_shared_secret"))
        public = self._key.public_key()
        if not isinstance(public, ec.EllipticCurvePublicKey) or public.curve.name != P256.name:
            raise _wrong_key("is not on P-256, as a target key must be")
        self._public_key = uncompressed_point(public).hex()
        ephemeral = ec.generate_private_key(P256)
        if self.exchange(uncompressed_point(ephemeral.public_key())) != ephemeral.exchange(ec.ECDH(), public):
            raise KeyMismatch(
                "the service does not use the key of the public key; check the client's endpoint"
            )

    @property
    def public_key(self) -> str:
        """The public key for ``targetPublicKey``: an uncompressed SEC1 point, 130 lower-case hex digits."""
        return self._public_key

    def exchange(self, public_key: bytes) -> bytes:
        """Agree on a secret with another key, in the service (DeriveSharedSecret).

        Args:
            public_key: The other public key: an uncompressed SEC1 point on P-256, 65 bytes.

        Returns:
            The x coordinate of the shared point: 32 bytes, big-endian. It is a secret.

        Raises:
            MalformedInput: The public key is not such a point.
            SignerError: The service did not agree on a secret.
        """
        peer = decode_peer(public_key)
        _agreement.is_running = True
        try:
            answer = self._key.call(
                "derive_shared_secret",
                KeyAgreementAlgorithm="ECDH",
                PublicKey=peer.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo),
            )
        finally:
            _agreement.is_running = False
        return bytes(answer.get("SharedSecret", b""))

    def __repr__(self) -> str:
        return f"KmsTargetKey(public_key={self.public_key!r})"


def open_uri(key_id: str, _pin: Pin, _touch: Touch, _modules: Modules) -> OpenedKey:
    """Open the key that a URI names, without its scheme."""
    if not key_id:
        raise MalformedInput("an awskms: URI must have the key's id, ARN or alias")
    return open_as_any(lambda: KmsSigner(key_id), lambda: KmsTargetKey(key_id))
