"""Verify the lines of an archive, each as its kind requires."""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, cast, get_args

import msgspec
from msgspec import UNSET, UnsetType

from sealwax._codec.clock import (
    EPOCH,
    REQUEST_MAX_AGE,
    REQUEST_MAX_AHEAD,
    check_age,
    decode_iso,
    decode_milliseconds,
    from_milliseconds,
    parse_milliseconds,
)
from sealwax._codec.http_headers import by_lower_name, read_headers
from sealwax._codec.organizations import check_organization
from sealwax._codec.strict_json import convert_json, decode_json, decode_object
from sealwax._codec.text import to_bytes
from sealwax._limits import MAX_ANSWER_BYTES
from sealwax.activities.signature_results import SignatureResult
from sealwax.activities.votes import verify_activity_votes
from sealwax.errors import MalformedInput, SealwaxError, Unsupported, UntrustedSigner
from sealwax.login.tokens import verify_session_jwt, verify_verification_token
from sealwax.proofs.app import AppProofExpectation, AppProofType, verify_app_proof
from sealwax.proofs.boot import verify_boot_proof
from sealwax.proofs.identity import EnclaveIdentity
from sealwax.stamps.api_key_verification import StampVerifier
from sealwax.trust import PRODUCTION, EnclaveKeys
from sealwax.webhooks import DEFAULT_MAX_AGE, WebhookKeys, verify_webhook

from .results import Outcome, hash_line
from .settings import AuditTrust, Settings


def check_lines(settings: Settings, lines: list[str | bytes]) -> list[Outcome]:
    """Verify some lines; a worker calls this."""
    return [_check_line(settings, line) for line in lines]


def check_kinds(lines: Iterable[bytes], api_keys: Collection[tuple[str, str]], trust: AuditTrust) -> None:
    """Refuse an archive in which a kind has no keys, before ``audit`` reads it with the same keys.

    A line whose kind cannot be read is left to the audit.
    """
    without = {kind for kind in CHECKS if not KEYS[kind](api_keys, trust)}
    if not without:
        return
    for kind in map(_kind_of, lines):
        if kind in without:
            raise Unsupported(f"there are no keys for the kind {kind}; pass them, or leave out its lines")


def _kind_of(line: bytes) -> str | None:
    try:
        return _KIND.decode(line).kind
    except (msgspec.DecodeError, RecursionError):
        return None


@lru_cache(maxsize=2)
def verifier_of(api_keys: tuple[tuple[str, str], ...], fast: bool) -> StampVerifier:  # noqa: FBT001 - a cache's key
    """Parse the API keys, once in each process."""
    return StampVerifier(api_keys, fast=fast)


class _Kind(msgspec.Struct, frozen=True):
    """The kind of a line; its other members are ignored."""

    kind: str = "request"


_KIND = msgspec.json.Decoder(_Kind)


class _Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename="camel"):
    """The members that any line can have."""

    kind: str = "request"
    at: str | None = None


def _check_line(settings: Settings, line: str | bytes) -> Outcome:
    kind = None
    try:
        document = decode_object(to_bytes(line, "the line", limit=MAX_ANSWER_BYTES).strip(), "the line")
        named = document.get("kind", "request")
        if not isinstance(named, str) or named not in CHECKS:
            raise _unknown(named)
        kind = named
        if not KEYS[kind](settings.api_keys, settings.trust):
            raise Unsupported(f"there are no keys for the kind {kind}; pass them, and audit again")
        into, check = CHECKS[kind]
        entry = convert_json(document, into, f"the {kind}")
        at = None if entry.at is None else decode_iso(entry.at, "`at`")
        signers = check(settings, entry, at)
    except SealwaxError as error:
        return hash_line(line), kind, False, error.code, str(error), (), False
    return hash_line(line), kind, True, None, None, signers, kind in _TIMED and at is not None


def _unknown(kind: object) -> SealwaxError:
    if not isinstance(kind, str):
        return MalformedInput("`kind` must be a string")
    return Unsupported(f"the kind of the line is unknown; it must be one of {', '.join(CHECKS)}")


class _Request(_Line, frozen=True):
    body: str
    stamp: str


class _InBody(msgspec.Struct, frozen=True, rename="camel"):
    organization_id: str | UnsetType = UNSET
    timestamp_ms: str | UnsetType = UNSET


def _check_request(settings: Settings, entry: _Request, at: datetime | None) -> tuple[str, ...]:
    body = entry.body.encode()
    verified = verifier_of(settings.api_keys, settings.fast).verify(entry.stamp, body)
    if at is not None or settings.expected.organization_id is not None:
        stated = decode_json(body, _InBody, "the body of the request")
        if stated.timestamp_ms is not UNSET and at is not None:
            check_age(
                "the request",
                decode_milliseconds(stated.timestamp_ms, "timestampMs in the body of the request"),
                at,
                max_age=REQUEST_MAX_AGE,
                max_ahead=REQUEST_MAX_AHEAD,
                leeway=settings.leeway,
                cure="check the line's `at`",
            )
        if settings.expected.organization_id is not None:
            check_organization(stated.organization_id, settings.expected.organization_id, "the request")
    return (verified.public_key,)


class _Activity(_Line, frozen=True):
    activity: dict[str, object]


def _check_activity(settings: Settings, entry: _Activity, _at: datetime | None) -> tuple[str, ...]:
    try:
        votes = verify_activity_votes(
            entry.activity,
            trusted_keys=settings.trust.trusted_keys,
            allow_untrusted=True,
            organization_id=settings.expected.organization_id,
            expected_rp_id=settings.expected.rp_id,
            expected_origin=settings.expected.origin,
            keys=PRODUCTION if settings.trust.enclave_keys is None else settings.trust.enclave_keys,
            leeway=settings.leeway,
        )
    except ValueError as error:
        if isinstance(error, SealwaxError):
            raise
        # A passkey voted, and rp_id or origin is None.
        raise Unsupported(
            "a vote by a passkey cannot be verified; pass rp_id and origin in AuditExpectation"
        ) from None
    return tuple(
        vote.public_key.hex() if isinstance(vote.public_key, bytes) else vote.public_key for vote in votes
    )


class _Webhook(_Line, frozen=True):
    headers: dict[str, str]
    body: str


_TIMESTAMP = by_lower_name("X-Turnkey-Timestamp")


def _check_webhook(settings: Settings, entry: _Webhook, at: datetime | None) -> tuple[str, ...]:
    if at is None:
        stated = read_headers(entry.headers, _TIMESTAMP).get("x-turnkey-timestamp", "")
        # A time that does not parse is refused below.
        at = from_milliseconds(parse_milliseconds(stated) or 0)
    verify_webhook(
        entry.headers,
        entry.body,
        keys=cast("WebhookKeys", settings.trust.webhook_keys),
        organization_id=cast("str", settings.expected.organization_id),
        max_age=DEFAULT_MAX_AGE,
        leeway=settings.leeway,
        now=at,
    )
    return ()


class _Token(_Line, frozen=True):
    token: str


class _BootProof(_Line, frozen=True):
    boot_proof: dict[str, object]


class _Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    type: str
    organization_id: str
    wallet_id: str | None = None
    derivation_path: str | None = None
    address: str | None = None


class _AppProof(_BootProof, frozen=True):
    app_proof: dict[str, object]
    expected: _Expected


class _Signature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    r: str
    s: str
    v: str


class _Signed(_Line, frozen=True, kw_only=True):
    payload: str
    encoding: str
    hash_function: str
    signature: _Signature
    public_key: str
    curve: str | None = None
    address_format: str | None = None


def _check_session(settings: Settings, entry: _Token, at: datetime | None) -> tuple[str, ...]:
    # Nothing has expired at the epoch.
    keys = cast("EnclaveKeys", settings.trust.enclave_keys)
    verify_session_jwt(
        entry.token,
        keys=keys,
        now=EPOCH if at is None else at,
        leeway=settings.leeway,
        allow_scoped=settings.expected.allow_scoped,
        expected_session_profile_id=settings.expected.session_profile_id,
    )
    return ()


def _check_verification_token(settings: Settings, entry: _Token, at: datetime | None) -> tuple[str, ...]:
    keys = cast("EnclaveKeys", settings.trust.enclave_keys)
    now = EPOCH if at is None else at
    verify_verification_token(entry.token, keys=keys, now=now, leeway=settings.leeway)
    return ()


def _check_boot_proof(settings: Settings, entry: _BootProof, _at: datetime | None) -> tuple[str, ...]:
    verify_boot_proof(entry.boot_proof, identity=cast("EnclaveIdentity", settings.trust.identity))
    return ()


def _check_app_proof(settings: Settings, entry: _AppProof, _at: datetime | None) -> tuple[str, ...]:
    if entry.expected.type not in get_args(AppProofType):
        raise Unsupported("the type in `expected` is unknown")
    expected = AppProofExpectation(
        type=cast("AppProofType", entry.expected.type),
        organization_id=entry.expected.organization_id,
        wallet_id=entry.expected.wallet_id,
        derivation_path=entry.expected.derivation_path,
        address=entry.expected.address,
    )
    identity = cast("EnclaveIdentity", settings.trust.identity)
    verify_app_proof(entry.app_proof, entry.boot_proof, identity=identity, expected=expected)
    return ()


def _check_signature(settings: Settings, entry: _Signed, _at: datetime | None) -> tuple[str, ...]:
    if entry.public_key not in settings.trust.trusted_keys:
        raise UntrustedSigner("the public key of the signature is not in trusted_keys")
    result = SignatureResult(r=entry.signature.r, s=entry.signature.s, v=entry.signature.v)
    result.verify(
        entry.payload,
        encoding=entry.encoding,
        hash_function=entry.hash_function,
        public_key=entry.public_key,
        address_format=entry.address_format,
        curve=entry.curve,
    )
    return (entry.public_key,)


_Check = tuple[type[Any], Callable[[Settings, Any, "datetime | None"], tuple[str, ...]]]

CHECKS: Mapping[str, _Check] = {
    "request": (_Request, _check_request),
    "activity": (_Activity, _check_activity),
    "webhook": (_Webhook, _check_webhook),
    "session": (_Token, _check_session),
    "verification-token": (_Token, _check_verification_token),
    "boot-proof": (_BootProof, _check_boot_proof),
    "app-proof": (_AppProof, _check_app_proof),
    "signature": (_Signed, _check_signature),
}
"""The members of each kind of line, and the function that verifies them and returns the signers."""

KEYS: Mapping[str, Callable[[Collection[tuple[str, str]], AuditTrust], object]] = {
    "request": lambda api_keys, _: api_keys,
    "activity": lambda _, trust: trust.trusted_keys,
    "webhook": lambda _, trust: trust.webhook_keys,
    "session": lambda _, trust: trust.enclave_keys and trust.enclave_keys.notarizer,
    "verification-token": lambda _, trust: trust.enclave_keys and trust.enclave_keys.tls_fetcher,
    "boot-proof": lambda _, trust: trust.identity,
    "app-proof": lambda _, trust: trust.identity,
    "signature": lambda _, trust: trust.trusted_keys,
}
"""The keys of each kind; empty if the caller passed none."""

_TIMED = frozenset({"request", "webhook", "session", "verification-token"})
"""The kinds with a time or an expiry that `at` is compared with."""
