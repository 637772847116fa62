"""Verify the service's tokens: session JWTs and OTP verification tokens (wire-formats.md, section 5).

Both are signed with ES256, by different keys of the enclaves; session JWTs are signed over a double hash.

| input | decision |
|---|---|
| more or fewer than three parts, padding, a DER signature | refused |
| an `alg` other than ES256, a `typ` other than JWT, a `crit` header | refused, even if signed |
| a missing or empty claim, one of the wrong type, an `exp` in the wrong notation | refused, even if signed |
| a session with a session profile or a scope | refused, unless the caller allows it or names the profile |
| unknown claims and headers | ignored |
| a time equal to `exp` and the leeway, or later | expired (RFC 7519, section 4.1.4) |
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from sealwax._codec.arguments import require_type
from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax._codec.clock import (
    LAST_SECOND,
    LEEWAY,
    check_leeway,
    check_validity,
    decode_milliseconds,
    from_milliseconds,
    to_instant,
)
from sealwax._codec.der import raw_to_der
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import decode_json, decode_object
from sealwax._codec.text import to_text
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.points import P256
from sealwax.errors import BadSignature, ContextMismatch, KeyMismatch, MalformedInput, Unsupported
from sealwax.trust import PRODUCTION, EnclaveKeys, pinned_key

ES256_HEADER = b'{"alg":"ES256","typ":"JWT"}'
"""The header of JWTs, exactly as the service and OIDC issuers write it."""

_ES256_TEXT = encode_base64url(ES256_HEADER)


@dataclass(frozen=True)
class SessionClaims:
    """The claims of a session JWT.

    Attributes:
        expires_at: When the session expires, in UTC.
        public_key: The session's public key, hex.
        session_type: The kind of session, such as ``SESSION_TYPE_READ_WRITE``. For a session with a profile,
            the profile's name: free text, which can be ``SESSION_TYPE_READ_WRITE``, too. A session is
            unrestricted if it has neither ``session_profile_id`` nor ``scope``.
        user_id: The id of the user.
        organization_id: The id of the organization.
        session_profile_id: The id of the session's profile; None without one.
        scope: The session's permissions, an expression of the policy language; None without one.
    """

    expires_at: datetime
    public_key: str
    session_type: str
    user_id: str
    organization_id: str
    session_profile_id: str | None = None
    scope: str | None = None

    @property
    def is_scoped(self) -> bool:
        """Whether a profile or a scope restricts the session."""
        return self.session_profile_id is not None or self.scope is not None


@dataclass(frozen=True)
class _VerificationFields:
    id: str
    verification_type: str
    contact: str
    organization_id: str
    public_key: str
    expires_at: datetime


class VerificationClaims(_VerificationFields):
    """The claims of an OTP verification token.

    Attributes:
        id: The token's id.
        verification_type: The kind of verification, such as ``OTP_TYPE_EMAIL``.
        contact: The email address or phone number that was verified.
        organization_id: The id of the organization.
        public_key: The client's public key that the token is bound to, hex.
        expires_at: When the token expires, in UTC.
    """


class UnverifiedVerificationClaims(_VerificationFields):
    """The claims of an OTP verification token whose signature and expiry were not verified."""


class _SessionPayload(msgspec.Struct, frozen=True):
    exp: int
    public_key: str
    session_type: str
    user_id: str
    organization_id: str
    session_profile_id: str | UnsetType = UNSET
    scope: str | UnsetType = UNSET


class _VerificationPayload(msgspec.Struct, frozen=True):
    id: str
    verification_type: str
    contact: str
    organization_id: str
    public_key: str
    exp: str


class _Header(msgspec.Struct, frozen=True):
    alg: str
    typ: str
    crit: object = UNSET


def verify_session_jwt(
    token: str | bytes,
    *,
    keys: EnclaveKeys = PRODUCTION,
    now: datetime | None = None,
    leeway: timedelta = LEEWAY,
    allow_scoped: bool = False,
    expected_session_profile_id: str | None = None,
) -> SessionClaims:
    """Verify a session JWT (wire-formats.md, section 5.1).

    A session profile or a scope restricts a session. Such a session is refused by default, because a server
    that ignores the restriction grants more than the service would.

    Args:
        token: The JWT.
        keys: The enclaves' public keys. Only ``notarizer`` is used.
        now: The time at which the token must be valid, with a time zone; the system's by default.
        leeway: How far the clocks may differ: how long after its expiry the token is still accepted.
        allow_scoped: Whether to accept a session with a profile or a scope, which the caller then enforces.
        expected_session_profile_id: The id of the profile that the session must have; None for none, unless
            ``allow_scoped``.

    Returns:
        The token's claims.

    Raises:
        MalformedInput: The token is not a JWT, or a claim is missing, empty or of the wrong type.
        Unsupported: The token's header is not that of a plain ES256 JWT.
        BadSignature: The notarizer key did not sign the token.
        ContextMismatch: The session has a profile or a scope that is not allowed, or not the expected profile
            (``wrong-scope``).
        Expired: The token has expired.
    """
    label = "the session JWT"
    key = pinned_key(keys, "notarizer").public_key
    now = to_instant(now)
    check_leeway(leeway)
    require_type(allow_scoped, bool, "allow_scoped")
    require_type(expected_session_profile_id, (str, type(None)), "expected_session_profile_id")
    parts, signature = _split_es256(token, label)
    # The service's signer hashes the hash of the token.
    digest = hashlib.sha256(hashlib.sha256(parts.signed).digest()).digest()
    try:
        verify_ecdsa(key, signature, digest, label, prehashed=True)
    except BadSignature as error:
        raise BadSignature(f"{error}{_why_not_signed(parts, label)}") from None
    fields = _read(parts, _SessionPayload, label)
    exp = fields.pop("exp")
    if not 0 <= exp <= LAST_SECOND:
        raise MalformedInput(f"the `exp` of {label} must be a time in seconds since the epoch")
    present = {name: value for name, value in fields.items() if value is not UNSET}
    claims = SessionClaims(expires_at=from_milliseconds(1000 * exp), **present)
    _check_expiry(claims.expires_at, now, leeway, label)
    _check_scope(claims, expected_session_profile_id, allow_scoped=allow_scoped)
    return claims


def verify_verification_token(
    token: str | bytes,
    *,
    keys: EnclaveKeys = PRODUCTION,
    now: datetime | None = None,
    leeway: timedelta = LEEWAY,
) -> VerificationClaims:
    """Verify an OTP verification token (wire-formats.md, section 5.2).

    Args:
        token: The JWT.
        keys: The enclaves' public keys. Only ``tls_fetcher`` is used.
        now: The time at which the token must be valid, with a time zone; the system's by default.
        leeway: How far the clocks may differ: how long after its expiry the token is still accepted.

    Returns:
        The token's claims.

    Raises:
        MalformedInput: The token is not a JWT, or a claim is missing, empty or of the wrong type.
        Unsupported: The token's header is not that of a plain ES256 JWT.
        BadSignature: The TLS fetcher key did not sign the token.
        Expired: The token has expired.
    """
    label = "the verification token"
    key = pinned_key(keys, "tls_fetcher").public_key
    now = to_instant(now)
    check_leeway(leeway)
    parts, signature = _split_es256(token, label)
    try:
        verify_ecdsa(key, signature, parts.signed, label)
    except BadSignature as error:
        raise BadSignature(f"{error}{_why_not_signed(parts, label)}") from None
    claims = VerificationClaims(**_read_verification(parts, label))
    _check_expiry(claims.expires_at, now, leeway, label)
    return claims


def read_verification_token(token: str | bytes) -> UnverifiedVerificationClaims:
    """Read an OTP verification token, for clients that pass it on; signature and expiry are not verified."""
    label = "the verification token"
    return UnverifiedVerificationClaims(**_read_verification(_split_es256(token, label)[0], label))


def check_binding(claims: VerificationClaims | UnverifiedVerificationClaims, public_key: str) -> None:
    """Check that a verification token is bound to a key, given in lower-case hex."""
    if decode_hex(claims.public_key, "the public key of the verification token").hex() != public_key:
        raise KeyMismatch(
            "the verification token is bound to another key; use the key that the OTP bundle was made with"
        )


class JwtParts(NamedTuple):
    """The decoded parts of a JWT, and its signed bytes: header and payload as received."""

    signed: bytes
    header: bytes
    payload: bytes
    signature: bytes


def split_jwt(token: str | bytes, label: str) -> JwtParts:
    """Split a JWT into its three parts, and decode them."""
    text = to_text(token, label)
    parts = text.split(".")
    if len(parts) != 3 or "=" in text:  # noqa: PLR2004 - header, payload, signature
        raise MalformedInput(
            f"{label} must be a JWT: three parts of base64url without padding, with dots between them"
        )
    header, payload, signature = parts
    return JwtParts(
        text.rpartition(".")[0].encode(),
        # Nearly all have this one.
        ES256_HEADER if header == _ES256_TEXT else decode_base64url(header, label),
        decode_base64url(payload, label),
        decode_base64url(signature, label),
    )


def _split_es256(token: str | bytes, label: str) -> tuple[JwtParts, bytes]:
    """Split a JWT; return its parts, and its signature in DER."""
    parts = split_jwt(token, label)
    return parts, raw_to_der(parts.signature, _P256_ORDER, f"the signature of {label}")


_P256_ORDER = P256.group_order


def _read(parts: JwtParts, into: type[msgspec.Struct], label: str) -> dict[str, Any]:
    """Check the header, and read the claims of a payload of this type."""
    # Only other headers need parsing.
    if parts.header != ES256_HEADER:
        header = decode_json(parts.header, _Header, f"the header of {label}")
        if (header.alg, header.typ) != ("ES256", "JWT") or header.crit is not UNSET:
            raise Unsupported(f"the header of {label} must have `alg` ES256, `typ` JWT and no `crit`")
    fields = msgspec.structs.asdict(decode_json(parts.payload, into, f"the payload of {label}"))
    if "" in fields.values():
        raise MalformedInput(f"{label} has an empty claim")
    return fields


def _read_verification(parts: JwtParts, label: str) -> dict[str, Any]:
    """Read the fields of a verification token's claims."""
    try:
        fields = _read(parts, _VerificationPayload, label)
    except MalformedInput as error:
        raise MalformedInput(f"{error}{_other_kind(parts, label)}") from None
    fields["expires_at"] = decode_milliseconds(fields.pop("exp"), f"the `exp` of {label}")
    return fields


_MARKS = {"session_type": "the session JWT", "verification_type": "the verification token"}
"""The claim that tells the kinds of tokens apart."""


def _other_kind(parts: JwtParts, label: str) -> str:
    """Return a hint if the unverified payload belongs to the other kind of token."""
    try:
        claims = decode_object(parts.payload, label)
    except MalformedInput:
        return ""
    kinds = [kind for claim, kind in _MARKS.items() if claim in claims]
    return f"; this looks like {kinds[0]}; pass {label}" if kinds and label not in kinds else ""


def _why_not_signed(parts: JwtParts, label: str) -> str:
    """Return a hint for a token whose signature does not verify."""
    return _other_kind(parts, label) or "; if it comes from your own deployment, pass that deployment's keys"


def _check_scope(claims: SessionClaims, expected_profile_id: str | None, *, allow_scoped: bool) -> None:
    """Check that a session has the expected profile; without one, that it is unrestricted or allowed."""
    if expected_profile_id is not None:
        if claims.session_profile_id != expected_profile_id:
            raise ContextMismatch("wrong-scope", "the session does not have the expected session profile")
    elif claims.is_scoped and not allow_scoped:
        raise ContextMismatch(
            "wrong-scope",
            "a session profile or a scope restricts the session; name the expected profile, or allow such "
            "sessions and enforce the scope",
        )


def _check_expiry(expires_at: datetime, now: datetime, leeway: timedelta, label: str) -> None:
    check_validity(label, now, end=expires_at, leeway=leeway, cure="get a new token", end_is_valid=False)
