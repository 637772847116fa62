"""Verify boot proofs, which identify a running enclave and its program.

A boot proof contains the attestation document of the hardware, the manifest that the document commits to, and
the approvals of the manifest. Anyone with an AWS account can make a consistent boot proof: only the values
that the caller pins distinguish the service's enclaves from others.
"""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

import msgspec

from sealwax._codec.arguments import require_type
from sealwax._codec.base64url import decode_base64
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import decode_json_or_mapping
from sealwax._limits import MAX_INPUT_BYTES
from sealwax.errors import BadSignature, ContextMismatch, MalformedInput, UntrustedSigner

from .identity import EnclaveIdentity
from .manifest import (
    PCR_BYTES,
    Manifest,
    QuorumMember,
    QuorumSet,
    check_approvals,
    decode_envelope,
    is_manifest_of,
)
from .nitro import PCR_INDICES, QosDocument, open_qos_document
from .operators import deployment_of, require_approval

Commitment = Literal["setup", "live", "manifest"]
# The PCRs in which an enclave commits to its manifest, each with its domain. All but the last also commit to
# the ephemeral key.
_COMMITMENTS: dict[Commitment, tuple[int, str]] = {
    "setup": (16, "qos-setup-manifest-pcr-commitment-v1"),
    "live": (17, "qos-live-manifest-pcr-commitment-v1"),
    "manifest": (18, "qos-manifest-pcr-commitment-v1"),
}


@dataclass(frozen=True)
class BootChecks:
    """The optional checks performed. All other checks are performed for every result.

    Attributes:
        pcrs: The indices of the PCRs that equal the pinned ones.
        pivot_hash: Whether the program is one of the pinned ones.
        manifest_hash: Whether the manifest is one of the pinned ones.
        quorum_key: Whether the application's key is the pinned one.
        namespace: Whether the namespace is the pinned one.
        min_nonce: Whether the nonce is at least the pinned one.
        args: Whether the program's arguments are the pinned ones.
        environment: Whether the program's environment variables are the pinned ones.
        resolvers: Whether the DNS servers are the pinned ones.
        bridges: Whether the ports into and out of the enclave are the pinned ones.
        manifest_set: Whether the manifest set is the pinned one. Otherwise, the approvers are only those
            that the manifest itself names.
        share_set: Whether the share set is the pinned one.
        operators: Whether a threshold of the pinned operators approved the manifest.
        live: Whether the identity required a commitment (``require_live``).
        any_program: Whether the identity accepts any program (``allow_any_program``), because its pins
            identify none.
        commitment: The document's commitment: to the key for enclave ``setup`` (PCR16), the ``live`` key
            (PCR17), or the ``manifest`` alone (PCR18). None for an enclave without these PCRs.
    """

    pcrs: tuple[int, ...]
    pivot_hash: bool
    manifest_hash: bool
    quorum_key: bool
    namespace: bool
    min_nonce: bool
    args: bool
    environment: bool
    resolvers: bool
    bridges: bool
    manifest_set: bool
    share_set: bool
    operators: bool
    live: bool
    any_program: bool
    commitment: Commitment | None


@dataclass(frozen=True)
class VerifiedBootProof:
    """A verified boot proof.

    Attributes:
        public_key: The enclave's ephemeral key set: encryption point, then signing point; 260 digits of
            lower-case hex. Only this enclave can sign with the signing half.
        timestamp: When the hardware signed the document, in UTC: soon after the enclave started.
        module_id: The enclave's id, such as ``i-0123456789abcdef0-enc0123456789abcdef``.
        pcrs: The PCRs that the hardware measured, by index, 48 bytes each in lower-case hex.
        manifest: The description of the enclave's program and configuration.
        approved_by: The members of the manifest set who approved the manifest.
        checks: The optional checks performed.
    """

    public_key: str
    timestamp: datetime
    module_id: str
    pcrs: Mapping[int, str]
    manifest: Manifest
    approved_by: tuple[QuorumMember, ...]
    checks: BootChecks


class _BootProof(msgspec.Struct, frozen=True):
    """The fields of a boot proof that are verified. The other fields are unauthenticated."""

    ephemeral_public_key: str = msgspec.field(name="ephemeralPublicKeyHex")
    attestation: str = msgspec.field(name="awsAttestationDocB64")
    manifest: str = msgspec.field(name="qosManifestB64")
    envelope: str = msgspec.field(name="qosManifestEnvelopeB64")


def verify_boot_proof(
    boot_proof: str | bytes | Mapping[str, object], *, identity: EnclaveIdentity
) -> VerifiedBootProof:
    """Verify a boot proof, and compare its enclave with the expected one (wire-formats.md, section 14).

    The certificates are verified at the time in the signed document. A boot proof has no age limit: an
    enclave outlives its certificates, which are valid for three hours.

    Args:
        boot_proof: The boot proof as the service gives it: JSON text, or the parsed mapping.
            ``createdAt``, ``deploymentLabel``, ``enclaveApp`` and ``owner`` are ignored: they are not signed.
        identity: The expected enclave.

    Returns:
        The enclave's key, what runs in it, and the optional checks performed.

    Raises:
        MalformedInput: The proof, its document or its manifest does not parse or contradicts itself.
        Unsupported: The document or a certificate uses another algorithm.
        UntrustedSigner: The document has another root than those pinned or another key than the proof, or too
            few members of the manifest set, or of the pinned operators, approved the manifest.
        BadSignature: The document, its chain or an approval does not verify, or is of another manifest.
        Expired: A certificate was not valid when the document was signed.
        ContextMismatch: The enclave differs from its manifest or from ``identity``, or is in debug mode
            (``wrong-enclave``).
    """
    require_type(identity, EnclaveIdentity, "identity")
    found = open_boot_proof(boot_proof, roots=identity.root)
    document, manifest = found.document, found.manifest
    return VerifiedBootProof(
        public_key=document.public_key.hex(),
        timestamp=document.timestamp,
        module_id=document.module_id,
        pcrs={index: document.pcrs[index].hex() for index in sorted(document.pcrs)},
        manifest=manifest,
        approved_by=found.approved_by,
        checks=compare_with_identity(found, identity),
    )


class ConsistentBootProof(NamedTuple):
    """A consistent boot proof, not yet compared with an identity. Anyone can make one."""

    document: QosDocument
    manifest: Manifest
    approved_by: tuple[QuorumMember, ...]


def open_boot_proof(
    boot_proof: str | bytes | Mapping[str, object], *, roots: Collection[str]
) -> ConsistentBootProof:
    """Verify a boot proof up to one of the roots, without an expected identity."""
    label = "the boot proof"
    proof = decode_json_or_mapping(boot_proof, _BootProof, label)
    key_set = decode_hex(proof.ephemeral_public_key, f"ephemeralPublicKeyHex of {label}")
    attestation = _decode_part(proof.attestation, f"awsAttestationDocB64 of {label}")
    encoded_manifest = _decode_part(proof.manifest, f"qosManifestB64 of {label}")
    encoded_envelope = _decode_part(proof.envelope, f"qosManifestEnvelopeB64 of {label}")
    document = open_qos_document(attestation, roots=roots)
    if key_set != document.public_key:
        raise UntrustedSigner(
            f"{label} and its attestation document name different keys; one of the two was replaced"
        )
    envelope = decode_envelope(encoded_envelope)
    manifest = envelope.manifest
    if bytes.fromhex(manifest.hash) != document.user_data:
        raise BadSignature(
            f"the attestation document does not commit to the manifest in the envelope of {label}, which was "
            "changed"
        )
    if not is_manifest_of(envelope, encoded_manifest):
        raise BadSignature(f"qosManifestB64 of {label} differs from the manifest in the envelope")
    approved_by = check_approvals(envelope)
    _compare_with_manifest(document, manifest)
    return ConsistentBootProof(document, manifest, approved_by)


def _decode_part(text: str, label: str) -> bytes:
    # The size of a parsed mapping was not checked before.
    if len(text) > MAX_INPUT_BYTES:
        raise MalformedInput(
            f"{label} is larger than {MAX_INPUT_BYTES} bytes; check that it is the right data"
        )
    return decode_base64(text, label)


def _compare_with_manifest(document: QosDocument, manifest: Manifest) -> None:
    for index, value in manifest.pcrs.items():
        if document.pcrs[index].hex() != value:
            raise ContextMismatch("wrong-enclave", f"PCR{index} of the enclave differs from its manifest")
    if manifest.aws_root_certificate != document.root:
        raise ContextMismatch(
            "wrong-enclave", "the manifest and the attestation document have different root certificates"
        )


def compare_with_identity(found: ConsistentBootProof, identity: EnclaveIdentity) -> BootChecks:
    """Compare the enclave with the expected one; return the checks performed."""
    document, manifest = found.document, found.manifest
    for index, values in identity.accepted_pcrs.items():
        _require(f"PCR{index}", document.pcrs.get(index, b"").hex() in values)
    _require("the manifest hash", not identity.manifest_hashes or manifest.hash in identity.manifest_hashes)
    _require("the pivot hash", not identity.pivot_hashes or manifest.pivot_hash in identity.pivot_hashes)
    # A single point is the signing half, the second of the two.
    _require("the quorum key", manifest.quorum_key.endswith(identity.quorum_key or ""))
    _require("the namespace", identity.namespace in {None, manifest.namespace})
    _require("the nonce, which is too low,", manifest.nonce >= (identity.min_nonce or 0))
    _require("the arguments", identity.args in (None, manifest.args))
    _require("the environment", identity.environment in (None, manifest.environment))
    _require("the list of resolvers", identity.resolvers in (None, manifest.resolvers))
    _require("the list of bridges", identity.bridges in (None, manifest.bridges))
    _require_known_environment(manifest, identity)
    _require("the manifest set", _is_same_set(identity.manifest_set, manifest.manifest_set))
    _require("the share set", _is_same_set(identity.share_set, manifest.share_set))
    if identity.operators is not None:
        require_approval(identity.operators, found.approved_by, "the manifest of the enclave")
        _require("the nonce, which is too low,", manifest.nonce >= identity.operators.nonce)
        trusted_for = identity.operators.namespace
        _require("the namespace", trusted_for in {None, deployment_of(manifest.namespace)})
    _require(
        "the debug mode, which lets its output out,", not manifest.debug_mode or identity.allow_debug_mode
    )
    commitment = check_commitments(document)
    if identity.require_live and not (_is_live(commitment) and document.pcrs.keys() >= set(PCR_INDICES)):
        raise ContextMismatch(
            "wrong-enclave",
            f"the attestation document must have all {len(PCR_INDICES)} PCRs and commit to the live key, as "
            "require_live demands; this enclave is older, or is being set up",
        )
    return BootChecks(
        pcrs=tuple(sorted(identity.pcrs)),
        pivot_hash=bool(identity.pivot_hashes),
        manifest_hash=bool(identity.manifest_hashes),
        quorum_key=identity.quorum_key is not None,
        namespace=identity.namespace is not None,
        min_nonce=identity.min_nonce is not None,
        args=identity.args is not None,
        environment=identity.environment is not None,
        resolvers=identity.resolvers is not None,
        bridges=identity.bridges is not None,
        manifest_set=identity.manifest_set is not None,
        share_set=identity.share_set is not None,
        operators=identity.operators is not None,
        live=identity.require_live,
        any_program=not identity.identifies_program,
        commitment=commitment,
    )


def _require(label: str, as_expected: bool, /) -> None:  # noqa: FBT001 - it is read as a sentence
    if not as_expected:
        raise ContextMismatch(
            "wrong-enclave",
            f"{label} of the enclave is not the expected one; do not trust its signatures",
        )


def _require_known_environment(manifest: Manifest, identity: EnclaveIdentity) -> None:
    """Refuse an unpinned environment if the arguments are pinned: it configures the program, too."""
    is_pinned = identity.environment is not None or identity.manifest_hashes or identity.operators
    if identity.args is not None and manifest.environment and not is_pinned:
        raise ContextMismatch(
            "wrong-enclave",
            "the enclave's program has an environment that is not pinned, beside pinned arguments; pin the "
            "environment, too",
        )


def _is_same_set(pinned: QuorumSet | None, found: QuorumSet) -> bool:
    return pinned is None or _without_names(pinned) == _without_names(found)


def _without_names(quorum: QuorumSet) -> tuple[int, frozenset[str]]:
    return quorum.threshold, frozenset(member.public_key.lower() for member in quorum.members)


def _is_live(commitment: Commitment | None) -> bool:
    """Return whether a document's PCRs do not show an enclave during its setup."""
    return commitment in {"live", "manifest"}


def check_commitments(document: QosDocument) -> Commitment | None:
    """Check that the PCRs commit to the manifest and the key, if the enclave has such PCRs.

    An enclave has one key during setup and another key later, and commits to each in a separate PCR. The
    document has one of these keys, so only one of the two PCRs can match. PCR18 commits to the manifest
    alone, and replaces neither.
    """
    found = {name: document.pcrs.get(index, b"") for name, (index, _) in _COMMITMENTS.items()}
    matching = [
        name
        for name, value in found.items()
        if value == commitment_pcr(name, document.user_data, document.public_key)
    ]
    if any(found["manifest"]) and "manifest" not in matching:
        raise ContextMismatch(
            "wrong-enclave", "PCR18 of the enclave does not commit to the manifest of its document"
        )
    if (any(found["setup"]) or any(found["live"])) and not {"setup", "live"} & {*matching}:
        raise ContextMismatch(
            "wrong-enclave",
            "PCR16 and PCR17 of the enclave do not commit to the key and manifest of its document",
        )
    return next(iter(matching), None)


def commitment_pcr(commitment: Commitment, manifest_hash: bytes, public_key: bytes) -> bytes:
    """Compute the PCR that commits to a manifest, and to an ephemeral key if there is one."""
    domain = _COMMITMENTS[commitment][1]
    key = "" if commitment == "manifest" else f'"ephemeralPublicKey":"{public_key.hex()}",'
    committed = f'{{"domain":"{domain}",{key}"manifestHash":"{manifest_hash.hex()}"}}'
    return hashlib.sha384(bytes(PCR_BYTES) + hashlib.sha384(committed.encode()).digest()).digest()
