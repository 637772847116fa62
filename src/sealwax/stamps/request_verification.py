"""Verify a whole request as a server receives it: its stamp, time, organization, and that it is new.

| input | decision |
|---|---|
| no stamp, a stamp twice, stamps in two headers | malformed |
| a passkey's stamp, or an attested one | unsupported |
| a key that the verifier does not know | untrusted signer |
| a body that is not a JSON object, or has a time or organization twice or in another form | malformed |
| a time more than ``max_age`` in the past, or five minutes in the future | expired |
| a body without a time | accepted, as queries have none |
| a body for another organization | wrong organization |
| a body that the same key has stamped before | replayed, if there is a guard |
"""

from collections.abc import Set as AbstractSet
from datetime import datetime, timedelta
from hashlib import sha256

import msgspec
from msgspec import UNSET, UnsetType

from sealwax._codec.arguments import expected_ids, require_function, require_type
from sealwax._codec.clock import REQUEST_MAX_AGE, REQUEST_MAX_AHEAD, decode_milliseconds, to_instant
from sealwax._codec.http_headers import Headers, by_lower_name, read_headers
from sealwax._codec.strict_json import decode_json
from sealwax._codec.text import to_bytes
from sealwax.errors import ContextMismatch, Expired, MalformedInput, Replayed, Unsupported
from sealwax.webhooks import MemoryReplayGuard, ReplayGuard

from .api_key_verification import StampVerifier, VerifiedStamp
from .header import API_KEY, KINDS

_BODY = "the body of the request"
_STAMP_HEADERS = by_lower_name(*KINDS)


def verify_request(
    headers: Headers,
    body: str | bytes,
    *,
    verifier: StampVerifier,
    organization_id: str | AbstractSet[str] | None = None,
    max_age: timedelta = REQUEST_MAX_AGE,
    seen: ReplayGuard | None = None,
    now: datetime | None = None,
) -> VerifiedStamp:
    """Verify a stamped request that a server received (wire-formats.md, sections 2.1 and 7).

    You decide whether the key that signed may do what the body asks.

    Args:
        headers: The request's headers: a mapping, or pairs of name and value. The case of names does not
            matter; names and values are text or bytes. Only headers of stamps are read.
        body: The exact bytes of the request's body as received: JSON; a str stands for its UTF-8 bytes. Do
            not pass a body that was parsed and serialized again.
        verifier: The keys that may stamp.
        organization_id: The id of the organization that the body must be for, or a set of accepted ids;
            None skips the check.
        max_age: How old the body's ``timestampMs`` may be; an hour by default, as for the service. It may
            be five minutes ahead. A body without a ``timestampMs``, as that of a query, has no age.
        seen: Refuses a body that the same key has stamped before; None skips the check. It must remember a
            request for ``max_age`` and five minutes; a body without a ``timestampMs`` can be replayed once it
            is forgotten. Clients repeat queries with the same body, so pass it for submits.
        now: The time to compare ``timestampMs`` with, with a time zone; the system's by default.

    Returns:
        The public key that signed, and its scheme.

    Raises:
        MalformedInput: There is not exactly one stamp, or it does not parse; the body is not a JSON object,
            or states its time or organization in another form; with ``organization_id``, the body has none.
        Unsupported: The stamp is not an API key stamp, or its scheme is unknown.
        UntrustedSigner: The stamp's public key is not one of the verifier's.
        MissingExtra: The scheme needs the extra ``ethereum``, which is not installed.
        BadSignature: The signature does not verify over this body with this key.
        Expired: The body's ``timestampMs`` is older than ``max_age``, or too far ahead.
        ContextMismatch: The body is for another organization (``wrong-organization``).
        Replayed: The same key has stamped this body before.
        ValueError: ``seen`` is a ``MemoryReplayGuard`` that forgets too early.
    """
    require_type(verifier, StampVerifier, "verifier")
    expected = None if organization_id is None else expected_ids(organization_id)
    _check_guard(max_age, seen)
    now = to_instant(now)
    raw = to_bytes(body, _BODY)
    verified = verifier.verify(_stamp_in(headers), raw)
    request = decode_json(raw, _Request, _BODY)
    if request.timestamp_ms is not UNSET:
        _check_age(decode_milliseconds(request.timestamp_ms, f"timestampMs in {_BODY}"), max_age, now)
    if expected is not None:
        _check_organization(request.organization_id, expected)
    if seen is not None and not seen.claim(_identity(verified, raw)):
        raise Replayed(
            "the request was received before; a client that means it again makes a new request, with a new "
            "timestampMs"
        )
    return verified


class _Request(msgspec.Struct, frozen=True, rename="camel"):
    organization_id: str | UnsetType = UNSET
    timestamp_ms: str | UnsetType = UNSET


def _check_guard(max_age: timedelta, seen: ReplayGuard | None) -> None:
    require_type(max_age, timedelta, "max_age")
    if max_age < timedelta():
        raise ValueError("max_age must not be negative")
    if seen is not None:
        require_function(getattr(seen, "claim", None), "the claim of seen")
    if isinstance(seen, MemoryReplayGuard) and seen.keep < max_age + REQUEST_MAX_AHEAD:
        raise ValueError("seen must remember requests for max_age and five minutes; pass it a longer keep")


def _stamp_in(headers: Headers) -> str:
    """Return the value of the only stamp among the headers."""
    found = read_headers(headers, _STAMP_HEADERS)
    if not found:
        raise MalformedInput(
            f"the request has no stamp; pass all of its headers, of which one must be {API_KEY}"
        )
    if len(found) > 1:
        raise MalformedInput("the request has stamps of several kinds; only one header may be a stamp")
    ((lower, value),) = found.items()
    if _STAMP_HEADERS[lower] != API_KEY:
        raise Unsupported(
            f"the stamp is in the header {_STAMP_HEADERS[lower]}, and {API_KEY} is verified here; call the "
            "function for that kind of stamp"
        )
    return value


def _check_age(timestamp: datetime, max_age: timedelta, now: datetime) -> None:
    age = now - timestamp
    if age > max_age:
        raise Expired("the request is too old; the client must make it anew, with the time of sending")
    if age < -REQUEST_MAX_AHEAD:
        raise Expired("the request's time is too far in the future; check the clocks of client and server")


def _check_organization(found: str | UnsetType, expected: frozenset[str]) -> None:
    if found is UNSET:
        raise MalformedInput(f"{_BODY} has no `organizationId`; its organization is unknown")
    if found not in expected:
        raise ContextMismatch("wrong-organization", "the request is for another organization than expected")


def _identity(verified: VerifiedStamp, body: bytes) -> str:
    """Return an id that a request shares with its replays, whose stamps can differ."""
    return sha256(f"{verified.public_key}\n".encode() + body).hexdigest()
