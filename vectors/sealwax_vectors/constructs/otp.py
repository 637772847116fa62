"""Cases of OTP bundles (wire-formats.md, section 4.4)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sealwax.bundles.otp import encrypt_otp_bundle
from sealwax.keys import TargetKey
from sealwax.testing.sealed import open_sealed_text
from sealwax_vectors.format import Case, Group, Outputs, construct

from .fields import Bundle, PinnedKey, pin
from .imports import EnclavePrivateKey, EncryptedBundle


class OtpCase(Case, kw_only=True):
    """A one-time code to seal. The plaintext is what the enclave must find when it opens what was sealed."""

    target_bundle: Bundle
    tls_fetcher_public_key: PinnedKey
    enclave_private_key: EnclavePrivateKey
    otp_code: Annotated[str, Meta(description="The code, as the user typed it.")]
    public_key: Annotated[str, Meta(description="The client's key: should be a compressed point, hex.")]
    plaintext: Annotated[str | UnsetType, Meta(description="Output: what is sealed, JSON text.")] = UNSET


class Otp(Group[OtpCase], tag="OtpBundle"):
    """Verify the target bundle, and seal a one-time code to it."""

    def run(self, case: OtpCase) -> Outputs:
        sealed = encrypt_otp_bundle(
            case.target_bundle,
            case.otp_code,
            public_key=case.public_key,
            keys=pin("tls_fetcher", case.tls_fetcher_public_key),
        )
        key = TargetKey.from_private_key(case.enclave_private_key)
        return {"plaintext": open_sealed_text(key, sealed).decode()}


class SealedCase(Case, kw_only=True):
    """A payload that a client sealed."""

    enclave_private_key: EnclavePrivateKey
    encrypted_otp_bundle: EncryptedBundle
    plaintext: Annotated[str | UnsetType, Meta(description="Output: what was sealed, JSON text.")] = UNSET


class Sealed(Group[SealedCase], tag="SealedOtp"):
    """Open what a client sealed, as the enclave does."""

    def run(self, case: SealedCase) -> Outputs:
        key = TargetKey.from_private_key(case.enclave_private_key)
        return {"plaintext": open_sealed_text(key, case.encrypted_otp_bundle).decode()}


CONSTRUCTS = (
    construct(
        "otp_bundle",
        "OTP-BUNDLE",
        (Otp, Sealed),
        "OTP bundles: the target bundle, and what is sealed to it.",
        "The TLS fetcher's key signs the target bundle, never the signer's.",
        "What a client seals is random: cases give the plaintext, and sealed texts for the enclave.",
    ),
)
