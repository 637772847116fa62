"""Cases of attestation documents of any enclave (wire-formats.md, section 14.2)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType, field

from sealwax._codec.clock import NO_LEEWAY, from_milliseconds, to_milliseconds
from sealwax.proofs.attestation import verify_attestation_document
from sealwax_vectors.format import Case, Group, Hex, Milliseconds, Outputs, construct

from .proofs import Pcrs, Root, mistakes_are_refusals, pinned_pcrs


class AttestationDocumentCase(Case, kw_only=True):
    """An attestation document, and what is expected of it."""

    document: Annotated[str, Meta(description="The document in base64.")]
    root_sha256: Root
    now: Annotated[
        Milliseconds | UnsetType,
        Meta(description="The time at which the certificates must be valid too; without it, any."),
    ] = UNSET
    expected_pcrs: Pcrs = field(default_factory=dict)
    expected_user_data: Annotated[Hex, Meta(description="The user data, if that is compared.")] | (
        UnsetType
    ) = UNSET
    expected_nonce: Annotated[Hex, Meta(description="The nonce, if that is compared.")] | UnsetType = UNSET
    expected_public_key: Annotated[Hex, Meta(description="The public key, if that is compared.")] | (
        UnsetType
    ) = UNSET
    module_id: Annotated[str | UnsetType, Meta(description="Output: the id of the enclave.")] = UNSET
    signed_at: Annotated[
        int | UnsetType, Meta(description="Output: when it was signed, in milliseconds since the epoch.")
    ] = UNSET
    public_key: Annotated[
        str | UnsetType | None, Meta(description="Output: the public key, hex; null if there is none.")
    ] = UNSET
    user_data: Annotated[
        str | UnsetType | None, Meta(description="Output: the user data, hex; null if there is none.")
    ] = UNSET
    nonce: Annotated[
        str | UnsetType | None, Meta(description="Output: the nonce, hex; null if there is none.")
    ] = UNSET


class AttestationDocument(Group[AttestationDocumentCase], tag="AttestationDocument"):
    """Verify an attestation document of any enclave."""

    def run(self, case: AttestationDocumentCase) -> Outputs:
        with mistakes_are_refusals():
            verified = verify_attestation_document(
                case.document,
                root=case.root_sha256,
                now=None if case.now is UNSET else from_milliseconds(case.now),
                leeway=NO_LEEWAY,
                expected_pcrs=pinned_pcrs(case.expected_pcrs) or None,
                expected_user_data=_to_bytes(case.expected_user_data),
                expected_nonce=_to_bytes(case.expected_nonce),
                expected_public_key=_to_bytes(case.expected_public_key),
            )
        optional = {
            "public_key": verified.public_key,
            "user_data": verified.user_data,
            "nonce": verified.nonce,
        }
        return {
            "module_id": verified.module_id,
            "signed_at": to_milliseconds(verified.timestamp),
            **{name: None if value is None else value.hex() for name, value in optional.items()},
        }


def _to_bytes(value: Hex | UnsetType) -> bytes | None:
    return None if value is UNSET else bytes.fromhex(value)


CONSTRUCTS = (
    construct(
        "attestation_document",
        "NITRO-ATTESTATION",
        (AttestationDocument,),
        "Attestation documents of Nitro enclaves, whatever runs in them.",
        "The root is the vectors' own. The documents inside boot proofs have stricter rules.",
    ),
)
