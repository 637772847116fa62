"""Secrets: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from datetime import datetime
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

from sealwax._codec.clock import decode_milliseconds
from sealwax._limits import MAX_SECRETS_OF_A_REQUEST
from sealwax.operations.catalog.shared import Pagination
from sealwax.operations.forms import Count, Id
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, Parameters, about
from sealwax.operations.responses import Record, RecordType
from sealwax.operations.results import ExportSecretsResult, InitImportSecretsResult
from sealwax.operations.rules import (
    _DeleteSecrets,
    _ExportSecrets,
    _ImportSecrets,
    _InitImportSecrets,
    _ToTargetKey,
)

EncryptionSuite: TypeAlias = Literal["TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1"]


class InitImportSecrets(
    SubmitOperation[InitImportSecretsResult], _InitImportSecrets, frozen=True, kw_only=True
):
    """Get keys of the enclave, to seal secrets to for their import."""

    operation_name = "init_import_secrets"
    activity_type = "ACTIVITY_TYPE_INIT_IMPORT_SECRETS"
    intent_key = "initImportSecretsIntent"
    result_key = "initImportSecretsResult"
    result_type: ClassVar[RecordType] = InitImportSecretsResult

    encryption_suite: Annotated[EncryptionSuite, about("The suite that seals the secrets.")]
    """The suite that seals the secrets."""
    num_secrets: Annotated[Count, about("The number of secrets: the enclave makes a key for each.")]
    """The number of secrets: the enclave makes a key for each."""


class KeyValue(Parameters, frozen=True, kw_only=True):
    """A property of a secret, or a part of the context of a request; policies can read both."""

    key: Annotated[str, about("The name.")]
    """The name."""
    value: Annotated[str, about("The value.")]
    """The value."""


class SecretToImport(_ToTargetKey, frozen=True, kw_only=True):
    """A secret that is sealed to a key of the enclave."""

    name: Annotated[str | None, about("The secret's display name, unique in the organization.")] = None
    """The secret's display name, unique in the organization."""
    secret_payload: Annotated[Id, about("The sealed secret; SecretTarget.encrypt_secret makes it.")]
    """The sealed secret; SecretTarget.encrypt_secret makes it."""
    target_public_key: Annotated[Id, about("The enclave's key that it is sealed to, of init_import_secrets.")]
    """The enclave's key that it is sealed to, of init_import_secrets."""
    encryption_suite: Annotated[EncryptionSuite, about("The suite that sealed it.")]
    """The suite that sealed it."""
    static_properties: Annotated[
        Array[KeyValue] | None, about("Properties of the secret that never change, for policies.")
    ] = None
    """Properties of the secret that never change, for policies."""


class ImportSecretsResult(Record, frozen=True, kw_only=True):
    """The result of import_secrets."""

    secret_ids: Annotated[Array[str], about("The ids of the new secrets, in the order of the request.")]
    """The ids of the new secrets, in the order of the request."""


class ImportSecrets(SubmitOperation[ImportSecretsResult], _ImportSecrets, frozen=True, kw_only=True):
    """Import secrets that are sealed to keys of the enclave."""

    operation_name = "import_secrets"
    activity_type = "ACTIVITY_TYPE_IMPORT_SECRETS"
    intent_key = "importSecretsIntent"
    result_key = "importSecretsResult"
    result_type: ClassVar[RecordType] = ImportSecretsResult

    secrets: Annotated[Annotated[Array[SecretToImport], Meta(min_length=1)], about("The sealed secrets.")]
    """The sealed secrets."""


class SecretToExport(_ToTargetKey, frozen=True, kw_only=True):
    """A secret to export, and the key to seal it to."""

    secret_id: Annotated[Id, about("The id of the secret.")]
    """The id of the secret."""
    target_public_key: Annotated[
        Id, about("The target public key to seal it to: an uncompressed P-256 point, in hex.")
    ]
    """The target public key to seal it to: an uncompressed P-256 point, in hex."""
    encryption_suite: Annotated[EncryptionSuite, about("The suite to seal it with.")]
    """The suite to seal it with."""
    request_context: Annotated[
        Array[KeyValue] | None, about("The context of the request, for policies; not part of the export.")
    ] = None
    """The context of the request, for policies; not part of the export."""


class ExportSecrets(SubmitOperation[ExportSecretsResult], _ExportSecrets, frozen=True, kw_only=True):
    """Export secrets, sealed to target keys: yours, or those of another recipient."""

    operation_name = "export_secrets"
    activity_type = "ACTIVITY_TYPE_EXPORT_SECRETS"
    intent_key = "exportSecretsIntent"
    result_key = "exportSecretsResult"
    result_type: ClassVar[RecordType] = ExportSecretsResult

    secrets: Annotated[
        Annotated[Array[SecretToExport], Meta(min_length=1, max_length=MAX_SECRETS_OF_A_REQUEST)],
        about("The secrets, at most 32, each once."),
    ]
    """The secrets, at most 32, each once."""


class DeleteSecretsResult(Record, frozen=True, kw_only=True):
    """The result of delete_secrets."""

    secret_ids: Annotated[Array[str], about("The ids of the deleted secrets, as in the request.")]
    """The ids of the deleted secrets, as in the request."""


class DeleteSecrets(SubmitOperation[DeleteSecretsResult], _DeleteSecrets, frozen=True, kw_only=True):
    """Delete secrets, which are lost then."""

    operation_name = "delete_secrets"
    activity_type = "ACTIVITY_TYPE_DELETE_SECRETS"
    intent_key = "deleteSecretsIntent"
    result_key = "deleteSecretsResult"
    result_type: ClassVar[RecordType] = DeleteSecretsResult

    secret_ids: Annotated[
        Annotated[Array[Id], Meta(min_length=1, max_length=MAX_SECRETS_OF_A_REQUEST)],
        about("The ids of the secrets, at most 32, each once."),
    ]
    """The ids of the secrets, at most 32, each once."""


class Property(Record, frozen=True, kw_only=True):
    """A property of a secret."""

    key: Annotated[str, about("The name.")]
    """The name."""
    value: Annotated[str, about("The value.")]
    """The value."""


class Secret(Record, frozen=True, kw_only=True):
    """A secret that the service holds; the record has no secret."""

    secret_id: Annotated[str, about("The secret's id.")]
    """The secret's id."""
    name: Annotated[str | None, about("The secret's display name, if it has one.")] = None
    """The secret's display name, if it has one."""
    static_properties: Annotated[Array[Property], about("The properties that never change.")]
    """The properties that never change."""
    _created_at: str = msgspec.field(name="createdAtUnixMs")

    @property
    def created_at(self) -> datetime:
        """When the secret was created, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return decode_milliseconds(self._created_at, "createdAtUnixMs")


class Secrets(Record, frozen=True, kw_only=True):
    """The answer to list_secrets."""

    secrets: Annotated[Array[Secret], about("The secrets, the newest first.")]
    """The secrets, the newest first."""


class ListSecrets(QueryOperation[Secrets], frozen=True, kw_only=True):
    """List what is known of an organization's secrets, the newest first; without their content."""

    operation_name = "list_secrets"
    result_type: ClassVar[RecordType] = Secrets

    pagination_options: Annotated[Pagination | None, about("Which part of the list; 10 if left out.")] = None
    """Which part of the list; 10 if left out."""
