"""Cases of releases of enclaves, which operators approved (wire-formats.md, section 14.5)."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from sealwax._codec.base64url import decode_base64
from sealwax.proofs.operators import OperatorSet
from sealwax.proofs.releases import EnclaveRelease
from sealwax_vectors.format import Case, Group, Hex, Outputs, construct

from .proofs import Operators

Files = Annotated[dict[str, str], Meta(description="The contents of files in base64, by path.")]
Trusted = Annotated[Operators, Meta(description="The operators who are trusted.")]
Threshold = Annotated[int | UnsetType, Meta(description="Output: the threshold of the set that it names.")]
Members = Annotated[
    dict[str, Hex] | UnsetType,
    Meta(description="Output: the key set of each member whom it names, by alias."),
]
Nonce = Annotated[int | UnsetType, Meta(description="Output: the nonce of the manifests.")]


class ReleaseCase(Case, kw_only=True):
    """The files of a release, or of one application, and the operators who are trusted."""

    operators: Trusted
    files: Files
    refuse_older: Annotated[
        bool | UnsetType,
        Meta(description="Whether a release older than the operators is refused; if absent, it is not."),
    ] = UNSET
    namespace: Annotated[
        str | UnsetType, Meta(description="The deployment that the release must be of; if absent, any.")
    ] = UNSET
    applications: Annotated[
        dict[str, Hex] | UnsetType, Meta(description="Output: the manifest hash of each application.")
    ] = UNSET
    approved_by: Annotated[
        dict[str, list[str]] | UnsetType,
        Meta(description="Output: the aliases of those who approved each application."),
    ] = UNSET
    nonce: Nonce = UNSET
    threshold: Threshold = UNSET
    members: Members = UNSET


class EnclaveReleases(Group[ReleaseCase], tag="EnclaveRelease"):
    """Read a release, and verify who approved it."""

    def run(self, case: ReleaseCase) -> Outputs:
        release = _read(
            case.files,
            case.operators.to_set(),
            namespace=None if case.namespace is UNSET else case.namespace,
            allow_older=case.refuse_older is not True,
        )
        return {
            "applications": {
                name: application.manifest.hash for name, application in release.applications.items()
            },
            "approved_by": {
                name: [member.alias for member in application.approved_by]
                for name, application in release.applications.items()
            },
            **_named(release.operators),
        }


class ChainCase(Case, kw_only=True):
    """Operators who are trusted, and releases that are followed from them in order."""

    operators: Trusted
    releases: Annotated[list[Files], Meta(description="The files of each release.")]
    nonce: Nonce = UNSET
    threshold: Threshold = UNSET
    members: Members = UNSET


class ReleaseChain(Group[ChainCase], tag="ReleaseChain"):
    """Follow releases to the operators whom the last one names."""

    def run(self, case: ChainCase) -> Outputs:
        trusted = case.operators.to_set()
        for files in case.releases:
            trusted = trusted.follow(_read(files, trusted, namespace=None, allow_older=False))
        return _named(trusted)


def _read(
    files: Mapping[str, str], operators: OperatorSet, *, namespace: str | None, allow_older: bool
) -> EnclaveRelease:
    decoded = {path: decode_base64(content, "a file") for path, content in files.items()}
    return EnclaveRelease.from_files(
        decoded, operators=operators, namespace=namespace, allow_older=allow_older
    )


def _named(operators: OperatorSet) -> dict[str, object]:
    return {
        "nonce": operators.nonce,
        "threshold": operators.threshold,
        "members": dict(operators.members),
    }


CONSTRUCTS = (
    construct(
        "enclave_release",
        "ENCLAVE-RELEASE",
        (EnclaveReleases, ReleaseChain),
        "Releases of the service's enclaves: manifests, approvals of operators, and chains of releases.",
    ),
)
