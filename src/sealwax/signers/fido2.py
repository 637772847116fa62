"""Security keys, such as a YubiKey, as passkeys (CTAP 2). Needs the extra ``fido2``.

Each stamp needs a touch. By default, the user is not verified: a security key with a PIN would ask for it at
each stamp, too.

| input | decision |
|---|---|
| several security keys | the touched one is used; it asks for a second touch to sign |
| several credentials of the relying party on it, and no credential id | refused: pass the id |
| a wrong PIN | not tried again |
| an attestation statement, unless ``attestation="direct"`` | replaced by none, as browsers do |
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from copy import copy
from datetime import timedelta
from secrets import token_bytes
from threading import Event, Timer
from types import ModuleType
from typing import Any, Final, Literal, NamedTuple, TypeVar, get_args

from sealwax._codec.arguments import require_function, require_type
from sealwax._codec.base64url import decode_base64url
from sealwax._codec.text import decode_utf8
from sealwax._codec.urls import is_origin
from sealwax._crypto.secret_types import HoldsSecret
from sealwax._limits import MAX_CREDENTIAL_ID_BYTES
from sealwax.errors import MalformedInput, MissingExtra, SignerError, SignerReason
from sealwax.webauthn.ceremony import Assertion
from sealwax.webauthn.registration import RegistrationCredential

from .opened_key import QUERY_VALUE, Modules, OpenedKey, Pin, Touch, read_attributes

__all__ = [
    "AttestationConveyance",
    "SecurityKey",
    "UserVerification",
]

UserVerification = Literal["discouraged", "preferred", "required"]
"""Whether a security key verifies the user, by a PIN or a fingerprint (WebAuthn, section 5.8.6)."""

AttestationConveyance = Literal["none", "direct"]
"""Whether a registration states the security key's model (WebAuthn, section 5.4.7)."""

T = TypeVar("T")

_AAGUID = slice(37, 53)
"""Of authenticator data with a credential (section 6.5.1)."""
_ALGORITHMS: Final = (-7, -8)
"""ES256 and EdDSA, in the order of preference."""
_USER_ID_BYTES: Final = 32


class _Failure(NamedTuple):
    """The meaning of an error of the security key."""

    reason: SignerReason
    message: str
    retryable: bool = False


_TIMEOUT: Final = _Failure("timeout", "the security key was not touched in time", retryable=True)
_ABSENT: Final = _Failure(
    "absent", "no security key is plugged in, or this user may not open it", retryable=True
)
_NO_PIN: Final = _Failure("wrong-pin", "the security key asks for its PIN; pass `pin`")
_FAILURES: Final = {
    "PIN_INVALID": _Failure("wrong-pin", "the PIN of the security key is wrong; it is not tried again"),
    "PIN_AUTH_BLOCKED": _Failure(
        "locked", "too many wrong PINs; unplug the security key and plug it in again"
    ),
    "PIN_BLOCKED": _Failure("locked", "the PIN of the security key is locked; the key must be reset"),
    "PIN_NOT_SET": _Failure("wrong-key", "the security key has no PIN; set one"),
    "UV_BLOCKED": _Failure("locked", "too many failed fingerprints; the security key must be unlocked"),
    "ACTION_TIMEOUT": _TIMEOUT,
    "USER_ACTION_TIMEOUT": _TIMEOUT,
    "KEEPALIVE_CANCEL": _TIMEOUT,
    "OPERATION_DENIED": _Failure("cancelled", "the user refused the request"),
    "NO_CREDENTIALS": _Failure("absent", "the security key has none of these credentials"),
    "CREDENTIAL_EXCLUDED": _Failure("wrong-key", "the security key is registered already"),
    "KEY_STORE_FULL": _Failure("failed", "the security key has no room for a credential"),
    "UNSUPPORTED_ALGORITHM": _Failure("wrong-key", "the security key supports neither ES256 nor EdDSA"),
    # Errors of the library itself.
    "TIMEOUT": _TIMEOUT,
    "BAD_REQUEST": _Failure(
        "failed", "`rp_id` must be the host of `origin` or a domain above it, but not a public suffix"
    ),
    "CONFIGURATION_UNSUPPORTED": _Failure("wrong-key", "the security key cannot verify the user; set a PIN"),
}
"""By the names of CTAP's status codes, or of the library's."""


def _import_client() -> ModuleType:
    try:
        from fido2 import client  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtra("fido2", "security keys need the package fido2", error) from None
    module: ModuleType = client
    return module


def _list_usb() -> Iterable[object]:
    from fido2.hid import CtapHidDevice  # noqa: PLC0415 - an extra

    devices: Iterable[object] = CtapHidDevice.list_devices()
    return devices


class SecurityKey(HoldsSecret):
    """A security key: an ``Authenticator`` for ``WebAuthnStamper``, and for registering at a signup.

    ``pickle`` and ``copy`` refuse it.

    Args:
        rp_id: The relying party's id, such as ``example.com``.
        origin: The origin to sign, such as ``https://example.com``, in place of a page's. Its host must be
            ``rp_id`` or a domain below it.
        credential_ids: The raw ids of the credentials to stamp with; a security key uses its own.
            None for the only credential of the relying party that is stored on the security key.
        pin: The PIN, or a function that asks for it when the security key needs it. None to use no PIN.
        touch: A function that is called when the security key waits for a touch, to tell the user.
        user_verification: Whether to verify the user: ``discouraged`` by default, which does not.
        timeout: The longest time to wait for a touch.
        devices: A function that lists the devices to use, of the package ``fido2``; None for those on USB.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: The origin, the user verification, the timeout or a credential id is not valid.
        MissingExtra: The extra ``fido2`` is not installed.
    """

    __slots__ = (
        "_credential_ids",
        "_devices",
        "_origin",
        "_pin",
        "_refused",
        "_rp_id",
        "_timeout",
        "_touch",
        "_user_verification",
    )

    def __init__(
        self,
        *,
        rp_id: str,
        origin: str,
        credential_ids: Iterable[bytes] | None = None,
        pin: str | Callable[[], str] | None = None,
        touch: Callable[[], None] | None = None,
        user_verification: UserVerification = "discouraged",
        timeout: timedelta = timedelta(seconds=60),
        devices: Callable[[], Iterable[object]] | None = None,
    ) -> None:
        require_type(rp_id, str, "rp_id")
        require_type(origin, str, "origin")
        if not callable(pin):
            require_type(pin, (str, type(None)), "pin")
        require_function(touch, "touch", optional=True)
        require_function(devices, "devices", optional=True)
        require_type(user_verification, str, "user_verification")
        require_type(timeout, timedelta, "timeout")
        if not is_origin(origin):
            raise ValueError("origin must be only a scheme and a host, such as https://example.com")
        if user_verification not in get_args(UserVerification):
            raise ValueError(f"user_verification must be one of {', '.join(get_args(UserVerification))}")
        if timeout <= timedelta(0):
            raise ValueError("timeout must be positive")
        self._rp_id, self._origin, self._pin, self._touch = rp_id, origin, pin, touch
        self._user_verification, self._timeout = user_verification, timeout
        self._devices = devices or _list_usb
        self._credential_ids = _checked_ids(credential_ids)
        self._refused: SignerError | None = None
        _import_client()  # A missing extra is named now, not at the first stamp.

    @property
    def credential_ids(self) -> tuple[bytes, ...]:
        """The raw ids of the credentials to stamp with."""
        return self._credential_ids

    def get_assertion(self, challenge: bytes) -> Assertion:
        """Sign a challenge, as ``navigator.credentials.get()`` does. The user must touch the security key.

        Args:
            challenge: The challenge, raw bytes.

        Returns:
            The assertion.

        Raises:
            SignerError: There is no security key, none of the credentials is on it, it was not touched, or
                the PIN is wrong.
        """
        require_type(challenge, bytes, "challenge")
        from fido2 import webauthn  # noqa: PLC0415 - an extra

        options = webauthn.PublicKeyCredentialRequestOptions(
            challenge=challenge,
            rp_id=self._rp_id,
            allow_credentials=_descriptors(self._credential_ids),
            user_verification=self._user_verification,
        )
        found = self._use(lambda client, event: client.get_assertion(options, event))
        # With ids, a security key answers for one of them; without, for all credentials of the relying party.
        count = len(found.get_assertions())
        if count != 1:
            raise SignerError(
                f"the security key has {count} credentials of this relying party; pass credential_ids",
                reason="wrong-key",
                retryable=False,
            )
        answer = found.get_response(0)
        return Assertion(
            bytes(answer.raw_id),
            bytes(answer.response.authenticator_data),
            bytes(answer.response.client_data),
            bytes(answer.response.signature),
        )

    def register(
        self,
        challenge: bytes,
        *,
        user_name: str,
        user_handle: bytes | None = None,
        require_resident_key: bool = False,
        attestation: AttestationConveyance = "none",
    ) -> RegistrationCredential:
        """Register a credential, as ``navigator.credentials.create()`` does, and stamp with it from then on.

        A security key with one of the credential ids is refused. The user must touch the security key.

        Args:
            challenge: The registration's challenge, raw bytes.
            user_name: The name of the user, which a security key shows if it has several credentials.
            user_handle: The user handle, 1 to 64 bytes without personal data; None for a random one.
            require_resident_key: Whether to store the credential on the security key, so that it can be used
                without its id.
            attestation: ``none`` removes the statement of the model, as browsers do;
                ``direct`` keeps the statement, for ``verify_attestation`` with ``trust_anchors``.

        Returns:
            The registration, for ``encode_attestation`` and ``verify_attestation``.

        Raises:
            SignerError: There is no security key, it is registered already, it was not touched, or the PIN is
                wrong.
        """
        require_type(challenge, bytes, "challenge")
        require_type(user_name, str, "user_name")
        require_type(user_handle, (bytes, type(None)), "user_handle")
        require_type(require_resident_key, bool, "require_resident_key")
        require_type(attestation, str, "attestation")
        if attestation not in get_args(AttestationConveyance):
            raise ValueError(f"attestation must be one of {', '.join(get_args(AttestationConveyance))}")
        from fido2 import webauthn  # noqa: PLC0415 - an extra

        handle = token_bytes(_USER_ID_BYTES) if user_handle is None else user_handle
        options = webauthn.PublicKeyCredentialCreationOptions(
            rp=webauthn.PublicKeyCredentialRpEntity(id=self._rp_id, name=self._rp_id),
            user=webauthn.PublicKeyCredentialUserEntity(id=handle, name=user_name, display_name=user_name),
            challenge=challenge,
            pub_key_cred_params=[
                webauthn.PublicKeyCredentialParameters(type="public-key", alg=algorithm)
                for algorithm in _ALGORITHMS
            ],
            exclude_credentials=_descriptors(self._credential_ids),
            authenticator_selection=webauthn.AuthenticatorSelectionCriteria(
                resident_key="required" if require_resident_key else "discouraged",
                user_verification=self._user_verification,
            ),
            attestation=attestation,
        )
        made = self._use(lambda client, event: client.make_credential(options, event))
        answer = made.response.attestation_object
        if attestation == "none":
            data = bytearray(answer.auth_data)
            data[_AAGUID] = bytes(16)
            answer = webauthn.AttestationObject.create("none", webauthn.AuthenticatorData(bytes(data)), {})
        raw_id = bytes(made.raw_id)
        self._credential_ids = (*self._credential_ids, raw_id)
        return RegistrationCredential(raw_id, bytes(made.response.client_data), bytes(answer), ("usb",))

    def _use(self, operation: Callable[[Any, Event], Any]) -> Any:
        """Call a function with the client of the security key; with several, the user touches one."""
        if self._refused is not None:
            raise copy(self._refused)
        module = _import_client()
        from fido2.ctap import CtapError  # noqa: PLC0415 - an extra

        opened: list[Any] = []
        waiting = Event()
        timer = Timer(self._timeout.total_seconds(), waiting.set)
        timer.daemon = True
        timer.start()
        try:
            opened.extend(self._devices())
            client = self._choose([self._client(device) for device in opened], waiting)
            return operation(client, waiting)
        except module.ClientError as error:
            failure = _of_client(error)
        except CtapError as error:
            failure = _FAILURES.get(error.code.name, _unknown(error.code.name))
        except OSError:
            failure = _ABSENT
        except _CallbackError as error:
            raise error.args[0] from None
        except (IndexError, KeyError, TypeError, ValueError):
            # The library parses a device's answers without checking them.
            failure = _Failure("failed", "the security key's answer does not conform to CTAP 2")
        finally:
            timer.cancel()
            for device in opened:
                with suppress(OSError):
                    device.close()
        raised = SignerError(failure.message, reason=failure.reason, retryable=failure.retryable)
        if isinstance(self._pin, str) and failure is _FAILURES["PIN_INVALID"]:
            self._refused = copy(raised)
        raise raised

    def _client(self, device: Any) -> Any:
        client = _import_client()
        collector = client.DefaultClientDataCollector(self._origin)
        return client.Fido2Client(
            device, collector, user_interaction=_Interaction(self._pin, self._touch), extensions=[]
        )

    def _choose(self, clients: list[Any], waiting: Event) -> Any:
        """Return the client of the security key that the user touches, if there are several."""
        if not clients:
            raise OSError
        if len(clients) == 1:
            return clients[0]
        if self._touch is not None:
            _call(self._touch)
        chosen: list[Any] = []
        errors: list[Exception] = []
        stop = _Either(waiting)

        def select(client: Any) -> None:
            try:
                client.selection(stop)
            except Exception as error:  # noqa: BLE001 - handled by the caller if no other key is touched
                errors.append(error)
            else:
                chosen.append(client)
                stop.set()

        with ThreadPoolExecutor(len(clients)) as pool:
            list(pool.map(select, clients))
        if not chosen:
            raise errors[0]
        return chosen[0]

    def __repr__(self) -> str:
        return f"SecurityKey(rp_id={self._rp_id!r}, origin={self._origin!r})"


class _Either(Event):
    """An event that is also set when another event is."""

    def __init__(self, other: Event) -> None:
        super().__init__()
        self._other = other

    def is_set(self) -> bool:
        return super().is_set() or self._other.is_set()


class _CallbackError(Exception):
    """An exception of the caller's function, carried through the library."""


class _Interaction(NamedTuple):
    """The client's questions to the user; ``UserInteraction`` of the package."""

    pin: str | Callable[[], str] | None
    touch: Callable[[], None] | None

    def prompt_up(self) -> None:
        """Ask for a touch."""
        if self.touch is not None:
            _call(self.touch)

    def request_pin(self, _permissions: object, _rp_id: str | None) -> str | None:
        """Return the PIN; None cancels."""
        return _call(self.pin) if callable(self.pin) else self.pin

    def request_uv(self, _permissions: object, _rp_id: str | None) -> bool:
        """Allow a fingerprint."""
        return True


def _call(function: Callable[[], T]) -> T:
    try:
        return function()
    except Exception as error:  # noqa: BLE001 - handed on to the caller
        raise _CallbackError(error) from None


def _of_client(error: Any) -> _Failure:
    """Return the meaning of a client's error, whose cause is a CTAP error, a text or None."""
    if isinstance(error, _import_client().PinRequiredError):
        return _NO_PIN
    name = getattr(getattr(error.cause, "code", None), "name", None) or error.code.name
    return _FAILURES.get(name, _unknown(name))


def _unknown(name: str) -> _Failure:
    return _Failure("failed", f"the security key failed with {name}")


def _checked_ids(credential_ids: Iterable[bytes] | None) -> tuple[bytes, ...]:
    if credential_ids is None:
        return ()
    several: object = credential_ids
    if isinstance(several, (bytes, str)) or not isinstance(several, Iterable):
        raise TypeError(f"credential_ids must be several ids, not {type(several).__name__}")
    ids = tuple(credential_ids)
    for credential_id in ids:
        require_type(credential_id, bytes, "each of credential_ids")
        if not 0 < len(credential_id) <= MAX_CREDENTIAL_ID_BYTES:
            raise ValueError(f"each of credential_ids must have 1 to {MAX_CREDENTIAL_ID_BYTES} bytes")
    return ids


def _descriptors(credential_ids: tuple[bytes, ...]) -> list[Any] | None:
    from fido2.webauthn import PublicKeyCredentialDescriptor  # noqa: PLC0415 - an extra

    listed = [
        PublicKeyCredentialDescriptor(type="public-key", id=credential_id) for credential_id in credential_ids
    ]
    return listed or None


def open_uri(rest: str, pin: Pin, touch: Touch, _modules: Modules) -> OpenedKey:
    """Open the key that a URI names, without its scheme."""
    label = "a fido2: URI"
    found = read_attributes(label, rest, ";", QUERY_VALUE, ("rp-id", "origin", "credential-id"))
    text = {name: decode_utf8(value, label) for name, value in found.items()}
    if not text.get("rp-id"):
        raise MalformedInput(f"{label} must have rp-id, the relying party's domain")
    credential_ids = None
    if "credential-id" in text:
        credential_ids = [decode_base64url(text["credential-id"], f"credential-id of {label}")]
    try:
        key = SecurityKey(
            rp_id=text["rp-id"],
            origin=text.get("origin", f"https://{text['rp-id']}"),
            credential_ids=credential_ids,
            pin=pin,
            touch=touch,
        )
    except ValueError as error:
        words = f"{label} is not valid: {error}"
    else:
        return OpenedKey(None, None, key)
    raise MalformedInput(words)
