"""Verify boot proofs, which show which enclave runs and which program runs in it.

A boot proof contains the attestation document of the hardware, the manifest that the document commits to, and
the approvals of the manifest. Anyone with an AWS account can make a consistent boot proof: only the values
that the caller pins distinguish the service's enclaves from others.
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, TypeVar

import msgspec

from sealwax._arguments import require_type
from sealwax._codec.base64url import decode_base64
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import convert_json, decode_json
from sealwax._codec.text import to_bytes
from sealwax._crypto.points import KEY_SET_BYTES, UNCOMPRESSED_BYTES
from sealwax._limits import MAX_INPUT_BYTES
from sealwax.errors import BadSignature, ContextMismatch, MalformedInput, UntrustedSigner

from .manifest import (
    PCR_BYTES,
    Manifest,
    QuorumMember,
    QuorumSet,
    check_approvals,
    decode_envelope,
    is_manifest_of,
)
from .nitro import PCR_INDICES, AttestationDocument, verify_attestation_document
from .nitro_roots import KNOWN_ROOTS

T = TypeVar("T")

PRODUCTION_PCR3: Final = (
    "b798abfdbd591d5e1b7db6485a6de9e65100f5796d9e3a2bd7c179989cd663338b567162974974fbcc45d03847e70d8b"
)
"""PCR3 of the service's production enclaves: the measurement of their machines' role, in hex."""

_HASH_BYTES = 32

# A register that nothing was measured into is zero; the empty measurement is that of an empty ramdisk, which
# every image of QOS has in PCR2. Enclaves of anybody have these values.
_EMPTY_PCRS: Final = frozenset(
    {
        bytes(PCR_BYTES).hex(),
        hashlib.sha384(bytes(PCR_BYTES) + hashlib.sha384(b"").digest()).hexdigest(),
    }
)

Commitment = Literal["setup", "live"]
# The PCRs in which an enclave commits to its manifest and ephemeral key, each with its domain.
_COMMITMENTS: dict[Commitment, tuple[int, str]] = {
    "setup": (16, "qos-setup-manifest-pcr-commitment-v1"),
    "live": (17, "qos-live-manifest-pcr-commitment-v1"),
}


@dataclass(frozen=True, kw_only=True)
class EnclaveIdentity:
    """The expected values of an enclave. Get them from another source than the proof.

    PCRs or manifest hashes are required: without either, any program could run in the enclave. A PCR that is
    all zero, or the measurement of nothing as in PCR2, is compared but does not count, because enclaves of
    anybody have it. Other values that are left out are not compared, and the result says so.

    Attributes:
        pcrs: The PCRs that the enclave must have, by index (0 to 31), 48 bytes each in hex. PCR0 to PCR2
            measure the image, and PCR3 the role of its machine, such as ``PRODUCTION_PCR3``.
        manifest_hashes: The accepted manifest hashes, 32 bytes each in hex.
        quorum_key: The application's key: its key set (130 bytes, hex), or the signing point alone (65 bytes,
            uncompressed), as in ``EnclaveKeys``.
        namespace: The name of the deployment and application, such as ``production/signer``.
        manifest_set: The expected manifest set: its threshold and key sets are compared, its names are not.
        root: SHA-256 of the certificate (DER) of the root of attestation documents, in hex, or a collection
            of accepted roots; that of AWS Nitro Enclaves by default.

    Raises:
        ValueError: There are neither PCRs that count nor manifest hashes, there is no root, or an index or a
            length is wrong.
        MalformedInput: A value is not hex; it is also a ``ValueError``.
        TypeError: An argument has the wrong type.
    """

    pcrs: Mapping[int, str] = field(default_factory=dict)
    manifest_hashes: Collection[str] = frozenset()
    quorum_key: str | None = None
    namespace: str | None = None
    manifest_set: QuorumSet | None = None
    root: str | Collection[str] = KNOWN_ROOTS

    def __post_init__(self) -> None:
        require_type(self.pcrs, Mapping, "pcrs")
        require_type(self.namespace, (str, type(None)), "namespace")
        require_type(self.manifest_set, (QuorumSet, type(None)), "manifest_set")
        roots = _to_hashes([self.root] if isinstance(self.root, str) else self.root, "root")
        if not roots:
            raise ValueError("root must not be empty")
        if not self.pcrs and not self.manifest_hashes:
            raise ValueError(
                "name pcrs or manifest_hashes: without either, any program could run in the enclave"
            )
        pcrs = {_to_index(index): _to_hex(value, "pcrs", PCR_BYTES) for index, value in self.pcrs.items()}
        normal: dict[str, object] = {
            "pcrs": pcrs,
            "manifest_hashes": _to_hashes(self.manifest_hashes, "manifest_hashes"),
            "root": roots,
        }
        if self.quorum_key is not None:
            normal["quorum_key"] = _to_hex(self.quorum_key, "quorum_key", KEY_SET_BYTES, UNCOMPRESSED_BYTES)
        if not self.manifest_hashes and _EMPTY_PCRS.issuperset(pcrs.values()):
            raise ValueError(
                "pcrs must have one that is neither all zero nor the measurement of nothing, or name "
                "manifest_hashes: enclaves of anybody have these"
            )
        for name, value in normal.items():
            object.__setattr__(self, name, value)


def _to_index(index: object) -> int:
    if not isinstance(index, int) or isinstance(index, bool):
        raise TypeError("the indices of pcrs must be int")
    if index not in PCR_INDICES:
        raise ValueError(f"the indices of pcrs must be below {len(PCR_INDICES)}")
    return index


def _to_hashes(values: object, name: str) -> frozenset[str]:
    """Check a collection of SHA-256 hashes in hex; return them in lower case."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Collection):
        raise TypeError(f"{name} must be a collection of str")
    return frozenset(_to_hex(value, name, _HASH_BYTES) for value in values)


def _to_hex(value: object, name: str, *lengths: int) -> str:
    """Check hex of one of several lengths; return it in lower case."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be hex, a str, not {type(value).__name__}")
    decoded = decode_hex(value, name)
    if len(decoded) not in lengths:
        raise MalformedInput(f"{name} must be {' or '.join(map(str, lengths))} bytes long in hex")
    return decoded.hex()


@dataclass(frozen=True)
class BootChecks:
    """The optional checks performed. All other checks are performed for every result.

    Attributes:
        pcrs: The indices of the PCRs that equal the pinned ones.
        manifest_hash: Whether the manifest is one of the pinned ones.
        quorum_key: Whether the application's key is the pinned one.
        namespace: Whether the namespace is the pinned one.
        manifest_set: Whether the manifest set is the pinned one. Otherwise, the approvers are only those
            that the manifest itself names.
        commitment: The enclave's key that the document attests: ``setup`` (PCR16 commits to it) or ``live``
            (PCR17). None for an enclave without these PCRs.
    """

    pcrs: tuple[int, ...]
    manifest_hash: bool
    quorum_key: bool
    namespace: bool
    manifest_set: bool
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
        manifest: The description of what runs in the enclave.
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
            few members of the manifest set approved the manifest.
        BadSignature: The document, its chain or an approval does not verify, or is of another manifest.
        Expired: A certificate was not valid when the document was signed.
        ContextMismatch: The enclave differs from its manifest or from ``identity``, or is in debug mode
            (``wrong-enclave``).
        TypeError: ``identity`` is not an ``EnclaveIdentity``.
    """
    require_type(identity, EnclaveIdentity, "identity")
    what = "the boot proof"
    proof = to_struct(boot_proof, _BootProof, what)
    key_set = decode_hex(proof.ephemeral_public_key, f"ephemeralPublicKeyHex of {what}")
    attestation = _decode_part(proof.attestation, f"awsAttestationDocB64 of {what}")
    encoded_manifest = _decode_part(proof.manifest, f"qosManifestB64 of {what}")
    encoded_envelope = _decode_part(proof.envelope, f"qosManifestEnvelopeB64 of {what}")
    document = verify_attestation_document(attestation, roots=identity.root)
    if key_set != document.public_key:
        raise UntrustedSigner(
            f"{what} names another key than its attestation document; one of the two was replaced"
        )
    envelope = decode_envelope(encoded_envelope)
    manifest = envelope.manifest
    if bytes.fromhex(manifest.hash) != document.user_data:
        raise BadSignature(
            f"the attestation document is of another manifest than the envelope of {what}, which was changed"
        )
    if not is_manifest_of(envelope, encoded_manifest):
        raise BadSignature(f"qosManifestB64 of {what} is another manifest than the one in the envelope")
    approved_by = check_approvals(envelope)
    _compare_with_manifest(document, manifest)
    return VerifiedBootProof(
        public_key=document.public_key.hex(),
        timestamp=document.timestamp,
        module_id=document.module_id,
        pcrs={index: document.pcrs[index].hex() for index in sorted(document.pcrs)},
        manifest=manifest,
        approved_by=approved_by,
        checks=_compare_with_identity(document, manifest, identity),
    )


def to_struct(value: object, into: type[T], what: str) -> T:
    """Read a proof from JSON text or from a parsed mapping."""
    if isinstance(value, Mapping):
        return convert_json(value, into, what)
    if not isinstance(value, (str, bytes)):
        raise MalformedInput(f"{what} must be JSON text or a mapping, not {type(value).__name__}")
    return decode_json(to_bytes(value, what), into, what)


def _decode_part(text: str, what: str) -> bytes:
    # A parsed mapping was not limited in size.
    if len(text) > MAX_INPUT_BYTES:
        raise MalformedInput(
            f"{what} is larger than {MAX_INPUT_BYTES} bytes; check that it is the right data"
        )
    return decode_base64(text, what)


def _compare_with_manifest(document: AttestationDocument, manifest: Manifest) -> None:
    for index, value in manifest.pcrs.items():
        if document.pcrs[index].hex() != value:
            raise ContextMismatch(
                "wrong-enclave", f"PCR{index} of the enclave is not the one in its manifest"
            )
    if manifest.aws_root_certificate != document.root:
        raise ContextMismatch(
            "wrong-enclave", "the manifest has another root certificate than the attestation document"
        )


def _compare_with_identity(
    document: AttestationDocument, manifest: Manifest, identity: EnclaveIdentity
) -> BootChecks:
    """Compare the enclave with the expected one; return the checks performed."""
    differing = next(_differences(document, manifest, identity), None)
    if differing is not None:
        raise ContextMismatch(
            "wrong-enclave",
            f"{differing} of the enclave is not the expected one; do not trust what it signed",
        )
    return BootChecks(
        pcrs=tuple(sorted(identity.pcrs)),
        manifest_hash=bool(identity.manifest_hashes),
        quorum_key=identity.quorum_key is not None,
        namespace=identity.namespace is not None,
        manifest_set=identity.manifest_set is not None,
        commitment=_check_commitments(document),
    )


def _differences(
    document: AttestationDocument, manifest: Manifest, identity: EnclaveIdentity
) -> Iterator[str]:
    for index, value in identity.pcrs.items():
        if document.pcrs.get(index, b"").hex() != value:
            yield f"PCR{index}"
    if identity.manifest_hashes and manifest.hash not in identity.manifest_hashes:
        yield "the manifest hash"
    # A single point is the signing half, which is the second one.
    key = identity.quorum_key
    if key is not None and manifest.quorum_key[-len(key) :] != key:
        yield "the quorum key"
    if identity.namespace is not None and manifest.namespace != identity.namespace:
        yield "the namespace"
    pinned = identity.manifest_set
    if pinned is not None and _without_names(pinned) != _without_names(manifest.manifest_set):
        yield "the manifest set"


def _without_names(quorum: QuorumSet) -> tuple[int, frozenset[str]]:
    return quorum.threshold, frozenset(member.public_key.lower() for member in quorum.members)


def _check_commitments(document: AttestationDocument) -> Commitment | None:
    """Check that a PCR commits to the manifest and the key, if the enclave has such a PCR.

    An enclave has one key during setup and another one later, and commits to each in its own PCR. The
    document has one of these keys, so only one of the two PCRs can match.
    """
    present = False
    for name, (index, _) in _COMMITMENTS.items():
        value = document.pcrs.get(index, b"")
        present = present or any(value)
        if value == commitment_pcr(name, document.user_data, document.public_key):
            return name
    if present:
        raise ContextMismatch(
            "wrong-enclave",
            "PCR16 and PCR17 of the enclave commit to another key or manifest than its document",
        )
    return None


def commitment_pcr(commitment: Commitment, manifest_hash: bytes, public_key: bytes) -> bytes:
    """Compute the PCR in which an enclave commits to its manifest and its ephemeral key."""
    domain = _COMMITMENTS[commitment][1]
    committed = (
        f'{{"domain":"{domain}","ephemeralPublicKey":"{public_key.hex()}",'
        f'"manifestHash":"{manifest_hash.hex()}"}}'
    )
    return hashlib.sha384(bytes(PCR_BYTES) + hashlib.sha384(committed.encode()).digest()).digest()
