"""Verify a whole request as a server receives it: its stamp, time, organization, and that it is new.

| input | decision |
|---|---|
| no stamp, a stamp twice, stamps in two headers | malformed |
| a stamp of a kind without a verifier | unsupported |
| a key or a passkey that the verifier does not know | untrusted signer |
| a body that is not a JSON object, or has a time or organization twice or in another form | malformed |
| a time more than ``max_age`` in the past, or five minutes in the future, and the leeway | expired |
| a body without a time | accepted, as queries have none; with a guard malformed, as it never expires |
| a body for another organization | wrong organization |
| a body that the same key has stamped before | replayed, if there is a guard |
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from inspect import isawaitable, iscoroutine, iscoroutinefunction
from typing import Any, NamedTuple, NoReturn, TypeVar, overload

import msgspec
from msgspec import UNSET, UnsetType

from sealwax._codec.arguments import require_method, require_type
from sealwax._codec.clock import (
    LEEWAY,
    REQUEST_MAX_AGE,
    REQUEST_MAX_AHEAD,
    check_age,
    check_leeway,
    check_max_age,
    decode_milliseconds,
    to_instant,
)
from sealwax._codec.http_headers import Headers, by_lower_name, read_headers
from sealwax._codec.organizations import check_organization, expected_ids
from sealwax._codec.strict_json import decode_json
from sealwax._codec.text import to_bytes
from sealwax.errors import MalformedInput, Replayed, Unsupported
from sealwax.replay_guards.memory import AsyncReplayGuard, ReplayGuard

from .api_key_verification import StampVerifier, VerifiedStamp
from .attested import AttestedVerifier, VerifiedAttestedStamp
from .header import API_KEY, ATTESTED, KINDS, WEBAUTHN
from .request_verifier import RequestVerifier
from .webauthn import VerifiedAssertion, WebAuthnVerifier

V = TypeVar("V", bound="VerifiedStamp | VerifiedAssertion | VerifiedAttestedStamp")

_BODY = "the body of the request"
_STAMP_HEADERS = by_lower_name(*KINDS)


@overload
def verify_request(
    headers: Headers,
    body: str | bytes,
    *,
    verifier: RequestVerifier[V],
    organization_id: str | AbstractSet[str] | None = None,
    max_age: timedelta = REQUEST_MAX_AGE,
    seen: ReplayGuard | None = None,
    require_time: bool | None = None,
    leeway: timedelta = LEEWAY,
    now: datetime | None = None,
) -> V: ...


@overload
def verify_request(
    headers: Headers,
    body: str | bytes,
    *,
    verifier: Iterable[RequestVerifier[object]],
    organization_id: str | AbstractSet[str] | None = None,
    max_age: timedelta = REQUEST_MAX_AGE,
    seen: ReplayGuard | None = None,
    require_time: bool | None = None,
    leeway: timedelta = LEEWAY,
    now: datetime | None = None,
) -> VerifiedStamp | VerifiedAssertion | VerifiedAttestedStamp: ...


def verify_request(
    headers: Headers,
    body: str | bytes,
    *,
    verifier: RequestVerifier[V] | Iterable[RequestVerifier[object]],
    organization_id: str | AbstractSet[str] | None = None,
    max_age: timedelta = REQUEST_MAX_AGE,
    seen: ReplayGuard | None = None,
    require_time: bool | None = None,
    leeway: timedelta = LEEWAY,
    now: datetime | None = None,
) -> V | VerifiedStamp | VerifiedAssertion | VerifiedAttestedStamp:
    """Verify a stamped request that a server received (wire-formats.md, sections 2.1 and 7).

    You decide whether the key that signed may do what the body asks. The request's method, its URL and the
    server that it is for are not signed: take the operation from the body.

    Args:
        headers: The request's headers: a mapping, or pairs of name and value. The case of names does not
            matter; names and values are text or bytes. Only headers of stamps are read.
        body: The exact bytes of the request's body as received: JSON; a str stands for its UTF-8 bytes. Do
            not pass a body that was parsed and serialized again.
        verifier: The keys that may stamp: a ``StampVerifier`` of API keys, a ``WebAuthnVerifier`` of passkeys
            or an ``AttestedVerifier``; or several, at most one of each kind.
        organization_id: The id of the organization that the body must be for, or a set of accepted ids;
            None skips the check.
        max_age: How old the body's ``timestampMs`` may be; an hour by default, as for the service. It may
            be five minutes ahead. A body without a ``timestampMs``, such as a query's, has no age.
        seen: Refuses a body that the same key has stamped before; None skips the check. It must remember a
            request for ``max_age``, five minutes and twice ``leeway``. Clients repeat queries with the
            same body, so pass it for submits. ``sealwax.stamps.verify_request_async`` takes a guard whose
            ``claim`` is awaited.
        require_time: Whether to refuse a body without a ``timestampMs``: by default, if ``seen`` is passed,
            because such a body can be replayed once the guard forgets it.
        leeway: How far the clocks may differ, in addition to ``max_age`` and the five minutes.
        now: The time to compare ``timestampMs`` with, with a time zone; the system's by default.

    Returns:
        The public key that signed, with the body's time and organization, if it states them: a
        ``VerifiedStamp``, a ``VerifiedAssertion`` of a passkey or a ``VerifiedAttestedStamp``. Compare the
        ``sign_count`` of a passkey with the last one.

    Raises:
        MalformedInput: There is not exactly one stamp, or it does not parse; the body is not a JSON object,
            or states its time or organization in another form; with ``organization_id``, the body has none;
            with ``require_time``, it has no time.
        Unsupported: No verifier is for the kind of the stamp, or its scheme or algorithm is unknown.
        UntrustedSigner: The stamp's public key or passkey is not one of the verifier's.
        MissingExtra: The scheme needs the extra ``ethereum``, which is not installed.
        BadSignature: The signature does not verify over this body with this key; or a passkey's user was
            not present, or not verified if that is required.
        KeyMismatch: The token of an attested stamp is bound to another key.
        Expired: The body's ``timestampMs`` is older than ``max_age``, or too far ahead; or a verification
            token has expired.
        ContextMismatch: The body is for another organization (``wrong-organization``); or a passkey's stamp
            is from another page or relying party (``wrong-origin``).
        Replayed: The same key has stamped this body before.
        ValueError: ``seen`` forgets too early: its ``keep``, if it has one, is less than ``max_age``, five
            minutes and twice ``leeway``.
        TypeError: ``claim`` of ``seen`` is a coroutine function, or does not return a bool.
    """
    _check_guard(max_age, leeway, seen)
    if iscoroutinefunction(getattr(seen, "claim", None)):
        _refuse_coroutine()
    timely = require_time if require_time is not None else seen is not None
    expected = _expectation(verifier, organization_id, (max_age, leeway), require_time=timely, now=now)
    chosen, value, raw = _choose(headers, body, expected)
    verified: V = _check_body(_verify_stamp(chosen, value, raw, expected), raw, expected)
    if seen is not None:
        claimed: object = seen.claim(_identity(verified, raw))
        if iscoroutine(claimed):
            claimed.close()
        if isawaitable(claimed):
            _refuse_coroutine()
        _require_new(claimed)
    return verified


@overload
async def verify_request_async(
    headers: Headers,
    body: str | bytes,
    *,
    verifier: RequestVerifier[V],
    seen: AsyncReplayGuard | None,
    organization_id: str | AbstractSet[str] | None = None,
    max_age: timedelta = REQUEST_MAX_AGE,
    require_time: bool | None = None,
    leeway: timedelta = LEEWAY,
    now: datetime | None = None,
) -> V: ...


@overload
async def verify_request_async(
    headers: Headers,
    body: str | bytes,
    *,
    verifier: Iterable[RequestVerifier[object]],
    seen: AsyncReplayGuard | None,
    organization_id: str | AbstractSet[str] | None = None,
    max_age: timedelta = REQUEST_MAX_AGE,
    require_time: bool | None = None,
    leeway: timedelta = LEEWAY,
    now: datetime | None = None,
) -> VerifiedStamp | VerifiedAssertion | VerifiedAttestedStamp: ...


async def verify_request_async(
    headers: Headers,
    body: str | bytes,
    *,
    verifier: RequestVerifier[V] | Iterable[RequestVerifier[object]],
    seen: AsyncReplayGuard | None,
    organization_id: str | AbstractSet[str] | None = None,
    max_age: timedelta = REQUEST_MAX_AGE,
    require_time: bool | None = None,
    leeway: timedelta = LEEWAY,
    now: datetime | None = None,
) -> V | VerifiedStamp | VerifiedAssertion | VerifiedAttestedStamp:
    """Verify a stamped request like ``verify_request``, with a guard or a look-up that is awaited.

    Without either, nothing is awaited: call ``verify_request``.

    Args:
        headers: The request's headers, as for ``verify_request``; so are the other arguments.
        body: The exact bytes of the request's body as received.
        verifier: The keys that may stamp. ``find_key`` of a ``WebAuthnVerifier`` may be asynchronous.
        seen: Refuses a body that the same key has stamped before; None skips the check. It must remember a
            request for ``max_age``, five minutes and twice ``leeway``.
        organization_id: The id of the organization that the body must be for, or a set of accepted ids.
        max_age: How old the body's ``timestampMs`` may be.
        require_time: Whether to refuse a body without a ``timestampMs``: by default, if ``seen`` is passed.
        leeway: How far the clocks may differ.
        now: The time to compare ``timestampMs`` with.

    Returns:
        The public key that signed, with the body's time and organization, as ``verify_request`` returns it.

    Raises:
        MalformedInput: As ``verify_request`` raises it; so are the errors below.
        Unsupported: No verifier is for the kind of the stamp, or its scheme or algorithm is unknown.
        UntrustedSigner: The stamp's public key or passkey is not one of the verifier's.
        MissingExtra: The scheme needs the extra ``ethereum``, which is not installed.
        BadSignature: The signature does not verify over this body with this key; or a passkey's user was
            not present, or not verified if that is required.
        KeyMismatch: The token of an attested stamp is bound to another key.
        Expired: The body's ``timestampMs`` is older than ``max_age``, or too far ahead; or a verification
            token has expired.
        ContextMismatch: The body is for another organization (``wrong-organization``); or a passkey's stamp
            is from another page or relying party (``wrong-origin``).
        Replayed: The same key has stamped this body before.
        ValueError: ``seen`` forgets too early.
        TypeError: ``claim`` of ``seen`` does not return an awaitable of a bool.
    """
    _check_guard(max_age, leeway, seen)
    timely = require_time if require_time is not None else seen is not None
    expected = _expectation(verifier, organization_id, (max_age, leeway), require_time=timely, now=now)
    chosen, value, raw = _choose(headers, body, expected)
    if isinstance(chosen, WebAuthnVerifier):
        signed: Any = await chosen.verify_async(value, raw)
    else:
        signed = _verify_stamp(chosen, value, raw, expected)
    verified: V = _check_body(signed, raw, expected)
    if seen is not None:
        claim: object = seen.claim(_identity(verified, raw))
        if not isawaitable(claim):
            raise TypeError("the claim of seen must be awaitable; pass another guard to verify_request")
        _require_new(await claim)
    return verified


class _Expectation(NamedTuple):
    """The checked arguments of a call."""

    verifiers: dict[str, RequestVerifier[Any]]
    organization_ids: str | frozenset[str] | None
    max_age: timedelta
    leeway: timedelta
    require_time: bool
    now: datetime


def _expectation(
    verifier: RequestVerifier[Any] | Iterable[RequestVerifier[object]],
    organization_id: str | AbstractSet[str] | None,
    window: tuple[timedelta, timedelta],
    *,
    require_time: bool,
    now: datetime | None,
) -> _Expectation:
    verifiers: dict[str, RequestVerifier[Any]] = {}
    given = (verifier,) if isinstance(verifier, RequestVerifier) else verifier
    require_type(given, Iterable, "verifier")
    for each in given:
        require_type(each, _KINDS_OF_VERIFIERS, "verifier")
        if each.header_name in verifiers:
            raise ValueError(
                f"verifier has two of the kind {type(each).__name__}; pass one with all of its keys"
            )
        verifiers[each.header_name] = each
    if not verifiers:
        raise ValueError("verifier must not be empty")
    require_type(require_time, bool, "require_time")
    expected = None if organization_id is None else expected_ids(organization_id)
    return _Expectation(verifiers, expected, *window, require_time, to_instant(now))


def _choose(
    headers: Headers, body: str | bytes, expected: _Expectation
) -> tuple[RequestVerifier[Any], str, bytes]:
    """Return the verifier for the stamp, the stamp and the body."""
    raw = to_bytes(body, _BODY)
    name, value = _stamp_in(headers, _or(expected.verifiers))
    chosen = expected.verifiers.get(name)
    if chosen is None:
        raise Unsupported(
            f"the stamp is in the header {name}, not {_or(expected.verifiers)}; call {_FUNCTIONS[name]}, or "
            f"pass a {_VERIFIERS[name]}"
        )
    return chosen, value, raw


def _or(names: Iterable[str]) -> str:
    return " or ".join(names)


def _verify_stamp(chosen: RequestVerifier[V], value: str, raw: bytes, expected: _Expectation) -> V:
    """Verify the stamp alone."""
    given = {"now": expected.now, "leeway": expected.leeway} if isinstance(chosen, AttestedVerifier) else {}
    verified: V = chosen.verify(value, raw, **given)  # type: ignore[attr-defined] # each verifier has it
    return verified


def _check_body(verified: V, raw: bytes, expected: _Expectation) -> V:
    """Make all checks of the body except the guard's; return its time and organization, too."""
    request = decode_json(raw, _Request, _BODY)
    timestamp = None
    if request.timestamp_ms is not UNSET:
        timestamp = decode_milliseconds(request.timestamp_ms, f"timestampMs in {_BODY}")
        check_age(
            "the request",
            timestamp,
            expected.now,
            max_age=expected.max_age,
            max_ahead=REQUEST_MAX_AHEAD,
            leeway=expected.leeway,
            cure="the client must make a new one, with the time of sending",
        )
    elif expected.require_time:
        raise MalformedInput(f"{_BODY} has no `timestampMs`; without a time it never expires")
    if expected.organization_ids is not None:
        check_organization(request.organization_id, expected.organization_ids, "the request")
    found = None if request.organization_id is UNSET else request.organization_id
    return replace(verified, timestamp=timestamp, organization_id=found)


def _refuse_coroutine() -> NoReturn:
    raise TypeError(
        "the claim of seen must not be a coroutine function, which needs `await "
        "sealwax.stamps.verify_request_async(…)`"
    )


def _require_new(claimed: object) -> None:
    """Refuse a request that a guard has seen. A value other than a bool could be true by mistake."""
    require_type(claimed, bool, "the result of the claim of seen")
    if not claimed:
        raise Replayed(
            "the request was received before; to repeat it, the client makes a new request, with a new "
            "timestampMs"
        )


class _Request(msgspec.Struct, frozen=True, rename="camel"):
    organization_id: str | UnsetType = UNSET
    timestamp_ms: str | UnsetType = UNSET


def _require_guard(seen: object) -> None:
    require_method(seen, "claim", "seen", "pass a guard of sealwax.webhooks or sealwax.replay_guards")


def _check_guard(max_age: timedelta, leeway: timedelta, seen: ReplayGuard | AsyncReplayGuard | None) -> None:
    check_max_age(max_age)
    check_leeway(leeway)
    if seen is not None:
        _require_guard(seen)
    keep = getattr(seen, "keep", None)
    # As numbers, because the sum could exceed the range of timedelta.
    needed = sum(span.total_seconds() for span in (max_age, REQUEST_MAX_AHEAD, leeway, leeway))
    if isinstance(keep, timedelta) and keep.total_seconds() < needed:
        raise ValueError(
            "seen must remember requests for max_age, five minutes and twice the leeway; pass it a longer "
            "keep"
        )


_FUNCTIONS = {
    API_KEY: "verify_api_key_stamp",
    WEBAUTHN: "verify_webauthn_stamp",
    ATTESTED: "verify_attested_stamp",
}
_KINDS_OF_VERIFIERS = (StampVerifier, WebAuthnVerifier, AttestedVerifier)
_VERIFIERS = {kind.header_name: kind.__name__ for kind in _KINDS_OF_VERIFIERS}


def _stamp_in(headers: Headers, wanted: str) -> tuple[str, str]:
    """Return the name and the value of the only stamp among the headers."""
    found = read_headers(headers, _STAMP_HEADERS)
    if not found:
        raise MalformedInput(f"the request has no stamp; pass all of its headers, including {wanted}")
    if len(found) > 1:
        raise MalformedInput("the request has stamps of several kinds; only one header may be a stamp")
    ((lower, value),) = found.items()
    return _STAMP_HEADERS[lower], value


def _identity(verified: VerifiedStamp | VerifiedAssertion | VerifiedAttestedStamp, body: bytes) -> str:
    """Return an id that a request shares with its replays, whose stamps can differ.

    The credential id of a passkey is not signed, so its key stands for it.
    """
    key = verified.public_key
    name = key if isinstance(key, str) else key.hex()
    return sha256(f"{name}\n".encode() + body).hexdigest()
