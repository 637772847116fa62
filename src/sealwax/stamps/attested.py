"""Stamps by a key that a token vouches for, header ``X-Stamp-Attested`` (wire-formats.md, section 2.3)."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from sealwax._codec.base64url import decode_base64url, encode_base64url
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import decode_json, encode_json
from sealwax._codec.text import decode_utf8, to_bytes
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.points import COMPRESSED_BYTES, P256, decode_point
from sealwax.errors import KeyMismatch, UnsupportedVersion
from sealwax.keys import Signer
from sealwax.login.tokens import (
    VerificationClaims,
    check_binding,
    oidc_nonce,
    read_oidc_nonce,
    read_verification_token,
    verify_verification_token,
)
from sealwax.trust import EnclaveKeys

from .api_key import Stamp, signing_function

HEADER = "X-Stamp-Attested"

AttestedScheme = Literal["STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN", "STAMP_ATTESTED_SCHEME_P256_OIDC"]
"""What vouches for the key: an OTP verification token, or an OIDC token whose nonce names it."""

VERIFICATION_TOKEN: AttestedScheme = "STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN"  # noqa: S105 - a name
OIDC: AttestedScheme = "STAMP_ATTESTED_SCHEME_P256_OIDC"

_PRODUCTION = EnclaveKeys.production()


@dataclass(frozen=True)
class VerifiedAttestedStamp:
    """Who made an attested stamp that verified, and what vouches for that key.

    Attributes:
        public_key: The signer's public key: a compressed SEC1 point on P-256, lower-case hex.
        scheme: What kind of token vouches for it.
        token: The token. Whoever has it can use it: the repr does not show it.
        verification: The claims of a verification token, which was verified. None for an OIDC token: that
            its nonce names the key was checked, but only the keys of its issuer can verify the token itself,
            which is left to the caller.
    """

    public_key: str
    scheme: AttestedScheme
    token: str = field(repr=False)
    verification: VerificationClaims | None


class _Stamp(msgspec.Struct, frozen=True, rename="camel"):
    public_key_attestation: str
    scheme: str
    public_key: str
    signature: str


class AttestedStamper:
    """Stamps request bodies with a P-256 key that a token vouches for.

    It holds no state that changes, so that threads may share it.

    Args:
        signer: The P-256 key that the token is bound to.
        token: The verification token or the OIDC token. It is read, not verified.
        scheme: Which of the two it is.
        deterministic: Whether to use the nonces of RFC 6979, so that equal bodies get equal stamps.

    Raises:
        MalformedInput: The token does not parse, or what the signer says of itself is not sound.
        UnsupportedVersion: The signer is not a P-256 key, or the scheme is unknown.
        KeyMismatch: The token is bound to another key.
    """

    __slots__ = ("_fields", "_sign")

    def __init__(
        self, signer: Signer, token: str | bytes, scheme: AttestedScheme, *, deterministic: bool = False
    ) -> None:
        self._sign = signing_function(signer, deterministic=deterministic)
        if signer.scheme != "SIGNATURE_SCHEME_TK_API_P256":
            raise UnsupportedVersion(
                f"an attested stamp is made with a P-256 key; this one is on {signer.curve}"
            )
        text = decode_utf8(to_bytes(token, "the token"), "the token")
        _check_scheme(scheme)
        if scheme == VERIFICATION_TOKEN:
            check_binding(read_verification_token(text), signer.public_key)
        else:
            _check_nonce(signer.public_key, text)
        self._fields = {"publicKeyAttestation": text, "scheme": scheme, "publicKey": signer.public_key}

    def stamp(self, body: bytes | str) -> Stamp:
        """Stamp a request's body.

        Args:
            body: The bytes of the POST body, just as they will be sent; text stands for its UTF-8 bytes.

        Returns:
            The stamp, to be sent as a header beside that very body.

        Raises:
            MalformedInput: The body is neither bytes nor text that UTF-8 can carry; or a signer of yours
                gave something that is not a signature.
        """
        signature = self._sign(to_bytes(body, "the body", limit=None))
        text = encode_json({**self._fields, "signature": signature.hex()})
        return Stamp(HEADER, encode_base64url(text.encode()))


def verify_attested_stamp(
    header_value: str | bytes,
    body: bytes | str,
    *,
    keys: EnclaveKeys = _PRODUCTION,
    now: datetime | None = None,
    leeway: timedelta = timedelta(),
) -> VerifiedAttestedStamp:
    """Verify an attested stamp (wire-formats.md, section 2.3).

    Args:
        header_value: The value of the ``X-Stamp-Attested`` header, at most 1 MiB.
        body: The bytes of the request's body, just as they were received; text stands for its UTF-8 bytes.
        keys: The enclave's public keys; the production ones by default.
        now: The time to compare a verification token's expiry with, aware of its zone; the system's by
            default.
        leeway: How long past its expiry a verification token is still taken.

    Returns:
        The key that signed, and what vouches for it. An OIDC token is not verified; its nonce is compared.

    Raises:
        MalformedInput: The stamp, its key, its signature or its token does not parse.
        UnsupportedVersion: Its scheme is unknown, or its token asks for something else than ES256.
        BadSignature: It is not a signature of this body by this key; or the verification token is not the
            service's.
        KeyMismatch: The token vouches for another key.
        Expired: The verification token is past its time.
    """
    what = "the attested stamp"
    message = to_bytes(body, "the body", limit=None)
    header = decode_utf8(to_bytes(header_value, what), what)
    stamp = decode_json(decode_base64url(header, what), _Stamp, what)
    scheme = _check_scheme(stamp.scheme)
    key = decode_hex(stamp.public_key, f"the public key of {what}", length=COMPRESSED_BYTES)
    point = decode_point(key, P256, f"the public key of {what}")
    verify_ecdsa(point, decode_hex(stamp.signature, f"the signature of {what}"), message, what)
    verification = None
    if scheme == VERIFICATION_TOKEN:
        verification = verify_verification_token(
            stamp.public_key_attestation, keys=keys, now=now, leeway=leeway
        )
        check_binding(verification, key.hex())
    else:
        _check_nonce(stamp.public_key, stamp.public_key_attestation)
    return VerifiedAttestedStamp(key.hex(), scheme, stamp.public_key_attestation, verification)


def _check_scheme(scheme: str) -> AttestedScheme:
    if scheme == VERIFICATION_TOKEN:
        return VERIFICATION_TOKEN
    if scheme == OIDC:
        return OIDC
    raise UnsupportedVersion(f"no such scheme of attested stamps; there are {VERIFICATION_TOKEN} and {OIDC}")


def _check_nonce(public_key: str, token: str) -> None:
    if read_oidc_nonce(token) != oidc_nonce(public_key):
        raise KeyMismatch("the nonce of the OIDC token names another key than the one that stamps")
