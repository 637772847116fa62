"""Making the files of vectors, and their JSON Schemas."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files

import msgspec

from sealwax.errors import Unsupported
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.find_constructs import CASE_TYPES, CONSTRUCTS, FileSuite
from sealwax_vectors.format import Case, Construct, Note, Suite, group_type
from sealwax_vectors.loader import directory

from .activity_votes import activity_vote
from .addresses import wallet_address
from .api_key_stamps import (
    api_key_stamp_ed25519,
    api_key_stamp_eip191,
    api_key_stamp_p256,
    api_key_stamp_secp256k1,
)
from .app_proofs import app_proof
from .attestation_documents import attestation_document
from .attestations import webauthn_attestation
from .attested_stamps import attested_stamp
from .boot_proofs import boot_proof
from .case_numbers import read_case_numbers
from .client_signatures import client_signature
from .credentials import credential_bundle
from .custom_proofs import custom_proof
from .export_proposals import export_proposal
from .exports import account_export, wallet_export
from .hpke import hpke
from .imports import import_bundle
from .mnemonics import bip39
from .otp import otp_bundle
from .payload_digests import payload_digest
from .private_key_forms import private_key_form
from .quorum_keys import quorum_key_envelope
from .releases import enclave_release
from .repeats import REPEATS
from .schemas import common_schema, dump_json, dump_schema
from .sealed_requests import request_schema, sealed_request
from .secrets import secret_export, secret_import
from .signature_results import signature_result
from .tokens import session_jwt, verification_token
from .webauthn_stamps import webauthn_stamp
from .webhooks import webhook

MAKERS: dict[str, Callable[[KeyMaterial], Iterable[Case]]] = {
    "account_export": account_export,
    "activity_vote": activity_vote,
    "api_key_stamp_ed25519": api_key_stamp_ed25519,
    "api_key_stamp_eip191": api_key_stamp_eip191,
    "api_key_stamp_p256": api_key_stamp_p256,
    "api_key_stamp_secp256k1": api_key_stamp_secp256k1,
    "app_proof": app_proof,
    "attestation_document": attestation_document,
    "attested_stamp": attested_stamp,
    "bip39": bip39,
    "boot_proof": boot_proof,
    "client_signature": client_signature,
    "credential_bundle": credential_bundle,
    "custom_proof": custom_proof,
    "enclave_release": enclave_release,
    "export_proposal": export_proposal,
    "hpke": hpke,
    "import_bundle": import_bundle,
    "otp_bundle": otp_bundle,
    "payload_digest": payload_digest,
    "private_key_form": private_key_form,
    "quorum_key_envelope": quorum_key_envelope,
    "sealed_request": sealed_request,
    "secret_export": secret_export,
    "secret_import": secret_import,
    "session_jwt": session_jwt,
    "signature_result": signature_result,
    "verification_token": verification_token,
    "wallet_address": wallet_address,
    "wallet_export": wallet_export,
    "webauthn_attestation": webauthn_attestation,
    "webauthn_stamp": webauthn_stamp,
    "webhook": webhook,
}
"""The function that makes each file's cases, by construct name."""

VERSION = "1.1.0"
"""The version of the vectors: the first number for a change of the format, the second for other cases."""

NOTES = msgspec.json.decode(files(__package__).joinpath("flags.json").read_bytes(), type=dict[str, Note])
"""The notes that explain cases, by flag: the kind of bug and its effect."""

_COMMON_SCHEMA = "schema/common.json"
_REQUEST_SCHEMA = "schema/requests.json"
_INDEX = "schema/index.json"


@dataclass(frozen=True)
class VectorFile:
    """A file that the generator makes.

    Attributes:
        path: The path relative to the directory of the vectors, with ``/`` as separator.
        content: The content, in ASCII.
    """

    path: str
    content: bytes


def generate_files(seed: bytes) -> Iterator[VectorFile]:
    """Make all files of vectors and their JSON Schemas.

    A case that is already in this package's files keeps its number.

    Args:
        seed: 32 bytes, which determine all inputs and outputs.

    Yields:
        The file and the schema of each construct, then the common schema, the schema of requests, and the
        index of all files.

    Raises:
        MalformedInput: The seed has another length, or a file of this package cannot be read.
    """
    rows = []
    for construct in CONSTRUCTS:
        path, path_of_schema = _paths_of(construct)
        suite = generate(construct, seed, read_case_numbers(directory() / path))
        yield VectorFile(path, dump_json(suite))
        yield VectorFile(path_of_schema, dump_schema(construct))
        rows.append(_index_row(construct, suite))
    yield VectorFile(_COMMON_SCHEMA, common_schema())
    yield VectorFile(_REQUEST_SCHEMA, dump_json(request_schema()))
    yield VectorFile(_INDEX, dump_json({"version": VERSION, "requests": _REQUEST_SCHEMA, "files": rows}))


def file_paths() -> list[str]:
    """List the paths of the files that :func:`generate_files` makes, in its order."""
    of_constructs = (path for construct in CONSTRUCTS for path in _paths_of(construct))
    return [*of_constructs, _COMMON_SCHEMA, _REQUEST_SCHEMA, _INDEX]


def _index_row(construct: Construct, suite: Suite) -> dict[str, object]:
    """Return the row of a file in the index."""
    file, schema = _paths_of(construct)
    return {
        "file": file,
        "construct": construct.algorithm,
        "schema": schema,
        "groups": [group_type(type(group)) for group in suite.test_groups],
    }


def _paths_of(construct: Construct) -> tuple[str, str]:
    return f"{construct.name}.json", f"schema/{construct.schema}"


def generate(construct: Construct, seed: bytes, numbers: Mapping[str, int]) -> Suite:
    """Make the vectors of a construct.

    Args:
        construct: The construct.
        seed: 32 bytes, from which each construct derives its own key material.
        numbers: The numbers of known cases, by id. New cases take the next ones in the order of their
            making.

    Returns:
        The file. The cases of a group are in the order of their numbers.

    Raises:
        MalformedInput: The seed has another length.
        Unsupported: ``MAKERS`` has no maker of the construct.
        ValueError: Two cases have the same id.
    """
    material = KeyMaterial(KeyMaterial(seed).take(f"vectors/{construct.name}"))
    make = MAKERS.get(construct.name)
    if make is None:
        raise Unsupported(
            f"the construct {construct.name} has no maker; write a function that makes its cases in "
            "sealwax_vectors/makers/, and name it in MAKERS of makers/generator.py"
        )
    made = list(without_repeats(construct.name, make(material)))
    groups = [
        group(tests=tests)
        for group in construct.groups
        if (tests := [case for case in made if type(case) is CASE_TYPES[group]])
    ]
    for group in groups:
        for case in group.tests:
            case.id = f"{construct.name}/{group_type(type(group))}/{case.id}"
    cases = [case for group in groups for case in group.tests]
    ids = Counter(case.id for case in cases)
    if twice := [case for case, count in ids.items() if count > 1]:
        raise ValueError(f"give the cases {', '.join(twice)} other ids")
    last = max(numbers.values(), default=0)
    for case in cases:
        number = numbers.get(case.id)
        if number is None:
            number = last = last + 1
        case.tc_id = number
    for group in groups:
        group.tests.sort(key=lambda case: case.tc_id)
    flags = sorted({flag for case in cases for flag in case.flags})
    return FileSuite(
        algorithm=construct.algorithm,
        schema=construct.schema,
        generator_version=VERSION,
        number_of_tests=len(cases),
        header=list(construct.header),
        notes={flag: NOTES[flag] for flag in flags},
        test_groups=groups,
    )


_DESCRIPTION = {*Case.__struct_encode_fields__} - {"result", "error"}


def without_repeats(construct: str, cases: Iterable[Case]) -> Iterator[Case]:
    """Leave out the cases that ``REPEATS`` names."""
    left_out = REPEATS.get(construct, frozenset())
    return (case for case in cases if case.id not in left_out)


def repeats_in(cases: Iterable[Case]) -> dict[str, str]:
    """Find the cases with the input and result of an earlier case, whose id is the value.

    A test refuses what this finds for the seed of the committed files. With another seed, two different
    changes of a text may give the same text.
    """
    first: dict[object, str] = {}
    found: dict[str, str] = {}
    for case in cases:
        fields = msgspec.to_builtins(case).items()
        key = (
            type(case),
            msgspec.json.encode({name: value for name, value in fields if name not in _DESCRIPTION}),
        )
        earlier = first.setdefault(key, case.id)
        if earlier != case.id:
            found[case.id] = earlier
    return found
