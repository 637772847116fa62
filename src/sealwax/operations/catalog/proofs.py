"""App proofs and boot proofs: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from typing import Annotated, ClassVar

from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation
from sealwax.operations.parameters import Array, JsonObject, about
from sealwax.operations.responses import Record, RecordType


class GetBootProofResult(Record, frozen=True, kw_only=True):
    """The answer to get_boot_proof."""

    boot_proof: JsonObject
    """The boot proof; verify_boot_proof verifies it."""


class GetBootProof(QueryOperation[GetBootProofResult], frozen=True, kw_only=True):
    """Get the boot proof of an enclave, by its ephemeral key."""

    operation_name = "get_boot_proof"
    result_type: ClassVar[RecordType] = GetBootProofResult

    ephemeral_key: Annotated[str, about("The enclave's ephemeral public key, in hex.")]
    """The enclave's ephemeral public key, in hex."""


class GetLatestBootProofResult(Record, frozen=True, kw_only=True):
    """The answer to get_latest_boot_proof."""

    boot_proof: JsonObject
    """The boot proof; verify_boot_proof verifies it."""


class GetLatestBootProof(QueryOperation[GetLatestBootProofResult], frozen=True, kw_only=True):
    """Get the newest boot proof of an enclave application."""

    operation_name = "get_latest_boot_proof"
    result_type: ClassVar[RecordType] = GetLatestBootProofResult

    app_name: str
    """The id of the enclave application."""


class ListAppProofsResult(Record, frozen=True, kw_only=True):
    """The answer to list_app_proofs."""

    app_proofs: Array[JsonObject]
    """The app proofs; verify_app_proof verifies each."""


class ListAppProofs(QueryOperation[ListAppProofsResult], frozen=True, kw_only=True):
    """List the app proofs of an activity."""

    operation_name = "list_app_proofs"
    result_type: ClassVar[RecordType] = ListAppProofsResult

    activity_id: Id
    """The id of the activity."""
