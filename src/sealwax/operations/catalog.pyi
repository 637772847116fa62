# Written by `python -m tests.tools.catalog`.

from datetime import datetime
from typing import Final, Literal, TypeAlias

from .building import Row
from .operation import AuthProxyOperation, QueryOperation, SubmitOperation, VoteOperation
from .parameters import Array, JsonObject, MnemonicLength, OnEvaluationError, Parameters
from .responses import Record, _Proven
from .results import Address, ExportSecretsResult, ExportWalletAccountResult, ExportWalletResult, InitImportSecretsResult, VerifyOtpResult, _Credential, _Import, _PrivateKeyExport, _ProfiledSession, _RawSignature, _Session
from .rules import _DeleteSecrets, _ExportSecrets, _ImportSecrets, _InitImportSecrets, _IpAllowlistRule, _SetIpAllowlist, _SignupV2
from .unchecked import UncheckedActivity
from sealwax._codec.enumerations import ApiKeyCurve, HashFunction, PayloadEncoding, WalletCurve
from sealwax.login.client_signature import ClientSignature
from sealwax.wallets.address_format_names import AddressFormat
from sealwax.webauthn.registration import Attestation

ROWS: Final[dict[str, Row]]

class UpdateWebhookEndpoint(SubmitOperation[UpdateWebhookEndpointResult], frozen=True, kw_only=True):
    """Change the URL or the name of a webhook endpoint, or whether it is active."""
    endpoint_id: str
    url: str | None = None
    name: str | None = None
    is_active: bool | None = None

class UpdateUser(SubmitOperation[UpdateUserResult], frozen=True, kw_only=True):
    """Change a user's name, email address, phone number or tags."""
    user_id: str
    user_name: str | None = None
    user_email: str | None = None
    user_tag_ids: Array[str] | None = None
    user_phone_number: str | None = None

class CreateOauthProviders(SubmitOperation[CreateOauthProvidersResult], frozen=True, kw_only=True):
    """Add OAuth providers that a user can log in with."""
    user_id: str
    oauth_providers: Array[OauthProvider]

class SetIpAllowlist(SubmitOperation[SetIpAllowlistResult], _SetIpAllowlist, frozen=True, kw_only=True):
    """Set the IP addresses that may use the API, for the organization or for one API key."""
    public_key: str | None = None
    enabled: bool | None = None
    rules: Array[IpAllowlistRule] | None = None
    on_evaluation_error: OnEvaluationError | None = None

class OauthLogin(SubmitOperation[OauthLoginResult], frozen=True, kw_only=True):
    """Log in with an OIDC token, to get a session for one of your keys."""
    oidc_token: str
    public_key: str
    expiration_seconds: str | None = None
    invalidate_existing: bool | None = None
    session_profile_id: str | None = None

class UpdatePrivateKeyTag(SubmitOperation[UpdatePrivateKeyTagResult], frozen=True, kw_only=True):
    """Rename a tag of private keys, add it to keys and remove it from keys; all of it happens, or nothing."""
    private_key_tag_id: str
    new_private_key_tag_name: str | None = None
    add_private_key_ids: Array[str]
    remove_private_key_ids: Array[str]

class UpdatePolicy(SubmitOperation[UpdatePolicyResult], frozen=True, kw_only=True):
    """Change a policy."""
    policy_id: str
    policy_name: str | None = None
    policy_effect: Effect | None = None
    policy_condition: str | None = None
    policy_consensus: str | None = None
    policy_notes: str | None = None

class VerifyOtp(SubmitOperation[VerifyOtpResult], frozen=True, kw_only=True):
    """Exchange a one-time code for a verification token."""
    otp_id: str
    encrypted_otp_bundle: str
    expiration_seconds: str | None = None

class ExportWallet(SubmitOperation[ExportWalletResult], frozen=True, kw_only=True):
    """Export a wallet's mnemonic, sealed to your target key."""
    wallet_id: str
    target_public_key: str
    language: Language | None = None

class CreatePolicy(SubmitOperation[CreatePolicyResult], frozen=True, kw_only=True):
    """Create a policy."""
    policy_name: str
    effect: Effect
    condition: str | None = None
    consensus: str | None = None
    notes: str

class DeletePrivateKeys(SubmitOperation[DeletePrivateKeysResult], frozen=True, kw_only=True):
    """Delete private keys."""
    private_key_ids: Array[str]
    delete_without_export: bool | None = None

class CreatePrivateKeyTag(SubmitOperation[CreatePrivateKeyTagResult], frozen=True, kw_only=True):
    """Create a tag for private keys."""
    private_key_tag_name: str
    private_key_ids: Array[str]

class CreateUserTag(SubmitOperation[CreateUserTagResult], frozen=True, kw_only=True):
    """Create a tag for users."""
    user_tag_name: str
    user_ids: Array[str]

class UpdateUserEmail(SubmitOperation[UpdateUserEmailResult], frozen=True, kw_only=True):
    """Change or remove a user's email address."""
    user_id: str
    user_email: str
    verification_token: str | None = None

class DeleteUserTags(SubmitOperation[DeleteUserTagsResult], frozen=True, kw_only=True):
    """Delete tags of users."""
    user_tag_ids: Array[str]

class ExportWalletAccount(SubmitOperation[ExportWalletAccountResult], frozen=True, kw_only=True):
    """Export the private key of a wallet's account, sealed to your target key."""
    address: str
    target_public_key: str

class UpdateOrganizationName(SubmitOperation[UpdateOrganizationNameResult], frozen=True, kw_only=True):
    """Rename an organization."""
    organization_name: str

class DeleteMfaPolicy(SubmitOperation[DeleteMfaPolicyResult], frozen=True, kw_only=True):
    """Delete an MFA policy of a user. The service makes no app proofs of this activity."""
    user_id: str
    mfa_policy_id: str

class InitImportWallet(SubmitOperation[InitImportWalletResult], frozen=True, kw_only=True):
    """Get a key of the enclave, to seal a wallet to for its import."""
    user_id: str

class ListPrivateKeys(QueryOperation[PrivateKeys], frozen=True, kw_only=True):
    """List the private keys of an organization."""

class SignupV2(AuthProxyOperation[Signup], _SignupV2, frozen=True, kw_only=True):
    """Sign a new user up."""
    user_email: str | None = None
    user_phone_number: str | None = None
    user_tag: str | None = None
    user_name: str | None = None
    organization_name: str | None = None
    verification_token: str | None = None
    api_keys: Array[SignupApiKey]
    authenticators: Array[SignupAuthenticator]
    oauth_providers: Array[OauthProvider]
    wallet: SignupWallet | None = None
    client_signature: ClientSignatureFields | ClientSignature | None = None

class OtpLoginV2(AuthProxyOperation[Login], frozen=True, kw_only=True):
    """Log in with a verification token, to get a session for one of your keys.

``sign_login`` makes the client signature. It is not checked here against the token and the public key."""
    verification_token: str
    public_key: str
    client_signature: ClientSignatureFields | ClientSignature
    invalidate_existing: bool | None = None
    organization_id: str | None = None

class InitImportSecrets(SubmitOperation[InitImportSecretsResult], _InitImportSecrets, frozen=True, kw_only=True):
    """Get keys of the enclave, to seal secrets to for their import."""
    encryption_suite: EncryptionSuite
    num_secrets: int

class ImportSecrets(SubmitOperation[ImportSecretsResult], _ImportSecrets, frozen=True, kw_only=True):
    """Import secrets that are sealed to keys of the enclave."""
    secrets: Array[SecretToImport]

class ExportSecrets(SubmitOperation[ExportSecretsResult], _ExportSecrets, frozen=True, kw_only=True):
    """Export secrets, sealed to target keys: yours, or those of another recipient."""
    secrets: Array[SecretToExport]

class DeleteSecrets(SubmitOperation[DeleteSecretsResult], _DeleteSecrets, frozen=True, kw_only=True):
    """Delete secrets, which are lost then."""
    secret_ids: Array[str]

class ListSecrets(QueryOperation[Secrets], frozen=True, kw_only=True):
    """List what is known of an organization's secrets, the newest first; without their content."""
    pagination_options: Pagination | None = None

class ApproveActivity(VoteOperation, frozen=True, kw_only=True):
    """Approve an activity by its fingerprint, which ``approve`` recomputes first."""
    fingerprint: str

class ClaimEarnFees(SubmitOperation[ClaimEarnFeesResult], frozen=True, kw_only=True):
    """Claim the fees that a wrapper of an earning vault collected."""
    wrapper_address: str

class ClaimSwapFees(SubmitOperation[ClaimSwapFeesResult], frozen=True, kw_only=True):
    """Claim the fees of the organization's swaps."""

class CreateApiKeys(SubmitOperation[CreateApiKeysResult], frozen=True, kw_only=True):
    """Add API keys to a user."""
    api_keys: Array[ApiKeyParams]
    user_id: str

class CreateApiKeysV1(SubmitOperation[CreateApiKeysV1Result], frozen=True, kw_only=True):
    """Add API keys to a user. This is version 1; CreateApiKeys is the newest."""
    api_keys: Array[ApiOnlyUserApiKey]
    user_id: str

class CreateApiOnlyUsers(SubmitOperation[CreateApiOnlyUsersResult], frozen=True, kw_only=True):
    """Create users that have API keys and no other credentials."""
    api_only_users: Array[ApiOnlyUserParams]

class CreateAuthenticators(SubmitOperation[CreateAuthenticatorsResult], frozen=True, kw_only=True):
    """Add passkeys to a user."""
    authenticators: Array[AuthenticatorParams]
    user_id: str

class CreateFiatOnRampCredential(SubmitOperation[CreateFiatOnRampCredentialResult], frozen=True, kw_only=True):
    """Add the credential of a provider that sells crypto for fiat money."""
    onramp_provider: FiatOnRampProvider
    project_id: str | None = None
    publishable_api_key: str
    encrypted_secret_api_key: str
    encrypted_private_api_key: str | None = None
    sandbox_mode: bool | None = None

class CreateInvitations(SubmitOperation[CreateInvitationsResult], frozen=True, kw_only=True):
    """Invite people to the organization."""
    invitations: Array[InvitationParams]

class CreateMfaPolicy(SubmitOperation[CreateMfaPolicyResult], frozen=True, kw_only=True):
    """Create an MFA policy of a user."""
    user_id: str
    mfa_policy_name: str
    condition: str
    required_authentication_methods: Array[RequiredAuthenticationMethodParams]
    order: int
    notes: str | None = None

class CreateOauth2Credential(SubmitOperation[CreateOauth2CredentialResult], frozen=True, kw_only=True):
    """Add the credential of an OAuth 2.0 provider."""
    provider: Oauth2Provider
    client_id: str
    encrypted_client_secret: str

class CreateOauthProvidersV1(SubmitOperation[CreateOauthProvidersV1Result], frozen=True, kw_only=True):
    """Add OAuth providers that a user can log in with. This is version 1; CreateOauthProviders is the newest."""
    user_id: str
    oauth_providers: Array[OauthProviderParams]

class CreatePolicies(SubmitOperation[CreatePoliciesResult], frozen=True, kw_only=True):
    """Create several policies."""
    policies: Array[PolicyParams]

class CreatePrivateKeys(SubmitOperation[CreatePrivateKeysResult], frozen=True, kw_only=True):
    """Create private keys."""
    private_keys: Array[PrivateKeyParams]

class CreatePrivateKeysV1(SubmitOperation[CreatePrivateKeysV1Result], frozen=True, kw_only=True):
    """Create private keys. This is version 1; CreatePrivateKeys is the newest."""
    private_keys: Array[PrivateKeyParams]

class CreateReadOnlySession(SubmitOperation[CreateReadOnlySessionResult], frozen=True, kw_only=True):
    """Get a session that can only read."""

class CreateReadWriteSession(SubmitOperation[CreateReadWriteSessionResult], frozen=True, kw_only=True):
    """Get a session that can read and write, sealed to your target key."""
    target_public_key: str
    user_id: str | None = None
    api_key_name: str | None = None
    expiration_seconds: str | None = None
    invalidate_existing: bool | None = None

class CreateReadWriteSessionV1(SubmitOperation[CreateReadWriteSessionV1Result], frozen=True, kw_only=True):
    """Get a session that can read and write, sealed to your target key. This is version 1; CreateReadWriteSession is the newest."""
    target_public_key: str
    email: str
    api_key_name: str | None = None
    expiration_seconds: str | None = None

class CreateSessionProfile(SubmitOperation[CreateSessionProfileResult], frozen=True, kw_only=True):
    """Create a session profile, which limits what sessions may do."""
    session_profile_name: str
    scope: str
    expiration_seconds: str | None = None
    notes: str | None = None

class CreateSmartContractInterface(SubmitOperation[CreateSmartContractInterfaceResult], frozen=True, kw_only=True):
    """Add the interface of a smart contract, for policies."""
    smart_contract_address: str
    smart_contract_interface: str
    type: SmartContractInterfaceType
    label: str
    notes: str | None = None

class CreateSubOrganization(SubmitOperation[CreateSubOrganizationResult], frozen=True, kw_only=True):
    """Create a sub-organization with its root users, and a wallet if asked for."""
    sub_organization_name: str
    root_users: Array[RootUserParams]
    root_quorum_threshold: int
    wallet: WalletParams | None = None
    disable_email_recovery: bool | None = None
    disable_email_auth: bool | None = None
    disable_sms_auth: bool | None = None
    disable_otp_email_auth: bool | None = None
    verification_token: str | None = None
    client_signature: ClientSignatureFields | ClientSignature | None = None

class CreateSubOrganizationV7(SubmitOperation[CreateSubOrganizationV7Result], frozen=True, kw_only=True):
    """Create a sub-organization with its root users, and a wallet if asked for. This is version 7; CreateSubOrganization is the newest."""
    sub_organization_name: str
    root_users: Array[RootUserParamsV4]
    root_quorum_threshold: int
    wallet: WalletParams | None = None
    disable_email_recovery: bool | None = None
    disable_email_auth: bool | None = None
    disable_sms_auth: bool | None = None
    disable_otp_email_auth: bool | None = None
    verification_token: str | None = None
    client_signature: ClientSignatureFields | ClientSignature | None = None

class CreateSwapQuote(SubmitOperation[CreateSwapQuoteResult], frozen=True, kw_only=True):
    """Get quotes for a swap of one token into another."""
    sign_with: str
    input_token: str
    output_token: str
    input_amount: str
    slippage_bps: str | None = None

class CreateTvcApp(SubmitOperation[CreateTvcAppResult], frozen=True, kw_only=True):
    """Create a verifiable cloud application."""
    name: str
    quorum_public_key: str
    manifest_set_id: str | None = None
    manifest_set_params: TvcOperatorSetParams | None = None
    share_set_id: str | None = None
    share_set_params: TvcOperatorSetParams | None = None
    enable_egress: bool | None = None
    enable_debug_mode_deployments: bool | None = None

class CreateTvcDeployment(SubmitOperation[CreateTvcDeploymentResult], frozen=True, kw_only=True):
    """Create a deployment of a verifiable cloud application."""
    app_id: str
    qos_version: str
    pivot_container_image_url: str
    pivot_path: str
    pivot_args: Array[str]
    expected_pivot_digest: str
    nonce: int | None = None
    pivot_container_encrypted_pull_secret: str | None = None
    debug_mode: bool | None = None
    health_check_type: TvcHealthCheckType
    health_check_port: int
    public_ingress_port: int
    replicas: int | None = None

class CreateTvcManifestApprovals(SubmitOperation[CreateTvcManifestApprovalsResult], frozen=True, kw_only=True):
    """Add approvals of the manifest of a verifiable cloud deployment."""
    manifest_id: str
    approvals: Array[TvcManifestApproval]

class CreateTvcOperator(SubmitOperation[CreateTvcOperatorResult], frozen=True, kw_only=True):
    """Create an operator of verifiable cloud applications, whose keys are in a wallet."""
    wallet_name: str | None = None
    wallet_id: str | None = None
    derivation_path: str
    operator_name: str

class CreateTvcQuorumKey(SubmitOperation[CreateTvcQuorumKeyResult], frozen=True, kw_only=True):
    """Create a quorum key, in shares that are sealed to operators."""
    threshold: int
    operator_encrypt_keys: Array[str]

class CreateUsers(SubmitOperation[CreateUsersResult], frozen=True, kw_only=True):
    """Create users, with their credentials."""
    users: Array[UserParams]

class CreateUsersV1(SubmitOperation[CreateUsersV1Result], frozen=True, kw_only=True):
    """Create users, with their credentials. This is version 1; CreateUsers is the newest."""
    users: Array[UserParamsV1]

class CreateUsersV2(SubmitOperation[CreateUsersV2Result], frozen=True, kw_only=True):
    """Create users, with their credentials. This is version 2; CreateUsers is the newest."""
    users: Array[UserParamsV2]

class CreateUsersV3(SubmitOperation[CreateUsersV3Result], frozen=True, kw_only=True):
    """Create users, with their credentials. This is version 3; CreateUsers is the newest."""
    users: Array[UserParamsV3]

class CreateWallet(SubmitOperation[CreateWalletResult], frozen=True, kw_only=True):
    """Create a wallet, with accounts."""
    wallet_name: str
    accounts: Array[WalletAccountParams]
    mnemonic_length: MnemonicLength | None = None

class CreateWalletAccounts(SubmitOperation[CreateWalletAccountsResult], frozen=True, kw_only=True):
    """Add accounts to a wallet."""
    wallet_id: str
    accounts: Array[WalletAccountParams]
    persist: bool | None = None

class CreateWebhookEndpoint(SubmitOperation[CreateWebhookEndpointResult], frozen=True, kw_only=True):
    """Create a webhook endpoint."""
    url: str
    name: str
    subscriptions: Array[WebhookSubscriptionParams] | None = None

class DeleteApiKeys(SubmitOperation[DeleteApiKeysResult], frozen=True, kw_only=True):
    """Delete API keys of a user."""
    user_id: str
    api_key_ids: Array[str]

class DeleteAuthenticators(SubmitOperation[DeleteAuthenticatorsResult], frozen=True, kw_only=True):
    """Delete passkeys of a user."""
    user_id: str
    authenticator_ids: Array[str]

class DeleteFiatOnRampCredential(SubmitOperation[DeleteFiatOnRampCredentialResult], frozen=True, kw_only=True):
    """Delete the credential of a provider that sells crypto for fiat money."""
    fiat_onramp_credential_id: str

class DeleteInvitation(SubmitOperation[DeleteInvitationResult], frozen=True, kw_only=True):
    """Delete an invitation."""
    invitation_id: str

class DeleteOauth2Credential(SubmitOperation[DeleteOauth2CredentialResult], frozen=True, kw_only=True):
    """Delete the credential of an OAuth 2.0 provider."""
    oauth2_credential_id: str

class DeleteOauthProviders(SubmitOperation[DeleteOauthProvidersResult], frozen=True, kw_only=True):
    """Delete OAuth providers of a user."""
    user_id: str
    provider_ids: Array[str]

class DeletePolicies(SubmitOperation[DeletePoliciesResult], frozen=True, kw_only=True):
    """Delete several policies."""
    policy_ids: Array[str]

class DeletePolicy(SubmitOperation[DeletePolicyResult], frozen=True, kw_only=True):
    """Delete a policy."""
    policy_id: str

class DeletePrivateKeyTags(SubmitOperation[DeletePrivateKeyTagsResult], frozen=True, kw_only=True):
    """Delete tags of private keys."""
    private_key_tag_ids: Array[str]

class DeleteSmartContractInterface(SubmitOperation[DeleteSmartContractInterfaceResult], frozen=True, kw_only=True):
    """Delete the interface of a smart contract."""
    smart_contract_interface_id: str

class DeleteSubOrganization(SubmitOperation[DeleteSubOrganizationResult], frozen=True, kw_only=True):
    """Delete the sub-organization that the request names."""
    delete_without_export: bool | None = None

class DeleteTvcAppAndDeployments(SubmitOperation[DeleteTvcAppAndDeploymentsResult], frozen=True, kw_only=True):
    """Delete a verifiable cloud application, with its deployments."""
    app_id: str

class DeleteTvcDeployment(SubmitOperation[DeleteTvcDeploymentResult], frozen=True, kw_only=True):
    """Delete a deployment of a verifiable cloud application."""
    deployment_id: str

class DeleteUsers(SubmitOperation[DeleteUsersResult], frozen=True, kw_only=True):
    """Delete users."""
    user_ids: Array[str]

class DeleteWalletAccounts(SubmitOperation[DeleteWalletAccountsResult], frozen=True, kw_only=True):
    """Delete accounts of wallets."""
    wallet_account_ids: Array[str]
    delete_without_export: bool | None = None

class DeleteWallets(SubmitOperation[DeleteWalletsResult], frozen=True, kw_only=True):
    """Delete wallets."""
    wallet_ids: Array[str]
    delete_without_export: bool | None = None

class DeleteWebhookEndpoint(SubmitOperation[DeleteWebhookEndpointResult], frozen=True, kw_only=True):
    """Delete a webhook endpoint."""
    endpoint_id: str

class EarnDeployWrapper(SubmitOperation[EarnDeployWrapperResult], frozen=True, kw_only=True):
    """Deploy a wrapper of an earning vault."""
    vault_address: str
    chain_caip2: EarnDeployWrapperChainCaip2
    client_fee_bps: str
    client_fee_wallet: str

class EarnDeposit(SubmitOperation[EarnDepositResult], frozen=True, kw_only=True):
    """Deposit an asset into an earning vault."""
    wrapper_address: str
    sign_with: str
    assets: str
    chain_caip2: EarnDeployWrapperChainCaip2
    sponsor: bool | None = None

class EarnSetWrapperState(SubmitOperation[EarnSetWrapperStateResult], frozen=True, kw_only=True):
    """Allow or stop deposits to a wrapper of an earning vault."""
    wrapper_address: str
    deposits_disabled: bool

class EarnWithdraw(SubmitOperation[EarnWithdrawResult], frozen=True, kw_only=True):
    """Withdraw an asset from an earning vault."""
    wrapper_address: str
    sign_with: str
    chain_caip2: EarnDeployWrapperChainCaip2
    sponsor: bool | None = None
    amount_value: str

class EmailAuth(SubmitOperation[EmailAuthResult], frozen=True, kw_only=True):
    """Send a user a credential bundle by email, sealed to a target key."""
    email: str
    target_public_key: str
    api_key_name: str | None = None
    expiration_seconds: str | None = None
    email_customization: EmailAuthCustomizationParams
    invalidate_existing: bool | None = None
    send_from_email_address: str | None = None
    send_from_email_sender_name: str | None = None
    reply_to_email_address: str | None = None

class EmailAuthV1(SubmitOperation[EmailAuthV1Result], frozen=True, kw_only=True):
    """Send a user a credential bundle by email, sealed to a target key. This is version 1; EmailAuth is the newest."""
    email: str
    target_public_key: str
    api_key_name: str | None = None
    expiration_seconds: str | None = None
    email_customization: EmailCustomizationParams | None = None
    invalidate_existing: bool | None = None
    send_from_email_address: str | None = None
    send_from_email_sender_name: str | None = None
    reply_to_email_address: str | None = None

class EmailAuthV2(SubmitOperation[EmailAuthV2Result], frozen=True, kw_only=True):
    """Send a user a credential bundle by email, sealed to a target key. This is version 2; EmailAuth is the newest."""
    email: str
    target_public_key: str
    api_key_name: str | None = None
    expiration_seconds: str | None = None
    email_customization: EmailCustomizationParams | None = None
    invalidate_existing: bool | None = None
    send_from_email_address: str | None = None
    send_from_email_sender_name: str | None = None
    reply_to_email_address: str | None = None

class EthSendRawTransaction(SubmitOperation[EthSendRawTransactionResult], frozen=True, kw_only=True):
    """Broadcast a signed Ethereum transaction."""
    signed_transaction: str
    caip2: GetNoncesCaip2

class EthSendTransaction(SubmitOperation[EthSendTransactionResult], frozen=True, kw_only=True):
    """Sign and broadcast an Ethereum transaction."""
    from_: str
    caip2: GetNoncesCaip2
    sponsor: bool | None = None
    nonce: str | None = None
    gas_limit: str | None = None
    max_fee_per_gas: str | None = None
    max_priority_fee_per_gas: str | None = None
    deadline: str | None = None
    gas_station_nonce: str | None = None
    calls: Array[EthCallParams]

class EthUndelegate7702(SubmitOperation[EthUndelegate7702Result], frozen=True, kw_only=True):
    """Remove the EIP-7702 delegation of an Ethereum account."""
    from_: str
    caip2: EthUndelegate7702Caip2
    nonce: str | None = None
    gas_limit: str | None = None
    max_fee_per_gas: str | None = None
    max_priority_fee_per_gas: str | None = None

class ExecuteSwap(SubmitOperation[ExecuteSwapResult], frozen=True, kw_only=True):
    """Execute a swap that was quoted."""
    quote_id: str
    input_token: str
    input_amount: str
    output_token: str
    quoted_output_amount: str
    min_output_amount: str
    sponsor: bool
    evm_nonce: str | None = None
    recent_blockhash: str | None = None
    gas_station_nonce: str | None = None

class ExportPrivateKey(SubmitOperation[ExportPrivateKeyResult], frozen=True, kw_only=True):
    """Export a private key, sealed to your target key."""
    private_key_id: str
    target_public_key: str

class GetActivity(QueryOperation[GetActivityResult], frozen=True, kw_only=True):
    """Get an activity."""
    activity_id: str

class GetApiKey(QueryOperation[GetApiKeyResult], frozen=True, kw_only=True):
    """Get an API key."""
    api_key_id: str

class GetApiKeys(QueryOperation[GetApiKeysResult], frozen=True, kw_only=True):
    """List the API keys of a user, or of all users."""
    user_id: str | None = None

class GetAppStatus(QueryOperation[GetAppStatusResult], frozen=True, kw_only=True):
    """Get the status of a verifiable cloud application."""
    app_id: str

class GetAuthenticator(QueryOperation[GetAuthenticatorResult], frozen=True, kw_only=True):
    """Get a passkey."""
    authenticator_id: str

class GetAuthenticators(QueryOperation[GetAuthenticatorsResult], frozen=True, kw_only=True):
    """List the passkeys of a user."""
    user_id: str

class GetBootProof(QueryOperation[GetBootProofResult], frozen=True, kw_only=True):
    """Get the boot proof of an enclave, by its ephemeral key."""
    ephemeral_key: str

class GetClaimEarnFeesStatus(QueryOperation[GetClaimEarnFeesStatusResult], frozen=True, kw_only=True):
    """Get the status of a claim of earning fees."""
    claim_request_id: str

class GetEarnDeployStatus(QueryOperation[GetEarnDeployStatusResult], frozen=True, kw_only=True):
    """Get the status of the deployment of a wrapper."""
    deploy_request_id: str

class GetEarnDepositStatus(QueryOperation[GetEarnDepositStatusResult], frozen=True, kw_only=True):
    """Get the status of a deposit."""
    deposit_request_id: str

class GetEarnWithdrawStatus(QueryOperation[GetEarnWithdrawStatusResult], frozen=True, kw_only=True):
    """Get the status of a withdrawal."""
    withdraw_request_id: str

class GetGasUsage(QueryOperation[GetGasUsageResult], frozen=True, kw_only=True):
    """Get how much sponsored gas was used, and its limit."""

class GetIpAllowlist(QueryOperation[GetIpAllowlistResult], frozen=True, kw_only=True):
    """Get the IP allowlist of the organization, or of an API key."""
    public_key: str | None = None

class GetLatestBootProof(QueryOperation[GetLatestBootProofResult], frozen=True, kw_only=True):
    """Get the newest boot proof of an enclave application."""
    app_name: str

class GetMfaPolicies(QueryOperation[GetMfaPoliciesResult], frozen=True, kw_only=True):
    """List the MFA policies of a user."""
    user_id: str

class GetMfaPolicy(QueryOperation[GetMfaPolicyResult], frozen=True, kw_only=True):
    """Get an MFA policy of a user."""
    user_id: str
    mfa_policy_id: str

class GetMfaStatus(QueryOperation[GetMfaStatusResult], frozen=True, kw_only=True):
    """Get the status of MFA policies for an activity."""
    activity_id: str
    user_id: str | None = None

class GetNonces(QueryOperation[GetNoncesResult], frozen=True, kw_only=True):
    """Get the next nonces of an Ethereum account."""
    address: str
    caip2: GetNoncesCaip2
    nonce: bool | None = None
    gas_station_nonce: bool | None = None

class GetOauth2Credential(QueryOperation[GetOauth2CredentialResult], frozen=True, kw_only=True):
    """Get the credential of an OAuth 2.0 provider."""
    oauth2_credential_id: str

class GetOauthProviders(QueryOperation[GetOauthProvidersResult], frozen=True, kw_only=True):
    """List the OAuth providers of a user, or of all users."""
    user_id: str | None = None

class GetOnrampTransactionStatus(QueryOperation[GetOnrampTransactionStatusResult], frozen=True, kw_only=True):
    """Get the status of a purchase of crypto for fiat money."""
    transaction_id: str
    refresh: bool | None = None

class GetOrganization(QueryOperation[GetOrganizationResult], frozen=True, kw_only=True):
    """Get an organization, with everything in it."""

class GetOrganizationConfigs(QueryOperation[GetOrganizationConfigsResult], frozen=True, kw_only=True):
    """Get the features and the root quorum of an organization."""

class GetPolicy(QueryOperation[GetPolicyResult], frozen=True, kw_only=True):
    """Get a policy."""
    policy_id: str

class GetPolicyEvaluations(QueryOperation[GetPolicyEvaluationsResult], frozen=True, kw_only=True):
    """List the outcomes of the policies for the votes on an activity."""
    activity_id: str

class GetPrivateKey(QueryOperation[GetPrivateKeyResult], frozen=True, kw_only=True):
    """Get a private key's record."""
    private_key_id: str

class GetSendTransactionStatus(QueryOperation[GetSendTransactionStatusResult], frozen=True, kw_only=True):
    """Get the status of a transaction that was sent."""
    send_transaction_status_id: str

class GetSessionProfile(QueryOperation[GetSessionProfileResult], frozen=True, kw_only=True):
    """Get a session profile."""
    session_profile_id: str

class GetSessionProfiles(QueryOperation[GetSessionProfilesResult], frozen=True, kw_only=True):
    """List the session profiles."""

class GetSmartContractInterface(QueryOperation[GetSmartContractInterfaceResult], frozen=True, kw_only=True):
    """Get the interface of a smart contract."""
    smart_contract_interface_id: str

class GetSwapStatus(QueryOperation[GetSwapStatusResult], frozen=True, kw_only=True):
    """Get the status of a swap."""
    swap_request_id: str

class GetTvcApp(QueryOperation[GetTvcAppResult], frozen=True, kw_only=True):
    """Get a verifiable cloud application."""
    tvc_app_id: str

class GetTvcDeployment(QueryOperation[GetTvcDeploymentResult], frozen=True, kw_only=True):
    """Get a deployment of a verifiable cloud application."""
    deployment_id: str

class GetTvcDeploymentDebugLogs(QueryOperation[GetTvcDeploymentDebugLogsResult], frozen=True, kw_only=True):
    """List log lines of a deployment in debug mode."""
    deployment_id: str
    tail_lines: int | None = None
    since_seconds: str | None = None

class GetTvcDeploymentProvisioningDetails(QueryOperation[GetTvcDeploymentProvisioningDetailsResult], frozen=True, kw_only=True):
    """Get what operators need to provision a deployment."""
    deployment_id: str

class GetTvcQosVersions(QueryOperation[GetTvcQosVersionsResult], frozen=True, kw_only=True):
    """List the available versions of QuorumOS."""

class GetUser(QueryOperation[GetUserResult], frozen=True, kw_only=True):
    """Get a user."""
    user_id: str

class GetWallet(QueryOperation[GetWalletResult], frozen=True, kw_only=True):
    """Get a wallet."""
    wallet_id: str

class GetWalletAccount(QueryOperation[GetWalletAccountResult], frozen=True, kw_only=True):
    """Get an account of a wallet, by its address or its derivation path."""
    wallet_id: str
    address: str | None = None
    derivation_path: str | None = None

class GetWalletAddressBalances(QueryOperation[GetWalletAddressBalancesResult], frozen=True, kw_only=True):
    """List the balances of an address."""
    address: str
    caip2: GetWalletAddressBalancesCaip2

class GetWhoami(QueryOperation[GetWhoamiResult], frozen=True, kw_only=True):
    """Get the user and the organization that a stamp is of."""

class ImportPrivateKey(SubmitOperation[ImportPrivateKeyResult], frozen=True, kw_only=True):
    """Import a private key that is sealed to a key of the enclave."""
    user_id: str
    private_key_name: str
    encrypted_bundle: str
    curve: WalletCurve
    address_formats: Array[AddressFormat]

class ImportWallet(SubmitOperation[ImportWalletResult], frozen=True, kw_only=True):
    """Import a wallet that is sealed to a key of the enclave."""
    user_id: str
    wallet_name: str
    encrypted_bundle: str
    accounts: Array[WalletAccountParams]

class InitFiatOnRamp(SubmitOperation[InitFiatOnRampResult], frozen=True, kw_only=True):
    """Begin a purchase of crypto for fiat money."""
    onramp_provider: FiatOnRampProvider
    wallet_address: str
    network: FiatOnRampBlockchainNetwork
    crypto_currency_code: FiatOnRampCryptoCurrency
    fiat_currency_code: FiatOnRampCurrency | None = None
    fiat_currency_amount: str | None = None
    payment_method: FiatOnRampPaymentMethod | None = None
    country_code: str | None = None
    country_subdivision_code: str | None = None
    sandbox_mode: bool | None = None
    url_for_signature: str | None = None

class InitImportPrivateKey(SubmitOperation[InitImportPrivateKeyResult], frozen=True, kw_only=True):
    """Get a key of the enclave, to seal a private key to for its import."""
    user_id: str

class InitOtp(SubmitOperation[InitOtpResult], frozen=True, kw_only=True):
    """Send a one-time code, and get the bundle that ``encrypt_otp_bundle`` seals it to."""
    otp_type: str
    contact: str
    app_name: str
    otp_length: int | None = None
    email_customization: EmailCustomizationParamsV2 | None = None
    sms_customization: SmsCustomizationParams | None = None
    user_identifier: str | None = None
    send_from_email_address: str | None = None
    alphanumeric: bool | None = None
    send_from_email_sender_name: str | None = None
    expiration_seconds: str | None = None
    reply_to_email_address: str | None = None

class InitOtpAuth(SubmitOperation[InitOtpAuthResult], frozen=True, kw_only=True):
    """Send a one-time code for ``otp_auth``."""
    otp_type: str
    contact: str
    otp_length: int | None = None
    app_name: str
    email_customization: EmailCustomizationParamsV2 | None = None
    sms_customization: SmsCustomizationParams | None = None
    user_identifier: str | None = None
    send_from_email_address: str | None = None
    alphanumeric: bool | None = None
    send_from_email_sender_name: str | None = None
    expiration_seconds: str | None = None
    reply_to_email_address: str | None = None

class InitOtpAuthV1(SubmitOperation[InitOtpAuthV1Result], frozen=True, kw_only=True):
    """Send a one-time code for ``otp_auth``. This is version 1; InitOtpAuth is the newest."""
    otp_type: str
    contact: str
    email_customization: EmailCustomizationParams | None = None
    sms_customization: SmsCustomizationParams | None = None
    user_identifier: str | None = None
    send_from_email_address: str | None = None
    send_from_email_sender_name: str | None = None
    reply_to_email_address: str | None = None

class InitOtpAuthV2(SubmitOperation[InitOtpAuthV2Result], frozen=True, kw_only=True):
    """Send a one-time code for ``otp_auth``. This is version 2; InitOtpAuth is the newest."""
    otp_type: str
    contact: str
    otp_length: int | None = None
    email_customization: EmailCustomizationParams | None = None
    sms_customization: SmsCustomizationParams | None = None
    user_identifier: str | None = None
    send_from_email_address: str | None = None
    alphanumeric: bool | None = None
    send_from_email_sender_name: str | None = None
    reply_to_email_address: str | None = None

class InitUserEmailRecovery(SubmitOperation[InitUserEmailRecoveryResult], frozen=True, kw_only=True):
    """Send a user a recovery bundle by email, sealed to a target key."""
    email: str
    target_public_key: str
    expiration_seconds: str | None = None
    email_customization: EmailAuthCustomizationParams
    send_from_email_address: str | None = None
    send_from_email_sender_name: str | None = None
    reply_to_email_address: str | None = None

class InitUserEmailRecoveryV1(SubmitOperation[InitUserEmailRecoveryV1Result], frozen=True, kw_only=True):
    """Send a user a recovery bundle by email, sealed to a target key. This is version 1; InitUserEmailRecovery is the newest."""
    email: str
    target_public_key: str
    expiration_seconds: str | None = None
    email_customization: EmailCustomizationParams | None = None
    send_from_email_address: str | None = None
    send_from_email_sender_name: str | None = None
    reply_to_email_address: str | None = None

class ListActivities(QueryOperation[ListActivitiesResult], frozen=True, kw_only=True):
    """List the activities of an organization."""
    filter_by_status: Array[ActivityStatus] | None = None
    pagination_options: Pagination | None = None
    filter_by_type: Array[ActivityType] | None = None

class ListAppProofs(QueryOperation[ListAppProofsResult], frozen=True, kw_only=True):
    """List the app proofs of an activity."""
    activity_id: str

class ListEarnEnabledVaults(QueryOperation[ListEarnEnabledVaultsResult], frozen=True, kw_only=True):
    """List the earning vaults that the organization has wrappers of."""
    provider: EarnProvider | None = None
    caip19: str | None = None

class ListEarnPositions(QueryOperation[ListEarnPositionsResult], frozen=True, kw_only=True):
    """List the positions of a wallet's address in earning vaults."""
    wallet_address: str

class ListEarnVaults(QueryOperation[ListEarnVaultsResult], frozen=True, kw_only=True):
    """List the earning vaults for an asset."""
    provider: EarnProvider | None = None
    caip19: str
    pagination_options: Pagination | None = None

class ListEmailEvents(QueryOperation[ListEmailEventsResult], frozen=True, kw_only=True):
    """List what happened to emails to an address."""
    email: str
    event_type: str | None = None
    pagination_options: Pagination | None = None

class ListEthTransactionHistory(QueryOperation[ListEthTransactionHistoryResult], frozen=True, kw_only=True):
    """List the transactions of an Ethereum address."""
    address: str
    caip2: ListEthTransactionHistoryCaip2
    pagination_options: Pagination | None = None

class ListFiatOnRampCredentials(QueryOperation[ListFiatOnRampCredentialsResult], frozen=True, kw_only=True):
    """List the credentials of providers that sell crypto for fiat money."""

class ListOauth2Credentials(QueryOperation[ListOauth2CredentialsResult], frozen=True, kw_only=True):
    """List the credentials of OAuth 2.0 providers."""

class ListPolicies(QueryOperation[ListPoliciesResult], frozen=True, kw_only=True):
    """List the policies of an organization."""

class ListPrivateKeyTags(QueryOperation[ListPrivateKeyTagsResult], frozen=True, kw_only=True):
    """List the tags of private keys."""

class ListSmartContractInterfaces(QueryOperation[ListSmartContractInterfacesResult], frozen=True, kw_only=True):
    """List the interfaces of smart contracts."""

class ListSolTransactionHistory(QueryOperation[ListSolTransactionHistoryResult], frozen=True, kw_only=True):
    """List the transactions of a Solana address."""
    address: str
    caip2: ListSolTransactionHistoryCaip2
    pagination_options: Pagination | None = None

class ListSuborgs(QueryOperation[ListSuborgsResult], frozen=True, kw_only=True):
    """List the ids of the sub-organizations that a filter selects."""
    filter_type: str | None = None
    filter_value: str | None = None
    pagination_options: Pagination | None = None

class ListSupportedAssets(QueryOperation[ListSupportedAssetsResult], frozen=True, kw_only=True):
    """List the assets that balances are known of, on a chain."""
    caip2: GetWalletAddressBalancesCaip2

class ListTvcAppDeployments(QueryOperation[ListTvcAppDeploymentsResult], frozen=True, kw_only=True):
    """List the deployments of a verifiable cloud application."""
    app_id: str

class ListTvcApps(QueryOperation[ListTvcAppsResult], frozen=True, kw_only=True):
    """List the verifiable cloud applications."""

class ListUserTags(QueryOperation[ListUserTagsResult], frozen=True, kw_only=True):
    """List the tags of users."""

class ListUsers(QueryOperation[ListUsersResult], frozen=True, kw_only=True):
    """List the users of an organization."""

class ListVerifiedSuborgs(QueryOperation[ListVerifiedSuborgsResult], frozen=True, kw_only=True):
    """List the ids of the sub-organizations that have a verified contact."""
    filter_type: str | None = None
    filter_value: str | None = None
    pagination_options: Pagination | None = None

class ListWalletAccounts(QueryOperation[ListWalletAccountsResult], frozen=True, kw_only=True):
    """List the accounts of a wallet, or of all wallets."""
    wallet_id: str | None = None
    include_wallet_details: bool | None = None
    pagination_options: Pagination | None = None

class ListWallets(QueryOperation[ListWalletsResult], frozen=True, kw_only=True):
    """List the wallets of an organization."""

class ListWebhookEndpoints(QueryOperation[ListWebhookEndpointsResult], frozen=True, kw_only=True):
    """List the webhook endpoints."""

class Oauth(SubmitOperation[OauthResult], frozen=True, kw_only=True):
    """Log in with an OIDC token, to get a credential bundle that is sealed to your target key."""
    oidc_token: str
    target_public_key: str
    api_key_name: str | None = None
    expiration_seconds: str | None = None
    invalidate_existing: bool | None = None

class Oauth2Authenticate(SubmitOperation[Oauth2AuthenticateResult], frozen=True, kw_only=True):
    """Exchange a code of an OAuth 2.0 provider for an OIDC token."""
    oauth2_credential_id: str
    auth_code: str
    redirect_uri: str
    code_verifier: str
    nonce: str
    bearer_token_target_public_key: str | None = None

class OtpAuth(SubmitOperation[OtpAuthResult], frozen=True, kw_only=True):
    """Log in with a one-time code, to get a credential bundle that is sealed to your target key."""
    otp_id: str
    otp_code: str
    target_public_key: str
    api_key_name: str | None = None
    expiration_seconds: str | None = None
    invalidate_existing: bool | None = None

class OtpLogin(SubmitOperation[OtpLoginResult], frozen=True, kw_only=True):
    """Log in with a verification token, to get a session for one of your keys."""
    verification_token: str
    public_key: str
    client_signature: ClientSignatureFields | ClientSignature
    expiration_seconds: str | None = None
    invalidate_existing: bool | None = None
    session_profile_id: str | None = None

class OtpLoginV1(SubmitOperation[OtpLoginV1Result], frozen=True, kw_only=True):
    """Log in with a verification token, to get a session for one of your keys. This is version 1; OtpLogin is the newest."""
    verification_token: str
    public_key: str
    expiration_seconds: str | None = None
    invalidate_existing: bool | None = None
    client_signature: ClientSignatureFields | ClientSignature | None = None
    session_profile_id: str | None = None

class PostTvcQuorumKeyShare(SubmitOperation[PostTvcQuorumKeyShareResult], frozen=True, kw_only=True):
    """Send the share of an operator to a deployment."""
    deployment_id: str
    ephemeral_public_key_hex: str
    share_approval_bundle: QuorumKeyShareApprovalBundle

class ReEncryptTvcQuorumKeyShare(SubmitOperation[ReEncryptTvcQuorumKeyShareResult], frozen=True, kw_only=True):
    """Seal an operator's share to a deployment."""
    attestation_doc_b64: str
    manifest_b64: str
    operator_encrypt_key: str
    operator_sign_key: str
    deployment_id: str
    app_quorum_key: str

class RecoverUser(SubmitOperation[RecoverUserResult], frozen=True, kw_only=True):
    """Add a passkey to a user who recovers."""
    authenticator: AuthenticatorParams
    user_id: str

class RejectActivity(VoteOperation, frozen=True, kw_only=True):
    """Reject an activity by its fingerprint, which ``reject`` recomputes first."""
    fingerprint: str

class RemoveIpAllowlist(SubmitOperation[RemoveIpAllowlistResult], frozen=True, kw_only=True):
    """Remove the IP allowlist of the organization, or of an API key."""
    public_key: str | None = None

class RemoveOrganizationFeature(SubmitOperation[RemoveOrganizationFeatureResult], frozen=True, kw_only=True):
    """Switch a feature of the organization off."""
    name: FeatureName

class RestoreTvcDeployment(SubmitOperation[RestoreTvcDeploymentResult], frozen=True, kw_only=True):
    """Restore a deployment of a verifiable cloud application."""
    deployment_id: str

class SetOrganizationFeature(SubmitOperation[SetOrganizationFeatureResult], frozen=True, kw_only=True):
    """Switch a feature of the organization on."""
    name: FeatureName
    value: str

class SetTvcAppLiveDeployment(SubmitOperation[SetTvcAppLiveDeploymentResult], frozen=True, kw_only=True):
    """Choose the deployment that an application's traffic goes to."""
    deployment_id: str

class SignRawPayload(SubmitOperation[SignRawPayloadResult], frozen=True, kw_only=True):
    """Sign a payload."""
    sign_with: str
    payload: str
    encoding: PayloadEncoding
    hash_function: HashFunction

class SignRawPayloadV1(SubmitOperation[SignRawPayloadV1Result], frozen=True, kw_only=True):
    """Sign a payload. This is version 1; SignRawPayload is the newest."""
    private_key_id: str
    payload: str
    encoding: PayloadEncoding
    hash_function: HashFunction

class SignRawPayloads(SubmitOperation[SignRawPayloadsResult], frozen=True, kw_only=True):
    """Sign several payloads with one key."""
    sign_with: str
    payloads: Array[str]
    encoding: PayloadEncoding
    hash_function: HashFunction

class SignTransaction(SubmitOperation[SignTransactionResult], frozen=True, kw_only=True):
    """Sign a transaction."""
    sign_with: str
    unsigned_transaction: str
    type: TransactionType

class SignTransactionV1(SubmitOperation[SignTransactionV1Result], frozen=True, kw_only=True):
    """Sign a transaction. This is version 1; SignTransaction is the newest."""
    private_key_id: str
    unsigned_transaction: str
    type: TransactionType

class SolSendTransaction(SubmitOperation[SolSendTransactionResult], frozen=True, kw_only=True):
    """Sign and broadcast a Solana transaction."""
    unsigned_transaction: str
    sign_withs: Array[str]
    sponsor: bool | None = None
    caip2: SolSendTransactionCaip2
    recent_blockhash: str | None = None

class SparkClaimTransfer(SubmitOperation[SparkClaimTransferResult], frozen=True, kw_only=True):
    """Claim a transfer on Spark."""
    sign_with: str
    claim: SparkClaimPackage

class SparkPrepareLightningReceive(SubmitOperation[SparkPrepareLightningReceiveResult], frozen=True, kw_only=True):
    """Prepare to receive a Lightning payment on Spark."""
    sign_with: str
    lightning_receive: SparkLightningReceivePackage

class SparkPrepareTransfer(SubmitOperation[SparkPrepareTransferResult], frozen=True, kw_only=True):
    """Prepare a transfer on Spark."""
    sign_with: str
    transfer: SparkTransferPackage

class SparkSignFrost(SubmitOperation[SparkSignFrostResult], frozen=True, kw_only=True):
    """Make partial FROST signatures for Spark."""
    sign_with: str
    signatures: Array[SparkSignatureRequest]

class StampLogin(SubmitOperation[StampLoginResult], frozen=True, kw_only=True):
    """Log in with the stamp of the request, to get a session for one of your keys."""
    public_key: str
    expiration_seconds: str | None = None
    invalidate_existing: bool | None = None
    session_profile_id: str | None = None

class UpdateFiatOnRampCredential(SubmitOperation[UpdateFiatOnRampCredentialResult], frozen=True, kw_only=True):
    """Change the credential of a provider that sells crypto for fiat money."""
    fiat_onramp_credential_id: str
    onramp_provider: FiatOnRampProvider
    project_id: str | None = None
    publishable_api_key: str
    encrypted_secret_api_key: str
    encrypted_private_api_key: str | None = None

class UpdateMfaPolicy(SubmitOperation[UpdateMfaPolicyResult], frozen=True, kw_only=True):
    """Change an MFA policy of a user."""
    user_id: str
    mfa_policy_id: str
    mfa_policy_name: str | None = None
    condition: str | None = None
    required_authentication_methods: Array[RequiredAuthenticationMethodParams] | None = None
    order: int | None = None
    notes: str | None = None

class UpdateOauth2Credential(SubmitOperation[UpdateOauth2CredentialResult], frozen=True, kw_only=True):
    """Change the credential of an OAuth 2.0 provider."""
    oauth2_credential_id: str
    provider: Oauth2Provider
    client_id: str
    encrypted_client_secret: str

class UpdatePolicyV1(SubmitOperation[UpdatePolicyV1Result], frozen=True, kw_only=True):
    """Change a policy. This is version 1; UpdatePolicy is the newest."""
    policy_id: str
    policy_name: str | None = None
    policy_effect: Effect | None = None
    policy_condition: str | None = None
    policy_consensus: str | None = None
    policy_notes: str | None = None

class UpdateRootQuorum(SubmitOperation[UpdateRootQuorumResult], frozen=True, kw_only=True):
    """Change who are the root users, and how many must approve."""
    threshold: int
    user_ids: Array[str]

class UpdateUserName(SubmitOperation[UpdateUserNameResult], frozen=True, kw_only=True):
    """Change a user's name."""
    user_id: str
    user_name: str

class UpdateUserPhoneNumber(SubmitOperation[UpdateUserPhoneNumberResult], frozen=True, kw_only=True):
    """Change or remove a user's phone number."""
    user_id: str
    user_phone_number: str
    verification_token: str | None = None

class UpdateUserTag(SubmitOperation[UpdateUserTagResult], frozen=True, kw_only=True):
    """Rename a tag of users, add it to users and remove it from users."""
    user_tag_id: str
    new_user_tag_name: str | None = None
    add_user_ids: Array[str]
    remove_user_ids: Array[str]

class UpdateWallet(SubmitOperation[UpdateWalletResult], frozen=True, kw_only=True):
    """Rename a wallet."""
    wallet_id: str
    wallet_name: str | None = None

class UpsertSwapConfig(SubmitOperation[UpsertSwapConfigResult], frozen=True, kw_only=True):
    """Set the fees of swaps, and who receives them."""
    fee_receiver_wallet_address: str | None = None
    fee_bps: str | None = None
    stable_fee_bps: str | None = None

class ValidateTvcImage(QueryOperation[ValidateTvcImageResult], frozen=True, kw_only=True):
    """Check that a container image can be deployed."""
    pivot_container_image_url: str
    pivot_container_encrypted_pull_secret: str | None = None

class VerifyOtpV1(SubmitOperation[VerifyOtpV1Result], frozen=True, kw_only=True):
    """Exchange a one-time code for a verification token. This is version 1; VerifyOtp is the newest."""
    otp_id: str
    otp_code: str
    expiration_seconds: str | None = None
    public_key: str | None = None

AccessType: TypeAlias = Literal["ACCESS_TYPE_WEB", "ACCESS_TYPE_API", "ACCESS_TYPE_ALL"]
class ActivityPolicyEvaluation(Record, frozen=True, kw_only=True):
    id: str
    activity_id: str
    organization_id: str
    vote_id: str
    policy_evaluations: Array[PolicyEvaluation]
    @property
    def created_at(self) -> datetime: ...

ActivityStatus: TypeAlias = Literal["ACTIVITY_STATUS_CREATED", "ACTIVITY_STATUS_PENDING", "ACTIVITY_STATUS_COMPLETED", "ACTIVITY_STATUS_FAILED", "ACTIVITY_STATUS_CONSENSUS_NEEDED", "ACTIVITY_STATUS_REJECTED", "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED"]
ActivityType: TypeAlias = Literal["ACTIVITY_TYPE_CREATE_API_KEYS", "ACTIVITY_TYPE_CREATE_USERS", "ACTIVITY_TYPE_CREATE_PRIVATE_KEYS", "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD", "ACTIVITY_TYPE_CREATE_INVITATIONS", "ACTIVITY_TYPE_ACCEPT_INVITATION", "ACTIVITY_TYPE_CREATE_POLICY", "ACTIVITY_TYPE_DISABLE_PRIVATE_KEY", "ACTIVITY_TYPE_DELETE_USERS", "ACTIVITY_TYPE_DELETE_API_KEYS", "ACTIVITY_TYPE_DELETE_INVITATION", "ACTIVITY_TYPE_DELETE_ORGANIZATION", "ACTIVITY_TYPE_DELETE_POLICY", "ACTIVITY_TYPE_CREATE_USER_TAG", "ACTIVITY_TYPE_DELETE_USER_TAGS", "ACTIVITY_TYPE_CREATE_ORGANIZATION", "ACTIVITY_TYPE_SIGN_TRANSACTION", "ACTIVITY_TYPE_APPROVE_ACTIVITY", "ACTIVITY_TYPE_REJECT_ACTIVITY", "ACTIVITY_TYPE_DELETE_AUTHENTICATORS", "ACTIVITY_TYPE_CREATE_AUTHENTICATORS", "ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG", "ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS", "ACTIVITY_TYPE_SET_PAYMENT_METHOD", "ACTIVITY_TYPE_ACTIVATE_BILLING_TIER", "ACTIVITY_TYPE_DELETE_PAYMENT_METHOD", "ACTIVITY_TYPE_CREATE_POLICY_V2", "ACTIVITY_TYPE_CREATE_POLICY_V3", "ACTIVITY_TYPE_CREATE_API_ONLY_USERS", "ACTIVITY_TYPE_UPDATE_ROOT_QUORUM", "ACTIVITY_TYPE_UPDATE_USER_TAG", "ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG", "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2", "ACTIVITY_TYPE_CREATE_ORGANIZATION_V2", "ACTIVITY_TYPE_CREATE_USERS_V2", "ACTIVITY_TYPE_ACCEPT_INVITATION_V2", "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION", "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V2", "ACTIVITY_TYPE_UPDATE_ALLOWED_ORIGINS", "ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2", "ACTIVITY_TYPE_UPDATE_USER", "ACTIVITY_TYPE_UPDATE_POLICY", "ACTIVITY_TYPE_SET_PAYMENT_METHOD_V2", "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V3", "ACTIVITY_TYPE_CREATE_WALLET", "ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS", "ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY", "ACTIVITY_TYPE_RECOVER_USER", "ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE", "ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE", "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2", "ACTIVITY_TYPE_SIGN_TRANSACTION_V2", "ACTIVITY_TYPE_EXPORT_PRIVATE_KEY", "ACTIVITY_TYPE_EXPORT_WALLET", "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V4", "ACTIVITY_TYPE_EMAIL_AUTH", "ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT", "ACTIVITY_TYPE_INIT_IMPORT_WALLET", "ACTIVITY_TYPE_IMPORT_WALLET", "ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY", "ACTIVITY_TYPE_IMPORT_PRIVATE_KEY", "ACTIVITY_TYPE_CREATE_POLICIES", "ACTIVITY_TYPE_SIGN_RAW_PAYLOADS", "ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION", "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS", "ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS", "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V5", "ACTIVITY_TYPE_OAUTH", "ACTIVITY_TYPE_CREATE_API_KEYS_V2", "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION", "ACTIVITY_TYPE_EMAIL_AUTH_V2", "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V6", "ACTIVITY_TYPE_DELETE_PRIVATE_KEYS", "ACTIVITY_TYPE_DELETE_WALLETS", "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2", "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION", "ACTIVITY_TYPE_INIT_OTP_AUTH", "ACTIVITY_TYPE_OTP_AUTH", "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7", "ACTIVITY_TYPE_UPDATE_WALLET", "ACTIVITY_TYPE_UPDATE_POLICY_V2", "ACTIVITY_TYPE_CREATE_USERS_V3", "ACTIVITY_TYPE_INIT_OTP_AUTH_V2", "ACTIVITY_TYPE_INIT_OTP", "ACTIVITY_TYPE_VERIFY_OTP", "ACTIVITY_TYPE_OTP_LOGIN", "ACTIVITY_TYPE_STAMP_LOGIN", "ACTIVITY_TYPE_OAUTH_LOGIN", "ACTIVITY_TYPE_UPDATE_USER_NAME", "ACTIVITY_TYPE_UPDATE_USER_EMAIL", "ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER", "ACTIVITY_TYPE_INIT_FIAT_ON_RAMP", "ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE", "ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE", "ACTIVITY_TYPE_ENABLE_AUTH_PROXY", "ACTIVITY_TYPE_DISABLE_AUTH_PROXY", "ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG", "ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL", "ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL", "ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL", "ACTIVITY_TYPE_OAUTH2_AUTHENTICATE", "ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS", "ACTIVITY_TYPE_DELETE_POLICIES", "ACTIVITY_TYPE_ETH_SEND_RAW_TRANSACTION", "ACTIVITY_TYPE_ETH_SEND_TRANSACTION", "ACTIVITY_TYPE_CREATE_FIAT_ON_RAMP_CREDENTIAL", "ACTIVITY_TYPE_UPDATE_FIAT_ON_RAMP_CREDENTIAL", "ACTIVITY_TYPE_DELETE_FIAT_ON_RAMP_CREDENTIAL", "ACTIVITY_TYPE_EMAIL_AUTH_V3", "ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2", "ACTIVITY_TYPE_INIT_OTP_AUTH_V3", "ACTIVITY_TYPE_INIT_OTP_V2", "ACTIVITY_TYPE_UPSERT_GAS_USAGE_CONFIG", "ACTIVITY_TYPE_CREATE_TVC_APP", "ACTIVITY_TYPE_CREATE_TVC_DEPLOYMENT", "ACTIVITY_TYPE_CREATE_TVC_MANIFEST_APPROVALS", "ACTIVITY_TYPE_SOL_SEND_TRANSACTION", "ACTIVITY_TYPE_INIT_OTP_V3", "ACTIVITY_TYPE_VERIFY_OTP_V2", "ACTIVITY_TYPE_OTP_LOGIN_V2", "ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME", "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8", "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2", "ACTIVITY_TYPE_CREATE_USERS_V4", "ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT", "ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT", "ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT", "ACTIVITY_TYPE_SET_IP_ALLOWLIST", "ACTIVITY_TYPE_REMOVE_IP_ALLOWLIST", "ACTIVITY_TYPE_UPDATE_TVC_APP_LIVE_DEPLOYMENT", "ACTIVITY_TYPE_DELETE_TVC_DEPLOYMENT", "ACTIVITY_TYPE_DELETE_TVC_APP_AND_DEPLOYMENTS", "ACTIVITY_TYPE_RESTORE_TVC_DEPLOYMENT", "ACTIVITY_TYPE_SPARK_SIGN_FROST", "ACTIVITY_TYPE_SPARK_PREPARE_TRANSFER", "ACTIVITY_TYPE_SPARK_CLAIM_TRANSFER", "ACTIVITY_TYPE_SPARK_PREPARE_LIGHTNING_RECEIVE", "ACTIVITY_TYPE_POST_TVC_QUORUM_KEY_SHARE", "ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2", "ACTIVITY_TYPE_CREATE_MFA_POLICY", "ACTIVITY_TYPE_UPDATE_MFA_POLICY", "ACTIVITY_TYPE_DELETE_MFA_POLICY", "ACTIVITY_TYPE_CREATE_SESSION_PROFILE", "ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER", "ACTIVITY_TYPE_EARN_DEPOSIT", "ACTIVITY_TYPE_EARN_WITHDRAW", "ACTIVITY_TYPE_EXECUTE_SWAP", "ACTIVITY_TYPE_UPSERT_SWAP_CONFIG", "ACTIVITY_TYPE_CREATE_TVC_OPERATOR", "ACTIVITY_TYPE_CREATE_TVC_QUORUM_KEY", "ACTIVITY_TYPE_RE_ENCRYPT_TVC_QUORUM_KEY_SHARE", "ACTIVITY_TYPE_INIT_IMPORT_SECRETS", "ACTIVITY_TYPE_SOL_SEND_TRANSACTION_V2", "ACTIVITY_TYPE_CLAIM_SWAP_FEES", "ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE", "ACTIVITY_TYPE_CLAIM_EARN_FEES", "ACTIVITY_TYPE_UPDATE_WALLET_ACCOUNT_NAME", "ACTIVITY_TYPE_ETH_UNDELEGATE_7702", "ACTIVITY_TYPE_EXECUTE_SWAP_V2", "ACTIVITY_TYPE_CREATE_SWAP_QUOTE", "ACTIVITY_TYPE_IMPORT_SECRETS", "ACTIVITY_TYPE_EXPORT_SECRETS"]
class ApiKeyParams(Parameters, frozen=True, kw_only=True):
    api_key_name: str
    public_key: str
    curve_type: ApiKeyCurve
    expiration_seconds: str | None = None

class ApiOnlyUserApiKey(Parameters, frozen=True, kw_only=True):
    api_key_name: str
    public_key: str
    expiration_seconds: str | None = None

class ApiOnlyUserParams(Parameters, frozen=True, kw_only=True):
    user_name: str
    user_email: str | None = None
    user_tags: Array[str]
    api_keys: Array[ApiOnlyUserApiKey]

class AppStatus(Record, frozen=True, kw_only=True):
    app_id: str
    deployments: Array[DeploymentStatus]
    targeted_deployment_id: str

class AssetBalance(Record, frozen=True, kw_only=True):
    caip19: str | None = None
    symbol: str | None = None
    balance: str | None = None
    decimals: int | None = None
    display: AssetBalanceDisplay | None = None
    name: str | None = None

class AssetBalanceDisplay(Record, frozen=True, kw_only=True):
    usd: str | None = None
    crypto: str | None = None

class AssetMetadata(Record, frozen=True, kw_only=True):
    caip19: str | None = None
    symbol: str | None = None
    decimals: int | None = None
    logo_url: str | None = None
    name: str | None = None
    stable: bool | None = None

class AttestationFields(Parameters, frozen=True, kw_only=True):
    """The attestation of a new passkey; ``encode_attestation`` makes it."""
    credential_id: str
    client_data_json: str
    attestation_object: str
    transports: Array[Transport]

class AuthenticationMethod(Record, frozen=True, kw_only=True):
    type: str
    id: str | None = None

class AuthenticationMethodParams(Parameters, frozen=True, kw_only=True):
    type: AuthenticationType
    id: str | None = None

AuthenticationType: TypeAlias = Literal["AUTHENTICATION_TYPE_EMAIL_OTP", "AUTHENTICATION_TYPE_SMS_OTP", "AUTHENTICATION_TYPE_PASSKEY", "AUTHENTICATION_TYPE_API_KEY", "AUTHENTICATION_TYPE_OAUTH", "AUTHENTICATION_TYPE_SESSION"]
class AuthenticatorAttestationResponse(Parameters, frozen=True, kw_only=True):
    client_data_json: str
    attestation_object: str
    transports: Array[Transport] | None = None
    authenticator_attachment: PublicKeyCredentialWithAttestationAuthenticatorAttachment | None = None

class AuthenticatorParams(Parameters, frozen=True, kw_only=True):
    authenticator_name: str
    challenge: str
    attestation: AttestationFields | Attestation

class AuthenticatorParamsV1(Parameters, frozen=True, kw_only=True):
    authenticator_name: str
    user_id: str
    attestation: PublicKeyCredentialWithAttestation
    challenge: str

class ClaimEarnFeesResult(Record, frozen=True, kw_only=True):
    claim_request_id: str

class ClaimSwapFeesResult(Record, frozen=True, kw_only=True):
    request_id: str

class ClientSignatureFields(Parameters, frozen=True, kw_only=True):
    """A client signature in a request; ``sign_login`` and ``sign_signup`` make it."""
    public_key: str
    scheme: ClientSignatureScheme
    message: str
    signature: str

ClientSignatureScheme: TypeAlias = Literal["CLIENT_SIGNATURE_SCHEME_API_P256"]
class CreateApiKeysResult(Record, frozen=True, kw_only=True):
    api_key_ids: Array[str]

class CreateApiKeysV1Result(Record, frozen=True, kw_only=True):
    api_key_ids: Array[str]

class CreateApiOnlyUsersResult(Record, frozen=True, kw_only=True):
    user_ids: Array[str]

class CreateAuthenticatorsResult(Record, frozen=True, kw_only=True):
    authenticator_ids: Array[str]

class CreateFiatOnRampCredentialResult(Record, frozen=True, kw_only=True):
    fiat_on_ramp_credential_id: str

class CreateInvitationsResult(Record, frozen=True, kw_only=True):
    invitation_ids: Array[str]

class CreateMfaPolicyResult(Record, frozen=True, kw_only=True):
    mfa_policy_id: str

class CreateOauth2CredentialResult(Record, frozen=True, kw_only=True):
    oauth2_credential_id: str

class CreateOauthProvidersResult(Record, frozen=True, kw_only=True):
    provider_ids: Array[str]

class CreateOauthProvidersV1Result(Record, frozen=True, kw_only=True):
    provider_ids: Array[str]

class CreatePoliciesResult(Record, frozen=True, kw_only=True):
    policy_ids: Array[str]

class CreatePolicyResult(Record, frozen=True, kw_only=True):
    policy_id: str

class CreatePrivateKeyTagResult(Record, frozen=True, kw_only=True):
    private_key_tag_id: str
    private_key_ids: Array[str]

class CreatePrivateKeysResult(Record, frozen=True, kw_only=True):
    private_keys: Array[PrivateKeyResult]

class CreatePrivateKeysV1Result(Record, frozen=True, kw_only=True):
    private_key_ids: Array[str]

class CreateReadOnlySessionResult(Record, frozen=True, kw_only=True):
    organization_id: str
    organization_name: str
    user_id: str
    username: str
    session: str
    session_expiry: str

class CreateReadWriteSessionResult(_Credential, frozen=True, kw_only=True):
    organization_id: str
    organization_name: str
    user_id: str
    username: str
    api_key_id: str
    credential_bundle: str

class CreateReadWriteSessionV1Result(Record, frozen=True, kw_only=True):
    organization_id: str
    organization_name: str
    user_id: str
    username: str
    api_key_id: str
    credential_bundle: str

class CreateSessionProfileResult(Record, frozen=True, kw_only=True):
    session_profile_id: str

class CreateSmartContractInterfaceResult(Record, frozen=True, kw_only=True):
    smart_contract_interface_id: str

class CreateSubOrganizationResult(Record, frozen=True, kw_only=True):
    sub_organization_id: str
    wallet: WalletResult | None = None
    root_user_ids: Array[str] | None = None

class CreateSubOrganizationV7Result(Record, frozen=True, kw_only=True):
    sub_organization_id: str
    wallet: WalletResult | None = None
    root_user_ids: Array[str] | None = None

class CreateSwapQuoteResult(Record, frozen=True, kw_only=True):
    quotes: Array[SwapQuote]

class CreateTvcAppResult(Record, frozen=True, kw_only=True):
    app_id: str
    manifest_set_id: str
    manifest_set_operator_ids: Array[str]
    manifest_set_threshold: int
    share_set_id: str
    share_set_operator_ids: Array[str]
    share_set_threshold: int

class CreateTvcDeploymentResult(Record, frozen=True, kw_only=True):
    deployment_id: str
    manifest_id: str

class CreateTvcManifestApprovalsResult(Record, frozen=True, kw_only=True):
    approval_ids: Array[str]

class CreateTvcOperatorResult(Record, frozen=True, kw_only=True):
    wallet_id: str
    operator_id: str
    encrypt_public_key: str
    sign_public_key: str

class CreateTvcQuorumKeyResult(Record, frozen=True, kw_only=True):
    quorum_key_id: str
    quorum_public_key: str
    share_ids: Array[str]

class CreateUserTagResult(Record, frozen=True, kw_only=True):
    user_tag_id: str
    user_ids: Array[str]

class CreateUsersResult(Record, frozen=True, kw_only=True):
    user_ids: Array[str]

class CreateUsersV1Result(Record, frozen=True, kw_only=True):
    user_ids: Array[str]

class CreateUsersV2Result(Record, frozen=True, kw_only=True):
    user_ids: Array[str]

class CreateUsersV3Result(Record, frozen=True, kw_only=True):
    user_ids: Array[str]

class CreateWalletAccountsResult(Record, frozen=True, kw_only=True):
    addresses: Array[str]

class CreateWalletResult(Record, frozen=True, kw_only=True):
    wallet_id: str
    addresses: Array[str]

class CreateWebhookEndpointResult(Record, frozen=True, kw_only=True):
    endpoint_id: str
    webhook_endpoint: WebhookEndpoint

class CreatedWallet(Record, frozen=True, kw_only=True):
    """A wallet that a signup created."""
    wallet_id: str
    addresses: Array[str]

class CredPropsAuthenticationExtensionsClientOutputs(Parameters, frozen=True, kw_only=True):
    rk: bool

class Credential(Record, frozen=True, kw_only=True):
    public_key: str
    type: str
    session_profile_id: str | None = None

class CustomRevertError(Record, frozen=True, kw_only=True):
    error_name: str | None = None
    params_json: str | None = None

class DeleteApiKeysResult(Record, frozen=True, kw_only=True):
    api_key_ids: Array[str]

class DeleteAuthenticatorsResult(Record, frozen=True, kw_only=True):
    authenticator_ids: Array[str]

class DeleteFiatOnRampCredentialResult(Record, frozen=True, kw_only=True):
    fiat_on_ramp_credential_id: str

class DeleteInvitationResult(Record, frozen=True, kw_only=True):
    invitation_id: str

class DeleteMfaPolicyResult(Record, frozen=True, kw_only=True):
    mfa_policy_id: str

class DeleteOauth2CredentialResult(Record, frozen=True, kw_only=True):
    oauth2_credential_id: str

class DeleteOauthProvidersResult(Record, frozen=True, kw_only=True):
    provider_ids: Array[str]

class DeletePoliciesResult(Record, frozen=True, kw_only=True):
    policy_ids: Array[str]

class DeletePolicyResult(Record, frozen=True, kw_only=True):
    policy_id: str

class DeletePrivateKeyTagsResult(Record, frozen=True, kw_only=True):
    private_key_tag_ids: Array[str]
    private_key_ids: Array[str]

class DeletePrivateKeysResult(Record, frozen=True, kw_only=True):
    private_key_ids: Array[str]

class DeleteSecretsResult(Record, frozen=True, kw_only=True):
    secret_ids: Array[str]

class DeleteSmartContractInterfaceResult(Record, frozen=True, kw_only=True):
    smart_contract_interface_id: str

class DeleteSubOrganizationResult(Record, frozen=True, kw_only=True):
    sub_organization_uuid: str

class DeleteTvcAppAndDeploymentsResult(Record, frozen=True, kw_only=True):
    app_id: str

class DeleteTvcDeploymentResult(Record, frozen=True, kw_only=True):
    deployment_id: str

class DeleteUserTagsResult(Record, frozen=True, kw_only=True):
    user_tag_ids: Array[str]
    user_ids: Array[str]

class DeleteUsersResult(Record, frozen=True, kw_only=True):
    user_ids: Array[str]

class DeleteWalletAccountsResult(Record, frozen=True, kw_only=True):
    wallet_account_ids: Array[str]

class DeleteWalletsResult(Record, frozen=True, kw_only=True):
    wallet_ids: Array[str]

class DeleteWebhookEndpointResult(Record, frozen=True, kw_only=True):
    endpoint_id: str

class DeploymentStatus(Record, frozen=True, kw_only=True):
    deployment_id: str
    ready_replicas: int
    desired_replicas: int
    @property
    def last_updated_time(self) -> datetime: ...

EarnDeployWrapperChainCaip2: TypeAlias = Literal["eip155:1", "eip155:8453", "eip155:42161", "eip155:137", "eip155:56", "eip155:4217"]
class EarnDeployWrapperResult(Record, frozen=True, kw_only=True):
    wrapper_address: str
    splitter_address: str
    deploy_request_id: str

class EarnDepositResult(Record, frozen=True, kw_only=True):
    deposit_request_id: str

class EarnEnabledVault(Record, frozen=True, kw_only=True):
    vault_address: str | None = None
    wrapper_address: str | None = None
    provider: str | None = None
    caip19: str | None = None
    apy_pct: str | None = None
    total_deposited: str | None = None
    display: EarnValueDisplay | None = None
    net_apy_pct: str | None = None
    client_fee_bps: str | None = None
    deposits_disabled: bool | None = None
    name: str | None = None
    curator: str | None = None
    claimable_client_fee: str | None = None
    claimable_client_fee_display: EarnValueDisplay | None = None
    client_fee_wallet: str | None = None

class EarnPosition(Record, frozen=True, kw_only=True):
    vault_address: str | None = None
    wrapper_address: str | None = None
    provider: str | None = None
    caip19: str | None = None
    current_value: str | None = None
    total_deposited: str | None = None
    total_withdrawn: str | None = None
    display: EarnPositionDisplay | None = None
    deposits_disabled: bool | None = None

class EarnPositionDisplay(Record, frozen=True, kw_only=True):
    current_value_usd: str | None = None
    total_deposited_usd: str | None = None
    total_withdrawn_usd: str | None = None
    current_value_crypto: str | None = None
    total_deposited_crypto: str | None = None
    total_withdrawn_crypto: str | None = None

EarnProvider: TypeAlias = Literal["EARN_PROVIDER_MORPHO", "EARN_PROVIDER_AAVE"]
class EarnSetWrapperStateResult(Record, frozen=True, kw_only=True):
    wrapper_address: str
    deposits_disabled: bool

class EarnValueDisplay(Record, frozen=True, kw_only=True):
    usd: str | None = None
    crypto: str | None = None

class EarnVault(Record, frozen=True, kw_only=True):
    vault_address: str | None = None
    provider: str | None = None
    caip19: str | None = None
    tvl: str | None = None
    apy_pct: str | None = None
    enabled: bool | None = None
    display: EarnValueDisplay | None = None
    name: str | None = None
    curator: str | None = None

class EarnWithdrawResult(Record, frozen=True, kw_only=True):
    withdraw_request_id: str

Effect: TypeAlias = Literal["EFFECT_ALLOW", "EFFECT_DENY"]
class EmailAuthCustomizationParams(Parameters, frozen=True, kw_only=True):
    app_name: str
    logo_url: str | None = None
    magic_link_template: str | None = None
    template_variables: str | None = None
    template_id: str | None = None

class EmailAuthResult(Record, frozen=True, kw_only=True):
    user_id: str
    api_key_id: str

class EmailAuthV1Result(Record, frozen=True, kw_only=True):
    user_id: str
    api_key_id: str

class EmailAuthV2Result(Record, frozen=True, kw_only=True):
    user_id: str
    api_key_id: str

class EmailCustomizationParams(Parameters, frozen=True, kw_only=True):
    app_name: str | None = None
    logo_url: str | None = None
    magic_link_template: str | None = None
    template_variables: str | None = None
    template_id: str | None = None

class EmailCustomizationParamsV2(Parameters, frozen=True, kw_only=True):
    logo_url: str | None = None
    magic_link_template: str | None = None
    template_variables: str | None = None
    template_id: str | None = None

class EmailEvent(Record, frozen=True, kw_only=True):
    id: str
    organization_id: str
    message_id: str
    event_type: str
    from_address: str
    to_address: str
    sender_tenant: str | None = None
    timestamp: str
    created_at: str
    details: EmailEventDetails

class EmailEventDetails(Record, frozen=True, kw_only=True):
    bounce_type: str | None = None
    bounce_sub_type: str | None = None
    diagnostic_code: str | None = None
    delivery_smtp_response: str | None = None
    delivery_processing_time_millis: str | None = None
    delivery_delay_type: str | None = None
    complaint_feedback_type: str | None = None

EncryptionSuite: TypeAlias = Literal["TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1"]
class EthCallParams(Parameters, frozen=True, kw_only=True):
    to: str
    value: str | None = None
    data: str | None = None

class EthFailureDetails(Record, frozen=True, kw_only=True):
    revert_chain: Array[RevertChainEntry] | None = None

class EthSendRawTransactionResult(Record, frozen=True, kw_only=True):
    transaction_hash: str

class EthSendTransactionResult(Record, frozen=True, kw_only=True):
    send_transaction_status_id: str

class EthSendTransactionStatus(Record, frozen=True, kw_only=True):
    tx_hash: str | None = None

class EthTransactionHistoryItem(Record, frozen=True, kw_only=True):
    transaction_hash: str
    block: TransactionHistoryBlock
    status: str
    origin: str
    from_: str
    to: str | None = None
    fee: TransactionHistoryFee
    transfers: Array[TransactionHistoryTransfer]
    turnkey: TransactionHistoryTurnkey | None = None

EthUndelegate7702Caip2: TypeAlias = Literal["eip155:1", "eip155:11155111", "eip155:8453", "eip155:84532", "eip155:137", "eip155:80002", "eip155:56", "eip155:97", "eip155:10", "eip155:11155420", "eip155:143", "eip155:10143", "eip155:42161", "eip155:421614"]
class EthUndelegate7702Result(Record, frozen=True, kw_only=True):
    send_transaction_status_id: str

class ExecuteSwapResult(Record, frozen=True, kw_only=True):
    swap_request_id: str
    provider: str | None = None
    quote_id: str | None = None

class ExportPrivateKeyResult(_PrivateKeyExport, frozen=True, kw_only=True):
    private_key_id: str
    export_bundle: str

class Feature(Record, frozen=True, kw_only=True):
    name: str | None = None
    value: str | None = None

FeatureName: TypeAlias = Literal["FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY", "FEATURE_NAME_WEBAUTHN_ORIGINS", "FEATURE_NAME_EMAIL_AUTH", "FEATURE_NAME_EMAIL_RECOVERY", "FEATURE_NAME_WEBHOOK", "FEATURE_NAME_SMS_AUTH", "FEATURE_NAME_OTP_EMAIL_AUTH", "FEATURE_NAME_AUTH_PROXY", "FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED", "FEATURE_NAME_SWAP_CONFIG", "FEATURE_NAME_EARN_CONFIG"]
FiatOnRampBlockchainNetwork: TypeAlias = Literal["FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN", "FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_ETHEREUM", "FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_SOLANA", "FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BASE"]
class FiatOnRampCredential(Record, frozen=True, kw_only=True):
    fiat_onramp_credential_id: str
    organization_id: str
    onramp_provider: str
    project_id: str | None = None
    publishable_api_key: str
    encrypted_secret_api_key: str
    encrypted_private_api_key: str | None = None
    sandbox_mode: bool | None = None
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...

FiatOnRampCryptoCurrency: TypeAlias = Literal["FIAT_ON_RAMP_CRYPTO_CURRENCY_BTC", "FIAT_ON_RAMP_CRYPTO_CURRENCY_ETH", "FIAT_ON_RAMP_CRYPTO_CURRENCY_SOL", "FIAT_ON_RAMP_CRYPTO_CURRENCY_USDC"]
FiatOnRampCurrency: TypeAlias = Literal["FIAT_ON_RAMP_CURRENCY_AUD", "FIAT_ON_RAMP_CURRENCY_BGN", "FIAT_ON_RAMP_CURRENCY_BRL", "FIAT_ON_RAMP_CURRENCY_CAD", "FIAT_ON_RAMP_CURRENCY_CHF", "FIAT_ON_RAMP_CURRENCY_COP", "FIAT_ON_RAMP_CURRENCY_CZK", "FIAT_ON_RAMP_CURRENCY_DKK", "FIAT_ON_RAMP_CURRENCY_DOP", "FIAT_ON_RAMP_CURRENCY_EGP", "FIAT_ON_RAMP_CURRENCY_EUR", "FIAT_ON_RAMP_CURRENCY_GBP", "FIAT_ON_RAMP_CURRENCY_HKD", "FIAT_ON_RAMP_CURRENCY_IDR", "FIAT_ON_RAMP_CURRENCY_ILS", "FIAT_ON_RAMP_CURRENCY_JOD", "FIAT_ON_RAMP_CURRENCY_KES", "FIAT_ON_RAMP_CURRENCY_KWD", "FIAT_ON_RAMP_CURRENCY_LKR", "FIAT_ON_RAMP_CURRENCY_MXN", "FIAT_ON_RAMP_CURRENCY_NGN", "FIAT_ON_RAMP_CURRENCY_NOK", "FIAT_ON_RAMP_CURRENCY_NZD", "FIAT_ON_RAMP_CURRENCY_OMR", "FIAT_ON_RAMP_CURRENCY_PEN", "FIAT_ON_RAMP_CURRENCY_PLN", "FIAT_ON_RAMP_CURRENCY_RON", "FIAT_ON_RAMP_CURRENCY_SEK", "FIAT_ON_RAMP_CURRENCY_THB", "FIAT_ON_RAMP_CURRENCY_TRY", "FIAT_ON_RAMP_CURRENCY_TWD", "FIAT_ON_RAMP_CURRENCY_USD", "FIAT_ON_RAMP_CURRENCY_VND", "FIAT_ON_RAMP_CURRENCY_ZAR"]
FiatOnRampPaymentMethod: TypeAlias = Literal["FIAT_ON_RAMP_PAYMENT_METHOD_CREDIT_DEBIT_CARD", "FIAT_ON_RAMP_PAYMENT_METHOD_APPLE_PAY", "FIAT_ON_RAMP_PAYMENT_METHOD_GBP_BANK_TRANSFER", "FIAT_ON_RAMP_PAYMENT_METHOD_GBP_OPEN_BANKING_PAYMENT", "FIAT_ON_RAMP_PAYMENT_METHOD_GOOGLE_PAY", "FIAT_ON_RAMP_PAYMENT_METHOD_SEPA_BANK_TRANSFER", "FIAT_ON_RAMP_PAYMENT_METHOD_PIX_INSTANT_PAYMENT", "FIAT_ON_RAMP_PAYMENT_METHOD_PAYPAL", "FIAT_ON_RAMP_PAYMENT_METHOD_VENMO", "FIAT_ON_RAMP_PAYMENT_METHOD_MOONPAY_BALANCE", "FIAT_ON_RAMP_PAYMENT_METHOD_CRYPTO_ACCOUNT", "FIAT_ON_RAMP_PAYMENT_METHOD_FIAT_WALLET", "FIAT_ON_RAMP_PAYMENT_METHOD_ACH_BANK_ACCOUNT"]
FiatOnRampProvider: TypeAlias = Literal["FIAT_ON_RAMP_PROVIDER_COINBASE", "FIAT_ON_RAMP_PROVIDER_MOONPAY"]
class GetActivityResult(Record, frozen=True, kw_only=True):
    activity: UncheckedActivity

class GetApiKeyResult(Record, frozen=True, kw_only=True):
    api_key: UserApiKey

class GetApiKeysResult(Record, frozen=True, kw_only=True):
    api_keys: Array[UserApiKey]

class GetAppStatusResult(Record, frozen=True, kw_only=True):
    app_status: AppStatus

class GetAuthenticatorResult(Record, frozen=True, kw_only=True):
    authenticator: UserAuthenticator

class GetAuthenticatorsResult(Record, frozen=True, kw_only=True):
    authenticators: Array[UserAuthenticator]

class GetBootProofResult(Record, frozen=True, kw_only=True):
    boot_proof: JsonObject

class GetClaimEarnFeesStatusResult(Record, frozen=True, kw_only=True):
    status: str
    claim_tx_hash: str | None = None
    error: str | None = None

class GetEarnDeployStatusResult(Record, frozen=True, kw_only=True):
    status: str
    deploy_tx_hash: str | None = None
    error: str | None = None

class GetEarnDepositStatusResult(Record, frozen=True, kw_only=True):
    status: str
    deposit_tx_hash: str | None = None
    error: str | None = None

class GetEarnWithdrawStatusResult(Record, frozen=True, kw_only=True):
    status: str
    withdraw_tx_hash: str | None = None
    error: str | None = None

class GetGasUsageResult(Record, frozen=True, kw_only=True):
    window_duration_minutes: int
    window_limit_usd: str
    usage_usd: str

class GetIpAllowlistResult(Record, frozen=True, kw_only=True):
    allowlist: IpAllowlist

class GetLatestBootProofResult(Record, frozen=True, kw_only=True):
    boot_proof: JsonObject

class GetMfaPoliciesResult(Record, frozen=True, kw_only=True):
    mfa_policies: Array[MfaPolicy]

class GetMfaPolicyResult(Record, frozen=True, kw_only=True):
    mfa_policy: MfaPolicy

class GetMfaStatusResult(Record, frozen=True, kw_only=True):
    mfa_statuses: Array[MfaStatus]

GetNoncesCaip2: TypeAlias = Literal["eip155:1", "eip155:11155111", "eip155:8453", "eip155:84532", "eip155:137", "eip155:80002", "eip155:56", "eip155:97", "eip155:10", "eip155:11155420", "eip155:143", "eip155:10143", "eip155:42161", "eip155:4217", "eip155:42431", "eip155:421614"]
class GetNoncesResult(Record, frozen=True, kw_only=True):
    nonce: str | None = None
    gas_station_nonce: str | None = None

class GetOauth2CredentialResult(Record, frozen=True, kw_only=True):
    oauth2_credential: Oauth2Credential

class GetOauthProvidersResult(Record, frozen=True, kw_only=True):
    oauth_providers: Array[UserOauthProvider]

class GetOnrampTransactionStatusResult(Record, frozen=True, kw_only=True):
    transaction_status: str

class GetOrganizationConfigsResult(Record, frozen=True, kw_only=True):
    configs: OrganizationConfigs

class GetOrganizationResult(Record, frozen=True, kw_only=True):
    organization_data: OrganizationData

class GetPolicyEvaluationsResult(Record, frozen=True, kw_only=True):
    policy_evaluations: Array[ActivityPolicyEvaluation]

class GetPolicyResult(Record, frozen=True, kw_only=True):
    policy: Policy

class GetPrivateKeyResult(Record, frozen=True, kw_only=True):
    private_key: PrivateKey

class GetSendTransactionStatusResult(Record, frozen=True, kw_only=True):
    tx_status: str
    eth: EthSendTransactionStatus | None = None
    solana: SolanaSendTransactionStatus | None = None
    tx_error: str | None = None
    error: TxError | None = None

class GetSessionProfileResult(Record, frozen=True, kw_only=True):
    session_profile: SessionProfile

class GetSessionProfilesResult(Record, frozen=True, kw_only=True):
    session_profiles: Array[SessionProfile]

class GetSmartContractInterfaceResult(Record, frozen=True, kw_only=True):
    smart_contract_interface: SmartContractInterface

class GetSwapStatusResult(Record, frozen=True, kw_only=True):
    status: str
    swap_kind: str
    provider: str
    input_token: str
    output_token: str
    input_amount: str
    origin_tx_hash: str | None = None
    destination_tx_hashes: Array[str] | None = None
    output_amount: str | None = None
    refund: SwapRefund | None = None
    updated_at: str
    error: SwapError | None = None

class GetTvcAppResult(Record, frozen=True, kw_only=True):
    tvc_app: TvcApp

class GetTvcDeploymentDebugLogsResult(Record, frozen=True, kw_only=True):
    entries: Array[TvcDeploymentDebugLogEntry]

class GetTvcDeploymentProvisioningDetailsResult(Record, frozen=True, kw_only=True):
    attestation_document: str
    manifest_envelope: str

class GetTvcDeploymentResult(Record, frozen=True, kw_only=True):
    tvc_deployment: TvcDeployment

class GetTvcQosVersionsResult(Record, frozen=True, kw_only=True):
    available_versions: Array[str]
    latest_version: str

class GetUserResult(Record, frozen=True, kw_only=True):
    user: User

class GetWalletAccountResult(Record, frozen=True, kw_only=True):
    account: WalletAccount

GetWalletAddressBalancesCaip2: TypeAlias = Literal["eip155:1", "eip155:11155111", "eip155:8453", "eip155:84532", "eip155:137", "eip155:80002", "eip155:56", "eip155:97", "eip155:10", "eip155:11155420", "eip155:143", "eip155:10143", "eip155:42161", "eip155:4217", "eip155:42431", "eip155:421614", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"]
class GetWalletAddressBalancesResult(Record, frozen=True, kw_only=True):
    balances: Array[AssetBalance] | None = None

class GetWalletResult(Record, frozen=True, kw_only=True):
    wallet: Wallet

class GetWhoamiResult(Record, frozen=True, kw_only=True):
    organization_id: str
    organization_name: str
    user_id: str
    username: str

class ImportPrivateKeyResult(Record, frozen=True, kw_only=True):
    private_key_id: str
    addresses: Array[Address]

class ImportSecretsResult(Record, frozen=True, kw_only=True):
    secret_ids: Array[str]

class ImportWalletResult(Record, frozen=True, kw_only=True):
    wallet_id: str
    addresses: Array[str]

class InitFiatOnRampResult(Record, frozen=True, kw_only=True):
    on_ramp_url: str
    on_ramp_transaction_id: str
    on_ramp_url_signature: str | None = None

class InitImportPrivateKeyResult(_Import, frozen=True, kw_only=True):
    import_bundle: str

class InitImportWalletResult(_Import, frozen=True, kw_only=True):
    import_bundle: str

class InitOtpAuthResult(Record, frozen=True, kw_only=True):
    otp_id: str

class InitOtpAuthV1Result(Record, frozen=True, kw_only=True):
    otp_id: str

class InitOtpAuthV2Result(Record, frozen=True, kw_only=True):
    otp_id: str

class InitOtpResult(Record, frozen=True, kw_only=True):
    otp_id: str
    otp_encryption_target_bundle: str

class InitUserEmailRecoveryResult(Record, frozen=True, kw_only=True):
    user_id: str

class InitUserEmailRecoveryV1Result(Record, frozen=True, kw_only=True):
    user_id: str

class Invitation(Record, frozen=True, kw_only=True):
    invitation_id: str
    receiver_user_name: str
    receiver_email: str
    receiver_user_tags: Array[str]
    access_type: str
    status: str
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...
    sender_user_id: str

class InvitationParams(Parameters, frozen=True, kw_only=True):
    receiver_user_name: str
    receiver_user_email: str
    receiver_user_tags: Array[str]
    access_type: AccessType
    sender_user_id: str

class IpAllowlist(Record, frozen=True, kw_only=True):
    organization_id: str
    rules: Array[IpAllowlistEntry]
    public_key: str | None = None
    enabled: bool | None = None
    on_evaluation_error: str | None = None

class IpAllowlistEntry(Record, frozen=True, kw_only=True):
    cidr: str
    label: str | None = None
    created_at: str | None = None

class IpAllowlistRule(_IpAllowlistRule, frozen=True, kw_only=True):
    """A block of IP addresses that may use the API."""
    cidr: str
    label: str | None = None

class KeyValue(Parameters, frozen=True, kw_only=True):
    """A property of a secret, or a part of the context of a request; policies can read both."""
    key: str
    value: str

Language: TypeAlias = Literal["MNEMONIC_LANGUAGE_ENGLISH", "MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE", "MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE", "MNEMONIC_LANGUAGE_CZECH", "MNEMONIC_LANGUAGE_FRENCH", "MNEMONIC_LANGUAGE_ITALIAN", "MNEMONIC_LANGUAGE_JAPANESE", "MNEMONIC_LANGUAGE_KOREAN", "MNEMONIC_LANGUAGE_SPANISH"]
class ListActivitiesResult(Record, frozen=True, kw_only=True):
    activities: Array[UncheckedActivity]

class ListAppProofsResult(Record, frozen=True, kw_only=True):
    app_proofs: Array[JsonObject]

class ListEarnEnabledVaultsResult(Record, frozen=True, kw_only=True):
    enabled_vaults: Array[EarnEnabledVault] | None = None

class ListEarnPositionsResult(Record, frozen=True, kw_only=True):
    positions: Array[EarnPosition] | None = None

class ListEarnVaultsResult(Record, frozen=True, kw_only=True):
    vaults: Array[EarnVault] | None = None
    page_info: PageInfo | None = None

class ListEmailEventsResult(Record, frozen=True, kw_only=True):
    email_events: Array[EmailEvent]

ListEthTransactionHistoryCaip2: TypeAlias = Literal["eip155:1", "eip155:11155111", "eip155:8453", "eip155:84532", "eip155:137", "eip155:80002", "eip155:42161", "eip155:4217", "eip155:42431", "eip155:421614", "eip155:56", "eip155:97"]
class ListEthTransactionHistoryResult(Record, frozen=True, kw_only=True):
    transactions: Array[EthTransactionHistoryItem]
    page_info: PageInfo | None = None

class ListFiatOnRampCredentialsResult(Record, frozen=True, kw_only=True):
    fiat_on_ramp_credentials: Array[FiatOnRampCredential]

class ListOauth2CredentialsResult(Record, frozen=True, kw_only=True):
    oauth2_credentials: Array[Oauth2Credential]

class ListPoliciesResult(Record, frozen=True, kw_only=True):
    policies: Array[Policy]

class ListPrivateKeyTagsResult(Record, frozen=True, kw_only=True):
    private_key_tags: Array[Tag]

class ListSmartContractInterfacesResult(Record, frozen=True, kw_only=True):
    smart_contract_interfaces: Array[SmartContractInterface]

ListSolTransactionHistoryCaip2: TypeAlias = Literal["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1", "solana:mainnet", "solana:devnet"]
class ListSolTransactionHistoryResult(Record, frozen=True, kw_only=True):
    transactions: Array[SolTransactionHistoryItem]
    page_info: PageInfo | None = None

class ListSuborgsResult(Record, frozen=True, kw_only=True):
    organization_ids: Array[str]

class ListSupportedAssetsResult(Record, frozen=True, kw_only=True):
    assets: Array[AssetMetadata] | None = None

class ListTvcAppDeploymentsResult(Record, frozen=True, kw_only=True):
    tvc_deployments: Array[TvcDeployment]

class ListTvcAppsResult(Record, frozen=True, kw_only=True):
    tvc_apps: Array[TvcApp]

class ListUserTagsResult(Record, frozen=True, kw_only=True):
    user_tags: Array[Tag]

class ListUsersResult(Record, frozen=True, kw_only=True):
    users: Array[User]

class ListVerifiedSuborgsResult(Record, frozen=True, kw_only=True):
    organization_ids: Array[str]

class ListWalletAccountsResult(Record, frozen=True, kw_only=True):
    accounts: Array[WalletAccount]

class ListWalletsResult(Record, frozen=True, kw_only=True):
    wallets: Array[Wallet]

class ListWebhookEndpointsResult(Record, frozen=True, kw_only=True):
    webhook_endpoints: Array[WebhookEndpoint]

class LogLine(Record, frozen=True, kw_only=True):
    content: str
    @property
    def ts(self) -> datetime | None: ...

class Login(_Session, frozen=True, kw_only=True):
    """The answer to otp_login_v2."""
    session: str

class MfaPolicy(Record, frozen=True, kw_only=True):
    mfa_policy_id: str
    mfa_policy_name: str
    condition: str
    required_authentication_methods: Array[RequiredAuthenticationMethod]
    order: int
    notes: str | None = None
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...

class MfaStatus(Record, frozen=True, kw_only=True):
    mfa_policy_id: str
    user_id: str
    satisfied: bool
    satisfied_methods: Array[AuthenticationMethod]
    required_methods: Array[RequiredAuthenticationMethod]

class NativeRevertError(Record, frozen=True, kw_only=True):
    native_type: str | None = None
    message: str | None = None
    panic_code: str | None = None

class Oauth2AuthenticateResult(Record, frozen=True, kw_only=True):
    oidc_token: str

class Oauth2Credential(Record, frozen=True, kw_only=True):
    oauth2_credential_id: str
    organization_id: str
    provider: str
    client_id: str
    encrypted_client_secret: str
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...

Oauth2Provider: TypeAlias = Literal["OAUTH2_PROVIDER_X", "OAUTH2_PROVIDER_DISCORD"]
class OauthLoginResult(_ProfiledSession, frozen=True, kw_only=True):
    session: str

class OauthProvider(Parameters, frozen=True, kw_only=True):
    """An OAuth provider that a user logs in with."""
    provider_name: str
    oidc_token: str | None = None
    oidc_claims: OidcClaims | None = None

class OauthProviderParams(Parameters, frozen=True, kw_only=True):
    provider_name: str
    oidc_token: str

class OauthResult(_Credential, frozen=True, kw_only=True):
    user_id: str
    api_key_id: str
    credential_bundle: str

class OidcClaims(Parameters, frozen=True, kw_only=True):
    """The claims by which an OIDC provider identifies a user."""
    iss: str
    sub: str
    aud: str

class OrganizationConfigs(Record, frozen=True, kw_only=True):
    features: Array[Feature] | None = None
    quorum: Quorum | None = None

class OrganizationData(Record, frozen=True, kw_only=True):
    organization_id: str | None = None
    name: str | None = None
    users: Array[User] | None = None
    policies: Array[Policy] | None = None
    private_keys: Array[PrivateKey] | None = None
    invitations: Array[Invitation] | None = None
    tags: Array[Tag] | None = None
    root_quorum: Quorum | None = None
    features: Array[Feature] | None = None
    wallets: Array[Wallet] | None = None
    smart_contract_interface_references: Array[SmartContractInterfaceReference] | None = None

class OtpAuthResult(Record, frozen=True, kw_only=True):
    user_id: str
    api_key_id: str | None = None
    credential_bundle: str | None = None

class OtpLoginResult(_ProfiledSession, frozen=True, kw_only=True):
    session: str

class OtpLoginV1Result(Record, frozen=True, kw_only=True):
    session: str

class PageInfo(Record, frozen=True, kw_only=True):
    has_next_page: bool | None = None
    has_previous_page: bool | None = None
    start_cursor: str | None = None
    end_cursor: str | None = None

class Pagination(Parameters, frozen=True, kw_only=True):
    """A part of a list."""
    limit: str | None = None
    before: str | None = None
    after: str | None = None

PathFormat: TypeAlias = Literal["PATH_FORMAT_BIP32"]
class Policy(Record, frozen=True, kw_only=True):
    policy_id: str
    policy_name: str
    effect: str
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...
    notes: str
    consensus: str
    condition: str
    time: str | None = None

class PolicyEvaluation(Record, frozen=True, kw_only=True):
    policy_id: str | None = None
    outcome: str | None = None

class PolicyParams(Parameters, frozen=True, kw_only=True):
    policy_name: str
    effect: Effect
    condition: str | None = None
    consensus: str | None = None
    notes: str
    time: str | None = None

class PostTvcQuorumKeyShareResult(Record, frozen=True, kw_only=True):
    provisioning_share_id: str

class PrivateKey(Record, frozen=True, kw_only=True):
    """A private key that the service holds; the record has no secret."""
    private_key_id: str
    public_key: str
    private_key_name: str
    curve: str
    addresses: Array[Address]
    private_key_tags: Array[str]
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...
    exported: bool
    imported: bool

class PrivateKeyParams(Parameters, frozen=True, kw_only=True):
    private_key_name: str
    curve: WalletCurve
    private_key_tags: Array[str]
    address_formats: Array[AddressFormat]

class PrivateKeyResult(Record, frozen=True, kw_only=True):
    private_key_id: str | None = None
    addresses: Array[Address] | None = None

class PrivateKeys(Record, frozen=True, kw_only=True):
    """The answer to list_private_keys."""
    private_keys: Array[PrivateKey]

class Property(Record, frozen=True, kw_only=True):
    """A property of a secret."""
    key: str
    value: str

class PublicKeyCredentialWithAttestation(Parameters, frozen=True, kw_only=True):
    id: str
    type: PublicKeyCredentialWithAttestationType
    raw_id: str
    authenticator_attachment: PublicKeyCredentialWithAttestationAuthenticatorAttachment | None = None
    response: AuthenticatorAttestationResponse
    client_extension_results: SimpleClientExtensionResults

PublicKeyCredentialWithAttestationAuthenticatorAttachment: TypeAlias = Literal["cross-platform", "platform"]
PublicKeyCredentialWithAttestationType: TypeAlias = Literal["public-key"]
class Quorum(Record, frozen=True, kw_only=True):
    threshold: int
    user_ids: Array[str]

class QuorumKeyShareApprovalBundle(Parameters, frozen=True, kw_only=True):
    operator_id: str
    re_encrypted_share_hex: str
    signature: str

class ReEncryptTvcQuorumKeyShareResult(Record, frozen=True, kw_only=True):
    provisioning_share_id: str

class RecoverUserResult(Record, frozen=True, kw_only=True):
    authenticator_id: Array[str]

class RemoveIpAllowlistResult(Record, frozen=True, kw_only=True):
    ...

class RemoveOrganizationFeatureResult(Record, frozen=True, kw_only=True):
    features: Array[Feature]

class RequiredAuthenticationMethod(Record, frozen=True, kw_only=True):
    any: Array[AuthenticationMethod]

class RequiredAuthenticationMethodParams(Parameters, frozen=True, kw_only=True):
    any: Array[AuthenticationMethodParams]

class RestoreTvcDeploymentResult(Record, frozen=True, kw_only=True):
    deployment_id: str

class RevertChainEntry(Record, frozen=True, kw_only=True):
    address: str | None = None
    error_type: str | None = None
    display_message: str | None = None
    unknown: UnknownRevertError | None = None
    native: NativeRevertError | None = None
    custom: CustomRevertError | None = None

class RootUserParams(Parameters, frozen=True, kw_only=True):
    user_name: str
    user_email: str | None = None
    user_phone_number: str | None = None
    api_keys: Array[ApiKeyParams]
    authenticators: Array[AuthenticatorParams]
    oauth_providers: Array[OauthProvider]

class RootUserParamsV4(Parameters, frozen=True, kw_only=True):
    user_name: str
    user_email: str | None = None
    user_phone_number: str | None = None
    api_keys: Array[ApiKeyParams]
    authenticators: Array[AuthenticatorParams]
    oauth_providers: Array[OauthProviderParams]

class Secret(Record, frozen=True, kw_only=True):
    """A secret that the service holds; the record has no secret."""
    secret_id: str
    name: str | None = None
    static_properties: Array[Property]
    @property
    def created_at(self) -> datetime: ...

class SecretToExport(Parameters, frozen=True, kw_only=True):
    """A secret to export, and the key to seal it to."""
    secret_id: str
    target_public_key: str
    encryption_suite: EncryptionSuite
    request_context: Array[KeyValue] | None = None

class SecretToImport(Parameters, frozen=True, kw_only=True):
    """A secret that is sealed to a key of the enclave."""
    name: str | None = None
    secret_payload: str
    target_public_key: str
    encryption_suite: EncryptionSuite
    static_properties: Array[KeyValue] | None = None

class Secrets(Record, frozen=True, kw_only=True):
    """The answer to list_secrets."""
    secrets: Array[Secret]

class SessionProfile(Record, frozen=True, kw_only=True):
    session_profile_id: str
    session_profile_name: str
    scope: str
    expiration_seconds: str | None = None
    notes: str | None = None
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...

class SetIpAllowlistResult(Record, frozen=True, kw_only=True):
    """The result of set_ip_allowlist, which has no fields."""

class SetOrganizationFeatureResult(Record, frozen=True, kw_only=True):
    features: Array[Feature]

class SetTvcAppLiveDeploymentResult(Record, frozen=True, kw_only=True):
    ...

class SignRawPayloadResult(_RawSignature, frozen=True, kw_only=True):
    r: str
    s: str
    v: str

class SignRawPayloadV1Result(Record, frozen=True, kw_only=True):
    r: str
    s: str
    v: str

class SignRawPayloadsResult(Record, frozen=True, kw_only=True):
    signatures: Array[SignRawPayloadResult] | None = None

class SignTransactionResult(Record, frozen=True, kw_only=True):
    signed_transaction: str

class SignTransactionV1Result(Record, frozen=True, kw_only=True):
    signed_transaction: str

class Signup(_Proven, frozen=True, kw_only=True):
    """The answer to signup_v2."""
    organization_id: str
    wallet: CreatedWallet | None = None

class SignupApiKey(Parameters, frozen=True, kw_only=True):
    """An API key of a new user."""
    api_key_name: str
    public_key: str
    curve_type: ApiKeyCurve
    expiration_seconds: str | None = None

class SignupAuthenticator(Parameters, frozen=True, kw_only=True):
    """A passkey of a new user."""
    authenticator_name: str
    challenge: str
    attestation: AttestationFields | Attestation

class SignupWallet(Parameters, frozen=True, kw_only=True):
    """A wallet of a new user."""
    wallet_name: str
    accounts: Array[SignupWalletAccount]
    mnemonic_length: MnemonicLength | None = None

class SignupWalletAccount(Parameters, frozen=True, kw_only=True):
    """An account of a new wallet."""
    curve: WalletCurve
    path_format: PathFormat
    path: str
    address_format: AddressFormat
    name: str | None = None

class SimpleClientExtensionResults(Parameters, frozen=True, kw_only=True):
    appid: bool | None = None
    appid_exclude: bool | None = None
    cred_props: CredPropsAuthenticationExtensionsClientOutputs | None = None

class SmartContractInterface(Record, frozen=True, kw_only=True):
    organization_id: str
    smart_contract_interface_id: str
    smart_contract_address: str
    smart_contract_interface: str
    type: str
    label: str
    notes: str
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...

class SmartContractInterfaceReference(Record, frozen=True, kw_only=True):
    smart_contract_interface_id: str | None = None
    smart_contract_address: str | None = None
    digest: str | None = None

SmartContractInterfaceType: TypeAlias = Literal["SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM", "SMART_CONTRACT_INTERFACE_TYPE_SOLANA"]
class SmsCustomizationParams(Parameters, frozen=True, kw_only=True):
    template: str | None = None

SolSendTransactionCaip2: TypeAlias = Literal["solana:mainnet", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d", "solana:devnet", "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1", "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"]
class SolSendTransactionResult(Record, frozen=True, kw_only=True):
    send_transaction_status_id: str

class SolTransactionHistoryItem(Record, frozen=True, kw_only=True):
    signature: str
    block: TransactionHistoryBlock
    status: str
    origin: str
    fee_payer: str
    signers: Array[SolTransactionHistorySigner]
    fee: TransactionHistoryFee
    transfers: Array[TransactionHistoryTransfer]
    turnkey: TransactionHistoryTurnkey | None = None

class SolTransactionHistorySigner(Record, frozen=True, kw_only=True):
    address: str
    writable: bool

class SolanaFailureDetails(Record, frozen=True, kw_only=True):
    source: str | None = None
    rpc_code: int | None = None
    rpc_message: str | None = None
    transaction_error_json: str | None = None
    logs: Array[str] | None = None
    units_consumed: str | None = None
    inner_instructions_json: str | None = None

class SolanaSendTransactionStatus(Record, frozen=True, kw_only=True):
    signature: str | None = None

class SparkClaimLeaf(Parameters, frozen=True, kw_only=True):
    leaf_id: str
    ciphertext: str
    sender_signature: str

class SparkClaimPackage(Parameters, frozen=True, kw_only=True):
    leaves: Array[SparkClaimLeaf]
    threshold: int
    operator_recipients: Array[SparkOperatorRecipient]
    transfer_id: str
    sender_identity_public_key: str

class SparkClaimTransferResult(Record, frozen=True, kw_only=True):
    operator_packages: Array[SparkEncryptedOperatorPackage]
    new_leaf_public_keys: Array[SparkLeafPublicKey]

class SparkDepositDerivation(Parameters, frozen=True, kw_only=True):
    ...

class SparkEncryptedOperatorPackage(Record, frozen=True, kw_only=True):
    operator_id: str
    encrypted_package: str

class SparkFrostCommitment(Parameters, frozen=True, kw_only=True):
    id: str
    hiding: str
    binding: str

class SparkHtlcPreimageDerivation(Parameters, frozen=True, kw_only=True):
    ...

class SparkIdentityDerivation(Parameters, frozen=True, kw_only=True):
    ...

class SparkKeyDerivation(Parameters, frozen=True, kw_only=True):
    identity: SparkIdentityDerivation | None = None
    signing_leaf: SparkSigningLeafDerivation | None = None
    deposit: SparkDepositDerivation | None = None
    static_deposit: SparkStaticDepositDerivation | None = None
    htlc_preimage: SparkHtlcPreimageDerivation | None = None

class SparkLeafPublicKey(Record, frozen=True, kw_only=True):
    leaf_id: str
    public_key: str

class SparkLightningReceivePackage(Parameters, frozen=True, kw_only=True):
    threshold: int
    operator_recipients: Array[SparkOperatorRecipient]

class SparkOperatorRecipient(Parameters, frozen=True, kw_only=True):
    operator_id: str
    encryption_public_key: str

class SparkPartialSignature(Record, frozen=True, kw_only=True):
    signature_share: str
    hiding: str
    binding: str

class SparkPrepareLightningReceiveResult(Record, frozen=True, kw_only=True):
    operator_packages: Array[SparkEncryptedOperatorPackage]
    payment_hash: str

class SparkPrepareTransferResult(Record, frozen=True, kw_only=True):
    operator_packages: Array[SparkEncryptedOperatorPackage]
    transfer_user_signature: str
    new_leaf_public_keys: Array[SparkLeafPublicKey]

class SparkSignFrostResult(Record, frozen=True, kw_only=True):
    signatures: Array[SparkPartialSignature]

class SparkSignatureRequest(Parameters, frozen=True, kw_only=True):
    derivation: SparkKeyDerivation
    message: str
    verifying_key: str
    operator_commitments: Array[SparkFrostCommitment]
    adaptor_public_key: str | None = None

class SparkSigningLeafDerivation(Parameters, frozen=True, kw_only=True):
    leaf_id: str

class SparkStaticDepositDerivation(Parameters, frozen=True, kw_only=True):
    index: int

class SparkTransferLeaf(Parameters, frozen=True, kw_only=True):
    leaf_id: str
    old_leaf_derivation: SparkKeyDerivation
    new_leaf_derivation: SparkKeyDerivation
    refund_signature: str | None = None
    direct_refund_signature: str | None = None
    direct_from_cpfp_refund_signature: str | None = None

class SparkTransferPackage(Parameters, frozen=True, kw_only=True):
    transfer_id: str
    leaves: Array[SparkTransferLeaf]
    threshold: int
    operator_recipients: Array[SparkOperatorRecipient]
    receiver_public_key: str

class StampLoginResult(_ProfiledSession, frozen=True, kw_only=True):
    session: str

class SwapError(Record, frozen=True, kw_only=True):
    reason: str
    message: str
    origin_tx_error: TxError | None = None
    provider_reason: str | None = None

class SwapQuote(Record, frozen=True, kw_only=True):
    quote_id: str
    provider: str
    output_amount: str
    min_output_amount: str
    expires_at: str
    slippage_bps: str | None = None
    client_fee_bps: str
    estimated_time_seconds: str | None = None

class SwapRefund(Record, frozen=True, kw_only=True):
    asset: str
    amount: str
    tx_hash: str | None = None

class Tag(Record, frozen=True, kw_only=True):
    tag_id: str
    tag_name: str
    tag_type: str
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...

class TransactionHistoryAsset(Record, frozen=True, kw_only=True):
    caip19: str
    symbol: str
    name: str
    decimals: int

class TransactionHistoryBlock(Record, frozen=True, kw_only=True):
    number: str
    hash: str
    timestamp: str

class TransactionHistoryDisplay(Record, frozen=True, kw_only=True):
    crypto: str | None = None
    usd: str | None = None

class TransactionHistoryFee(Record, frozen=True, kw_only=True):
    amount: str
    caip19: str

class TransactionHistoryTransfer(Record, frozen=True, kw_only=True):
    direction: str
    asset: TransactionHistoryAsset | None = None
    amount: str
    counterparty: str
    display: TransactionHistoryDisplay | None = None

class TransactionHistoryTurnkey(Record, frozen=True, kw_only=True):
    sponsored: bool
    activity_fingerprint: str | None = None
    submitted_at: str | None = None

TransactionType: TypeAlias = Literal["TRANSACTION_TYPE_ETHEREUM", "TRANSACTION_TYPE_SOLANA", "TRANSACTION_TYPE_TRON", "TRANSACTION_TYPE_BITCOIN", "TRANSACTION_TYPE_TEMPO"]
Transport: TypeAlias = Literal["AUTHENTICATOR_TRANSPORT_BLE", "AUTHENTICATOR_TRANSPORT_INTERNAL", "AUTHENTICATOR_TRANSPORT_NFC", "AUTHENTICATOR_TRANSPORT_USB", "AUTHENTICATOR_TRANSPORT_HYBRID"]
class TvcApp(Record, frozen=True, kw_only=True):
    id: str
    organization_id: str
    name: str
    quorum_public_key: str
    manifest_set: TvcOperatorSet
    share_set: TvcOperatorSet
    enable_egress: bool
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...
    live_deployment_id: str | None = None
    public_domain: str
    enable_debug_mode_deployments: bool

class TvcContainerSpec(Record, frozen=True, kw_only=True):
    container_url: str
    path: str
    args: Array[str]
    has_pull_secret: bool
    health_check_type: str
    health_check_port: int
    public_ingress_port: int

class TvcDeployment(Record, frozen=True, kw_only=True):
    id: str
    organization_id: str
    app_id: str
    manifest_set: TvcOperatorSet
    share_set: TvcOperatorSet
    manifest: TvcManifest
    manifest_approvals: Array[TvcOperatorApproval]
    qos_version: str
    pivot_container: TvcContainerSpec
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...
    delete: bool
    debug_mode: bool

class TvcDeploymentDebugLogEntry(Record, frozen=True, kw_only=True):
    line: LogLine
    replica_label: str

TvcHealthCheckType: TypeAlias = Literal["TVC_HEALTH_CHECK_TYPE_HTTP", "TVC_HEALTH_CHECK_TYPE_GRPC"]
class TvcManifest(Record, frozen=True, kw_only=True):
    id: str
    manifest: str
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...

class TvcManifestApproval(Parameters, frozen=True, kw_only=True):
    operator_id: str
    signature: str

class TvcOperator(Record, frozen=True, kw_only=True):
    id: str
    name: str
    public_key: str
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...

class TvcOperatorApproval(Record, frozen=True, kw_only=True):
    id: str
    manifest_id: str
    operator: TvcOperator
    approval: str
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...

class TvcOperatorParams(Parameters, frozen=True, kw_only=True):
    name: str
    public_key: str

class TvcOperatorSet(Record, frozen=True, kw_only=True):
    id: str
    name: str
    organization_id: str
    operators: Array[TvcOperator]
    threshold: int
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...

class TvcOperatorSetParams(Parameters, frozen=True, kw_only=True):
    name: str
    new_operators: Array[TvcOperatorParams] | None = None
    existing_operator_ids: Array[str] | None = None
    threshold: int

class TxError(Record, frozen=True, kw_only=True):
    message: str | None = None
    revert_chain: Array[RevertChainEntry] | None = None
    solana: SolanaFailureDetails | None = None
    eth: EthFailureDetails | None = None

class UnknownRevertError(Record, frozen=True, kw_only=True):
    selector: str | None = None
    data: str | None = None

class UpdateFiatOnRampCredentialResult(Record, frozen=True, kw_only=True):
    fiat_on_ramp_credential_id: str

class UpdateMfaPolicyResult(Record, frozen=True, kw_only=True):
    mfa_policy_id: str

class UpdateOauth2CredentialResult(Record, frozen=True, kw_only=True):
    oauth2_credential_id: str

class UpdateOrganizationNameResult(Record, frozen=True, kw_only=True):
    organization_id: str
    organization_name: str

class UpdatePolicyResult(Record, frozen=True, kw_only=True):
    policy_id: str

class UpdatePolicyV1Result(Record, frozen=True, kw_only=True):
    policy_id: str

class UpdatePrivateKeyTagResult(Record, frozen=True, kw_only=True):
    private_key_tag_id: str

class UpdateRootQuorumResult(Record, frozen=True, kw_only=True):
    ...

class UpdateUserEmailResult(Record, frozen=True, kw_only=True):
    user_id: str

class UpdateUserNameResult(Record, frozen=True, kw_only=True):
    user_id: str

class UpdateUserPhoneNumberResult(Record, frozen=True, kw_only=True):
    user_id: str

class UpdateUserResult(Record, frozen=True, kw_only=True):
    user_id: str

class UpdateUserTagResult(Record, frozen=True, kw_only=True):
    user_tag_id: str

class UpdateWalletResult(Record, frozen=True, kw_only=True):
    wallet_id: str

class UpdateWebhookEndpointResult(Record, frozen=True, kw_only=True):
    endpoint_id: str
    webhook_endpoint: WebhookEndpoint

class UpsertSwapConfigResult(Record, frozen=True, kw_only=True):
    fee_receiver_wallet_address: str | None = None
    fee_bps: str | None = None
    stable_fee_bps: str | None = None

class User(Record, frozen=True, kw_only=True):
    user_id: str
    user_name: str
    user_email: str | None = None
    user_phone_number: str | None = None
    authenticators: Array[UserAuthenticator]
    api_keys: Array[UserApiKey]
    user_tags: Array[str]
    oauth_providers: Array[UserOauthProvider]
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...
    mfa_policies: Array[MfaPolicy]

class UserApiKey(Record, frozen=True, kw_only=True):
    credential: Credential
    api_key_id: str
    api_key_name: str
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...
    expiration_seconds: str | None = None

class UserAuthenticator(Record, frozen=True, kw_only=True):
    transports: Array[str]
    attestation_type: str
    aaguid: str
    credential_id: str
    model: str
    credential: Credential
    authenticator_id: str
    authenticator_name: str
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...

class UserOauthProvider(Record, frozen=True, kw_only=True):
    provider_id: str
    provider_name: str
    issuer: str
    audience: str
    subject: str
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...

class UserParams(Parameters, frozen=True, kw_only=True):
    user_name: str
    user_email: str | None = None
    user_phone_number: str | None = None
    api_keys: Array[ApiKeyParams]
    authenticators: Array[AuthenticatorParams]
    oauth_providers: Array[OauthProvider]
    user_tags: Array[str]

class UserParamsV1(Parameters, frozen=True, kw_only=True):
    user_name: str
    user_email: str | None = None
    access_type: AccessType
    api_keys: Array[ApiOnlyUserApiKey]
    authenticators: Array[AuthenticatorParamsV1]
    user_tags: Array[str]

class UserParamsV2(Parameters, frozen=True, kw_only=True):
    user_name: str
    user_email: str | None = None
    api_keys: Array[ApiOnlyUserApiKey]
    authenticators: Array[AuthenticatorParams]
    user_tags: Array[str]

class UserParamsV3(Parameters, frozen=True, kw_only=True):
    user_name: str
    user_email: str | None = None
    user_phone_number: str | None = None
    api_keys: Array[ApiKeyParams]
    authenticators: Array[AuthenticatorParams]
    oauth_providers: Array[OauthProviderParams]
    user_tags: Array[str]

class ValidateTvcImageResult(Record, frozen=True, kw_only=True):
    resolved_image_digest: str | None = None

class VerifyOtpV1Result(Record, frozen=True, kw_only=True):
    verification_token: str

class Wallet(Record, frozen=True, kw_only=True):
    wallet_id: str
    wallet_name: str
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...
    exported: bool
    imported: bool

class WalletAccount(Record, frozen=True, kw_only=True):
    wallet_account_id: str
    organization_id: str
    wallet_id: str
    curve: str
    path_format: str
    path: str
    address_format: str
    address: str
    @property
    def created_at(self) -> datetime: ...
    @property
    def updated_at(self) -> datetime: ...
    public_key: str | None = None
    wallet_details: Wallet | None = None
    name: str | None = None
    caip2_prefix: str | None = None

class WalletAccountParams(Parameters, frozen=True, kw_only=True):
    curve: WalletCurve
    path_format: PathFormat
    path: str
    address_format: AddressFormat
    name: str | None = None

class WalletParams(Parameters, frozen=True, kw_only=True):
    wallet_name: str
    accounts: Array[WalletAccountParams]
    mnemonic_length: MnemonicLength | None = None

class WalletResult(Record, frozen=True, kw_only=True):
    wallet_id: str
    addresses: Array[str]

class WebhookEndpoint(Record, frozen=True, kw_only=True):
    """A webhook endpoint."""
    endpoint_id: str
    organization_id: str
    url: str
    name: str
    is_active: bool
    subscriptions: Array[WebhookSubscription] | None = None

class WebhookSubscription(Record, frozen=True, kw_only=True):
    """A subscription of a webhook endpoint to a type of event."""
    event_type: str
    filters_json: str | None = None
    is_active: bool | None = None

class WebhookSubscriptionParams(Parameters, frozen=True, kw_only=True):
    event_type: str
    filters_json: str | None = None
    is_active: bool | None = None


__all__ = [
    "UpdateWebhookEndpoint",
    "UpdateUser",
    "CreateOauthProviders",
    "SetIpAllowlist",
    "OauthLogin",
    "UpdatePrivateKeyTag",
    "UpdatePolicy",
    "VerifyOtp",
    "ExportWallet",
    "CreatePolicy",
    "DeletePrivateKeys",
    "CreatePrivateKeyTag",
    "CreateUserTag",
    "UpdateUserEmail",
    "DeleteUserTags",
    "ExportWalletAccount",
    "UpdateOrganizationName",
    "DeleteMfaPolicy",
    "InitImportWallet",
    "ListPrivateKeys",
    "SignupV2",
    "OtpLoginV2",
    "InitImportSecrets",
    "ImportSecrets",
    "ExportSecrets",
    "DeleteSecrets",
    "ListSecrets",
    "ApproveActivity",
    "ClaimEarnFees",
    "ClaimSwapFees",
    "CreateApiKeys",
    "CreateApiKeysV1",
    "CreateApiOnlyUsers",
    "CreateAuthenticators",
    "CreateFiatOnRampCredential",
    "CreateInvitations",
    "CreateMfaPolicy",
    "CreateOauth2Credential",
    "CreateOauthProvidersV1",
    "CreatePolicies",
    "CreatePrivateKeys",
    "CreatePrivateKeysV1",
    "CreateReadOnlySession",
    "CreateReadWriteSession",
    "CreateReadWriteSessionV1",
    "CreateSessionProfile",
    "CreateSmartContractInterface",
    "CreateSubOrganization",
    "CreateSubOrganizationV7",
    "CreateSwapQuote",
    "CreateTvcApp",
    "CreateTvcDeployment",
    "CreateTvcManifestApprovals",
    "CreateTvcOperator",
    "CreateTvcQuorumKey",
    "CreateUsers",
    "CreateUsersV1",
    "CreateUsersV2",
    "CreateUsersV3",
    "CreateWallet",
    "CreateWalletAccounts",
    "CreateWebhookEndpoint",
    "DeleteApiKeys",
    "DeleteAuthenticators",
    "DeleteFiatOnRampCredential",
    "DeleteInvitation",
    "DeleteOauth2Credential",
    "DeleteOauthProviders",
    "DeletePolicies",
    "DeletePolicy",
    "DeletePrivateKeyTags",
    "DeleteSmartContractInterface",
    "DeleteSubOrganization",
    "DeleteTvcAppAndDeployments",
    "DeleteTvcDeployment",
    "DeleteUsers",
    "DeleteWalletAccounts",
    "DeleteWallets",
    "DeleteWebhookEndpoint",
    "EarnDeployWrapper",
    "EarnDeposit",
    "EarnSetWrapperState",
    "EarnWithdraw",
    "EmailAuth",
    "EmailAuthV1",
    "EmailAuthV2",
    "EthSendRawTransaction",
    "EthSendTransaction",
    "EthUndelegate7702",
    "ExecuteSwap",
    "ExportPrivateKey",
    "GetActivity",
    "GetApiKey",
    "GetApiKeys",
    "GetAppStatus",
    "GetAuthenticator",
    "GetAuthenticators",
    "GetBootProof",
    "GetClaimEarnFeesStatus",
    "GetEarnDeployStatus",
    "GetEarnDepositStatus",
    "GetEarnWithdrawStatus",
    "GetGasUsage",
    "GetIpAllowlist",
    "GetLatestBootProof",
    "GetMfaPolicies",
    "GetMfaPolicy",
    "GetMfaStatus",
    "GetNonces",
    "GetOauth2Credential",
    "GetOauthProviders",
    "GetOnrampTransactionStatus",
    "GetOrganization",
    "GetOrganizationConfigs",
    "GetPolicy",
    "GetPolicyEvaluations",
    "GetPrivateKey",
    "GetSendTransactionStatus",
    "GetSessionProfile",
    "GetSessionProfiles",
    "GetSmartContractInterface",
    "GetSwapStatus",
    "GetTvcApp",
    "GetTvcDeployment",
    "GetTvcDeploymentDebugLogs",
    "GetTvcDeploymentProvisioningDetails",
    "GetTvcQosVersions",
    "GetUser",
    "GetWallet",
    "GetWalletAccount",
    "GetWalletAddressBalances",
    "GetWhoami",
    "ImportPrivateKey",
    "ImportWallet",
    "InitFiatOnRamp",
    "InitImportPrivateKey",
    "InitOtp",
    "InitOtpAuth",
    "InitOtpAuthV1",
    "InitOtpAuthV2",
    "InitUserEmailRecovery",
    "InitUserEmailRecoveryV1",
    "ListActivities",
    "ListAppProofs",
    "ListEarnEnabledVaults",
    "ListEarnPositions",
    "ListEarnVaults",
    "ListEmailEvents",
    "ListEthTransactionHistory",
    "ListFiatOnRampCredentials",
    "ListOauth2Credentials",
    "ListPolicies",
    "ListPrivateKeyTags",
    "ListSmartContractInterfaces",
    "ListSolTransactionHistory",
    "ListSuborgs",
    "ListSupportedAssets",
    "ListTvcAppDeployments",
    "ListTvcApps",
    "ListUserTags",
    "ListUsers",
    "ListVerifiedSuborgs",
    "ListWalletAccounts",
    "ListWallets",
    "ListWebhookEndpoints",
    "Oauth",
    "Oauth2Authenticate",
    "OtpAuth",
    "OtpLogin",
    "OtpLoginV1",
    "PostTvcQuorumKeyShare",
    "ReEncryptTvcQuorumKeyShare",
    "RecoverUser",
    "RejectActivity",
    "RemoveIpAllowlist",
    "RemoveOrganizationFeature",
    "RestoreTvcDeployment",
    "SetOrganizationFeature",
    "SetTvcAppLiveDeployment",
    "SignRawPayload",
    "SignRawPayloadV1",
    "SignRawPayloads",
    "SignTransaction",
    "SignTransactionV1",
    "SolSendTransaction",
    "SparkClaimTransfer",
    "SparkPrepareLightningReceive",
    "SparkPrepareTransfer",
    "SparkSignFrost",
    "StampLogin",
    "UpdateFiatOnRampCredential",
    "UpdateMfaPolicy",
    "UpdateOauth2Credential",
    "UpdatePolicyV1",
    "UpdateRootQuorum",
    "UpdateUserName",
    "UpdateUserPhoneNumber",
    "UpdateUserTag",
    "UpdateWallet",
    "UpsertSwapConfig",
    "ValidateTvcImage",
    "VerifyOtpV1",
    "AccessType",
    "ActivityPolicyEvaluation",
    "ActivityStatus",
    "ActivityType",
    "ApiKeyParams",
    "ApiOnlyUserApiKey",
    "ApiOnlyUserParams",
    "AppStatus",
    "AssetBalance",
    "AssetBalanceDisplay",
    "AssetMetadata",
    "AttestationFields",
    "AuthenticationMethod",
    "AuthenticationMethodParams",
    "AuthenticationType",
    "AuthenticatorAttestationResponse",
    "AuthenticatorParams",
    "AuthenticatorParamsV1",
    "ClaimEarnFeesResult",
    "ClaimSwapFeesResult",
    "ClientSignatureFields",
    "ClientSignatureScheme",
    "CreateApiKeysResult",
    "CreateApiKeysV1Result",
    "CreateApiOnlyUsersResult",
    "CreateAuthenticatorsResult",
    "CreateFiatOnRampCredentialResult",
    "CreateInvitationsResult",
    "CreateMfaPolicyResult",
    "CreateOauth2CredentialResult",
    "CreateOauthProvidersResult",
    "CreateOauthProvidersV1Result",
    "CreatePoliciesResult",
    "CreatePolicyResult",
    "CreatePrivateKeyTagResult",
    "CreatePrivateKeysResult",
    "CreatePrivateKeysV1Result",
    "CreateReadOnlySessionResult",
    "CreateReadWriteSessionResult",
    "CreateReadWriteSessionV1Result",
    "CreateSessionProfileResult",
    "CreateSmartContractInterfaceResult",
    "CreateSubOrganizationResult",
    "CreateSubOrganizationV7Result",
    "CreateSwapQuoteResult",
    "CreateTvcAppResult",
    "CreateTvcDeploymentResult",
    "CreateTvcManifestApprovalsResult",
    "CreateTvcOperatorResult",
    "CreateTvcQuorumKeyResult",
    "CreateUserTagResult",
    "CreateUsersResult",
    "CreateUsersV1Result",
    "CreateUsersV2Result",
    "CreateUsersV3Result",
    "CreateWalletAccountsResult",
    "CreateWalletResult",
    "CreateWebhookEndpointResult",
    "CreatedWallet",
    "CredPropsAuthenticationExtensionsClientOutputs",
    "Credential",
    "CustomRevertError",
    "DeleteApiKeysResult",
    "DeleteAuthenticatorsResult",
    "DeleteFiatOnRampCredentialResult",
    "DeleteInvitationResult",
    "DeleteMfaPolicyResult",
    "DeleteOauth2CredentialResult",
    "DeleteOauthProvidersResult",
    "DeletePoliciesResult",
    "DeletePolicyResult",
    "DeletePrivateKeyTagsResult",
    "DeletePrivateKeysResult",
    "DeleteSecretsResult",
    "DeleteSmartContractInterfaceResult",
    "DeleteSubOrganizationResult",
    "DeleteTvcAppAndDeploymentsResult",
    "DeleteTvcDeploymentResult",
    "DeleteUserTagsResult",
    "DeleteUsersResult",
    "DeleteWalletAccountsResult",
    "DeleteWalletsResult",
    "DeleteWebhookEndpointResult",
    "DeploymentStatus",
    "EarnDeployWrapperChainCaip2",
    "EarnDeployWrapperResult",
    "EarnDepositResult",
    "EarnEnabledVault",
    "EarnPosition",
    "EarnPositionDisplay",
    "EarnProvider",
    "EarnSetWrapperStateResult",
    "EarnValueDisplay",
    "EarnVault",
    "EarnWithdrawResult",
    "Effect",
    "EmailAuthCustomizationParams",
    "EmailAuthResult",
    "EmailAuthV1Result",
    "EmailAuthV2Result",
    "EmailCustomizationParams",
    "EmailCustomizationParamsV2",
    "EmailEvent",
    "EmailEventDetails",
    "EncryptionSuite",
    "EthCallParams",
    "EthFailureDetails",
    "EthSendRawTransactionResult",
    "EthSendTransactionResult",
    "EthSendTransactionStatus",
    "EthTransactionHistoryItem",
    "EthUndelegate7702Caip2",
    "EthUndelegate7702Result",
    "ExecuteSwapResult",
    "ExportPrivateKeyResult",
    "Feature",
    "FeatureName",
    "FiatOnRampBlockchainNetwork",
    "FiatOnRampCredential",
    "FiatOnRampCryptoCurrency",
    "FiatOnRampCurrency",
    "FiatOnRampPaymentMethod",
    "FiatOnRampProvider",
    "GetActivityResult",
    "GetApiKeyResult",
    "GetApiKeysResult",
    "GetAppStatusResult",
    "GetAuthenticatorResult",
    "GetAuthenticatorsResult",
    "GetBootProofResult",
    "GetClaimEarnFeesStatusResult",
    "GetEarnDeployStatusResult",
    "GetEarnDepositStatusResult",
    "GetEarnWithdrawStatusResult",
    "GetGasUsageResult",
    "GetIpAllowlistResult",
    "GetLatestBootProofResult",
    "GetMfaPoliciesResult",
    "GetMfaPolicyResult",
    "GetMfaStatusResult",
    "GetNoncesCaip2",
    "GetNoncesResult",
    "GetOauth2CredentialResult",
    "GetOauthProvidersResult",
    "GetOnrampTransactionStatusResult",
    "GetOrganizationConfigsResult",
    "GetOrganizationResult",
    "GetPolicyEvaluationsResult",
    "GetPolicyResult",
    "GetPrivateKeyResult",
    "GetSendTransactionStatusResult",
    "GetSessionProfileResult",
    "GetSessionProfilesResult",
    "GetSmartContractInterfaceResult",
    "GetSwapStatusResult",
    "GetTvcAppResult",
    "GetTvcDeploymentDebugLogsResult",
    "GetTvcDeploymentProvisioningDetailsResult",
    "GetTvcDeploymentResult",
    "GetTvcQosVersionsResult",
    "GetUserResult",
    "GetWalletAccountResult",
    "GetWalletAddressBalancesCaip2",
    "GetWalletAddressBalancesResult",
    "GetWalletResult",
    "GetWhoamiResult",
    "ImportPrivateKeyResult",
    "ImportSecretsResult",
    "ImportWalletResult",
    "InitFiatOnRampResult",
    "InitImportPrivateKeyResult",
    "InitImportWalletResult",
    "InitOtpAuthResult",
    "InitOtpAuthV1Result",
    "InitOtpAuthV2Result",
    "InitOtpResult",
    "InitUserEmailRecoveryResult",
    "InitUserEmailRecoveryV1Result",
    "Invitation",
    "InvitationParams",
    "IpAllowlist",
    "IpAllowlistEntry",
    "IpAllowlistRule",
    "KeyValue",
    "Language",
    "ListActivitiesResult",
    "ListAppProofsResult",
    "ListEarnEnabledVaultsResult",
    "ListEarnPositionsResult",
    "ListEarnVaultsResult",
    "ListEmailEventsResult",
    "ListEthTransactionHistoryCaip2",
    "ListEthTransactionHistoryResult",
    "ListFiatOnRampCredentialsResult",
    "ListOauth2CredentialsResult",
    "ListPoliciesResult",
    "ListPrivateKeyTagsResult",
    "ListSmartContractInterfacesResult",
    "ListSolTransactionHistoryCaip2",
    "ListSolTransactionHistoryResult",
    "ListSuborgsResult",
    "ListSupportedAssetsResult",
    "ListTvcAppDeploymentsResult",
    "ListTvcAppsResult",
    "ListUserTagsResult",
    "ListUsersResult",
    "ListVerifiedSuborgsResult",
    "ListWalletAccountsResult",
    "ListWalletsResult",
    "ListWebhookEndpointsResult",
    "LogLine",
    "Login",
    "MfaPolicy",
    "MfaStatus",
    "NativeRevertError",
    "Oauth2AuthenticateResult",
    "Oauth2Credential",
    "Oauth2Provider",
    "OauthLoginResult",
    "OauthProvider",
    "OauthProviderParams",
    "OauthResult",
    "OidcClaims",
    "OrganizationConfigs",
    "OrganizationData",
    "OtpAuthResult",
    "OtpLoginResult",
    "OtpLoginV1Result",
    "PageInfo",
    "Pagination",
    "PathFormat",
    "Policy",
    "PolicyEvaluation",
    "PolicyParams",
    "PostTvcQuorumKeyShareResult",
    "PrivateKey",
    "PrivateKeyParams",
    "PrivateKeyResult",
    "PrivateKeys",
    "Property",
    "PublicKeyCredentialWithAttestation",
    "PublicKeyCredentialWithAttestationAuthenticatorAttachment",
    "PublicKeyCredentialWithAttestationType",
    "Quorum",
    "QuorumKeyShareApprovalBundle",
    "ReEncryptTvcQuorumKeyShareResult",
    "RecoverUserResult",
    "RemoveIpAllowlistResult",
    "RemoveOrganizationFeatureResult",
    "RequiredAuthenticationMethod",
    "RequiredAuthenticationMethodParams",
    "RestoreTvcDeploymentResult",
    "RevertChainEntry",
    "RootUserParams",
    "RootUserParamsV4",
    "Secret",
    "SecretToExport",
    "SecretToImport",
    "Secrets",
    "SessionProfile",
    "SetIpAllowlistResult",
    "SetOrganizationFeatureResult",
    "SetTvcAppLiveDeploymentResult",
    "SignRawPayloadResult",
    "SignRawPayloadV1Result",
    "SignRawPayloadsResult",
    "SignTransactionResult",
    "SignTransactionV1Result",
    "Signup",
    "SignupApiKey",
    "SignupAuthenticator",
    "SignupWallet",
    "SignupWalletAccount",
    "SimpleClientExtensionResults",
    "SmartContractInterface",
    "SmartContractInterfaceReference",
    "SmartContractInterfaceType",
    "SmsCustomizationParams",
    "SolSendTransactionCaip2",
    "SolSendTransactionResult",
    "SolTransactionHistoryItem",
    "SolTransactionHistorySigner",
    "SolanaFailureDetails",
    "SolanaSendTransactionStatus",
    "SparkClaimLeaf",
    "SparkClaimPackage",
    "SparkClaimTransferResult",
    "SparkDepositDerivation",
    "SparkEncryptedOperatorPackage",
    "SparkFrostCommitment",
    "SparkHtlcPreimageDerivation",
    "SparkIdentityDerivation",
    "SparkKeyDerivation",
    "SparkLeafPublicKey",
    "SparkLightningReceivePackage",
    "SparkOperatorRecipient",
    "SparkPartialSignature",
    "SparkPrepareLightningReceiveResult",
    "SparkPrepareTransferResult",
    "SparkSignFrostResult",
    "SparkSignatureRequest",
    "SparkSigningLeafDerivation",
    "SparkStaticDepositDerivation",
    "SparkTransferLeaf",
    "SparkTransferPackage",
    "StampLoginResult",
    "SwapError",
    "SwapQuote",
    "SwapRefund",
    "Tag",
    "TransactionHistoryAsset",
    "TransactionHistoryBlock",
    "TransactionHistoryDisplay",
    "TransactionHistoryFee",
    "TransactionHistoryTransfer",
    "TransactionHistoryTurnkey",
    "TransactionType",
    "Transport",
    "TvcApp",
    "TvcContainerSpec",
    "TvcDeployment",
    "TvcDeploymentDebugLogEntry",
    "TvcHealthCheckType",
    "TvcManifest",
    "TvcManifestApproval",
    "TvcOperator",
    "TvcOperatorApproval",
    "TvcOperatorParams",
    "TvcOperatorSet",
    "TvcOperatorSetParams",
    "TxError",
    "UnknownRevertError",
    "UpdateFiatOnRampCredentialResult",
    "UpdateMfaPolicyResult",
    "UpdateOauth2CredentialResult",
    "UpdateOrganizationNameResult",
    "UpdatePolicyResult",
    "UpdatePolicyV1Result",
    "UpdatePrivateKeyTagResult",
    "UpdateRootQuorumResult",
    "UpdateUserEmailResult",
    "UpdateUserNameResult",
    "UpdateUserPhoneNumberResult",
    "UpdateUserResult",
    "UpdateUserTagResult",
    "UpdateWalletResult",
    "UpdateWebhookEndpointResult",
    "UpsertSwapConfigResult",
    "User",
    "UserApiKey",
    "UserAuthenticator",
    "UserOauthProvider",
    "UserParams",
    "UserParamsV1",
    "UserParamsV2",
    "UserParamsV3",
    "ValidateTvcImageResult",
    "VerifyOtpV1Result",
    "Wallet",
    "WalletAccount",
    "WalletAccountParams",
    "WalletParams",
    "WalletResult",
    "WebhookEndpoint",
    "WebhookSubscription",
    "WebhookSubscriptionParams",
]
