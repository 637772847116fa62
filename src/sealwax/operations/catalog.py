"""The operations of the API: generated, see ``building``."""

# Written by `python -m tests.tools.catalog`.

from typing import Final

from .building import Row, load_classes

ROWS: Final[dict[str, Row]] = {
    "UpdateWebhookEndpoint": (
        "submit update_webhook_endpoint specified=yes",
        "endpoint_id:id url?:text name?:text is_active?:bool",
        "Change the URL or the name of a webhook endpoint, or whether it is active.",
        "The id of the webhook endpoint.",
        "The new URL that receives the events.",
        "The endpoint's new display name.",
        "Whether the endpoint receives events.",
    ),
    "UpdateUser": (
        "submit update_user specified=yes",
        "user_id:id user_name?:text user_email?:text user_tag_ids?:[id] user_phone_number?:phone",
        "Change a user's name, email address, phone number or tags.",
        "The id of the user.",
        "The user's new name.",
        "The user's new email address.",
        "The ids of tags that replace all tags of the user; an empty array removes all.",
        "The user's new phone number, in E.164 form.",
    ),
    "CreateOauthProviders": (
        "submit create_oauth_providers version=V2 result_version=V2 specified=yes",
        "user_id:id oauth_providers:[OauthProvider]",
        "Add OAuth providers that a user can log in with.",
        "The id of the user.",
        "The OAuth providers to add.",
    ),
    "SetIpAllowlist": (
        "submit set_ip_allowlist specified=yes base=rules._SetIpAllowlist",
        (
            "public_key?:id enabled?:bool rules?:[IpAllowlistRule]<=MAX_IP_BLOCKS "
            "on_evaluation_error?:OnEvaluationError"
        ),
        "Set the IP addresses that may use the API, for the organization or for one API key.",
        "The public key of the API key to set the list for; null for the organization.",
        "Whether the organization's list applies; not allowed with publicKey.",
        "The blocks of IP addresses.",
        "What to do if the list cannot be evaluated; DENY if left out.",
    ),
    "OauthLogin": (
        "submit oauth_login specified=yes",
        (
            "oidc_token:id public_key:id expiration_seconds?:seconds invalidate_existing?:bool "
            "session_profile_id?:id"
        ),
        "Log in with an OIDC token, to get a session for one of your keys.",
        "The OIDC token, in base64.",
        "The public key to bind the session to.",
        "The session's lifetime, in seconds; 900 if left out.",
        "Whether to end the user's other sessions of this kind.",
        "The id of the session's profile; if left out, the session can read and write.",
    ),
    "UpdatePrivateKeyTag": (
        "submit update_private_key_tag specified=yes",
        (
            "private_key_tag_id:id new_private_key_tag_name?:text add_private_key_ids:[id] "
            "remove_private_key_ids:[id]"
        ),
        "Rename a tag of private keys, add it to keys and remove it from keys; all of it happens, or nothing.",
        "The id of the tag.",
        "The tag's new name.",
        "The ids of private keys to add the tag to.",
        "The ids of private keys to remove the tag from.",
    ),
    "UpdatePolicy": (
        "submit update_policy version=V2 result_version=V2 specified=yes",
        (
            "policy_id:id policy_name?:text policy_effect?:Effect policy_condition?:text "
            "policy_consensus?:text policy_notes?:text"
        ),
        "Change a policy.",
        "The id of the policy.",
        "The policy's new name.",
        "Whether the policy allows or denies.",
        "The expression that says when the policy applies.",
        "The expression that says who must approve.",
        "Notes on the policy.",
    ),
    "VerifyOtp": (
        "submit verify_otp version=V2 specified=yes",
        "otp_id:id encrypted_otp_bundle:id expiration_seconds?:up-to-a-day",
        "Exchange a one-time code for a verification token.",
        "The id of the OTP flow, from init-OTP.",
        "The sealed one-time code and your public key; encrypt_otp_bundle makes it.",
        "The token's lifetime, in seconds: at most 86400; 3600 if left out.",
    ),
    "ExportWallet": (
        "submit export_wallet specified=yes",
        "wallet_id:id target_public_key:target-key language?:Language",
        "Export a wallet's mnemonic, sealed to your target key.",
        "The id of the wallet.",
        "The target public key to seal it to: an uncompressed P-256 point, in hex.",
        "The language of the mnemonic.",
    ),
    "CreatePolicy": (
        "submit create_policy version=V3 specified=yes",
        "policy_name:text effect:Effect condition?:text consensus?:text notes:text",
        "Create a policy.",
        "The policy's name.",
        "Whether the policy allows or denies.",
        "The expression that says when the policy applies.",
        "The expression that says who must approve.",
        "Notes on the policy.",
    ),
    "DeletePrivateKeys": (
        "submit delete_private_keys specified=yes",
        "private_key_ids:[id] delete_without_export?:bool",
        "Delete private keys.",
        "The ids of the private keys.",
        "Whether to also delete keys that were never exported; these are lost then.",
    ),
    "CreatePrivateKeyTag": (
        "submit create_private_key_tag specified=yes",
        "private_key_tag_name:text private_key_ids:[id]",
        "Create a tag for private keys.",
        "The tag's name.",
        "The ids of private keys to add the tag to.",
    ),
    "CreateUserTag": (
        "submit create_user_tag specified=yes",
        "user_tag_name:text user_ids:[id]",
        "Create a tag for users.",
        "The tag's name.",
        "The ids of users to add the tag to.",
    ),
    "UpdateUserEmail": (
        "submit update_user_email specified=yes",
        "user_id:id user_email:text verification_token?:id",
        "Change or remove a user's email address.",
        "The id of the user.",
        "The user's new email address; empty to remove it.",
        "The verification token from verify_otp, if the address is already verified.",
    ),
    "DeleteUserTags": (
        "submit delete_user_tags specified=yes",
        "user_tag_ids:[id]",
        "Delete tags of users.",
        "The ids of the tags.",
    ),
    "ExportWalletAccount": (
        "submit export_wallet_account specified=yes",
        "address:id target_public_key:target-key",
        "Export the private key of a wallet's account, sealed to your target key.",
        "The account's address.",
        "The target public key to seal it to: an uncompressed P-256 point, in hex.",
    ),
    "UpdateOrganizationName": (
        "submit update_organization_name specified=yes",
        "organization_name:text",
        "Rename an organization.",
        "The organization's new name.",
    ),
    "DeleteMfaPolicy": (
        "submit delete_mfa_policy proofs=no specified=yes",
        "user_id:id mfa_policy_id:id",
        "Delete an MFA policy of a user. The service makes no app proofs of this activity.",
        "The id of the user.",
        "The id of the MFA policy.",
    ),
    "InitImportWallet": (
        "submit init_import_wallet specified=yes",
        "user_id:id",
        "Get a key of the enclave, to seal a wallet to for its import.",
        "The id of the user who imports.",
    ),
    "ListPrivateKeys": (
        "query list_private_keys specified=yes result=PrivateKeys",
        "",
        "List the private keys of an organization.",
    ),
    "SignupV2": (
        "auth_proxy signup_v2 specified=yes result=Signup base=rules._SignupV2",
        (
            "user_email?:text user_phone_number?:phone user_tag?:text user_name?:text organization_name?:text "
            "verification_token?:id api_keys:[SignupApiKey] authenticators:[SignupAuthenticator] "
            "oauth_providers:[OauthProvider] wallet?:SignupWallet client_signature?:ClientSignatureFields"
        ),
        "Sign a new user up.",
        "The user's email address.",
        "The user's phone number, in E.164 form.",
        "The user's tag.",
        "The user's name.",
        "The name of the user's organization.",
        "The verification token from verify_otp, for the email address or phone number.",
        "The user's API keys; an empty array if there are none.",
        "The user's passkeys; an empty array if there are none.",
        "The user's OAuth providers; an empty array if there are none.",
        "The wallet to create.",
        "The signature by the key that the verification token is bound to.",
    ),
    "OtpLoginV2": (
        "auth_proxy otp_login_v2 specified=yes result=Login",
        (
            "verification_token:id public_key:id client_signature:ClientSignatureFields "
            "invalidate_existing?:bool organization_id?:id"
        ),
        "Log in with a verification token, to get a session for one of your keys.\n\n``sign_login`` makes the client signature. It is not checked here against the token and the public key.",
        "The verification token from verify_otp.",
        "The public key to bind the session to.",
        "The signature by the key that the verification token is bound to.",
        "Whether to end the user's other sessions.",
        "The id of the organization; if left out, the service looks it up by the contact.",
    ),
    "InitImportSecrets": (
        "submit init_import_secrets specified=secrets base=rules._InitImportSecrets",
        "encryption_suite:EncryptionSuite num_secrets:count",
        "Get keys of the enclave, to seal secrets to for their import.",
        "The suite that seals the secrets.",
        "The number of secrets: the enclave makes a key for each.",
    ),
    "ImportSecrets": (
        "submit import_secrets specified=secrets base=rules._ImportSecrets",
        "secrets:[SecretToImport]+",
        "Import secrets that are sealed to keys of the enclave.",
        "The sealed secrets.",
    ),
    "ExportSecrets": (
        "submit export_secrets specified=secrets base=rules._ExportSecrets",
        "secrets:[SecretToExport]+<=MAX_SECRETS_OF_A_REQUEST",
        "Export secrets, sealed to target keys: yours, or those of another recipient.",
        "The secrets, at most 32, each once.",
    ),
    "DeleteSecrets": (
        "submit delete_secrets specified=secrets base=rules._DeleteSecrets",
        "secret_ids:[id]+<=MAX_SECRETS_OF_A_REQUEST",
        "Delete secrets, which are lost then.",
        "The ids of the secrets, at most 32, each once.",
    ),
    "ListSecrets": (
        "query list_secrets specified=secrets result=Secrets",
        "pagination_options?:Pagination",
        "List what is known of an organization's secrets, the newest first; without their content.",
        "Which part of the list; 10 if left out.",
    ),
    "ApproveActivity": (
        "vote approve_activity",
        "fingerprint:text",
        "Approve an activity by its fingerprint, which ``approve`` recomputes first.",
    ),
    "ClaimEarnFees": (
        "submit claim_earn_fees",
        "wrapper_address:text",
        "Claim the fees that a wrapper of an earning vault collected.",
    ),
    "ClaimSwapFees": ("submit claim_swap_fees", "", "Claim the fees of the organization's swaps."),
    "CreateApiKeys": (
        "submit create_api_keys version=V2",
        "api_keys:[ApiKeyParams] user_id:id",
        "Add API keys to a user.",
    ),
    "CreateApiKeysV1": (
        "submit create_api_keys older=yes",
        "api_keys:[ApiOnlyUserApiKey] user_id:id",
        "Add API keys to a user. This is version 1; CreateApiKeys is the newest.",
    ),
    "CreateApiOnlyUsers": (
        "submit create_api_only_users",
        "api_only_users:[ApiOnlyUserParams]",
        "Create users that have API keys and no other credentials.",
    ),
    "CreateAuthenticators": (
        "submit create_authenticators version=V2",
        "authenticators:[AuthenticatorParams] user_id:id",
        "Add passkeys to a user.",
    ),
    "CreateFiatOnRampCredential": (
        "submit create_fiat_on_ramp_credential",
        (
            "onramp_provider:FiatOnRampProvider project_id?:text publishable_api_key:text "
            "encrypted_secret_api_key:text encrypted_private_api_key?:text sandbox_mode?:bool"
        ),
        "Add the credential of a provider that sells crypto for fiat money.",
    ),
    "CreateInvitations": (
        "submit create_invitations",
        "invitations:[InvitationParams]",
        "Invite people to the organization.",
    ),
    "CreateMfaPolicy": (
        "submit create_mfa_policy proofs=no",
        (
            "user_id:id mfa_policy_name:text condition:text "
            "required_authentication_methods:[RequiredAuthenticationMethodParams] order:int64 notes?:text"
        ),
        "Create an MFA policy of a user.",
    ),
    "CreateOauth2Credential": (
        "submit create_oauth2_credential",
        "provider:Oauth2Provider client_id:id encrypted_client_secret:text",
        "Add the credential of an OAuth 2.0 provider.",
    ),
    "CreateOauthProvidersV1": (
        "submit create_oauth_providers older=yes",
        "user_id:id oauth_providers:[OauthProviderParams]",
        "Add OAuth providers that a user can log in with. This is version 1; CreateOauthProviders is the newest.",
    ),
    "CreatePolicies": (
        "submit create_policies",
        "policies:[PolicyParams]",
        "Create several policies.",
    ),
    "CreatePrivateKeys": (
        "submit create_private_keys version=V2 result_version=V2",
        "private_keys:[PrivateKeyParams]",
        "Create private keys.",
    ),
    "CreatePrivateKeysV1": (
        "submit create_private_keys older=yes",
        "private_keys:[PrivateKeyParams]",
        "Create private keys. This is version 1; CreatePrivateKeys is the newest.",
    ),
    "CreateReadOnlySession": ("submit create_read_only_session", "", "Get a session that can only read."),
    "CreateReadWriteSession": (
        "submit create_read_write_session version=V2 result_version=V2",
        (
            "target_public_key:target-key user_id?:text api_key_name?:text expiration_seconds?:seconds "
            "invalidate_existing?:bool"
        ),
        "Get a session that can read and write, sealed to your target key.",
    ),
    "CreateReadWriteSessionV1": (
        "submit create_read_write_session older=yes",
        "target_public_key:target-key email:text api_key_name?:text expiration_seconds?:seconds",
        "Get a session that can read and write, sealed to your target key. This is version 1; CreateReadWriteSession is the newest.",
    ),
    "CreateSessionProfile": (
        "submit create_session_profile proofs=no",
        "session_profile_name:text scope:text expiration_seconds?:seconds notes?:text",
        "Create a session profile, which limits what sessions may do.",
    ),
    "CreateSmartContractInterface": (
        "submit create_smart_contract_interface",
        (
            "smart_contract_address:text smart_contract_interface:text type:SmartContractInterfaceType "
            "label:text notes?:text"
        ),
        "Add the interface of a smart contract, for policies.",
    ),
    "CreateSubOrganization": (
        "submit create_sub_organization version=V8 result_version=V8",
        (
            "sub_organization_name:text root_users:[RootUserParams] root_quorum_threshold:int32 "
            "wallet?:WalletParams disable_email_recovery?:bool disable_email_auth?:bool "
            "disable_sms_auth?:bool disable_otp_email_auth?:bool verification_token?:text "
            "client_signature?:ClientSignatureFields"
        ),
        "Create a sub-organization with its root users, and a wallet if asked for.",
    ),
    "CreateSubOrganizationV7": (
        "submit create_sub_organization version=V7 result_version=V7 older=yes",
        (
            "sub_organization_name:text root_users:[RootUserParamsV4] root_quorum_threshold:int32 "
            "wallet?:WalletParams disable_email_recovery?:bool disable_email_auth?:bool "
            "disable_sms_auth?:bool disable_otp_email_auth?:bool verification_token?:text "
            "client_signature?:ClientSignatureFields"
        ),
        "Create a sub-organization with its root users, and a wallet if asked for. This is version 7; CreateSubOrganization is the newest.",
    ),
    "CreateSwapQuote": (
        "submit create_swap_quote",
        "sign_with:text input_token:text output_token:text input_amount:text slippage_bps?:text",
        "Get quotes for a swap of one token into another.",
    ),
    "CreateTvcApp": (
        "submit create_tvc_app proofs=no",
        (
            "name:text quorum_public_key:text manifest_set_id?:text manifest_set_params?:TvcOperatorSetParams "
            "share_set_id?:text share_set_params?:TvcOperatorSetParams enable_egress?:bool "
            "enable_debug_mode_deployments?:bool"
        ),
        "Create a verifiable cloud application.",
    ),
    "CreateTvcDeployment": (
        "submit create_tvc_deployment proofs=no",
        (
            "app_id:id qos_version:text pivot_container_image_url:text pivot_path:text pivot_args:[text] "
            "expected_pivot_digest:text nonce?:int64 pivot_container_encrypted_pull_secret?:text "
            "debug_mode?:bool health_check_type:TvcHealthCheckType health_check_port:int64 "
            "public_ingress_port:int64 replicas?:int64"
        ),
        "Create a deployment of a verifiable cloud application.",
    ),
    "CreateTvcManifestApprovals": (
        "submit create_tvc_manifest_approvals proofs=no",
        "manifest_id:id approvals:[TvcManifestApproval]",
        "Add approvals of the manifest of a verifiable cloud deployment.",
    ),
    "CreateTvcOperator": (
        "submit create_tvc_operator",
        "wallet_name?:text wallet_id?:text derivation_path=path:text operator_name:text",
        "Create an operator of verifiable cloud applications, whose keys are in a wallet.",
    ),
    "CreateTvcQuorumKey": (
        "submit create_tvc_quorum_key",
        "threshold:int64 operator_encrypt_keys:[text]",
        "Create a quorum key, in shares that are sealed to operators.",
    ),
    "CreateUsers": (
        "submit create_users version=V4",
        "users:[UserParams]",
        "Create users, with their credentials.",
    ),
    "CreateUsersV1": (
        "submit create_users older=yes",
        "users:[UserParamsV1]",
        "Create users, with their credentials. This is version 1; CreateUsers is the newest.",
    ),
    "CreateUsersV2": (
        "submit create_users version=V2 older=yes",
        "users:[UserParamsV2]",
        "Create users, with their credentials. This is version 2; CreateUsers is the newest.",
    ),
    "CreateUsersV3": (
        "submit create_users version=V3 older=yes",
        "users:[UserParamsV3]",
        "Create users, with their credentials. This is version 3; CreateUsers is the newest.",
    ),
    "CreateWallet": (
        "submit create_wallet",
        "wallet_name:text accounts:[WalletAccountParams] mnemonic_length?:MnemonicLength",
        "Create a wallet, with accounts.",
    ),
    "CreateWalletAccounts": (
        "submit create_wallet_accounts",
        "wallet_id:id accounts:[WalletAccountParams] persist?:bool",
        "Add accounts to a wallet.",
    ),
    "CreateWebhookEndpoint": (
        "submit create_webhook_endpoint",
        "url:text name:text subscriptions?:[WebhookSubscriptionParams]",
        "Create a webhook endpoint.",
    ),
    "DeleteApiKeys": (
        "submit delete_api_keys",
        "user_id:id api_key_ids:[text]",
        "Delete API keys of a user.",
    ),
    "DeleteAuthenticators": (
        "submit delete_authenticators",
        "user_id:id authenticator_ids:[text]",
        "Delete passkeys of a user.",
    ),
    "DeleteFiatOnRampCredential": (
        "submit delete_fiat_on_ramp_credential",
        "fiat_onramp_credential_id:id",
        "Delete the credential of a provider that sells crypto for fiat money.",
    ),
    "DeleteInvitation": ("submit delete_invitation", "invitation_id:id", "Delete an invitation."),
    "DeleteOauth2Credential": (
        "submit delete_oauth2_credential",
        "oauth2_credential_id:id",
        "Delete the credential of an OAuth 2.0 provider.",
    ),
    "DeleteOauthProviders": (
        "submit delete_oauth_providers",
        "user_id:id provider_ids:[text]",
        "Delete OAuth providers of a user.",
    ),
    "DeletePolicies": ("submit delete_policies", "policy_ids:[text]", "Delete several policies."),
    "DeletePolicy": ("submit delete_policy", "policy_id:id", "Delete a policy."),
    "DeletePrivateKeyTags": (
        "submit delete_private_key_tags",
        "private_key_tag_ids:[text]",
        "Delete tags of private keys.",
    ),
    "DeleteSmartContractInterface": (
        "submit delete_smart_contract_interface",
        "smart_contract_interface_id:id",
        "Delete the interface of a smart contract.",
    ),
    "DeleteSubOrganization": (
        "submit delete_sub_organization",
        "delete_without_export?:bool",
        "Delete the sub-organization that the request names.",
    ),
    "DeleteTvcAppAndDeployments": (
        "submit delete_tvc_app_and_deployments",
        "app_id:id",
        "Delete a verifiable cloud application, with its deployments.",
    ),
    "DeleteTvcDeployment": (
        "submit delete_tvc_deployment",
        "deployment_id:id",
        "Delete a deployment of a verifiable cloud application.",
    ),
    "DeleteUsers": ("submit delete_users", "user_ids:[text]", "Delete users."),
    "DeleteWalletAccounts": (
        "submit delete_wallet_accounts",
        "wallet_account_ids:[text] delete_without_export?:bool",
        "Delete accounts of wallets.",
    ),
    "DeleteWallets": (
        "submit delete_wallets",
        "wallet_ids:[text] delete_without_export?:bool",
        "Delete wallets.",
    ),
    "DeleteWebhookEndpoint": (
        "submit delete_webhook_endpoint",
        "endpoint_id:id",
        "Delete a webhook endpoint.",
    ),
    "EarnDeployWrapper": (
        "submit earn_deploy_wrapper",
        (
            "vault_address:text chain_caip2:EarnDeployWrapperChainCaip2 client_fee_bps:text "
            "client_fee_wallet:text"
        ),
        "Deploy a wrapper of an earning vault.",
    ),
    "EarnDeposit": (
        "submit earn_deposit",
        (
            "wrapper_address:text sign_with:text assets:text chain_caip2:EarnDeployWrapperChainCaip2 "
            "sponsor?:bool"
        ),
        "Deposit an asset into an earning vault.",
    ),
    "EarnSetWrapperState": (
        "submit earn_set_wrapper_state",
        "wrapper_address:text deposits_disabled:bool",
        "Allow or stop deposits to a wrapper of an earning vault.",
    ),
    "EarnWithdraw": (
        "submit earn_withdraw",
        (
            "wrapper_address:text sign_with:text chain_caip2:EarnDeployWrapperChainCaip2 sponsor?:bool "
            "amount_value:text"
        ),
        "Withdraw an asset from an earning vault.",
    ),
    "EmailAuth": (
        "submit email_auth version=V3",
        (
            "email:text target_public_key:target-key api_key_name?:text expiration_seconds?:seconds "
            "email_customization:EmailAuthCustomizationParams invalidate_existing?:bool "
            "send_from_email_address?:text send_from_email_sender_name?:text reply_to_email_address?:text"
        ),
        "Send a user a credential bundle by email, sealed to a target key.",
    ),
    "EmailAuthV1": (
        "submit email_auth older=yes",
        (
            "email:text target_public_key:target-key api_key_name?:text expiration_seconds?:seconds "
            "email_customization?:EmailCustomizationParams invalidate_existing?:bool "
            "send_from_email_address?:text send_from_email_sender_name?:text reply_to_email_address?:text"
        ),
        "Send a user a credential bundle by email, sealed to a target key. This is version 1; EmailAuth is the newest.",
    ),
    "EmailAuthV2": (
        "submit email_auth version=V2 older=yes",
        (
            "email:text target_public_key:target-key api_key_name?:text expiration_seconds?:seconds "
            "email_customization?:EmailCustomizationParams invalidate_existing?:bool "
            "send_from_email_address?:text send_from_email_sender_name?:text reply_to_email_address?:text"
        ),
        "Send a user a credential bundle by email, sealed to a target key. This is version 2; EmailAuth is the newest.",
    ),
    "EthSendRawTransaction": (
        "submit eth_send_raw_transaction",
        "signed_transaction:text caip2:GetNoncesCaip2",
        "Broadcast a signed Ethereum transaction.",
    ),
    "EthSendTransaction": (
        "submit eth_send_transaction version=V2 result_version=V2",
        (
            "from_:text caip2:GetNoncesCaip2 sponsor?:bool nonce?:text gas_limit?:text max_fee_per_gas?:text "
            "max_priority_fee_per_gas?:text deadline?:text gas_station_nonce?:text calls:[EthCallParams]"
        ),
        "Sign and broadcast an Ethereum transaction.",
    ),
    "EthUndelegate7702": (
        "submit eth_undelegate_7702",
        (
            "from_:text caip2:EthUndelegate7702Caip2 nonce?:text gas_limit?:text max_fee_per_gas?:text "
            "max_priority_fee_per_gas?:text"
        ),
        "Remove the EIP-7702 delegation of an Ethereum account.",
    ),
    "ExecuteSwap": (
        "submit execute_swap version=V2",
        (
            "quote_id:id input_token:text input_amount:text output_token:text quoted_output_amount:text "
            "min_output_amount:text sponsor:bool evm_nonce?:text recent_blockhash?:text "
            "gas_station_nonce?:text"
        ),
        "Execute a swap that was quoted.",
    ),
    "ExportPrivateKey": (
        "submit export_private_key",
        "private_key_id:id target_public_key:target-key",
        "Export a private key, sealed to your target key.",
    ),
    "GetActivity": ("query get_activity", "activity_id:id", "Get an activity."),
    "GetApiKey": ("query get_api_key", "api_key_id:id", "Get an API key."),
    "GetApiKeys": (
        "query get_api_keys",
        "user_id?:text",
        "List the API keys of a user, or of all users.",
    ),
    "GetAppStatus": (
        "query get_app_status",
        "app_id:id",
        "Get the status of a verifiable cloud application.",
    ),
    "GetAuthenticator": ("query get_authenticator", "authenticator_id:id", "Get a passkey."),
    "GetAuthenticators": ("query get_authenticators", "user_id:id", "List the passkeys of a user."),
    "GetBootProof": (
        "query get_boot_proof",
        "ephemeral_key:text",
        "Get the boot proof of an enclave, by its ephemeral key.",
    ),
    "GetClaimEarnFeesStatus": (
        "query get_claim_earn_fees_status",
        "claim_request_id:id",
        "Get the status of a claim of earning fees.",
    ),
    "GetEarnDeployStatus": (
        "query get_earn_deploy_status",
        "deploy_request_id:id",
        "Get the status of the deployment of a wrapper.",
    ),
    "GetEarnDepositStatus": (
        "query get_earn_deposit_status",
        "deposit_request_id:id",
        "Get the status of a deposit.",
    ),
    "GetEarnWithdrawStatus": (
        "query get_earn_withdraw_status",
        "withdraw_request_id:id",
        "Get the status of a withdrawal.",
    ),
    "GetGasUsage": (
        "query get_gas_usage",
        "",
        "Get how much sponsored gas was used, and its limit.",
    ),
    "GetIpAllowlist": (
        "query get_ip_allowlist",
        "public_key?:text",
        "Get the IP allowlist of the organization, or of an API key.",
    ),
    "GetLatestBootProof": (
        "query get_latest_boot_proof",
        "app_name:text",
        "Get the newest boot proof of an enclave application.",
    ),
    "GetMfaPolicies": ("query get_mfa_policies", "user_id:id", "List the MFA policies of a user."),
    "GetMfaPolicy": (
        "query get_mfa_policy",
        "user_id:id mfa_policy_id:id",
        "Get an MFA policy of a user.",
    ),
    "GetMfaStatus": (
        "query get_mfa_status",
        "activity_id:id user_id?:text",
        "Get the status of MFA policies for an activity.",
    ),
    "GetNonces": (
        "query get_nonces",
        "address:text caip2:GetNoncesCaip2 nonce?:bool gas_station_nonce?:bool",
        "Get the next nonces of an Ethereum account.",
    ),
    "GetOauth2Credential": (
        "query get_oauth2_credential",
        "oauth2_credential_id:id",
        "Get the credential of an OAuth 2.0 provider.",
    ),
    "GetOauthProviders": (
        "query get_oauth_providers",
        "user_id?:text",
        "List the OAuth providers of a user, or of all users.",
    ),
    "GetOnrampTransactionStatus": (
        "query get_onramp_transaction_status",
        "transaction_id:id refresh?:bool",
        "Get the status of a purchase of crypto for fiat money.",
    ),
    "GetOrganization": ("query get_organization", "", "Get an organization, with everything in it."),
    "GetOrganizationConfigs": (
        "query get_organization_configs",
        "",
        "Get the features and the root quorum of an organization.",
    ),
    "GetPolicy": ("query get_policy", "policy_id:id", "Get a policy."),
    "GetPolicyEvaluations": (
        "query get_policy_evaluations",
        "activity_id:id",
        "List the outcomes of the policies for the votes on an activity.",
    ),
    "GetPrivateKey": ("query get_private_key", "private_key_id:id", "Get a private key's record."),
    "GetSendTransactionStatus": (
        "query get_send_transaction_status",
        "send_transaction_status_id:id",
        "Get the status of a transaction that was sent.",
    ),
    "GetSessionProfile": ("query get_session_profile", "session_profile_id:id", "Get a session profile."),
    "GetSessionProfiles": ("query get_session_profiles", "", "List the session profiles."),
    "GetSmartContractInterface": (
        "query get_smart_contract_interface",
        "smart_contract_interface_id:id",
        "Get the interface of a smart contract.",
    ),
    "GetSwapStatus": ("query get_swap_status", "swap_request_id:id", "Get the status of a swap."),
    "GetTvcApp": ("query get_tvc_app", "tvc_app_id:id", "Get a verifiable cloud application."),
    "GetTvcDeployment": (
        "query get_tvc_deployment",
        "deployment_id:id",
        "Get a deployment of a verifiable cloud application.",
    ),
    "GetTvcDeploymentDebugLogs": (
        "query get_tvc_deployment_debug_logs",
        "deployment_id:id tail_lines?:int32 since_seconds?:decimal",
        "List log lines of a deployment in debug mode.",
    ),
    "GetTvcDeploymentProvisioningDetails": (
        "query get_tvc_deployment_provisioning_details",
        "deployment_id:id",
        "Get what operators need to provision a deployment.",
    ),
    "GetTvcQosVersions": ("query get_tvc_qos_versions", "", "List the available versions of QuorumOS."),
    "GetUser": ("query get_user", "user_id:id", "Get a user."),
    "GetWallet": ("query get_wallet", "wallet_id:id", "Get a wallet."),
    "GetWalletAccount": (
        "query get_wallet_account",
        "wallet_id:id address?:text derivation_path=path?:text",
        "Get an account of a wallet, by its address or its derivation path.",
    ),
    "GetWalletAddressBalances": (
        "query get_wallet_address_balances",
        "address:text caip2:GetWalletAddressBalancesCaip2",
        "List the balances of an address.",
    ),
    "GetWhoami": ("query whoami", "", "Get the user and the organization that a stamp is of."),
    "ImportPrivateKey": (
        "submit import_private_key",
        (
            "user_id:id private_key_name:text encrypted_bundle:text curve:WalletCurve "
            "address_formats:[AddressFormat]"
        ),
        "Import a private key that is sealed to a key of the enclave.",
    ),
    "ImportWallet": (
        "submit import_wallet",
        "user_id:id wallet_name:text encrypted_bundle:text accounts:[WalletAccountParams]",
        "Import a wallet that is sealed to a key of the enclave.",
    ),
    "InitFiatOnRamp": (
        "submit init_fiat_on_ramp",
        (
            "onramp_provider:FiatOnRampProvider wallet_address:text network:FiatOnRampBlockchainNetwork "
            "crypto_currency_code:FiatOnRampCryptoCurrency fiat_currency_code?:FiatOnRampCurrency "
            "fiat_currency_amount?:text payment_method?:FiatOnRampPaymentMethod country_code?:text "
            "country_subdivision_code?:text sandbox_mode?:bool url_for_signature?:text"
        ),
        "Begin a purchase of crypto for fiat money.",
    ),
    "InitImportPrivateKey": (
        "submit init_import_private_key",
        "user_id:id",
        "Get a key of the enclave, to seal a private key to for its import.",
    ),
    "InitOtp": (
        "submit init_otp version=V3 result_version=V2",
        (
            "otp_type:text contact:text app_name:text otp_length?:int32 "
            "email_customization?:EmailCustomizationParamsV2 sms_customization?:SmsCustomizationParams "
            "user_identifier?:text send_from_email_address?:text alphanumeric?:bool "
            "send_from_email_sender_name?:text expiration_seconds?:seconds reply_to_email_address?:text"
        ),
        "Send a one-time code, and get the bundle that ``encrypt_otp_bundle`` seals it to.",
    ),
    "InitOtpAuth": (
        "submit init_otp_auth version=V3 result_version=V2",
        (
            "otp_type:text contact:text otp_length?:int32 app_name:text "
            "email_customization?:EmailCustomizationParamsV2 sms_customization?:SmsCustomizationParams "
            "user_identifier?:text send_from_email_address?:text alphanumeric?:bool "
            "send_from_email_sender_name?:text expiration_seconds?:seconds reply_to_email_address?:text"
        ),
        "Send a one-time code for ``otp_auth``.",
    ),
    "InitOtpAuthV1": (
        "submit init_otp_auth older=yes",
        (
            "otp_type:text contact:text email_customization?:EmailCustomizationParams "
            "sms_customization?:SmsCustomizationParams user_identifier?:text send_from_email_address?:text "
            "send_from_email_sender_name?:text reply_to_email_address?:text"
        ),
        "Send a one-time code for ``otp_auth``. This is version 1; InitOtpAuth is the newest.",
    ),
    "InitOtpAuthV2": (
        "submit init_otp_auth version=V2 result_version=V2 older=yes",
        (
            "otp_type:text contact:text otp_length?:int32 email_customization?:EmailCustomizationParams "
            "sms_customization?:SmsCustomizationParams user_identifier?:text send_from_email_address?:text "
            "alphanumeric?:bool send_from_email_sender_name?:text reply_to_email_address?:text"
        ),
        "Send a one-time code for ``otp_auth``. This is version 2; InitOtpAuth is the newest.",
    ),
    "InitUserEmailRecovery": (
        "submit init_user_email_recovery version=V2",
        (
            "email:text target_public_key:target-key expiration_seconds?:seconds "
            "email_customization:EmailAuthCustomizationParams send_from_email_address?:text "
            "send_from_email_sender_name?:text reply_to_email_address?:text"
        ),
        "Send a user a recovery bundle by email, sealed to a target key.",
    ),
    "InitUserEmailRecoveryV1": (
        "submit init_user_email_recovery older=yes",
        (
            "email:text target_public_key:target-key expiration_seconds?:seconds "
            "email_customization?:EmailCustomizationParams send_from_email_address?:text "
            "send_from_email_sender_name?:text reply_to_email_address?:text"
        ),
        "Send a user a recovery bundle by email, sealed to a target key. This is version 1; InitUserEmailRecovery is the newest.",
    ),
    "ListActivities": (
        "query list_activities",
        "filter_by_status?:[ActivityStatus] pagination_options?:Pagination filter_by_type?:[ActivityType]",
        "List the activities of an organization.",
    ),
    "ListAppProofs": (
        "query list_app_proofs",
        "activity_id:id",
        "List the app proofs of an activity.",
    ),
    "ListEarnEnabledVaults": (
        "query list_earn_enabled_vaults",
        "provider?:EarnProvider caip19?:text",
        "List the earning vaults that the organization has wrappers of.",
    ),
    "ListEarnPositions": (
        "query list_earn_positions",
        "wallet_address:text",
        "List the positions of a wallet's address in earning vaults.",
    ),
    "ListEarnVaults": (
        "query list_earn_vaults",
        "provider?:EarnProvider caip19:text pagination_options?:Pagination",
        "List the earning vaults for an asset.",
    ),
    "ListEmailEvents": (
        "query list_email_events",
        "email:text event_type?:text pagination_options?:Pagination",
        "List what happened to emails to an address.",
    ),
    "ListEthTransactionHistory": (
        "query list_eth_transaction_history",
        "address:text caip2:ListEthTransactionHistoryCaip2 pagination_options?:Pagination",
        "List the transactions of an Ethereum address.",
    ),
    "ListFiatOnRampCredentials": (
        "query list_fiat_on_ramp_credentials",
        "",
        "List the credentials of providers that sell crypto for fiat money.",
    ),
    "ListOauth2Credentials": (
        "query list_oauth2_credentials",
        "",
        "List the credentials of OAuth 2.0 providers.",
    ),
    "ListPolicies": ("query list_policies", "", "List the policies of an organization."),
    "ListPrivateKeyTags": ("query list_private_key_tags", "", "List the tags of private keys."),
    "ListSmartContractInterfaces": (
        "query list_smart_contract_interfaces",
        "",
        "List the interfaces of smart contracts.",
    ),
    "ListSolTransactionHistory": (
        "query list_sol_transaction_history",
        "address:text caip2:ListSolTransactionHistoryCaip2 pagination_options?:Pagination",
        "List the transactions of a Solana address.",
    ),
    "ListSuborgs": (
        "query list_suborgs",
        "filter_type?:text filter_value?:text pagination_options?:Pagination",
        "List the ids of the sub-organizations that a filter selects.",
    ),
    "ListSupportedAssets": (
        "query list_supported_assets",
        "caip2:GetWalletAddressBalancesCaip2",
        "List the assets that balances are known of, on a chain.",
    ),
    "ListTvcAppDeployments": (
        "query list_tvc_app_deployments",
        "app_id:id",
        "List the deployments of a verifiable cloud application.",
    ),
    "ListTvcApps": ("query list_tvc_apps", "", "List the verifiable cloud applications."),
    "ListUserTags": ("query list_user_tags", "", "List the tags of users."),
    "ListUsers": ("query list_users", "", "List the users of an organization."),
    "ListVerifiedSuborgs": (
        "query list_verified_suborgs",
        "filter_type?:text filter_value?:text pagination_options?:Pagination",
        "List the ids of the sub-organizations that have a verified contact.",
    ),
    "ListWalletAccounts": (
        "query list_wallet_accounts",
        "wallet_id?:text include_wallet_details?:bool pagination_options?:Pagination",
        "List the accounts of a wallet, or of all wallets.",
    ),
    "ListWallets": ("query list_wallets", "", "List the wallets of an organization."),
    "ListWebhookEndpoints": ("query list_webhook_endpoints", "", "List the webhook endpoints."),
    "Oauth": (
        "submit oauth",
        (
            "oidc_token:text target_public_key:target-key api_key_name?:text expiration_seconds?:seconds "
            "invalidate_existing?:bool"
        ),
        "Log in with an OIDC token, to get a credential bundle that is sealed to your target key.",
    ),
    "Oauth2Authenticate": (
        "submit oauth2_authenticate",
        (
            "oauth2_credential_id:id auth_code:text redirect_uri:text code_verifier:text nonce:text "
            "bearer_token_target_public_key?:text"
        ),
        "Exchange a code of an OAuth 2.0 provider for an OIDC token.",
    ),
    "OtpAuth": (
        "submit otp_auth",
        (
            "otp_id:id otp_code:text target_public_key:target-key api_key_name?:text "
            "expiration_seconds?:seconds invalidate_existing?:bool"
        ),
        "Log in with a one-time code, to get a credential bundle that is sealed to your target key.",
    ),
    "OtpLogin": (
        "submit otp_login version=V2",
        (
            "verification_token:text public_key:text client_signature:ClientSignatureFields "
            "expiration_seconds?:seconds invalidate_existing?:bool session_profile_id?:text"
        ),
        "Log in with a verification token, to get a session for one of your keys.",
    ),
    "OtpLoginV1": (
        "submit otp_login older=yes",
        (
            "verification_token:text public_key:text expiration_seconds?:seconds invalidate_existing?:bool "
            "client_signature?:ClientSignatureFields session_profile_id?:text"
        ),
        "Log in with a verification token, to get a session for one of your keys. This is version 1; OtpLogin is the newest.",
    ),
    "PostTvcQuorumKeyShare": (
        "submit post_tvc_quorum_key_share proofs=no",
        (
            "deployment_id:id ephemeral_public_key_hex:text "
            "share_approval_bundle:QuorumKeyShareApprovalBundle"
        ),
        "Send the share of an operator to a deployment.",
    ),
    "ReEncryptTvcQuorumKeyShare": (
        "submit re_encrypt_tvc_quorum_key_share",
        (
            "attestation_doc_b64:text manifest_b64:text operator_encrypt_key:text operator_sign_key:text "
            "deployment_id:id app_quorum_key:text"
        ),
        "Seal an operator's share to a deployment.",
    ),
    "RecoverUser": (
        "submit recover_user",
        "authenticator:AuthenticatorParams user_id:id",
        "Add a passkey to a user who recovers.",
    ),
    "RejectActivity": (
        "vote reject_activity",
        "fingerprint:text",
        "Reject an activity by its fingerprint, which ``reject`` recomputes first.",
    ),
    "RemoveIpAllowlist": (
        "submit remove_ip_allowlist",
        "public_key?:text",
        "Remove the IP allowlist of the organization, or of an API key.",
    ),
    "RemoveOrganizationFeature": (
        "submit remove_organization_feature",
        "name:FeatureName",
        "Switch a feature of the organization off.",
    ),
    "RestoreTvcDeployment": (
        "submit restore_tvc_deployment",
        "deployment_id:id",
        "Restore a deployment of a verifiable cloud application.",
    ),
    "SetOrganizationFeature": (
        "submit set_organization_feature",
        "name:FeatureName value:text",
        "Switch a feature of the organization on.",
    ),
    "SetTvcAppLiveDeployment": (
        "submit set_tvc_app_live_deployment activity=update_tvc_app_live_deployment",
        "deployment_id:id",
        "Choose the deployment that an application's traffic goes to.",
    ),
    "SignRawPayload": (
        "submit sign_raw_payload version=V2",
        "sign_with:text payload:text encoding:PayloadEncoding hash_function:HashFunction",
        "Sign a payload.",
    ),
    "SignRawPayloadV1": (
        "submit sign_raw_payload older=yes",
        "private_key_id:id payload:text encoding:PayloadEncoding hash_function:HashFunction",
        "Sign a payload. This is version 1; SignRawPayload is the newest.",
    ),
    "SignRawPayloads": (
        "submit sign_raw_payloads",
        "sign_with:text payloads:[text] encoding:PayloadEncoding hash_function:HashFunction",
        "Sign several payloads with one key.",
    ),
    "SignTransaction": (
        "submit sign_transaction version=V2",
        "sign_with:text unsigned_transaction:text type:TransactionType",
        "Sign a transaction.",
    ),
    "SignTransactionV1": (
        "submit sign_transaction older=yes",
        "private_key_id:id unsigned_transaction:text type:TransactionType",
        "Sign a transaction. This is version 1; SignTransaction is the newest.",
    ),
    "SolSendTransaction": (
        "submit sol_send_transaction version=V2 result_version=V2",
        (
            "unsigned_transaction:text sign_withs:[text] sponsor?:bool caip2:SolSendTransactionCaip2 "
            "recent_blockhash?:text"
        ),
        "Sign and broadcast a Solana transaction.",
    ),
    "SparkClaimTransfer": (
        "submit spark_claim_transfer proofs=no",
        "sign_with:text claim:SparkClaimPackage",
        "Claim a transfer on Spark.",
    ),
    "SparkPrepareLightningReceive": (
        "submit spark_prepare_lightning_receive proofs=no",
        "sign_with:text lightning_receive:SparkLightningReceivePackage",
        "Prepare to receive a Lightning payment on Spark.",
    ),
    "SparkPrepareTransfer": (
        "submit spark_prepare_transfer proofs=no",
        "sign_with:text transfer:SparkTransferPackage",
        "Prepare a transfer on Spark.",
    ),
    "SparkSignFrost": (
        "submit spark_sign_frost proofs=no",
        "sign_with:text signatures:[SparkSignatureRequest]",
        "Make partial FROST signatures for Spark.",
    ),
    "StampLogin": (
        "submit stamp_login",
        "public_key:text expiration_seconds?:seconds invalidate_existing?:bool session_profile_id?:text",
        "Log in with the stamp of the request, to get a session for one of your keys.",
    ),
    "UpdateFiatOnRampCredential": (
        "submit update_fiat_on_ramp_credential",
        (
            "fiat_onramp_credential_id:id onramp_provider:FiatOnRampProvider project_id?:text "
            "publishable_api_key:text encrypted_secret_api_key:text encrypted_private_api_key?:text"
        ),
        "Change the credential of a provider that sells crypto for fiat money.",
    ),
    "UpdateMfaPolicy": (
        "submit update_mfa_policy proofs=no",
        (
            "user_id:id mfa_policy_id:id mfa_policy_name?:text condition?:text "
            "required_authentication_methods?:[RequiredAuthenticationMethodParams] order?:int64 notes?:text"
        ),
        "Change an MFA policy of a user.",
    ),
    "UpdateOauth2Credential": (
        "submit update_oauth2_credential",
        "oauth2_credential_id:id provider:Oauth2Provider client_id:id encrypted_client_secret:text",
        "Change the credential of an OAuth 2.0 provider.",
    ),
    "UpdatePolicyV1": (
        "submit update_policy older=yes",
        (
            "policy_id:id policy_name?:text policy_effect?:Effect policy_condition?:text "
            "policy_consensus?:text policy_notes?:text"
        ),
        "Change a policy. This is version 1; UpdatePolicy is the newest.",
    ),
    "UpdateRootQuorum": (
        "submit update_root_quorum",
        "threshold:int32 user_ids:[text]",
        "Change who are the root users, and how many must approve.",
    ),
    "UpdateUserName": (
        "submit update_user_name",
        "user_id:id user_name:text",
        "Change a user's name.",
    ),
    "UpdateUserPhoneNumber": (
        "submit update_user_phone_number",
        "user_id:id user_phone_number:text verification_token?:text",
        "Change or remove a user's phone number.",
    ),
    "UpdateUserTag": (
        "submit update_user_tag",
        "user_tag_id:id new_user_tag_name?:text add_user_ids:[text] remove_user_ids:[text]",
        "Rename a tag of users, add it to users and remove it from users.",
    ),
    "UpdateWallet": ("submit update_wallet", "wallet_id:id wallet_name?:text", "Rename a wallet."),
    "UpsertSwapConfig": (
        "submit upsert_swap_config",
        "fee_receiver_wallet_address?:text fee_bps?:text stable_fee_bps?:text",
        "Set the fees of swaps, and who receives them.",
    ),
    "ValidateTvcImage": (
        "query validate_tvc_image",
        "pivot_container_image_url:text pivot_container_encrypted_pull_secret?:text",
        "Check that a container image can be deployed.",
    ),
    "VerifyOtpV1": (
        "submit verify_otp older=yes",
        "otp_id:id otp_code:text expiration_seconds?:seconds public_key?:text",
        "Exchange a one-time code for a verification token. This is version 1; VerifyOtp is the newest.",
    ),
    "AccessType": ("values", "ACCESS_TYPE_WEB ACCESS_TYPE_API ACCESS_TYPE_ALL", ""),
    "ActivityPolicyEvaluation": (
        "record",
        (
            "id:text activity_id:text organization_id:text vote_id:text policy_evaluations:[PolicyEvaluation] "
            "created_at:time"
        ),
        "",
    ),
    "ActivityStatus": (
        "values",
        (
            "ACTIVITY_STATUS_CREATED ACTIVITY_STATUS_PENDING ACTIVITY_STATUS_COMPLETED ACTIVITY_STATUS_FAILED "
            "ACTIVITY_STATUS_CONSENSUS_NEEDED ACTIVITY_STATUS_REJECTED ACTIVITY_STATUS_AUTHENTICATORS_NEEDED"
        ),
        "",
    ),
    "ActivityType": (
        "values",
        (
            "ACTIVITY_TYPE_CREATE_API_KEYS ACTIVITY_TYPE_CREATE_USERS ACTIVITY_TYPE_CREATE_PRIVATE_KEYS "
            "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD ACTIVITY_TYPE_CREATE_INVITATIONS ACTIVITY_TYPE_ACCEPT_INVITATION "
            "ACTIVITY_TYPE_CREATE_POLICY ACTIVITY_TYPE_DISABLE_PRIVATE_KEY ACTIVITY_TYPE_DELETE_USERS "
            "ACTIVITY_TYPE_DELETE_API_KEYS ACTIVITY_TYPE_DELETE_INVITATION ACTIVITY_TYPE_DELETE_ORGANIZATION "
            "ACTIVITY_TYPE_DELETE_POLICY ACTIVITY_TYPE_CREATE_USER_TAG ACTIVITY_TYPE_DELETE_USER_TAGS "
            "ACTIVITY_TYPE_CREATE_ORGANIZATION ACTIVITY_TYPE_SIGN_TRANSACTION ACTIVITY_TYPE_APPROVE_ACTIVITY "
            "ACTIVITY_TYPE_REJECT_ACTIVITY ACTIVITY_TYPE_DELETE_AUTHENTICATORS "
            "ACTIVITY_TYPE_CREATE_AUTHENTICATORS ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG "
            "ACTIVITY_TYPE_DELETE_PRIVATE_KEY_TAGS ACTIVITY_TYPE_SET_PAYMENT_METHOD "
            "ACTIVITY_TYPE_ACTIVATE_BILLING_TIER ACTIVITY_TYPE_DELETE_PAYMENT_METHOD "
            "ACTIVITY_TYPE_CREATE_POLICY_V2 ACTIVITY_TYPE_CREATE_POLICY_V3 "
            "ACTIVITY_TYPE_CREATE_API_ONLY_USERS ACTIVITY_TYPE_UPDATE_ROOT_QUORUM "
            "ACTIVITY_TYPE_UPDATE_USER_TAG ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG "
            "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2 ACTIVITY_TYPE_CREATE_ORGANIZATION_V2 "
            "ACTIVITY_TYPE_CREATE_USERS_V2 ACTIVITY_TYPE_ACCEPT_INVITATION_V2 "
            "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V2 "
            "ACTIVITY_TYPE_UPDATE_ALLOWED_ORIGINS ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2 "
            "ACTIVITY_TYPE_UPDATE_USER ACTIVITY_TYPE_UPDATE_POLICY ACTIVITY_TYPE_SET_PAYMENT_METHOD_V2 "
            "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V3 ACTIVITY_TYPE_CREATE_WALLET "
            "ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY "
            "ACTIVITY_TYPE_RECOVER_USER ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE "
            "ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2 "
            "ACTIVITY_TYPE_SIGN_TRANSACTION_V2 ACTIVITY_TYPE_EXPORT_PRIVATE_KEY ACTIVITY_TYPE_EXPORT_WALLET "
            "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V4 ACTIVITY_TYPE_EMAIL_AUTH "
            "ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT ACTIVITY_TYPE_INIT_IMPORT_WALLET ACTIVITY_TYPE_IMPORT_WALLET "
            "ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY ACTIVITY_TYPE_IMPORT_PRIVATE_KEY "
            "ACTIVITY_TYPE_CREATE_POLICIES ACTIVITY_TYPE_SIGN_RAW_PAYLOADS "
            "ACTIVITY_TYPE_CREATE_READ_ONLY_SESSION ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS "
            "ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V5 "
            "ACTIVITY_TYPE_OAUTH ACTIVITY_TYPE_CREATE_API_KEYS_V2 ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION "
            "ACTIVITY_TYPE_EMAIL_AUTH_V2 ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V6 "
            "ACTIVITY_TYPE_DELETE_PRIVATE_KEYS ACTIVITY_TYPE_DELETE_WALLETS "
            "ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2 ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION "
            "ACTIVITY_TYPE_INIT_OTP_AUTH ACTIVITY_TYPE_OTP_AUTH ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7 "
            "ACTIVITY_TYPE_UPDATE_WALLET ACTIVITY_TYPE_UPDATE_POLICY_V2 ACTIVITY_TYPE_CREATE_USERS_V3 "
            "ACTIVITY_TYPE_INIT_OTP_AUTH_V2 ACTIVITY_TYPE_INIT_OTP ACTIVITY_TYPE_VERIFY_OTP "
            "ACTIVITY_TYPE_OTP_LOGIN ACTIVITY_TYPE_STAMP_LOGIN ACTIVITY_TYPE_OAUTH_LOGIN "
            "ACTIVITY_TYPE_UPDATE_USER_NAME ACTIVITY_TYPE_UPDATE_USER_EMAIL "
            "ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER ACTIVITY_TYPE_INIT_FIAT_ON_RAMP "
            "ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE "
            "ACTIVITY_TYPE_ENABLE_AUTH_PROXY ACTIVITY_TYPE_DISABLE_AUTH_PROXY "
            "ACTIVITY_TYPE_UPDATE_AUTH_PROXY_CONFIG ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL "
            "ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL "
            "ACTIVITY_TYPE_OAUTH2_AUTHENTICATE ACTIVITY_TYPE_DELETE_WALLET_ACCOUNTS "
            "ACTIVITY_TYPE_DELETE_POLICIES ACTIVITY_TYPE_ETH_SEND_RAW_TRANSACTION "
            "ACTIVITY_TYPE_ETH_SEND_TRANSACTION ACTIVITY_TYPE_CREATE_FIAT_ON_RAMP_CREDENTIAL "
            "ACTIVITY_TYPE_UPDATE_FIAT_ON_RAMP_CREDENTIAL ACTIVITY_TYPE_DELETE_FIAT_ON_RAMP_CREDENTIAL "
            "ACTIVITY_TYPE_EMAIL_AUTH_V3 ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2 "
            "ACTIVITY_TYPE_INIT_OTP_AUTH_V3 ACTIVITY_TYPE_INIT_OTP_V2 ACTIVITY_TYPE_UPSERT_GAS_USAGE_CONFIG "
            "ACTIVITY_TYPE_CREATE_TVC_APP ACTIVITY_TYPE_CREATE_TVC_DEPLOYMENT "
            "ACTIVITY_TYPE_CREATE_TVC_MANIFEST_APPROVALS ACTIVITY_TYPE_SOL_SEND_TRANSACTION "
            "ACTIVITY_TYPE_INIT_OTP_V3 ACTIVITY_TYPE_VERIFY_OTP_V2 ACTIVITY_TYPE_OTP_LOGIN_V2 "
            "ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8 "
            "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2 ACTIVITY_TYPE_CREATE_USERS_V4 "
            "ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT "
            "ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT ACTIVITY_TYPE_SET_IP_ALLOWLIST "
            "ACTIVITY_TYPE_REMOVE_IP_ALLOWLIST ACTIVITY_TYPE_UPDATE_TVC_APP_LIVE_DEPLOYMENT "
            "ACTIVITY_TYPE_DELETE_TVC_DEPLOYMENT ACTIVITY_TYPE_DELETE_TVC_APP_AND_DEPLOYMENTS "
            "ACTIVITY_TYPE_RESTORE_TVC_DEPLOYMENT ACTIVITY_TYPE_SPARK_SIGN_FROST "
            "ACTIVITY_TYPE_SPARK_PREPARE_TRANSFER ACTIVITY_TYPE_SPARK_CLAIM_TRANSFER "
            "ACTIVITY_TYPE_SPARK_PREPARE_LIGHTNING_RECEIVE ACTIVITY_TYPE_POST_TVC_QUORUM_KEY_SHARE "
            "ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2 ACTIVITY_TYPE_CREATE_MFA_POLICY "
            "ACTIVITY_TYPE_UPDATE_MFA_POLICY ACTIVITY_TYPE_DELETE_MFA_POLICY "
            "ACTIVITY_TYPE_CREATE_SESSION_PROFILE ACTIVITY_TYPE_EARN_DEPLOY_WRAPPER "
            "ACTIVITY_TYPE_EARN_DEPOSIT ACTIVITY_TYPE_EARN_WITHDRAW ACTIVITY_TYPE_EXECUTE_SWAP "
            "ACTIVITY_TYPE_UPSERT_SWAP_CONFIG ACTIVITY_TYPE_CREATE_TVC_OPERATOR "
            "ACTIVITY_TYPE_CREATE_TVC_QUORUM_KEY ACTIVITY_TYPE_RE_ENCRYPT_TVC_QUORUM_KEY_SHARE "
            "ACTIVITY_TYPE_INIT_IMPORT_SECRETS ACTIVITY_TYPE_SOL_SEND_TRANSACTION_V2 "
            "ACTIVITY_TYPE_CLAIM_SWAP_FEES ACTIVITY_TYPE_EARN_SET_WRAPPER_STATE ACTIVITY_TYPE_CLAIM_EARN_FEES "
            "ACTIVITY_TYPE_UPDATE_WALLET_ACCOUNT_NAME ACTIVITY_TYPE_ETH_UNDELEGATE_7702 "
            "ACTIVITY_TYPE_EXECUTE_SWAP_V2 ACTIVITY_TYPE_CREATE_SWAP_QUOTE ACTIVITY_TYPE_IMPORT_SECRETS "
            "ACTIVITY_TYPE_EXPORT_SECRETS"
        ),
        "",
    ),
    "ApiKeyParams": (
        "object",
        "api_key_name:text public_key:text curve_type:ApiKeyCurve expiration_seconds?:seconds",
        "",
    ),
    "ApiOnlyUserApiKey": ("object", "api_key_name:text public_key:text expiration_seconds?:seconds", ""),
    "ApiOnlyUserParams": (
        "object",
        "user_name:text user_email?:text user_tags:[text] api_keys:[ApiOnlyUserApiKey]",
        "",
    ),
    "AppStatus": (
        "record",
        "app_id:text deployments:[DeploymentStatus] targeted_deployment_id:text",
        "",
    ),
    "AssetBalance": (
        "record",
        "caip19?:text symbol?:text balance?:text decimals?:int display?:AssetBalanceDisplay name?:text",
        "",
    ),
    "AssetBalanceDisplay": ("record", "usd?:text crypto?:text", ""),
    "AssetMetadata": (
        "record",
        "caip19?:text symbol?:text decimals?:int logo_url?:text name?:text stable?:bool",
        "",
    ),
    "AttestationFields": (
        "object",
        "credential_id:id client_data_json:id attestation_object:id transports:[Transport]",
        "The attestation of a new passkey; ``encode_attestation`` makes it.",
        "The credential id, in CBOR, then base64url.",
        "The browser's clientDataJSON, in base64url.",
        "The authenticator's attestation object, in base64url.",
        "The transports that reach the authenticator.",
    ),
    "AuthenticationMethod": ("record", "type:text id?:text", ""),
    "AuthenticationMethodParams": ("object", "type:AuthenticationType id?:text", ""),
    "AuthenticationType": (
        "values",
        (
            "AUTHENTICATION_TYPE_EMAIL_OTP AUTHENTICATION_TYPE_SMS_OTP AUTHENTICATION_TYPE_PASSKEY "
            "AUTHENTICATION_TYPE_API_KEY AUTHENTICATION_TYPE_OAUTH AUTHENTICATION_TYPE_SESSION"
        ),
        "",
    ),
    "AuthenticatorAttestationResponse": (
        "object",
        (
            "client_data_json:text attestation_object:text transports?:[Transport] "
            "authenticator_attachment?:PublicKeyCredentialWithAttestationAuthenticatorAttachment"
        ),
        "",
    ),
    "AuthenticatorParams": (
        "object",
        "authenticator_name:text challenge:text attestation:AttestationFields",
        "",
    ),
    "AuthenticatorParamsV1": (
        "object",
        "authenticator_name:text user_id:id attestation:PublicKeyCredentialWithAttestation challenge:text",
        "",
    ),
    "ClaimEarnFeesResult": ("record", "claim_request_id:text", ""),
    "ClaimSwapFeesResult": ("record", "request_id:text", ""),
    "ClientSignatureFields": (
        "object",
        "public_key:id scheme:ClientSignatureScheme message:text signature:id",
        "A client signature in a request; ``sign_login`` and ``sign_signup`` make it.",
        "The public key that verifies the signature, in hex.",
        "The signature scheme.",
        "The message that was signed.",
        "The signature over the message, in hex.",
    ),
    "ClientSignatureScheme": ("values", "CLIENT_SIGNATURE_SCHEME_API_P256", ""),
    "CreateApiKeysResult": ("record", "api_key_ids:[text]", ""),
    "CreateApiKeysV1Result": ("record", "api_key_ids:[text]", ""),
    "CreateApiOnlyUsersResult": ("record", "user_ids:[text]", ""),
    "CreateAuthenticatorsResult": ("record", "authenticator_ids:[text]", ""),
    "CreateFiatOnRampCredentialResult": ("record", "fiat_on_ramp_credential_id:text", ""),
    "CreateInvitationsResult": ("record", "invitation_ids:[text]", ""),
    "CreateMfaPolicyResult": ("record", "mfa_policy_id:text", ""),
    "CreateOauth2CredentialResult": ("record", "oauth2_credential_id:text", ""),
    "CreateOauthProvidersResult": ("record", "provider_ids:[text]", "", "The ids of the new providers."),
    "CreateOauthProvidersV1Result": ("record", "provider_ids:[text]", ""),
    "CreatePoliciesResult": ("record", "policy_ids:[text]", ""),
    "CreatePolicyResult": ("record", "policy_id:text", "", "The id of the policy."),
    "CreatePrivateKeyTagResult": (
        "record",
        "private_key_tag_id:text private_key_ids:[text]",
        "",
        "The id of the new tag.",
        "The ids of the private keys that have the tag.",
    ),
    "CreatePrivateKeysResult": ("record", "private_keys:[PrivateKeyResult]", ""),
    "CreatePrivateKeysV1Result": ("record", "private_key_ids:[text]", ""),
    "CreateReadOnlySessionResult": (
        "record",
        (
            "organization_id:text organization_name:text user_id:text username:text session:text "
            "session_expiry:text"
        ),
        "",
    ),
    "CreateReadWriteSessionResult": (
        "record results._Credential",
        (
            "organization_id:text organization_name:text user_id:text username:text api_key_id:text "
            "credential_bundle:text"
        ),
        "",
    ),
    "CreateReadWriteSessionV1Result": (
        "record",
        (
            "organization_id:text organization_name:text user_id:text username:text api_key_id:text "
            "credential_bundle:text"
        ),
        "",
    ),
    "CreateSessionProfileResult": ("record", "session_profile_id:text", ""),
    "CreateSmartContractInterfaceResult": ("record", "smart_contract_interface_id:text", ""),
    "CreateSubOrganizationResult": (
        "record",
        "sub_organization_id:text wallet?:WalletResult root_user_ids?:[text]",
        "",
    ),
    "CreateSubOrganizationV7Result": (
        "record",
        "sub_organization_id:text wallet?:WalletResult root_user_ids?:[text]",
        "",
    ),
    "CreateSwapQuoteResult": ("record", "quotes:[SwapQuote]", ""),
    "CreateTvcAppResult": (
        "record",
        (
            "app_id:text manifest_set_id:text manifest_set_operator_ids:[text] manifest_set_threshold:int "
            "share_set_id:text share_set_operator_ids:[text] share_set_threshold:int"
        ),
        "",
    ),
    "CreateTvcDeploymentResult": ("record", "deployment_id:text manifest_id:text", ""),
    "CreateTvcManifestApprovalsResult": ("record", "approval_ids:[text]", ""),
    "CreateTvcOperatorResult": (
        "record",
        "wallet_id:text operator_id:text encrypt_public_key:text sign_public_key:text",
        "",
    ),
    "CreateTvcQuorumKeyResult": ("record", "quorum_key_id:text quorum_public_key:text share_ids:[text]", ""),
    "CreateUserTagResult": (
        "record",
        "user_tag_id:text user_ids:[text]",
        "",
        "The id of the new tag.",
        "The ids of the users who have the tag.",
    ),
    "CreateUsersResult": ("record", "user_ids:[text]", ""),
    "CreateUsersV1Result": ("record", "user_ids:[text]", ""),
    "CreateUsersV2Result": ("record", "user_ids:[text]", ""),
    "CreateUsersV3Result": ("record", "user_ids:[text]", ""),
    "CreateWalletAccountsResult": ("record", "addresses:[text]", ""),
    "CreateWalletResult": ("record", "wallet_id:text addresses:[text]", ""),
    "CreateWebhookEndpointResult": ("record", "endpoint_id:text webhook_endpoint:WebhookEndpoint", ""),
    "CreatedWallet": (
        "record",
        "wallet_id:text addresses:[text]",
        "A wallet that a signup created.",
        "The wallet's id.",
        "The addresses of the wallet's accounts.",
    ),
    "CredPropsAuthenticationExtensionsClientOutputs": ("object", "rk:bool", ""),
    "Credential": ("record", "public_key:text type:text session_profile_id?:text", ""),
    "CustomRevertError": ("record", "error_name?:text params_json?:text", ""),
    "DeleteApiKeysResult": ("record", "api_key_ids:[text]", ""),
    "DeleteAuthenticatorsResult": ("record", "authenticator_ids:[text]", ""),
    "DeleteFiatOnRampCredentialResult": ("record", "fiat_on_ramp_credential_id:text", ""),
    "DeleteInvitationResult": ("record", "invitation_id:text", ""),
    "DeleteMfaPolicyResult": ("record", "mfa_policy_id:text", "", "The id of the deleted policy."),
    "DeleteOauth2CredentialResult": ("record", "oauth2_credential_id:text", ""),
    "DeleteOauthProvidersResult": ("record", "provider_ids:[text]", ""),
    "DeletePoliciesResult": ("record", "policy_ids:[text]", ""),
    "DeletePolicyResult": ("record", "policy_id:text", ""),
    "DeletePrivateKeyTagsResult": ("record", "private_key_tag_ids:[text] private_key_ids:[text]", ""),
    "DeletePrivateKeysResult": ("record", "private_key_ids:[text]", "", "The ids of the deleted keys."),
    "DeleteSecretsResult": (
        "record",
        "secret_ids:[text]",
        "",
        "The ids of the deleted secrets, as in the request.",
    ),
    "DeleteSmartContractInterfaceResult": ("record", "smart_contract_interface_id:text", ""),
    "DeleteSubOrganizationResult": ("record", "sub_organization_uuid:text", ""),
    "DeleteTvcAppAndDeploymentsResult": ("record", "app_id:text", ""),
    "DeleteTvcDeploymentResult": ("record", "deployment_id:text", ""),
    "DeleteUserTagsResult": (
        "record",
        "user_tag_ids:[text] user_ids:[text]",
        "",
        "The ids of the deleted tags.",
        "The ids of the users who had these tags.",
    ),
    "DeleteUsersResult": ("record", "user_ids:[text]", ""),
    "DeleteWalletAccountsResult": ("record", "wallet_account_ids:[text]", ""),
    "DeleteWalletsResult": ("record", "wallet_ids:[text]", ""),
    "DeleteWebhookEndpointResult": ("record", "endpoint_id:text", ""),
    "DeploymentStatus": (
        "record",
        "deployment_id:text ready_replicas:int desired_replicas:int last_updated_time:time",
        "",
    ),
    "EarnDeployWrapperChainCaip2": (
        "values",
        "eip155:1 eip155:8453 eip155:42161 eip155:137 eip155:56 eip155:4217",
        "",
    ),
    "EarnDeployWrapperResult": (
        "record",
        "wrapper_address:text splitter_address:text deploy_request_id:text",
        "",
    ),
    "EarnDepositResult": ("record", "deposit_request_id:text", ""),
    "EarnEnabledVault": (
        "record",
        (
            "vault_address?:text wrapper_address?:text provider?:text caip19?:text apy_pct?:text "
            "total_deposited?:text display?:EarnValueDisplay net_apy_pct?:text client_fee_bps?:text "
            "deposits_disabled?:bool name?:text curator?:text claimable_client_fee?:text "
            "claimable_client_fee_display?:EarnValueDisplay client_fee_wallet?:text"
        ),
        "",
    ),
    "EarnPosition": (
        "record",
        (
            "vault_address?:text wrapper_address?:text provider?:text caip19?:text current_value?:text "
            "total_deposited?:text total_withdrawn?:text display?:EarnPositionDisplay deposits_disabled?:bool"
        ),
        "",
    ),
    "EarnPositionDisplay": (
        "record",
        (
            "current_value_usd?:text total_deposited_usd?:text total_withdrawn_usd?:text "
            "current_value_crypto?:text total_deposited_crypto?:text total_withdrawn_crypto?:text"
        ),
        "",
    ),
    "EarnProvider": ("values", "EARN_PROVIDER_MORPHO EARN_PROVIDER_AAVE", ""),
    "EarnSetWrapperStateResult": ("record", "wrapper_address:text deposits_disabled:bool", ""),
    "EarnValueDisplay": ("record", "usd?:text crypto?:text", ""),
    "EarnVault": (
        "record",
        (
            "vault_address?:text provider?:text caip19?:text tvl?:text apy_pct?:text enabled?:bool "
            "display?:EarnValueDisplay name?:text curator?:text"
        ),
        "",
    ),
    "EarnWithdrawResult": ("record", "withdraw_request_id:text", ""),
    "Effect": ("values", "EFFECT_ALLOW EFFECT_DENY", ""),
    "EmailAuthCustomizationParams": (
        "object",
        (
            "app_name:text logo_url?:text magic_link_template?:text template_variables?:text "
            "template_id?:text"
        ),
        "",
    ),
    "EmailAuthResult": ("record", "user_id:text api_key_id:text", ""),
    "EmailAuthV1Result": ("record", "user_id:text api_key_id:text", ""),
    "EmailAuthV2Result": ("record", "user_id:text api_key_id:text", ""),
    "EmailCustomizationParams": (
        "object",
        (
            "app_name?:text logo_url?:text magic_link_template?:text template_variables?:text "
            "template_id?:text"
        ),
        "",
    ),
    "EmailCustomizationParamsV2": (
        "object",
        "logo_url?:text magic_link_template?:text template_variables?:text template_id?:text",
        "",
    ),
    "EmailEvent": (
        "record",
        (
            "id:text organization_id:text message_id:text event_type:text from_address:text to_address:text "
            "sender_tenant?:text timestamp:text created_at:text details:EmailEventDetails"
        ),
        "",
    ),
    "EmailEventDetails": (
        "record",
        (
            "bounce_type?:text bounce_sub_type?:text diagnostic_code?:text delivery_smtp_response?:text "
            "delivery_processing_time_millis?:text delivery_delay_type?:text complaint_feedback_type?:text"
        ),
        "",
    ),
    "EncryptionSuite": ("values", "TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1", ""),
    "EthCallParams": ("object", "to:text value?:text data?:text", ""),
    "EthFailureDetails": ("record", "revert_chain?:[RevertChainEntry]", ""),
    "EthSendRawTransactionResult": ("record", "transaction_hash:text", ""),
    "EthSendTransactionResult": ("record", "send_transaction_status_id:text", ""),
    "EthSendTransactionStatus": ("record", "tx_hash?:text", ""),
    "EthTransactionHistoryItem": (
        "record",
        (
            "transaction_hash:text block:TransactionHistoryBlock status:text origin:text from_:text to?:text "
            "fee:TransactionHistoryFee transfers:[TransactionHistoryTransfer] "
            "turnkey?:TransactionHistoryTurnkey"
        ),
        "",
    ),
    "EthUndelegate7702Caip2": (
        "values",
        (
            "eip155:1 eip155:11155111 eip155:8453 eip155:84532 eip155:137 eip155:80002 eip155:56 eip155:97 "
            "eip155:10 eip155:11155420 eip155:143 eip155:10143 eip155:42161 eip155:421614"
        ),
        "",
    ),
    "EthUndelegate7702Result": ("record", "send_transaction_status_id:text", ""),
    "ExecuteSwapResult": ("record", "swap_request_id:text provider?:text quote_id?:text", ""),
    "ExportPrivateKeyResult": (
        "record results._PrivateKeyExport",
        "private_key_id:text export_bundle:text",
        "",
    ),
    "Feature": ("record", "name?:text value?:text", ""),
    "FeatureName": (
        "values",
        (
            "FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY FEATURE_NAME_WEBAUTHN_ORIGINS FEATURE_NAME_EMAIL_AUTH "
            "FEATURE_NAME_EMAIL_RECOVERY FEATURE_NAME_WEBHOOK FEATURE_NAME_SMS_AUTH "
            "FEATURE_NAME_OTP_EMAIL_AUTH FEATURE_NAME_AUTH_PROXY FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED "
            "FEATURE_NAME_SWAP_CONFIG FEATURE_NAME_EARN_CONFIG"
        ),
        "",
    ),
    "FiatOnRampBlockchainNetwork": (
        "values",
        (
            "FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_ETHEREUM "
            "FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_SOLANA FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BASE"
        ),
        "",
    ),
    "FiatOnRampCredential": (
        "record",
        (
            "fiat_onramp_credential_id:text organization_id:text onramp_provider:text project_id?:text "
            "publishable_api_key:text encrypted_secret_api_key:text encrypted_private_api_key?:text "
            "sandbox_mode?:bool created_at:time updated_at:time"
        ),
        "",
    ),
    "FiatOnRampCryptoCurrency": (
        "values",
        (
            "FIAT_ON_RAMP_CRYPTO_CURRENCY_BTC FIAT_ON_RAMP_CRYPTO_CURRENCY_ETH "
            "FIAT_ON_RAMP_CRYPTO_CURRENCY_SOL FIAT_ON_RAMP_CRYPTO_CURRENCY_USDC"
        ),
        "",
    ),
    "FiatOnRampCurrency": (
        "values",
        (
            "FIAT_ON_RAMP_CURRENCY_AUD FIAT_ON_RAMP_CURRENCY_BGN FIAT_ON_RAMP_CURRENCY_BRL "
            "FIAT_ON_RAMP_CURRENCY_CAD FIAT_ON_RAMP_CURRENCY_CHF FIAT_ON_RAMP_CURRENCY_COP "
            "FIAT_ON_RAMP_CURRENCY_CZK FIAT_ON_RAMP_CURRENCY_DKK FIAT_ON_RAMP_CURRENCY_DOP "
            "FIAT_ON_RAMP_CURRENCY_EGP FIAT_ON_RAMP_CURRENCY_EUR FIAT_ON_RAMP_CURRENCY_GBP "
            "FIAT_ON_RAMP_CURRENCY_HKD FIAT_ON_RAMP_CURRENCY_IDR FIAT_ON_RAMP_CURRENCY_ILS "
            "FIAT_ON_RAMP_CURRENCY_JOD FIAT_ON_RAMP_CURRENCY_KES FIAT_ON_RAMP_CURRENCY_KWD "
            "FIAT_ON_RAMP_CURRENCY_LKR FIAT_ON_RAMP_CURRENCY_MXN FIAT_ON_RAMP_CURRENCY_NGN "
            "FIAT_ON_RAMP_CURRENCY_NOK FIAT_ON_RAMP_CURRENCY_NZD FIAT_ON_RAMP_CURRENCY_OMR "
            "FIAT_ON_RAMP_CURRENCY_PEN FIAT_ON_RAMP_CURRENCY_PLN FIAT_ON_RAMP_CURRENCY_RON "
            "FIAT_ON_RAMP_CURRENCY_SEK FIAT_ON_RAMP_CURRENCY_THB FIAT_ON_RAMP_CURRENCY_TRY "
            "FIAT_ON_RAMP_CURRENCY_TWD FIAT_ON_RAMP_CURRENCY_USD FIAT_ON_RAMP_CURRENCY_VND "
            "FIAT_ON_RAMP_CURRENCY_ZAR"
        ),
        "",
    ),
    "FiatOnRampPaymentMethod": (
        "values",
        (
            "FIAT_ON_RAMP_PAYMENT_METHOD_CREDIT_DEBIT_CARD FIAT_ON_RAMP_PAYMENT_METHOD_APPLE_PAY "
            "FIAT_ON_RAMP_PAYMENT_METHOD_GBP_BANK_TRANSFER "
            "FIAT_ON_RAMP_PAYMENT_METHOD_GBP_OPEN_BANKING_PAYMENT FIAT_ON_RAMP_PAYMENT_METHOD_GOOGLE_PAY "
            "FIAT_ON_RAMP_PAYMENT_METHOD_SEPA_BANK_TRANSFER FIAT_ON_RAMP_PAYMENT_METHOD_PIX_INSTANT_PAYMENT "
            "FIAT_ON_RAMP_PAYMENT_METHOD_PAYPAL FIAT_ON_RAMP_PAYMENT_METHOD_VENMO "
            "FIAT_ON_RAMP_PAYMENT_METHOD_MOONPAY_BALANCE FIAT_ON_RAMP_PAYMENT_METHOD_CRYPTO_ACCOUNT "
            "FIAT_ON_RAMP_PAYMENT_METHOD_FIAT_WALLET FIAT_ON_RAMP_PAYMENT_METHOD_ACH_BANK_ACCOUNT"
        ),
        "",
    ),
    "FiatOnRampProvider": ("values", "FIAT_ON_RAMP_PROVIDER_COINBASE FIAT_ON_RAMP_PROVIDER_MOONPAY", ""),
    "GetActivityResult": ("record", "activity:UncheckedActivity", ""),
    "GetApiKeyResult": ("record", "api_key:UserApiKey", ""),
    "GetApiKeysResult": ("record", "api_keys:[UserApiKey]", ""),
    "GetAppStatusResult": ("record", "app_status:AppStatus", ""),
    "GetAuthenticatorResult": ("record", "authenticator:UserAuthenticator", ""),
    "GetAuthenticatorsResult": ("record", "authenticators:[UserAuthenticator]", ""),
    "GetBootProofResult": ("record", "boot_proof:object", ""),
    "GetClaimEarnFeesStatusResult": ("record", "status:text claim_tx_hash?:text error?:text", ""),
    "GetEarnDeployStatusResult": ("record", "status:text deploy_tx_hash?:text error?:text", ""),
    "GetEarnDepositStatusResult": ("record", "status:text deposit_tx_hash?:text error?:text", ""),
    "GetEarnWithdrawStatusResult": ("record", "status:text withdraw_tx_hash?:text error?:text", ""),
    "GetGasUsageResult": (
        "record",
        "window_duration_minutes:int window_limit_usd:text usage_usd:text",
        "",
    ),
    "GetIpAllowlistResult": ("record", "allowlist:IpAllowlist", ""),
    "GetLatestBootProofResult": ("record", "boot_proof:object", ""),
    "GetMfaPoliciesResult": ("record", "mfa_policies:[MfaPolicy]", ""),
    "GetMfaPolicyResult": ("record", "mfa_policy:MfaPolicy", ""),
    "GetMfaStatusResult": ("record", "mfa_statuses:[MfaStatus]", ""),
    "GetNoncesCaip2": (
        "values",
        (
            "eip155:1 eip155:11155111 eip155:8453 eip155:84532 eip155:137 eip155:80002 eip155:56 eip155:97 "
            "eip155:10 eip155:11155420 eip155:143 eip155:10143 eip155:42161 eip155:4217 eip155:42431 "
            "eip155:421614"
        ),
        "",
    ),
    "GetNoncesResult": ("record", "nonce?:text gas_station_nonce?:text", ""),
    "GetOauth2CredentialResult": ("record", "oauth2_credential:Oauth2Credential", ""),
    "GetOauthProvidersResult": ("record", "oauth_providers:[UserOauthProvider]", ""),
    "GetOnrampTransactionStatusResult": ("record", "transaction_status:text", ""),
    "GetOrganizationConfigsResult": ("record", "configs:OrganizationConfigs", ""),
    "GetOrganizationResult": ("record", "organization_data:OrganizationData", ""),
    "GetPolicyEvaluationsResult": ("record", "policy_evaluations:[ActivityPolicyEvaluation]", ""),
    "GetPolicyResult": ("record", "policy:Policy", ""),
    "GetPrivateKeyResult": ("record", "private_key:PrivateKey", ""),
    "GetSendTransactionStatusResult": (
        "record",
        (
            "tx_status:text eth?:EthSendTransactionStatus solana?:SolanaSendTransactionStatus tx_error?:text "
            "error?:TxError"
        ),
        "",
    ),
    "GetSessionProfileResult": ("record", "session_profile:SessionProfile", ""),
    "GetSessionProfilesResult": ("record", "session_profiles:[SessionProfile]", ""),
    "GetSmartContractInterfaceResult": ("record", "smart_contract_interface:SmartContractInterface", ""),
    "GetSwapStatusResult": (
        "record",
        (
            "status:text swap_kind:text provider:text input_token:text output_token:text input_amount:text "
            "origin_tx_hash?:text destination_tx_hashes?:[text] output_amount?:text refund?:SwapRefund "
            "updated_at:text error?:SwapError"
        ),
        "",
    ),
    "GetTvcAppResult": ("record", "tvc_app:TvcApp", ""),
    "GetTvcDeploymentDebugLogsResult": ("record", "entries:[TvcDeploymentDebugLogEntry]", ""),
    "GetTvcDeploymentProvisioningDetailsResult": ("record", "attestation_document:text manifest_envelope:text", ""),
    "GetTvcDeploymentResult": ("record", "tvc_deployment:TvcDeployment", ""),
    "GetTvcQosVersionsResult": ("record", "available_versions:[text] latest_version:text", ""),
    "GetUserResult": ("record", "user:User", ""),
    "GetWalletAccountResult": ("record", "account:WalletAccount", ""),
    "GetWalletAddressBalancesCaip2": (
        "values",
        (
            "eip155:1 eip155:11155111 eip155:8453 eip155:84532 eip155:137 eip155:80002 eip155:56 eip155:97 "
            "eip155:10 eip155:11155420 eip155:143 eip155:10143 eip155:42161 eip155:4217 eip155:42431 "
            "eip155:421614 solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
        ),
        "",
    ),
    "GetWalletAddressBalancesResult": ("record", "balances?:[AssetBalance]", ""),
    "GetWalletResult": ("record", "wallet:Wallet", ""),
    "GetWhoamiResult": (
        "record",
        "organization_id:text organization_name:text user_id:text username:text",
        "",
    ),
    "ImportPrivateKeyResult": ("record", "private_key_id:text addresses:[Address]", ""),
    "ImportSecretsResult": (
        "record",
        "secret_ids:[text]",
        "",
        "The ids of the new secrets, in the order of the request.",
    ),
    "ImportWalletResult": ("record", "wallet_id:text addresses:[text]", ""),
    "InitFiatOnRampResult": (
        "record",
        "on_ramp_url:text on_ramp_transaction_id:text on_ramp_url_signature?:text",
        "",
    ),
    "InitImportPrivateKeyResult": ("record results._Import", "import_bundle:text", ""),
    "InitImportWalletResult": (
        "record results._Import",
        "import_bundle:text",
        "",
        "The import bundle: the enclave's signed key to seal the wallet to.",
    ),
    "InitOtpAuthResult": ("record", "otp_id:text", ""),
    "InitOtpAuthV1Result": ("record", "otp_id:text", ""),
    "InitOtpAuthV2Result": ("record", "otp_id:text", ""),
    "InitOtpResult": ("record", "otp_id:text otp_encryption_target_bundle:text", ""),
    "InitUserEmailRecoveryResult": ("record", "user_id:text", ""),
    "InitUserEmailRecoveryV1Result": ("record", "user_id:text", ""),
    "Invitation": (
        "record",
        (
            "invitation_id:text receiver_user_name:text receiver_email:text receiver_user_tags:[text] "
            "access_type:text status:text created_at:time updated_at:time sender_user_id:text"
        ),
        "",
    ),
    "InvitationParams": (
        "object",
        (
            "receiver_user_name:text receiver_user_email:text receiver_user_tags:[text] "
            "access_type:AccessType sender_user_id:id"
        ),
        "",
    ),
    "IpAllowlist": (
        "record",
        (
            "organization_id:text rules:[IpAllowlistEntry] public_key?:text enabled?:bool "
            "on_evaluation_error?:text"
        ),
        "",
    ),
    "IpAllowlistEntry": ("record", "cidr:text label?:text created_at?:text", ""),
    "IpAllowlistRule": (
        "object rules._IpAllowlistRule",
        "cidr:ip-block label?:text",
        "A block of IP addresses that may use the API.",
        "",
        "The rule's display name.",
    ),
    "KeyValue": (
        "object",
        "key:text value:text",
        "A property of a secret, or a part of the context of a request; policies can read both.",
        "The name.",
        "The value.",
    ),
    "Language": (
        "values",
        (
            "MNEMONIC_LANGUAGE_ENGLISH MNEMONIC_LANGUAGE_SIMPLIFIED_CHINESE "
            "MNEMONIC_LANGUAGE_TRADITIONAL_CHINESE MNEMONIC_LANGUAGE_CZECH MNEMONIC_LANGUAGE_FRENCH "
            "MNEMONIC_LANGUAGE_ITALIAN MNEMONIC_LANGUAGE_JAPANESE MNEMONIC_LANGUAGE_KOREAN "
            "MNEMONIC_LANGUAGE_SPANISH"
        ),
        "",
    ),
    "ListActivitiesResult": ("record", "activities:[UncheckedActivity]", ""),
    "ListAppProofsResult": ("record", "app_proofs:[object]", ""),
    "ListEarnEnabledVaultsResult": ("record", "enabled_vaults?:[EarnEnabledVault]", ""),
    "ListEarnPositionsResult": ("record", "positions?:[EarnPosition]", ""),
    "ListEarnVaultsResult": ("record", "vaults?:[EarnVault] page_info?:PageInfo", ""),
    "ListEmailEventsResult": ("record", "email_events:[EmailEvent]", ""),
    "ListEthTransactionHistoryCaip2": (
        "values",
        (
            "eip155:1 eip155:11155111 eip155:8453 eip155:84532 eip155:137 eip155:80002 eip155:42161 "
            "eip155:4217 eip155:42431 eip155:421614 eip155:56 eip155:97"
        ),
        "",
    ),
    "ListEthTransactionHistoryResult": ("record", "transactions:[EthTransactionHistoryItem] page_info?:PageInfo", ""),
    "ListFiatOnRampCredentialsResult": ("record", "fiat_on_ramp_credentials:[FiatOnRampCredential]", ""),
    "ListOauth2CredentialsResult": ("record", "oauth2_credentials:[Oauth2Credential]", ""),
    "ListPoliciesResult": ("record", "policies:[Policy]", ""),
    "ListPrivateKeyTagsResult": ("record", "private_key_tags:[Tag]", ""),
    "ListSmartContractInterfacesResult": ("record", "smart_contract_interfaces:[SmartContractInterface]", ""),
    "ListSolTransactionHistoryCaip2": (
        "values",
        (
            "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1 solana:mainnet "
            "solana:devnet"
        ),
        "",
    ),
    "ListSolTransactionHistoryResult": ("record", "transactions:[SolTransactionHistoryItem] page_info?:PageInfo", ""),
    "ListSuborgsResult": ("record", "organization_ids:[text]", ""),
    "ListSupportedAssetsResult": ("record", "assets?:[AssetMetadata]", ""),
    "ListTvcAppDeploymentsResult": ("record", "tvc_deployments:[TvcDeployment]", ""),
    "ListTvcAppsResult": ("record", "tvc_apps:[TvcApp]", ""),
    "ListUserTagsResult": ("record", "user_tags:[Tag]", ""),
    "ListUsersResult": ("record", "users:[User]", ""),
    "ListVerifiedSuborgsResult": ("record", "organization_ids:[text]", ""),
    "ListWalletAccountsResult": ("record", "accounts:[WalletAccount]", ""),
    "ListWalletsResult": ("record", "wallets:[Wallet]", ""),
    "ListWebhookEndpointsResult": ("record", "webhook_endpoints:[WebhookEndpoint]", ""),
    "LogLine": ("record", "content:text ts?:time", ""),
    "Login": (
        "record results._Session",
        "session:text",
        "The answer to otp_login_v2.",
        "The session: a JWT that says who logged in.",
    ),
    "MfaPolicy": (
        "record",
        (
            "mfa_policy_id:text mfa_policy_name:text condition:text "
            "required_authentication_methods:[RequiredAuthenticationMethod] order:int notes?:text "
            "created_at:time updated_at:time"
        ),
        "",
    ),
    "MfaStatus": (
        "record",
        (
            "mfa_policy_id:text user_id:text satisfied:bool satisfied_methods:[AuthenticationMethod] "
            "required_methods:[RequiredAuthenticationMethod]"
        ),
        "",
    ),
    "NativeRevertError": ("record", "native_type?:text message?:text panic_code?:text", ""),
    "Oauth2AuthenticateResult": ("record", "oidc_token:text", ""),
    "Oauth2Credential": (
        "record",
        (
            "oauth2_credential_id:text organization_id:text provider:text client_id:text "
            "encrypted_client_secret:text created_at:time updated_at:time"
        ),
        "",
    ),
    "Oauth2Provider": ("values", "OAUTH2_PROVIDER_X OAUTH2_PROVIDER_DISCORD", ""),
    "OauthLoginResult": (
        "record results._ProfiledSession",
        "session:text",
        "",
        "The session: a JWT that says who logged in.",
    ),
    "OauthProvider": (
        "object",
        "provider_name:text oidc_token?:text oidc_claims?:OidcClaims",
        "An OAuth provider that a user logs in with.",
        "The provider's display name.",
        "An OIDC token of the user, in base64.",
        "The claims of the user's OIDC tokens.",
    ),
    "OauthProviderParams": ("object", "provider_name:text oidc_token:text", ""),
    "OauthResult": (
        "record results._Credential",
        "user_id:text api_key_id:text credential_bundle:text",
        "",
    ),
    "OidcClaims": (
        "object",
        "iss:text sub:text aud:text",
        "The claims by which an OIDC provider identifies a user.",
        "The issuer, the iss claim.",
        "The subject, the sub claim.",
        "The audience, the aud claim.",
    ),
    "OrganizationConfigs": ("record", "features?:[Feature] quorum?:Quorum", ""),
    "OrganizationData": (
        "record",
        (
            "organization_id?:text name?:text users?:[User] policies?:[Policy] private_keys?:[PrivateKey] "
            "invitations?:[Invitation] tags?:[Tag] root_quorum?:Quorum features?:[Feature] wallets?:[Wallet] "
            "smart_contract_interface_references?:[SmartContractInterfaceReference]"
        ),
        "",
    ),
    "OtpAuthResult": ("record", "user_id:text api_key_id?:text credential_bundle?:text", ""),
    "OtpLoginResult": ("record results._ProfiledSession", "session:text", ""),
    "OtpLoginV1Result": ("record", "session:text", ""),
    "PageInfo": (
        "record",
        "has_next_page?:bool has_previous_page?:bool start_cursor?:text end_cursor?:text",
        "",
    ),
    "Pagination": (
        "object",
        "limit?:page-size before?:id after?:id",
        "A part of a list.",
        "The most records to return, from 1 to 100.",
        "The id of the record that the part ends before.",
        "The id of the record that the part begins after.",
    ),
    "PathFormat": ("values", "PATH_FORMAT_BIP32", ""),
    "Policy": (
        "record",
        (
            "policy_id:text policy_name:text effect:text created_at:time updated_at:time notes:text "
            "consensus:text condition:text time?:text"
        ),
        "",
    ),
    "PolicyEvaluation": ("record", "policy_id?:text outcome?:text", ""),
    "PolicyParams": (
        "object",
        "policy_name:text effect:Effect condition?:text consensus?:text notes:text time?:text",
        "",
    ),
    "PostTvcQuorumKeyShareResult": ("record", "provisioning_share_id:text", ""),
    "PrivateKey": (
        "record",
        (
            "private_key_id:text public_key:text private_key_name:text curve:text addresses:[Address] "
            "private_key_tags:[text] created_at:time updated_at:time exported:bool imported:bool"
        ),
        "A private key that the service holds; the record has no secret.",
        "The private key's id.",
        "The public key.",
        "The private key's display name.",
        "The key's curve, such as CURVE_SECP256K1.",
        "The key's addresses.",
        "The ids of the key's tags.",
        "When the key was created",
        "When the key last changed",
        "Whether the key was ever exported.",
        "Whether the key was imported.",
    ),
    "PrivateKeyParams": (
        "object",
        "private_key_name:text curve:WalletCurve private_key_tags:[text] address_formats:[AddressFormat]",
        "",
    ),
    "PrivateKeyResult": ("record", "private_key_id?:text addresses?:[Address]", ""),
    "PrivateKeys": (
        "record",
        "private_keys:[PrivateKey]",
        "The answer to list_private_keys.",
        "The private keys.",
    ),
    "Property": (
        "record",
        "key:text value:text",
        "A property of a secret.",
        "The name.",
        "The value.",
    ),
    "PublicKeyCredentialWithAttestation": (
        "object",
        (
            "id:text type:PublicKeyCredentialWithAttestationType raw_id:id "
            "authenticator_attachment?:PublicKeyCredentialWithAttestationAuthenticatorAttachment "
            "response:AuthenticatorAttestationResponse client_extension_results:SimpleClientExtensionResults"
        ),
        "",
    ),
    "PublicKeyCredentialWithAttestationAuthenticatorAttachment": ("values", "cross-platform platform", ""),
    "PublicKeyCredentialWithAttestationType": ("values", "public-key", ""),
    "Quorum": ("record", "threshold:int user_ids:[text]", ""),
    "QuorumKeyShareApprovalBundle": ("object", "operator_id:id re_encrypted_share_hex:text signature:text", ""),
    "ReEncryptTvcQuorumKeyShareResult": ("record", "provisioning_share_id:text", ""),
    "RecoverUserResult": ("record", "authenticator_id:[text]", ""),
    "RemoveIpAllowlistResult": ("record", "", ""),
    "RemoveOrganizationFeatureResult": ("record", "features:[Feature]", ""),
    "RequiredAuthenticationMethod": ("record", "any:[AuthenticationMethod]", ""),
    "RequiredAuthenticationMethodParams": ("object", "any:[AuthenticationMethodParams]", ""),
    "RestoreTvcDeploymentResult": ("record", "deployment_id:text", ""),
    "RevertChainEntry": (
        "record",
        (
            "address?:text error_type?:text display_message?:text unknown?:UnknownRevertError "
            "native?:NativeRevertError custom?:CustomRevertError"
        ),
        "",
    ),
    "RootUserParams": (
        "object",
        (
            "user_name:text user_email?:text user_phone_number?:text api_keys:[ApiKeyParams] "
            "authenticators:[AuthenticatorParams] oauth_providers:[OauthProvider]"
        ),
        "",
    ),
    "RootUserParamsV4": (
        "object",
        (
            "user_name:text user_email?:text user_phone_number?:text api_keys:[ApiKeyParams] "
            "authenticators:[AuthenticatorParams] oauth_providers:[OauthProviderParams]"
        ),
        "",
    ),
    "Secret": (
        "record",
        "secret_id:text name?:text static_properties:[Property] created_at=createdAtUnixMs:unix-ms",
        "A secret that the service holds; the record has no secret.",
        "The secret's id.",
        "The secret's display name, if it has one.",
        "The properties that never change.",
        "When the secret was created",
    ),
    "SecretToExport": (
        "object",
        (
            "secret_id:id target_public_key:target-key encryption_suite:EncryptionSuite "
            "request_context?:[KeyValue]"
        ),
        "A secret to export, and the key to seal it to.",
        "The id of the secret.",
        "The target public key to seal it to: an uncompressed P-256 point, in hex.",
        "The suite to seal it with.",
        "The context of the request, for policies; not part of the export.",
    ),
    "SecretToImport": (
        "object",
        (
            "name?:text secret_payload:id target_public_key:target-key encryption_suite:EncryptionSuite "
            "static_properties?:[KeyValue]"
        ),
        "A secret that is sealed to a key of the enclave.",
        "The secret's display name, unique in the organization.",
        "The sealed secret; SecretTarget.encrypt_secret makes it.",
        "The enclave's key that it is sealed to, of init_import_secrets.",
        "The suite that sealed it.",
        "Properties of the secret that never change, for policies.",
    ),
    "Secrets": (
        "record",
        "secrets:[Secret]",
        "The answer to list_secrets.",
        "The secrets, the newest first.",
    ),
    "SessionProfile": (
        "record",
        (
            "session_profile_id:text session_profile_name:text scope:text expiration_seconds?:text "
            "notes?:text created_at:time updated_at:time"
        ),
        "",
    ),
    "SetIpAllowlistResult": ("record", "", "The result of set_ip_allowlist, which has no fields."),
    "SetOrganizationFeatureResult": ("record", "features:[Feature]", ""),
    "SetTvcAppLiveDeploymentResult": ("record", "", ""),
    "SignRawPayloadResult": ("record results._RawSignature", "r:text s:text v:text", ""),
    "SignRawPayloadV1Result": ("record", "r:text s:text v:text", ""),
    "SignRawPayloadsResult": ("record", "signatures?:[SignRawPayloadResult]", ""),
    "SignTransactionResult": ("record", "signed_transaction:text", ""),
    "SignTransactionV1Result": ("record", "signed_transaction:text", ""),
    "Signup": (
        "record responses._Proven",
        "organization_id:text wallet?:CreatedWallet",
        "The answer to signup_v2.",
        "The id of the new user's organization.",
        "The new wallet, if the request asked for a wallet.",
    ),
    "SignupApiKey": (
        "object",
        "api_key_name:text public_key:id curve_type:ApiKeyCurve expiration_seconds?:seconds",
        "An API key of a new user.",
        "The key's display name.",
        "The public key.",
        "The key's curve.",
        "The key's lifetime, in seconds.",
    ),
    "SignupAuthenticator": (
        "object",
        "authenticator_name:text challenge:id attestation:AttestationFields",
        "A passkey of a new user.",
        "The passkey's display name.",
        "The challenge that the passkey was created for, in base64url.",
        "The passkey's attestation.",
    ),
    "SignupWallet": (
        "object",
        "wallet_name:text accounts:[SignupWalletAccount] mnemonic_length?:MnemonicLength",
        "A wallet of a new user.",
        "The wallet's display name.",
        "The wallet's accounts; an empty array if there are none.",
        "The number of words in the mnemonic; 12 if left out.",
    ),
    "SignupWalletAccount": (
        "object",
        "curve:WalletCurve path_format:PathFormat path:text address_format:AddressFormat name?:text",
        "An account of a new wallet.",
        "The curve of the account's key.",
        "The format of the derivation path.",
        "The derivation path.",
        "The format of the account's address.",
        "The account's display name.",
    ),
    "SimpleClientExtensionResults": (
        "object",
        "appid?:bool appid_exclude?:bool cred_props?:CredPropsAuthenticationExtensionsClientOutputs",
        "",
    ),
    "SmartContractInterface": (
        "record",
        (
            "organization_id:text smart_contract_interface_id:text smart_contract_address:text "
            "smart_contract_interface:text type:text label:text notes:text created_at:time updated_at:time"
        ),
        "",
    ),
    "SmartContractInterfaceReference": (
        "record",
        "smart_contract_interface_id?:text smart_contract_address?:text digest?:text",
        "",
    ),
    "SmartContractInterfaceType": (
        "values",
        "SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM SMART_CONTRACT_INTERFACE_TYPE_SOLANA",
        "",
    ),
    "SmsCustomizationParams": ("object", "template?:text", ""),
    "SolSendTransactionCaip2": (
        "values",
        (
            "solana:mainnet solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp "
            "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d solana:devnet "
            "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1 solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"
        ),
        "",
    ),
    "SolSendTransactionResult": ("record", "send_transaction_status_id:text", ""),
    "SolTransactionHistoryItem": (
        "record",
        (
            "signature:text block:TransactionHistoryBlock status:text origin:text fee_payer:text "
            "signers:[SolTransactionHistorySigner] fee:TransactionHistoryFee "
            "transfers:[TransactionHistoryTransfer] turnkey?:TransactionHistoryTurnkey"
        ),
        "",
    ),
    "SolTransactionHistorySigner": ("record", "address:text writable:bool", ""),
    "SolanaFailureDetails": (
        "record",
        (
            "source?:text rpc_code?:int rpc_message?:text transaction_error_json?:text logs?:[text] "
            "units_consumed?:text inner_instructions_json?:text"
        ),
        "",
    ),
    "SolanaSendTransactionStatus": ("record", "signature?:text", ""),
    "SparkClaimLeaf": ("object", "leaf_id:id ciphertext:text sender_signature:text", ""),
    "SparkClaimPackage": (
        "object",
        (
            "leaves:[SparkClaimLeaf] threshold:int64 operator_recipients:[SparkOperatorRecipient] "
            "transfer_id:id sender_identity_public_key:text"
        ),
        "",
    ),
    "SparkClaimTransferResult": (
        "record",
        "operator_packages:[SparkEncryptedOperatorPackage] new_leaf_public_keys:[SparkLeafPublicKey]",
        "",
    ),
    "SparkDepositDerivation": ("object", "", ""),
    "SparkEncryptedOperatorPackage": ("record", "operator_id:text encrypted_package:text", ""),
    "SparkFrostCommitment": ("object", "id:text hiding:text binding:text", ""),
    "SparkHtlcPreimageDerivation": ("object", "", ""),
    "SparkIdentityDerivation": ("object", "", ""),
    "SparkKeyDerivation": (
        "object",
        (
            "identity?:SparkIdentityDerivation signing_leaf?:SparkSigningLeafDerivation "
            "deposit?:SparkDepositDerivation static_deposit?:SparkStaticDepositDerivation "
            "htlc_preimage?:SparkHtlcPreimageDerivation"
        ),
        "",
    ),
    "SparkLeafPublicKey": ("record", "leaf_id:text public_key:text", ""),
    "SparkLightningReceivePackage": ("object", "threshold:int64 operator_recipients:[SparkOperatorRecipient]", ""),
    "SparkOperatorRecipient": ("object", "operator_id:id encryption_public_key:text", ""),
    "SparkPartialSignature": ("record", "signature_share:text hiding:text binding:text", ""),
    "SparkPrepareLightningReceiveResult": (
        "record",
        "operator_packages:[SparkEncryptedOperatorPackage] payment_hash:text",
        "",
    ),
    "SparkPrepareTransferResult": (
        "record",
        (
            "operator_packages:[SparkEncryptedOperatorPackage] transfer_user_signature:text "
            "new_leaf_public_keys:[SparkLeafPublicKey]"
        ),
        "",
    ),
    "SparkSignFrostResult": ("record", "signatures:[SparkPartialSignature]", ""),
    "SparkSignatureRequest": (
        "object",
        (
            "derivation:SparkKeyDerivation message:text verifying_key:text "
            "operator_commitments:[SparkFrostCommitment] adaptor_public_key?:text"
        ),
        "",
    ),
    "SparkSigningLeafDerivation": ("object", "leaf_id:id", ""),
    "SparkStaticDepositDerivation": ("object", "index:int64", ""),
    "SparkTransferLeaf": (
        "object",
        (
            "leaf_id:id old_leaf_derivation:SparkKeyDerivation new_leaf_derivation:SparkKeyDerivation "
            "refund_signature?:text direct_refund_signature?:text direct_from_cpfp_refund_signature?:text"
        ),
        "",
    ),
    "SparkTransferPackage": (
        "object",
        (
            "transfer_id:id leaves:[SparkTransferLeaf] threshold:int64 "
            "operator_recipients:[SparkOperatorRecipient] receiver_public_key:text"
        ),
        "",
    ),
    "StampLoginResult": ("record results._ProfiledSession", "session:text", ""),
    "SwapError": (
        "record",
        "reason:text message:text origin_tx_error?:TxError provider_reason?:text",
        "",
    ),
    "SwapQuote": (
        "record",
        (
            "quote_id:text provider:text output_amount:text min_output_amount:text expires_at:text "
            "slippage_bps?:text client_fee_bps:text estimated_time_seconds?:text"
        ),
        "",
    ),
    "SwapRefund": ("record", "asset:text amount:text tx_hash?:text", ""),
    "Tag": (
        "record",
        "tag_id:text tag_name:text tag_type:text created_at:time updated_at:time",
        "",
    ),
    "TransactionHistoryAsset": ("record", "caip19:text symbol:text name:text decimals:int", ""),
    "TransactionHistoryBlock": ("record", "number:text hash:text timestamp:text", ""),
    "TransactionHistoryDisplay": ("record", "crypto?:text usd?:text", ""),
    "TransactionHistoryFee": ("record", "amount:text caip19:text", ""),
    "TransactionHistoryTransfer": (
        "record",
        (
            "direction:text asset?:TransactionHistoryAsset amount:text counterparty:text "
            "display?:TransactionHistoryDisplay"
        ),
        "",
    ),
    "TransactionHistoryTurnkey": ("record", "sponsored:bool activity_fingerprint?:text submitted_at?:text", ""),
    "TransactionType": (
        "values",
        (
            "TRANSACTION_TYPE_ETHEREUM TRANSACTION_TYPE_SOLANA TRANSACTION_TYPE_TRON TRANSACTION_TYPE_BITCOIN "
            "TRANSACTION_TYPE_TEMPO"
        ),
        "",
    ),
    "Transport": (
        "values",
        (
            "AUTHENTICATOR_TRANSPORT_BLE AUTHENTICATOR_TRANSPORT_INTERNAL AUTHENTICATOR_TRANSPORT_NFC "
            "AUTHENTICATOR_TRANSPORT_USB AUTHENTICATOR_TRANSPORT_HYBRID"
        ),
        "",
    ),
    "TvcApp": (
        "record",
        (
            "id:text organization_id:text name:text quorum_public_key:text manifest_set:TvcOperatorSet "
            "share_set:TvcOperatorSet enable_egress:bool created_at:time updated_at:time "
            "live_deployment_id?:text public_domain:text enable_debug_mode_deployments:bool"
        ),
        "",
    ),
    "TvcContainerSpec": (
        "record",
        (
            "container_url:text path:text args:[text] has_pull_secret:bool health_check_type:text "
            "health_check_port:int public_ingress_port:int"
        ),
        "",
    ),
    "TvcDeployment": (
        "record",
        (
            "id:text organization_id:text app_id:text manifest_set:TvcOperatorSet share_set:TvcOperatorSet "
            "manifest:TvcManifest manifest_approvals:[TvcOperatorApproval] qos_version:text "
            "pivot_container:TvcContainerSpec created_at:time updated_at:time delete:bool debug_mode:bool"
        ),
        "",
    ),
    "TvcDeploymentDebugLogEntry": ("record", "line:LogLine replica_label:text", ""),
    "TvcHealthCheckType": ("values", "TVC_HEALTH_CHECK_TYPE_HTTP TVC_HEALTH_CHECK_TYPE_GRPC", ""),
    "TvcManifest": ("record", "id:text manifest:text created_at:time updated_at:time", ""),
    "TvcManifestApproval": ("object", "operator_id:id signature:text", ""),
    "TvcOperator": (
        "record",
        "id:text name:text public_key:text created_at:time updated_at:time",
        "",
    ),
    "TvcOperatorApproval": (
        "record",
        "id:text manifest_id:text operator:TvcOperator approval:text created_at:time updated_at:time",
        "",
    ),
    "TvcOperatorParams": ("object", "name:text public_key:text", ""),
    "TvcOperatorSet": (
        "record",
        (
            "id:text name:text organization_id:text operators:[TvcOperator] threshold:int created_at:time "
            "updated_at:time"
        ),
        "",
    ),
    "TvcOperatorSetParams": (
        "object",
        "name:text new_operators?:[TvcOperatorParams] existing_operator_ids?:[text] threshold:int64",
        "",
    ),
    "TxError": (
        "record",
        (
            "message?:text revert_chain?:[RevertChainEntry] solana?:SolanaFailureDetails "
            "eth?:EthFailureDetails"
        ),
        "",
    ),
    "UnknownRevertError": ("record", "selector?:text data?:text", ""),
    "UpdateFiatOnRampCredentialResult": ("record", "fiat_on_ramp_credential_id:text", ""),
    "UpdateMfaPolicyResult": ("record", "mfa_policy_id:text", ""),
    "UpdateOauth2CredentialResult": ("record", "oauth2_credential_id:text", ""),
    "UpdateOrganizationNameResult": (
        "record",
        "organization_id:text organization_name:text",
        "",
        "The id of the organization.",
        "The organization's new name.",
    ),
    "UpdatePolicyResult": ("record", "policy_id:text", "", "The id of the policy."),
    "UpdatePolicyV1Result": ("record", "policy_id:text", ""),
    "UpdatePrivateKeyTagResult": ("record", "private_key_tag_id:text", "", "The id of the tag."),
    "UpdateRootQuorumResult": ("record", "", ""),
    "UpdateUserEmailResult": ("record", "user_id:text", "", "The id of the user."),
    "UpdateUserNameResult": ("record", "user_id:text", ""),
    "UpdateUserPhoneNumberResult": ("record", "user_id:text", ""),
    "UpdateUserResult": ("record", "user_id:text", "", "The id of the user."),
    "UpdateUserTagResult": ("record", "user_tag_id:text", ""),
    "UpdateWalletResult": ("record", "wallet_id:text", ""),
    "UpdateWebhookEndpointResult": (
        "record",
        "endpoint_id:text webhook_endpoint:WebhookEndpoint",
        "",
        "The id of the webhook endpoint.",
        "The endpoint after the change.",
    ),
    "UpsertSwapConfigResult": (
        "record",
        "fee_receiver_wallet_address?:text fee_bps?:text stable_fee_bps?:text",
        "",
    ),
    "User": (
        "record",
        (
            "user_id:text user_name:text user_email?:text user_phone_number?:text "
            "authenticators:[UserAuthenticator] api_keys:[UserApiKey] user_tags:[text] "
            "oauth_providers:[UserOauthProvider] created_at:time updated_at:time mfa_policies:[MfaPolicy]"
        ),
        "",
    ),
    "UserApiKey": (
        "record",
        (
            "credential:Credential api_key_id:text api_key_name:text created_at:time updated_at:time "
            "expiration_seconds?:text"
        ),
        "",
    ),
    "UserAuthenticator": (
        "record",
        (
            "transports:[text] attestation_type:text aaguid:text credential_id:text model:text "
            "credential:Credential authenticator_id:text authenticator_name:text created_at:time "
            "updated_at:time"
        ),
        "",
    ),
    "UserOauthProvider": (
        "record",
        (
            "provider_id:text provider_name:text issuer:text audience:text subject:text created_at:time "
            "updated_at:time"
        ),
        "",
    ),
    "UserParams": (
        "object",
        (
            "user_name:text user_email?:text user_phone_number?:text api_keys:[ApiKeyParams] "
            "authenticators:[AuthenticatorParams] oauth_providers:[OauthProvider] user_tags:[text]"
        ),
        "",
    ),
    "UserParamsV1": (
        "object",
        (
            "user_name:text user_email?:text access_type:AccessType api_keys:[ApiOnlyUserApiKey] "
            "authenticators:[AuthenticatorParamsV1] user_tags:[text]"
        ),
        "",
    ),
    "UserParamsV2": (
        "object",
        (
            "user_name:text user_email?:text api_keys:[ApiOnlyUserApiKey] "
            "authenticators:[AuthenticatorParams] user_tags:[text]"
        ),
        "",
    ),
    "UserParamsV3": (
        "object",
        (
            "user_name:text user_email?:text user_phone_number?:text api_keys:[ApiKeyParams] "
            "authenticators:[AuthenticatorParams] oauth_providers:[OauthProviderParams] user_tags:[text]"
        ),
        "",
    ),
    "ValidateTvcImageResult": ("record", "resolved_image_digest?:text", ""),
    "VerifyOtpV1Result": ("record", "verification_token:text", ""),
    "Wallet": (
        "record",
        "wallet_id:text wallet_name:text created_at:time updated_at:time exported:bool imported:bool",
        "",
    ),
    "WalletAccount": (
        "record",
        (
            "wallet_account_id:text organization_id:text wallet_id:text curve:text path_format:text path:text "
            "address_format:text address:text created_at:time updated_at:time public_key?:text "
            "wallet_details?:Wallet name?:text caip2_prefix?:text"
        ),
        "",
    ),
    "WalletAccountParams": (
        "object",
        "curve:WalletCurve path_format:PathFormat path:text address_format:AddressFormat name?:text",
        "",
    ),
    "WalletParams": (
        "object",
        "wallet_name:text accounts:[WalletAccountParams] mnemonic_length?:MnemonicLength",
        "",
    ),
    "WalletResult": ("record", "wallet_id:text addresses:[text]", ""),
    "WebhookEndpoint": (
        "record",
        (
            "endpoint_id:text organization_id:text url:text name:text is_active:bool "
            "subscriptions?:[WebhookSubscription]"
        ),
        "A webhook endpoint.",
        "The endpoint's id.",
        "The id of the endpoint's organization.",
        "The URL that receives the events.",
        "The endpoint's display name.",
        "Whether the endpoint receives events.",
        "The events that the endpoint receives.",
    ),
    "WebhookSubscription": (
        "record",
        "event_type:text filters_json?:text is_active?:bool",
        "A subscription of a webhook endpoint to a type of event.",
        "The type of event, such as ACTIVITY_UPDATES.",
        "The filters that select events of this type, as JSON text.",
        "Whether the subscription is active.",
    ),
    "WebhookSubscriptionParams": ("object", "event_type:text filters_json?:text is_active?:bool", ""),
}  # fmt: skip

__all__ = [*ROWS]

__getattr__, __dir__ = load_classes(__name__, ROWS)
