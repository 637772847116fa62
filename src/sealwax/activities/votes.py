"""Verify the votes of an activity: who asked for it and who approved it.

| input | decision |
|---|---|
| a vote whose message is the request itself | accepted; the fingerprint is of the request |
| a vote whose message is an ACTIVITY_TYPE_APPROVE_ACTIVITY with this fingerprint | accepted |
| a vote whose message is anything else, or whose selection is not an approval | refused |
| a vote by a key that is not trusted | refused, or left out if the caller allows it |
| two votes by one trusted key | refused: a caller would count one voter twice |
| an approval with ``Fingerprint``, beside ``fingerprint`` or instead | refused: other parsers read it |
| an intent that is not named after the activity's type | refused |
| an intent that differs from the request's parameters, except for members that are null | refused |
| the answer's own statement of who voted, and when | ignored: it is not signed |
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import msgspec

from sealwax._codec.arguments import require_function, require_type
from sealwax._codec.clock import LEEWAY, check_leeway, decode_milliseconds
from sealwax._codec.folding import check_names
from sealwax._codec.hex import decode_hex
from sealwax._codec.organizations import check_organization
from sealwax._codec.strict_json import convert_json, decode_json, without_nulls
from sealwax._codec.text import to_bytes
from sealwax._limits import MAX_ANSWER_BYTES
from sealwax.errors import BadSignature, MalformedInput, UntrustedSigner
from sealwax.login.oidc import OidcVerifier
from sealwax.stamps.attested import SignedStamp, VerifiedAttestedStamp, check_token
from sealwax.stamps.webauthn import VerifiedAssertion
from sealwax.trust import PRODUCTION, EnclaveKeys
from sealwax.webauthn.ceremony import require_expectations

from .fingerprints import activity_fingerprint
from .intents import intent_name
from .vote_schemes import VOTE_SCHEMES, Expected, TrustedVote, Vote, key_of, verify_signature

APPROVE_ACTIVITY: Final = "ACTIVITY_TYPE_APPROVE_ACTIVITY"
REJECT_ACTIVITY: Final = "ACTIVITY_TYPE_REJECT_ACTIVITY"

_write_sorted: Final = json.JSONEncoder(sort_keys=True, allow_nan=False).encode
_APPROVAL_PARAMETERS = frozenset({"fingerprint"})
_API_KEY_BYTES: Final = {scheme.key_bytes for scheme in VOTE_SCHEMES.values() if scheme.key_bytes is not None}


@dataclass(frozen=True)
class VerifiedVote:
    """A vote for an activity, by a trusted key.

    Attributes:
        public_key: The key that signed, in lower-case hex: a compressed SEC1 point (33 bytes), or 32 bytes
            for Ed25519. For a passkey, its COSE key as bytes.
        scheme: The scheme of the vote, such as ``SIGNATURE_SCHEME_TK_API_P256``.
        message: The exact bytes that the voter signed: the body of a request. It can hold tokens, so ``repr``
            does not show it.
        is_request: Whether the message is the request that the activity runs. Otherwise it is a request to
            approve the activity, which it names only by the fingerprint.
        fingerprint: The activity's fingerprint.
        organization_id: The id of the organization, as the voter signed it.
        activity_type: The type of the activity, as the request states it.
        timestamp: The time that the voter signed, in UTC.
        assertion: The verified assertion of a passkey; None for other schemes.
        attested_stamp: The verified stamp of an attested vote; None for other schemes.
    """

    public_key: str | bytes
    scheme: str
    message: bytes = field(repr=False)
    is_request: bool
    fingerprint: str
    organization_id: str
    activity_type: str
    timestamp: datetime
    assertion: VerifiedAssertion | None = None
    attested_stamp: VerifiedAttestedStamp | None = None


class _Activity(msgspec.Struct, frozen=True, rename="camel"):
    organization_id: str
    type: str
    intent: dict[str, object]
    fingerprint: str
    votes: list[Vote]


class _Answer(msgspec.Struct, frozen=True):
    activity: dict[str, object] | None = None


class _Message(msgspec.Struct, frozen=True, rename="camel"):
    """The body of a request: for the activity itself or for its approval."""

    type: str
    timestamp_ms: str
    organization_id: str
    parameters: dict[str, object]


def verify_activity_votes(
    activity: str | bytes | Mapping[str, object],
    *,
    trusted_keys: Collection[str | bytes],
    allow_untrusted: bool = False,
    organization_id: str | None = None,
    request_body: str | bytes | None = None,
    expected_rp_id: str | None = None,
    expected_origin: str | Collection[str] | None = None,
    keys: EnclaveKeys = PRODUCTION,
    leeway: timedelta = LEEWAY,
    verify_oidc: OidcVerifier | None = None,
) -> tuple[VerifiedVote, ...]:
    """Verify the request and the approvals of an activity, with keys that the caller trusts.

    Each vote's signature is verified over the message in the vote. The message must be the request that the
    activity's fingerprint names, or a request to approve that fingerprint. The request must have the
    activity's organization and type, and its parameters must be the activity's intent. The activity's result
    and status, and its statements about its voters, are unauthenticated.

    Approvals are documented but unobserved. Therefore the only approval accepted is the body of an
    ACTIVITY_TYPE_APPROVE_ACTIVITY whose parameters have this fingerprint. Votes by passkeys and attested
    votes are unobserved as well: their signature must be the value of an X-Stamp-WebAuthn or X-Stamp-Attested
    header.

    Args:
        activity: The activity, or the answer that contains it: JSON text or bytes (at most 4 MiB), or a
            mapping.
        trusted_keys: The public keys whose votes count. An API key is hex: a compressed SEC1 point (33
            bytes), or 32 bytes for Ed25519. A passkey is a COSE key, as bytes.
        allow_untrusted: Whether to leave out votes by other keys, instead of refusing the activity.
        organization_id: The expected organization's id; None skips the check.
        request_body: The exact body of the request, if no vote in the activity has it as its message.
        expected_rp_id: For votes by passkeys: the relying party's id, such as ``example.com``.
        expected_origin: For votes by passkeys: the origin of the page that asked, or a collection of
            accepted origins; compared byte for byte.
        keys: The enclave's public keys. Only ``tls_fetcher`` is used, and only for attested votes. Their
            token must not have expired at the time that the voter signed.
        leeway: How far the clocks of voters and service may differ: how long after its expiry such a token
            still counts.
        verify_oidc: For attested votes with an OIDC token: the function that verifies the token, as for
            ``verify_attested_stamp``. Without it, such a vote is refused.

    Returns:
        The votes by trusted keys, in the activity's order, at most one for each key, and at least one in all.
        The caller decides whose votes suffice.

    Raises:
        MalformedInput: The activity, a message, a key or a signature does not parse; or two votes are by one
            trusted key.
        Unsupported: A trusted key's vote has an unknown scheme, is not an approval, or has an OIDC token
            although ``verify_oidc`` is None.
        MissingExtra: A trusted key's vote needs the extra ``ethereum``, which is not installed.
        UntrustedSigner: A vote is by another key and ``allow_untrusted`` is False, or no vote is left.
        BadSignature: A signature does not verify; a message is a different request or approves a different
            activity; no message has the activity's fingerprint; type or intent differ from the request's; or
            the intent is not named after the type.
        ContextMismatch: The activity or a message is of another organization (``wrong-organization``), or a
            passkey's vote is from another origin or for another relying party (``wrong-origin``).
        KeyMismatch: The token of an attested vote is bound to another key.
        Expired: The token of an attested vote had expired when the vote was signed.
        ValueError: A trusted passkey voted, and ``expected_rp_id`` or ``expected_origin`` is None.
    """
    require_type(keys, EnclaveKeys, "keys")
    check_leeway(leeway)
    require_type(allow_untrusted, bool, "allow_untrusted")
    require_type(organization_id, (str, type(None)), "organization_id")
    require_function(verify_oidc, "verify_oidc", optional=True)
    require_expectations(optional=True, expected_rp_id=expected_rp_id, expected_origin=expected_origin)
    known_keys = trusted_hex(trusted_keys)
    if not known_keys:
        raise ValueError(
            "trusted_keys is empty; pass a key that you trust, because the keys in an "
            "activity are unauthenticated"
        )
    expected = Expected(known_keys, expected_rp_id, expected_origin, keys, leeway, verify_oidc)
    known_request = None if request_body is None else to_bytes(request_body, "request_body", limit=None)
    read = _read_activity(activity)
    if organization_id is not None:
        check_organization(read.organization_id, organization_id, "the activity")
    trusted = _trusted_votes(read.votes, expected.trusted_keys, allow_untrusted=allow_untrusted)
    signed = [verify_signature(vote, expected) for vote in trusted]
    body = _find_request(read, known_request)
    request = _read_request(body, read)
    return tuple(
        _read_vote(vote, proof, request if vote.message == body else None, read, expected)
        for vote, proof in zip(trusted, signed, strict=True)
    )


def recompute_fingerprint(
    activity: str | bytes | Mapping[str, object],
    *,
    organization_id: str | None,
    request_body: str | bytes | None,
) -> tuple[str, str]:
    """Return an activity's organization, and the fingerprint of the request that it shows."""
    require_type(organization_id, (str, type(None)), "organization_id")
    known_request = None if request_body is None else to_bytes(request_body, "request_body", limit=None)
    read = _read_activity(activity)
    if organization_id is not None:
        check_organization(read.organization_id, organization_id, "the activity")
    body = _find_request(read, known_request)
    _read_request(body, read)
    return read.organization_id, activity_fingerprint(body)


def decode_trusted_key(text: str, label: str) -> str | bytes:
    """Decode the hex of a key, as ``verify_activity_votes`` takes it: an API key stays hex.

    COSE keys have other lengths than API keys.
    """
    key = decode_hex(text, label)
    if len(key) in _API_KEY_BYTES:
        return key.hex()
    if len(key) < min(_API_KEY_BYTES):
        lengths = " or ".join(map(str, sorted(_API_KEY_BYTES)))
        raise MalformedInput(
            f"{label} is {len(key)} bytes long; an API key has {lengths}, and a COSE key has more"
        )
    return key


def trusted_hex(trusted_keys: Collection[str | bytes]) -> frozenset[str]:
    """Return the trusted keys in lower-case hex; refuse values that cannot be keys."""
    if isinstance(trusted_keys, str | bytes) or not isinstance(trusted_keys, Collection):
        raise TypeError("trusted_keys must be a collection of keys, such as a set")
    keys = set()
    for key in trusted_keys:
        require_type(key, (str, bytes), "each of trusted_keys")
        text = key.hex() if isinstance(key, bytes) else key
        try:
            decoded = decode_trusted_key(text, "each of trusted_keys")
        except MalformedInput as error:
            raise ValueError(str(error)) from None
        if type(decoded) is not type(key):
            raise ValueError("each of trusted_keys must be an API key in hex, or a COSE key as bytes")
        keys.add(text.lower())
    return frozenset(keys)


def _read_activity(activity: str | bytes | Mapping[str, object]) -> _Activity:
    """Read an activity, or the answer that contains it."""
    label = "the activity"
    if isinstance(activity, Mapping):
        document: object = activity
    else:
        document = decode_json(to_bytes(activity, label, limit=MAX_ANSWER_BYTES), dict[str, object], label)
    held = convert_json(document, _Answer, label).activity
    return convert_json(document if held is None else held, _Activity, label)


def _trusted_votes(
    votes: list[Vote], trusted_keys: frozenset[str], *, allow_untrusted: bool
) -> list[TrustedVote]:
    """Return the votes by trusted keys."""
    trusted: dict[str, TrustedVote] = {}
    for number, vote in enumerate(votes):
        label = f"votes[{number}]"
        key = key_of(vote, label)
        if key not in trusted_keys:
            if allow_untrusted:
                continue
            raise UntrustedSigner(
                f"{label} is by a key that is not in trusted_keys; allow_untrusted=True leaves it out"
            )
        if key in trusted:
            raise MalformedInput(f"{label} is a second vote by one key; count each key once")
        trusted[key] = TrustedVote(vote, key, _message_of(vote, label), label)
    if not trusted:
        raise UntrustedSigner("the activity has no vote by a key in trusted_keys")
    return list(trusted.values())


def _message_of(vote: Vote, label: str) -> bytes:
    return to_bytes(vote.message, f"the message of {label}", limit=None)


def _find_request(activity: _Activity, known: bytes | None) -> bytes:
    """Return the body that has the activity's fingerprint: the known one, or the message of any vote."""
    if known is not None:
        if activity_fingerprint(known) != activity.fingerprint:
            raise BadSignature("the activity's fingerprint is not that of request_body")
        return known
    for number, vote in enumerate(activity.votes):
        body = _message_of(vote, f"votes[{number}]")
        if activity_fingerprint(body) == activity.fingerprint:
            return body
    raise BadSignature(
        "no vote's message has the activity's fingerprint; pass the request's body as request_body"
    )


def _read_request(body: bytes, activity: _Activity) -> _Message:
    """Read the request, and compare it with the rest of the activity."""
    label = "the request of the activity"
    request = _read_message(body, activity, label)
    if request.type != activity.type:
        raise BadSignature(f"{label} and the activity have different types")
    if len(activity.intent) != 1:
        raise MalformedInput("the intent of the activity must have one member, named after its type")
    ((name, intent),) = activity.intent.items()
    if name != intent_name(activity.type):
        raise BadSignature(
            f"the intent of the activity does not match the type of {label}: its member has another name"
        )
    parameters = _canonical(request.parameters)
    if parameters is None or _canonical(intent) != parameters:
        raise BadSignature(f"{label} and the activity's intent have different parameters")
    return request


def _read_vote(
    trusted: TrustedVote,
    proof: VerifiedAssertion | SignedStamp | None,
    request: _Message | None,
    activity: _Activity,
    expected: Expected,
) -> VerifiedVote:
    """Read a voter's message: the request if it is passed, otherwise an approval of the activity."""
    vote, key, message, label = trusted
    fields = _read_approval(message, activity, f"the message of {label}") if request is None else request
    timestamp = decode_milliseconds(fields.timestamp_ms, f"timestampMs in the message of {label}")
    attested_stamp = None
    if isinstance(proof, SignedStamp):
        attested_stamp = check_token(
            proof, keys=expected.keys, now=timestamp, leeway=expected.leeway, verify_oidc=expected.verify_oidc
        )
    return VerifiedVote(
        public_key=bytes.fromhex(key) if VOTE_SCHEMES[vote.scheme].key_bytes is None else key,
        scheme=vote.scheme,
        message=message,
        is_request=request is not None,
        fingerprint=activity.fingerprint,
        organization_id=activity.organization_id,
        activity_type=activity.type,
        timestamp=timestamp,
        assertion=proof if isinstance(proof, VerifiedAssertion) else None,
        attested_stamp=attested_stamp,
    )


def _read_approval(message: bytes, activity: _Activity, label: str) -> _Message:
    """Read a message that must be a request to approve the activity."""
    fields = _read_message(message, activity, label)
    if fields.type != APPROVE_ACTIVITY:
        raise BadSignature(f"{label} is a request that the activity's fingerprint does not name")
    check_names(fields.parameters, _APPROVAL_PARAMETERS, f"the parameters in {label}")
    if fields.parameters.get("fingerprint") != activity.fingerprint:
        raise BadSignature(f"{label} approves a different fingerprint")
    return fields


def _read_message(message: bytes, activity: _Activity, label: str) -> _Message:
    """Read the body of a request, which must name the activity's organization."""
    fields = decode_json(message, _Message, label)
    check_organization(fields.organization_id, activity.organization_id, label)
    return fields


def _canonical(value: object) -> str | None:
    """Write a JSON value in one way, without members that are null; return None if it is not JSON."""
    try:
        return _write_sorted(without_nulls(value))
    except (TypeError, ValueError, RecursionError):
        return None
