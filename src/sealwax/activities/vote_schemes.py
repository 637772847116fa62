"""Verify votes and read their keys, by the scheme of the vote. To add a scheme, add a row."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, NamedTuple

import msgspec

from sealwax._codec.base64url import decode_base64url
from sealwax._codec.hex import decode_hex
from sealwax.errors import BadSignature, Unsupported
from sealwax.login.oidc import OidcVerifier
from sealwax.schemes import P256_SCHEME, SCHEMES, decode_public_key
from sealwax.stamps.attested import SignedStamp, check_stamp_signature
from sealwax.stamps.webauthn import VerifiedAssertion, verify_webauthn_stamp
from sealwax.trust import EnclaveKeys

WEBAUTHN_SCHEME: Final = "SIGNATURE_SCHEME_TK_WEBAUTHN"
ATTESTED_SCHEME: Final = "SIGNATURE_SCHEME_TK_ATTESTED_P256"
APPROVED: Final = "VOTE_SELECTION_APPROVED"


class Vote(msgspec.Struct, frozen=True, rename="camel"):
    """A vote, as the activity has it."""

    message: str
    public_key: str
    signature: str
    scheme: str
    selection: str


class TrustedVote(NamedTuple):
    """A vote by a trusted key, with the key in lower-case hex, the signed bytes, and its name in errors."""

    vote: Vote
    key: str
    message: bytes
    label: str


@dataclass(frozen=True)
class Expected:
    """The keys that the caller trusts, and the expected values."""

    trusted_keys: frozenset[str]
    rp_id: str | None
    origin: str | Collection[str] | None
    keys: EnclaveKeys
    leeway: timedelta
    verify_oidc: OidcVerifier | None


def verify_signature(trusted: TrustedVote, expected: Expected) -> VerifiedAssertion | SignedStamp | None:
    """Verify the signature of a vote; return the assertion of a passkey, or the stamp of an attested key."""
    vote, label = trusted.vote, trusted.label
    if vote.selection != APPROVED:
        raise Unsupported(f"{label} is not an approval; only {APPROVED} can be verified")
    scheme = VOTE_SCHEMES.get(vote.scheme)
    if scheme is None:
        raise Unsupported(f"the scheme of {label} is unknown; it must be one of {', '.join(VOTE_SCHEMES)}")
    return scheme.verify(trusted, expected)


def key_of(vote: Vote, label: str) -> str:
    """Return a vote's key in lower-case hex, or non-hex text unchanged, which matches no trusted key."""
    scheme = VOTE_SCHEMES.get(vote.scheme)
    read = _hex_key if scheme is None else scheme.read_key
    return read(vote.public_key, f"the public key of {label}")


def _hex_key(text: str, _what: str) -> str:
    return text.lower() if text == text.upper() else text


def _cose_key(text: str, label: str) -> str:
    """Read a COSE key, which authenticators give in base64url.

    It is a CBOR map, which begins with o to v in base64url, and with a or b in hex.
    """
    is_hex = text.startswith(("a", "b", "A", "B"))
    return _hex_key(text, label) if is_hex else decode_base64url(text, label).hex()


def _verify_key_signature(trusted: TrustedVote, _expected: Expected) -> None:
    """Verify the signature of a vote by an API key."""
    vote, label = trusted.vote, trusted.label
    scheme = SCHEMES[vote.scheme]
    public_key = decode_public_key(scheme, vote.public_key, f"the public key of {label}")
    signature = decode_hex(vote.signature, f"the signature of {label}")
    scheme.verifier(public_key, f"the public key of {label}")(signature, trusted.message, label)


def _verify_assertion(trusted: TrustedVote, expected: Expected) -> VerifiedAssertion:
    """Verify the signature of a vote by a passkey."""
    for name, value in (("expected_rp_id", expected.rp_id), ("expected_origin", expected.origin)):
        if value is None:
            raise ValueError(f"pass {name}: a trusted passkey voted")
    return verify_webauthn_stamp(
        trusted.vote.signature,
        trusted.message,
        public_key=bytes.fromhex(trusted.key),
        expected_rp_id=expected.rp_id or "",
        expected_origin=expected.origin or (),
    )


def _verify_attested(trusted: TrustedVote, expected: Expected) -> SignedStamp:
    """Verify the signature of a vote by a key that a token vouches for; the token is not checked."""
    stamp = check_stamp_signature(trusted.vote.signature, trusted.message, expected.verify_oidc)
    if stamp.public_key.lower() != trusted.key:
        raise BadSignature(f"{trusted.label} has the stamp of a key that is not the vote's")
    return stamp


class VoteScheme(NamedTuple):
    """A scheme of votes.

    Attributes:
        verify: Verifies the signature of a vote; returns a passkey's assertion or an attested key's stamp.
        key_bytes: The length of keys that callers pass in hex; None for COSE keys, which they pass as bytes.
        read_key: Returns the key of a vote in lower-case hex; the second argument names it in error messages.
    """

    verify: Callable[[TrustedVote, Expected], VerifiedAssertion | SignedStamp | None]
    key_bytes: int | None
    read_key: Callable[[str, str], str] = _hex_key


VOTE_SCHEMES: Final = {
    **{name: VoteScheme(_verify_key_signature, scheme.public_key_bytes) for name, scheme in SCHEMES.items()},
    WEBAUTHN_SCHEME: VoteScheme(_verify_assertion, None, _cose_key),
    ATTESTED_SCHEME: VoteScheme(_verify_attested, P256_SCHEME.public_key_bytes),
}
"""The schemes of votes, by their names on the wire."""
