"""Explain a boot proof's statements about its enclave, and their worth as pins."""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from sealwax.proofs.boot import ConsistentBootProof, check_commitments, open_boot_proof
from sealwax.proofs.identity import EMPTY_PCRS, PRODUCTION_PCR3, is_well_known, to_roots
from sealwax.proofs.manifest import QuorumSet

_PCRS = {
    0: "the image of the operating system, which all applications share, customers' too. Pin it with the "
       "pivot hash, or with quorum key and namespace",
    1: "the kernel of the image; redundant if it equals PCR0",
    2: "the second ramdisk of the image",
    3: "the role of the machine, not the program",
    4: "the machine itself: it changes at the next start",
    8: "the certificate that signed the image",
}  # fmt: skip
_VALUES = {
    **dict.fromkeys(EMPTY_PCRS, "nothing: any enclave can have this value"),
    PRODUCTION_PCR3: "the role of production: the machine runs an enclave of the service or of a customer",
}
_COMMITMENTS = {
    "setup": "the key is for enclave setup: no application signs with it",
    "live": "the key was made after the application got its quorum key; require it with --require-live",
    "manifest": "the document commits to its manifest, but not to its key",
    None: "an older enclave, which commits to nothing",
}


class Item(NamedTuple):
    """A statement of a boot proof about its enclave, and its worth."""

    name: str
    value: str
    worth: str


def explain_boot_proof(
    boot_proof: str | bytes | Mapping[str, object], *, root: str | Collection[str]
) -> list[Item]:
    """List a boot proof's statements, verified up to the root, without an expected identity."""
    found = open_boot_proof(boot_proof, roots=to_roots(root))
    return [*_of_the_manifest(found), *_of_the_hardware(found)]


def _of_the_manifest(found: ConsistentBootProof) -> Iterator[Item]:
    manifest = found.manifest
    yield Item(
        "manifest hash", manifest.hash,
        "the strictest pin: the whole manifest, with the PCRs; it changes at each deployment",
    )  # fmt: skip
    yield Item(
        "pivot hash", manifest.pivot_hash,
        "the program alone, without its arguments; pin it with PCR0",
    )  # fmt: skip
    yield Item("arguments", _to_json(list(manifest.args)), "the program's configuration; pin it with --args")
    yield Item(
        "environment", _to_json(dict(manifest.environment)),
        "configuration, too: anyone can run this program with a different one; pin it with --environment",
    )  # fmt: skip
    yield Item(
        "resolvers", _to_json(list(manifest.resolvers)),
        "the DNS servers, which decide the destination of the program's requests; pin them with --resolvers",
    )  # fmt: skip
    yield Item(
        "bridges", _to_json(list(manifest.bridges)),
        "the ports into and out of the enclave; pin them with --bridges",
    )  # fmt: skip
    yield Item(
        "debug mode", "on" if manifest.debug_mode else "off",
        "if on, the program's output leaves the enclave: refused unless allowed",
    )  # fmt: skip
    well_known = is_well_known(manifest.quorum_key)
    yield Item(
        "quorum key", manifest.quorum_key,
        "nothing: it is the well-known key, whose private key is public" if well_known else
        "the application across versions: only its share holders can give it to a program. Pin it with "
        "PCR0 and the namespace; it counts once the enclave is live",
    )  # fmt: skip
    yield Item(
        "namespace", manifest.namespace,
        "deployment and application, according to the manifest; pin it with the quorum key",
    )  # fmt: skip
    yield Item(
        "nonce", str(manifest.nonce),
        "the version in the namespace: --min-nonce refuses older programs",
    )  # fmt: skip
    yield Item(
        "manifest set", _describe(manifest.manifest_set),
        "the people who approve programs, according to the manifest: worth as much as your pin of its "
        "members",
    )  # fmt: skip
    approved_by = ", ".join(json.dumps(member.alias, ensure_ascii=False) for member in found.approved_by)
    yield Item("approved by", approved_by, "verified; they count if these people are among --operators")
    yield Item(
        "share set", _describe(manifest.share_set),
        "the holders of the quorum key's shares, according to the manifest",
    )  # fmt: skip
    yield Item(
        "QOS commit", manifest.qos_commit or "empty", "free text, empty in every known manifest: not a pin"
    )


def _of_the_hardware(found: ConsistentBootProof) -> Iterator[Item]:
    document = found.document
    for index in sorted(document.pcrs):
        value = document.pcrs[index].hex()
        if index in _PCRS:
            yield Item(f"PCR{index}", value, _VALUES.get(value, _PCRS[index]))
    commitment = check_commitments(document)
    yield Item("commitment", commitment or "none", _COMMITMENTS[commitment])
    yield Item(
        "ephemeral key",
        document.public_key.hex(),
        "the key of this single enclave, which its app proofs name",
    )
    yield Item(
        "signed at", document.timestamp.isoformat(), "the start of the enclave, according to its hardware"
    )
    yield Item(
        "unsigned fields", "createdAt, deploymentLabel, enclaveApp, owner",
        "they are not signed: use them only to choose a release to compare with",
    )  # fmt: skip


def _describe(quorum: QuorumSet) -> str:
    keys = [member.public_key for member in quorum.members]
    return f"{quorum.threshold} of {len(keys)}: {', '.join(keys)}"


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
