"""Authenticators: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from typing import ClassVar

from sealwax.operations.catalog.shared import AuthenticatorParams, UserAuthenticator
from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array
from sealwax.operations.responses import Record, RecordType


class CreateAuthenticatorsResult(Record, frozen=True, kw_only=True):
    """The result of create_authenticators."""

    authenticator_ids: Array[str]
    """The ids of the new passkeys."""


class CreateAuthenticators(SubmitOperation[CreateAuthenticatorsResult], frozen=True, kw_only=True):
    """Add passkeys to a user."""

    operation_name = "create_authenticators"
    activity_type = "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2"
    intent_key = "createAuthenticatorsIntentV2"
    result_key = "createAuthenticatorsResult"
    result_type: ClassVar[RecordType] = CreateAuthenticatorsResult

    authenticators: Array[AuthenticatorParams]
    """The passkeys to add."""
    user_id: Id
    """The id of the user."""


class DeleteAuthenticatorsResult(Record, frozen=True, kw_only=True):
    """The result of delete_authenticators."""

    authenticator_ids: Array[str]
    """The ids of the deleted passkeys."""


class DeleteAuthenticators(SubmitOperation[DeleteAuthenticatorsResult], frozen=True, kw_only=True):
    """Delete passkeys of a user."""

    operation_name = "delete_authenticators"
    activity_type = "ACTIVITY_TYPE_DELETE_AUTHENTICATORS"
    intent_key = "deleteAuthenticatorsIntent"
    result_key = "deleteAuthenticatorsResult"
    result_type: ClassVar[RecordType] = DeleteAuthenticatorsResult

    user_id: Id
    """The id of the user."""
    authenticator_ids: Array[str]
    """The ids of the passkeys."""


class GetAuthenticatorResult(Record, frozen=True, kw_only=True):
    """The answer to get_authenticator."""

    authenticator: UserAuthenticator
    """The passkey."""


class GetAuthenticator(QueryOperation[GetAuthenticatorResult], frozen=True, kw_only=True):
    """Get a passkey."""

    operation_name = "get_authenticator"
    result_type: ClassVar[RecordType] = GetAuthenticatorResult

    authenticator_id: Id
    """The id of the passkey."""


class GetAuthenticatorsResult(Record, frozen=True, kw_only=True):
    """The answer to get_authenticators."""

    authenticators: Array[UserAuthenticator]
    """The passkeys."""


class GetAuthenticators(QueryOperation[GetAuthenticatorsResult], frozen=True, kw_only=True):
    """List the passkeys of a user."""

    operation_name = "get_authenticators"
    result_type: ClassVar[RecordType] = GetAuthenticatorsResult

    user_id: Id
    """The id of the user."""
