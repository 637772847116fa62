"""Explain what a boot proof says of its enclave, and what each item is worth as a pin."""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from .boot import ConsistentBootProof, check_commitments, open_boot_proof
from .identity import EMPTY_PCRS, PRODUCTION_PCR3, is_well_known, to_roots
from .manifest import QuorumSet

_PCRS = {
    0: "the image of the operating system: all its applications have it, those of customers too. Pin it with "
       "the pivot hash, or with quorum key and namespace",
    1: "the kernel of the image; where it equals PCR0, it says nothing more",
    2: "the second ramdisk of the image",
    3: "the role of the machine: not which program",
    4: "the machine itself: another one at the next start",
    8: "the certificate that the image is signed with",
}  # fmt: skip
_VALUES = {
    **dict.fromkeys(EMPTY_PCRS, "nothing: enclaves of anybody have this value"),
    PRODUCTION_PCR3: "the role of production: the machine runs the service's enclave, or a customer's",
}
_COMMITMENTS = {
    "setup": "the key is that of enclave setup: no application signs with it",
    "live": "the key was made once the application had its quorum key; require it with --require-live",
    "manifest": "the document commits to its manifest, and not to its key",
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
    """List what a boot proof says. It is verified up to the root, and compared with nothing."""
    found = open_boot_proof(boot_proof, roots=to_roots(root))
    return [*_of_the_manifest(found), *_of_the_hardware(found)]


def _of_the_manifest(found: ConsistentBootProof) -> Iterator[Item]:
    manifest = found.manifest
    yield Item(
        "manifest hash", manifest.hash,
        "the strictest pin: all of the manifest, with the PCRs; another one at each deployment",
    )  # fmt: skip
    yield Item(
        "pivot hash", manifest.pivot_hash,
        "the program alone, without its arguments; pin it with PCR0",
    )  # fmt: skip
    yield Item("arguments", _to_json(list(manifest.args)), "the program's configuration; pin it with --args")
    yield Item(
        "environment", _to_json(dict(manifest.environment)),
        "configuration too: anyone can run this program with another; pin it with --environment",
    )  # fmt: skip
    yield Item(
        "resolvers", _to_json(list(manifest.resolvers)),
        "the DNS servers, which say where the program's requests go; pin them with --resolvers",
    )  # fmt: skip
    yield Item(
        "bridges", _to_json(list(manifest.bridges)),
        "the ports into and out of the enclave; pin them with --bridges",
    )  # fmt: skip
    yield Item(
        "debug mode", "on" if manifest.debug_mode else "off",
        "on lets the program's output out of the enclave: refused unless allowed",
    )  # fmt: skip
    well_known = is_well_known(manifest.quorum_key)
    yield Item(
        "quorum key", manifest.quorum_key,
        "nothing: it is the well-known key, whose private key is public" if well_known else
        "the application over its versions: only its share holders can give it to a program. Pin it with "
        "PCR0 and the namespace; it counts once the enclave is live",
    )  # fmt: skip
    yield Item(
        "namespace", manifest.namespace,
        "deployment and application, as the manifest itself says; pin it beside the quorum key",
    )  # fmt: skip
    yield Item(
        "nonce", str(manifest.nonce),
        "the version in the namespace: --min-nonce keeps an older program from coming back",
    )  # fmt: skip
    yield Item(
        "manifest set", _describe(manifest.manifest_set),
        "who approves programs, as the manifest itself says: worth as much as your pin of its members",
    )  # fmt: skip
    approved_by = ", ".join(json.dumps(member.alias, ensure_ascii=False) for member in found.approved_by)
    yield Item("approved by", approved_by, "verified; it counts if these people are among --operators")
    yield Item(
        "share set", _describe(manifest.share_set),
        "who holds shares of the quorum key, as the manifest itself says",
    )  # fmt: skip
    yield Item(
        "QOS commit", manifest.qos_commit or "empty", "free text, empty in every manifest seen: no pin"
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
        "ephemeral key", document.public_key.hex(), "the key of this one enclave, which its app proofs name"
    )
    yield Item("signed at", document.timestamp.isoformat(), "the start of the enclave, by its hardware")
    yield Item(
        "unsigned fields", "createdAt, deploymentLabel, enclaveApp, owner",
        "nothing signs them: good only to choose a release to compare with",
    )  # fmt: skip


def _describe(quorum: QuorumSet) -> str:
    keys = [member.public_key for member in quorum.members]
    return f"{quorum.threshold} of {len(keys)}: {', '.join(keys)}"


def _to_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
