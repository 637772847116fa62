# Written by `python -m tests.tools.stubs`.

from sealwax._crypto.curves import ApiKeyCurve as ApiKeyCurve
from sealwax._crypto.curves import WalletCurve as WalletCurve
from sealwax.wallets.address_format_names import AddressFormat as AddressFormat

from .activities import CreateOauthProviders as CreateOauthProviders
from .activities import CreatePolicy as CreatePolicy
from .activities import CreatePrivateKeyTag as CreatePrivateKeyTag
from .activities import CreateUserTag as CreateUserTag
from .activities import DeleteMfaPolicy as DeleteMfaPolicy
from .activities import DeletePrivateKeys as DeletePrivateKeys
from .activities import DeleteUserTags as DeleteUserTags
from .activities import ExportWallet as ExportWallet
from .activities import ExportWalletAccount as ExportWalletAccount
from .activities import InitImportWallet as InitImportWallet
from .activities import OauthLogin as OauthLogin
from .activities import SetIpAllowlist as SetIpAllowlist
from .activities import UpdateOrganizationName as UpdateOrganizationName
from .activities import UpdatePolicy as UpdatePolicy
from .activities import UpdatePrivateKeyTag as UpdatePrivateKeyTag
from .activities import UpdateUser as UpdateUser
from .activities import UpdateUserEmail as UpdateUserEmail
from .activities import UpdateWebhookEndpoint as UpdateWebhookEndpoint
from .activities import VerifyOtp as VerifyOtp
from .all_operations import OPERATIONS as OPERATIONS
from .all_operations import AnyOperation as AnyOperation
from .auth_proxy import OtpLoginV2 as OtpLoginV2
from .auth_proxy import SignupV2 as SignupV2
from .description import ApiDescription as ApiDescription
from .description import DescribedAnswer as DescribedAnswer
from .description import DescribedOperation as DescribedOperation
from .fields import AttestationFields as AttestationFields
from .fields import ClientSignatureFields as ClientSignatureFields
from .fields import ClientSignatureScheme as ClientSignatureScheme
from .fields import Effect as Effect
from .fields import EncryptionSuite as EncryptionSuite
from .fields import IpAllowlistRule as IpAllowlistRule
from .fields import KeyValue as KeyValue
from .fields import Language as Language
from .fields import MnemonicLength as MnemonicLength
from .fields import OauthProvider as OauthProvider
from .fields import OidcClaims as OidcClaims
from .fields import OnEvaluationError as OnEvaluationError
from .fields import Pagination as Pagination
from .fields import PathFormat as PathFormat
from .fields import SecretToExport as SecretToExport
from .fields import SecretToImport as SecretToImport
from .fields import SignupApiKey as SignupApiKey
from .fields import SignupAuthenticator as SignupAuthenticator
from .fields import SignupWallet as SignupWallet
from .fields import SignupWalletAccount as SignupWalletAccount
from .fields import Transport as Transport
from .operation import AuthProxyOperation as AuthProxyOperation
from .operation import Operation as Operation
from .operation import QueryOperation as QueryOperation
from .operation import SubmitOperation as SubmitOperation
from .operation import Surface as Surface
from .parameters import JsonObject as JsonObject
from .parameters import Parameters as Parameters
from .proposals import ExportProposal as ExportProposal
from .proposals import ProposalFile as ProposalFile
from .proposals import read_export_proposal as read_export_proposal
from .queries import ListPrivateKeys as ListPrivateKeys
from .responses import Activity as Activity
from .responses import ActivityRecord as ActivityRecord
from .responses import Address as Address
from .responses import CreatedWallet as CreatedWallet
from .responses import CreateOauthProvidersResult as CreateOauthProvidersResult
from .responses import CreatePolicyResult as CreatePolicyResult
from .responses import CreatePrivateKeyTagResult as CreatePrivateKeyTagResult
from .responses import CreateUserTagResult as CreateUserTagResult
from .responses import DeleteMfaPolicyResult as DeleteMfaPolicyResult
from .responses import DeletePrivateKeysResult as DeletePrivateKeysResult
from .responses import DeleteSecretsResult as DeleteSecretsResult
from .responses import DeleteUserTagsResult as DeleteUserTagsResult
from .responses import ExportSecretsResult as ExportSecretsResult
from .responses import ExportWalletAccountResult as ExportWalletAccountResult
from .responses import ExportWalletResult as ExportWalletResult
from .responses import ImportSecretsResult as ImportSecretsResult
from .responses import InitImportSecretsResult as InitImportSecretsResult
from .responses import InitImportWalletResult as InitImportWalletResult
from .responses import Login as Login
from .responses import OauthLoginResult as OauthLoginResult
from .responses import PrivateKey as PrivateKey
from .responses import PrivateKeys as PrivateKeys
from .responses import Property as Property
from .responses import Record as Record
from .responses import Secret as Secret
from .responses import Secrets as Secrets
from .responses import SetIpAllowlistResult as SetIpAllowlistResult
from .responses import Signup as Signup
from .responses import UpdateOrganizationNameResult as UpdateOrganizationNameResult
from .responses import UpdatePolicyResult as UpdatePolicyResult
from .responses import UpdatePrivateKeyTagResult as UpdatePrivateKeyTagResult
from .responses import UpdateUserEmailResult as UpdateUserEmailResult
from .responses import UpdateUserResult as UpdateUserResult
from .responses import UpdateWebhookEndpointResult as UpdateWebhookEndpointResult
from .responses import VerifyOtpResult as VerifyOtpResult
from .responses import WebhookEndpoint as WebhookEndpoint
from .responses import WebhookSubscription as WebhookSubscription
from .schemas import operation_schemas as operation_schemas
from .sealing import SealedRequest as SealedRequest
from .sealing import Stamper as Stamper
from .secrets import DeleteSecrets as DeleteSecrets
from .secrets import ExportSecrets as ExportSecrets
from .secrets import ImportSecrets as ImportSecrets
from .secrets import InitImportSecrets as InitImportSecrets
from .secrets import ListSecrets as ListSecrets
from .timestamps import is_timely as is_timely
from .unchecked import UncheckedActivity as UncheckedActivity
from .unchecked import UncheckedAnswer as UncheckedAnswer
from .urls import AUTH_PROXY_URL as AUTH_PROXY_URL
from .urls import PUBLIC_API_URL as PUBLIC_API_URL
from .waiting import approve as approve
from .waiting import reject as reject
from .waiting import wait as wait

__all__ = [
    "AUTH_PROXY_URL", "OPERATIONS", "PUBLIC_API_URL", "Activity", "ActivityRecord", "Address",
    "AddressFormat", "AnyOperation", "ApiDescription", "ApiKeyCurve", "AttestationFields",
    "AuthProxyOperation", "ClientSignatureFields", "ClientSignatureScheme", "CreateOauthProviders",
    "CreateOauthProvidersResult", "CreatePolicy", "CreatePolicyResult", "CreatePrivateKeyTag",
    "CreatePrivateKeyTagResult", "CreateUserTag", "CreateUserTagResult", "CreatedWallet", "DeleteMfaPolicy",
    "DeleteMfaPolicyResult", "DeletePrivateKeys", "DeletePrivateKeysResult", "DeleteSecrets",
    "DeleteSecretsResult", "DeleteUserTags", "DeleteUserTagsResult", "DescribedAnswer",
    "DescribedOperation", "Effect", "EncryptionSuite", "ExportProposal", "ExportSecrets",
    "ExportSecretsResult", "ExportWallet", "ExportWalletAccount", "ExportWalletAccountResult",
    "ExportWalletResult", "ImportSecrets", "ImportSecretsResult", "InitImportSecrets",
    "InitImportSecretsResult", "InitImportWallet", "InitImportWalletResult", "IpAllowlistRule",
    "JsonObject", "KeyValue", "Language", "ListPrivateKeys", "ListSecrets", "Login", "MnemonicLength",
    "OauthLogin", "OauthLoginResult", "OauthProvider", "OidcClaims", "OnEvaluationError", "Operation",
    "OtpLoginV2", "Pagination", "Parameters", "PathFormat", "PrivateKey", "PrivateKeys", "Property",
    "ProposalFile", "QueryOperation", "Record", "SealedRequest", "Secret", "SecretToExport",
    "SecretToImport", "Secrets", "SetIpAllowlist", "SetIpAllowlistResult", "Signup", "SignupApiKey",
    "SignupAuthenticator", "SignupV2", "SignupWallet", "SignupWalletAccount", "Stamper", "SubmitOperation",
    "Surface", "Transport", "UncheckedActivity", "UncheckedAnswer", "UpdateOrganizationName",
    "UpdateOrganizationNameResult", "UpdatePolicy", "UpdatePolicyResult", "UpdatePrivateKeyTag",
    "UpdatePrivateKeyTagResult", "UpdateUser", "UpdateUserEmail", "UpdateUserEmailResult",
    "UpdateUserResult", "UpdateWebhookEndpoint", "UpdateWebhookEndpointResult", "VerifyOtp",
    "VerifyOtpResult", "WalletCurve", "WebhookEndpoint", "WebhookSubscription", "approve", "is_timely",
    "operation_schemas", "read_export_proposal", "reject", "wait"
]  # fmt: skip
