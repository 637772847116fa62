"""Keys on PKCS#11 tokens: HSMs, smart cards and SoftHSM. Needs the extra ``pkcs11``.

This process hashes the body, and the token signs the digest with CKM_ECDSA, which every token for P-256 or
secp256k1 has. Ed25519 signs the body itself, with CKM_EDDSA.

Login belongs to the process: only the first key of a token asks for its PIN. All keys of a module share a
lock, because python-pkcs11 promises modules calls from one thread at a time.

| input | decision |
|---|---|
| two tokens or two keys with the label | refused: use the key's id |
| CKA_EC_POINT as DER OCTET STRING, bare, or for Ed25519 as DER BIT STRING | accepted, by its length |
| a token without an object of the public key | ``public_key`` must be given |
| a public key that does not belong to the private key | refused, as a key mismatch |
| a key that asks for the PIN at each signature (CKA_ALWAYS_AUTHENTICATE) | unsupported |
| a process that was forked after the module was loaded | refused |
"""

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from functools import cache
from threading import RLock
from types import ModuleType
from typing import Any, Final, NamedTuple, TypeVar

from cryptography.hazmat.primitives.asymmetric import ec

from sealwax._codec.arguments import require_type
from sealwax._codec.der import raw_to_der
from sealwax._codec.hex import decode_hex
from sealwax._codec.processes import process_lock, this_process
from sealwax._codec.text import decode_utf8
from sealwax._crypto.curves import ANY_API_CURVE, API_CURVES, ApiCurve
from sealwax._crypto.ecdsa import to_low_s
from sealwax._crypto.points import (
    P256,
    compressed_point,
    decode_point,
    scalar_bytes,
    uncompressed_point,
)
from sealwax._crypto.secret_types import HoldsSecret
from sealwax.errors import (
    BadSignature,
    KeyMismatch,
    MalformedInput,
    MissingExtra,
    SignerError,
    SignerReason,
    Unsupported,
)
from sealwax.keys import decode_peer
from sealwax.schemes import CheckedSigner, scheme_of_curve

from .opened_key import PATH_VALUE, QUERY_VALUE, Modules, OpenedKey, Pin, Touch, open_as_any, read_attributes

__all__ = [
    "Pin",
    "Pkcs11Signer",
    "Pkcs11TargetKey",
]

T = TypeVar("T")

_EXTRA: Final = "pkcs11"
_SECRET_BYTES: Final = 32

# By CKA_EC_PARAMS: an OID, or a PrintableString (PKCS #11 v3.0, section 2.3.3).
_CURVES: Final = {
    bytes.fromhex("06082a8648ce3d030107"): API_CURVES["p256"],
    bytes.fromhex("06052b8104000a"): API_CURVES["secp256k1"],
    bytes.fromhex("06032b6570"): API_CURVES["ed25519"],
    b"\x13\x0cedwards25519": API_CURVES["ed25519"],
}
_OCTET_STRING, _BIT_STRING = 0x04, 0x03


class _Failure(NamedTuple):
    """The meaning of an error of the library."""

    reason: SignerReason
    message: str


_WRONG_PIN: Final = "the token refused the PIN; it is not tried again"
_LOST: Final = _Failure("absent", "the token disappeared; insert it, or restart its module, and call again")
_NOT_ALLOWED: Final = _Failure("wrong-key", "the token does not allow this use of the key")
_FAILURES: Final = {
    "NoSuchToken": _Failure("absent", "there is no token with this label"),
    "MultipleTokensReturned": _Failure("wrong-key", "there are several tokens with this label; rename one"),
    "PinIncorrect": _Failure("wrong-pin", _WRONG_PIN),
    "PinInvalid": _Failure("wrong-pin", _WRONG_PIN),
    "PinLenRange": _Failure("wrong-pin", _WRONG_PIN),
    "PinExpired": _Failure("wrong-pin", "the PIN has expired; set a new one"),
    "PinLocked": _Failure("locked", "the PIN is locked after too many wrong ones; unlock the token"),
    "FunctionCancelled": _Failure("cancelled", "the token's PIN pad was cancelled"),
    "FunctionRejected": _Failure("cancelled", "the user refused the use of the key"),
    "MechanismInvalid": _NOT_ALLOWED,
    "KeyTypeInconsistent": _NOT_ALLOWED,
    "FunctionNotSupported": _NOT_ALLOWED,
    **dict.fromkeys(
        (
            "DeviceError",
            "DeviceRemoved",
            "GeneralError",
            "KeyHandleInvalid",
            "ObjectHandleInvalid",
            "SessionClosed",
            "SessionHandleInvalid",
            "TokenNotPresent",
            "TokenNotRecognised",
            "UserNotLoggedIn",
        ),
        _LOST,
    ),
}
"""By the library's class names, which follow PKCS #11's return values."""
_CURED: Final = {_LOST, _FAILURES["NoSuchToken"]}
"""Errors that initializing the module again may cure."""


class _Module:
    """A loaded module, with the one lock for its calls and the sessions of its tokens, by their labels."""

    def __init__(self, path: str) -> None:
        # Reentrant: a function that asks for a PIN may use another key of the module.
        self.lock = RLock()
        self.process = this_process()
        self.sessions: dict[str, Any] = {}
        self.lost = False
        self._library = _import_library().lib(path)

    def check_process(self) -> None:
        """Refuse to go on in a forked process: PKCS #11 v2.40, section 2.5.2, does not allow it."""
        if self.process != this_process():
            raise SignerError(
                "this process was forked after the PKCS#11 module was loaded; open the key only in the "
                "process that uses it, or start processes with the method spawn",
                reason="other-process",
                retryable=False,
            )

    def session(self, token: str, pin: Pin) -> Any:
        """Return the session of a token; log in if there is none."""
        if token not in self.sessions:
            try:
                session = self._log_in(token, pin)
            except _import_library().PKCS11Error as error:
                if not self.lost or _FAILURES.get(type(error).__name__) not in _CURED:
                    raise
                # After a token disappeared, a module may fail until it is initialized again, even if the
                # token is back. Initializing ends all sessions; the other keys reopen theirs.
                self.sessions.clear()
                with suppress(_import_library().PKCS11Error):
                    self._library.finalize()
                session = self._log_in(token, pin)
            self.sessions[token], self.lost = session, False
        return self.sessions[token]

    def _log_in(self, label: str, pin: Pin) -> Any:
        pkcs11 = _import_library()
        if not self._library.initialized:
            self._library.initialize()
        token = self._library.get_token(token_label=label)
        if token.flags & pkcs11.TokenFlag.USER_PIN_LOCKED:
            raise pkcs11.PinLocked
        if pin is None:
            has_pad = token.flags & pkcs11.TokenFlag.PROTECTED_AUTHENTICATION_PATH
            answer = pkcs11.PROTECTED_AUTH if has_pad else None
        else:
            answer = pin() if callable(pin) else pin
            if not isinstance(answer, str):
                raise SignerError("no PIN was given", reason="cancelled", retryable=False)
        try:
            return token.open(user_pin=answer)
        except pkcs11.UserAlreadyLoggedIn:
            # Other code in this process logged in.
            return token.open()
        except pkcs11.PinIncorrect:
            # Found again, because the flags date from when the token was found.
            raise _PinError(_tries_left(self._library.get_token(token_label=label).flags)) from None

    def forget(self, token: str) -> None:
        """Drop the session of a token that disappeared."""
        self.sessions.pop(token, None)
        self.lost = True


class _PinError(Exception):
    """The PIN is wrong; the text describes the remaining tries."""


def _tries_left(flags: Any) -> str:
    names = _import_library().TokenFlag
    if flags & names.USER_PIN_LOCKED:
        return "; the token is locked now"
    if flags & names.USER_PIN_FINAL_TRY:
        return "; one more wrong PIN locks the token"
    return "; few tries are left before the token locks" if flags & names.USER_PIN_COUNT_LOW else ""


_modules: dict[str, _Module] = {}
_modules_lock = process_lock()


def _load_module(path: str | os.PathLike[str]) -> _Module:
    """Return a module, loaded once in a process, even by different paths."""
    name = _file_of(os.fspath(path))
    _import_library()
    with _modules_lock.get():
        if name not in _modules:
            try:
                _modules[name] = _Module(name)
            except _import_library().PKCS11Error:
                # The error's text contains the path.
                _raise_unloaded()
        return _modules[name]


def _file_of(module: str) -> str:
    """Return the path of a module without symbolic links; the system's linker finds a bare name."""
    return os.path.realpath(module) if os.sep in module else module


def _raise_unloaded() -> None:
    raise SignerError(
        "the PKCS#11 module cannot be loaded; pass the path of the library of your token, such as "
        "/usr/lib/softhsm/libsofthsm2.so",
        reason="absent",
        retryable=False,
    ) from None


@cache
def _import_library() -> ModuleType:
    try:
        import pkcs11  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtra(_EXTRA, "keys on PKCS#11 tokens need python-pkcs11", error) from None
    library: ModuleType = pkcs11
    return library


class _TokenKey(HoldsSecret):
    """A private key on a token, found again after the token disappeared and returned."""

    __slots__ = ("_key", "_module", "_pin", "_private", "_refused", "_session", "_token")

    def __init__(self, module: str | os.PathLike[str], token: str, key: str | bytes, pin: Pin) -> None:
        require_type(module, (str, os.PathLike), "module")
        require_type(token, str, "token")
        require_type(key, (str, bytes), "key")
        if not callable(pin):
            require_type(pin, (str, type(None)), "pin")
        self._token, self._key, self._pin = token, key, pin
        self._session: Any = None
        self._private: Any = None
        self._refused: SignerError | None = None
        self._module = _load_module(module)

    def use(self, operation: Callable[[Any], T]) -> T:
        """Call a function with the private key, alone among all threads that use the module."""
        self._module.check_process()
        failure: SignerError
        with self._module.lock:
            if self._refused is not None:
                raise copy(self._refused)
            try:
                session = self._module.session(self._token, self._pin)
                if session is not self._session:
                    self._private = self._find(session)
                    self._session = session
                return operation(self._private)
            except _PinError as error:
                failure = SignerError(f"{_WRONG_PIN}{error}", reason="wrong-pin", retryable=False)
            except _import_library().PKCS11Error as error:
                failure = self._failure(error)
            if failure.reason in {"wrong-pin", "locked"}:
                self._refused = failure
        raise failure

    def _failure(self, error: Exception) -> SignerError:
        name = type(error).__name__
        reason, message = _FAILURES.get(name, _Failure("failed", f"the token failed with {name}"))
        if _FAILURES.get(name) is _LOST:
            self._module.forget(self._token)
        return SignerError(message, reason=reason, retryable=reason == "absent" and self._session is not None)

    def _find(self, session: Any) -> Any:
        pkcs11 = _import_library()
        found = _objects(session, pkcs11.ObjectClass.PRIVATE_KEY, self._key)
        if len(found) != 1:
            words = (
                "several private keys with this label or id; use a unique id"
                if found
                else ("no private key with this label or id")
            )
            reason: SignerReason = "wrong-key" if found else "absent"
            raise SignerError(f"the token has {words}", reason=reason, retryable=False)
        if _attribute(found[0], pkcs11.Attribute.ALWAYS_AUTHENTICATE):
            raise Unsupported(
                "the key asks for the PIN at each use; use a key without CKA_ALWAYS_AUTHENTICATE"
            )
        return found[0]

    def curve(self) -> ApiCurve:
        """Return the key's curve."""
        names = _import_library().Attribute
        curve = _CURVES.get(self.use(lambda key: _attribute(key, names.EC_PARAMS)))
        if curve is None:
            raise SignerError(f"the key is not on {ANY_API_CURVE}", reason="wrong-key", retryable=False)
        return curve

    def public_point(self, curve: ApiCurve) -> bytes:
        """Return the public key that the token has beside the private key: a SEC1 point, or 32 bytes."""
        pkcs11 = _import_library()

        def find(private: Any) -> bytes | None:
            # Two keys may have the same label: only the id pairs the two objects.
            pair = _attribute(private, pkcs11.Attribute.ID) or self._key
            found = _objects(self._session, pkcs11.ObjectClass.PUBLIC_KEY, pair)
            points = {_attribute(key, pkcs11.Attribute.EC_POINT) for key in found}
            return points.pop() if len(points) == 1 else None

        point = self.use(find)
        if point is None:
            raise SignerError(
                "the token has no public key with the id of the private key; pass public_key",
                reason="absent",
                retryable=False,
            )
        head = _point_heads(curve).get(len(point))
        if head is None or not point.startswith(head):
            raise SignerError(
                "the token has the public key in an unknown form; pass public_key",
                reason="wrong-key",
                retryable=False,
            )
        return point[len(head) :]


def _point_heads(curve: ApiCurve) -> dict[int, bytes]:
    """Return the encoding in front of the point in CKA_EC_POINT, by the total length.

    The first byte is ambiguous: a bare uncompressed point begins with 04, like an OCTET STRING.
    """
    length = curve.private_key_bytes
    if curve.curve is None:
        return {**_bare_or_octets(length), length + 3: bytes([_BIT_STRING, length + 1, 0])}
    return {**_bare_or_octets(1 + length), **_bare_or_octets(1 + 2 * length)}


def _bare_or_octets(length: int) -> dict[int, bytes]:
    return {length: b"", length + 2: bytes([_OCTET_STRING, length])}


def _objects(session: Any, kind: Any, key: str | bytes) -> list[Any]:
    """Find a token's objects of a class by label or id."""
    names = _import_library().Attribute
    wanted = {names.CLASS: kind, (names.LABEL if isinstance(key, str) else names.ID): key}
    return list(session.get_objects(wanted))


def _attribute(item: Any, name: Any) -> Any:
    """Return an attribute of an object; None if it does not have it."""
    pkcs11 = _import_library()
    try:
        return item[name]
    except (pkcs11.AttributeTypeInvalid, pkcs11.AttributeSensitive):
        return None


def _function(key: Any, name: str) -> Callable[..., Any]:
    """Return a method of a key, which has only the methods that its attributes allow."""
    function: Callable[..., Any] | None = getattr(key, name, None)
    if function is None:
        raise SignerError(_NOT_ALLOWED.message, reason=_NOT_ALLOWED.reason, retryable=False)
    return function


class Pkcs11Signer(HoldsSecret, CheckedSigner):
    """An API key on a PKCS#11 token; it implements ``Signer``, for P-256, secp256k1 and Ed25519.

    Threads may share it. It makes and verifies one signature when it is made. ``pickle`` and ``copy`` refuse
    it.

    Args:
        module: The path of the token's PKCS#11 library, or its name.
        token: The token's label.
        key: The private key's label, or its id (CKA_ID) as bytes.
        pin: The user's PIN, or a function that asks for it, which is called only if the process is not logged
            in; None for a token with a PIN pad. A PIN is tried once.
        public_key: The public key in hex, for a token that has no object of it: a compressed SEC1 point (33
            bytes), or 32 bytes for Ed25519.

    Raises:
        SignerError: The token or the key is not there, the PIN is wrong, or the key cannot sign.
        KeyMismatch: The public key does not belong to the private key.
        MalformedInput: ``public_key`` is not a public key of the key's curve.
        Unsupported: The key asks for the PIN at each signature.
        MissingExtra: The extra ``pkcs11`` is not installed.
    """

    __slots__ = ("_curve", "_key", "_mechanism")

    def __init__(
        self,
        module: str | os.PathLike[str],
        *,
        token: str,
        key: str | bytes,
        pin: Pin,
        public_key: str | None = None,
    ) -> None:
        require_type(public_key, (str, type(None)), "public_key")
        self._key = _TokenKey(module, token, key, pin)
        curve = self._key.curve()
        self._curve, self._scheme = curve, scheme_of_curve(curve.name)
        self._mechanism = _import_library().Mechanism["EDDSA" if curve.digest is None else "ECDSA"]
        name = "the public key"
        if public_key is None:
            point = self._key.public_point(curve)
            if curve.curve is not None:
                point = compressed_point(decode_point(point, curve.curve, name))
        else:
            point = decode_hex(public_key, name, length=self._scheme.public_key_bytes)
        self._public_key = point.hex()
        verify = self._scheme.verifier(point, name)
        message = os.urandom(32)
        signature = self.sign(message)
        try:
            verify(signature, message, "the token")
        except BadSignature:
            raise KeyMismatch(
                "the token's private key does not belong to the public key; pass the right public_key"
            ) from None

    def sign(self, message: bytes) -> bytes:
        """Sign a message.

        Args:
            message: The bytes to sign, not hashed.

        Returns:
            For ECDSA the DER signature over the hash of the message (SHA-256), low-S on secp256k1; for
            Ed25519 the 64-byte signature.

        Raises:
            SignerError: The token could not sign. ``retryable`` is True if it went away: the same call
                succeeds once it is back.
        """
        require_type(message, bytes, "message")
        group, hashed = self._curve.curve, self._curve.digest
        if group is None or hashed is None:
            return self._scheme.checked(self._use(message))
        digest = hashlib.new(hashed().name, message).digest()
        # A token truncates longer input, and signs it without an error.
        if len(digest) > scalar_bytes(group):
            raise AssertionError
        signature = raw_to_der(self._use(digest), group.group_order, "the token's signature")
        return to_low_s(signature, group.group_order) if self._curve.requires_low_s else signature

    def _use(self, data: bytes) -> bytes:
        signature: bytes = self._key.use(lambda key: _function(key, "sign")(data, mechanism=self._mechanism))
        return signature

    def __repr__(self) -> str:
        return f"Pkcs11Signer(curve={self.curve!r}, public_key={self.public_key!r})"


class Pkcs11TargetKey(HoldsSecret):
    """A target key on a PKCS#11 token; it implements ``KeyAgreement``. Only the token can open its bundles.

    The token must support CKM_ECDH1_DERIVE, and allow the key to derive. Threads may share it. It agrees on
    one secret when it is made, to check the public key. ``pickle`` and ``copy`` refuse it.

    Args:
        module: The path of the token's PKCS#11 library, or its name.
        token: The token's label.
        key: The private key's label, or its id (CKA_ID) as bytes.
        pin: The user's PIN, or a function that asks for it, which is called only if the process is not logged
            in; None for a token with a PIN pad. A PIN is tried once.
        public_key: The public key in hex, for a token that has no object of it: an uncompressed SEC1 point
            (65 bytes).

    Raises:
        SignerError: The token or the key is not there, the PIN is wrong, the key is not on P-256, or cannot
            agree on a secret.
        KeyMismatch: The public key does not belong to the private key.
        MalformedInput: ``public_key`` is not a point on P-256.
        Unsupported: The key asks for the PIN at each use.
        MissingExtra: The extra ``pkcs11`` is not installed.
    """

    __slots__ = ("_key", "_public_key")

    def __init__(
        self,
        module: str | os.PathLike[str],
        *,
        token: str,
        key: str | bytes,
        pin: Pin,
        public_key: str | None = None,
    ) -> None:
        require_type(public_key, (str, type(None)), "public_key")
        self._key = _TokenKey(module, token, key, pin)
        curve = self._key.curve()
        if curve.curve is not P256:
            raise SignerError(
                f"a target key must be on P-256; this key is on {curve.name}",
                reason="wrong-key",
                retryable=False,
            )
        name = "the public key"
        if public_key is None:
            public = decode_point(self._key.public_point(curve), P256, name)
        else:
            public = decode_peer(decode_hex(public_key, name))
        self._public_key = uncompressed_point(public).hex()
        ephemeral = ec.generate_private_key(P256)
        if self.exchange(uncompressed_point(ephemeral.public_key())) != ephemeral.exchange(ec.ECDH(), public):
            raise KeyMismatch(
                "the token's private key does not belong to the public key; pass the right public_key"
            )

    @property
    def public_key(self) -> str:
        """The public key for ``targetPublicKey``: an uncompressed SEC1 point, 130 lower-case hex digits."""
        return self._public_key

    def exchange(self, public_key: bytes) -> bytes:
        """Agree on a secret with another key, on the token (CKM_ECDH1_DERIVE without a KDF).

        Args:
            public_key: The other public key: an uncompressed SEC1 point on P-256, 65 bytes.

        Returns:
            The x coordinate of the shared point: 32 bytes, big-endian. It is a secret.

        Raises:
            MalformedInput: The public key is not such a point.
            SignerError: The token could not agree on a secret.
        """
        decode_peer(public_key)
        pkcs11 = _import_library()
        names = pkcs11.Attribute

        def derive(key: Any) -> bytes:
            secret = _function(key, "derive_key")(
                pkcs11.KeyType.GENERIC_SECRET,
                8 * _SECRET_BYTES,
                mechanism=pkcs11.Mechanism.ECDH1_DERIVE,
                mechanism_param=(pkcs11.KDF.NULL, None, public_key),
                # A session object that can be read: HPKE continues with it in this process.
                template={names.TOKEN: False, names.SENSITIVE: False, names.EXTRACTABLE: True},
            )
            try:
                return bytes(secret[names.VALUE])
            finally:
                secret.destroy()

        return self._key.use(derive)

    def __repr__(self) -> str:
        return f"Pkcs11TargetKey(public_key={self.public_key!r})"


def open_uri(rest: str, pin: Pin, _touch: Touch, modules: Modules) -> OpenedKey:
    """Open the key that a URI names, without its scheme."""
    path, _, query = rest.partition("?")
    found = read_attributes("a pkcs11: URI", path, ";", PATH_VALUE, ("token", "object", "id", "type"))
    where = read_attributes("a pkcs11: URI", query, "&", QUERY_VALUE, ("module-path",))
    if ("object" in found) == ("id" in found):
        raise MalformedInput("a pkcs11: URI must name the key by either object or id")
    for name, attribute in (("token", found), ("module-path", where)):
        if not attribute.get(name):
            raise MalformedInput(f"a pkcs11: URI must have {name}")
    if found.get("type", b"private") != b"private":
        raise Unsupported("the type of a pkcs11: URI must be private")
    text = {name: decode_utf8(value, "a pkcs11: URI") for name, value in found.items() if name != "id"}
    module = _file_of(decode_utf8(where["module-path"], "a pkcs11: URI"))
    if modules is not None and module not in map(_file_of, modules):
        raise Unsupported(
            "the module-path of a pkcs11: URI is not among the modules that this program allows"
        )
    key: str | bytes = found["id"] if "id" in found else text["object"]

    return open_as_any(
        lambda: Pkcs11Signer(module, token=text["token"], key=key, pin=pin),
        lambda: Pkcs11TargetKey(module, token=text["token"], key=key, pin=pin),
    )
