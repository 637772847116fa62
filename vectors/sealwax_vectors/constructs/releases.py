"""Cases of the service's lists of approved applications (wire-formats.md, section 14.5)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sealwax.proofs.releases import EnclaveRelease
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct

from .proofs import mistakes_are_refusals


class ReleaseCase(Case, kw_only=True):
    """A release list, and one of its applications."""

    release: Annotated[str, Meta(description="The list of the release, as text.")]
    application: Annotated[str, Meta(description="The name of the application that is pinned.")]
    version: Annotated[str | UnsetType, Meta(description="Output: the name of the release.")] = UNSET
    applications: Annotated[
        list[str] | UnsetType, Meta(description="Output: the names of the applications, as in the list.")
    ] = UNSET
    pcr0: Annotated[Hex, Meta(description="Output: PCR0 of the application.")] | UnsetType = UNSET
    pcr3: Annotated[Hex, Meta(description="Output: PCR3 of the application.")] | UnsetType = UNSET
    pivot_hash: Annotated[Hex, Meta(description="Output: the hash of the program.")] | UnsetType = UNSET


class ReleaseList(Group[ReleaseCase], tag="ReleaseList"):
    """Read a release list, and give what identifies an application."""

    def run(self, case: ReleaseCase) -> Outputs:
        release = EnclaveRelease.from_text(case.release)
        with mistakes_are_refusals():
            identity = release.identity(case.application)
        (pivot_hash,) = identity.pivot_hashes
        return {
            "version": release.version,
            "applications": [*release.applications],
            "pcr0": identity.pcrs[0],
            "pcr3": identity.pcrs[3],
            "pivot_hash": pivot_hash,
        }


CONSTRUCTS = (
    construct(
        "release_list",
        "RELEASE-LIST",
        (ReleaseList,),
        "Lists of the applications of a release of the service, which identities are made from.",
    ),
)
