"""The operations on secrets, which the API's specification does not have.

They are those of the service's public definition, with what its clients send beyond it: the context of an
export, and the deletion (wire-formats.md, section 4.6).
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from sealwax._codec.violations import Violation
from sealwax._limits import MAX_SECRETS_OF_A_REQUEST

from . import results
from .catalog import Pagination
from .fields import (
    ENCLAVE_ENCRYPT_V1,
    EncryptionSuite,
    KeyValue,
    SecretToExport,
    SecretToImport,
)
from .forms import Id, find_repeated
from .operation import QueryOperation, SubmitOperation
from .parameters import Array, about

_FROM_ONE = Meta(min_length=1)
_LIMITED = Meta(min_length=1, max_length=MAX_SECRETS_OF_A_REQUEST)


class InitImportSecrets(SubmitOperation[results.InitImportSecretsResult], frozen=True, kw_only=True):
    """Get keys of the enclave, to seal secrets to for their import."""

    as_many: ClassVar[Mapping[str, str]] = {"enclaveTargetMessages": "num_secrets"}

    encryption_suite: Annotated[EncryptionSuite, about("The suite that seals the secrets.")]
    num_secrets: Annotated[
        Annotated[int, Meta(ge=1)], about("The number of secrets: the enclave makes a key for each.")
    ]


class ImportSecrets(SubmitOperation[results.ImportSecretsResult], frozen=True, kw_only=True):
    """Import secrets that are sealed to keys of the enclave."""

    as_many: ClassVar[Mapping[str, str]] = {"secretIds": "secrets"}

    secrets: Annotated[Annotated[Array[SecretToImport], _FROM_ONE], about("The sealed secrets.")]

    def broken_rule(self) -> Violation | None:
        """Refuse two secrets for one key, which seals only one."""
        keys = [each.target_public_key for each in self.secrets]
        return find_repeated(keys, lambda number: ("secrets", number, "targetPublicKey"))


class ExportSecrets(SubmitOperation[results.ExportSecretsResult], frozen=True, kw_only=True):
    """Export secrets, sealed to target keys: yours, or those of another recipient."""

    as_many: ClassVar[Mapping[str, str]] = {"secretPayloads": "secrets"}

    secrets: Annotated[
        Annotated[Array[SecretToExport], _LIMITED],
        about(f"The secrets, at most {MAX_SECRETS_OF_A_REQUEST}, each once."),
    ]

    @classmethod
    def for_recipient(
        cls,
        secret_ids: Sequence[str],
        target_public_key: str,
        *,
        request_context: Mapping[str, str] | None = None,
    ) -> "ExportSecrets":
        """Export secrets that are all sealed to one key, as ``read_export_proposal`` requires.

        Args:
            secret_ids: The ids of the secrets.
            target_public_key: The recipient's target public key: an uncompressed P-256 point, in hex.
            request_context: The context, which policies can read; None for none.

        Returns:
            The operation.

        Raises:
            InvalidRequest: A parameter breaks a rule; the message names the field.
        """
        context = [KeyValue(key=key, value=value) for key, value in (request_context or {}).items()]
        secrets = [
            SecretToExport(
                secret_id=secret_id,
                target_public_key=target_public_key,
                encryption_suite=ENCLAVE_ENCRYPT_V1,
                request_context=context or None,
            )
            for secret_id in secret_ids
        ]
        return cls(secrets=secrets)

    def broken_rule(self) -> Violation | None:
        """Refuse a secret that is there twice."""
        ids = [each.secret_id for each in self.secrets]
        return find_repeated(ids, lambda number: ("secrets", number, "secretId"))

    def _request_fields(self) -> dict[str, object]:
        return {"target_public_keys": [each.target_public_key for each in self.secrets]}


class DeleteSecrets(SubmitOperation[results.DeleteSecretsResult], frozen=True, kw_only=True):
    """Delete secrets, which are lost then."""

    secret_ids: Annotated[
        Annotated[Array[Id], _LIMITED],
        about(f"The ids of the secrets, at most {MAX_SECRETS_OF_A_REQUEST}, each once."),
    ]

    def broken_rule(self) -> Violation | None:
        """Refuse an id that is there twice."""
        return find_repeated(self.secret_ids, lambda number: ("secretIds", number))


class ListSecrets(QueryOperation[results.Secrets], frozen=True, kw_only=True):
    """List what is known of an organization's secrets, the newest first; without their content."""

    pagination_options: Annotated[Pagination | None, about("Which part of the list; 10 if left out.")] = None
