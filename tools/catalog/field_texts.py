"""The documentation of the fields in the catalog of operations, which ``generator`` writes under each field.

The text of a field is that of its class in ``OF_CLASSES``, else that in ``FIELDS``. A class with a version in
its name, such as ``OtpLoginV1``, also has the texts of ``OtpLogin``. ``FIELDS`` is for names that mean the
same in every class: the texts of others, such as ``name`` and ``status``, are in ``OF_CLASSES`` alone.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from sealwax._limits import MAX_SECRETS_OF_A_REQUEST

FIELDS: Final[dict[str, str]] = {
    "aaguid": "The AAGUID of the authenticator, which identifies its model.",
    "access_type": "The ways to use the service: ACCESS_TYPE_WEB, ACCESS_TYPE_API or ACCESS_TYPE_ALL.",
    "account": "The account.",
    "accounts": "The wallet's accounts; an empty array if there are none.",
    "activities": "The activities.",
    "activity": "The activity.",
    "activity_fingerprint": "The fingerprint of the activity that sent the transaction.",
    "activity_id": "The id of the activity.",
    "adaptor_public_key": "The adaptor point of the signature: a compressed secp256k1 point, in hex.",
    "add_private_key_ids": "The ids of private keys to add the tag to.",
    "add_user_ids": "The ids of users to add the tag to.",
    "address": "The account's address.",
    "address_format": "The format of the account's address.",
    "address_formats": "The formats of the addresses to derive from the key.",
    "addresses": "The addresses of the wallet's accounts.",
    "after": "The id of the record that the part begins after.",
    "allowlist": "The IP allowlist.",
    "alphanumeric": "Whether the code has letters, too, in Crockford's Base32; true if left out.",
    "amount": "The amount, in the asset's smallest unit, as decimal text.",
    "amount_value": "The amount to withdraw, in the asset's smallest unit; MAX for the whole position.",
    "any": "The methods, of which the user must use one.",
    "api_key": "The API key.",
    "api_key_id": "The id of the API key.",
    "api_key_ids": "The ids of the API keys.",
    "api_key_name": "The key's display name.",
    "api_keys": "The user's API keys; an empty array if there are none.",
    "api_only_users": "The users to create.",
    "app_id": "The id of the application.",
    "app_name": "The name of your application, for the message to the user.",
    "app_proofs": "The app proofs; verify_app_proof verifies each.",
    "app_quorum_key": "The public quorum key of the application.",
    "app_status": "The current status of the application.",
    "appid": "The output of the extension appid: whether the FIDO AppID was used.",
    "appid_exclude": "The output of the extension appidExclude: whether it was acted upon.",
    "approval_ids": "The ids of the new approvals.",
    "approvals": "The operators' approvals of the manifest.",
    "apy_pct": "The annual yield before fees, as a decimal fraction: 0.05 is 5 %.",
    "asset": "The asset; None if it is unknown.",
    "assets": "The assets.",
    "attestation": "The passkey's attestation.",
    "attestation_doc_b64": "The attestation document of the enclave to provision, in base64.",
    "attestation_document": "The attestation document of the enclave to provision, in base64.",
    "attestation_object": "The authenticator's attestation object, in base64url.",
    "attestation_type": "The type of the passkey's attestation.",
    "aud": "The audience, the aud claim.",
    "audience": "The audience, the aud claim of the user's OIDC tokens.",
    "auth_code": "The authorization code from the provider.",
    "authenticator": "The passkey.",
    "authenticator_attachment": "The way in which the authenticator is attached: platform or cross-platform.",
    "authenticator_id": "The id of the passkey.",
    "authenticator_ids": "The ids of the passkeys.",
    "authenticator_name": "The passkey's display name.",
    "authenticators": "The user's passkeys; an empty array if there are none.",
    "available_versions": "The versions of QuorumOS that new deployments can use.",
    "balance": "The balance, in the asset's smallest unit, as decimal text.",
    "balances": "The balance of each asset.",
    "bearer_token_target_public_key": (
        "A P-256 public key; a claim of the OIDC token then has the bearer token, sealed to it."
    ),
    "before": "The id of the record that the part ends before.",
    "binding": "The binding nonce commitment: a compressed secp256k1 point, in hex.",
    "boot_proof": "The boot proof; verify_boot_proof verifies it.",
    "bounce_sub_type": "The subtype of the bounce, of a Bounce event.",
    "bounce_type": "The type of the bounce, of a Bounce event.",
    "caip19": "The asset, as a CAIP-19 id.",
    "caip2": "The chain, as a CAIP-2 id, such as eip155:1 for Ethereum.",
    "caip2_prefix": "The CAIP-2 namespace of the account's chains, such as eip155 or solana.",
    "calls": "The calls to execute, in order: from 1 to 50.",
    "chain_caip2": "The vault's chain, as a CAIP-2 id, such as eip155:1 for Ethereum.",
    "challenge": "The challenge that the passkey was created for, in base64url.",
    "cidr": "An IPv4 or IPv6 CIDR block, such as 192.0.2.0/24.",
    "ciphertext": "The transfer's secret, encrypted with ECIES to the wallet's identity key, in hex.",
    "claim_request_id": "The id of the claim, from claim_earn_fees.",
    "claim_tx_hash": "The hash of the claim's transaction, once there is one.",
    "claimable_client_fee": (
        "Your fee that can be claimed, in the asset's smallest unit; None for a sub-organization."
    ),
    "claimable_client_fee_display": (
        "Your fee that can be claimed, to show to people; None for a sub-organization."
    ),
    "client_data_json": "The browser's clientDataJSON, in base64url.",
    "client_extension_results": "The outputs of the WebAuthn extensions.",
    "client_fee_bps": "Your fee on the yield, in basis points.",
    "client_fee_wallet": "The address that receives your fees, of a wallet that the service holds.",
    "client_id": "The client id that the provider issued to your application.",
    "client_signature": "The signature by the key that the verification token is bound to.",
    "code_verifier": "The code verifier of PKCE (RFC 7636).",
    "complaint_feedback_type": "The type of the feedback, of a Complaint event.",
    "condition": "The expression that says when the policy applies.",
    "configs": "The organization's features and root quorum.",
    "consensus": "The expression that says who must approve.",
    "contact": "The email address or phone number that receives the code.",
    "container_url": "The URL of the container image.",
    "country_code": "The user's country, as two letters of ISO 3166-1; for Coinbase.",
    "country_subdivision_code": (
        "The user's subdivision, by ISO 3166-2; for Coinbase, which needs it if the country is US."
    ),
    "created_at": "When it was created.",
    "cred_props": "The output of the extension credProps.",
    "credential": "The credential: its public key and its type.",
    "credential_bundle": "The new API key, sealed to your target key; decrypt_credential_bundle opens it.",
    "credential_id": "The WebAuthn credential id.",
    "crypto": "The amount in the asset's own unit, only to be shown to people.",
    "crypto_currency_code": "The cryptocurrency to buy.",
    "curator": "The vault's curators, separated by commas; empty if the provider has none.",
    "current_value": "The position's value after fees, in the asset's smallest unit, as decimal text.",
    "current_value_crypto": "The position's value in the asset's own unit, only to be shown to people.",
    "current_value_usd": "The position's value in US dollars, only to be shown to people.",
    "curve": "The curve of the account's key.",
    "curve_type": "The key's curve.",
    "deadline": "The latest time to execute, in seconds since the epoch; only for sponsored transactions.",
    "debug_mode": "Whether the deployment is in debug mode, in which it exposes logs and cannot be attested.",
    "decimals": "The number of the asset's decimal places.",
    "delivery_delay_type": "The type of the delay, of a DeliveryDelay event.",
    "delivery_processing_time_millis": (
        "The time that the delivery took, in milliseconds, of a Delivery event."
    ),
    "delivery_smtp_response": "The SMTP response, of a Delivery event.",
    "deploy_request_id": "The id of the deployment, from earn_deploy_wrapper.",
    "deploy_tx_hash": "The hash of the deployment's transaction, once there is one.",
    "deployment_id": "The id of the deployment.",
    "deployments": "The status of each deployment.",
    "deposit_request_id": "The id of the deposit, from earn_deposit.",
    "deposit_tx_hash": "The hash of the deposit's transaction, once there is one.",
    "deposits_disabled": "Whether the wrapper refuses deposits; withdrawals stay possible.",
    "derivation": "The derivation of the key to sign with.",
    "desired_replicas": "The number of replicas that should run.",
    "destination_tx_hashes": (
        "The hashes of transactions on the other chain, once a cross-chain swap is complete."
    ),
    "diagnostic_code": "The diagnosis, of a Bounce or DeliveryDelay event.",
    "direct_from_cpfp_refund_signature": "Your signature of the direct-from-CPFP refund transaction, in hex.",
    "direct_refund_signature": "Your signature of the direct refund transaction, in hex.",
    "disable_email_auth": "Whether to switch login by email off.",
    "disable_email_recovery": "Whether to switch recovery by email off.",
    "disable_otp_email_auth": "Whether to switch one-time codes by email off.",
    "disable_sms_auth": "Whether to switch one-time codes by SMS off.",
    "display": "The amounts to show to people; do not calculate with them.",
    "display_message": "A message about the revert, for people.",
    "effect": "Whether the policy allows or denies.",
    "email": "The user's email address.",
    "email_customization": "The content of the email; the service's default for all that is left out.",
    "email_events": "The events, the newest first.",
    "enable_debug_mode_deployments": (
        "Whether deployments may use debug mode; the quorum key then counts as insecure for good."
    ),
    "enable_egress": "Whether the application may connect to the network.",
    "enabled_vaults": "The vaults that the organization has wrappers of.",
    "encoding": "The encoding that turns the text into bytes, such as PAYLOAD_ENCODING_HEXADECIMAL.",
    "encrypt_public_key": "The operator's public key for encryption.",
    "encrypted_client_secret": "The sealed client secret; encrypt_oauth2_client_secret makes it.",
    "encrypted_otp_bundle": "The sealed one-time code and your public key; encrypt_otp_bundle makes it.",
    "encrypted_package": "The operator's package, encrypted with ECIES, in hex.",
    "encrypted_private_api_key": (
        "Your private API key at the provider, sealed to the service's on-ramp key; for Coinbase."
    ),
    "encrypted_secret_api_key": "Your secret API key at the provider, sealed to the service's on-ramp key.",
    "encryption_public_key": "The operator's key for ECIES: a compressed secp256k1 point, in hex.",
    "end_cursor": "The cursor of the last record, to pass as after.",
    "endpoint_id": "The id of the webhook endpoint.",
    "entries": "The log lines, in the order of time.",
    "ephemeral_key": "The enclave's ephemeral public key, in hex.",
    "ephemeral_public_key_hex": "The ephemeral public key of the share's encryption, in hex.",
    "error": "The reason of the failure, if the status is FAILED.",
    "error_name": "The name of the error in the contract.",
    "error_type": "The type of the error: unknown, native or custom.",
    "estimated_time_seconds": "The provider's estimate of the time to complete, in seconds.",
    "evm_nonce": (
        "The sender's nonce, of a swap on an EVM chain without a sponsor; the service's if left out."
    ),
    "existing_operator_ids": "The ids of existing operators that become members.",
    "expected_pivot_digest": "The digest of the program in the container, which the manifest has.",
    "expiration_seconds": "The key's lifetime, in seconds.",
    "expires_at": "The end of the quote, in milliseconds since the epoch, as decimal text.",
    "export_bundle": "The export bundle: the private key, sealed to your target key.",
    "features": "The organization's features.",
    "fee": "The fee of the transaction.",
    "fee_bps": "Your fee on swaps, in basis points.",
    "fee_payer": "The address that paid the fee, the first signer.",
    "fee_receiver_wallet_address": "The address that receives your fees.",
    "fiat_currency_amount": "The amount of fiat money, more than 20; the user is asked for it if left out.",
    "fiat_currency_code": "The currency to pay with.",
    "fiat_on_ramp_credential_id": "The id of the provider's credential.",
    "fiat_on_ramp_credentials": "The credentials of providers.",
    "fiat_onramp_credential_id": "The id of the provider's credential.",
    "filter_by_status": "The statuses of the activities to list; all if left out.",
    "filter_by_type": "The types of the activities to list; all if left out.",
    "filter_value": "The value to look for, such as an email address.",
    "filters_json": "The filters that select events of this type, as JSON text.",
    "fingerprint": "The fingerprint of the activity to vote on.",
    "from_": "The sender's address.",
    "from_address": "The sender's email address.",
    "gas_limit": "The most gas that the transaction may use; the service's estimate if left out.",
    "gas_station_nonce": "The nonce of the gas station's contract; the service's if left out.",
    "has_next_page": "Whether there are records after this part.",
    "has_previous_page": "Whether there are records before this part.",
    "has_pull_secret": "Whether a secret is needed to pull the image.",
    "hash_function": "The hash of the bytes that is signed; HASH_FUNCTION_NOT_APPLICABLE for Ed25519.",
    "health_check_port": "The port of the health checks.",
    "health_check_type": "The protocol of the health checks: HTTP, with GET /health, or gRPC.",
    "hiding": "The hiding nonce commitment: a compressed secp256k1 point, in hex.",
    "htlc_preimage": "The derivation of the preimages of HTLCs.",
    "import_bundle": "The import bundle: the enclave's signed key to seal the private key to.",
    "include_wallet_details": "Whether each account has its wallet's record, too; false if left out.",
    "inner_instructions_json": "The inner instructions of the transaction, as JSON text.",
    "input_amount": "The amount to swap, in the input asset's smallest unit, as decimal text.",
    "input_token": "The asset to swap, as a CAIP-19 id.",
    "invalidate_existing": "Whether to end the user's other sessions of this kind.",
    "invitation_id": "The id of the invitation.",
    "invitation_ids": "The ids of the new invitations.",
    "invitations": "The invitations.",
    "iss": "The issuer, the iss claim.",
    "issuer": "The issuer, the iss claim of the user's OIDC tokens.",
    "language": "The language of the mnemonic.",
    "last_updated_time": "When the deployment last changed.",
    "latest_version": "The newest version of QuorumOS that new deployments should use.",
    "leaf_id": "The id of the Spark leaf, a UUID.",
    "lightning_receive": "The threshold, and the operators that receive shares.",
    "limit": "The most records to return, from 1 to 100.",
    "live_deployment_id": "The id of the deployment that traffic goes to; None if there is none.",
    "logs": "The log lines of the programs, from the simulation or the preflight.",
    "magic_link_template": "The template of the link in the email; %s stands for the bundle.",
    "manifest_approvals": "The operators' approvals of the manifest.",
    "manifest_b64": "The manifest of the deployment, in base64.",
    "manifest_envelope": "The manifest with its approvals, in base64.",
    "manifest_id": "The id of the manifest.",
    "manifest_set": "The operators who approve manifests.",
    "manifest_set_id": "The id of the operator set that approves manifests.",
    "manifest_set_operator_ids": "The ids of the operators who approve manifests.",
    "manifest_set_params": "A new operator set that approves manifests, instead of manifest_set_id.",
    "manifest_set_threshold": "The number of operators who must approve a manifest.",
    "max_fee_per_gas": (
        "The most to pay per unit of gas, with the tip, in wei; the service's estimate if left out."
    ),
    "max_priority_fee_per_gas": (
        "The most to tip per unit of gas, in wei; the service's estimate if left out."
    ),
    "message_id": "The email provider's id of the message, which several events can share.",
    "mfa_policies": "The user's MFA policies.",
    "mfa_policy": "The MFA policy.",
    "mfa_policy_id": "The id of the MFA policy.",
    "mfa_policy_name": "The policy's display name.",
    "mfa_statuses": "The status of each MFA policy.",
    "min_output_amount": (
        "The least to get after slippage, in the output asset's smallest unit, as decimal text."
    ),
    "mnemonic_length": "The number of words in the mnemonic; 12 if left out.",
    "native_type": "The type of the error: error_string, panic or execution_reverted.",
    "net_apy_pct": "The annual yield after fees, as a decimal fraction: 0.05 is 5 %.",
    "network": "The chain to buy on.",
    "new_leaf_derivation": "The derivation of the leaf's key after the transfer, a signing_leaf.",
    "new_leaf_public_keys": "The new public keys of the leaves, in the order of the request.",
    "new_operators": "The operators to create as members.",
    "new_private_key_tag_name": "The tag's new name.",
    "new_user_tag_name": "The tag's new name.",
    "nonce": "The nonce of the transaction; the service's if left out.",
    "num_secrets": "The number of secrets: the enclave makes a key for each.",
    "oauth2_credential": "The credential.",
    "oauth2_credential_id": "The id of the OAuth 2.0 credential.",
    "oauth2_credentials": "The credentials of OAuth 2.0 providers.",
    "oauth_providers": "The user's OAuth providers; an empty array if there are none.",
    "oidc_claims": "The claims of the user's OIDC tokens.",
    "oidc_token": "The OIDC token, in base64.",
    "old_leaf_derivation": "The derivation of the leaf's key before the transfer, a signing_leaf.",
    "on_evaluation_error": "What to do if the list cannot be evaluated; DENY if left out.",
    "on_ramp_transaction_id": "The id of the purchase, for get_onramp_transaction_status.",
    "on_ramp_url": "The URL at which the user buys.",
    "on_ramp_url_signature": "The signature of url_for_signature, for MoonPay's SDKs.",
    "onramp_provider": "The provider that sells crypto for fiat money.",
    "operator_commitments": "The nonce commitments of all participants other than the service.",
    "operator_encrypt_key": "The operator's public key for encryption, which the share is sealed to.",
    "operator_encrypt_keys": "The public encryption keys of the operators; each operator gets a share.",
    "operator_id": "The id of the operator.",
    "operator_name": "The operator's display name.",
    "operator_packages": "The packages for the Spark operators, one for each.",
    "operator_recipients": "The Spark operators that receive shares.",
    "operator_sign_key": "The operator's public key for signatures, which approves the manifest.",
    "organization_data": "The organization, with everything in it.",
    "organization_id": "The id of the organization.",
    "organization_ids": "The ids of the sub-organizations.",
    "organization_name": "The organization's name.",
    "origin_tx_error": "The error of the transaction on the first chain.",
    "origin_tx_hash": "The hash of the transaction on the first chain, once known.",
    "otp_code": "The one-time code that the user received.",
    "otp_encryption_target_bundle": ("The enclave's signed key to seal the code to; encrypt_code does it."),
    "otp_id": "The id of the OTP flow.",
    "otp_length": "The number of characters of the code; 9 if left out.",
    "otp_type": "The way to send the code: OTP_TYPE_SMS or OTP_TYPE_EMAIL.",
    "outcome": "The outcome of the policy, such as OUTCOME_ALLOW.",
    "output_token": "The asset to get, as a CAIP-19 id.",
    "page_info": "The cursors of this part of the list.",
    "pagination_options": "Which part of the list.",
    "panic_code": "The code of a Panic(uint256).",
    "params_json": "The decoded parameters of the error, as JSON text.",
    "path_format": "The format of the derivation path.",
    "payload": "The text whose bytes are signed.",
    "payloads": "The texts whose bytes are signed.",
    "payment_hash": "The SHA-256 of the preimage, in hex, for the Lightning node.",
    "payment_method": "The payment method to select in advance.",
    "persist": "Whether to add the accounts; false only returns their addresses; true if left out.",
    "pivot_args": "The arguments of the program, when it starts.",
    "pivot_container": "The container of the program.",
    "pivot_container_encrypted_pull_secret": "The sealed secret to pull a private image with.",
    "pivot_container_image_url": "The URL of the container image.",
    "pivot_path": "The path of the program in the container.",
    "policies": "The policies.",
    "policy": "The policy.",
    "policy_condition": "The expression that says when the policy applies.",
    "policy_consensus": "The expression that says who must approve.",
    "policy_effect": "Whether the policy allows or denies.",
    "policy_id": "The id of the policy.",
    "policy_ids": "The ids of the policies.",
    "policy_name": "The policy's name.",
    "policy_notes": "Notes on the policy.",
    "positions": "The positions of the address.",
    "private_key": "The private key's record, which has no secret.",
    "private_key_id": "The id of the private key.",
    "private_key_ids": "The ids of the private keys.",
    "private_key_name": "The private key's display name.",
    "private_key_tag_id": "The id of the tag.",
    "private_key_tag_ids": "The ids of the tags.",
    "private_key_tag_name": "The tag's name.",
    "private_keys": "The private keys.",
    "project_id": "The id of your project at the provider; for Coinbase.",
    "provider_id": "The id of the OAuth provider.",
    "provider_ids": "The ids of the OAuth providers.",
    "provider_name": "The provider's display name.",
    "provider_reason": "The provider's reason, if it gave one.",
    "provisioning_share_id": "The id of the share for the deployment.",
    "public_domain": "The domain at which the application is reached.",
    "public_ingress_port": "The port for connections from outside.",
    "public_key": "The public key.",
    "publishable_api_key": "Your publishable API key at the provider.",
    "qos_version": "The version of QuorumOS.",
    "quorum": "The root quorum.",
    "quorum_key_id": "The id of the new quorum key.",
    "quorum_public_key": "The public quorum key of the application.",
    "quoted_output_amount": "The output_amount of the quote.",
    "quotes": "The quotes of the providers.",
    "r": "The r of the signature, in hex without 0x.",
    "raw_id": "The credential id, in base64url.",
    "re_encrypted_share_hex": "The share, sealed to the deployment, in hex.",
    "ready_replicas": "The number of replicas that are ready.",
    "receiver_email": "The email address of the invited person.",
    "receiver_public_key": "The recipient's identity key: a compressed secp256k1 point, in hex.",
    "receiver_user_email": "The email address of the invited person.",
    "receiver_user_name": "The name of the invited person.",
    "receiver_user_tags": "The tags that the invited user gets.",
    "recent_blockhash": "A recent blockhash of Solana; the service's if left out.",
    "redirect_uri": "The URI that the provider sends the user back to.",
    "refresh": "Whether to ask the provider for the newest status; false if left out.",
    "refund_signature": "Your signature of the CPFP refund transaction, in hex.",
    "remove_private_key_ids": "The ids of private keys to remove the tag from.",
    "remove_user_ids": "The ids of users to remove the tag from.",
    "replica_label": "The replica that logged the line, such as replica 2/3.",
    "reply_to_email_address": "The address that replies to the email go to.",
    "request_context": "The context of the request, for policies; not part of the export.",
    "request_id": "The id of the claim at the swap provider Relay.",
    "required_authentication_methods": "The steps that the user must complete, in order.",
    "required_methods": "The steps that the user must complete, in order.",
    "resolved_image_digest": "The digest of the image that the URL leads to.",
    "revert_chain": "The reverts of nested calls, from the outermost to the innermost.",
    "rk": "Whether the passkey is a discoverable credential (a resident key).",
    "root_quorum": "The root quorum.",
    "root_quorum_threshold": "The number of root users who must approve, at most as many as there are.",
    "root_user_ids": "The ids of the new root users.",
    "root_users": "The root users to create.",
    "rpc_code": "The error code of Solana's JSON-RPC.",
    "rpc_message": "The error message of Solana's JSON-RPC.",
    "s": "The s of the signature, in hex without 0x.",
    "sandbox_mode": "Whether the credential is for the provider's sandbox.",
    "satisfied": "Whether the policy is satisfied.",
    "satisfied_methods": "The methods that the user has used already.",
    "scheme": "The signature scheme.",
    "secret_id": "The id of the secret.",
    "secret_payload": "The sealed secret; SecretTarget.encrypt_secret makes it.",
    "send_from_email_address": "The address that the email comes from; the service's default if left out.",
    "send_from_email_sender_name": (
        "The sender's name next to send_from_email_address; Notifications if left out."
    ),
    "send_transaction_status_id": "The id of the transaction's status, for get_send_transaction_status.",
    "sender_identity_public_key": "The sender's identity key: a compressed secp256k1 point, in hex.",
    "sender_signature": "The sender's ECDSA signature of leaf, transfer and ciphertext: 64 bytes, in hex.",
    "sender_tenant": "The tenant of Amazon SES that sent the email, if known.",
    "sender_user_id": "The id of the user who invites.",
    "session": "The session: a JWT that says who logged in.",
    "session_expiry": "The end of the session, in seconds since the epoch, as decimal text.",
    "session_profile": "The session profile.",
    "session_profile_id": "The id of the session profile.",
    "session_profile_name": "The profile's display name.",
    "session_profiles": "The session profiles.",
    "share_approval_bundle": "The share, with the operator's approval of the manifest.",
    "share_ids": "The ids of the shares.",
    "share_set": "The operators who hold shares of the quorum key.",
    "share_set_id": "The id of the operator set that holds shares of the quorum key.",
    "share_set_operator_ids": "The ids of the operators who hold shares of the quorum key.",
    "share_set_params": "A new operator set that holds shares of the quorum key, instead of share_set_id.",
    "share_set_threshold": "The number of operators of the share set that must agree.",
    "sign_public_key": "The operator's public key for signatures.",
    "sign_with": "The address of the account or private key that signs, or the private key's id.",
    "sign_withs": "The Solana addresses that sign, from 1 to 16, in the transaction's order.",
    "signature_share": "The partial FROST signature, in hex.",
    "signed_transaction": "The signed transaction, in hex.",
    "signers": "The signers, in the order of the transaction's message.",
    "signing_leaf": "The derivation of a leaf's signing key.",
    "since_seconds": "The number of seconds to go back, as decimal text; no limit if left out or 0.",
    "smart_contract_address": "The address of the contract, or the id of the Solana program.",
    "smart_contract_interface_id": "The id of the interface.",
    "smart_contract_interface_references": "References to the interfaces of smart contracts.",
    "smart_contract_interfaces": "The interfaces of smart contracts.",
    "sms_customization": "The content of the SMS; the service's default if left out.",
    "splitter_address": "The address of the contract that splits the fees.",
    "sponsor": "Whether the gas station pays for the transaction.",
    "sponsored": "Whether the service sponsored the fee.",
    "stable": "Whether the service counts the asset as a stablecoin.",
    "stable_fee_bps": "Your fee on swaps between stablecoins, in basis points; fee_bps if left out.",
    "start_cursor": "The cursor of the first record, to pass as before.",
    "static_deposit": "The derivation of a static deposit key, by its index.",
    "static_properties": "The properties that never change.",
    "sub": "The subject, the sub claim.",
    "sub_organization_id": "The id of the new sub-organization.",
    "sub_organization_name": "The sub-organization's name.",
    "sub_organization_uuid": "The id of the deleted sub-organization.",
    "subject": "The subject, the sub claim of the user's OIDC tokens.",
    "submitted_at": "The time at which the service sent the transaction, in RFC 3339 form.",
    "subscriptions": "The events that the endpoint receives.",
    "swap_kind": "The kind of the swap: SAME_CHAIN or CROSS_CHAIN.",
    "swap_request_id": "The id of the swap, from execute_swap.",
    "symbol": "The asset's symbol.",
    "tag_id": "The tag's id.",
    "tag_name": "The tag's name.",
    "tag_type": "The type of the tag: of users or of private keys.",
    "tags": "The tags.",
    "tail_lines": "The most lines of each replica, the newest ones; no limit if left out or 0.",
    "target_public_key": "The target public key to seal it to: an uncompressed P-256 point, in hex.",
    "targeted_deployment_id": "The id of the deployment that traffic goes to.",
    "template_id": "The id of an email template; the newest template if left out.",
    "template_variables": "The values of the template's variables: a JSON object, as text.",
    "to_address": "The recipient's email address.",
    "total_deposited": "The sum of the deposits, in the asset's smallest unit, as decimal text.",
    "total_deposited_crypto": "The sum of the deposits in the asset's own unit, only to be shown to people.",
    "total_deposited_usd": "The sum of the deposits in US dollars, only to be shown to people.",
    "total_withdrawn": "The sum of the withdrawals, in the asset's smallest unit, as decimal text.",
    "total_withdrawn_crypto": (
        "The sum of the withdrawals in the asset's own unit, only to be shown to people."
    ),
    "total_withdrawn_usd": "The sum of the withdrawals in US dollars, only to be shown to people.",
    "transaction_error_json": "Solana's error object, as JSON text.",
    "transaction_hash": "The transaction's hash.",
    "transaction_id": "The id of the purchase, from init_fiat_on_ramp.",
    "transaction_status": "The status of the purchase.",
    "transactions": "The transactions, the newest first.",
    "transfer_id": "The id of the Spark transfer, a UUID.",
    "transfer_user_signature": "The signature of the package by the wallet's identity key, in DER, then hex.",
    "transfers": "The transfers of assets in the transaction.",
    "transports": "The transports that reach the authenticator.",
    "turnkey": "The service's record of the transaction; None if another sent it.",
    "tvc_app": "The application.",
    "tvc_app_id": "The id of the application.",
    "tvc_apps": "The applications.",
    "tvc_deployment": "The deployment.",
    "tvc_deployments": "The deployments.",
    "tvl": "The total value in the vault, in the asset's smallest unit, as decimal text.",
    "tx_error": "The error when the transaction was broadcast or confirmed.",
    "tx_hash": "The transaction's hash, once there is one.",
    "tx_status": "The status of the transaction.",
    "units_consumed": "The compute units that the transaction used.",
    "unsigned_transaction": "The unsigned transaction, in hex.",
    "updated_at": "When it last changed.",
    "url_for_signature": "The URL of MoonPay's widget, to get its signature.",
    "usage_usd": "The sponsored gas that was used in the window, in US dollars.",
    "usd": "The amount in US dollars, only to be shown to people.",
    "user": "The user.",
    "user_email": "The user's email address.",
    "user_id": "The id of the user.",
    "user_identifier": (
        "A text that stands for the user, such as a hash of the IP address, to limit the rate of SMS."
    ),
    "user_ids": "The ids of the users.",
    "user_name": "The user's name.",
    "user_phone_number": "The user's phone number, in E.164 form.",
    "user_tag": "The user's tag.",
    "user_tag_id": "The id of the tag.",
    "user_tag_ids": "The ids of the tags.",
    "user_tag_name": "The tag's name.",
    "username": "The user's name.",
    "users": "The users.",
    "v": "The recovery id, 00 or 01; 00 for Ed25519 and Schnorr signatures.",
    "vault_address": "The address of the vault.",
    "vaults": "The vaults by their total value in US dollars, the largest first.",
    "verification_token": "The verification token from verify_otp.",
    "verifying_key": "The group's key that verifies the signature: a compressed secp256k1 point, in hex.",
    "vote_id": "The id of the vote.",
    "wallet": "The wallet.",
    "wallet_account_id": "The id of the account.",
    "wallet_account_ids": "The ids of the accounts.",
    "wallet_address": "The wallet's address.",
    "wallet_details": "The account's wallet, if include_wallet_details asked for it.",
    "wallet_id": "The id of the wallet.",
    "wallet_ids": "The ids of the wallets.",
    "wallet_name": "The wallet's display name.",
    "wallets": "The wallets.",
    "webhook_endpoint": "The new endpoint.",
    "webhook_endpoints": "The webhook endpoints.",
    "window_duration_minutes": "The length of the window, in minutes.",
    "window_limit_usd": "The most sponsored gas in a window, in US dollars.",
    "withdraw_request_id": "The id of the withdrawal, from earn_withdraw.",
    "withdraw_tx_hash": "The hash of the withdrawal's transaction, once there is one.",
    "wrapper_address": "The address of the wrapper.",
}
"""The texts of fields by name, for all classes without a text of their own."""

OF_CLASSES: Final[dict[str, dict[str, str]]] = {
    "ActivityPolicyEvaluation": {
        "id": "The id of the evaluation.",
        "policy_evaluations": "The outcome of each policy that was evaluated.",
    },
    "ApiKeyParams": {
        "public_key": "The public key, in hex: a compressed point, or 32 bytes of Ed25519.",
    },
    "ApiOnlyUserApiKey": {
        "public_key": "The public key: a compressed P-256 point, in hex.",
    },
    "ApiOnlyUserParams": {
        "user_tags": "The ids of the user's tags; an empty array if there are none.",
    },
    "AssetBalance": {
        "name": "The asset's name.",
    },
    "AssetMetadata": {
        "logo_url": "The URL of the asset's logo.",
        "name": "The asset's name.",
    },
    "AttestationFields": {
        "credential_id": "The credential id, in CBOR, then base64url.",
    },
    "AuthenticationMethod": {
        "id": "The id of the passkey or other means that is required; None for any of the type.",
        "type": "The type of the method, such as AUTHENTICATION_TYPE_PASSKEY.",
    },
    "AuthenticationMethodParams": {
        "id": "The id of the passkey or other means that is required; any of the type if left out.",
        "type": "The type of the method, such as AUTHENTICATION_TYPE_PASSKEY.",
    },
    "ClaimEarnFeesResult": {
        "claim_request_id": "The id of the claim, for get_claim_earn_fees_status.",
    },
    "ClientSignatureFields": {
        "message": "The message that was signed.",
        "public_key": "The public key that verifies the signature, in hex.",
        "signature": "The signature over the message, in hex.",
    },
    "CreateApiKeys": {
        "api_keys": "The API keys to add.",
    },
    "CreateApiKeysResult": {
        "api_key_ids": "The ids of the new API keys.",
    },
    "CreateApiOnlyUsersResult": {
        "user_ids": "The ids of the new users.",
    },
    "CreateAuthenticators": {
        "authenticators": "The passkeys to add.",
    },
    "CreateAuthenticatorsResult": {
        "authenticator_ids": "The ids of the new passkeys.",
    },
    "CreateFiatOnRampCredentialResult": {
        "fiat_on_ramp_credential_id": "The id of the new credential.",
    },
    "CreateMfaPolicy": {
        "notes": "Notes on the policy.",
        "order": "The place among the MFA policies, from 0; lower ones are evaluated first.",
    },
    "CreateMfaPolicyResult": {
        "mfa_policy_id": "The id of the new MFA policy.",
    },
    "CreateOauth2Credential": {
        "provider": "The OAuth 2.0 provider.",
    },
    "CreateOauth2CredentialResult": {
        "oauth2_credential_id": "The id of the new OAuth 2.0 credential.",
    },
    "CreateOauthProviders": {
        "oauth_providers": "The OAuth providers to add.",
    },
    "CreateOauthProvidersResult": {
        "provider_ids": "The ids of the new providers.",
    },
    "CreatePolicies": {
        "policies": "The policies to create.",
    },
    "CreatePoliciesResult": {
        "policy_ids": "The ids of the new policies, in the order of the request.",
    },
    "CreatePolicy": {
        "notes": "Notes on the policy.",
    },
    "CreatePrivateKeyTag": {
        "private_key_ids": "The ids of private keys to add the tag to.",
    },
    "CreatePrivateKeyTagResult": {
        "private_key_ids": "The ids of the private keys that have the tag.",
        "private_key_tag_id": "The id of the new tag.",
    },
    "CreatePrivateKeys": {
        "private_keys": "The private keys to create.",
    },
    "CreatePrivateKeysResult": {
        "private_keys": "The new private keys.",
    },
    "CreatePrivateKeysV1Result": {
        "private_key_ids": "The ids of the new private keys.",
    },
    "CreateReadOnlySessionResult": {
        "session": "The session, which can only read.",
    },
    "CreateReadWriteSession": {
        "api_key_name": "The new key's display name; the service makes one if left out.",
        "expiration_seconds": "The key's lifetime, in seconds; 900 if left out.",
        "invalidate_existing": "Whether to invalidate the API keys of earlier sessions of this kind.",
        "user_id": "The id of the user; the one who makes the request if left out.",
    },
    "CreateReadWriteSessionResult": {
        "api_key_id": "The id of the new API key.",
    },
    "CreateSessionProfile": {
        "expiration_seconds": "The sessions' lifetime, in seconds; each login's own if left out.",
        "notes": "Notes on the profile.",
        "scope": "The scope, which limits what the profile's sessions may do.",
    },
    "CreateSessionProfileResult": {
        "session_profile_id": "The id of the new session profile.",
    },
    "CreateSmartContractInterface": {
        "label": "The interface's display name.",
        "notes": "Notes on the interface.",
        "smart_contract_interface": "The interface, an ABI or IDL, as JSON text of at most 400 kB.",
        "type": "The type of the interface: of Ethereum (ABI) or of Solana (IDL).",
    },
    "CreateSmartContractInterfaceResult": {
        "smart_contract_interface_id": "The id of the new interface.",
    },
    "CreateSubOrganization": {
        "client_signature": (
            "The signature by the key that the verification token is bound to, if there is one."
        ),
        "wallet": "The wallet to create.",
    },
    "CreateSubOrganizationResult": {
        "wallet": "The new wallet, if the request asked for a wallet.",
    },
    "CreateSwapQuote": {
        "sign_with": "The address to swap from; not a private key's id.",
        "slippage_bps": "The most slippage to tolerate, in basis points; the provider's default if left out.",
    },
    "CreateTvcApp": {
        "manifest_set_id": "The id of the operator set that approves manifests; or pass manifest_set_params.",
        "name": "The application's name.",
        "share_set_id": (
            "The id of the operator set that holds shares of the quorum key; or pass share_set_params."
        ),
    },
    "CreateTvcAppResult": {
        "app_id": "The id of the new application.",
    },
    "CreateTvcDeployment": {
        "nonce": "A number that makes the manifest unique; the time in seconds if left out.",
        "replicas": "The number of replicas that should run.",
    },
    "CreateTvcDeploymentResult": {
        "deployment_id": "The id of the new deployment.",
        "manifest_id": "The id of the new deployment's manifest.",
    },
    "CreateTvcOperator": {
        "derivation_path": "The derivation path that those of the operator's keys begin with.",
        "wallet_id": "The id of an existing wallet for the operator's keys.",
        "wallet_name": "The display name of a new wallet for the operator's keys; or pass wallet_id.",
    },
    "CreateTvcOperatorResult": {
        "operator_id": "The id of the new operator.",
        "wallet_id": "The id of the wallet with the operator's keys.",
    },
    "CreateTvcQuorumKey": {
        "threshold": "The number of operators whose shares restore the key.",
    },
    "CreateTvcQuorumKeyResult": {
        "quorum_public_key": "The public key of the new quorum key.",
    },
    "CreateUserTag": {
        "user_ids": "The ids of users to add the tag to.",
    },
    "CreateUserTagResult": {
        "user_ids": "The ids of the users who have the tag.",
        "user_tag_id": "The id of the new tag.",
    },
    "CreateUsers": {
        "users": "The users to create.",
    },
    "CreateUsersResult": {
        "user_ids": "The ids of the new users.",
    },
    "CreateWalletAccounts": {
        "accounts": "The accounts to add.",
    },
    "CreateWalletAccountsResult": {
        "addresses": "The addresses of the new accounts.",
    },
    "CreateWalletResult": {
        "wallet_id": "The id of the new wallet.",
    },
    "CreateWebhookEndpoint": {
        "name": "The endpoint's display name.",
        "url": "The URL that receives the events.",
    },
    "CreateWebhookEndpointResult": {
        "endpoint_id": "The id of the new webhook endpoint.",
    },
    "CreatedWallet": {
        "wallet_id": "The wallet's id.",
    },
    "Credential": {
        "public_key": "The credential's public key.",
        "session_profile_id": (
            "The id of the session profile, if the credential is of a session that has one."
        ),
        "type": "The type of the credential, such as CREDENTIAL_TYPE_API_KEY_P256.",
    },
    "DeleteApiKeysResult": {
        "api_key_ids": "The ids of the deleted API keys.",
    },
    "DeleteAuthenticatorsResult": {
        "authenticator_ids": "The ids of the deleted passkeys.",
    },
    "DeleteFiatOnRampCredentialResult": {
        "fiat_on_ramp_credential_id": "The id of the deleted credential.",
    },
    "DeleteInvitationResult": {
        "invitation_id": "The id of the deleted invitation.",
    },
    "DeleteMfaPolicyResult": {
        "mfa_policy_id": "The id of the deleted policy.",
    },
    "DeleteOauth2CredentialResult": {
        "oauth2_credential_id": "The id of the deleted OAuth 2.0 credential.",
    },
    "DeleteOauthProvidersResult": {
        "provider_ids": "The ids of the deleted OAuth providers.",
    },
    "DeletePoliciesResult": {
        "policy_ids": "The ids of the deleted policies.",
    },
    "DeletePolicyResult": {
        "policy_id": "The id of the deleted policy.",
    },
    "DeletePrivateKeyTagsResult": {
        "private_key_ids": "The ids of the private keys that had these tags.",
        "private_key_tag_ids": "The ids of the deleted tags.",
    },
    "DeletePrivateKeys": {
        "delete_without_export": "Whether to also delete keys that were never exported; these are lost then.",
    },
    "DeletePrivateKeysResult": {
        "private_key_ids": "The ids of the deleted keys.",
    },
    "DeleteSecrets": {
        "secret_ids": f"The ids of the secrets, at most {MAX_SECRETS_OF_A_REQUEST}, each once.",
    },
    "DeleteSecretsResult": {
        "secret_ids": "The ids of the deleted secrets, as in the request.",
    },
    "DeleteSmartContractInterfaceResult": {
        "smart_contract_interface_id": "The id of the deleted interface.",
    },
    "DeleteSubOrganization": {
        "delete_without_export": (
            "Whether to delete it even if wallets or private keys in it were never exported."
        ),
    },
    "DeleteTvcAppAndDeploymentsResult": {
        "app_id": "The id of the deleted application.",
    },
    "DeleteTvcDeploymentResult": {
        "deployment_id": "The id of the deleted deployment.",
    },
    "DeleteUserTagsResult": {
        "user_ids": "The ids of the users who had these tags.",
        "user_tag_ids": "The ids of the deleted tags.",
    },
    "DeleteUsersResult": {
        "user_ids": "The ids of the deleted users.",
    },
    "DeleteWalletAccounts": {
        "delete_without_export": "Whether to also delete accounts that were never exported.",
    },
    "DeleteWalletAccountsResult": {
        "wallet_account_ids": "The ids of the deleted accounts.",
    },
    "DeleteWallets": {
        "delete_without_export": (
            "Whether to also delete wallets that were never exported; these are lost then."
        ),
    },
    "DeleteWalletsResult": {
        "wallet_ids": "The ids of the deleted wallets.",
    },
    "DeleteWebhookEndpointResult": {
        "endpoint_id": "The id of the deleted webhook endpoint.",
    },
    "EarnDeployWrapper": {
        "client_fee_bps": "Your fee on the yield, in basis points: at most 4000.",
    },
    "EarnDeployWrapperResult": {
        "deploy_request_id": "The id of the deployment, for get_earn_deploy_status.",
        "wrapper_address": "The address of the new wrapper, which takes the deposits.",
    },
    "EarnDeposit": {
        "assets": "The amount to deposit, in the asset's smallest unit, as decimal text.",
        "sign_with": "The address to deposit from, which signs; not a private key's id.",
    },
    "EarnDepositResult": {
        "deposit_request_id": "The id of the deposit, for get_earn_deposit_status.",
    },
    "EarnEnabledVault": {
        "client_fee_wallet": "The address that receives your fees; None for a sub-organization.",
        "name": "The vault's name, by its provider.",
        "provider": "The provider of the vault.",
        "total_deposited": (
            "The sum of the deposits in the wrapper, in the asset's smallest unit, as decimal text."
        ),
    },
    "EarnPosition": {
        "provider": "The provider of the vault.",
    },
    "EarnVault": {
        "apy_pct": "The annual yield, as a decimal fraction: 0.05 is 5 %.",
        "enabled": "Whether the organization has a wrapper of the vault.",
        "name": "The vault's name, by its provider.",
        "provider": "The provider of the vault.",
    },
    "EarnWithdraw": {
        "sign_with": "The address to withdraw to, which signs; not a private key's id.",
    },
    "EarnWithdrawResult": {
        "withdraw_request_id": "The id of the withdrawal, for get_earn_withdraw_status.",
    },
    "EmailAuth": {
        "api_key_name": "The new key's display name; the service makes one if left out.",
        "expiration_seconds": "The key's lifetime, in seconds; 900 if left out.",
        "invalidate_existing": "Whether to invalidate the API keys of earlier logins of this kind.",
    },
    "EmailAuthCustomizationParams": {
        "logo_url": "The URL of your logo, a PNG image.",
    },
    "EmailAuthResult": {
        "api_key_id": "The id of the new API key.",
    },
    "EmailCustomizationParams": {
        "logo_url": "The URL of your logo, a PNG image.",
    },
    "EmailEvent": {
        "created_at": "The time of the record, in milliseconds since the epoch, as decimal text.",
        "details": "The details, which depend on the type of the event.",
        "event_type": "The type of the event, such as Delivery or Bounce.",
        "id": "The id of the event.",
        "timestamp": "The time of the event, in milliseconds since the epoch, as decimal text.",
    },
    "EthCallParams": {
        "data": "The data of the call, in hex.",
        "to": "The address to call or to pay, in hex with 0x.",
        "value": "The amount of the chain's own asset to send, in wei.",
    },
    "EthSendRawTransaction": {
        "signed_transaction": "The signed transaction to broadcast.",
    },
    "EthSendTransaction": {
        "from_": "The address that sends and signs; not a private key's id.",
    },
    "EthTransactionHistoryItem": {
        "block": "The block of the transaction.",
        "origin": "The maker of the transaction, such as TURNKEY for the service.",
        "status": "The status of the transaction's confirmation.",
        "to": "The address that is called or paid; None if the transaction creates a contract.",
    },
    "EthUndelegate7702": {
        "from_": "The address to undelegate; not a private key's id.",
        "gas_limit": "The most gas that the transaction may use; a fixed limit if left out.",
    },
    "ExecuteSwap": {
        "min_output_amount": "The min_output_amount of the quote.",
        "quote_id": "The id of the quote, from create_swap_quote.",
    },
    "ExecuteSwapResult": {
        "provider": "The provider of the swap.",
        "quote_id": "The id of the quote that is executed.",
        "swap_request_id": "The id of the swap, for get_swap_status.",
    },
    "ExportSecrets": {
        "secrets": f"The secrets, at most {MAX_SECRETS_OF_A_REQUEST}, each once.",
    },
    "Feature": {
        "name": "The feature's name, such as FEATURE_NAME_WEBHOOK.",
        "value": "The feature's value.",
    },
    "GetApiKeys": {
        "user_id": "The id of the user; all users if left out.",
    },
    "GetApiKeysResult": {
        "api_keys": "The API keys.",
    },
    "GetAuthenticatorsResult": {
        "authenticators": "The passkeys.",
    },
    "GetClaimEarnFeesStatusResult": {
        "status": "The status of the claim.",
    },
    "GetEarnDeployStatusResult": {
        "status": "The status of the deployment.",
    },
    "GetEarnDepositStatusResult": {
        "status": "The status of the deposit.",
    },
    "GetEarnWithdrawStatusResult": {
        "status": "The status of the withdrawal.",
    },
    "GetIpAllowlist": {
        "public_key": "The public key of the API key; the organization's list if left out.",
    },
    "GetLatestBootProof": {
        "app_name": "The id of the enclave application.",
    },
    "GetMfaStatus": {
        "user_id": "The id of the user; all users if left out.",
    },
    "GetNonces": {
        "address": "The Ethereum address.",
        "gas_station_nonce": "Whether to get the nonce of the gas station's contract.",
        "nonce": "Whether to get the account's nonce.",
    },
    "GetNoncesResult": {
        "gas_station_nonce": "The nonce of the gas station's contract, if asked for.",
        "nonce": "The account's next nonce, if asked for.",
    },
    "GetOauthProviders": {
        "user_id": "The id of the user; all users if left out.",
    },
    "GetOauthProvidersResult": {
        "oauth_providers": "The OAuth providers.",
    },
    "GetPolicyEvaluationsResult": {
        "policy_evaluations": "The evaluations, one for each vote.",
    },
    "GetSendTransactionStatus": {
        "send_transaction_status_id": "The id of the transaction's status, from the request that sent it.",
    },
    "GetSendTransactionStatusResult": {
        "error": "The details of the error, with those of a revert.",
        "eth": "The status on an Ethereum chain.",
        "solana": "The status on Solana.",
    },
    "GetSmartContractInterfaceResult": {
        "smart_contract_interface": "The interface of the smart contract.",
    },
    "GetSwapStatusResult": {
        "output_amount": "The received amount, in the output asset's smallest unit; None unless completed.",
        "provider": "The provider of the swap.",
        "refund": "The refund of a cross-chain swap that failed after its first transaction.",
        "status": "The status of the swap: PENDING, COMPLETED or FAILED.",
        "updated_at": "The time of the last change, in milliseconds since the epoch, as decimal text.",
    },
    "GetWalletAccount": {
        "derivation_path": "The account's derivation path.",
    },
    "GetWalletAddressBalances": {
        "address": "The address of a wallet's account; not of a private key.",
    },
    "ImportPrivateKey": {
        "curve": "The key's curve.",
        "encrypted_bundle": "The sealed private key; ImportTarget.encrypt_private_key makes it.",
        "user_id": "The id of the user who imports.",
    },
    "ImportPrivateKeyResult": {
        "addresses": "The key's addresses.",
        "private_key_id": "The id of the new private key.",
    },
    "ImportSecrets": {
        "secrets": "The sealed secrets.",
    },
    "ImportSecretsResult": {
        "secret_ids": "The ids of the new secrets, in the order of the request.",
    },
    "ImportWallet": {
        "encrypted_bundle": "The sealed mnemonic; ImportTarget.encrypt_wallet makes it.",
        "user_id": "The id of the user who imports.",
    },
    "ImportWalletResult": {
        "wallet_id": "The id of the new wallet.",
    },
    "InitFiatOnRamp": {
        "sandbox_mode": "Whether to use the provider's sandbox; false if left out.",
        "wallet_address": "The address that receives the cryptocurrency.",
    },
    "InitImportPrivateKey": {
        "user_id": "The id of the user who imports.",
    },
    "InitImportSecrets": {
        "encryption_suite": "The suite that seals the secrets.",
    },
    "InitImportWallet": {
        "user_id": "The id of the user who imports.",
    },
    "InitImportWalletResult": {
        "import_bundle": "The import bundle: the enclave's signed key to seal the wallet to.",
    },
    "GetAccount": {
        "filter_type": (
            "The kind of value to look for: EMAIL, PHONE_NUMBER, PUBLIC_KEY, CREDENTIAL_ID or OIDC_TOKEN."
        ),
        "oidc_token": "The OIDC token, in base64, whose identity is looked for.",
        "verification_token": "The verification token for the email address or phone number.",
    },
    "GetAccountResult": {
        "organization_id": "The id of the organization; None if there is none.",
    },
    "GetWalletKitClientParamsResult": {
        "turnstile_site_key": "The site key of Turnstile, the check that a browser is not a program.",
    },
    "GetWalletKitConfigResult": {
        "enabled_providers": "The ways to log in that the organization allows, such as email or passkey.",
        "oauth_client_ids": "The client ids of your applications at OAuth providers, by provider.",
        "oauth_redirect_url": "The URL that OAuth providers send the user back to.",
        "organization_id": "The id of the proxy's organization.",
        "otp_alphanumeric": "Whether one-time codes have letters, too.",
        "otp_length": "The number of characters of one-time codes, as decimal text.",
        "session_expiration_seconds": "The lifetime of sessions, in seconds, as decimal text.",
    },
    "InitOtp": {
        "expiration_seconds": "The code's lifetime, in seconds: at most 600; 300 if left out.",
    },
    "InitOtpAuth": {
        "expiration_seconds": "The code's lifetime, in seconds: at most 600; 300 if left out.",
    },
    "InitUserEmailRecovery": {
        "expiration_seconds": "The recovery credential's lifetime, in seconds; 900 if left out.",
    },
    "Invitation": {
        "status": "The status of the invitation.",
    },
    "InvitationParams": {
        "receiver_user_tags": "The tags that the invited user gets; an empty array if there are none.",
    },
    "IpAllowlist": {
        "enabled": "Whether the organization's list applies; None for the list of an API key.",
        "on_evaluation_error": "What happens if the list cannot be evaluated: ALLOW or DENY.",
        "public_key": "The public key of the API key that the list is for; None for the organization.",
        "rules": "The blocks of IP addresses.",
    },
    "IpAllowlistEntry": {
        "created_at": "The time of the record, in milliseconds since the epoch, as decimal text.",
        "label": "The rule's display name.",
    },
    "IpAllowlistRule": {
        "label": "The rule's display name.",
    },
    "KeyValue": {
        "key": "The name.",
        "value": "The value.",
    },
    "ListEarnEnabledVaults": {
        "caip19": "The asset of the vaults to list, as a CAIP-19 id; all if left out.",
        "provider": "The provider of the vaults to list; all if left out.",
    },
    "ListEarnVaults": {
        "caip19": "The asset of the vaults to list, as a CAIP-19 id.",
        "provider": "The provider of the vaults to list; all if left out.",
    },
    "ListEmailEvents": {
        "email": "The address that received the emails.",
        "event_type": "The type of the events to list, such as Delivery or Bounce; all if left out.",
    },
    "ListEthTransactionHistory": {
        "address": "The address of a wallet's account; not of a private key.",
    },
    "ListPrivateKeyTagsResult": {
        "private_key_tags": "The tags of private keys.",
    },
    "ListSecrets": {
        "pagination_options": "Which part of the list; 10 if left out.",
    },
    "ListSolTransactionHistory": {
        "address": "The address of a wallet's account; not of a private key.",
        "caip2": "The Solana chain, as a CAIP-2 id or an alias such as solana:mainnet.",
    },
    "ListSuborgs": {
        "filter_type": (
            "The property that the filter compares.\n\n"
            "It is CREDENTIAL_ID, NAME, USERNAME, EMAIL, PHONE_NUMBER, OIDC_TOKEN, PUBLIC_KEY or "
            "WALLET_ACCOUNT_ADDRESS."
        ),
    },
    "ListUserTagsResult": {
        "user_tags": "The tags of users.",
    },
    "ListVerifiedSuborgs": {
        "filter_type": "The property that the filter compares: EMAIL or PHONE_NUMBER.",
    },
    "ListWalletAccounts": {
        "wallet_id": "The id of the wallet; all wallets if left out.",
    },
    "ListWalletAccountsResult": {
        "accounts": "The accounts.",
    },
    "LogLine": {
        "content": "The line as the application printed it, without the newline at its end.",
        "ts": "When the line was logged.",
    },
    "MfaPolicy": {
        "notes": "Notes on the policy.",
        "order": "The place among the MFA policies, from 0; lower ones are evaluated first.",
    },
    "NativeRevertError": {
        "message": "The message of an Error(string).",
    },
    "Oauth": {
        "api_key_name": "The new key's display name; the service makes one if left out.",
        "expiration_seconds": "The key's lifetime, in seconds; 900 if left out.",
        "invalidate_existing": "Whether to invalidate the API keys of earlier logins of this kind.",
    },
    "Oauth2Authenticate": {
        "nonce": "The SHA-256 of your public key, which binds the OIDC token to it; oidc_nonce makes it.",
    },
    "Oauth2AuthenticateResult": {
        "oidc_token": "The OIDC token that the service issues, in base64, for OauthLogin.",
    },
    "Oauth2Credential": {
        "provider": "The OAuth 2.0 provider.",
    },
    "OauthLogin": {
        "expiration_seconds": "The session's lifetime, in seconds; 900 if left out.",
        "public_key": "The public key to bind the session to.",
        "session_profile_id": "The id of the session's profile; if left out, the session can read and write.",
    },
    "OauthProvider": {
        "oidc_token": "An OIDC token of the user, in base64.",
    },
    "OauthProviderParams": {
        "oidc_token": "An OIDC token of the user, in base64.",
    },
    "OauthResult": {
        "api_key_id": "The id of the new API key.",
    },
    "OrganizationData": {
        "name": "The organization's name.",
    },
    "OtpAuth": {
        "api_key_name": "The new key's display name; the service makes one if left out.",
        "expiration_seconds": "The key's lifetime, in seconds; 900 if left out.",
        "invalidate_existing": "Whether to invalidate the API keys of earlier logins of this kind.",
        "otp_id": "The id of the OTP flow, from init_otp_auth.",
    },
    "OtpAuthResult": {
        "api_key_id": "The id of the new API key.",
    },
    "OtpLogin": {
        "expiration_seconds": "The session's lifetime, in seconds; 900 if left out.",
        "public_key": "The public key to bind the session to.",
        "session_profile_id": "The id of the session's profile; if left out, the session can read and write.",
    },
    "OtpLoginV1": {
        "client_signature": (
            "The signature by the key that the verification token is bound to, if there is one."
        ),
    },
    "OtpLoginV2": {
        "invalidate_existing": "Whether to end the user's other sessions.",
        "organization_id": "The id of the organization; if left out, the service looks it up by the contact.",
    },
    "OtpVerify": {
        "encrypted_otp_bundle": (
            "The sealed one-time code and your public key; encrypt_code of the answer to OtpInitV2 makes it."
        ),
        "public_key": "Your public key, to bind the verification token to; if left out, it is bound to none.",
    },
    "OtpVerifyResult": {
        "verification_token": "The verification token: a JWT that says which contact is verified.",
    },
    "Policy": {
        "notes": "Notes on the policy.",
        "time": "The expression that says at which times the policy applies; always if left out.",
    },
    "PolicyParams": {
        "notes": "Notes on the policy.",
        "time": "The expression that says at which times the policy applies; always if left out.",
    },
    "PrivateKey": {
        "addresses": "The key's addresses.",
        "created_at": "When the key was created.",
        "curve": "The key's curve, such as CURVE_SECP256K1.",
        "exported": "Whether the key was ever exported.",
        "imported": "Whether the key was imported.",
        "private_key_id": "The private key's id.",
        "private_key_tags": "The ids of the key's tags.",
        "updated_at": "When the key last changed.",
    },
    "PrivateKeyParams": {
        "curve": "The key's curve.",
        "private_key_tags": "The ids of the key's tags; an empty array if there are none.",
    },
    "PrivateKeyResult": {
        "addresses": "The key's addresses.",
        "private_key_id": "The id of the new private key.",
    },
    "Property": {
        "key": "The name.",
        "value": "The value.",
    },
    "PublicKeyCredentialWithAttestation": {
        "id": "The credential id, in base64url.",
        "response": "The authenticator's response.",
        "type": "The type of the credential, always public-key.",
    },
    "Quorum": {
        "threshold": "The number of members who must approve.",
        "user_ids": "The ids of the members.",
    },
    "QuorumKeyShareApprovalBundle": {
        "signature": "The operator's signature over the manifest.",
    },
    "RecoverUser": {
        "authenticator": "The passkey to add.",
        "user_id": "The id of the user who recovers.",
    },
    "RecoverUserResult": {
        "authenticator_id": "The id of the new passkey, in an array.",
    },
    "RemoveIpAllowlist": {
        "public_key": "The public key of the API key; the organization's list if left out.",
    },
    "RemoveOrganizationFeature": {
        "name": "The feature's name.",
    },
    "RemoveOrganizationFeatureResult": {
        "features": "The organization's features after the change.",
    },
    "RestoreTvcDeploymentResult": {
        "deployment_id": "The id of the restored deployment.",
    },
    "RevertChainEntry": {
        "address": "The address of the contract that reverted.",
        "custom": "The details of an error that the contract defines.",
        "native": "The details of an error of Solidity itself.",
        "unknown": "The details of an error of an unknown type.",
    },
    "Secret": {
        "created_at": "When the secret was created.",
        "name": "The secret's display name, if it has one.",
        "secret_id": "The secret's id.",
    },
    "SecretToExport": {
        "encryption_suite": "The suite to seal it with.",
    },
    "SecretToImport": {
        "encryption_suite": "The suite that sealed it.",
        "name": "The secret's display name, unique in the organization.",
        "static_properties": "Properties of the secret that never change, for policies.",
        "target_public_key": "The enclave's key that it is sealed to, of init_import_secrets.",
    },
    "Secrets": {
        "secrets": "The secrets, the newest first.",
    },
    "SessionProfile": {
        "expiration_seconds": "The sessions' lifetime, in seconds; None for each login's own.",
        "notes": "Notes on the profile.",
        "scope": "The scope, which limits what the profile's sessions may do.",
    },
    "SetIpAllowlist": {
        "enabled": "Whether the organization's list applies; not allowed with publicKey.",
        "public_key": "The public key of the API key to set the list for; null for the organization.",
        "rules": "The blocks of IP addresses.",
    },
    "SetOrganizationFeature": {
        "name": "The feature's name.",
        "value": "The feature's value, which replaces the one before.",
    },
    "SetOrganizationFeatureResult": {
        "features": "The organization's features after the change.",
    },
    "SignRawPayloadV1": {
        "private_key_id": "The id of the private key that signs.",
    },
    "SignRawPayloadsResult": {
        "signatures": "The signatures, in the order of the payloads.",
    },
    "SignTransaction": {
        "type": "The type of the transaction, such as TRANSACTION_TYPE_ETHEREUM.",
    },
    "SignTransactionV1": {
        "private_key_id": "The id of the private key that signs.",
    },
    "ProxyOauth2Authenticate": {
        "nonce": "The SHA-256 of your public key, which binds the OIDC token to it; oidc_nonce makes it.",
        "provider": "The OAuth 2.0 provider.",
    },
    "ProxyOauth2AuthenticateResult": {
        "oidc_token": "The OIDC token that the service issues, in base64, for ProxyOauthLogin.",
    },
    "ProxyOauthLogin": {
        "invalidate_existing": "Whether to end the user's other sessions.",
        "organization_id": "The id of the organization; if left out, the service looks it up by the token.",
        "public_key": "The public key to bind the session to.",
    },
    "ProxyOtpLogin": {
        "client_signature": (
            "The signature by the key that the verification token is bound to, if there is one."
        ),
        "invalidate_existing": "Whether to end the user's other sessions.",
        "organization_id": "The id of the organization; if left out, the service looks it up by the contact.",
        "public_key": "The public key to bind the session to.",
    },
    "ProxySignup": {
        "organization_name": "The name of the user's organization.",
        "verification_token": (
            "The verification token from verify_otp, for the email address or phone number."
        ),
        "wallet": "The wallet to create.",
    },
    "Signup": {
        "organization_id": "The id of the new user's organization.",
        "wallet": "The new wallet, if the request asked for a wallet.",
    },
    "SignupV2": {
        "organization_name": "The name of the user's organization.",
        "verification_token": (
            "The verification token from verify_otp, for the email address or phone number."
        ),
        "wallet": "The wallet to create.",
    },
    "SignupWalletAccount": {
        "name": "The account's display name.",
        "path": "The derivation path.",
    },
    "SmartContractInterface": {
        "label": "The interface's display name.",
        "notes": "Notes on the interface.",
        "smart_contract_interface": "The interface, an ABI or IDL, as JSON text.",
        "type": "The type of the interface: of Ethereum (ABI) or of Solana (IDL).",
    },
    "SmartContractInterfaceReference": {
        "digest": "The digest of the interface.",
    },
    "SmsCustomizationParams": {
        "template": "The text of the SMS; {{.OtpCode}} stands for the code.",
    },
    "SolSendTransaction": {
        "caip2": "The Solana chain, as a CAIP-2 id or an alias such as solana:mainnet.",
        "recent_blockhash": (
            "A recent blockhash to use; a sponsored transaction gets a fresh one if left out."
        ),
    },
    "SolTransactionHistoryItem": {
        "block": "The block of the transaction.",
        "origin": "The maker of the transaction, such as TURNKEY for the service.",
        "signature": "The transaction's signature, which is its id.",
        "status": "The status of the transaction's confirmation.",
    },
    "SolTransactionHistorySigner": {
        "address": "The signer's address.",
        "writable": "Whether the transaction may write to the account.",
    },
    "SolanaFailureDetails": {
        "source": "The stage that failed, such as simulation or preflight.",
    },
    "SolanaSendTransactionStatus": {
        "signature": "The transaction's signature, which is its id, once there is one.",
    },
    "SparkClaimPackage": {
        "leaves": "The leaves to claim.",
        "threshold": "The number of shares that restore the secret of a leaf.",
    },
    "SparkClaimTransfer": {
        "claim": "The transfer to claim.",
        "sign_with": "The address of an account of the wallet, in a Spark format.",
    },
    "SparkEncryptedOperatorPackage": {
        "operator_id": "The id of the Spark operator, a UUID.",
    },
    "SparkFrostCommitment": {
        "id": "The participant's identifier in FROST: a scalar of 32 bytes, in hex.",
    },
    "SparkKeyDerivation": {
        "deposit": "The derivation of the deposit key.",
        "identity": "The derivation of the identity key.",
    },
    "SparkLeafPublicKey": {
        "public_key": "The leaf's public key: a compressed secp256k1 point, in hex.",
    },
    "SparkLightningReceivePackage": {
        "operator_recipients": (
            "The Spark operators that receive shares, in the order of their numbers in Spark."
        ),
        "threshold": "The number of shares that restore the preimage.",
    },
    "SparkOperatorRecipient": {
        "operator_id": "The id of the Spark operator, a UUID.",
    },
    "SparkPrepareLightningReceive": {
        "sign_with": "The address of an account of the wallet, in a Spark format.",
    },
    "SparkPrepareTransfer": {
        "sign_with": "The address of an account of the wallet, in a Spark format.",
        "transfer": "The transfer to prepare.",
    },
    "SparkSignFrost": {
        "sign_with": "The address of an account of the wallet, in a Spark format.",
        "signatures": "The signatures to make.",
    },
    "SparkSignFrostResult": {
        "signatures": "The partial signatures, in the order of the request.",
    },
    "SparkSignatureRequest": {
        "message": "The digest to sign: 32 bytes, in hex.",
    },
    "SparkStaticDepositDerivation": {
        "index": "The index of the static deposit key.",
    },
    "SparkTransferPackage": {
        "leaves": "The leaves to transfer.",
        "operator_recipients": (
            "The Spark operators that receive shares, in the order of their numbers in Spark."
        ),
        "threshold": "The number of shares that restore the tweak of a leaf's key.",
    },
    "StampLogin": {
        "expiration_seconds": "The session's lifetime, in seconds; 900 if left out.",
        "public_key": "The public key to bind the session to.",
        "session_profile_id": "The id of the session's profile; if left out, the session can read and write.",
    },
    "SwapError": {
        "message": "The reason of the failure, in words.",
        "reason": "The reason of the failure: ORIGIN_TRANSACTION_FAILED or PROVIDER_FILL_FAILED.",
    },
    "SwapQuote": {
        "client_fee_bps": "Your fee, in basis points, which the amounts contain already.",
        "output_amount": "The expected amount, in the output asset's smallest unit, as decimal text.",
        "provider": "The provider of the swap.",
        "quote_id": "The id of the quote, for execute_swap.",
        "slippage_bps": "The slippage that the quote tolerates, in basis points.",
    },
    "SwapRefund": {
        "asset": "The asset that was returned, as a CAIP-19 id.",
        "tx_hash": "The hash of the refund's transaction, if there is one.",
    },
    "TransactionHistoryAsset": {
        "name": "The asset's name.",
    },
    "TransactionHistoryBlock": {
        "hash": "The block's hash.",
        "number": "The block's number.",
        "timestamp": "The time of the block, in RFC 3339 form.",
    },
    "TransactionHistoryTransfer": {
        "counterparty": "The address at the other end of the transfer.",
        "direction": "The direction of the transfer, as seen from the address that was asked about.",
    },
    "TvcApp": {
        "id": "The id of the application.",
        "name": "The application's name.",
    },
    "TvcContainerSpec": {
        "args": "The arguments of the program.",
        "path": "The path of the program in the container.",
    },
    "TvcDeployment": {
        "delete": "Whether the deployment is to be deleted.",
        "id": "The id of the deployment.",
        "manifest": "The manifest of the deployment.",
    },
    "TvcDeploymentDebugLogEntry": {
        "line": "The log line, with its time.",
    },
    "TvcManifest": {
        "id": "The id of the manifest.",
        "manifest": "The manifest: JSON, in base64.",
    },
    "TvcManifestApproval": {
        "signature": "The operator's signature over the manifest.",
    },
    "TvcOperator": {
        "id": "The id of the operator.",
        "name": "The operator's name.",
        "public_key": "The operator's public key.",
    },
    "TvcOperatorApproval": {
        "approval": "The operator's signature over the manifest.",
        "id": "The id of the approval.",
        "operator": "The operator who approved.",
    },
    "TvcOperatorParams": {
        "name": "The operator's name.",
        "public_key": "The operator's public key.",
    },
    "TvcOperatorSet": {
        "id": "The id of the operator set.",
        "name": "The operator set's name.",
        "operators": "The operators of the set.",
        "threshold": "The number of operators who must agree.",
    },
    "TvcOperatorSetParams": {
        "name": "The operator set's name.",
        "threshold": "The number of operators who must agree.",
    },
    "TxError": {
        "eth": "The details of a failure on Ethereum.",
        "message": "The error, in words.",
        "solana": "The details of a failure on Solana.",
    },
    "UnknownRevertError": {
        "data": "The data of the error, in hex.",
        "selector": "The selector of the error, 4 bytes.",
    },
    "UpdateMfaPolicy": {
        "mfa_policy_name": "The policy's new display name.",
        "notes": "Notes on the policy.",
        "order": "The place among the MFA policies, from 0; lower ones are evaluated first.",
    },
    "UpdateOauth2Credential": {
        "provider": "The OAuth 2.0 provider.",
    },
    "UpdateOrganizationName": {
        "organization_name": "The organization's new name.",
    },
    "UpdateOrganizationNameResult": {
        "organization_name": "The organization's new name.",
    },
    "UpdatePolicy": {
        "policy_name": "The policy's new name.",
    },
    "UpdateRootQuorum": {
        "threshold": "The number of root users who must approve.",
        "user_ids": "The ids of the root users.",
    },
    "UpdateUser": {
        "user_email": "The user's new email address.",
        "user_name": "The user's new name.",
        "user_phone_number": "The user's new phone number, in E.164 form.",
        "user_tag_ids": "The ids of tags that replace all tags of the user; an empty array removes all.",
    },
    "UpdateUserEmail": {
        "user_email": "The user's new email address; empty to remove it.",
        "verification_token": "The verification token from verify_otp, if the address is already verified.",
    },
    "UpdateUserName": {
        "user_name": "The user's new name.",
    },
    "UpdateUserPhoneNumber": {
        "user_phone_number": "The user's new phone number, in E.164 form; empty to remove it.",
        "verification_token": "The verification token from verify_otp, if the number is already verified.",
    },
    "UpdateWallet": {
        "wallet_name": "The wallet's new display name.",
    },
    "UpdateWebhookEndpoint": {
        "is_active": "Whether the endpoint receives events.",
        "name": "The endpoint's new display name.",
        "url": "The new URL that receives the events.",
    },
    "UpdateWebhookEndpointResult": {
        "webhook_endpoint": "The endpoint after the change.",
    },
    "User": {
        "api_keys": "The user's API keys.",
        "authenticators": "The user's passkeys.",
        "oauth_providers": "The user's OAuth providers.",
        "user_tags": "The ids of the user's tags.",
    },
    "UserAuthenticator": {
        "model": "The authenticator's model.",
    },
    "UserParams": {
        "user_tags": "The ids of the user's tags; an empty array if there are none.",
    },
    "VerifyOtp": {
        "expiration_seconds": "The token's lifetime, in seconds: at most 86400; 3600 if left out.",
        "otp_id": "The id of the OTP flow, from init-OTP.",
    },
    "VerifyOtpV1": {
        "public_key": "Your public key, which the verification token is bound to.",
    },
    "VerifyOtpV1Result": {
        "verification_token": "The verification token: a JWT that says which contact is verified.",
    },
    "Wallet": {
        "exported": "Whether the wallet was ever exported.",
        "imported": "Whether the wallet was imported.",
    },
    "WalletAccount": {
        "name": "The account's display name, unique in the organization.",
        "path": "The derivation path.",
        "public_key": "The account's public key, in hex.",
    },
    "WalletAccountParams": {
        "name": "The account's display name.",
        "path": "The derivation path.",
    },
    "WalletResult": {
        "wallet_id": "The id of the new wallet.",
    },
    "WebhookEndpoint": {
        "endpoint_id": "The endpoint's id.",
        "is_active": "Whether the endpoint receives events.",
        "name": "The endpoint's display name.",
        "organization_id": "The id of the endpoint's organization.",
        "url": "The URL that receives the events.",
    },
    "WebhookSubscription": {
        "event_type": "The type of event, such as ACTIVITY_UPDATES.",
        "is_active": "Whether the subscription is active.",
    },
    "WebhookSubscriptionParams": {
        "event_type": "The type of event, such as ACTIVITY_UPDATES.",
        "is_active": "Whether the subscription is active.",
    },
}
"""The texts of fields by class."""

_FILE: Final = "tools/catalog/field_texts.py"
_VERSION: Final = re.compile(r"V\d+(?=(Result)?\Z)", re.ASCII)


def find(class_name: str, field_name: str) -> str:
    """Return the text of a field, empty if it has none."""
    return next((text for _, text in _found(class_name, field_name)), "")


def missing(fields: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Tell the fields without a text; each is given as class and name."""
    for class_name, name in fields:
        if not _found(class_name, name):
            where = f"FIELDS, or to {class_name!r} in OF_CLASSES, in {_FILE}"
            yield f"{name} of {class_name} has no text for editors: add it to {where}"


def unused(fields: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Tell the texts of no use; fields are given as class and name."""
    of_no_field = {("", name) for name in FIELDS}
    of_no_field |= {(owner, name) for owner, texts in OF_CLASSES.items() for name in texts}
    repeated = set()
    for class_name, name in fields:
        found = _found(class_name, name)
        of_no_field -= {(owner, name) for owner, _ in found[:1]}
        if len(found) > 1 and found[0][1] == found[1][1]:
            repeated.add((found[0][0], name))
    for owner, name in sorted(repeated):
        yield f"OF_CLASSES in {_FILE} has {name!r} of {owner!r} with the text that it has anyway: take it out"
    for owner, name in sorted(of_no_field):
        row = (
            f"OF_CLASSES in {_FILE} has {name!r} of {owner!r}" if owner else f"FIELDS in {_FILE} has {name!r}"
        )
        yield f"{row}, the text of no field: take it out"


def _found(class_name: str, field_name: str) -> list[tuple[str, str]]:
    """Return the texts that fit a field, its own first, each after its class, which is empty in `FIELDS`."""
    owners = dict.fromkeys((class_name, _VERSION.sub("", class_name)))
    found = [(owner, OF_CLASSES.get(owner, {}).get(field_name, "")) for owner in owners]
    found.append(("", FIELDS.get(field_name, "")))
    return [(owner, text) for owner, text in found if text]
