"""Cases of app proofs, boot proofs and manifests (wire-formats.md, section 14)."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Annotated, Any, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, field

from sealwax._codec.base64url import decode_base64
from sealwax._codec.clock import NO_LEEWAY, from_milliseconds, to_milliseconds
from sealwax.errors import ContextMismatch, MalformedInput
from sealwax.proofs.app import AppProofExpectation, verify_app_proof
from sealwax.proofs.boot import VerifiedBootProof, verify_boot_proof
from sealwax.proofs.identity import EnclaveIdentity
from sealwax.proofs.manifest import QuorumMember, QuorumSet, decode_manifest
from sealwax.proofs.operators import OperatorSet
from sealwax_vectors.format import Case, Group, Hex, MaxAge, Now, Outputs, construct

Root = Annotated[Hex, Meta(description="SHA-256 of the root's certificate (DER) that is pinned.")]
Pcrs = Annotated[dict[str, Hex], Meta(description="The PCRs that are pinned, by index in decimal.")]
T = TypeVar("T")


def pinned_pcrs(pcrs: Mapping[str, str]) -> dict[int, str]:
    """Read the indices of PCRs; refuse the signs, spaces and leading zeros that ``int`` accepts."""
    if not all(re.fullmatch("0|[1-9][0-9]{0,2}", index) for index in pcrs):
        raise MalformedInput("the index of a pinned PCR must be decimal digits without leading zeros")
    return {int(index): value for index, value in pcrs.items()}


def _or_none(value: T | UnsetType) -> T | None:
    """Return None for an absent field; empty text stays."""
    return None if value is UNSET else value


class Bridge(Struct, rename="camel", omit_defaults=True, forbid_unknown_fields=True):
    """A port into or out of an enclave."""

    type: Annotated[str, Meta(description="server or client.")]
    port: Annotated[int, Meta(description="The port.")]
    host: Annotated[str | None, Meta(description="The host. Left out or null: none.")] = None


class Operators(Struct, rename="camel", omit_defaults=True, forbid_unknown_fields=True):
    """The operators who are trusted to approve manifests."""

    threshold: Annotated[int, Meta(description="How many of them must approve.")]
    members: Annotated[dict[str, Hex], Meta(description="The key set of each, by alias.")]
    nonce: Annotated[int, Meta(description="The nonce of the release that the set comes from.")] = 0

    def to_set(self) -> OperatorSet:
        """Convert the operators to this library's type."""
        return OperatorSet(self.threshold, self.members, nonce=self.nonce)


class PinnedCase(Case, kw_only=True):
    """The pins of an enclave. Pins that identify no program are refused, unless any is allowed."""

    root_sha256: Root
    pcrs: Pcrs = field(default_factory=dict)
    pivot_hashes: Annotated[
        list[Hex], Meta(description="The hashes of the programs that are allowed; any if there are none.")
    ] = field(default_factory=list)
    manifest_hashes: Annotated[
        list[Hex], Meta(description="The manifest hashes that are allowed; any if there are none.")
    ] = field(default_factory=list)
    quorum_key: Annotated[
        Hex, Meta(description="The quorum key: 130 bytes, or the signing point. Left out: any.")
    ] | (UnsetType) = UNSET
    namespace: Annotated[str | UnsetType, Meta(description="The name of the namespace. Left out: any.")] = (
        UNSET
    )
    min_nonce: Annotated[
        int | UnsetType, Meta(description="The lowest nonce that is allowed. Left out: any.")
    ] = UNSET
    args: Annotated[
        list[str] | UnsetType, Meta(description="The program's arguments, in order. Left out: any.")
    ] = UNSET
    environment: Annotated[
        dict[str, str] | UnsetType,
        Meta(description="The program's environment variables, all of them. Left out: see 14.4."),
    ] = UNSET
    resolvers: Annotated[
        list[str] | UnsetType, Meta(description="The addresses of the DNS servers, in order. Left out: any.")
    ] = UNSET
    bridges: Annotated[
        list[Bridge] | UnsetType,
        Meta(description="The ports into and out of the enclave, in order. Left out: any."),
    ] = UNSET
    operators: Annotated[
        Operators | UnsetType,
        Meta(description="The operators of whom a threshold must have approved it. Left out: nobody must."),
    ] = UNSET
    threshold: Annotated[
        int | UnsetType, Meta(description="The threshold of the manifest set. Left out: any set.")
    ] = UNSET
    members: Annotated[
        list[Hex],
        Meta(description="The key sets of the manifest set, all of them, where its threshold is pinned."),
    ] = field(default_factory=list)
    share_threshold: Annotated[
        int | UnsetType, Meta(description="The threshold of the share set. Left out: any set.")
    ] = UNSET
    share_members: Annotated[
        list[Hex],
        Meta(description="The key sets of the share set, all of them, where its threshold is pinned."),
    ] = field(default_factory=list)
    require_live: Annotated[
        bool, Meta(description="Whether the document must have 32 PCRs, and commit to the live key.")
    ] = False
    allow_any_program: Annotated[
        bool,
        Meta(description="Whether pins need not identify a program; one PCR that counts is then enough."),
    ] = False
    allow_debug_mode: Annotated[bool, Meta(description="Whether a manifest with debug mode is allowed.")] = (
        False
    )

    def identity(self, application: str | None = None) -> EnclaveIdentity:
        """Convert the pins to this library's type."""
        return EnclaveIdentity(
            pcrs=pinned_pcrs(self.pcrs),
            pivot_hashes=self.pivot_hashes,
            manifest_hashes=self.manifest_hashes,
            quorum_key=_or_none(self.quorum_key),
            namespace=_or_none(self.namespace),
            min_nonce=None if self.min_nonce is UNSET else self.min_nonce,
            args=None if self.args is UNSET else self.args,
            environment=None if self.environment is UNSET else self.environment,
            resolvers=None if self.resolvers is UNSET else self.resolvers,
            bridges=_to_bridges(self.bridges),
            operators=None if self.operators is UNSET else self.operators.to_set(),
            manifest_set=_to_set(self.threshold, self.members),
            share_set=_to_set(self.share_threshold, self.share_members),
            root=self.root_sha256,
            require_live=self.require_live,
            allow_any_program=self.allow_any_program,
            allow_debug_mode=self.allow_debug_mode,
            application=application,
        )


def _to_bridges(bridges: list[Bridge] | UnsetType) -> list[tuple[str, int, str | None]] | None:
    return None if bridges is UNSET else [(bridge.type, bridge.port, bridge.host) for bridge in bridges]


def _to_set(threshold: int | UnsetType, members: list[Hex]) -> QuorumSet | None:
    pinned = tuple(QuorumMember("", key) for key in members)
    return None if threshold is UNSET else QuorumSet(threshold, pinned)


@contextmanager
def mistakes_are_refusals() -> Iterator[None]:
    """Refuse insufficient pins; this library raises ValueError for them."""
    try:
        yield
    except MalformedInput:
        raise
    except ValueError as error:
        raise ContextMismatch("wrong-enclave", str(error)) from None


class BootProofCase(PinnedCase, kw_only=True):
    """A boot proof, and what is pinned of its enclave."""

    boot_proof: Annotated[str, Meta(description="The boot proof, JSON text.")]
    public_key: Annotated[Hex, Meta(description="Output: the enclave's ephemeral key set, 130 bytes.")] | (
        UnsetType
    ) = UNSET
    booted_at: Annotated[
        int | UnsetType, Meta(description="Output: when the document was signed, in milliseconds.")
    ] = UNSET
    manifest_hash: Annotated[Hex, Meta(description="Output: the manifest hash.")] | UnsetType = UNSET
    manifest_version: Annotated[str | UnsetType, Meta(description="Output: v0, v1 or v2.")] = UNSET
    approved_by: Annotated[
        list[str] | UnsetType, Meta(description="Output: the aliases of those who approved the manifest.")
    ] = UNSET
    commitment: Annotated[
        str | UnsetType,
        Meta(
            description="Output: setup (PCR16), live (PCR17), manifest (PCR18 alone), or none where there is "
            "none."
        ),
    ] = UNSET


class BootProof(Group[BootProofCase], tag="BootProof"):
    """Verify a boot proof."""

    def run(self, case: BootProofCase) -> Outputs:
        with mistakes_are_refusals():
            identity = case.identity()
        return _boot_outputs(verify_boot_proof(case.boot_proof, identity=identity))


def _boot_outputs(verified: VerifiedBootProof) -> dict[str, object]:
    return {
        "public_key": verified.public_key,
        "booted_at": to_milliseconds(verified.timestamp),
        "manifest_hash": verified.manifest.hash,
        "manifest_version": verified.manifest.version,
        "approved_by": [member.alias for member in verified.approved_by],
        "commitment": verified.checks.commitment or "none",
    }


class ManifestCase(Case, kw_only=True):
    """A manifest, as a boot proof has it in base64."""

    manifest: Annotated[str, Meta(description="The manifest in base64, as a boot proof has it.")]
    manifest_hash: Annotated[Hex, Meta(description="Output: the manifest hash.")] | UnsetType = UNSET
    manifest_version: Annotated[str | UnsetType, Meta(description="Output: v0, v1 or v2.")] = UNSET
    namespace: Annotated[str | UnsetType, Meta(description="Output: the name of the namespace.")] = UNSET


class ManifestDecoding(Group[ManifestCase], tag="ManifestDecoding"):
    """Decode a manifest, and compute its hash."""

    def run(self, case: ManifestCase) -> Outputs:
        manifest = decode_manifest(decode_base64(case.manifest, "the manifest"))
        return {
            "manifest_hash": manifest.hash,
            "manifest_version": manifest.version,
            "namespace": manifest.namespace,
        }


class AppProofCase(PinnedCase, kw_only=True):
    """An app proof with the boot proof of its enclave, and what is expected of both."""

    app_proof: Annotated[str, Meta(description="The app proof, JSON text.")]
    boot_proof: Annotated[str, Meta(description="The boot proof, JSON text.")]
    application: Annotated[
        str | UnsetType,
        Meta(description="The name of the pinned application, if it is known."),
    ] = UNSET
    expected_type: Annotated[str, Meta(description="The type that the proof must be of.")]
    expected_organization_id: Annotated[str, Meta(description="The organization that it must be of.")]
    expected_wallet_id: Annotated[
        str | UnsetType, Meta(description="The wallet that it must be of, if that is compared.")
    ] = UNSET
    expected_derivation_path: Annotated[
        str | UnsetType, Meta(description="The path that it must be of, if that is compared.")
    ] = UNSET
    expected_address: Annotated[
        str | UnsetType, Meta(description="The address that it must be of, if that is compared.")
    ] = UNSET
    max_age: MaxAge = UNSET
    now: Now
    signed_at: Annotated[
        int | UnsetType, Meta(description="Output: when the app signed it, in milliseconds since the epoch.")
    ] = UNSET
    content: Annotated[
        dict[str, Any] | UnsetType, Meta(description="Output: the member about the subject of the proof.")
    ] = UNSET


class AppProof(Group[AppProofCase], tag="AppProof"):
    """Verify an app proof."""

    def run(self, case: AppProofCase) -> Outputs:
        expected = AppProofExpectation(
            type=case.expected_type,  # type: ignore[arg-type] # it is one of the two
            organization_id=case.expected_organization_id,
            wallet_id=_or_none(case.expected_wallet_id),
            derivation_path=_or_none(case.expected_derivation_path),
            address=_or_none(case.expected_address),
            max_age=None if case.max_age is UNSET else timedelta(milliseconds=case.max_age),
        )
        with mistakes_are_refusals():
            identity = case.identity(_or_none(case.application))
        verified = verify_app_proof(
            case.app_proof,
            case.boot_proof,
            identity=identity,
            expected=expected,
            now=from_milliseconds(case.now),
            leeway=NO_LEEWAY,
        )
        return {"signed_at": to_milliseconds(verified.timestamp), "content": dict(verified.content)}


CONSTRUCTS = (
    construct(
        "app_proof",
        "APP-PROOF",
        (AppProof,),
        "App proofs: what an application in an enclave signed, with the boot proof of its key.",
        "The root of the attestation documents is the vectors' own.",
    ),
    construct(
        "boot_proof",
        "BOOT-PROOF",
        (BootProof, ManifestDecoding),
        "Boot proofs: attestation documents of Nitro enclaves with their manifests and approvals.",
        "The root is the vectors' own, and the time of each document is the one that it states.",
    ),
)
