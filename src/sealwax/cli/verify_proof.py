"""The command ``sealwax verify-proof``."""

import dataclasses
import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import click

import sealwax
from sealwax import proofs
from sealwax._codec.hex import decode_hex
from sealwax._codec.strict_json import decode_json, decode_object
from sealwax._codec.text import to_bytes
from sealwax._crypto.points import KEY_SET_BYTES
from sealwax.operations.reading import find_in_answer
from sealwax.proofs.boot import VerifiedBootProof
from sealwax.proofs.manifest import PCR_BYTES
from sealwax.proofs.nitro import PCR_INDICES
from sealwax.proofs.nitro_roots import KNOWN_ROOTS

from . import options
from .streams import Input, write_result
from .usage import Misuse

_PRODUCTION = "production"
_TYPES: dict[str, proofs.AppProofType] = {
    "address-derivation": "APP_PROOF_TYPE_ADDRESS_DERIVATION",
    "policy-outcome": "APP_PROOF_TYPE_POLICY_OUTCOME",
}
_PCR = re.compile(r"([0-9]{1,2})=(.+)")


def _to_pcrs(_context: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> dict[int, str]:
    pcrs = {}
    for value in values:
        match = _PCR.fullmatch(value)
        if match is None or int(match[1]) in pcrs or int(match[1]) not in PCR_INDICES:
            raise Misuse("--pcr must be INDEX=HEX, such as 0=f670…; each index is below 32 and used once")
        pcrs[int(match[1])] = proofs.PRODUCTION_PCR3 if value == f"3={_PRODUCTION}" else match[2]
        decode_hex(pcrs[int(match[1])], "--pcr", length=PCR_BYTES)
    return pcrs


@click.command(
    short_help="Verify an app proof or a boot proof.",
    epilog=options.examples(
        "sealwax verify-proof --boot-proof boot.json app.json --pcr 3=production --pcr 0=f670… \\\n"
        "    --type address-derivation --organization-id ID --address 0x…",
        "sealwax verify-proof --boot-proof boot.json --manifest-hash 24a9…",
    ),
)
@options.input_file("--boot-proof", required=True, help="The boot proof.")
@click.option(
    "--pcr",
    "pcrs",
    multiple=True,
    metavar="INDEX=HEX",
    callback=_to_pcrs,
    help="A PCR that the enclave must have; 3=production is the role of production's enclaves.",
)
@click.option(
    "--manifest-hash", "manifest_hashes", multiple=True, type=options.HEX, help="An allowed manifest hash."
)
@click.option(
    "--quorum-public-key",
    "quorum_key",
    type=options.HEX,
    help="The application's key: its key set, or its signing point.",
)
@click.option("--namespace", metavar="NAME", help="The namespace, such as production/signer.")
@click.option(
    "--member",
    "members",
    multiple=True,
    type=options.HEX,
    help="The key set of a member of the manifest set. Repeat it for each member.",
)
@click.option(
    "--threshold", type=click.IntRange(1, 255), metavar="NUMBER", help="The threshold of the manifest set."
)
@click.option(
    "--root",
    "roots",
    multiple=True,
    type=options.HEX,
    default=KNOWN_ROOTS,
    help="SHA-256 of an accepted root certificate.  [default: that of AWS]",
)
@click.option("--type", "type", type=click.Choice(list(_TYPES)), help="The app proof's type.")
@click.option("--organization-id", metavar="ID", help="The app proof's organization.")
@click.option("--wallet-id", metavar="ID", help="The app proof's wallet.")
@click.option("--derivation-path", metavar="PATH", help="The app proof's derivation path.")
@click.option("--address", metavar="ADDRESS", help="The app proof's address.")
@click.option(
    "--max-age", type=click.IntRange(0, 10**9), metavar="SECONDS", help="The greatest age of the app proof."
)
@options.as_json
@options.input_argument("app_proof", required=False)
def verify_proof(
    *,
    app_proof: Input | None,
    boot_proof: Input,
    pcrs: dict[int, str],
    manifest_hashes: tuple[str, ...],
    quorum_key: str | None,
    namespace: str | None,
    members: tuple[str, ...],
    threshold: int | None,
    roots: tuple[str, ...],
    as_json: bool,
    **expected: Any,
) -> None:
    """Verify the app proof in FILE with the boot proof of its enclave, or the boot proof alone.

    The files have the proofs as the service returns them, or the answer with the proof. Of several app
    proofs, the one with the given type and address is verified. Pass the PCRs or manifest hashes of the
    enclave, from another source than the proof: there is no default.
    """
    if bool(members) != (threshold is not None):
        raise Misuse("--member and --threshold describe the manifest set; pass both or neither")
    quorum = tuple(
        proofs.QuorumMember("", decode_hex(member, "--member", length=KEY_SET_BYTES).hex())
        for member in members
    )
    try:
        identity = proofs.EnclaveIdentity(
            pcrs=pcrs,
            manifest_hashes=manifest_hashes,
            quorum_key=quorum_key,
            namespace=namespace,
            manifest_set=None if threshold is None else proofs.QuorumSet(threshold, quorum),
            root=roots,
        )
    except sealwax.SealwaxError:
        raise
    except ValueError:
        raise Misuse(
            "pass --pcr or --manifest-hash: without either, any program could run in the enclave; a PCR of "
            "zeros, or the measurement of nothing, does not count"
        ) from None
    boot = _read(boot_proof, "bootProof")
    if app_proof is None:
        if any(value is not None for value in expected.values()):
            raise Misuse("the options for an app proof need its FILE; pass it, or leave them out")
        verified = proofs.verify_boot_proof(boot, identity=identity)
        result: dict[str, object] = {"boot_proof": _describe(verified)}
    else:
        result = _verify_app_proof(app_proof, boot, identity, expected)
    write_result(result, _in_words(result), as_json=as_json)


def _verify_app_proof(
    file: Input, boot: dict[str, Any], identity: proofs.EnclaveIdentity, expected: dict[str, Any]
) -> dict[str, object]:
    if expected["type"] is None or expected["organization_id"] is None:
        raise Misuse("an app proof needs --type and --organization-id")
    age = None if expected["max_age"] is None else timedelta(seconds=expected["max_age"])
    expected |= {"type": _TYPES[expected["type"]], "max_age": age}
    expectation = proofs.AppProofExpectation(**expected)
    app_proof = _read(file, "appProof", lambda proof: _is_of(proof, expectation))
    verified = proofs.verify_app_proof(app_proof, boot, identity=identity, expected=expectation)
    return {
        "type": verified.type,
        "timestamp": verified.timestamp.isoformat(),
        "age_checked": verified.age_checked,
        "content": verified.content,
        "boot_proof": _describe(verified.boot_proof),
    }


def _read(file: Input, member: str, fits: Callable[[object], bool] = lambda _: True) -> dict[str, Any]:
    """Read a proof: alone, the only one in an answer of the service, or the only one there that fits."""
    with file.opened() as content:
        document = decode_object(content, "the proof")
        found = find_in_answer(
            document, "the answer", fields=frozenset({member, f"{member}s"}), sought="such proof"
        )
    document = document if found is None else dict(found)
    several = document.get(f"{member}s")
    if isinstance(several, list):
        fitting = [each for each in several if len(several) == 1 or fits(each)]
        if len(fitting) != 1:
            raise sealwax.MalformedInput(
                f"{len(fitting)} of the {len(several)} proofs in the answer match the options; pass one "
                "of them in a file"
            )
        document = {member: fitting[0]}
    inner = document.get(member)
    return inner if isinstance(inner, dict) else document


def _is_of(proof: object, expected: proofs.AppProofExpectation) -> bool:
    """Whether an app proof claims the expected type and address, before it is verified."""
    text: Any = proof.get("proofPayload") if isinstance(proof, dict) else None
    try:
        payload = decode_json(to_bytes(text, "the payload"), dict[str, Any], "the payload")
    except sealwax.MalformedInput:
        return False
    derived = payload.get("addressDerivationProof")
    address = derived.get("address") if isinstance(derived, dict) else None
    return payload.get("type") == expected.type and expected.address in {None, address}


def _describe(verified: VerifiedBootProof) -> dict[str, object]:
    manifest = verified.manifest
    return {
        "public_key": verified.public_key,
        "booted_at": verified.timestamp.isoformat(),
        "module_id": verified.module_id,
        "manifest_hash": manifest.hash,
        "namespace": manifest.namespace,
        "nonce": manifest.nonce,
        "quorum_key": manifest.quorum_key,
        "pivot_hash": manifest.pivot_hash,
        "pcrs": {str(index): value for index, value in manifest.pcrs.items()},
        "approved_by": [member.alias for member in verified.approved_by],
        "checked": dataclasses.asdict(verified.checks),
    }


def _in_words(result: dict[str, Any]) -> list[str]:
    boot = result["boot_proof"]
    checked = boot["checked"]
    pinned = [f"PCR{index}" for index in checked["pcrs"]]
    names = ("manifest_hash", "quorum_key", "namespace", "manifest_set")
    pinned += [name.replace("_", " ") for name in names if checked[name]]
    unpinned = [name.replace("_", " ") for name in names if not checked[name]]
    lines = []
    if "type" in result:
        lines += [f"{result['type']}, signed at {result['timestamp']}"]
        for name, value in result["content"].items():
            lines += [
                f"  {name}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
            ]
    return [
        *lines,
        f"enclave {boot['module_id']}, started at {boot['booted_at']}",
        f"  namespace: {boot['namespace']}, nonce {boot['nonce']}",
        f"  manifest hash: {boot['manifest_hash']}",
        f"  as expected: {', '.join(pinned)}",
        f"  not compared: {', '.join(unpinned) or 'nothing'}",
    ]
