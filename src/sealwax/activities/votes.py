"""Activity fingerprints, and the votes of an activity: who asked for it and who approved it.

| input | decision |
|---|---|
| a vote whose message is the request itself | accepted; the fingerprint is of the request |
| a vote whose message is an ACTIVITY_TYPE_APPROVE_ACTIVITY with this fingerprint | accepted |
| a vote whose message is anything else, or whose selection is not an approval | refused |
| a vote by a key that is not trusted | refused, or passed over if the caller asks for that |
| two votes by one trusted key | refused: who counts votes would count one voter twice |
| an intent that differs from the request's parameters, but for members that are null | refused |
| who voted according to the answer, and when | ignored: nobody signed that |
"""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Final

import msgspec

from sealwax._arguments import require_function, require_type
from sealwax._codec.base64url import decode_base64url
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import convert_json, decode_json
from sealwax._codec.text import to_bytes
from sealwax.errors import BadSignature, ContextMismatch, MalformedInput, Unsupported, UntrustedSigner
from sealwax.schemes import SCHEMES, decode_public_key
from sealwax.stamps.attested import (
    OidcVerifier,
    VerifiedAttestedStamp,
    check_stamp_signature,
    check_token,
)
from sealwax.stamps.webauthn import VerifiedAssertion, verify_webauthn_stamp
from sealwax.trust import PRODUCTION, EnclaveKeys
from sealwax.webauthn.ceremony import require_expectations

from .fingerprints import activity_fingerprint

WEBAUTHN_SCHEME: Final = "SIGNATURE_SCHEME_TK_WEBAUTHN"
ATTESTED_SCHEME: Final = "SIGNATURE_SCHEME_TK_ATTESTED_P256"
APPROVE_ACTIVITY: Final = "ACTIVITY_TYPE_APPROVE_ACTIVITY"
APPROVED: Final = "VOTE_SELECTION_APPROVED"

MAX_ACTIVITY_BYTES = 4 << 20
"""The size limit of an activity given as JSON text: 4 MiB."""

# Up to the end of the year 9999, where datetime ends.
_MILLISECONDS = re.compile(r"0|[1-9][0-9]{0,14}")
_LATEST_MS = 253402300799999
_EPOCH = datetime.fromtimestamp(0, timezone.utc)


@dataclass(frozen=True)
class VerifiedVote:
    """A vote for an activity, by a trusted key.

    Attributes:
        public_key: The key that signed, in lower-case hex: a compressed SEC1 point (33 bytes), 32 bytes for
            Ed25519, or for WebAuthn a COSE key.
        scheme: The scheme of the vote, such as ``SIGNATURE_SCHEME_TK_API_P256``.
        message: The exact bytes that the voter signed: the body of a request. It can hold tokens, so ``repr``
            does not show it.
        is_request: Whether they are the request that the activity runs. If not, they are a request to
            approve it, which names it by its fingerprint alone.
        fingerprint: The activity's fingerprint.
        organization_id: The id of the organization, as the voter signed it.
        activity_type: The type of the activity, as the request has it.
        timestamp_ms: The time that the voter signed, in milliseconds since the epoch.
        assertion: What the passkey of a WebAuthn vote signed; None for other schemes.
        attestation: The token of an attested vote; None for other schemes.
    """

    public_key: str
    scheme: str
    message: bytes = field(repr=False)
    is_request: bool
    fingerprint: str
    organization_id: str
    activity_type: str
    timestamp_ms: int
    assertion: VerifiedAssertion | None = None
    attestation: VerifiedAttestedStamp | None = None


class _Vote(msgspec.Struct, frozen=True, rename="camel"):
    message: str
    public_key: str
    signature: str
    scheme: str
    selection: str


class _Activity(msgspec.Struct, frozen=True, rename="camel"):
    organization_id: str
    type: str
    intent: dict[str, object]
    fingerprint: str
    votes: list[_Vote]


class _Answer(msgspec.Struct, frozen=True):
    activity: dict[str, object] | None = None


class _Message(msgspec.Struct, frozen=True, rename="camel"):
    """A request's body, of an activity or of its approval."""

    type: str
    timestamp_ms: str
    organization_id: str
    parameters: dict[str, object]


@dataclass(frozen=True)
class _Expected:
    """What the caller trusts and expects."""

    trusted_keys: frozenset[str]
    rp_id: str | None
    origin: str | Collection[str] | None
    keys: EnclaveKeys
    verify_oidc: OidcVerifier | None


def verify_activity_votes(
    activity: str | bytes | Mapping[str, object],
    *,
    trusted_keys: Collection[str],
    ignore_untrusted: bool = False,
    organization_id: str | None = None,
    request_body: bytes | str | None = None,
    expected_rp_id: str | None = None,
    expected_origin: str | Collection[str] | None = None,
    keys: EnclaveKeys = PRODUCTION,
    verify_oidc: OidcVerifier | None = None,
) -> tuple[VerifiedVote, ...]:
    """Verify who asked for an activity and who approved it, with keys that the caller trusts.

    Each vote's signature is verified over the message in it. That message must be the request whose
    fingerprint the activity has, or the request to approve the activity of this fingerprint. The request must
    be of the activity's organization and type, and its parameters must be the activity's intent. The result
    of the activity, its status and what it says of its voters are the service's word: nothing of that is
    verified.

    How an approval looks in a vote was never seen, only read about. Therefore nothing else is accepted than
    the body of an ACTIVITY_TYPE_APPROVE_ACTIVITY whose parameters name this fingerprint. The same holds for
    votes by passkeys, which must have the value of an X-Stamp-WebAuthn header as their signature, and for
    attested votes, which must have that of an X-Stamp-Attested header.

    Args:
        activity: The activity, or the answer with it: JSON text or bytes (at most 4 MiB), or a mapping.
        trusted_keys: The public keys whose votes count, in hex: compressed SEC1 points (33 bytes), 32 bytes
            for Ed25519, and COSE keys for passkeys.
        ignore_untrusted: Whether to pass over votes by other keys instead of refusing the activity.
        organization_id: The id of the organization that the activity must be of; None to take any, and to
            compare ``organization_id`` of the result.
        request_body: The exact body of the request, if no vote in the activity is on it.
        expected_rp_id: For votes by passkeys: the relying party's id, such as ``example.com``.
        expected_origin: For votes by passkeys: the origin of the page that asked, or a collection of
            accepted origins; compared byte for byte.
        keys: The enclave's public keys; the production keys by default. Only ``tls_fetcher`` is used, and
            only for attested votes. Their token must not have expired at the time that the voter signed.
        verify_oidc: For attested votes with an OIDC token: what verifies it, as for
            ``verify_attested_stamp``. Without it, such a vote is refused.

    Returns:
        The votes by trusted keys, in the activity's order, one for a key. There is at least one. How many
        are needed, and of whom, is for the caller to decide.

    Raises:
        MalformedInput: The activity, a message, a key or a signature does not parse; or two votes are by one
            trusted key.
        Unsupported: A trusted key's vote has an unknown scheme, is not an approval, or has an OIDC
            token though ``verify_oidc`` is None.
        MissingExtra: A trusted key's vote needs the extra ``ethereum``, which is not installed.
        UntrustedSigner: A vote is by another key and not ignored, or no vote is left.
        BadSignature: A signature does not verify; a message is of another request or approves another one;
            no message has the activity's fingerprint; or type or intent differ from the request's.
        ContextMismatch: The activity or a message is of another organization (``wrong-organization``), or a
            passkey's vote is from another origin or for another relying party (``wrong-origin``).
        KeyMismatch: The token of an attested vote is bound to another key.
        Expired: The token of an attested vote had expired when the vote was signed.
        TypeError: An argument is of another type.
        ValueError: ``trusted_keys`` is empty or has what is not hex; a trusted passkey voted and
            ``expected_rp_id`` or ``expected_origin`` is None; or ``keys`` has no ``tls_fetcher``.
    """
    expected = _Expected(
        _check_trusted_keys(trusted_keys), expected_rp_id, expected_origin, keys, verify_oidc
    )
    require_type(keys, EnclaveKeys, "keys")
    require_type(ignore_untrusted, bool, "ignore_untrusted")
    require_type(organization_id, (str, type(None)), "organization_id")
    require_function(verify_oidc, "verify_oidc", optional=True)
    require_expectations(optional=True, expected_rp_id=expected_rp_id, expected_origin=expected_origin)
    known_request = None if request_body is None else to_bytes(request_body, "request_body", limit=None)
    read = _read_activity(activity)
    if organization_id is not None:
        _check_organization(read.organization_id, organization_id, "the activity")
    trusted = _trusted_votes(read.votes, expected.trusted_keys, ignore_untrusted=ignore_untrusted)
    votes = tuple(_verify_vote(vote, key, read, expected, what) for vote, key, what in trusted)
    _check_request(_find_request(read, known_request), read)
    return votes


def _check_trusted_keys(trusted_keys: Collection[str]) -> frozenset[str]:
    """Return the trusted keys in lower case; refuse what can be no key."""
    if isinstance(trusted_keys, str | bytes) or not isinstance(trusted_keys, Collection):
        raise TypeError("trusted_keys must be a collection of keys in hex, such as a set")
    keys = set()
    for key in trusted_keys:
        require_type(key, str, "each of trusted_keys")
        try:
            keys.add(decode_hex(key, "each of trusted_keys").hex())
        except MalformedInput as error:
            raise ValueError(str(error)) from None
    if not keys - {""}:
        raise ValueError("trusted_keys must have a key; the keys in an activity are the service's word")
    return frozenset(keys - {""})


def _read_activity(activity: str | bytes | Mapping[str, object]) -> _Activity:
    """Read an activity, or the answer that holds it."""
    what = "the activity"
    if isinstance(activity, Mapping):
        document: object = activity
    else:
        document = decode_json(to_bytes(activity, what, limit=MAX_ACTIVITY_BYTES), dict[str, object], what)
    held = convert_json(document, _Answer, what).activity
    return convert_json(document if held is None else held, _Activity, what)


def _trusted_votes(
    votes: list[_Vote], trusted_keys: frozenset[str], *, ignore_untrusted: bool
) -> list[tuple[_Vote, str, str]]:
    """Return the votes by trusted keys, each with its key in lower-case hex and its name in errors."""
    trusted: dict[str, tuple[_Vote, str, str]] = {}
    for number, vote in enumerate(votes):
        what = f"votes[{number}]"
        key = _key_of(vote, what)
        if key not in trusted_keys:
            if ignore_untrusted:
                continue
            raise UntrustedSigner(
                f"{what} is by a key that is not in trusted_keys; ignore_untrusted=True passes over it"
            )
        if key in trusted:
            raise MalformedInput(f"{what} is a second vote by one key; count each key once")
        trusted[key] = vote, key, what
    if not trusted:
        raise UntrustedSigner("the activity has no vote by a key in trusted_keys")
    return list(trusted.values())


def _key_of(vote: _Vote, what: str) -> str:
    """Return a vote's key in lower-case hex; text that is no hex is not in ``trusted_keys``."""
    text = vote.public_key
    # Authenticators give COSE keys in base64url. The map that each is begins with o to v there, and with a
    # or b in hex.
    if vote.scheme == WEBAUTHN_SCHEME and not text.startswith(("a", "b", "A", "B")):
        return decode_base64url(text, f"the public key of {what}").hex()
    return text.lower() if text == text.upper() else text


def _verify_vote(vote: _Vote, key: str, activity: _Activity, expected: _Expected, what: str) -> VerifiedVote:
    """Verify a vote by a trusted key: its signature, then what was signed."""
    if vote.selection != APPROVED:
        raise Unsupported(f"{what} is not an approval; only {APPROVED} can be verified")
    message = _message_of(vote, what)
    assertion = attested = None
    if vote.scheme == WEBAUTHN_SCHEME:
        assertion = _verify_assertion(vote, key, message, expected)
    elif vote.scheme == ATTESTED_SCHEME:
        attested = check_stamp_signature(vote.signature, message, expected.verify_oidc)
        if attested.public_key.lower() != key:
            raise BadSignature(f"{what} has the stamp of another key than the vote's")
    else:
        _verify_signature(vote, message, what)
    fields, is_request = _read_message(message, activity, what)
    timestamp_ms = _to_milliseconds(fields.timestamp_ms, what)
    attestation = None
    if attested is not None:
        now = _EPOCH + timedelta(milliseconds=timestamp_ms)
        attestation = check_token(attested, keys=expected.keys, now=now, verify_oidc=expected.verify_oidc)
    return VerifiedVote(
        public_key=key,
        scheme=vote.scheme,
        message=message,
        is_request=is_request,
        fingerprint=activity.fingerprint,
        organization_id=activity.organization_id,
        activity_type=activity.type,
        timestamp_ms=timestamp_ms,
        assertion=assertion,
        attestation=attestation,
    )


def _message_of(vote: _Vote, what: str) -> bytes:
    return to_bytes(vote.message, f"the message of {what}", limit=None)


def _verify_signature(vote: _Vote, message: bytes, what: str) -> None:
    """Verify the signature of a vote by an API key."""
    scheme = SCHEMES.get(vote.scheme)
    if scheme is None:
        known = ", ".join((*SCHEMES, WEBAUTHN_SCHEME, ATTESTED_SCHEME))
        raise Unsupported(f"the scheme of {what} is unknown; it must be one of {known}")
    key = decode_public_key(scheme, vote.public_key, f"the public key of {what}")
    signature = decode_hex(vote.signature, f"the signature of {what}")
    scheme.verifier(key, f"the public key of {what}")(signature, message, what)


def _verify_assertion(vote: _Vote, key: str, message: bytes, expected: _Expected) -> VerifiedAssertion:
    """Verify the signature of a vote by a passkey."""
    for name, value in (("expected_rp_id", expected.rp_id), ("expected_origin", expected.origin)):
        if value is None:
            raise ValueError(f"{name} is needed, because a trusted passkey voted")
    return verify_webauthn_stamp(
        vote.signature,
        message,
        public_key=bytes.fromhex(key),
        expected_rp_id=expected.rp_id or "",
        expected_origin=expected.origin or (),
    )


def _read_message(message: bytes, activity: _Activity, what: str) -> tuple[_Message, bool]:
    """Read what was signed; return whether it is the request itself. Refuse all but that and its approval."""
    fields = decode_json(message, _Message, f"the message of {what}")
    _check_organization(fields.organization_id, activity.organization_id, f"the message of {what}")
    if activity_fingerprint(message) == activity.fingerprint:
        return fields, True
    if fields.type != APPROVE_ACTIVITY:
        raise BadSignature(
            f"the message of {what} is another request than the one that the activity's fingerprint names"
        )
    if fields.parameters.get("fingerprint") != activity.fingerprint:
        raise BadSignature(f"the message of {what} approves an activity of another fingerprint")
    return fields, False


def _to_milliseconds(text: str, what: str) -> int:
    """Read the time in a message."""
    if _MILLISECONDS.fullmatch(text) is None or int(text) > _LATEST_MS:
        raise MalformedInput(
            f"the timestampMs in the message of {what} must be milliseconds since 1970, in decimal digits"
        )
    return int(text)


def _find_request(activity: _Activity, known: bytes | None) -> bytes:
    """Return the request's body, which the fingerprint names: the known one, or the message of any vote."""
    if known is not None:
        if activity_fingerprint(known) != activity.fingerprint:
            raise BadSignature("the activity has the fingerprint of another request than request_body")
        return known
    for number, vote in enumerate(activity.votes):
        body = _message_of(vote, f"votes[{number}]")
        if activity_fingerprint(body) == activity.fingerprint:
            return body
    raise BadSignature(
        "the activity's fingerprint is of no message in its votes; pass the request's body as request_body"
    )


def _check_request(body: bytes, activity: _Activity) -> None:
    """Compare the request, which the fingerprint covers, with the rest of the activity."""
    what = "the request of the activity"
    request = decode_json(body, _Message, what)
    _check_organization(request.organization_id, activity.organization_id, what)
    if request.type != activity.type:
        raise BadSignature(f"{what} is of another type than the activity says")
    if len(activity.intent) != 1:
        raise MalformedInput("the intent of the activity must have one member, named for its type")
    (intent,) = activity.intent.values()
    parameters = _canonical(request.parameters)
    if parameters is None or _canonical(intent) != parameters:
        raise BadSignature(f"{what} has other parameters than the activity's intent")


def _canonical(value: object) -> str | None:
    """Write a JSON value in one way, without members that are null; return None for what is no JSON."""
    try:
        return json.dumps(_without_nulls(value), sort_keys=True, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return None


def _without_nulls(value: object) -> object:
    if isinstance(value, Mapping):
        return {name: _without_nulls(item) for name, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [_without_nulls(item) for item in value]
    return value


def _check_organization(found: str, expected: str, what: str) -> None:
    if found != expected:
        raise ContextMismatch(
            "wrong-organization",
            f"{what} is of another organization than expected; check the organization id",
        )
