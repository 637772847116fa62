"""API keys: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from typing import ClassVar

from sealwax.operations.catalog.shared import ApiKeyParams, ApiOnlyUserApiKey, UserApiKey
from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array
from sealwax.operations.responses import Record, RecordType


class CreateApiKeysResult(Record, frozen=True, kw_only=True):
    """The result of create_api_keys."""

    api_key_ids: Array[str]
    """The ids of the new API keys."""


class CreateApiKeys(SubmitOperation[CreateApiKeysResult], frozen=True, kw_only=True):
    """Add API keys to a user."""

    operation_name = "create_api_keys"
    activity_type = "ACTIVITY_TYPE_CREATE_API_KEYS_V2"
    intent_key = "createApiKeysIntentV2"
    result_key = "createApiKeysResult"
    result_type: ClassVar[RecordType] = CreateApiKeysResult

    api_keys: Array[ApiKeyParams]
    """The API keys to add."""
    user_id: Id
    """The id of the user."""


class CreateApiKeysV1Result(Record, frozen=True, kw_only=True):
    """The result of create_api_keys, version 1."""

    api_key_ids: Array[str]
    """The ids of the new API keys."""


class CreateApiKeysV1(SubmitOperation[CreateApiKeysV1Result], frozen=True, kw_only=True):
    """Add API keys to a user.

    This is version 1; ``CreateApiKeys`` is the newest.
    """

    operation_name = "create_api_keys"
    activity_type = "ACTIVITY_TYPE_CREATE_API_KEYS"
    intent_key = "createApiKeysIntent"
    result_key = "createApiKeysResult"
    result_type: ClassVar[RecordType] = CreateApiKeysV1Result

    api_keys: Array[ApiOnlyUserApiKey]
    """The API keys to add."""
    user_id: Id
    """The id of the user."""


class DeleteApiKeysResult(Record, frozen=True, kw_only=True):
    """The result of delete_api_keys."""

    api_key_ids: Array[str]
    """The ids of the deleted API keys."""


class DeleteApiKeys(SubmitOperation[DeleteApiKeysResult], frozen=True, kw_only=True):
    """Delete API keys of a user."""

    operation_name = "delete_api_keys"
    activity_type = "ACTIVITY_TYPE_DELETE_API_KEYS"
    intent_key = "deleteApiKeysIntent"
    result_key = "deleteApiKeysResult"
    result_type: ClassVar[RecordType] = DeleteApiKeysResult

    user_id: Id
    """The id of the user."""
    api_key_ids: Array[str]
    """The ids of the API keys."""


class GetApiKeyResult(Record, frozen=True, kw_only=True):
    """The answer to get_api_key."""

    api_key: UserApiKey
    """The API key."""


class GetApiKey(QueryOperation[GetApiKeyResult], frozen=True, kw_only=True):
    """Get an API key."""

    operation_name = "get_api_key"
    result_type: ClassVar[RecordType] = GetApiKeyResult

    api_key_id: Id
    """The id of the API key."""


class GetApiKeysResult(Record, frozen=True, kw_only=True):
    """The answer to get_api_keys."""

    api_keys: Array[UserApiKey]
    """The API keys."""


class GetApiKeys(QueryOperation[GetApiKeysResult], frozen=True, kw_only=True):
    """List the API keys of a user, or of all users."""

    operation_name = "get_api_keys"
    result_type: ClassVar[RecordType] = GetApiKeysResult

    user_id: str | None = None
    """The id of the user; all users if left out."""
