"""Private keys and their tags: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from typing import Annotated, ClassVar

from sealwax._codec.enumerations import WalletCurve
from sealwax.operations.catalog.shared import PrivateKey, Tag
from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, Parameters, about
from sealwax.operations.responses import Record, RecordType
from sealwax.operations.results import Address, _Import, _PrivateKeyExport
from sealwax.operations.rules import _ToTargetKey
from sealwax.wallets.address_format_names import AddressFormat


class UpdatePrivateKeyTagResult(Record, frozen=True, kw_only=True):
    """The result of update_private_key_tag."""

    private_key_tag_id: Annotated[str, about("The id of the tag.")]
    """The id of the tag."""


class UpdatePrivateKeyTag(SubmitOperation[UpdatePrivateKeyTagResult], frozen=True, kw_only=True):
    """Rename a tag of private keys, add it to keys and remove it from keys; all of it happens, or nothing."""

    operation_name = "update_private_key_tag"
    activity_type = "ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG"
    intent_key = "updatePrivateKeyTagIntent"
    result_key = "updatePrivateKeyTagResult"
    result_type: ClassVar[RecordType] = UpdatePrivateKeyTagResult

    private_key_tag_id: Annotated[Id, about("The id of the tag.")]
    """The id of the tag."""
    new_private_key_tag_name: Annotated[str | None, about("The tag's new name.")] = None
    """The tag's new name."""
    add_private_key_ids: Annotated[Array[Id], about("The ids of private keys to add the tag to.")]
    """The ids of private keys to add the tag to."""
    remove_private_key_ids: Annotated[Array[Id], about("The ids of private keys to remove the tag from.")]
    """The ids of private keys to remove the tag from."""


class DeletePrivateKeysResult(Record, frozen=True, kw_only=True):
    """The result of delete_private_keys."""

    private_key_ids: Annotated[Array[str], about("The ids of the deleted keys.")]
    """The ids of the deleted keys."""


class DeletePrivateKeys(SubmitOperation[DeletePrivateKeysResult], frozen=True, kw_only=True):
    """Delete private keys."""

    operation_name = "delete_private_keys"
    activity_type = "ACTIVITY_TYPE_DELETE_PRIVATE_KEYS"
    intent_key = "deletePrivateKeysIntent"
    result_key = "deletePrivateKeysResult"
    result_type: ClassVar[RecordType] = DeletePrivateKeysResult

    private_key_ids: Annotated[Array[Id], about("The ids of the private keys.")]
    """The ids of the private keys."""
    delete_without_export: Annotated[
        bool | None, about("Whether to also delete keys that were never exported; these are lost then.")
    ] = None
    """Whether to also delete keys that were never exported; these are lost then."""


class CreatePrivateKeyTagResult(Record, frozen=True, kw_only=True):
    """The result of create_private_key_tag."""

    private_key_tag_id: Annotated[str, about("The id of the new tag.")]
    """The id of the new tag."""
    private_key_ids: Annotated[Array[str], about("The ids of the private keys that have the tag.")]
    """The ids of the private keys that have the tag."""


class CreatePrivateKeyTag(SubmitOperation[CreatePrivateKeyTagResult], frozen=True, kw_only=True):
    """Create a tag for private keys."""

    operation_name = "create_private_key_tag"
    activity_type = "ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG"
    intent_key = "createPrivateKeyTagIntent"
    result_key = "createPrivateKeyTagResult"
    result_type: ClassVar[RecordType] = CreatePrivateKeyTagResult

    private_key_tag_name: Annotated[str, about("The tag's name.")]
    """The tag's name."""
    private_key_ids: Annotated[Array[Id], about("The ids of private keys to add the tag to.")]
    """The ids of private keys to add the tag to."""


class PrivateKeys(Record, frozen=True, kw_only=True):
    """The answer to list_private_keys."""

    private_keys: Annotated[Array[PrivateKey], about("The private keys.")]
    """The private keys."""


class ListPrivateKeys(QueryOperation[PrivateKeys], frozen=True, kw_only=True):
    """List the private keys of an organization."""

    operation_name = "list_private_keys"
    result_type: ClassVar[RecordType] = PrivateKeys


class PrivateKeyParams(Parameters, frozen=True, kw_only=True):
    """A private key to create."""

    private_key_name: str
    """The private key's display name."""
    curve: WalletCurve
    """The key's curve."""
    private_key_tags: Array[str]
    """The ids of the key's tags; an empty array if there are none."""
    address_formats: Array[AddressFormat]
    """The formats of the addresses to derive from the key."""


class PrivateKeyResult(Record, frozen=True, kw_only=True):
    """The id and the addresses of a new private key."""

    private_key_id: str | None = None
    """The id of the new private key."""
    addresses: Array[Address] | None = None
    """The key's addresses."""


class CreatePrivateKeysResult(Record, frozen=True, kw_only=True):
    """The result of create_private_keys."""

    private_keys: Array[PrivateKeyResult]
    """The new private keys."""


class CreatePrivateKeys(SubmitOperation[CreatePrivateKeysResult], frozen=True, kw_only=True):
    """Create private keys."""

    operation_name = "create_private_keys"
    activity_type = "ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2"
    intent_key = "createPrivateKeysIntentV2"
    result_key = "createPrivateKeysResultV2"
    result_type: ClassVar[RecordType] = CreatePrivateKeysResult

    private_keys: Array[PrivateKeyParams]
    """The private keys to create."""


class CreatePrivateKeysV1Result(Record, frozen=True, kw_only=True):
    """The result of create_private_keys, version 1."""

    private_key_ids: Array[str]
    """The ids of the new private keys."""


class CreatePrivateKeysV1(SubmitOperation[CreatePrivateKeysV1Result], frozen=True, kw_only=True):
    """Create private keys.

    This is version 1; ``CreatePrivateKeys`` is the newest.
    """

    operation_name = "create_private_keys"
    activity_type = "ACTIVITY_TYPE_CREATE_PRIVATE_KEYS"
    intent_key = "createPrivateKeysIntent"
    result_key = "createPrivateKeysResult"
    result_type: ClassVar[RecordType] = CreatePrivateKeysV1Result

    private_keys: Array[PrivateKeyParams]
    """The private keys to create."""


class DeletePrivateKeyTagsResult(Record, frozen=True, kw_only=True):
    """The result of delete_private_key_tags."""

    private_key_tag_ids: Array[str]
    """The ids of the deleted tags."""
    private_key_ids: Array[str]
    """The ids of the private keys that had these tags."""


class DeletePrivateKeyTags(SubmitOperation[DeletePrivateKeyTagsResult], frozen=True, kw_only=True):
    """Delete tags of private keys."""

    operation_name = "delete_private_key_tags"
    activity_type = "ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS"
    intent_key = "deletePrivateKeyTagsIntent"
    result_key = "deletePrivateKeyTagsResult"
    result_type: ClassVar[RecordType] = DeletePrivateKeyTagsResult

    private_key_tag_ids: Array[str]
    """The ids of the tags."""


class ExportPrivateKeyResult(_PrivateKeyExport, frozen=True, kw_only=True):
    """The result of export_private_key."""

    private_key_id: str
    """The id of the private key."""
    export_bundle: str
    """The export bundle: the private key, sealed to your target key."""


class ExportPrivateKey(SubmitOperation[ExportPrivateKeyResult], _ToTargetKey, frozen=True, kw_only=True):
    """Export a private key, sealed to your target key."""

    operation_name = "export_private_key"
    activity_type = "ACTIVITY_TYPE_EXPORT_PRIVATE_KEY"
    intent_key = "exportPrivateKeyIntent"
    result_key = "exportPrivateKeyResult"
    result_type: ClassVar[RecordType] = ExportPrivateKeyResult

    private_key_id: Id
    """The id of the private key."""
    target_public_key: Annotated[
        Id, about("The target public key to seal it to: an uncompressed P-256 point, in hex.")
    ]
    """The target public key to seal it to: an uncompressed P-256 point, in hex."""


class GetPrivateKeyResult(Record, frozen=True, kw_only=True):
    """The answer to get_private_key."""

    private_key: PrivateKey
    """The private key's record, which has no secret."""


class GetPrivateKey(QueryOperation[GetPrivateKeyResult], frozen=True, kw_only=True):
    """Get a private key's record."""

    operation_name = "get_private_key"
    result_type: ClassVar[RecordType] = GetPrivateKeyResult

    private_key_id: Id
    """The id of the private key."""


class ImportPrivateKeyResult(Record, frozen=True, kw_only=True):
    """The result of import_private_key."""

    private_key_id: str
    """The id of the new private key."""
    addresses: Array[Address]
    """The key's addresses."""


class ImportPrivateKey(SubmitOperation[ImportPrivateKeyResult], frozen=True, kw_only=True):
    """Import a private key that is sealed to a key of the enclave."""

    operation_name = "import_private_key"
    activity_type = "ACTIVITY_TYPE_IMPORT_PRIVATE_KEY"
    intent_key = "importPrivateKeyIntent"
    result_key = "importPrivateKeyResult"
    result_type: ClassVar[RecordType] = ImportPrivateKeyResult

    user_id: Id
    """The id of the user who imports."""
    private_key_name: str
    """The private key's display name."""
    encrypted_bundle: str
    """The sealed private key; ImportTarget.encrypt_private_key makes it."""
    curve: WalletCurve
    """The key's curve."""
    address_formats: Array[AddressFormat]
    """The formats of the addresses to derive from the key."""


class InitImportPrivateKeyResult(_Import, frozen=True, kw_only=True):
    """The result of init_import_private_key."""

    import_bundle: str
    """The import bundle: the enclave's signed key to seal the private key to."""


class InitImportPrivateKey(SubmitOperation[InitImportPrivateKeyResult], frozen=True, kw_only=True):
    """Get a key of the enclave, to seal a private key to for its import."""

    operation_name = "init_import_private_key"
    activity_type = "ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY"
    intent_key = "initImportPrivateKeyIntent"
    result_key = "initImportPrivateKeyResult"
    result_type: ClassVar[RecordType] = InitImportPrivateKeyResult

    user_id: Id
    """The id of the user who imports."""


class ListPrivateKeyTagsResult(Record, frozen=True, kw_only=True):
    """The answer to list_private_key_tags."""

    private_key_tags: Array[Tag]
    """The tags of private keys."""


class ListPrivateKeyTags(QueryOperation[ListPrivateKeyTagsResult], frozen=True, kw_only=True):
    """List the tags of private keys."""

    operation_name = "list_private_key_tags"
    result_type: ClassVar[RecordType] = ListPrivateKeyTagsResult
