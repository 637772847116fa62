"""Manifests of the QOS operating system, which describe enclaves, and their approvals.

Manifests have three versions. The manifest hash is the ``user_data`` of attestation documents: SHA-256 of the
Borsh encoding (V0 and V1, also if delivered as JSON) or of the canonical JSON (V2).

| input | decision |
|---|---|
| JSON with a ``version`` | V2 |
| JSON without ``version``: a pivot with ``bridgeConfig`` or ``debugMode`` | V1; without both, V0 |
| Borsh: the version that decodes all of its bytes | V0 or V1; refused if both do |
| JSON of V0 or V1 whose Borsh the other version decodes too | refused: one hash would have two meanings |
| a threshold of 0, or above the number of members | refused |
| two members with the same alias, or the same half of a key | refused |
| an approval by a non-member, two by one member, or fewer than the threshold | refused |
| more than 255 members or approvals, more than 1 MiB | refused |
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sealwax._codec.arguments import require_type
from sealwax._codec.der import raw_to_der
from sealwax._codec.strict_json import decode_json
from sealwax._codec.text import to_bytes
from sealwax._crypto.ecdsa import verify_ecdsa
from sealwax._crypto.points import KEY_SET_BYTES, P256, UNCOMPRESSED_BYTES, decode_point
from sealwax._limits import (
    MAX_ENVIRONMENT_NAME_BYTES,
    MAX_ENVIRONMENT_VALUE_BYTES,
    MAX_ENVIRONMENT_VARIABLES,
    MAX_MANIFEST_MEMBERS,
    MAX_MANIFEST_STRINGS,
)
from sealwax.errors import MalformedInput, UntrustedSigner

from .borsh import (
    Address,
    Binary,
    Choice,
    Constant,
    Environment,
    Flag,
    Kind,
    Option,
    Record,
    Sequence,
    Text,
    Unsigned,
    Variants,
    decode_borsh,
    encode_canonical_json,
)

PCR_BYTES = 48
IDENTITY_PCRS = (0, 1, 2, 3)
MAX_NONCE = 2**32 - 1
_SIGNATURE_BYTES = 64
_LENGTH_BYTES = 4
# The length in hex of each of the two points of a key set.
_POINT_DIGITS = 2 * UNCOMPRESSED_BYTES

ManifestVersion = Literal["v0", "v1", "v2"]


_KEY_SET = Binary(KEY_SET_BYTES)
_MEMBER = Record({"alias": Text(), "pubKey": _KEY_SET})
_SET = Record({"threshold": Unsigned(4), "members": Sequence(_MEMBER, MAX_MANIFEST_MEMBERS)})
_PATCH_SET = Record(
    {"threshold": Unsigned(4), "members": Sequence(Record({"pubKey": _KEY_SET}), MAX_MANIFEST_MEMBERS)}
)
_NAMESPACE = Record({"name": Text(), "nonce": Unsigned(4), "quorumKey": _KEY_SET})
_ENCLAVE = Record(
    {
        **{f"pcr{index}": Binary(PCR_BYTES) for index in IDENTITY_PCRS},
        "awsRootCertificate": Binary(),
        "qosCommit": Text(),
    }
)
_STRINGS = Sequence(Text(), MAX_MANIFEST_STRINGS)
_PROGRAM: dict[str, Kind] = {"hash": Binary(32, bare=True), "restart": Choice(("Never", "Always"))}
_BRIDGES = Sequence(
    Variants(
        {
            "server": Record({"port": Unsigned(2), "host": Text()}),
            "client": Record({"port": Unsigned(2), "host": Option(Text())}),
        }
    ),
    MAX_MANIFEST_STRINGS,
)
_PROGRAM_V1: dict[str, Kind] = {**_PROGRAM, "bridgeConfig": _BRIDGES, "debugMode": Flag(), "args": _STRINGS}
_ENVIRONMENT = Environment(MAX_ENVIRONMENT_VARIABLES, MAX_ENVIRONMENT_NAME_BYTES, MAX_ENVIRONMENT_VALUE_BYTES)
_PROGRAM_V2: dict[str, Kind] = {**_PROGRAM_V1, "env": _ENVIRONMENT}


def _manifest(pivot: dict[str, Kind]) -> dict[str, Kind]:
    return {
        "namespace": _NAMESPACE,
        "pivot": Record(pivot),
        "manifestSet": _SET,
        "shareSet": _SET,
        "enclave": _ENCLAVE,
    }


MANIFESTS: dict[ManifestVersion, Record] = {
    "v0": Record({**_manifest({**_PROGRAM, "args": _STRINGS}), "patchSet": _PATCH_SET}),
    "v1": Record({**_manifest(_PROGRAM_V1), "patchSet": _PATCH_SET}),
    "v2": Record(
        {
            "version": Constant("v2"),
            **_manifest(_PROGRAM_V2),
            "dns": Option(Record({"resolvers": Sequence(Address(), MAX_MANIFEST_STRINGS)})),
        }
    ),
}
APPROVAL = Record({"signature": Binary(_SIGNATURE_BYTES), "member": _MEMBER})
_APPROVALS = Sequence(APPROVAL, MAX_MANIFEST_MEMBERS)
_OTHER_IN_BORSH: dict[ManifestVersion, ManifestVersion] = {"v0": "v1", "v1": "v0"}
# Some tools write these names, only in the envelope of V0.
_SNAKE_CASE = {"manifest_set_approvals": "manifestSetApprovals", "share_set_approvals": "shareSetApprovals"}
ENVELOPES: dict[ManifestVersion, Record] = {
    version: Record(
        {"manifest": record, "manifestSetApprovals": _APPROVALS, "shareSetApprovals": _APPROVALS},
        _SNAKE_CASE if version == "v0" else {},
    )
    for version, record in MANIFESTS.items()
}


@dataclass(frozen=True)
class QuorumMember:
    """A member of a set.

    Attributes:
        alias: The member's name, which is unauthenticated.
        public_key: The member's key set: encryption point, then signing point, both uncompressed; 260 digits
            of lower-case hex.
    """

    alias: str
    public_key: str

    def __post_init__(self) -> None:
        require_type(self.alias, str, "alias")
        require_type(self.public_key, str, "public_key")


@dataclass(frozen=True)
class QuorumSet:
    """Members, and the number that must agree.

    Attributes:
        threshold: The number of members who must agree: from 1 to the number of members.
        members: The members.
    """

    threshold: int
    members: tuple[QuorumMember, ...]

    def __post_init__(self) -> None:
        require_type(self.threshold, int, "threshold")
        require_type(self.members, tuple, "members")
        for member in self.members:
            require_type(member, QuorumMember, "each of members")


@dataclass(frozen=True)
class Manifest:
    """The description of an enclave's program, and of the people who approve it.

    Attributes:
        version: The version of the format: ``v0``, ``v1`` or ``v2``.
        hash: The manifest hash, 32 bytes in lower-case hex.
        namespace: The name of the deployment and application, such as ``prod/signer``.
        nonce: The number of the manifest in its namespace; later manifests have higher numbers.
        quorum_key: The application's key set: encryption point, then signing point; 260 digits of hex.
        pcrs: The required PCR0 to PCR3, 48 bytes each in lower-case hex.
        aws_root_certificate: The certificate of the root of attestation documents, DER.
        qos_commit: The commit of the operating system; empty in some deployments.
        pivot_hash: SHA-256 of the application's binary, lower-case hex.
        restart: Whether the application is restarted: ``never`` or ``always``.
        args: The application's arguments.
        environment: The application's environment variables; V2 only.
        debug_mode: Whether the application's output is visible outside the enclave.
        bridges: The ports into (``server``) or out of (``client``) the enclave: type, port, host.
        resolvers: The addresses of the DNS servers; V2 only.
        manifest_set: The people who approve manifests.
        share_set: The people who hold shares of the quorum key.
        patch_set: The threshold and the key sets of the patch set; None in V2.
    """

    version: ManifestVersion
    hash: str
    namespace: str
    nonce: int
    quorum_key: str
    pcrs: Mapping[int, str]
    aws_root_certificate: bytes
    qos_commit: str
    pivot_hash: str
    restart: str
    args: tuple[str, ...]
    environment: Mapping[str, str]
    debug_mode: bool
    bridges: tuple[tuple[str, int, str | None], ...]
    resolvers: tuple[str, ...]
    manifest_set: QuorumSet
    share_set: QuorumSet
    patch_set: tuple[int, tuple[str, ...]] | None


@dataclass(frozen=True)
class Approval:
    """A member's signature over a manifest hash, not verified yet."""

    member: QuorumMember
    signature: bytes


@dataclass(frozen=True)
class Envelope:
    """A manifest, the bytes that its hash covers, and its approvals, not verified yet."""

    manifest: Manifest
    hashed: bytes
    manifest_set_approvals: tuple[Approval, ...]
    share_set_approvals: tuple[Approval, ...]


def decode_manifest(encoded: str | bytes) -> Manifest:
    """Decode a manifest, and compute its hash. The manifest is unauthenticated: verify it with a boot proof.

    Args:
        encoded: The manifest in Borsh (V0, V1) or JSON (V0, V1, V2).

    Returns:
        The manifest; ``EnclaveIdentity`` accepts its hash.

    Raises:
        MalformedInput: It is not a manifest, or contradicts itself.
    """
    label = "the manifest"
    return open_manifest(to_bytes(encoded, label), label)[0]


def open_manifest(encoded: bytes, label: str) -> tuple[Manifest, dict[str, Any]]:
    """Decode a manifest; return it, and its value in the form of ``MANIFESTS``."""
    version, value = _decode(encoded, MANIFESTS, label)
    hashed = _hashed_bytes(version, value)
    # Only one version decoded the Borsh.
    if hashed != encoded:
        _check_one_meaning(version, hashed, label)
    return _to_manifest(version, value, hashed, label), value


def decode_approval(encoded: bytes, label: str) -> Approval:
    """Decode the file of an approval, in Borsh or JSON, without verifying it."""
    # Borsh begins with the length of the signature.
    if encoded[:1] == b"{":
        value: Any = APPROVAL.from_json(decode_json(encoded, dict[str, Any], label), label)
    else:
        value = decode_borsh(encoded, APPROVAL, label)
    return _to_approval(value)


def decode_envelope(encoded: bytes) -> Envelope:
    """Decode the envelope of a manifest, in Borsh or JSON, without verifying its approvals."""
    label = "the manifest envelope"
    version, value = _decode(encoded, ENVELOPES, label)
    manifest = value["manifest"]
    hashed = _hashed_bytes(version, manifest)
    _check_one_meaning(version, hashed, label)
    return Envelope(
        _to_manifest(version, manifest, hashed, label),
        hashed,
        tuple(map(_to_approval, value["manifestSetApprovals"])),
        tuple(map(_to_approval, value["shareSetApprovals"])),
    )


def is_manifest_of(envelope: Envelope, encoded: bytes) -> bool:
    """Return whether a manifest, in Borsh or JSON, equals the one in an envelope."""
    if encoded == envelope.hashed:
        return True
    version, value = _decode(encoded, MANIFESTS, "the manifest")
    return (version, _hashed_bytes(version, value)) == (envelope.manifest.version, envelope.hashed)


def _decode(
    encoded: bytes, schemas: Mapping[ManifestVersion, Record], label: str
) -> tuple[ManifestVersion, dict[str, Any]]:
    """Decode a manifest or an envelope; return its version and its value."""
    # Borsh begins with the length of the namespace's name, whose highest byte is zero.
    if encoded.lstrip()[:1] == b"{" and 0 not in encoded[:_LENGTH_BYTES]:
        document = decode_json(encoded, dict[str, Any], label)
        manifest = document.get("manifest", document)
        version = _version_of(manifest)
        return version, schemas[version].from_json(document, label)
    # Borsh does not state its version.
    v0, v1 = (_try_borsh(encoded, schema, label) for schema in (schemas["v0"], schemas["v1"]))
    if v0 is None and v1 is None:
        raise MalformedInput(f"{label} is neither JSON nor Borsh of V0 or V1; check that it was copied whole")
    if v0 is not None and v1 is not None:
        raise MalformedInput(f"{label} has two meanings in Borsh, as V0 and as V1; do not trust it")
    return ("v1", v1) if v0 is None else ("v0", v0)


def _check_one_meaning(version: ManifestVersion, hashed: bytes, label: str) -> None:
    """Refuse a manifest of V0 or V1 whose Borsh the other version decodes, too.

    A decoding counts even if its thresholds or members would be refused.
    """
    other = _OTHER_IN_BORSH.get(version)
    if other is not None and _try_borsh(hashed, MANIFESTS[other], label) is not None:
        raise MalformedInput(
            f"the Borsh of {label} has two meanings, as V0 and as V1, with the same hash; do not trust it"
        )


def _try_borsh(encoded: bytes, schema: Record, label: str) -> Any:
    """Decode Borsh; return None if it does not have this version."""
    try:
        return decode_borsh(encoded, schema, label)
    except MalformedInput:
        return None


def _version_of(manifest: object) -> ManifestVersion:
    """Return the version of a manifest in JSON."""
    if not isinstance(manifest, dict):
        return "v1"
    if "version" in manifest:
        return "v2"
    pivot = manifest.get("pivot")
    return "v1" if isinstance(pivot, dict) and {"bridgeConfig", "debugMode"} & pivot.keys() else "v0"


def hash_manifest(version: ManifestVersion, value: dict[str, Any]) -> str:
    """Compute the hash of a manifest in hex, from its decoded value."""
    return hashlib.sha256(_hashed_bytes(version, value)).hexdigest()


def _hashed_bytes(version: ManifestVersion, value: dict[str, Any]) -> bytes:
    schema = MANIFESTS[version]
    return encode_canonical_json(schema, value) if version == "v2" else schema.write(value)


def check_key_set(key_set: bytes, label: str) -> None:
    """Refuse a key set whose points are not both on the curve."""
    for point in (key_set[:UNCOMPRESSED_BYTES], key_set[UNCOMPRESSED_BYTES:]):
        decode_point(point, P256, f"a point of a key set of {label}")


def _to_manifest(version: ManifestVersion, value: dict[str, Any], hashed: bytes, label: str) -> Manifest:
    sets = (value["manifestSet"], value["shareSet"], value.get("patchSet", {"members": ()}))
    members = [member["pubKey"] for quorum in sets for member in quorum["members"]]
    for key_set in {value["namespace"]["quorumKey"], *members}:
        check_key_set(key_set, label)
    namespace, pivot, enclave = value["namespace"], value["pivot"], value["enclave"]
    patch_set = value.get("patchSet")
    return Manifest(
        version=version,
        hash=hashlib.sha256(hashed).hexdigest(),
        namespace=namespace["name"],
        nonce=namespace["nonce"],
        quorum_key=namespace["quorumKey"].hex(),
        pcrs={index: enclave[f"pcr{index}"].hex() for index in IDENTITY_PCRS},
        aws_root_certificate=enclave["awsRootCertificate"],
        qos_commit=enclave["qosCommit"],
        pivot_hash=pivot["hash"].hex(),
        restart=pivot["restart"].lower(),
        args=tuple(pivot["args"]),
        environment=dict(pivot.get("env", {})),
        debug_mode=pivot.get("debugMode", False),
        bridges=tuple(
            (bridge["type"], bridge["port"], bridge["host"]) for bridge in pivot.get("bridgeConfig", ())
        ),
        resolvers=tuple((value.get("dns") or {}).get("resolvers", ())),
        manifest_set=_to_set(value["manifestSet"], f"the manifest set of {label}"),
        share_set=_to_set(value["shareSet"], f"the share set of {label}"),
        patch_set=patch_set
        and (patch_set["threshold"], tuple(member["pubKey"].hex() for member in patch_set["members"])),
    )


def _to_member(value: Mapping[str, Any]) -> QuorumMember:
    return QuorumMember(value["alias"], value["pubKey"].hex())


def _to_set(value: Mapping[str, Any], label: str) -> QuorumSet:
    quorum = QuorumSet(value["threshold"], tuple(map(_to_member, value["members"])))
    check_set(quorum, label)
    return quorum


def check_set(quorum: QuorumSet, label: str) -> None:
    """Refuse a set whose threshold is 0 or above its size, or with a member who counts twice."""
    members = quorum.members
    if not 0 < quorum.threshold <= len(members):
        raise MalformedInput(
            f"{label} has {len(members)} members and a threshold of {quorum.threshold}; "
            "the threshold must be from 1 to the number of members"
        )
    halves = [(member.public_key[:_POINT_DIGITS], member.public_key[_POINT_DIGITS:]) for member in members]
    for kind, values in (
        ("alias", [member.alias for member in members]),
        ("encryption point", [encryption for encryption, _ in halves]),
        ("signing point", [signing for _, signing in halves]),
    ):
        if len(set(values)) < len(values):
            raise MalformedInput(f"{label} has two members with the same {kind}; remove one")


def _to_approval(value: Mapping[str, Any]) -> Approval:
    return Approval(_to_member(value["member"]), value["signature"])


def check_approvals(envelope: Envelope) -> tuple[QuorumMember, ...]:
    """Check that enough members of the manifest set approved the manifest, and return these members.

    Approvals by the share set are also verified, but not required: they are added during provisioning.
    """
    manifest = envelope.manifest
    _check_approvals(
        envelope.share_set_approvals, manifest.share_set, manifest_hash=manifest.hash, label="the share set"
    )
    return find_approvers(manifest, envelope.manifest_set_approvals)


def find_approvers(manifest: Manifest, approvals: tuple[Approval, ...]) -> tuple[QuorumMember, ...]:
    """Check that enough members of the manifest's own set approved it, and return these members."""
    quorum = manifest.manifest_set
    approvers = _check_approvals(approvals, quorum, manifest_hash=manifest.hash, label="the manifest set")
    if len(approvers) < quorum.threshold:
        raise UntrustedSigner(
            f"{len(approvers)} members of the manifest set approved the manifest; "
            f"it requires {quorum.threshold}"
        )
    return approvers


def _check_approvals(
    approvals: tuple[Approval, ...], quorum: QuorumSet, *, manifest_hash: str, label: str
) -> tuple[QuorumMember, ...]:
    """Check that the approvals are by different members of a set, and sign the manifest hash."""
    members = set(quorum.members)
    seen: set[QuorumMember] = set()
    for approval in approvals:
        if approval.member not in members:
            raise UntrustedSigner(f"an approval of the manifest is not by a member of {label}")
        if approval.member in seen:
            raise MalformedInput(f"a member of {label} has approved the manifest twice; remove one approval")
        seen.add(approval.member)
        # The signed message is the hash; ECDSA hashes it again.
        verify_by_key_set(
            approval.member.public_key,
            approval.signature,
            bytes.fromhex(manifest_hash),
            f"an approval by {label}",
        )
    return tuple(approval.member for approval in approvals)


def verify_by_key_set(key_set: str, signature: bytes, message: bytes, label: str) -> None:
    """Verify a raw signature with the signing half of a key set in hex: ECDSA over SHA-256 on P-256."""
    point = decode_point(bytes.fromhex(key_set)[UNCOMPRESSED_BYTES:], P256, f"the key of {label}")
    der = raw_to_der(signature, P256.group_order, f"the signature of {label}")
    verify_ecdsa(point, der, message, label)
