"""How the signature of a vote is verified, by the scheme of the vote. To add a scheme, add a row."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final, NamedTuple

import msgspec

from sealwax._codec.hex import decode_hex
from sealwax.errors import BadSignature, Unsupported
from sealwax.login.oidc import OidcVerifier
from sealwax.schemes import SCHEMES, decode_public_key
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
    what: str


@dataclass(frozen=True)
class Expected:
    """The keys that the caller trusts, and the expected values."""

    trusted_keys: frozenset[str]
    rp_id: str | None
    origin: str | Collection[str] | None
    keys: EnclaveKeys
    verify_oidc: OidcVerifier | None


def verify_signature(trusted: TrustedVote, expected: Expected) -> VerifiedAssertion | SignedStamp | None:
    """Verify the signature of a vote; return what else a passkey or an attested key signed."""
    vote, what = trusted.vote, trusted.what
    if vote.selection != APPROVED:
        raise Unsupported(f"{what} is not an approval; only {APPROVED} can be verified")
    verify = _VERIFIERS.get(vote.scheme)
    if verify is None:
        raise Unsupported(f"the scheme of {what} is unknown; it must be one of {', '.join(_VERIFIERS)}")
    return verify(trusted, expected)


def _verify_key_signature(trusted: TrustedVote, _expected: Expected) -> None:
    """Verify the signature of a vote by an API key."""
    vote, what = trusted.vote, trusted.what
    scheme = SCHEMES[vote.scheme]
    public_key = decode_public_key(scheme, vote.public_key, f"the public key of {what}")
    signature = decode_hex(vote.signature, f"the signature of {what}")
    scheme.verifier(public_key, f"the public key of {what}")(signature, trusted.message, what)


def _verify_assertion(trusted: TrustedVote, expected: Expected) -> VerifiedAssertion:
    """Verify the signature of a vote by a passkey."""
    for name, value in (("expected_rp_id", expected.rp_id), ("expected_origin", expected.origin)):
        if value is None:
            raise ValueError(f"{name} is needed, because a trusted passkey voted")
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
        raise BadSignature(f"{trusted.what} has the stamp of another key than the vote's")
    return stamp


_VERIFIERS: Final[dict[str, Callable[[TrustedVote, Expected], VerifiedAssertion | SignedStamp | None]]] = {
    **dict.fromkeys(SCHEMES, _verify_key_signature),
    WEBAUTHN_SCHEME: _verify_assertion,
    ATTESTED_SCHEME: _verify_attested,
}
"""How the signature of a vote is verified, by the scheme of the vote."""
