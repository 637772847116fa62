"""Cases of session JWTs and OTP verification tokens (wire-formats.md, section 5)."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from sealwax._codec.clock import NO_LEEWAY, from_milliseconds
from sealwax.login.tokens import verify_session_jwt, verify_verification_token
from sealwax.testing.sealed import to_payload
from sealwax_vectors.format import Case, Group, Now, Outputs, construct

from .fields import PinnedKey, pin

Token = Annotated[str, Meta(description="The token, as the text that was received.")]


class SessionCase(Case, kw_only=True):
    """A session JWT."""

    token: Token
    notarizer_public_key: PinnedKey
    now: Now
    allow_scoped: Annotated[
        bool | UnsetType,
        Meta(description="Whether a session with a profile or a scope is accepted; false if left out."),
    ] = UNSET
    expected_session_profile_id: Annotated[
        str | UnsetType, Meta(description="The id of the profile that the session must have.")
    ] = UNSET
    claims: Annotated[
        dict[str, Any] | UnsetType,
        Meta(description="Output: the claims of 5.1 that the token has: `exp` an integer, the others text."),
    ] = UNSET


class Session(Group[SessionCase], tag="SessionJwt"):
    """Verify a session JWT."""

    def run(self, case: SessionCase) -> Outputs:
        keys = pin("notarizer", case.notarizer_public_key)
        profile_id = case.expected_session_profile_id
        claims = verify_session_jwt(
            case.token,
            keys=keys,
            now=from_milliseconds(case.now),
            leeway=NO_LEEWAY,
            allow_scoped=case.allow_scoped is True,
            expected_session_profile_id=None if profile_id is UNSET else profile_id,
        )
        return {"claims": to_payload(claims)}


class VerificationCase(Case, kw_only=True):
    """An OTP verification token."""

    token: Token
    tls_fetcher_public_key: PinnedKey
    now: Now
    claims: Annotated[
        dict[str, Any] | UnsetType, Meta(description="Output: the claims of 5.2, all as text.")
    ] = UNSET


class Verification(Group[VerificationCase], tag="VerificationToken"):
    """Verify an OTP verification token."""

    def run(self, case: VerificationCase) -> Outputs:
        keys = pin("tls_fetcher", case.tls_fetcher_public_key)
        claims = verify_verification_token(
            case.token, keys=keys, now=from_milliseconds(case.now), leeway=NO_LEEWAY
        )
        return {"claims": to_payload(claims)}


CONSTRUCTS = (
    construct(
        "session_jwt",
        "SESSION-JWT",
        (Session,),
        "Session JWTs: ES256 in form, signed by the notarizer's key over SHA-256 of SHA-256.",
        "exp is in seconds, a number.",
    ),
    construct(
        "verification_token",
        "VERIFICATION-TOKEN",
        (Verification,),
        "OTP verification tokens: ES256 JWTs by the TLS fetcher's key. exp is in milliseconds, as text.",
    ),
)
