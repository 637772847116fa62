"""The command ``sealwax verify-custom-proof``."""

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import click
import msgspec

from sealwax import proofs
from sealwax._codec.strict_json import decode_json
from sealwax._limits import MAX_KEY_FILE_BYTES
from sealwax.errors import MalformedInput
from sealwax.files import read_file

from . import options
from .enclave import make_identity, pin_options
from .streams import Input, write_result
from .usage import Misuse
from .verify_proof import describe_boot, in_words, read_proof

_PAIR = re.compile(r"([^=]+)=(.*)", re.DOTALL)


class _MembersFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of ``ProofMembers`` in a file; those that can be None are None by default."""

    public_key: str = "publicKey"
    payload: str = "proofPayload"
    signature: str = "signature"
    scheme: str | None = None
    type: str | None = None
    time_of_signing: str | None = None


class _FormFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arguments of ``ProofForm`` in a file; ``scheme`` is None by default."""

    members: _MembersFields = _MembersFields()
    scheme: str | None = None
    key_bytes: proofs.KeyBytes = 130
    signature_encoding: proofs.SignatureEncoding = "raw"
    signs: proofs.SignedPart = "payload"
    require_low_s: bool = False


def _to_form(context: click.Context, option: click.Parameter, value: str) -> str:
    if value not in proofs.KNOWN_FORMS:
        options.remember(context, option, value)
    return value


def _form_of(value: str) -> proofs.ProofForm:
    """Return a known form by its name, or read one from a file."""
    if value in proofs.KNOWN_FORMS:
        return proofs.KNOWN_FORMS[value]
    label = "the form of --form"
    fields = decode_json(read_file(Path(value), limit=MAX_KEY_FILE_BYTES, label=label), _FormFields, label)
    try:
        members = proofs.ProofMembers(**msgspec.structs.asdict(fields.members))
        return proofs.ProofForm(**{**msgspec.structs.asdict(fields), "members": members})
    except ValueError as error:
        problem = str(error)
    raise MalformedInput(f"{label} is not valid: {problem}")


def _to_members(
    _context: click.Context, _option: click.Parameter, values: tuple[str, ...]
) -> dict[str, str] | None:
    pairs = [_PAIR.fullmatch(value) for value in values]
    found = {pair[1]: pair[2] for pair in pairs if pair is not None}
    if len(found) != len(values):
        raise Misuse("--member must be NAME=TEXT, each name once")
    return found or None


@options.command(
    epilog=options.examples(
        "sealwax verify-custom-proof --boot-proof boot.json proof.json --manifest-hash 24a9… \\\n"
        "    --form service --type my-app.decision.v1 --member challenge=5f37…",
    ),
)
@options.input_file("--boot-proof", required=True, help="The boot proof.")
@pin_options
@click.option(
    "--form",
    required=True,
    metavar="FORM",
    callback=_to_form,
    help=f"The form of the proof: {', '.join(proofs.KNOWN_FORMS)}; or a file with the arguments of ProofForm "
    "as JSON, and those of ProofMembers in members.",
)
@click.option("--type", "expected_type", metavar="TYPE", help="The exact type of the proof.")
@click.option("--no-type", is_flag=True, help="The payload has no type.")
@click.option(
    "--member",
    "members",
    multiple=True,
    callback=_to_members,
    metavar="NAME=TEXT",
    help="A member of the payload that must have this text, such as a challenge; repeat it.",
)
@options.input_file("--payload", help="The payload, for a form that signs digests.")
@click.option(
    "--max-age", type=click.IntRange(0, 10**9), metavar="SECONDS", help="The greatest age of the proof."
)
@options.leeway
@options.as_json
@options.input_argument("proof")
def verify_custom_proof(
    *,
    proof: Input,
    boot_proof: Input,
    form: str,
    expected_type: str | None,
    no_type: bool,
    members: dict[str, str] | None,
    payload: Input | None,
    max_age: int | None,
    leeway: timedelta,
    as_json: bool,
    **of_enclave: Any,
) -> None:
    """Verify the proof in FILE of any application, with the boot proof of its enclave.

    Pass pins that identify the program, as for `verify-proof`; do not take them from the proof. Name a
    challenge or a digest of your request with --member: otherwise, an old proof passes, too.
    """
    if no_type == (expected_type is not None):
        raise Misuse("pass either --type or --no-type")
    identity = make_identity(of_enclave)
    boot = read_proof(boot_proof, "bootProof")
    document = read_proof(proof, "proof")
    digested = None if payload is None else payload.read()
    try:
        verified = proofs.verify_custom_proof(
            document,
            boot,
            identity=identity,
            form=_form_of(form),
            expected=proofs.CustomProofExpectation(
                type=expected_type,
                members=members,
                max_age=None if max_age is None else timedelta(seconds=max_age),
            ),
            payload=digested,
            leeway=leeway,
        )
    except MalformedInput:
        raise
    except ValueError as error:
        raise Misuse(_in_options(str(error))) from None
    time = None if verified.timestamp is None else verified.timestamp.isoformat()
    fields: dict[str, object] = {
        "type": verified.type,
        "timestamp": time,
        "age_checked": verified.age_checked,
        "members_checked": list(verified.members_checked),
        "content": dict(verified.content),
        "boot_proof": describe_boot(verified.boot_proof),
    }
    lines = [
        (verified.type or "no type") + ("" if time is None else f", signed at {time}"),
        *(f"  {name}: {_shown(value)}" for name, value in verified.content.items()),
        *in_words({"boot_proof": fields["boot_proof"]}),
    ]
    write_result(fields, lines, as_json=as_json)


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _in_options(message: str) -> str:
    """Name the option in place of the argument of ``verify_custom_proof`` that a message begins with."""
    argument, space, problem = message.removeprefix("expected.").partition(" ")
    option = {"type": "--type", "members": "--member", "max_age": "--max-age", "payload": "--payload"}
    return option.get(argument, argument) + space + problem.replace("pass None", "pass --no-type")
