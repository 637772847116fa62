"""What people decided about the catalog of operations, beyond the service's description of its API.

The description says which operations there are, and their fields. Here are the names in Python, the
summaries, and the types of ``sealwax.operations`` that stand for a definition of the description. What the
API's specification says wins: which fields a class has, and their kinds.
"""

import re
from typing import Final

CLASS_NAMES: Final = {
    "account": "GetAccount",
    "signup": "ProxySignup",
    "wallet_kit_client_params": "GetWalletKitClientParams",
    "wallet_kit_config": "GetWalletKitConfig",
    "whoami": "GetWhoami",
}
"""The names of classes that do not follow from the operation's name."""

RESULT_NAMES: Final = {
    "list_private_keys": "PrivateKeys",
    "list_secrets": "Secrets",
    "otp_login_v2": "Login",
    "proxy_oauth_login": "Login",
    "proxy_otp_login": "Login",
    "signup": "Signup",
    "signup_v2": "Signup",
}
"""The names of the classes of answers that do not follow from the operation's name."""

FIELD_NAMES: Final = {
    ("", "createdAtUnixMs"): "created_at",
    ("GetWalletAccount", "path"): "derivation_path",
    ("CreateTvcOperator", "path"): "derivation_path",
}
"""The names of parameters that an attribute of every operation has already, and of a time in an answer."""

SUBJECTS: Final = {
    "activities": "Activities",
    "api_keys": "API keys",
    "auth_proxy": "The auth proxy",
    "authentication": "One-time codes, OAuth, emails and recovery",
    "authenticators": "Authenticators",
    "earn": "Earning vaults",
    "ip_allowlists": "IP allowlists",
    "mfa_policies": "MFA policies",
    "on_ramp": "Purchases of crypto for fiat money",
    "organizations": "Organizations and webhook endpoints",
    "policies": "Policies and smart contract interfaces",
    "private_keys": "Private keys and their tags",
    "proofs": "App proofs and boot proofs",
    "secrets": "Secrets",
    "sessions": "Sessions and session profiles",
    "signing": "Signing",
    "swaps": "Swaps",
    "transactions": "Sending transactions",
    "tvc": "Verifiable cloud applications",
    "users": "Users, their tags and invitations",
    "wallets": "Wallets and their accounts",
}
"""The modules of the catalog, and the subjects of their operations."""

OF_TAGS: Final = {
    "API Keys": "api_keys",
    "API keys": "api_keys",
    "Activities": "activities",
    "App Proof": "proofs",
    "Authenticators": "authenticators",
    "Boot Proof": "proofs",
    "Broadcasting": "transactions",
    "Consensus": "activities",
    "Earn": "earn",
    "Email": "authentication",
    "Features": "organizations",
    "IP Allowlist": "ip_allowlists",
    "Invitations": "users",
    "MFA Policies": "mfa_policies",
    "On Ramp": "on_ramp",
    "Organizations": "organizations",
    "Policies": "policies",
    "Private Key Tags": "private_keys",
    "Private Keys": "private_keys",
    "PublicApiService": "authentication",
    "Secrets": "secrets",
    "Send Transactions": "transactions",
    "Session Profiles": "sessions",
    "Sessions": "sessions",
    "Signing": "signing",
    "Swaps": "swaps",
    "TVC": "tvc",
    "User Auth": "authentication",
    "User Recovery": "authentication",
    "User Tags": "users",
    "User Verification": "authentication",
    "Users": "users",
    "Wallets": "wallets",
}
"""The modules of the operations with a tag in the description; those of the auth proxy have their own."""

VOTES: Final = ("approve_activity", "reject_activity")
"""The submit operations without a result, whose answers are the activities that they vote on."""

OLDER: Final = {
    "create_api_keys": ("",),
    "create_oauth_providers": ("",),
    "create_private_keys": ("",),
    "create_read_write_session": ("",),
    "create_sub_organization": ("V7",),
    "create_users": ("V3", "V2", ""),
    "email_auth": ("V2", ""),
    "init_otp_auth": ("V2", ""),
    "init_user_email_recovery": ("",),
    "otp_login": ("",),
    "sign_raw_payload": ("",),
    "sign_transaction": ("",),
    "update_policy": ("",),
    "verify_otp": ("",),
}
"""The earlier versions that clients still send; the first version has no name."""

OLDER_RESULTS: Final = {("init_otp_auth", "V2"): "V2", ("create_sub_organization", "V7"): "V7"}
"""The versions of the results of earlier versions, of those whose result has one."""

DEFINITION_NAMES: Final = {
    "apiApiKeyParams": "ApiOnlyUserApiKey",
    "datav1Tag": "Tag",
    "externalactivityv1PolicyEvaluation": "ActivityPolicyEvaluation",
    "externaldatav1Credential": "Credential",
    "externaldatav1Quorum": "Quorum",
    "externaldatav1SmartContractInterface": "SmartContractInterface",
    "immutablecommonv1PolicyEvaluation": "PolicyEvaluation",
    "v1ApiKey": "UserApiKey",
    "v1Attestation": "AttestationFields",
    "v1Authenticator": "UserAuthenticator",
    "v1AuthenticatorTransport": "Transport",
    "v1ClientSignature": "ClientSignatureFields",
    "v1Config": "OrganizationConfigs",
    "v1CreatePolicyIntentV3": "PolicyParams",
    "v1ExportSecretParams": "SecretToExport",
    "v1ImportSecretParams": "SecretToImport",
    "v1IpAllowlistIntentRule": "IpAllowlistRule",
    "v1IpAllowlistRule": "IpAllowlistEntry",
    "v1MnemonicLanguage": "Language",
    "v1OauthProvider": "UserOauthProvider",
    "v1OauthProviderParamsV2": "OauthProvider",
    "v1SecretMetadata": "Secret",
    "v1TransportEncryptionSuite": "EncryptionSuite",
    "v1WebhookEndpointData": "WebhookEndpoint",
}
"""The names of objects and enumerations that do not follow from their definition's name."""

AUTH_PROXY_NAMES: Final = {
    "v1ApiKeyParamsV2": "SignupApiKey",
    "v1AuthenticatorParamsV2": "SignupAuthenticator",
    "v1WalletAccountParams": "SignupWalletAccount",
    "v1WalletParams": "SignupWallet",
    "v1WalletResult": "CreatedWallet",
}
"""The names of the objects of the auth proxy, whose classes are others."""

NAMES_IN_ANSWERS: Final = {
    "v1KeyValue": "Property",
    "v1WebhookSubscriptionParams": "WebhookSubscription",
}
"""The names of objects in answers, of definitions that requests have as well."""

OURS: Final = {
    "immutableactivityv1Address": "Address",
    "externaldatav1Address": "Address",
    "externaldatav1Timestamp": "time",
    "v1Activity": "UncheckedActivity",
    "v1AddressFormat": "AddressFormat",
    "v1ApiKeyCurve": "ApiKeyCurve",
    "v1AppProof": "object",
    "v1BootProof": "object",
    "v1Curve": "WalletCurve",
    "v1HashFunction": "HashFunction",
    "v1PayloadEncoding": "PayloadEncoding",
}
"""The definitions whose type is written by hand; a proof is the object that ``sealwax.proofs`` verifies."""

KINDS: Final = {
    "expirationSeconds": "Seconds",
    "mnemonicLength": "MnemonicLength",
    "targetPublicKey": "target key",
}
"""The kinds of parameters that the API's specification limits further, wherever they occur in a request."""

KINDS_OF: Final = {
    ("AttestationFields", "attestationObject"): "Id",
    ("AttestationFields", "clientDataJson"): "Id",
    ("ClientSignatureFields", "publicKey"): "Id",
    ("ClientSignatureFields", "signature"): "Id",
    ("ExportWalletAccount", "address"): "Id",
    ("InitImportSecrets", "numSecrets"): "Count",
    ("IpAllowlistRule", "cidr"): "IpBlock",
    ("OauthLogin", "oidcToken"): "Id",
    ("OauthLogin", "publicKey"): "Id",
    ("OtpLoginV2", "publicKey"): "Id",
    ("OtpLoginV2", "verificationToken"): "Id",
    ("Pagination", "after"): "Id",
    ("Pagination", "before"): "Id",
    ("Pagination", "limit"): "PageSize",
    ("Secret", "createdAtUnixMs"): "unix ms",
    ("SecretToImport", "secretPayload"): "Id",
    ("SetIpAllowlist", "onEvaluationError"): "OnEvaluationError",
    ("SetIpAllowlist", "publicKey"): "Id",
    ("SignupApiKey", "publicKey"): "Id",
    ("SignupAuthenticator", "challenge"): "Id",
    ("SignupV2", "userPhoneNumber"): "PhoneNumber",
    ("SignupV2", "verificationToken"): "Id",
    ("UpdateUser", "userPhoneNumber"): "PhoneNumber",
    ("UpdateUserEmail", "verificationToken"): "Id",
    ("VerifyOtp", "encryptedOtpBundle"): "Id",
    ("VerifyOtp", "expirationSeconds"): "UpToADay",
}
"""The kinds of fields that the API's specification limits further, or the service, of one class."""

LIMITS: Final = {
    ("DeleteSecrets", "secretIds"): "min_length=1, max_length=MAX_SECRETS_OF_A_REQUEST",
    ("ExportSecrets", "secrets"): "min_length=1, max_length=MAX_SECRETS_OF_A_REQUEST",
    ("ImportSecrets", "secrets"): "min_length=1",
    ("SetIpAllowlist", "rules"): "max_length=MAX_IP_BLOCKS",
}
"""The lengths of arrays that the API's specification limits, as arguments of ``msgspec.Meta``."""

BASES: Final = {
    "CreateReadWriteSessionResult": "results._Credential",
    "InitOtpResult": "results._OtpTarget",
    "OtpInitV2Result": "results._OtpTarget",
    "OtpVerifyResult": "results._Verification",
    "OtpVerifyV2Result": "results._Verification",
    "ExportPrivateKeyResult": "results._PrivateKeyExport",
    "InitImportPrivateKeyResult": "results._Import",
    "InitImportWalletResult": "results._Import",
    "OauthLoginResult": "results._ProfiledSession",
    "Login": "results._Session",
    "OauthResult": "results._Credential",
    "OtpLoginResult": "results._ProfiledSession",
    "SignRawPayloadResult": "results._RawSignature",
    "SignTransactionResult": "results._SignedTransaction",
    "Signup": "responses._Proven",
    "StampLoginResult": "results._ProfiledSession",
}
"""The bases of answers that open or verify what an enclave made."""

RULES: Final = {
    "DeleteSecrets": "rules._DeleteSecrets",
    "ExportSecrets": "rules._ExportSecrets",
    "ImportSecrets": "rules._ImportSecrets",
    "InitImportSecrets": "rules._InitImportSecrets",
    "IpAllowlistRule": "rules._IpAllowlistRule",
    "SetIpAllowlist": "rules._SetIpAllowlist",
    "SignRawPayload": "rules._SignRawPayload",
    "SignupV2": "rules._SignupV2",
    "SignupWalletAccount": "rules._Account",
    "WalletAccountParams": "rules._Account",
}
"""The bases of requests that have rules beyond the types of their fields, or another way to make them."""

SUMMARIES: Final = {
    "account": "Get the id of the organization that has a contact, a key, a passkey or an OIDC identity.",
    "approve_activity": "Approve an activity by its fingerprint, which ``approve`` recomputes first.",
    "claim_earn_fees": "Claim the fees that a wrapper of an earning vault collected.",
    "claim_swap_fees": "Claim the fees of the organization's swaps.",
    "create_api_keys": "Add API keys to a user.",
    "create_api_only_users": "Create users that have API keys and no other credentials.",
    "create_authenticators": "Add passkeys to a user.",
    "create_fiat_on_ramp_credential": "Add the credential of a provider that sells crypto for fiat money.",
    "create_invitations": "Invite people to the organization.",
    "create_mfa_policy": "Create an MFA policy of a user.",
    "create_oauth2_credential": "Add the credential of an OAuth 2.0 provider.",
    "create_oauth_providers": "Add OAuth providers that a user can log in with.",
    "create_policies": "Create several policies.",
    "create_policy": "Create a policy.",
    "create_private_key_tag": "Create a tag for private keys.",
    "create_private_keys": "Create private keys.",
    "create_read_only_session": "Get a session that can only read.",
    "create_read_write_session": "Get a session that can read and write, sealed to your target key.",
    "create_session_profile": "Create a session profile, which limits what sessions may do.",
    "create_smart_contract_interface": "Add the interface of a smart contract, for policies.",
    "create_sub_organization": "Create a sub-organization with its root users, and a wallet if asked for.",
    "create_swap_quote": "Get quotes for a swap of one token into another.",
    "create_tvc_app": "Create a verifiable cloud application.",
    "create_tvc_deployment": "Create a deployment of a verifiable cloud application.",
    "create_tvc_manifest_approvals": "Add approvals of the manifest of a verifiable cloud deployment.",
    "create_tvc_operator": "Create an operator of verifiable cloud applications, whose keys are in a wallet.",
    "create_tvc_quorum_key": "Create a quorum key, in shares that are sealed to operators.",
    "create_user_tag": "Create a tag for users.",
    "create_users": "Create users, with their credentials.",
    "create_wallet": "Create a wallet, with accounts.",
    "create_wallet_accounts": "Add accounts to a wallet.",
    "create_webhook_endpoint": "Create a webhook endpoint.",
    "delete_api_keys": "Delete API keys of a user.",
    "delete_authenticators": "Delete passkeys of a user.",
    "delete_fiat_on_ramp_credential": "Delete the credential of a provider that sells crypto for fiat money.",
    "delete_invitation": "Delete an invitation.",
    "delete_mfa_policy": "Delete an MFA policy of a user. The service makes no app proofs of this activity.",
    "delete_oauth2_credential": "Delete the credential of an OAuth 2.0 provider.",
    "delete_oauth_providers": "Delete OAuth providers of a user.",
    "delete_policies": "Delete several policies.",
    "delete_policy": "Delete a policy.",
    "delete_private_key_tags": "Delete tags of private keys.",
    "delete_private_keys": "Delete private keys.",
    "delete_secrets": "Delete secrets, which are lost then.",
    "delete_smart_contract_interface": "Delete the interface of a smart contract.",
    "delete_sub_organization": "Delete the sub-organization that the request names.",
    "delete_tvc_app_and_deployments": "Delete a verifiable cloud application, with its deployments.",
    "delete_tvc_deployment": "Delete a deployment of a verifiable cloud application.",
    "delete_user_tags": "Delete tags of users.",
    "delete_users": "Delete users.",
    "delete_wallet_accounts": "Delete accounts of wallets.",
    "delete_wallets": "Delete wallets.",
    "delete_webhook_endpoint": "Delete a webhook endpoint.",
    "earn_deploy_wrapper": "Deploy a wrapper of an earning vault.",
    "earn_deposit": "Deposit an asset into an earning vault.",
    "earn_set_wrapper_state": "Allow or stop deposits to a wrapper of an earning vault.",
    "earn_withdraw": "Withdraw an asset from an earning vault.",
    "email_auth": "Send a user a credential bundle by email, sealed to a target key.",
    "eth_send_raw_transaction": "Broadcast a signed Ethereum transaction.",
    "eth_send_transaction": "Sign and broadcast an Ethereum transaction.",
    "eth_undelegate_7702": "Remove the EIP-7702 delegation of an Ethereum account.",
    "execute_swap": "Execute a swap that was quoted.",
    "export_private_key": "Export a private key, sealed to your target key.",
    "export_secrets": "Export secrets, sealed to target keys: yours, or those of another recipient.",
    "export_wallet": "Export a wallet's mnemonic, sealed to your target key.",
    "export_wallet_account": "Export the private key of a wallet's account, sealed to your target key.",
    "get_activity": "Get an activity.",
    "get_api_key": "Get an API key.",
    "get_api_keys": "List the API keys of a user, or of all users.",
    "get_app_status": "Get the status of a verifiable cloud application.",
    "get_authenticator": "Get a passkey.",
    "get_authenticators": "List the passkeys of a user.",
    "get_boot_proof": "Get the boot proof of an enclave, by its ephemeral key.",
    "get_claim_earn_fees_status": "Get the status of a claim of earning fees.",
    "get_earn_deploy_status": "Get the status of the deployment of a wrapper.",
    "get_earn_deposit_status": "Get the status of a deposit.",
    "get_earn_withdraw_status": "Get the status of a withdrawal.",
    "get_gas_usage": "Get how much sponsored gas was used, and its limit.",
    "get_ip_allowlist": "Get the IP allowlist of the organization, or of an API key.",
    "get_latest_boot_proof": "Get the newest boot proof of an enclave application.",
    "get_mfa_policies": "List the MFA policies of a user.",
    "get_mfa_policy": "Get an MFA policy of a user.",
    "get_mfa_status": "Get the status of MFA policies for an activity.",
    "get_nonces": "Get the next nonces of an Ethereum account.",
    "get_oauth2_credential": "Get the credential of an OAuth 2.0 provider.",
    "get_oauth_providers": "List the OAuth providers of a user, or of all users.",
    "get_onramp_transaction_status": "Get the status of a purchase of crypto for fiat money.",
    "get_organization": "Get an organization, with everything in it.",
    "get_organization_configs": "Get the features and the root quorum of an organization.",
    "get_policy": "Get a policy.",
    "get_policy_evaluations": "List the outcomes of the policies for the votes on an activity.",
    "get_private_key": "Get a private key's record.",
    "get_send_transaction_status": "Get the status of a transaction that was sent.",
    "get_session_profile": "Get a session profile.",
    "get_session_profiles": "List the session profiles.",
    "get_smart_contract_interface": "Get the interface of a smart contract.",
    "get_swap_status": "Get the status of a swap.",
    "get_tvc_app": "Get a verifiable cloud application.",
    "get_tvc_deployment": "Get a deployment of a verifiable cloud application.",
    "get_tvc_deployment_debug_logs": "List log lines of a deployment in debug mode.",
    "get_tvc_deployment_provisioning_details": "Get what operators need to provision a deployment.",
    "get_tvc_qos_versions": "List the available versions of QuorumOS.",
    "get_user": "Get a user.",
    "get_wallet": "Get a wallet.",
    "get_wallet_account": "Get an account of a wallet, by its address or its derivation path.",
    "get_wallet_address_balances": "List the balances of an address.",
    "import_private_key": "Import a private key that is sealed to a key of the enclave.",
    "import_secrets": "Import secrets that are sealed to keys of the enclave.",
    "import_wallet": "Import a wallet that is sealed to a key of the enclave.",
    "init_fiat_on_ramp": "Begin a purchase of crypto for fiat money.",
    "init_import_private_key": "Get a key of the enclave, to seal a private key to for its import.",
    "init_import_secrets": "Get keys of the enclave, to seal secrets to for their import.",
    "init_import_wallet": "Get a key of the enclave, to seal a wallet to for its import.",
    "init_otp": "Send a one-time code, and get the bundle that ``encrypt_otp_bundle`` seals it to.",
    "init_otp_auth": "Send a one-time code for ``otp_auth``.",
    "init_user_email_recovery": "Send a user a recovery bundle by email, sealed to a target key.",
    "list_activities": "List the activities of an organization.",
    "list_app_proofs": "List the app proofs of an activity.",
    "list_earn_enabled_vaults": "List the earning vaults that the organization has wrappers of.",
    "list_earn_positions": "List the positions of a wallet's address in earning vaults.",
    "list_earn_vaults": "List the earning vaults for an asset.",
    "list_email_events": "List what happened to emails to an address.",
    "list_eth_transaction_history": "List the transactions of an Ethereum address.",
    "list_fiat_on_ramp_credentials": "List the credentials of providers that sell crypto for fiat money.",
    "list_oauth2_credentials": "List the credentials of OAuth 2.0 providers.",
    "list_policies": "List the policies of an organization.",
    "list_private_key_tags": "List the tags of private keys.",
    "list_private_keys": "List the private keys of an organization.",
    "list_secrets": (
        "List what is known of an organization's secrets, the newest first; without their content."
    ),
    "list_smart_contract_interfaces": "List the interfaces of smart contracts.",
    "list_sol_transaction_history": "List the transactions of a Solana address.",
    "list_suborgs": "List the ids of the sub-organizations that a filter selects.",
    "list_supported_assets": "List the assets that balances are known of, on a chain.",
    "list_tvc_app_deployments": "List the deployments of a verifiable cloud application.",
    "list_tvc_apps": "List the verifiable cloud applications.",
    "list_user_tags": "List the tags of users.",
    "list_users": "List the users of an organization.",
    "list_verified_suborgs": "List the ids of the sub-organizations that have a verified contact.",
    "list_wallet_accounts": "List the accounts of a wallet, or of all wallets.",
    "list_wallets": "List the wallets of an organization.",
    "list_webhook_endpoints": "List the webhook endpoints.",
    "oauth": "Log in with an OIDC token, to get a credential bundle that is sealed to your target key.",
    "oauth2_authenticate": "Exchange a code of an OAuth 2.0 provider for an OIDC token.",
    "oauth_login": "Log in with an OIDC token, to get a session for one of your keys.",
    "otp_auth": "Log in with a one-time code, to get a credential bundle that is sealed to your target key.",
    "otp_init": "Send a one-time code, for ``OtpVerify``; ``OtpInitV2`` is newer.",
    "otp_init_v2": "Send a one-time code, and get the bundle that ``encrypt_code`` seals it to.",
    "otp_login": "Log in with a verification token, to get a session for one of your keys.",
    "otp_login_v2": (
        "Log in with a verification token, to get a session for one of your keys.\n\n"
        "``sign_login`` makes the client signature. It is not checked here against the token and the public "
        "key."
    ),
    "otp_verify": (
        "Exchange a one-time code for a verification token.\n\n"
        "The proxy sees the code; ``OtpVerifyV2`` seals it to the enclave."
    ),
    "otp_verify_v2": "Exchange a sealed one-time code for a verification token.",
    "post_tvc_quorum_key_share": "Send the share of an operator to a deployment.",
    "proxy_oauth2_authenticate": (
        "Exchange a code of an OAuth 2.0 provider for an OIDC token, through the auth proxy."
    ),
    "proxy_oauth_login": (
        "Log in with an OIDC token, through the auth proxy, to get a session for one of your keys."
    ),
    "proxy_otp_login": (
        "Log in with a verification token, to get a session for one of your keys.\n\n"
        "The client signature may be left out if the token is bound to no key; ``OtpLoginV2`` requires it."
    ),
    "re_encrypt_tvc_quorum_key_share": "Seal an operator's share to a deployment.",
    "recover_user": "Add a passkey to a user who recovers.",
    "reject_activity": "Reject an activity by its fingerprint, which ``reject`` recomputes first.",
    "remove_ip_allowlist": "Remove the IP allowlist of the organization, or of an API key.",
    "remove_organization_feature": "Switch a feature of the organization off.",
    "restore_tvc_deployment": "Restore a deployment of a verifiable cloud application.",
    "set_ip_allowlist": "Set the IP addresses that may use the API, for the organization or for one API key.",
    "set_organization_feature": "Switch a feature of the organization on.",
    "set_tvc_app_live_deployment": "Choose the deployment that an application's traffic goes to.",
    "sign_raw_payload": "Sign a payload.",
    "sign_raw_payloads": "Sign several payloads with one key.",
    "sign_transaction": "Sign a transaction.",
    "signup": (
        "Sign a new user up.\n\n"
        "``SignupV2`` is newer: its OAuth providers can have claims instead of tokens, and ``signed`` makes "
        "its client signature."
    ),
    "signup_v2": "Sign a new user up.",
    "sol_send_transaction": "Sign and broadcast a Solana transaction.",
    "spark_claim_transfer": "Claim a transfer on Spark.",
    "spark_prepare_lightning_receive": "Prepare to receive a Lightning payment on Spark.",
    "spark_prepare_transfer": "Prepare a transfer on Spark.",
    "spark_sign_frost": "Make partial FROST signatures for Spark.",
    "stamp_login": "Log in with the stamp of the request, to get a session for one of your keys.",
    "update_fiat_on_ramp_credential": "Change the credential of a provider that sells crypto for fiat money.",
    "update_mfa_policy": "Change an MFA policy of a user.",
    "update_oauth2_credential": "Change the credential of an OAuth 2.0 provider.",
    "update_organization_name": "Rename an organization.",
    "update_policy": "Change a policy.",
    "update_private_key_tag": (
        "Rename a tag of private keys, add it to keys and remove it from keys; all of it happens, or nothing."
    ),
    "update_root_quorum": "Change who are the root users, and how many must approve.",
    "update_user": "Change a user's name, email address, phone number or tags.",
    "update_user_email": "Change or remove a user's email address.",
    "update_user_name": "Change a user's name.",
    "update_user_phone_number": "Change or remove a user's phone number.",
    "update_user_tag": "Rename a tag of users, add it to users and remove it from users.",
    "update_wallet": "Rename a wallet.",
    "update_webhook_endpoint": "Change the URL or the name of a webhook endpoint, or whether it is active.",
    "upsert_swap_config": "Set the fees of swaps, and who receives them.",
    "wallet_kit_client_params": "Get the parameters that a browser needs to begin, such as a site key.",
    "wallet_kit_config": "Get the ways to log in that the proxy's organization offers.",
    "validate_tvc_image": "Check that a container image can be deployed.",
    "verify_otp": "Exchange a one-time code for a verification token.",
    "whoami": "Get the user and the organization that a stamp is of.",
}
"""The first line of each operation's documentation."""

SPECIFIED: Final = (
    "update_webhook_endpoint",
    "update_user",
    "create_oauth_providers",
    "set_ip_allowlist",
    "oauth_login",
    "update_private_key_tag",
    "update_policy",
    "verify_otp",
    "export_wallet",
    "create_policy",
    "delete_private_keys",
    "create_private_key_tag",
    "create_user_tag",
    "update_user_email",
    "delete_user_tags",
    "export_wallet_account",
    "update_organization_name",
    "delete_mfa_policy",
    "init_import_wallet",
    "list_private_keys",
    "signup_v2",
    "otp_login_v2",
)
"""The operations of the API's specification, in its order."""

SECRETS: Final = ("init_import_secrets", "import_secrets", "export_secrets", "delete_secrets", "list_secrets")
"""The operations on secrets, which the API's specification does not have."""

ENCODED: Final = re.compile(
    r"\b(in hex|base58|base64|base64url|E\.164|JSON|PEM|seconds|milliseconds|wei|lamports|smallest unit)\b"
)
"""The texts of fields with an encoding or a unit; the schemas have these texts, too."""
SPECIFIED_FIELDS: Final = {
    "UpdateWebhookEndpoint": ("endpointId", "url", "name", "isActive"),
    "UpdateUser": ("userId", "userName", "userEmail", "userTagIds", "userPhoneNumber"),
    "CreateOauthProviders": ("userId", "oauthProviders"),
    "SetIpAllowlist": ("publicKey", "enabled", "rules", "onEvaluationError"),
    "OauthLogin": ("oidcToken", "publicKey", "expirationSeconds", "invalidateExisting", "sessionProfileId"),
    "UpdatePrivateKeyTag": (
        "privateKeyTagId",
        "newPrivateKeyTagName",
        "addPrivateKeyIds",
        "removePrivateKeyIds",
    ),
    "UpdatePolicy": (
        "policyId",
        "policyName",
        "policyEffect",
        "policyCondition",
        "policyConsensus",
        "policyNotes",
    ),
    "VerifyOtp": ("otpId", "encryptedOtpBundle", "expirationSeconds"),
    "ExportWallet": ("walletId", "targetPublicKey", "language"),
    "CreatePolicy": ("policyName", "effect", "condition", "consensus", "notes"),
    "DeletePrivateKeys": ("privateKeyIds", "deleteWithoutExport"),
    "CreatePrivateKeyTag": ("privateKeyTagName", "privateKeyIds"),
    "CreateUserTag": ("userTagName", "userIds"),
    "UpdateUserEmail": ("userId", "userEmail", "verificationToken"),
    "DeleteUserTags": ("userTagIds",),
    "ExportWalletAccount": ("address", "targetPublicKey"),
    "UpdateOrganizationName": ("organizationName",),
    "DeleteMfaPolicy": ("userId", "mfaPolicyId"),
    "InitImportWallet": ("userId",),
    "WebhookSubscription": ("eventType", "filtersJson", "isActive"),
    "WebhookEndpoint": ("endpointId", "organizationId", "url", "name", "isActive", "subscriptions"),
    "UpdateWebhookEndpointResult": ("endpointId", "webhookEndpoint"),
    "UpdateUserResult": ("userId",),
    "CreateOauthProvidersResult": ("providerIds",),
    "OauthLoginResult": ("session",),
    "UpdatePrivateKeyTagResult": ("privateKeyTagId",),
    "UpdatePolicyResult": ("policyId",),
    "CreatePolicyResult": ("policyId",),
    "DeletePrivateKeysResult": ("privateKeyIds",),
    "CreatePrivateKeyTagResult": ("privateKeyTagId", "privateKeyIds"),
    "CreateUserTagResult": ("userTagId", "userIds"),
    "UpdateUserEmailResult": ("userId",),
    "DeleteUserTagsResult": ("userTagIds", "userIds"),
    "UpdateOrganizationNameResult": ("organizationId", "organizationName"),
    "DeleteMfaPolicyResult": ("mfaPolicyId",),
    "InitImportWalletResult": ("importBundle",),
    "PrivateKey": (
        "privateKeyId",
        "publicKey",
        "privateKeyName",
        "curve",
        "addresses",
        "privateKeyTags",
        "createdAt",
        "updatedAt",
        "exported",
        "imported",
    ),
    "PrivateKeys": ("privateKeys",),
    "SignupV2": (
        "userEmail",
        "userPhoneNumber",
        "userTag",
        "userName",
        "organizationName",
        "verificationToken",
        "apiKeys",
        "authenticators",
        "oauthProviders",
        "wallet",
        "clientSignature",
    ),
    "OtpLoginV2": (
        "verificationToken",
        "publicKey",
        "clientSignature",
        "invalidateExisting",
        "organizationId",
    ),
    "InitImportSecrets": ("encryptionSuite", "numSecrets"),
    "ImportSecrets": ("secrets",),
    "ExportSecrets": ("secrets",),
    "DeleteSecrets": ("secretIds",),
    "ListSecrets": ("paginationOptions",),
    "KeyValue": ("key", "value"),
    "SecretToImport": ("name", "secretPayload", "targetPublicKey", "encryptionSuite", "staticProperties"),
    "SecretToExport": ("secretId", "targetPublicKey", "encryptionSuite", "requestContext"),
    "ImportSecretsResult": ("secretIds",),
    "DeleteSecretsResult": ("secretIds",),
    "Property": ("key", "value"),
    "Secret": ("secretId", "name", "staticProperties", "createdAtUnixMs"),
    "Secrets": ("secrets",),
    "OidcClaims": ("iss", "sub", "aud"),
    "OauthProvider": ("providerName", "oidcToken", "oidcClaims"),
    "IpAllowlistRule": ("cidr", "label"),
    "ClientSignatureFields": ("publicKey", "scheme", "message", "signature"),
    "SignupApiKey": ("apiKeyName", "publicKey", "curveType", "expirationSeconds"),
    "AttestationFields": ("credentialId", "clientDataJson", "attestationObject", "transports"),
    "SignupAuthenticator": ("authenticatorName", "challenge", "attestation"),
    "SignupWalletAccount": ("curve", "pathFormat", "path", "addressFormat", "name"),
    "SignupWallet": ("walletName", "accounts", "mnemonicLength"),
    "Pagination": ("limit", "before", "after"),
    "CreatedWallet": ("walletId", "addresses"),
    "Signup": ("organizationId", "wallet"),
    "Login": ("session",),
}
"""The fields of the classes that the API's specification has. Others are in ``LEFT_OUT``.

The schemas of these classes have the texts of the fields, too.
"""

LEFT_OUT: Final = {
    ("CreatePolicy", "time"): "the API's specification does not have it",
    ("ListSecrets", "organizationId"): "every query has it, from `seal`",
    ("Signup", "appProofs"): "its base has it",
    ("Signup", "userId"): "the API's specification does not have it",
    ("UncheckedActivity", "failure"): "why an activity failed is read from `raw`",
    ("UpdatePolicy", "time"): "the API's specification does not have it",
}
"""The described fields that a class above, or one that is written by hand, does not have, and why."""
