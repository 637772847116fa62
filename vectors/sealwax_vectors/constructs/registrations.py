"""Cases of WebAuthn registrations, encoded for signup (wire-formats.md, section 6)."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from sealwax._codec.base64url import decode_base64url
from sealwax.webauthn.registration import CredentialIdEncoding, decode_credential_id, encode_attestation
from sealwax_vectors.format import Case, Group, Hex, Outputs


class RegistrationCase(Case, kw_only=True):
    """A new credential, and what is expected of it."""

    credential: Annotated[
        str, Meta(description="The browser's answer: JSON text of PublicKeyCredential.toJSON().")
    ]
    expected_challenge: Annotated[str, Meta(description="The challenge expected, base64url.")]
    expected_origin: Annotated[str, Meta(description="The origin that the reader expects.")]
    expected_rp_id: Annotated[str, Meta(description="The relying party that the reader expects.")]
    allow_user_absent: Annotated[
        bool, Meta(description="Whether the user may have been absent, as in a conditional create.")
    ] = False

    def expectations(self) -> dict[str, Any]:
        """Return the expected values, and what is allowed, as this library's keyword arguments."""
        return {
            "expected_challenge": decode_base64url(self.expected_challenge, "the challenge"),
            "expected_origin": self.expected_origin,
            "expected_rp_id": self.expected_rp_id,
            "allow_user_absent": self.allow_user_absent,
        }


class EncodingCase(RegistrationCase, kw_only=True):
    """A new credential, and what is expected of it."""

    attestation: Annotated[
        dict[str, Any] | UnsetType,
        Meta(description="Output: the attestation, its credentialId as the specification has it."),
    ] = UNSET
    raw_credential_id: Annotated[
        str | UnsetType, Meta(description="Output: credentialId as deployed browser SDKs send it.")
    ] = UNSET


class Encode(Group[EncodingCase], tag="AttestationEncoding"):
    """Encode a new credential for signup. The attestation statement is not verified."""

    def run(self, case: EncodingCase) -> Outputs:
        cbor, raw = (
            encode_attestation(case.credential, credential_id_encoding=encoding, **case.expectations())
            for encoding in (CredentialIdEncoding.CBOR, CredentialIdEncoding.RAW)
        )
        return {"attestation": cbor.to_dict(), "raw_credential_id": raw.credential_id}


class CredentialIdCase(Case, kw_only=True):
    """A credential id as text."""

    encoding: Annotated[Literal["cbor", "raw"], Meta(description="cbor, as the specification says, or raw.")]
    credential_id: Annotated[str, Meta(description="The id as the service's API has it: base64url.")]
    raw_id: Annotated[Hex, Meta(description="Output: the raw id.")] | UnsetType = UNSET


class CredentialId(Group[CredentialIdCase], tag="CredentialIdDecoding"):
    """Decode a credential id."""

    def run(self, case: CredentialIdCase) -> Outputs:
        encoding = CredentialIdEncoding(case.encoding)
        return {"raw_id": decode_credential_id(case.credential_id, encoding).hex()}
