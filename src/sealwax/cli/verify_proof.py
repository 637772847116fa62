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
from sealwax.proofs.manifest import MAX_NONCE, PCR_BYTES
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
# The options that stand for arguments of EnclaveIdentity.
_OPTIONS = {
    "allow_any_program=True": "--allow-any-program",
    "manifest_hashes": "--manifest-hash",
    "pivot_hashes": "--pivot-hash",
    "quorum_key": "--quorum-public-key",
    "pcrs": "--pcr",
    "namespace": "--namespace",
}
# The optional checks, as they are shown.
_CHECKS = {
    "manifest_hash": "manifest hash",
    "pivot_hash": "pivot hash",
    "quorum_key": "quorum key",
    "namespace": "namespace",
    "min_nonce": "nonce",
    "args": "arguments",
    "manifest_set": "manifest set",
    "share_set": "share set",
    "live": "live key",
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
        "sealwax verify-proof --boot-proof boot.json app.json --pcr 0=f670… --pivot-hash 3aee… \\\n"
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
    help="A PCR that the enclave must have; 3=production is the role of the machines of production.",
)
@click.option(
    "--pivot-hash",
    "pivot_hashes",
    multiple=True,
    type=options.HEX,
    help="SHA-256 of a program that is allowed.",
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
    "--min-nonce",
    type=click.IntRange(0, MAX_NONCE),
    metavar="NUMBER",
    help="The lowest nonce of the manifest that is allowed.",
)
@click.option(
    "--args", "arguments", metavar="JSON", help='The program\'s arguments, such as ["--port","3000"].'
)
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
    "--share-member",
    "share_members",
    multiple=True,
    type=options.HEX,
    help="The key set of a member of the share set. Repeat it for each member.",
)
@click.option(
    "--share-threshold",
    type=click.IntRange(1, 255),
    metavar="NUMBER",
    help="The threshold of the share set.",
)
@click.option(
    "--require-live", is_flag=True, help="Refuse an enclave that does not commit to its live key (PCR17)."
)
@click.option(
    "--allow-any-program", is_flag=True, help="Accept pins that identify no program, such as PCRs alone."
)
@click.option("--allow-debug-mode", is_flag=True, help="Accept a program whose output can be read.")
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
    pivot_hashes: tuple[str, ...],
    manifest_hashes: tuple[str, ...],
    quorum_key: str | None,
    namespace: str | None,
    min_nonce: int | None,
    arguments: str | None,
    members: tuple[str, ...],
    threshold: int | None,
    share_members: tuple[str, ...],
    share_threshold: int | None,
    roots: tuple[str, ...],
    require_live: bool,
    allow_any_program: bool,
    allow_debug_mode: bool,
    as_json: bool,
    **expected: Any,
) -> None:
    """Verify the app proof in FILE with the boot proof of its enclave, or the boot proof alone.

    The files have the proofs as the service returns them, or the answer with the proof. Of several app
    proofs, the one with the given type and address is verified. Pass what identifies the program, from
    another source than the proof: --manifest-hash; or --pcr 0=… with --pivot-hash; or --pcr 0=… with
    --quorum-public-key and --namespace.
    """
    pins: dict[str, Any] = {
        "pcrs": pcrs,
        "pivot_hashes": pivot_hashes,
        "manifest_hashes": manifest_hashes,
        "quorum_key": quorum_key,
        "namespace": namespace,
        "min_nonce": min_nonce,
        "args": None if arguments is None else _to_args(arguments),
        "manifest_set": _to_set(members, threshold, ""),
        "share_set": _to_set(share_members, share_threshold, "share-"),
        "root": roots,
        "require_live": require_live,
        "allow_any_program": allow_any_program,
        "allow_debug_mode": allow_debug_mode,
    }
    identity = _to_identity(pins)
    boot = _read(boot_proof, "bootProof")
    if app_proof is None:
        if any(value is not None for value in expected.values()):
            raise Misuse("the options for an app proof need its FILE; pass it, or leave them out")
        verified = proofs.verify_boot_proof(boot, identity=identity)
        result: dict[str, object] = {"boot_proof": _describe(verified)}
    else:
        result = _verify_app_proof(app_proof, boot, identity, expected)
    write_result(result, _in_words(result), as_json=as_json)


def _to_args(text: str) -> list[str]:
    return decode_json(to_bytes(text, "--args"), list[str], "--args")


def _to_set(members: tuple[str, ...], threshold: int | None, prefix: str) -> proofs.QuorumSet | None:
    if bool(members) != (threshold is not None):
        raise Misuse(f"--{prefix}member and --{prefix}threshold describe one set; pass both or neither")
    option = f"--{prefix}member"
    quorum = tuple(
        proofs.QuorumMember("", decode_hex(member, option, length=KEY_SET_BYTES).hex()) for member in members
    )
    return None if threshold is None else proofs.QuorumSet(threshold, quorum)


def _to_identity(pins: dict[str, Any]) -> proofs.EnclaveIdentity:
    try:
        return proofs.EnclaveIdentity(**pins)
    except sealwax.SealwaxError:
        raise
    except ValueError as error:
        raise Misuse(_in_options(str(error))) from None


def _in_options(message: str) -> str:
    """Name the options in place of the arguments of ``EnclaveIdentity``."""
    for argument, option in _OPTIONS.items():
        message = message.replace(argument, option)
    return message


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
