"""The command ``sealwax verify-proof``."""

import dataclasses
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import click

import sealwax
from sealwax import proofs
from sealwax._codec.strict_json import decode_json, decode_object
from sealwax._codec.text import to_bytes
from sealwax.operations.reading import find_in_answer
from sealwax.proofs.boot import VerifiedBootProof

from . import enclave, options
from .explanation import explain_boot_proof
from .streams import Input, write_result
from .usage import Misuse

_PRODUCTION = "production"
_TYPES: dict[str, proofs.AppProofType] = {
    "address-derivation": "APP_PROOF_TYPE_ADDRESS_DERIVATION",
    "policy-outcome": "APP_PROOF_TYPE_POLICY_OUTCOME",
}
# The optional checks, by their displayed names.
_CHECKS = {
    "manifest_hash": "manifest hash",
    "pivot_hash": "pivot hash",
    "quorum_key": "quorum key",
    "namespace": "namespace",
    "min_nonce": "nonce",
    "args": "arguments",
    "environment": "environment",
    "resolvers": "resolvers",
    "bridges": "bridges",
    "manifest_set": "manifest set",
    "share_set": "share set",
    "operators": "operators",
    "live": "live key",
}


@options.command(
    epilog=options.examples(
        "sealwax verify-proof --boot-proof boot.json app.json --pcr 0=f670… --pivot-hash 3aee… \\\n"
        "    --type address-derivation --organization-id ID --address 0x…",
        "sealwax verify-proof --boot-proof boot.json --release releases/2026.4.2 --application signer",
        "sealwax verify-proof --boot-proof boot.json --explain",
    ),
)
@options.input_file("--boot-proof", required=True, help="The boot proof.")
@click.option(
    "--explain",
    is_flag=True,
    help="Show the boot proof's statements about its enclave, and their worth as pins.",
)
@enclave.identity_options
@click.option("--type", "type", type=click.Choice(list(_TYPES)), help="The app proof's type.")
@click.option("--organization-id", metavar="ID", help="The app proof's organization.")
@click.option("--wallet-id", metavar="ID", help="The app proof's wallet.")
@click.option("--derivation-path", metavar="PATH", help="The app proof's derivation path.")
@click.option("--address", metavar="ADDRESS", help="The app proof's address.")
@click.option(
    "--max-age", type=click.IntRange(0, 10**9), metavar="SECONDS", help="The greatest age of the app proof."
)
@options.leeway
@options.as_json
@options.input_argument("app_proof", required=False)
def verify_proof(
    *,
    app_proof: Input | None,
    boot_proof: Input,
    explain: bool,
    leeway: timedelta,
    as_json: bool,
    **pins: Any,
) -> None:
    """Verify the app proof in FILE with the boot proof of its enclave, or the boot proof alone.

    The files have the proofs as the service returns them, or the answer with the proof. If there are several
    app proofs, --type and --address select one. Pass pins that identify the program, and do not take them
    from the proof: --release with --application; or --manifest-hash; or --pcr 0=… with --pivot-hash; or --pcr
    0=… with --quorum-public-key and --namespace; or --operators with --namespace. A release is valid if
    enough of the trusted operators approved it.
    """
    if explain:
        _explain(app_proof, boot_proof, pins, as_json=as_json)
        return
    expected_enclave = enclave.take_identity(pins)
    boot = read_proof(boot_proof, "bootProof")
    if app_proof is None:
        if any(value is not None for value in pins.values()):
            raise Misuse("the options for an app proof need its FILE; pass it, or leave them out")
        verified = proofs.verify_boot_proof(boot, identity=expected_enclave)
        result: dict[str, object] = {"boot_proof": describe_boot(verified)}
    else:
        result = _verify_app_proof(app_proof, boot, expected_enclave, pins, leeway)
    write_result(result, in_words(result), as_json=as_json)


def _explain(app_proof: Input | None, boot_proof: Input, pins: dict[str, Any], *, as_json: bool) -> None:
    root = pins.pop("root")
    if app_proof is not None or any(value not in (None, False, (), {}) for value in pins.values()):
        raise Misuse("--explain compares nothing; pass only --boot-proof, and --root for another root")
    items = explain_boot_proof(read_proof(boot_proof, "bootProof"), root=root)
    result: dict[str, object] = {"items": [item._asdict() for item in items]}
    width = max(len(item.name) for item in items)
    lines = [
        line
        for item in items
        for line in (f"{item.name:{width}}  {item.value}", f"{'':{width}}    {item.worth}")
    ]
    advice = "The proof's own statements prove nothing: get the values to pin from another source."
    write_result(result, [*lines, advice], as_json=as_json)


def _verify_app_proof(
    file: Input,
    boot: dict[str, Any],
    enclave: proofs.EnclaveIdentity,
    expected: dict[str, Any],
    leeway: timedelta,
) -> dict[str, object]:
    if expected["type"] is None or expected["organization_id"] is None:
        raise Misuse("an app proof needs --type and --organization-id")
    age = None if expected["max_age"] is None else timedelta(seconds=expected["max_age"])
    expected |= {"type": _TYPES[expected["type"]], "max_age": age}
    expectation = proofs.AppProofExpectation(**expected)
    app_proof = read_proof(file, "appProof", lambda proof: _is_of(proof, expectation))
    verified = proofs.verify_app_proof(app_proof, boot, identity=enclave, expected=expectation, leeway=leeway)
    return {
        "type": verified.type,
        "timestamp": verified.timestamp.isoformat(),
        "age_checked": verified.age_checked,
        "content": verified.content,
        "boot_proof": describe_boot(verified.boot_proof),
    }


def read_proof(file: Input, member: str, fits: Callable[[object], bool] = lambda _: True) -> dict[str, Any]:
    """Read a proof, or the only matching proof in an answer of the service."""
    with file.opened() as content:
        document = decode_object(content, "the proof")
        found = find_in_answer(
            document, "the answer", fields=frozenset({member, f"{member}s"}), sought="such proof"
        )
    document = document if found is None else dict(found)
    several = document.get(f"{member}s")
    if isinstance(several, list):
        fitting = [proof for proof in several if len(several) == 1 or fits(proof)]
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


def describe_boot(verified: VerifiedBootProof) -> dict[str, object]:
    """Return a boot proof's statements, and the checks performed."""
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


def in_words(result: dict[str, Any]) -> list[str]:
    """Return the lines for a person."""
    boot = result["boot_proof"]
    checked = boot["checked"]
    pinned = [f"PCR{index}" for index in checked["pcrs"]]
    pinned += [shown for name, shown in _CHECKS.items() if checked[name]]
    unpinned = [shown for name, shown in _CHECKS.items() if not checked[name]]
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
        *(["  any program was accepted: these pins identify none"] if checked["any_program"] else []),
    ]
