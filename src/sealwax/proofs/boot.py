"""Verify boot proofs: which enclave is this, and what runs in it?

A boot proof holds an attestation document of the hardware, the manifest that the document commits to, and the
approvals of the manifest. Anyone with an AWS account can make one that is consistent in itself: what tells
the service's enclaves from others is what the caller pins.
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
from .nitro import KNOWN_ROOTS, AttestationDocument, verify_attestation_document

T = TypeVar("T")

PRODUCTION_PCR3: Final = (
    "b798abfdbd591d5e1b7db6485a6de9e65100f5796d9e3a2bd7c179989cd663338b567162974974fbcc45d03847e70d8b"
)
"""PCR3 of the service's production enclaves: the measurement of the role that its machines have, hex."""

_HASH_BYTES = 32
PCR_INDICES = range(32)

Commitment = Literal["setup", "live"]
# The PCRs in which an enclave commits to its manifest and ephemeral key, and the domain of each.
_COMMITMENTS: dict[Commitment, tuple[int, str]] = {
    "setup": (16, "qos-setup-manifest-pcr-commitment-v1"),
    "live": (17, "qos-live-manifest-pcr-commitment-v1"),
}


@dataclass(frozen=True, kw_only=True)
class EnclaveIdentity:
    """What the caller pins of an enclave. Get it from another source than the proof.

    PCRs or manifest hashes must be named: without either, any program could run in the enclave. Whatever is
    left out is not compared, and the result says so.

    Attributes:
        pcrs: PCRs that the enclave must have, by index (0 to 31), 48 bytes each in hex. PCR0 to PCR2 measure
            the image, PCR3 the role of its machine, such as ``PRODUCTION_PCR3``.
        manifest_hashes: The manifest hashes that are allowed, 32 bytes each in hex.
        quorum_key: The application's key: its key set (130 bytes, hex), or the signing point alone (65 bytes,
            uncompressed), as in ``EnclaveKeys``.
        namespace: The name of the deployment and application, such as ``production/signer``.
        manifest_set: Who must have approved the manifest: the threshold and the key sets must be these. Names
            are not compared.
        root: SHA-256 of the certificate (DER) of the root of attestation documents, in hex, or a collection
            of accepted roots; that of AWS Nitro Enclaves by default.

    Raises:
        ValueError: There are neither PCRs nor manifest hashes, there is no root, or an index or a length is
            wrong.
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
        normal: dict[str, object] = {
            "pcrs": {
                _to_index(index): _to_hex(value, "pcrs", PCR_BYTES) for index, value in self.pcrs.items()
            },
            "manifest_hashes": _to_hashes(self.manifest_hashes, "manifest_hashes"),
            "root": roots,
        }
        if self.quorum_key is not None:
            normal["quorum_key"] = _to_hex(self.quorum_key, "quorum_key", KEY_SET_BYTES, UNCOMPRESSED_BYTES)
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
    """Which of the checks were made that depend on what the caller pins and on what the enclave has.

    All others are made whenever there is a result.

    Attributes:
        pcrs: The indices of the PCRs that equal the pinned ones.
        manifest_hash: Whether the manifest is one of the pinned ones.
        quorum_key: Whether the application's key is the pinned one.
        namespace: Whether the namespace is the pinned one.
        manifest_set: Whether those who approved the manifest are the pinned ones. If not, the approvals say
            only that the manifest names them itself.
        commitment: Which key of the enclave the document is of, where PCR16 or PCR17 commit to it: ``setup``
            (PCR16) or ``live`` (PCR17). None for an enclave that has neither.
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
            lower-case hex. What its signing half signs, this enclave signed.
        timestamp: When the hardware signed the document, in UTC: soon after the enclave started.
        module_id: The enclave's id, such as ``i-0123456789abcdef0-enc0123456789abcdef``.
        pcrs: The PCRs that the hardware measured, by index, 48 bytes each in lower-case hex.
        manifest: What runs in the enclave.
        approved_by: The members of the manifest set who approved the manifest.
        checks: Which of the checks were made that depend on what was pinned.
    """

    public_key: str
    timestamp: datetime
    module_id: str
    pcrs: Mapping[int, str]
    manifest: Manifest
    approved_by: tuple[QuorumMember, ...]
    checks: BootChecks


class _BootProof(msgspec.Struct, frozen=True):
    """The fields of a boot proof that something vouches for. Nothing does for the others."""

    ephemeral_public_key: str = msgspec.field(name="ephemeralPublicKeyHex")
    attestation: str = msgspec.field(name="awsAttestationDocB64")
    manifest: str = msgspec.field(name="qosManifestB64")
    envelope: str = msgspec.field(name="qosManifestEnvelopeB64")


def verify_boot_proof(
    boot_proof: str | bytes | Mapping[str, object], *, identity: EnclaveIdentity
) -> VerifiedBootProof:
    """Verify a boot proof, and that it is of the expected enclave (wire-formats.md, section 14).

    The certificates are verified at the time that the document states and signs. A boot proof has no age
    limit: an enclave outlives its certificates, which are for three hours.

    Args:
        boot_proof: The boot proof as the service gives it: JSON text, or the parsed mapping.
            ``createdAt``, ``deploymentLabel``, ``enclaveApp`` and ``owner`` are ignored: nothing signs them.
        identity: What the enclave must be.

    Returns:
        The enclave's key, what runs in it, and which checks were made.

    Raises:
        MalformedInput: The proof, its document or its manifest does not parse or contradicts itself.
        Unsupported: The document or a certificate uses another algorithm.
        UntrustedSigner: The document leads to another root than the pinned one or is of another key than the
            proof names, or not enough members of its manifest set approved the manifest.
        BadSignature: The document, its chain or an approval does not verify, or is of another manifest.
        Expired: A certificate was not valid when the document was signed.
        ContextMismatch: The enclave is not what the manifest or the identity says, or in debug mode
            (``wrong-enclave``).
        TypeError: ``identity`` is not an ``EnclaveIdentity``.
    """
    require_type(identity, EnclaveIdentity, "identity")
    what = "the boot proof"
    proof = to_struct(boot_proof, _BootProof, what)
    document = verify_attestation_document(
        _decode_part(proof.attestation, f"awsAttestationDocB64 of {what}"), roots=identity.root
    )
    key_set = decode_hex(proof.ephemeral_public_key, f"ephemeralPublicKeyHex of {what}")
    if key_set != document.public_key:
        raise UntrustedSigner(
            f"{what} names another key than its attestation document; one of the two was replaced"
        )
    manifest, approved_by = _read_manifest(proof, document, what)
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
    """Read a proof from JSON, or from the mapping that a JSON parser made of it."""
    if isinstance(value, Mapping):
        return convert_json(value, into, what)
    if not isinstance(value, (str, bytes)):
        raise MalformedInput(f"{what} must be JSON text or a mapping, not {type(value).__name__}")
    return decode_json(to_bytes(value, what), into, what)


def _read_manifest(
    proof: _BootProof, document: AttestationDocument, what: str
) -> tuple[Manifest, tuple[QuorumMember, ...]]:
    """Read the manifest, to which the document commits, and check who approved it."""
    envelope = decode_envelope(_decode_part(proof.envelope, f"qosManifestEnvelopeB64 of {what}"))
    if bytes.fromhex(envelope.manifest.hash) != document.user_data:
        raise BadSignature(
            f"the attestation document is of another manifest than the envelope of {what}, which was changed"
        )
    if not is_manifest_of(envelope, _decode_part(proof.manifest, f"qosManifestB64 of {what}")):
        raise BadSignature(f"qosManifestB64 of {what} is another manifest than the one in the envelope")
    return envelope.manifest, check_approvals(envelope)


def _decode_part(text: str, what: str) -> bytes:
    # A mapping does not have the limit that its JSON would have had.
    if len(text) > MAX_INPUT_BYTES:
        raise MalformedInput(
            f"{what} is larger than {MAX_INPUT_BYTES} bytes; check that it is the right data"
        )
    return decode_base64(text, what)


def _compare_with_manifest(document: AttestationDocument, manifest: Manifest) -> None:
    for index, value in manifest.pcrs.items():
        if document.pcrs[index].hex() != value:
            raise ContextMismatch(
                "wrong-enclave", f"PCR{index} of the enclave is not the one that its manifest calls for"
            )
    if manifest.aws_root_certificate != document.root:
        raise ContextMismatch(
            "wrong-enclave", "the manifest names another root certificate than the enclave's own"
        )


def _compare_with_identity(
    document: AttestationDocument, manifest: Manifest, identity: EnclaveIdentity
) -> BootChecks:
    """Compare with what the caller pins, and say what was compared."""
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
    # A single point is the signing half, which is the second.
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
    """Check that a PCR commits to the manifest and the key, if the enclave has such a PCR at all.

    An enclave has one key while it is set up and another one later, and commits to each in a PCR of its own:
    one of the two PCRs is of a key that the document does not have.
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
