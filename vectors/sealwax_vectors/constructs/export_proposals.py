"""Cases of proposals to export secrets (wire-formats.md, section 4.8)."""

from datetime import timedelta
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sealwax._codec.clock import NO_LEEWAY, REQUEST_MAX_AGE, from_milliseconds, to_milliseconds
from sealwax.operations import ProposalFile, read_export_proposal
from sealwax_vectors.format import Case, Group, Hex, Milliseconds, Now, Outputs, construct


class ProposalCase(Case, kw_only=True):
    """The body of a request that a co-signer is about to stamp, and what they expect."""

    body: Annotated[str, Meta(description="The body, as the text that was received.")]
    expected_organization_id: Annotated[str, Meta(description="The organization that has the secrets.")]
    expected_secret_ids: Annotated[
        list[str], Meta(description="The secrets that may be exported, in any order.")
    ]
    expected_target_public_key: Annotated[Hex, Meta(description="The recipient's: an uncompressed point.")]
    expected_request_context: Annotated[
        dict[str, str] | UnsetType, Meta(description="The context. Left out: there is none.")
    ] = UNSET
    expected_fingerprint: Annotated[
        str | UnsetType, Meta(description="The fingerprint that another party named. Left out: any.")
    ] = UNSET
    max_age: (
        Annotated[int, Meta(ge=0, description="The age allowed, in milliseconds. Left out: an hour.")]
        | UnsetType
    ) = UNSET
    now: Now
    fingerprint: Annotated[str | UnsetType, Meta(description="Output: of the body.")] = UNSET
    secret_ids: Annotated[
        list[str] | UnsetType, Meta(description="Output: the secrets, in the order of the answer.")
    ] = UNSET
    made_at: Annotated[Milliseconds, Meta(description="Output: the request's time.")] | UnsetType = UNSET


class Proposal(Group[ProposalCase], tag="ExportProposal"):
    """Read a request to export secrets before stamping it, and refuse what is not expected."""

    def run(self, case: ProposalCase) -> Outputs:
        max_age = REQUEST_MAX_AGE if case.max_age is UNSET else timedelta(milliseconds=case.max_age)
        context = case.expected_request_context
        read = read_export_proposal(
            case.body,
            organization_id=case.expected_organization_id,
            expected_secret_ids=case.expected_secret_ids,
            expected_target_public_key=case.expected_target_public_key,
            expected_request_context=None if context is UNSET else context,
            expected_fingerprint=None if case.expected_fingerprint is UNSET else case.expected_fingerprint,
            max_age=max_age,
            now=from_milliseconds(case.now),
            leeway=NO_LEEWAY,
        )
        return {
            "fingerprint": read.fingerprint,
            "secret_ids": list(read.secret_ids),
            "made_at": to_milliseconds(read.timestamp),
        }


class ProposalFileCase(Case, kw_only=True):
    """The file that goes from one party to the next."""

    file: Annotated[str, Meta(description="The content of the file.")]
    body: Annotated[str | UnsetType, Meta(description="Output: the body to stamp.")] = UNSET
    signers: Annotated[
        list[str] | UnsetType, Meta(description="Output: the public keys of the stamps, in their order.")
    ] = UNSET


class File(Group[ProposalFileCase], tag="ProposalFile"):
    """Read the file of a proposal, and verify its stamps."""

    def run(self, case: ProposalFileCase) -> Outputs:
        file = ProposalFile.from_text(case.file)
        return {"body": file.body.decode(), "signers": [signer.public_key for signer in file.signers]}


CONSTRUCTS = (
    construct(
        "export_proposal",
        "EXPORT-PROPOSAL",
        (Proposal, File),
        "Requests to export secrets that several people stamp, and the file that goes from one to the next.",
        "A co-signer reads the request before stamping it: whoever has the recipient's key gets the secrets.",
        "The form of the file is this library's own.",
    ),
)
