"""Cases of WebAuthn stamps (wire-formats.md, section 2.2)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sealwax.stamps.webauthn import verify_webauthn_stamp, webauthn_challenge
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct

from .api_key_stamps import Body

CosePublicKey = Annotated[Hex, Meta(description="The credential's public key, a COSE key.")]


class VerificationCase(Case, kw_only=True):
    """A WebAuthn stamp, and the body that it came with."""

    body: Body
    header: Annotated[str, Meta(description="The value of the header X-Stamp-WebAuthn.")]
    cose_public_key: CosePublicKey
    rp_id: Annotated[str, Meta(description="The relying party that the reader expects.")]
    origin: Annotated[str, Meta(description="The origin that the reader expects.")]
    require_user_verification: Annotated[
        bool, Meta(description="Whether the authenticator must have verified the user.")
    ] = False
    credential_id: Annotated[Hex, Meta(description="Output: the raw id.")] | UnsetType = UNSET
    sign_count: Annotated[int | UnsetType, Meta(description="Output: the signature counter.")] = UNSET
    user_verified: Annotated[
        bool | UnsetType, Meta(description="Output: whether the authenticator verified the user.")
    ] = UNSET


class Verification(Group[VerificationCase], tag="WebAuthnStampVerification"):
    """Verify a WebAuthn stamp."""

    def run(self, case: VerificationCase) -> Outputs:
        verified = verify_webauthn_stamp(
            case.header,
            bytes.fromhex(case.body),
            public_key=bytes.fromhex(case.cose_public_key),
            expected_rp_id=case.rp_id,
            expected_origin=case.origin,
            require_user_verification=case.require_user_verification,
        )
        return {
            "credential_id": verified.credential_id.hex(),
            "sign_count": verified.sign_count,
            "user_verified": verified.user_verified,
        }


class ChallengeCase(Case, kw_only=True):
    """A body, and the challenge that a passkey signs for it."""

    body: Body
    challenge: Annotated[
        str | UnsetType, Meta(description="Output: the challenge, whose bytes are these ASCII characters.")
    ] = UNSET


class Challenge(Group[ChallengeCase], tag="WebAuthnChallenge"):
    """Make the challenge for a body."""

    def run(self, case: ChallengeCase) -> Outputs:
        return {"challenge": webauthn_challenge(bytes.fromhex(case.body)).decode()}


CONSTRUCTS = (
    construct(
        "webauthn_stamp",
        "WEBAUTHN-STAMP",
        (Challenge, Verification),
        "WebAuthn stamps: the header X-Stamp-WebAuthn, an assertion by a passkey.",
        "Its challenge is the text of the hex of SHA-256 of the body.",
        "The RSA keys are fixed, as none can be derived from a seed; the usual key is that of RFC 7515.",
    ),
)
