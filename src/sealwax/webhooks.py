"""Verify the webhooks that the service delivers (wire-formats.md, section 9).

For example::

    keys = WebhookKeys.from_jwks(text)
    webhook = verify_webhook(headers, body, keys=keys, organization_id=...)

The service signs the deliveries to all customers with one key: only the organization in the signed body
identifies yours. Unsigned headers are ignored.

| input | decision |
|---|---|
| a signed header that is absent, empty or repeated | malformed |
| a key id or event id with other characters than letters, digits, `_` and `-`, or more than 128 | malformed |
| a signature that is not 128 hex digits, all lower or all upper case | malformed |
| a version other than `v1`, an algorithm other than `ed25519` | unsupported |
| a key of the set that is of another kind, or unusable | left out; refused if no key is left |
| a key id that is not in the set, or that of a key left out | untrusted signer |
| S not below the group's order, R of small order or not canonical | bad signature |
| a timestamp further from now than ``max_age`` and the leeway, in either direction | expired |
| a body with another organization | wrong organization |
"""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, NoReturn

import msgspec
from msgspec import UNSET, UnsetType

from ._codec.arguments import require_type
from ._codec.base64url import decode_base64url
from ._codec.clock import LAST_MILLISECOND, LEEWAY, check_age, check_leeway, from_milliseconds, to_instant
from ._codec.hex import decode_hex
from ._codec.http_headers import Headers, by_lower_name, read_headers
from ._codec.organizations import check_organization, expected_ids
from ._codec.strict_json import convert_json, decode_json
from ._codec.text import to_bytes
from ._crypto.ed25519 import (
    ED25519_KEY_BYTES,
    ED25519_SIGNATURE_BYTES,
    check_ed25519_key,
    verify_ed25519,
)
from ._limits import MAX_WEBHOOK_HEADER_CHARACTERS
from .errors import (
    Expired,
    MalformedInput,
    SealwaxError,
    Unsupported,
    UntrustedSigner,
)
from .replay_guards.memory import LONGEST_MAX_AGE, AsyncReplayGuard, MemoryReplayGuard, ReplayGuard

__all__ = [
    "DEFAULT_MAX_AGE",
    "LONGEST_MAX_AGE",
    "AsyncReplayGuard",
    "EventType",
    "Headers",
    "MemoryReplayGuard",
    "ReplayGuard",
    "VerifiedWebhook",
    "WebhookKeys",
    "verify_webhook",
]

DEFAULT_MAX_AGE = timedelta(minutes=5)
"""The default ``max_age``, as the service recommends."""

VERSION = "v1"
ALGORITHM = "ed25519"

EventType = Literal[
    "ACTIVITY_UPDATES",
    "BALANCE_CONFIRMED_UPDATES",
    "BALANCE_FINALIZED_UPDATES",
    "SEND_TRANSACTION_STATUS_UPDATES",
]
"""The event types of subscriptions."""

# The event types by the `type` of the signed body.
_EVENT_TYPES: dict[str, EventType] = {
    "balances:confirmed": "BALANCE_CONFIRMED_UPDATES",
    "balances:finalized": "BALANCE_FINALIZED_UPDATES",
    "transaction:status": "SEND_TRANSACTION_STATUS_UPDATES",
}

_WHAT = "the webhook"
_BODY = "the body of the webhook"
_ID = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_WEBHOOK_HEADER_CHARACTERS}}}\Z")
_ID_FORM = f"1 to {MAX_WEBHOOK_HEADER_CHARACTERS} letters, digits, hyphens and underscores"
_DIGITS = re.compile(rf"[0-9]{{1,{MAX_WEBHOOK_HEADER_CHARACTERS}}}\Z")
_MAX_TIMESTAMP = (1 << 53) - 1


@dataclass(frozen=True)
class VerifiedWebhook:
    """A delivery with verified signature, time and organization.

    Attributes:
        event_id: The event's id, which repeated deliveries of the same event share.
        event_type: The event's type according to the signed body: one of ``EventType``, or the body's
            ``type`` unchanged if it is unknown. None if the body has no type. The header
            ``X-Turnkey-Event-Type`` is not signed and is ignored.
        timestamp: The time of signing, in UTC. Each attempt to deliver has its own.
        organization_id: The organization that received the event: the body's ``parentOrganizationId``, if it
            has one, otherwise its ``organizationId``.
        content: The signed body: a JSON object.
    """

    event_id: str
    event_type: EventType | str | None
    timestamp: datetime
    organization_id: str
    content: Mapping[str, object]


class WebhookKeys:
    """The trusted public keys of webhooks, by id. Instances are immutable.

    Args:
        keys: The Ed25519 public keys, 64 hex digits each, by the ids that deliveries state.

    Raises:
        MalformedInput: There is no key; an id is not 1 to 128 letters, digits, ``_`` and ``-``; or a key is
            not a usable Ed25519 public key in hex.
    """

    __slots__ = ("_keys",)
    _keys: dict[str, bytes]

    def __init__(self, keys: Mapping[str, str]) -> None:
        require_type(keys, Mapping, "keys")
        decoded = {}
        for key_id, key in keys.items():
            require_type(key_id, str, "each id of keys")
            require_type(key, str, "each key of keys")
            decoded[key_id] = decode_hex(key, "the key", length=ED25519_KEY_BYTES)
            _check_key(key_id, decoded[key_id], "a key of keys")
        if not decoded:
            raise MalformedInput("keys has no key")
        object.__setattr__(self, "_keys", decoded)

    @classmethod
    def from_jwks(cls, text: str | bytes) -> "WebhookKeys":
        """Read the key set that the service publishes (wire-formats.md, section 9.3).

        The set is not signed: fetch it over HTTPS from the service's own host. If a delivery has an unknown
        key id, fetch the set again once before refusing the delivery.

        Keys that this library cannot use are left out, as RFC 7517 asks in section 5: the service can add a
        key of another kind before its receivers know it. A delivery that names such a key is refused.

        Args:
            text: The JWK set, JSON text. Unknown members are ignored.

        Returns:
            The usable keys: ``kty`` is ``OKP``, ``crv`` ``Ed25519``, ``alg`` ``EdDSA``, ``use`` ``sig``,
            ``turnkey_signature_algorithm`` ``ed25519`` and ``turnkey_signature_version`` ``v1``; ``key_ops``,
            if there is one, has ``verify``; ``kid`` is an id of deliveries, and ``x`` a usable Ed25519 public
            key.

        Raises:
            MalformedInput: The text is not a JWK set, has no key, or has two usable keys with one id; or no
                key is usable, and the first lacks a required member or has an unusable id or ``x``.
            Unsupported: No key is usable, and the first has another purpose or kind.
        """
        label = "the JWK set"
        found: dict[str, bytes] = {}
        unusable: list[SealwaxError] = []
        for number, jwk in enumerate(decode_json(to_bytes(text, label), _Jwks, label).keys):
            try:
                key_id, key = _read_jwk(jwk, f"keys[{number}] of {label}")
            except SealwaxError as error:
                unusable.append(error)
                continue
            if key_id in found:
                raise MalformedInput(f"{label} has a `kid` twice; key ids must be unique")
            found[key_id] = key
        if not found:
            raise unusable[0] if unusable else MalformedInput(f"{label} has no key")
        keys = cls.__new__(cls)
        object.__setattr__(keys, "_keys", found)
        return keys

    def to_dict(self) -> dict[str, str]:
        """Return the keys by id, to store them or to compare two sets.

        Returns:
            The keys: 64 lower-case hex digits each.
        """
        return {key_id: key.hex() for key_id, key in self._keys.items()}

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        raise AttributeError(f"{name} of WebhookKeys cannot be set; make a new WebhookKeys")

    def __reduce__(self) -> tuple[object, ...]:
        return WebhookKeys, (self.to_dict(),)

    def __eq__(self, other: object) -> bool:
        return self._keys == other._keys if isinstance(other, WebhookKeys) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._keys.items()))

    def __repr__(self) -> str:
        return f"WebhookKeys({self.to_dict()!r})"


def verify_webhook(
    headers: Headers,
    body: str | bytes,
    *,
    keys: WebhookKeys,
    organization_id: str | AbstractSet[str],
    max_age: timedelta = DEFAULT_MAX_AGE,
    leeway: timedelta = LEEWAY,
    now: datetime | None = None,
) -> VerifiedWebhook:
    """Verify a delivery of the service (wire-formats.md, section 9).

    A verified delivery can be a repetition: claim its ``event_id`` with a ``ReplayGuard``.

    Args:
        headers: The request's headers: a mapping, or pairs of name and value. The case of names does not
            matter; names and values are text or bytes. Unsigned headers are ignored.
        body: The exact bytes of the request's body as received; a str stands for its UTF-8
            bytes. Do not pass a body that was parsed and serialized again.
        keys: The trusted keys.
        organization_id: The id of the organization that the endpoint belongs to, compared exactly: with the
            body's ``parentOrganizationId`` if the body has one, as events of balances and transactions do,
            otherwise with its ``organizationId``. If the endpoint also receives activities of
            sub-organizations, pass the set of all accepted ids.
        max_age: How far its timestamp may be from ``now``, in either direction; at most 15 minutes.
        leeway: How far the clocks may differ: added to ``max_age``, up to 15 minutes in all.
        now: The time to compare the timestamp with, with a time zone; the system's by default.

    Returns:
        The event.

    Raises:
        MalformedInput: A signed header is absent, empty, repeated or malformed; or the body is not a JSON
            object with the id of an organization.
        Unsupported: The delivery has another signature version or algorithm.
        UntrustedSigner: The delivery has a key id that is not in ``keys``.
        BadSignature: The signature does not verify over these headers and this body.
        Expired: The timestamp is further from ``now`` than ``max_age`` and ``leeway``.
        ContextMismatch: The delivery is for another organization (``wrong-organization``).
    """
    require_type(keys, WebhookKeys, "keys")
    expected = expected_ids(organization_id)
    require_type(max_age, timedelta, "max_age")
    if not timedelta() <= max_age <= LONGEST_MAX_AGE:
        raise ValueError("max_age must not be negative, nor longer than 15 minutes")
    check_leeway(leeway)
    now = to_instant(now)
    raw = to_bytes(body, _BODY)
    signed = _read_headers(headers)
    key = _signing_key(signed, keys)
    signature = decode_hex(
        signed["x-turnkey-signature"], f"the signature of {_WHAT}", length=ED25519_SIGNATURE_BYTES
    )
    verify_ed25519(key, signature, signed_bytes(signed, raw), _WHAT)
    timestamp = _check_age(int(signed["x-turnkey-timestamp"]), max_age, leeway, now)
    content = decode_json(raw, dict[str, object], _BODY)
    event = convert_json(content, _Event, _BODY)
    organization = check_organization(
        event.organization_id if event.parent_organization_id is UNSET else event.parent_organization_id,
        expected,
        _WHAT,
        advice="the service signs the deliveries to all customers with one key",
    )
    return VerifiedWebhook(
        signed["x-turnkey-event-id"], _event_type(event.type), timestamp, organization, content
    )


def signed_bytes(headers: Mapping[str, str], body: bytes) -> bytes:
    """Return the signed bytes of a delivery; the names of the headers are in lower case."""
    parts = (
        headers["x-turnkey-signature-version"],
        headers["x-turnkey-signature-algorithm"],
        headers["x-turnkey-signature-key-id"],
        headers["x-turnkey-timestamp"],
        headers["x-turnkey-event-id"],
    )
    return ".".join(parts).encode() + b"." + body


class _Jwk(msgspec.Struct, frozen=True):
    kid: str
    x: str
    kty: str
    crv: str
    alg: str
    use: str
    turnkey_signature_algorithm: str
    turnkey_signature_version: str


class _Jwks(msgspec.Struct, frozen=True):
    keys: list[dict[str, object]]


class _Event(msgspec.Struct, frozen=True, rename="camel"):
    organization_id: str | UnsetType = UNSET
    parent_organization_id: str | UnsetType = UNSET
    type: str | None = None


_EXACT = {
    "kty": "OKP",
    "crv": "Ed25519",
    "alg": "EdDSA",
    "use": "sig",
    "turnkey_signature_algorithm": ALGORITHM,
    "turnkey_signature_version": VERSION,
}

_SIGNED_HEADERS = by_lower_name(
    "X-Turnkey-Timestamp",
    "X-Turnkey-Event-Id",
    "X-Turnkey-Signature-Key-Id",
    "X-Turnkey-Signature-Algorithm",
    "X-Turnkey-Signature-Version",
    "X-Turnkey-Signature",
)


def _read_jwk(jwk: dict[str, object], label: str) -> tuple[str, bytes]:
    """Return the id and the key of a JWK; raise if this library cannot use it."""
    for name, value in _EXACT.items():
        stated = jwk.get(name)
        if isinstance(stated, str) and stated != value:
            raise Unsupported(
                f"`{name}` of {label} is not {value}, and no other key can be used; pass the key set for "
                "webhooks, and update sealwax if the service has changed it"
            )
    operations = jwk.get("key_ops", ["verify"])
    if not isinstance(operations, list) or "verify" not in operations:
        raise Unsupported(
            f"`key_ops` of {label} does not have verify, and no other key can be used; pass the key set for "
            "webhooks"
        )
    read = convert_json(jwk, _Jwk, label)
    if "=" in read.x:
        raise MalformedInput(f"the `x` of {label} must be base64url without padding")
    key = decode_base64url(read.x, f"the `x` of {label}")
    _check_key(read.kid, key, label)
    return read.kid, key


def _check_key(key_id: str, key: bytes, label: str) -> None:
    if not _ID.match(key_id):
        raise MalformedInput(f"the id of {label} must be {_ID_FORM}")
    check_ed25519_key(key, label)


def _read_headers(headers: Headers) -> dict[str, str]:
    """Return the six signed headers, with their names in lower case."""
    found = read_headers(headers, _SIGNED_HEADERS)
    for lower, name in _SIGNED_HEADERS.items():
        if not found.get(lower):
            raise MalformedInput(f"the header {name} is missing or empty; pass all headers of the request")
    return found


def _signing_key(headers: Mapping[str, str], keys: WebhookKeys) -> bytes:
    """Check the form of the signed headers; return the key with the stated id."""
    if headers["x-turnkey-signature-version"] != VERSION:
        raise Unsupported(f"{_WHAT} has an unknown signature version; it must be {VERSION}")
    if headers["x-turnkey-signature-algorithm"] != ALGORITHM:
        raise Unsupported(f"{_WHAT} has an unknown signature algorithm; it must be {ALGORITHM}")
    # A dot in an id would allow moving bytes between headers and body under one signature.
    for lower in ("x-turnkey-event-id", "x-turnkey-signature-key-id"):
        if not _ID.match(headers[lower]):
            raise MalformedInput(f"the header {_SIGNED_HEADERS[lower]} must be {_ID_FORM}")
    timestamp = headers["x-turnkey-timestamp"]
    if not _DIGITS.match(timestamp) or int(timestamp) > _MAX_TIMESTAMP:
        raise MalformedInput(
            "the header X-Turnkey-Timestamp must be a time in milliseconds since the epoch, in decimal digits"
        )
    key = keys._keys.get(headers["x-turnkey-signature-key-id"])  # noqa: SLF001 - of this module
    if key is None:
        raise UntrustedSigner(
            f"{_WHAT} names a signing key that is not among the usable keys of the set; fetch the set again, "
            "once, before you refuse the delivery; if the set has the key, update sealwax"
        )
    return key


def _check_age(milliseconds: int, max_age: timedelta, leeway: timedelta, now: datetime) -> datetime:
    """Return the time of a delivery; refuse one outside the window."""
    if milliseconds > LAST_MILLISECOND:
        raise Expired(f"{_WHAT} is from the future: it was made after the year 9999; refuse it")
    timestamp = from_milliseconds(milliseconds)
    check_age(
        _WHAT,
        timestamp,
        now,
        max_age=max_age,
        # Guards forget deliveries after twice the longest age.
        leeway=min(leeway, LONGEST_MAX_AGE - max_age),
        cure="the service signs each attempt to deliver anew, so wait for the next attempt",
    )
    return timestamp


def _event_type(named: str | None) -> EventType | str | None:
    """Return the event type for a body's ``type``."""
    if named is None:
        return None
    # The ``type`` of an activity event is the activity's type.
    return "ACTIVITY_UPDATES" if named.startswith("ACTIVITY_TYPE_") else _EVENT_TYPES.get(named, named)
