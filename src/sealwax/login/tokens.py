"""The service's tokens: session JWTs and OTP verification tokens (wire-formats.md, section 5).

Both are three base64url parts and signed with ES256, each by another key of the enclaves and in another way.

| input | decision |
|---|---|
| a number of parts other than three, padding, a DER signature | refused |
| another `alg` than ES256 or `typ` than JWT, a `crit` header | refused, though signed |
| a claim that is missing, empty or of another type; an `exp` in another notation | refused, though signed |
| claims and headers that are not known | ignored |
| the instant of `exp` itself | expired (RFC 7519, section 4.1.4) |
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, Raw, UnsetType

from sealwax._codec.base64url import decode_base64url
from sealwax._codec.clock import NO_LEEWAY, check_leeway, to_instant
from sealwax._codec.der import raw_to_der
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import decode_json
from sealwax._codec.text import decode_utf8, to_bytes
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.points import P256
from sealwax.errors import Expired, KeyMismatch, MalformedInput, UnsupportedVersion
from sealwax.trust import PRODUCTION, EnclaveKeys, load_pinned_key, pinned_key

T = TypeVar("T", bound="SessionClaims | VerificationClaims")

EPOCH = datetime.fromtimestamp(0, timezone.utc)
# The last second of the year 9999, where datetime ends; no token needs a later one.
_LAST_SECOND = 253402300799


@dataclass(frozen=True)
class SessionClaims:
    """What a session JWT says.

    Attributes:
        exp: When it expires, in seconds since the epoch.
        public_key: The session's public key, hex.
        session_type: Such as ``SESSION_TYPE_READ_WRITE``.
        user_id: The user whose session it is.
        organization_id: The organization that it is in.
    """

    exp: int
    public_key: str
    session_type: str
    user_id: str
    organization_id: str

    @property
    def expires_at(self) -> datetime:
        """When it expires, in UTC."""
        return EPOCH + timedelta(seconds=self.exp)


@dataclass(frozen=True)
class VerificationClaims:
    """What an OTP verification token says.

    Attributes:
        id: The token's id.
        verification_type: Such as ``OTP_TYPE_EMAIL``.
        contact: The email address or phone number that was verified.
        organization_id: The organization that it is for.
        public_key: The client's public key that it is bound to, hex.
        exp: When it expires, in milliseconds since the epoch, as the decimal text that the token has.
    """

    id: str
    verification_type: str
    contact: str
    organization_id: str
    public_key: str
    exp: str

    @property
    def expires_at(self) -> datetime:
        """When it expires, in UTC."""
        return EPOCH + timedelta(milliseconds=int(self.exp))


class _Header(msgspec.Struct, frozen=True):
    alg: str
    typ: str
    crit: Raw | UnsetType = UNSET


def verify_session_jwt(
    token: str | bytes,
    *,
    keys: EnclaveKeys = PRODUCTION,
    now: datetime | None = None,
    leeway: timedelta = NO_LEEWAY,
) -> SessionClaims:
    """Verify a session JWT (wire-formats.md, section 5.1).

    Args:
        token: The JWT, at most 1 MiB.
        keys: The enclave's public keys; the production ones by default.
        now: The time to compare its expiry with, aware of its zone; the system's by default.
        leeway: How long past its expiry it is still taken, for clocks that differ.

    Returns:
        Its claims.

    Raises:
        MalformedInput: It is not a JWT, or a claim is missing or of another type.
        UnsupportedVersion: Its header asks for something else than ES256.
        BadSignature: The notarizer did not sign it.
        Expired: It is past its time.
    """
    what = "the session JWT"
    key = load_pinned_key(pinned_key(keys, "notarizer"))
    now = to_instant(now)
    check_leeway(leeway)
    parts = _split_es256(token, what)
    # Signed over the double hash: the signer hashes what it is given, and is given a hash.
    digest = hashlib.sha256(hashlib.sha256(parts.signed).digest()).digest()
    verify_ecdsa(key, parts.signature, digest, what, prehashed=True)
    claims = _read(parts, SessionClaims, what)
    if not 0 <= claims.exp <= _LAST_SECOND:
        raise MalformedInput(f"{what} has an `exp` that is no time in seconds")
    _check_expiry(claims.expires_at, now, leeway, what)
    return claims


def verify_verification_token(
    token: str | bytes,
    *,
    keys: EnclaveKeys = PRODUCTION,
    now: datetime | None = None,
    leeway: timedelta = NO_LEEWAY,
) -> VerificationClaims:
    """Verify an OTP verification token (wire-formats.md, section 5.2).

    Args:
        token: The JWT, at most 1 MiB.
        keys: The enclave's public keys; the production ones by default.
        now: The time to compare its expiry with, aware of its zone; the system's by default.
        leeway: How long past its expiry it is still taken, for clocks that differ.

    Returns:
        Its claims.

    Raises:
        MalformedInput: It is not a JWT, or a claim is missing or of another type.
        UnsupportedVersion: Its header asks for something else than ES256.
        BadSignature: The TLS fetcher did not sign it.
        Expired: It is past its time.
    """
    what = "the verification token"
    key = load_pinned_key(pinned_key(keys, "tls_fetcher"))
    now = to_instant(now)
    check_leeway(leeway)
    parts = _split_es256(token, what)
    verify_ecdsa(key, parts.signature, parts.signed, what)
    claims = _read_verification(parts, what)
    _check_expiry(claims.expires_at, now, leeway, what)
    return claims


def read_verification_token(token: str | bytes) -> VerificationClaims:
    """Read an OTP verification token without verifying its signature or expiry.

    For the client that was just given it and hands it on; whoever relies on what it says verifies it.

    Args:
        token: The JWT, at most 1 MiB.

    Returns:
        Its claims.

    Raises:
        MalformedInput: It is not a JWT, or a claim is missing or of another type.
        UnsupportedVersion: Its header asks for something else than ES256.
    """
    what = "the verification token"
    return _read_verification(_split_es256(token, what), what)


def check_binding(claims: VerificationClaims, public_key: str) -> None:
    """Check that a verification token is bound to a key.

    Args:
        claims: The token's claims.
        public_key: The key, lower-case hex.

    Raises:
        MalformedInput: The token's key is not hex.
        KeyMismatch: It is bound to another key.
    """
    if decode_hex(claims.public_key, "the public key of the verification token").hex() != public_key:
        raise KeyMismatch(
            "the verification token is bound to another key; use the one that went into the OTP bundle"
        )


class JwtParts(NamedTuple):
    """A JWT taken apart.

    Attributes:
        signed: The bytes that are signed: header and payload as received, with the dot between them.
        header: The JSON of the header.
        payload: The JSON of the payload.
        signature: The signature.
    """

    signed: bytes
    header: bytes
    payload: bytes
    signature: bytes


def split_jwt(token: str | bytes, what: str) -> JwtParts:
    """Split a JWT into its three parts, and decode them."""
    text = decode_utf8(to_bytes(token, what), what)
    parts = text.split(".")
    if len(parts) != 3 or "=" in text:  # noqa: PLR2004 - header, payload, signature
        raise MalformedInput(f"{what} is not a JWT: three dotted parts of base64url, without padding")
    header, payload, signature = (decode_base64url(part, what) for part in parts)
    return JwtParts(text.rpartition(".")[0].encode(), header, payload, signature)


def _split_es256(token: str | bytes, what: str) -> JwtParts:
    parts = split_jwt(token, what)
    return parts._replace(signature=raw_to_der(parts.signature, P256.group_order, f"the signature of {what}"))


def _read(parts: JwtParts, into: type[T], what: str) -> T:
    """Read the header, which has to be what the verifier assumed, and the claims."""
    header = decode_json(parts.header, _Header, f"the header of {what}")
    if (header.alg, header.typ) != ("ES256", "JWT") or header.crit is not UNSET:
        raise UnsupportedVersion(f"{what} is not a plain ES256 JWT; no other algorithm is accepted")
    claims = decode_json(parts.payload, into, f"the payload of {what}")
    if "" in vars(claims).values():
        raise MalformedInput(f"{what} has an empty claim")
    return claims


def _read_verification(parts: JwtParts, what: str) -> VerificationClaims:
    claims = _read(parts, VerificationClaims, what)
    # Compared as text first: int() also reads signs, underscores and other scripts' digits.
    digits = len(claims.exp) <= len(str(_LAST_SECOND)) + 3 and claims.exp.isascii() and claims.exp.isdigit()
    if not digits or claims.exp != str(int(claims.exp)) or int(claims.exp) // 1000 > _LAST_SECOND:
        raise MalformedInput(f"{what} has an `exp` that is no time in milliseconds, as decimal text")
    return claims


def _check_expiry(expires_at: datetime, now: datetime, leeway: timedelta, what: str) -> None:
    # Subtracted and not added: the expiry may lie at the end of what datetime can express.
    if now - expires_at >= leeway:
        raise Expired(f"{what} expired at {expires_at:%Y-%m-%d %H:%M:%S} UTC; get a new one")
