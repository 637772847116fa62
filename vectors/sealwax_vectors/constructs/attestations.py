"""Cases of WebAuthn attestation statements to verify (wire-formats.md, section 6)."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from sealwax._codec.clock import NO_LEEWAY, from_milliseconds
from sealwax.webauthn.attestation import verify_attestation
from sealwax_vectors.format import Group, Hex, Now, Outputs, construct

from .registrations import CredentialId, Encode, RegistrationCase


class VerificationCase(RegistrationCase, kw_only=True):
    """A new credential and its attestation statement."""

    require_user_verification: Annotated[
        bool, Meta(description="Whether the authenticator must have verified the user.")
    ] = False
    trust_anchors: Annotated[
        list[Hex],
        Meta(
            description="Certificates that are trusted, DER. If any, the statement must lead to one, unless "
            "allowUnanchored."
        ),
    ] = msgspec.field(default_factory=list)
    allow_unanchored: Annotated[
        bool,
        Meta(
            description="Whether to accept a statement that leads to no trust anchor, or in a format that is "
            "not verified."
        ),
    ] = False
    allow_software_key: Annotated[
        bool,
        Meta(description="Whether a statement android-key may be for a key that only software vouches for."),
    ] = False
    now: Now
    fmt: Annotated[str | UnsetType, Meta(description="Output: the format of the statement.")] = UNSET
    trust: (
        Annotated[
            Literal["none", "self", "certified", "unverified"],
            Meta(description="Output: what vouches for the key."),
        ]
        | UnsetType
    ) = UNSET
    anchored: Annotated[
        bool | UnsetType, Meta(description="Output: whether a path leads to a trust anchor.")
    ] = UNSET
    cose_public_key: Annotated[Hex, Meta(description="Output: the public key, a COSE key.")] | UnsetType = (
        UNSET
    )
    aaguid: Annotated[Hex, Meta(description="Output: the model, 16 bytes.")] | UnsetType = UNSET
    user_verified: Annotated[
        bool | UnsetType, Meta(description="Output: whether the authenticator verified the user.")
    ] = UNSET


class Verification(Group[VerificationCase], tag="AttestationVerification"):
    """Verify a new credential and its attestation statement."""

    def run(self, case: VerificationCase) -> Outputs:
        verified = verify_attestation(
            case.credential,
            **case.expectations(),
            require_user_verification=case.require_user_verification,
            trust_anchors=[bytes.fromhex(anchor) for anchor in case.trust_anchors],
            allow_unanchored=case.allow_unanchored,
            allow_software_key=case.allow_software_key,
            leeway=NO_LEEWAY,
            now=from_milliseconds(case.now),
        )
        return {
            "fmt": verified.fmt,
            "trust": verified.trust.value,
            "anchored": verified.anchored,
            "cose_public_key": verified.public_key.hex(),
            "aaguid": verified.aaguid.hex(),
            "user_verified": verified.user_verified,
        }


CONSTRUCTS = (
    construct(
        "webauthn_attestation",
        "WEBAUTHN-ATTESTATION",
        (Encode, Verification, CredentialId),
        "WebAuthn attestations: what a browser returns for a new passkey, as signup takes it.",
        "The attestation statement is verified in cases of their own.",
        "The RSA keys are fixed, as none can be derived from a seed; the usual key is that of RFC 7515.",
    ),
)
