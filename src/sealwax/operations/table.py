"""The one table of all operations; code, command line, documentation, schemas and tests follow from it."""

from typing import Final

from .auth_proxy import OtpLoginV2, SignupV2
from .operation import AuthProxyOperation, QueryOperation, SubmitOperation
from .query import ListPrivateKeys
from .responses import Record
from .submit import (
    CreateOauthProviders,
    CreatePolicy,
    CreatePrivateKeyTag,
    CreateUserTag,
    DeleteMfaPolicy,
    DeletePrivateKeys,
    DeleteUserTags,
    ExportWallet,
    ExportWalletAccount,
    InitImportWallet,
    OauthLogin,
    SetIpAllowlist,
    UpdateOrganizationName,
    UpdatePolicy,
    UpdatePrivateKeyTag,
    UpdateUser,
    UpdateUserEmail,
    UpdateWebhookEndpoint,
    VerifyOtp,
)

AnyOperation = type[SubmitOperation[Record]] | type[QueryOperation[Record]] | type[AuthProxyOperation[Record]]
"""A class of operations: one of the three kinds."""

_ALL: Final[tuple[AnyOperation, ...]] = (
    UpdateWebhookEndpoint,
    UpdateUser,
    CreateOauthProviders,
    SetIpAllowlist,
    OauthLogin,
    UpdatePrivateKeyTag,
    UpdatePolicy,
    VerifyOtp,
    ExportWallet,
    CreatePolicy,
    DeletePrivateKeys,
    CreatePrivateKeyTag,
    CreateUserTag,
    UpdateUserEmail,
    DeleteUserTags,
    ExportWalletAccount,
    UpdateOrganizationName,
    DeleteMfaPolicy,
    InitImportWallet,
    ListPrivateKeys,
    SignupV2,
    OtpLoginV2,
)

OPERATIONS: Final[dict[str, AnyOperation]] = {operation.operation_name: operation for operation in _ALL}
"""Every operation of the API, by its name, in the specification's order."""
