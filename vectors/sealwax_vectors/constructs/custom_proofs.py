"""Cases of proofs of any application (wire-formats.md, section 14.7)."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from sealwax._codec.clock import NO_LEEWAY, from_milliseconds, to_milliseconds
from sealwax.errors import Unsupported
from sealwax.proofs.custom import (
    RESERVED_TYPES,
    CustomProofExpectation,
    ProofForm,
    ProofMembers,
    verify_custom_proof,
)
from sealwax_vectors.format import Group, MaxAge, Now, Outputs, construct

from .proofs import PinnedCase, mistakes_are_refusals


@contextmanager
def _own_types_are_refused(expected_type: str | UnsetType) -> Iterator[None]:
    """Refuse an expected type that the service reserves; this library raises ValueError for it."""
    try:
        yield
    except ValueError as error:
        if expected_type in RESERVED_TYPES:
            raise Unsupported(str(error)) from None
        raise


class Form(Struct, rename="camel", omit_defaults=True, forbid_unknown_fields=True):
    """The form of an application's proofs (section 14.7)."""

    public_key: Annotated[str, Meta(description="The name of the proof's member with the key.")]
    payload: Annotated[str, Meta(description="The name of the member with the payload, or its digest.")]
    signature: Annotated[str, Meta(description="The name of the member with the signature.")]
    key_bytes: Annotated[
        Literal[65, 130], Meta(description="The length of the key: a key set, or its signing point.")
    ]
    signature_encoding: Annotated[Literal["raw", "der"], Meta(description="The form of the signature.")]
    signs: Annotated[Literal["payload", "digest"], Meta(description="What is signed.")]
    scheme_member: Annotated[
        str | UnsetType, Meta(description="The name of the member with the scheme. Left out: none is read.")
    ] = UNSET
    scheme: Annotated[str | UnsetType, Meta(description="The scheme, where that member is named.")] = UNSET
    type_member: Annotated[
        str | UnsetType,
        Meta(description="The name of the payload's member with its type. Left out: none is read."),
    ] = UNSET
    time_member: Annotated[
        str | UnsetType,
        Meta(description="The name of the payload's member with its time. Left out: none is read."),
    ] = UNSET
    require_low_s: Annotated[bool, Meta(description="Whether the higher of s and n-s is refused.")] = False

    def to_form(self) -> ProofForm:
        """Convert the form to this library's type."""
        return ProofForm(
            members=ProofMembers(
                public_key=self.public_key,
                payload=self.payload,
                signature=self.signature,
                scheme=None if self.scheme_member is UNSET else self.scheme_member,
                type=None if self.type_member is UNSET else self.type_member,
                time_of_signing=None if self.time_member is UNSET else self.time_member,
            ),
            scheme=None if self.scheme is UNSET else self.scheme,
            key_bytes=self.key_bytes,
            signature_encoding=self.signature_encoding,
            signs=self.signs,
            require_low_s=self.require_low_s,
        )


class CustomProofCase(PinnedCase, kw_only=True):
    """An application's proof, its form, and the expected values."""

    custom_proof: Annotated[str, Meta(description="The proof, JSON text.")]
    boot_proof: Annotated[str, Meta(description="The boot proof, JSON text.")]
    form: Annotated[Form, Meta(description="The form that the proof must have.")]
    expected_type: Annotated[
        str | UnsetType, Meta(description="The type that the payload must have. Left out: it has none.")
    ] = UNSET
    expected_members: Annotated[
        dict[str, str], Meta(description="Members of the payload, and the text that each must have.")
    ] = field(default_factory=dict)
    signed_payload: Annotated[
        str | UnsetType, Meta(description="The payload of a form that signs digests, as text.")
    ] = UNSET
    max_age: MaxAge = UNSET
    now: Now
    verified_payload: Annotated[str | UnsetType, Meta(description="Output: the payload, as text.")] = UNSET
    signed_at: Annotated[
        int | UnsetType,
        Meta(description="Output, of a form with a time: when the app signed it, in milliseconds."),
    ] = UNSET


class CustomProof(Group[CustomProofCase], tag="CustomProof"):
    """Verify a proof of any application."""

    def run(self, case: CustomProofCase) -> Outputs:
        with mistakes_are_refusals(), _own_types_are_refused(case.expected_type):
            verified = verify_custom_proof(
                case.custom_proof,
                case.boot_proof,
                identity=case.identity(),
                form=case.form.to_form(),
                expected=CustomProofExpectation(
                    type=None if case.expected_type is UNSET else case.expected_type,
                    members=case.expected_members,
                    max_age=None if case.max_age is UNSET else timedelta(milliseconds=case.max_age),
                ),
                payload=None if case.signed_payload is UNSET else case.signed_payload,
                now=from_milliseconds(case.now),
                leeway=NO_LEEWAY,
            )
        time = verified.timestamp
        signed_at = {} if time is None else {"signed_at": to_milliseconds(time)}
        return {"verified_payload": verified.payload.decode(), **signed_at}


CONSTRUCTS = (
    construct(
        "custom_proof",
        "CUSTOM-PROOF",
        (CustomProof,),
        "Proofs of applications of anybody's: what they sign in the forms that are known, and in others.",
        "The enclave tells the application: a proof's own type never does.",
    ),
)
