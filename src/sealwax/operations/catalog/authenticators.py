"""Authenticators: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from sealwax.operations.catalog.shared import AuthenticatorParams, UserAuthenticator
from sealwax.operations.forms import Id
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array
from sealwax.operations.responses import Record


class CreateAuthenticatorsResult(Record, frozen=True, kw_only=True):
    """The result of create_authenticators."""

    authenticator_ids: Array[str]


class CreateAuthenticators(SubmitOperation[CreateAuthenticatorsResult], frozen=True, kw_only=True):
    """Add passkeys to a user."""

    operation_name = "create_authenticators"
    version = "V2"

    authenticators: Array[AuthenticatorParams]
    user_id: Id


class DeleteAuthenticatorsResult(Record, frozen=True, kw_only=True):
    """The result of delete_authenticators."""

    authenticator_ids: Array[str]


class DeleteAuthenticators(SubmitOperation[DeleteAuthenticatorsResult], frozen=True, kw_only=True):
    """Delete passkeys of a user."""

    operation_name = "delete_authenticators"

    user_id: Id
    authenticator_ids: Array[str]


class GetAuthenticatorResult(Record, frozen=True, kw_only=True):
    """The answer to get_authenticator."""

    authenticator: UserAuthenticator


class GetAuthenticator(QueryOperation[GetAuthenticatorResult], frozen=True, kw_only=True):
    """Get a passkey."""

    operation_name = "get_authenticator"

    authenticator_id: Id


class GetAuthenticatorsResult(Record, frozen=True, kw_only=True):
    """The answer to get_authenticators."""

    authenticators: Array[UserAuthenticator]


class GetAuthenticators(QueryOperation[GetAuthenticatorsResult], frozen=True, kw_only=True):
    """List the passkeys of a user."""

    operation_name = "get_authenticators"

    user_id: Id
