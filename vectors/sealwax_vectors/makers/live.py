"""Live vectors: defects of vectors, made in the artifact that a client of a service requested.

``LocalService(vectors=live)`` of sealwax-service injects them as the fault ``vector``. A vector can be live
if it changes only the artifact, not the client's expectations.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import takewhile
from typing import Any, Final, NamedTuple

import msgspec

from sealwax._codec.strict_json import decode_object, encode_json
from sealwax.errors import InvalidRequest, MalformedInput
from sealwax.login.tokens import SessionClaims, VerificationClaims
from sealwax.testing.enclave import ReferenceEnclave
from sealwax.testing.key_material import SEED_BYTES, KeyMaterial
from sealwax.testing.nitro import APP_PROOFS, BOOT_PROOF, PROOFS, AttestedEnclave
from sealwax_vectors.constructs.find_constructs import CONSTRUCTS
from sealwax_vectors.format import Case, Construct, case_type, group_type, output_fields

from .app_proofs import PAYLOAD, app_proof
from .boot_proofs import boot_proof
from .bundles import ORGANIZATION, Live
from .defects import compact
from .exports import account_export, wallet_export
from .generator import without_repeats
from .imports import USER, import_bundle
from .otp import otp_bundle
from .tokens import EXPIRY, session_jwt, verification_token


# pyright reads a callable member of a NamedTuple as a method.
@dataclass(frozen=True)
class VectorFault:
    """The change that a vector makes to the answer's field with the artifact."""

    field: str
    change: Callable[[ReferenceEnclave, AttestedEnclave, Any, Mapping[str, object]], Any]
    """Makes the invalid value from the enclaves, the valid value and the parameters of the request."""


class LiveConstruct(NamedTuple):
    """A construct whose vectors can be live.

    Attributes:
        build: The function that makes its cases, named after the file. Cases of the first type can be live.
        input: The field of the artifact in these cases.
        field: The field of the artifact in answers.
        operations: The operations whose answers have the artifact.
    """

    build: Callable[[KeyMaterial, Live], Iterator[Case]]
    input: str
    field: str
    operations: frozenset[str]

    @property
    def construct(self) -> Construct:
        """The row of the table of constructs."""
        return next(row for row in CONSTRUCTS if row.name == self.build.__name__)


_TABLE: Final = (
    LiveConstruct(wallet_export, "bundle", "exportBundle", frozenset({"export_wallet"})),
    LiveConstruct(
        account_export, "bundle", "exportBundle", frozenset({"export_wallet_account", "export_private_key"})
    ),
    LiveConstruct(
        import_bundle, "bundle", "importBundle", frozenset({"init_import_wallet", "init_import_private_key"})
    ),
    LiveConstruct(
        otp_bundle, "targetBundle", "otpEncryptionTargetBundle", frozenset({"init_otp", "otp_init_v2"})
    ),
    LiveConstruct(
        verification_token, "token", "verificationToken", frozenset({"verify_otp", "otp_verify_v2"})
    ),
    LiveConstruct(
        session_jwt,
        "token",
        "session",
        frozenset({"oauth_login", "otp_login", "stamp_login", "otp_login_v2"}),
    ),
    LiveConstruct(
        app_proof,
        "appProof",
        APP_PROOFS,
        frozenset({"create_wallet", "import_wallet", "create_sub_organization", "signup_v2"}),
    ),
    LiveConstruct(
        boot_proof, "bootProof", BOOT_PROOF, frozenset({"get_boot_proof", "get_latest_boot_proof"})
    ),
)


def live_vectors(operation: str) -> tuple[str, ...]:
    """List the test vectors that can replace the artifact in an operation's answer.

    Args:
        operation: The operation's name, such as ``export_wallet``.

    Returns:
        Their ids; none if the operation's answer has no artifact.
    """
    return tuple(vector for row in _TABLE if operation in row.operations for vector in _ids(row))


def find_live(operation: str, vector: str) -> VectorFault:
    """Find the change that a test vector makes to an operation's answer.

    Args:
        operation: The operation's name.
        vector: The vector's id.

    Returns:
        The field of the answer, and the change of its value.

    Raises:
        InvalidRequest: The operation's answer cannot have the vector.
    """
    for row in _TABLE:
        if operation in row.operations and vector in _ids(row):
            return VectorFault(row.field, partial(_make_live, row, vector))
    raise InvalidRequest(
        "this operation's answer cannot have the vector; choose a vector that "
        "sealwax_vectors.makers.live.live_vectors lists"
    )


def _make_live(  # noqa: PLR0917 - the last four are those of `VectorFault.change`
    row: LiveConstruct,
    vector: str,
    enclave: ReferenceEnclave,
    prover: AttestedEnclave,
    artifact: Any,
    submitted: Mapping[str, object],
) -> Any:
    """Make an artifact invalid: a text, a boot proof, or the first in a list of app proofs."""

    def make(artifact: str, **more: Any) -> str:
        live = Live(enclave, artifact, str(submitted.get("targetPublicKey", "")), **more)
        return _all_cases(row, live)[vector]

    if row.field not in PROOFS:
        return make(artifact)
    several = artifact if row.field == APP_PROOFS else [artifact]
    changed = [json.loads(make(compact(proof), prover=prover)) for proof in several[:1]]
    return [*changed, *several[1:]] if row.field == APP_PROOFS else changed[0]


# A service always has the same boot proof, and its cases take half a second.
@lru_cache(maxsize=1)
def _all_cases(row: LiveConstruct, live: Live) -> Mapping[str, str]:
    return dict(_cases(row, _build(row, live)))


@lru_cache(maxsize=len(_TABLE))
def _ids(row: LiveConstruct) -> tuple[str, ...]:
    cases = without_repeats(row.construct.name, _build(row, _example(row)))
    return tuple(vector for vector, _ in _cases(row, cases))


def _build(row: LiveConstruct, live: Live) -> Iterator[Case]:
    return row.build(KeyMaterial(bytes(SEED_BYTES)), live)


def _cases(row: LiveConstruct, cases: Iterator[Case]) -> Iterator[tuple[str, str]]:
    """Yield the id and artifact of each invalid case with the other inputs of the valid case."""
    first = next(cases)
    group = next(group for group in row.construct.groups if case_type(group) is type(first))
    usual = _context(first, row.input)
    for case in takewhile(lambda case: type(case) is type(first), cases):
        artifact = msgspec.to_builtins(case)[row.input]
        if case.result != "invalid" or _context(case, row.input) != usual:
            continue
        if row.field not in PROOFS or _is_plain_object(artifact):
            yield f"{row.construct.name}/{group_type(group)}/{case.id}", artifact


def _is_plain_object(text: str) -> bool:
    """Whether an answer can embed a text: a JSON object that every parser reads alike."""
    try:
        decode_object(text.encode("utf-8", "surrogatepass"), "the proof")
    except MalformedInput:
        return False
    return True


def _context(case: Case, artifact: str) -> dict[str, object]:
    """Return the other inputs of the artifact's reader."""
    # The fields that all cases have describe them. An invalid case has no outputs.
    left_out = {artifact, *Case.__struct_encode_fields__, *output_fields(type(case)).all}
    return {name: value for name, value in msgspec.to_builtins(case).items() if name not in left_out}


def _example(row: LiveConstruct) -> Live:
    """Make a valid artifact of a construct, to list its cases."""
    enclave = ReferenceEnclave(bytes(SEED_BYTES))
    key = KeyMaterial(bytes(SEED_BYTES)).take_key("example").public_key
    if row.build is verification_token:
        artifact = enclave.issue_verification_token(
            VerificationClaims("id", "OTP_TYPE_EMAIL", "c", ORGANIZATION, key, EXPIRY)
        )
    elif row.build is session_jwt:
        artifact = enclave.issue_session_jwt(
            SessionClaims(EXPIRY, key, "SESSION_TYPE_READ_WRITE", USER, ORGANIZATION)
        )
    elif row.field in PROOFS:
        prover = AttestedEnclave(bytes(SEED_BYTES))
        return Live(enclave, compact(prover.app_proof(PAYLOAD)), prover=prover)
    else:
        artifact = enclave.sign_bundle(encode_json({"organizationId": ORGANIZATION, "userId": USER}).encode())
    return Live(enclave, artifact, key)
