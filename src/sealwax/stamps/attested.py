"""Stamps with a key that a token vouches for, header ``X-Stamp-Attested`` (wire-formats.md, section 2.3)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from sealwax._codec.arguments import require_function, require_type
from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax._codec.clock import LEEWAY
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import decode_json, encode_json
from sealwax._codec.text import require_text, to_bytes, to_text
from sealwax._crypto.secret_types import NeverCopied
from sealwax.errors import MalformedInput, Unsupported
from sealwax.login.oidc import OidcVerifier, check_oidc_binding, read_oidc_claims
from sealwax.login.tokens import (
    VerificationClaims,
    check_binding,
    read_verification_token,
    verify_verification_token,
)
from sealwax.schemes import P256_SCHEME, decode_public_key
from sealwax.signing import Signer, p256_signing_function
from sealwax.trust import PRODUCTION, EnclaveKeys

from .header import API_KEY_SCHEMES, ATTESTED, Stamp, refuse_swapped, require_header_value
from .request_verifier import RequestVerifier

AttestedScheme = Literal["STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN", "STAMP_ATTESTED_SCHEME_P256_OIDC"]
"""The kind of token that vouches for the key: an OTP verification token, or an OIDC token."""

VERIFICATION_TOKEN: AttestedScheme = "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN"  # noqa: S105 - a name
OIDC: AttestedScheme = "STAMP_ATTESTED_SCHEME_P256_OIDC"


@dataclass(frozen=True)
class VerifiedAttestedStamp:
    """The result of verifying an attested stamp: the key that signed, and the token that vouches for it.

    Attributes:
        public_key: The signer's public key: a compressed SEC1 point on P-256, lower-case hex.
        scheme: The kind of token.
        token: The token. Anyone who has it can use it, so ``repr`` does not show it.
        verification: The claims of a verification token; None for an OIDC token.
        oidc_claims: The claims of an OIDC token, from ``verify_oidc``; None for a verification token.
        timestamp: The signed body's time, checked by ``verify_request``; None if the body has none, and from
            other functions.
        organization_id: The signed body's organization id, likewise; compared only if you passed the expected
            id.
    """

    public_key: str
    scheme: AttestedScheme
    token: str = field(repr=False)
    verification: VerificationClaims | None = None
    oidc_claims: Mapping[str, object] | None = field(default=None, repr=False)
    timestamp: datetime | None = None
    organization_id: str | None = None


class _Stamp(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    public_key_attestation: str | UnsetType = UNSET
    scheme: str
    public_key: str
    signature: str


class AttestedStamper(NeverCopied):
    """Stamps request bodies with a P-256 key that a token vouches for (wire-formats.md, section 2.3).

    Threads and forked processes may share a stamper if they may share its signer. ``pickle`` and ``copy``
    refuse it.

    Args:
        signer: The P-256 key that the token is bound to.
        token: The verification token or OIDC token. It is parsed, not verified.
        scheme: The kind of token.
        deterministic: Whether to use the nonces of RFC 6979, so that equal bodies get equal stamps.

    Raises:
        MalformedInput: The token does not parse, or the signer's public key is not P-256 in lower-case hex.
        Unsupported: The signer is not a P-256 key, or has no ``sign_deterministic`` though
            ``deterministic`` is set; the scheme is unknown; or a verification token is not ES256.
        KeyMismatch: The token is bound to another key.
    """

    __slots__ = ("_fields", "_sign")

    def __init__(
        self, signer: Signer, token: str | bytes, scheme: AttestedScheme, *, deterministic: bool = False
    ) -> None:
        self._sign = p256_signing_function(signer, "an attested stamp", deterministic=deterministic)
        text = to_text(token, "the token")
        require_type(scheme, str, "scheme")
        _check_scheme(scheme)
        if scheme == VERIFICATION_TOKEN:
            check_binding(read_verification_token(text), signer.public_key)
        else:
            check_oidc_binding(read_oidc_claims(text), signer.public_key)
        self._fields = {"publicKeyAttestation": text, "scheme": scheme, "publicKey": signer.public_key}

    def stamp(self, body: str | bytes) -> Stamp:
        """Stamp a request's body.

        Args:
            body: The exact bytes of the POST body that will be sent; a str stands for its UTF-8 bytes.

        Returns:
            The stamp, to send as a header with exactly this body.

        Raises:
            MalformedInput: The body is a str that UTF-8 cannot encode; or a
                third-party signer returned something that is not a signature.
        """
        require_text(body, "body")
        signature = self._sign(to_bytes(body, "the body", limit=None))
        text = encode_json({**self._fields, "signature": signature.hex()})
        return Stamp(ATTESTED, encode_base64url(text.encode()))


def verify_attested_stamp(
    header_value: str | bytes,
    body: str | bytes,
    *,
    keys: EnclaveKeys = PRODUCTION,
    now: datetime | None = None,
    leeway: timedelta = LEEWAY,
    verify_oidc: OidcVerifier | None = None,
) -> VerifiedAttestedStamp:
    """Verify an attested stamp (wire-formats.md, section 2.3).

    Args:
        header_value: The value of the ``X-Stamp-Attested`` header.
        body: The exact bytes of the request's body as received; a str stands for its UTF-8 bytes.
        keys: The enclave's public keys. A verification token needs ``tls_fetcher``.
        now: The time at which a verification token must be valid, with a time zone; the system's by default.
        leeway: How far the clocks may differ: how long after its expiry a verification token is still
            accepted.
        verify_oidc: A function that receives an OIDC token as text, verifies it with its issuer's keys
            (signature, issuer, audience, expiry with a leeway), and returns its claims as a mapping. Its
            exceptions are not caught. Without it, a stamp with an OIDC token is refused.

    Returns:
        The key that signed, and the token that vouches for it.

    Raises:
        MalformedInput: The stamp, its key, its signature or its token does not parse.
        Unsupported: The scheme is unknown, a verification token is not ES256, or ``verify_oidc`` is missing.
        BadSignature: The stamp's signature does not verify over this body with its key; or the TLS fetcher
            did not sign the verification token.
        KeyMismatch: The token is bound to another key.
        Expired: The verification token has expired.
        TypeError: ``verify_oidc`` did not return a mapping.
    """
    require_function(verify_oidc, "verify_oidc", optional=True)
    message = to_bytes(body, "the body", limit=None)
    signed = check_stamp_signature(header_value, message, verify_oidc)
    return check_token(signed, keys=keys, now=now, leeway=leeway, verify_oidc=verify_oidc)


class AttestedVerifier(RequestVerifier[VerifiedAttestedStamp]):
    """Verifies attested stamps: of every key that a token vouches for (wire-formats.md, section 2.3).

    You decide whether the contact or the subject of the token may do what the body asks. Threads and forked
    processes may share a verifier if they may share ``verify_oidc``.

    Args:
        keys: The enclave's public keys. A verification token needs ``tls_fetcher``.
        verify_oidc: The function that verifies OIDC tokens, as for ``verify_attested_stamp``. Without it, a
            stamp with an OIDC token is refused.
    """

    __slots__ = ("_keys", "_verify_oidc")
    header_name = ATTESTED

    def __init__(self, *, keys: EnclaveKeys = PRODUCTION, verify_oidc: OidcVerifier | None = None) -> None:
        require_type(keys, EnclaveKeys, "keys")
        require_function(verify_oidc, "verify_oidc", optional=True)
        self._keys, self._verify_oidc = keys, verify_oidc

    def verify(
        self,
        header_value: str | bytes,
        body: str | bytes,
        *,
        now: datetime | None = None,
        leeway: timedelta = LEEWAY,
    ) -> VerifiedAttestedStamp:
        """Verify an attested stamp.

        Args:
            header_value: The value of the ``X-Stamp-Attested`` header.
            body: The exact bytes of the request's body as received; a str stands for its UTF-8 bytes.
            now: The time at which a verification token must be valid, with a time zone; the system's by
                default.
            leeway: How long after its expiry a verification token is still accepted.

        Returns:
            The key that signed, and the token that vouches for it.

        Raises:
            SealwaxError: The errors of ``verify_attested_stamp``.
        """
        return verify_attested_stamp(
            header_value, body, keys=self._keys, now=now, leeway=leeway, verify_oidc=self._verify_oidc
        )


class SignedStamp(NamedTuple):
    """An attested stamp whose signature is verified and whose token is not."""

    public_key: str
    scheme: AttestedScheme
    token: str


def check_stamp_signature(
    header_value: str | bytes, message: bytes, verify_oidc: OidcVerifier | None
) -> SignedStamp:
    """Verify the signature of an attested stamp, but not its token."""
    label = "the attested stamp"
    require_header_value(header_value, label)
    header = to_text(header_value, label)
    refuse_swapped(header, message)
    stamp = decode_json(decode_base64url(header, label), _Stamp, label)
    token = stamp.public_key_attestation
    if token is UNSET:
        if stamp.scheme.startswith(API_KEY_SCHEMES):
            raise MalformedInput(
                f"{label} is an API key stamp, which verify_api_key_stamp verifies; pass the value of "
                f"{ATTESTED}"
            )
        raise MalformedInput(f"{label} is malformed: publicKeyAttestation is missing")
    scheme = _check_scheme(stamp.scheme)
    if scheme == OIDC and verify_oidc is None:
        raise Unsupported(
            f"{label} has an OIDC token, which only its issuer's keys can verify; pass verify_oidc"
        )
    key = decode_public_key(P256_SCHEME, stamp.public_key, f"the public key of {label}")
    verify = P256_SCHEME.verifier(key, f"the public key of {label}")
    verify(decode_hex(stamp.signature, f"the signature of {label}"), message, label)
    return SignedStamp(stamp.public_key, scheme, token)


def check_token(
    signed: SignedStamp,
    *,
    keys: EnclaveKeys,
    now: datetime | None,
    leeway: timedelta,
    verify_oidc: OidcVerifier | None,
) -> VerifiedAttestedStamp:
    """Verify the token of an attested stamp, which must be bound to the key that signed."""
    public_key, token = signed.public_key.lower(), signed.token
    if verify_oidc is None or signed.scheme == VERIFICATION_TOKEN:
        verification = verify_verification_token(token, keys=keys, now=now, leeway=leeway)
        check_binding(verification, public_key)
        return VerifiedAttestedStamp(public_key, signed.scheme, token, verification=verification)
    claims = verify_oidc(token)
    require_type(claims, Mapping, "the result of verify_oidc")
    check_oidc_binding(claims, signed.public_key)
    return VerifiedAttestedStamp(public_key, signed.scheme, token, oidc_claims=MappingProxyType(dict(claims)))


def _check_scheme(scheme: str) -> AttestedScheme:
    """Refuse an unknown scheme of attested stamps."""
    for known in (VERIFICATION_TOKEN, OIDC):
        if scheme == known:
            return known
    raise Unsupported(
        f"the scheme is unknown; for an attested stamp, it must be {VERIFICATION_TOKEN} or {OIDC}"
    )
