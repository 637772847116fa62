# Written by `python -m tests.tools.stubs`.

from sealwax._crypto.curves import ApiKeyCurve as ApiKeyCurve
from sealwax._crypto.curves import WalletCurve as WalletCurve
from sealwax.activities.payloads import HashFunction as HashFunction
from sealwax.activities.payloads import PayloadEncoding as PayloadEncoding
from sealwax.wallets.address_format_names import AddressFormat as AddressFormat

from .all_operations import OPERATIONS as OPERATIONS
from .all_operations import AnyOperation as AnyOperation
from .catalog import *
from .description import ApiDescription as ApiDescription
from .description import DescribedAnswer as DescribedAnswer
from .description import DescribedOperation as DescribedOperation
from .fields import EncryptionSuite as EncryptionSuite
from .fields import KeyValue as KeyValue
from .fields import MnemonicLength as MnemonicLength
from .fields import OnEvaluationError as OnEvaluationError
from .fields import SecretToExport as SecretToExport
from .fields import SecretToImport as SecretToImport
from .operation import ActivityOperation as ActivityOperation
from .operation import AuthProxyOperation as AuthProxyOperation
from .operation import Operation as Operation
from .operation import QueryOperation as QueryOperation
from .operation import SubmitOperation as SubmitOperation
from .operation import Surface as Surface
from .operation import VoteOperation as VoteOperation
from .parameters import JsonObject as JsonObject
from .parameters import Parameters as Parameters
from .proposals import ExportProposal as ExportProposal
from .proposals import ProposalFile as ProposalFile
from .proposals import read_export_proposal as read_export_proposal
from .responses import Activity as Activity
from .responses import ActivityRecord as ActivityRecord
from .responses import Record as Record
from .results import Address as Address
from .results import DeleteSecretsResult as DeleteSecretsResult
from .results import ExportSecretsResult as ExportSecretsResult
from .results import ExportWalletAccountResult as ExportWalletAccountResult
from .results import ExportWalletResult as ExportWalletResult
from .results import ImportSecretsResult as ImportSecretsResult
from .results import InitImportSecretsResult as InitImportSecretsResult
from .results import Property as Property
from .results import Secret as Secret
from .results import Secrets as Secrets
from .results import VerifyOtpResult as VerifyOtpResult
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
    "AUTH_PROXY_URL", "OPERATIONS", "PUBLIC_API_URL", "AccessType", "Activity", "ActivityOperation",
    "ActivityPolicyEvaluation", "ActivityRecord", "ActivityStatus", "ActivityType", "Address",
    "AddressFormat", "AnyOperation", "ApiDescription", "ApiKeyCurve", "ApiKeyParams", "ApiOnlyUserApiKey",
    "ApiOnlyUserParams", "AppStatus", "ApproveActivity", "AssetBalance", "AssetBalanceDisplay",
    "AssetMetadata", "AttestationFields", "AuthProxyOperation", "AuthenticationMethod",
    "AuthenticationMethodParams", "AuthenticationType", "AuthenticatorAttestationResponse",
    "AuthenticatorParams", "AuthenticatorParamsV1", "ClaimEarnFees", "ClaimEarnFeesResult", "ClaimSwapFees",
    "ClaimSwapFeesResult", "ClientSignatureFields", "ClientSignatureScheme", "CreateApiKeys",
    "CreateApiKeysResult", "CreateApiKeysV1", "CreateApiKeysV1Result", "CreateApiOnlyUsers",
    "CreateApiOnlyUsersResult", "CreateAuthenticators", "CreateAuthenticatorsResult",
    "CreateFiatOnRampCredential", "CreateFiatOnRampCredentialResult", "CreateInvitations",
    "CreateInvitationsResult", "CreateMfaPolicy", "CreateMfaPolicyResult", "CreateOauth2Credential",
    "CreateOauth2CredentialResult", "CreateOauthProviders", "CreateOauthProvidersResult",
    "CreateOauthProvidersV1", "CreateOauthProvidersV1Result", "CreatePolicies", "CreatePoliciesResult",
    "CreatePolicy", "CreatePolicyResult", "CreatePrivateKeyTag", "CreatePrivateKeyTagResult",
    "CreatePrivateKeys", "CreatePrivateKeysResult", "CreatePrivateKeysV1", "CreatePrivateKeysV1Result",
    "CreateReadOnlySession", "CreateReadOnlySessionResult", "CreateReadWriteSession",
    "CreateReadWriteSessionResult", "CreateReadWriteSessionV1", "CreateReadWriteSessionV1Result",
    "CreateSessionProfile", "CreateSessionProfileResult", "CreateSmartContractInterface",
    "CreateSmartContractInterfaceResult", "CreateSubOrganization", "CreateSubOrganizationResult",
    "CreateSubOrganizationV7", "CreateSubOrganizationV7Result", "CreateSwapQuote", "CreateSwapQuoteResult",
    "CreateTvcApp", "CreateTvcAppResult", "CreateTvcDeployment", "CreateTvcDeploymentResult",
    "CreateTvcManifestApprovals", "CreateTvcManifestApprovalsResult", "CreateTvcOperator",
    "CreateTvcOperatorResult", "CreateTvcQuorumKey", "CreateTvcQuorumKeyResult", "CreateUserTag",
    "CreateUserTagResult", "CreateUsers", "CreateUsersResult", "CreateUsersV1", "CreateUsersV1Result",
    "CreateUsersV2", "CreateUsersV2Result", "CreateUsersV3", "CreateUsersV3Result", "CreateWallet",
    "CreateWalletAccounts", "CreateWalletAccountsResult", "CreateWalletResult", "CreateWebhookEndpoint",
    "CreateWebhookEndpointResult", "CreatedWallet", "CredPropsAuthenticationExtensionsClientOutputs",
    "Credential", "CustomRevertError", "DeleteApiKeys", "DeleteApiKeysResult", "DeleteAuthenticators",
    "DeleteAuthenticatorsResult", "DeleteFiatOnRampCredential", "DeleteFiatOnRampCredentialResult",
    "DeleteInvitation", "DeleteInvitationResult", "DeleteMfaPolicy", "DeleteMfaPolicyResult",
    "DeleteOauth2Credential", "DeleteOauth2CredentialResult", "DeleteOauthProviders",
    "DeleteOauthProvidersResult", "DeletePolicies", "DeletePoliciesResult", "DeletePolicy",
    "DeletePolicyResult", "DeletePrivateKeyTags", "DeletePrivateKeyTagsResult", "DeletePrivateKeys",
    "DeletePrivateKeysResult", "DeleteSecrets", "DeleteSecretsResult", "DeleteSmartContractInterface",
    "DeleteSmartContractInterfaceResult", "DeleteSubOrganization", "DeleteSubOrganizationResult",
    "DeleteTvcAppAndDeployments", "DeleteTvcAppAndDeploymentsResult", "DeleteTvcDeployment",
    "DeleteTvcDeploymentResult", "DeleteUserTags", "DeleteUserTagsResult", "DeleteUsers",
    "DeleteUsersResult", "DeleteWalletAccounts", "DeleteWalletAccountsResult", "DeleteWallets",
    "DeleteWalletsResult", "DeleteWebhookEndpoint", "DeleteWebhookEndpointResult", "DeploymentStatus",
    "DescribedAnswer", "DescribedOperation", "EarnDeployWrapper", "EarnDeployWrapperChainCaip2",
    "EarnDeployWrapperResult", "EarnDeposit", "EarnDepositResult", "EarnEnabledVault", "EarnPosition",
    "EarnPositionDisplay", "EarnProvider", "EarnSetWrapperState", "EarnSetWrapperStateResult",
    "EarnValueDisplay", "EarnVault", "EarnWithdraw", "EarnWithdrawResult", "Effect", "EmailAuth",
    "EmailAuthCustomizationParams", "EmailAuthResult", "EmailAuthV1", "EmailAuthV1Result", "EmailAuthV2",
    "EmailAuthV2Result", "EmailCustomizationParams", "EmailCustomizationParamsV2", "EmailEvent",
    "EmailEventDetails", "EncryptionSuite", "EthCallParams", "EthFailureDetails", "EthSendRawTransaction",
    "EthSendRawTransactionResult", "EthSendTransaction", "EthSendTransactionResult",
    "EthSendTransactionStatus", "EthTransactionHistoryItem", "EthUndelegate7702", "EthUndelegate7702Caip2",
    "EthUndelegate7702Result", "ExecuteSwap", "ExecuteSwapResult", "ExportPrivateKey",
    "ExportPrivateKeyResult", "ExportProposal", "ExportSecrets", "ExportSecretsResult", "ExportWallet",
    "ExportWalletAccount", "ExportWalletAccountResult", "ExportWalletResult", "Feature", "FeatureName",
    "FiatOnRampBlockchainNetwork", "FiatOnRampCredential", "FiatOnRampCryptoCurrency", "FiatOnRampCurrency",
    "FiatOnRampPaymentMethod", "FiatOnRampProvider", "GetActivity", "GetActivityResult", "GetApiKey",
    "GetApiKeyResult", "GetApiKeys", "GetApiKeysResult", "GetAppStatus", "GetAppStatusResult",
    "GetAuthenticator", "GetAuthenticatorResult", "GetAuthenticators", "GetAuthenticatorsResult",
    "GetBootProof", "GetBootProofResult", "GetClaimEarnFeesStatus", "GetClaimEarnFeesStatusResult",
    "GetEarnDeployStatus", "GetEarnDeployStatusResult", "GetEarnDepositStatus",
    "GetEarnDepositStatusResult", "GetEarnWithdrawStatus", "GetEarnWithdrawStatusResult", "GetGasUsage",
    "GetGasUsageResult", "GetIpAllowlist", "GetIpAllowlistResult", "GetLatestBootProof",
    "GetLatestBootProofResult", "GetMfaPolicies", "GetMfaPoliciesResult", "GetMfaPolicy",
    "GetMfaPolicyResult", "GetMfaStatus", "GetMfaStatusResult", "GetNonces", "GetNoncesCaip2",
    "GetNoncesResult", "GetOauth2Credential", "GetOauth2CredentialResult", "GetOauthProviders",
    "GetOauthProvidersResult", "GetOnrampTransactionStatus", "GetOnrampTransactionStatusResult",
    "GetOrganization", "GetOrganizationConfigs", "GetOrganizationConfigsResult", "GetOrganizationResult",
    "GetPolicy", "GetPolicyEvaluations", "GetPolicyEvaluationsResult", "GetPolicyResult", "GetPrivateKey",
    "GetPrivateKeyResult", "GetSendTransactionStatus", "GetSendTransactionStatusResult",
    "GetSessionProfile", "GetSessionProfileResult", "GetSessionProfiles", "GetSessionProfilesResult",
    "GetSmartContractInterface", "GetSmartContractInterfaceResult", "GetSwapStatus", "GetSwapStatusResult",
    "GetTvcApp", "GetTvcAppResult", "GetTvcDeployment", "GetTvcDeploymentDebugLogs",
    "GetTvcDeploymentDebugLogsResult", "GetTvcDeploymentProvisioningDetails",
    "GetTvcDeploymentProvisioningDetailsResult", "GetTvcDeploymentResult", "GetTvcQosVersions",
    "GetTvcQosVersionsResult", "GetUser", "GetUserResult", "GetWallet", "GetWalletAccount",
    "GetWalletAccountResult", "GetWalletAddressBalances", "GetWalletAddressBalancesCaip2",
    "GetWalletAddressBalancesResult", "GetWalletResult", "GetWhoami", "GetWhoamiResult", "HashFunction",
    "ImportPrivateKey", "ImportPrivateKeyResult", "ImportSecrets", "ImportSecretsResult", "ImportWallet",
    "ImportWalletResult", "InitFiatOnRamp", "InitFiatOnRampResult", "InitImportPrivateKey",
    "InitImportPrivateKeyResult", "InitImportSecrets", "InitImportSecretsResult", "InitImportWallet",
    "InitImportWalletResult", "InitOtp", "InitOtpAuth", "InitOtpAuthResult", "InitOtpAuthV1",
    "InitOtpAuthV1Result", "InitOtpAuthV2", "InitOtpAuthV2Result", "InitOtpResult", "InitUserEmailRecovery",
    "InitUserEmailRecoveryResult", "InitUserEmailRecoveryV1", "InitUserEmailRecoveryV1Result", "Invitation",
    "InvitationParams", "IpAllowlist", "IpAllowlistEntry", "IpAllowlistRule", "JsonObject", "KeyValue",
    "Language", "ListActivities", "ListActivitiesResult", "ListAppProofs", "ListAppProofsResult",
    "ListEarnEnabledVaults", "ListEarnEnabledVaultsResult", "ListEarnPositions", "ListEarnPositionsResult",
    "ListEarnVaults", "ListEarnVaultsResult", "ListEmailEvents", "ListEmailEventsResult",
    "ListEthTransactionHistory", "ListEthTransactionHistoryCaip2", "ListEthTransactionHistoryResult",
    "ListFiatOnRampCredentials", "ListFiatOnRampCredentialsResult", "ListOauth2Credentials",
    "ListOauth2CredentialsResult", "ListPolicies", "ListPoliciesResult", "ListPrivateKeyTags",
    "ListPrivateKeyTagsResult", "ListPrivateKeys", "ListSecrets", "ListSmartContractInterfaces",
    "ListSmartContractInterfacesResult", "ListSolTransactionHistory", "ListSolTransactionHistoryCaip2",
    "ListSolTransactionHistoryResult", "ListSuborgs", "ListSuborgsResult", "ListSupportedAssets",
    "ListSupportedAssetsResult", "ListTvcAppDeployments", "ListTvcAppDeploymentsResult", "ListTvcApps",
    "ListTvcAppsResult", "ListUserTags", "ListUserTagsResult", "ListUsers", "ListUsersResult",
    "ListVerifiedSuborgs", "ListVerifiedSuborgsResult", "ListWalletAccounts", "ListWalletAccountsResult",
    "ListWallets", "ListWalletsResult", "ListWebhookEndpoints", "ListWebhookEndpointsResult", "LogLine",
    "Login", "MfaPolicy", "MfaStatus", "MnemonicLength", "NativeRevertError", "Oauth", "Oauth2Authenticate",
    "Oauth2AuthenticateResult", "Oauth2Credential", "Oauth2Provider", "OauthLogin", "OauthLoginResult",
    "OauthProvider", "OauthProviderParams", "OauthResult", "OidcClaims", "OnEvaluationError", "Operation",
    "OrganizationConfigs", "OrganizationData", "OtpAuth", "OtpAuthResult", "OtpLogin", "OtpLoginResult",
    "OtpLoginV1", "OtpLoginV1Result", "OtpLoginV2", "PageInfo", "Pagination", "Parameters", "PathFormat",
    "PayloadEncoding", "Policy", "PolicyEvaluation", "PolicyParams", "PostTvcQuorumKeyShare",
    "PostTvcQuorumKeyShareResult", "PrivateKey", "PrivateKeyParams", "PrivateKeyResult", "PrivateKeys",
    "Property", "ProposalFile", "PublicKeyCredentialWithAttestation",
    "PublicKeyCredentialWithAttestationAuthenticatorAttachment", "PublicKeyCredentialWithAttestationType",
    "QueryOperation", "Quorum", "QuorumKeyShareApprovalBundle", "ReEncryptTvcQuorumKeyShare",
    "ReEncryptTvcQuorumKeyShareResult", "Record", "RecoverUser", "RecoverUserResult", "RejectActivity",
    "RemoveIpAllowlist", "RemoveIpAllowlistResult", "RemoveOrganizationFeature",
    "RemoveOrganizationFeatureResult", "RequiredAuthenticationMethod", "RequiredAuthenticationMethodParams",
    "RestoreTvcDeployment", "RestoreTvcDeploymentResult", "RevertChainEntry", "RootUserParams",
    "RootUserParamsV4", "SealedRequest", "Secret", "SecretToExport", "SecretToImport", "Secrets",
    "SessionProfile", "SetIpAllowlist", "SetIpAllowlistResult", "SetOrganizationFeature",
    "SetOrganizationFeatureResult", "SetTvcAppLiveDeployment", "SetTvcAppLiveDeploymentResult",
    "SignRawPayload", "SignRawPayloadResult", "SignRawPayloadV1", "SignRawPayloadV1Result",
    "SignRawPayloads", "SignRawPayloadsResult", "SignTransaction", "SignTransactionResult",
    "SignTransactionV1", "SignTransactionV1Result", "Signup", "SignupApiKey", "SignupAuthenticator",
    "SignupV2", "SignupWallet", "SignupWalletAccount", "SimpleClientExtensionResults",
    "SmartContractInterface", "SmartContractInterfaceReference", "SmartContractInterfaceType",
    "SmsCustomizationParams", "SolSendTransaction", "SolSendTransactionCaip2", "SolSendTransactionResult",
    "SolTransactionHistoryItem", "SolTransactionHistorySigner", "SolanaFailureDetails",
    "SolanaSendTransactionStatus", "SparkClaimLeaf", "SparkClaimPackage", "SparkClaimTransfer",
    "SparkClaimTransferResult", "SparkDepositDerivation", "SparkEncryptedOperatorPackage",
    "SparkFrostCommitment", "SparkHtlcPreimageDerivation", "SparkIdentityDerivation", "SparkKeyDerivation",
    "SparkLeafPublicKey", "SparkLightningReceivePackage", "SparkOperatorRecipient", "SparkPartialSignature",
    "SparkPrepareLightningReceive", "SparkPrepareLightningReceiveResult", "SparkPrepareTransfer",
    "SparkPrepareTransferResult", "SparkSignFrost", "SparkSignFrostResult", "SparkSignatureRequest",
    "SparkSigningLeafDerivation", "SparkStaticDepositDerivation", "SparkTransferLeaf",
    "SparkTransferPackage", "StampLogin", "StampLoginResult", "Stamper", "SubmitOperation", "Surface",
    "SwapError", "SwapQuote", "SwapRefund", "Tag", "TransactionHistoryAsset", "TransactionHistoryBlock",
    "TransactionHistoryDisplay", "TransactionHistoryFee", "TransactionHistoryTransfer",
    "TransactionHistoryTurnkey", "TransactionType", "Transport", "TvcApp", "TvcContainerSpec",
    "TvcDeployment", "TvcDeploymentDebugLogEntry", "TvcHealthCheckType", "TvcManifest",
    "TvcManifestApproval", "TvcOperator", "TvcOperatorApproval", "TvcOperatorParams", "TvcOperatorSet",
    "TvcOperatorSetParams", "TxError", "UncheckedActivity", "UncheckedAnswer", "UnknownRevertError",
    "UpdateFiatOnRampCredential", "UpdateFiatOnRampCredentialResult", "UpdateMfaPolicy",
    "UpdateMfaPolicyResult", "UpdateOauth2Credential", "UpdateOauth2CredentialResult",
    "UpdateOrganizationName", "UpdateOrganizationNameResult", "UpdatePolicy", "UpdatePolicyResult",
    "UpdatePolicyV1", "UpdatePolicyV1Result", "UpdatePrivateKeyTag", "UpdatePrivateKeyTagResult",
    "UpdateRootQuorum", "UpdateRootQuorumResult", "UpdateUser", "UpdateUserEmail", "UpdateUserEmailResult",
    "UpdateUserName", "UpdateUserNameResult", "UpdateUserPhoneNumber", "UpdateUserPhoneNumberResult",
    "UpdateUserResult", "UpdateUserTag", "UpdateUserTagResult", "UpdateWallet", "UpdateWalletResult",
    "UpdateWebhookEndpoint", "UpdateWebhookEndpointResult", "UpsertSwapConfig", "UpsertSwapConfigResult",
    "User", "UserApiKey", "UserAuthenticator", "UserOauthProvider", "UserParams", "UserParamsV1",
    "UserParamsV2", "UserParamsV3", "ValidateTvcImage", "ValidateTvcImageResult", "VerifyOtp",
    "VerifyOtpResult", "VerifyOtpV1", "VerifyOtpV1Result", "VoteOperation", "Wallet", "WalletAccount",
    "WalletAccountParams", "WalletCurve", "WalletParams", "WalletResult", "WebhookEndpoint",
    "WebhookSubscription", "WebhookSubscriptionParams", "approve", "is_timely", "operation_schemas",
    "read_export_proposal", "reject", "wait"
]  # fmt: skip
