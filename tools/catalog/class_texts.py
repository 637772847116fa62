"""The documentation of the classes in the catalog of operations, which ``generator`` writes under each class.

An operation has its text in ``SUMMARIES`` of ``decisions``. The text of its answer follows from the
operation's name, unless it is here.
"""

from collections.abc import Iterator, Mapping
from typing import Final

CLASSES: Final[dict[str, str]] = {
    "ActivityPolicyEvaluation": "The outcomes of the policies for a vote on an activity.",
    "ApiKeyParams": "An API key to create, on any curve.",
    "ApiOnlyUserApiKey": "An API key to create, without a choice of its curve.",
    "ApiOnlyUserParams": "A user to create who has API keys and no other credentials.",
    "AppStatus": "The status of a verifiable cloud application, with its deployments.",
    "AssetBalance": "The balance of an asset at an address.",
    "AssetBalanceDisplay": "The balance of an asset, for people to read.",
    "AssetMetadata": "An asset that the service supports on a chain.",
    "AttestationFields": "The attestation of a new passkey; ``encode_attestation`` makes it.",
    "AuthenticationMethod": "A method of authentication that an MFA policy accepts.",
    "AuthenticationMethodParams": "A method of authentication for an MFA policy to accept.",
    "AuthenticatorAttestationResponse": "The response of an authenticator to the creation of a passkey.",
    "AuthenticatorParams": "A passkey to add.",
    "AuthenticatorParamsV1": "A passkey to add, in version 1 of the creation of users.",
    "ClientSignatureFields": "A client signature in a request; ``sign_login`` and ``sign_signup`` make it.",
    "CreatedWallet": "A wallet that a signup created.",
    "CredPropsAuthenticationExtensionsClientOutputs": "The output of the WebAuthn extension credProps.",
    "Credential": "The public key of an API key or a passkey, and its type.",
    "CustomRevertError": "An error that the contract's interface defines.",
    "DeploymentStatus": "The replicas of a deployment.",
    "EarnEnabledVault": "An earning vault that the organization has a wrapper of.",
    "EarnPosition": "The deposits of an address in an earning vault.",
    "EarnPositionDisplay": "The amounts of a position in an earning vault, for people to read.",
    "EarnValueDisplay": "An amount in an earning vault, for people to read.",
    "EarnVault": "An earning vault for an asset.",
    "EmailAuthCustomizationParams": (
        "Changes to the text and look of an email with a credential or recovery bundle."
    ),
    "EmailCustomizationParams": (
        "Changes to the text and look of an email, in the earlier versions of operations."
    ),
    "EmailCustomizationParamsV2": "Changes to the text and look of an email with a one-time code.",
    "EmailEvent": "An event of an email that the service sent, such as its delivery.",
    "EmailEventDetails": "The details of an event of an email.",
    "EthCallParams": "A call to send in an Ethereum transaction.",
    "EthFailureDetails": "The failure of an Ethereum transaction.",
    "EthSendTransactionStatus": "The hash of an Ethereum transaction that was sent.",
    "EthTransactionHistoryItem": "A transaction of an Ethereum address.",
    "Feature": "A feature of an organization, and its value.",
    "FiatOnRampCredential": "A credential of a provider that sells crypto for fiat money.",
    "Invitation": "An invitation to the organization.",
    "InvitationParams": "A person to invite to the organization.",
    "IpAllowlist": "An IP allowlist of the organization, or of an API key.",
    "IpAllowlistEntry": "A block of IP addresses on an IP allowlist.",
    "IpAllowlistRule": "A block of IP addresses that may use the API.",
    "KeyValue": "A property of a secret, or a part of the context of a request; policies can read both.",
    "LogLine": "A line that an application logged, and its time.",
    "Login": "The answer to a login through the auth proxy.",
    "MfaPolicy": "An MFA policy of a user.",
    "MfaStatus": "The progress of a user with an MFA policy, for an activity.",
    "NativeRevertError": "A revert without an error of the contract's own: a message, a panic, or neither.",
    "Oauth2Credential": "The registration of your application at an OAuth 2.0 provider.",
    "OauthProvider": "An OAuth provider that a user logs in with.",
    "OauthProviderParams": "An OAuth provider to add, by an OIDC token.",
    "OidcClaims": "The claims by which an OIDC provider identifies a user.",
    "OrganizationConfigs": "The features and the root quorum of an organization.",
    "OrganizationData": "An organization, with everything in it.",
    "PageInfo": "The place of a part in its whole list.",
    "Pagination": "A part of a list.",
    "Policy": "A policy of the organization.",
    "PolicyEvaluation": "The outcome of a policy for a vote.",
    "PolicyParams": "A policy to create.",
    "PrivateKey": "A private key that the service holds; the record has no secret.",
    "PrivateKeyParams": "A private key to create.",
    "PrivateKeyResult": "The id and the addresses of a new private key.",
    "Property": "A property of a secret.",
    "ProxyEmailCustomizationParams": "The template of an email with a one-time code from the auth proxy.",
    "PublicKeyCredentialWithAttestation": "A new passkey as WebAuthn's JSON has it, with its attestation.",
    "Quorum": "The root users of an organization, and how many of them must approve.",
    "QuorumKeyShareApprovalBundle": (
        "An operator's share of a quorum key, and the operator's signature over the manifest."
    ),
    "RequiredAuthenticationMethod": "A step of an MFA policy: alternative methods of authentication.",
    "RequiredAuthenticationMethodParams": (
        "A step for an MFA policy to require: alternative methods of authentication."
    ),
    "RevertChainEntry": "A reverted call, in a chain of nested calls.",
    "RootUserParams": "A root user of a new sub-organization.",
    "RootUserParamsV4": "A root user of a new sub-organization, in version 7 of its creation.",
    "Secret": "A secret that the service holds; the record has no secret.",
    "SecretToExport": "A secret to export, and the key to seal it to.",
    "SecretToImport": "A secret that is sealed to a key of the enclave.",
    "SessionProfile": "A session profile, which limits what sessions may do.",
    "Signup": "The answer to a signup through the auth proxy.",
    "SignupApiKey": "An API key of a new user.",
    "SignupAuthenticator": "A passkey of a new user.",
    "SignupWallet": "A wallet of a new user.",
    "SignupWalletAccount": "An account of a new wallet.",
    "SetIpAllowlistResult": "The result of set_ip_allowlist, which has no fields.",
    "SimpleClientExtensionResults": "The outputs of WebAuthn extensions.",
    "SmartContractInterface": "The interface of a smart contract, for policies.",
    "SmartContractInterfaceReference": "A reference to the interface of a smart contract.",
    "SmsCustomizationParams": "Changes to the text of an SMS with a one-time code.",
    "SolTransactionHistoryItem": "A transaction of a Solana address.",
    "SolTransactionHistorySigner": "A signer of a Solana transaction.",
    "SolanaFailureDetails": "The failure of a Solana transaction.",
    "SolanaSendTransactionStatus": "The signature of a Solana transaction that was sent.",
    "SparkClaimLeaf": "A leaf that a Spark transfer gives, to claim.",
    "SparkClaimPackage": "A Spark transfer to claim, with its leaves.",
    "SparkDepositDerivation": "The choice of the deposit key of a Spark wallet.",
    "SparkEncryptedOperatorPackage": "A package that is sealed to a Spark operator.",
    "SparkFrostCommitment": "The nonce commitments of a FROST signer.",
    "SparkHtlcPreimageDerivation": "The choice of the key for HTLC preimages of a Spark wallet.",
    "SparkIdentityDerivation": "The choice of the identity key of a Spark wallet.",
    "SparkKeyDerivation": "The choice of a key of a Spark wallet; it has exactly one field.",
    "SparkLeafPublicKey": "The new public key of a Spark leaf.",
    "SparkLightningReceivePackage": "The Spark operators that share the preimage of a Lightning payment.",
    "SparkOperatorRecipient": "A Spark operator, and the public key to seal to.",
    "SparkPartialSignature": "A FROST signature share, with the nonce commitments of its signer.",
    "SparkSignatureRequest": "A message to sign with FROST, and the key to sign it with.",
    "SparkSigningLeafDerivation": "The choice of the key of a Spark leaf.",
    "SparkStaticDepositDerivation": "The choice of a static deposit key of a Spark wallet, by its index.",
    "SparkTransferLeaf": "A leaf to transfer on Spark.",
    "SparkTransferPackage": "A Spark transfer to prepare, with its leaves.",
    "SwapError": "The failure of a swap.",
    "SwapQuote": "A provider's quote for a swap.",
    "SwapRefund": "The refund of a failed swap.",
    "Tag": "A tag of users or private keys.",
    "TransactionHistoryAsset": "The asset that a transfer moved.",
    "TransactionHistoryBlock": "The block that has a transaction.",
    "TransactionHistoryDisplay": "The amount of a transfer, for people to read.",
    "TransactionHistoryFee": "The fee of a transaction.",
    "TransactionHistoryTransfer": "A transfer of an asset in a transaction, from or to an address.",
    "TransactionHistoryTurnkey": "The service's record of a transaction that it sent.",
    "TvcApp": "A verifiable cloud application.",
    "TvcContainerSpec": "The container of a verifiable cloud deployment.",
    "TvcDeployment": "A deployment of a verifiable cloud application.",
    "TvcDeploymentDebugLogEntry": (
        "A log line of a deployment in debug mode, and the replica that it is from."
    ),
    "TvcManifest": "The manifest of a verifiable cloud deployment.",
    "TvcManifestApproval": "An operator's approval to add to a manifest.",
    "TvcOperator": "An operator of verifiable cloud applications.",
    "TvcOperatorApproval": "An operator's approval of a manifest.",
    "TvcOperatorParams": "An operator to create, by a public key.",
    "TvcOperatorSet": "A set of operators, and how many of them must agree.",
    "TvcOperatorSetParams": "A set of operators for a new verifiable cloud application.",
    "TxError": "The failure of a transaction.",
    "UnknownRevertError": "The data of a reverted call, of an error that is not in the contract's interface.",
    "User": "A user, with the user's credentials.",
    "UserApiKey": "An API key of a user.",
    "UserAuthenticator": "A passkey of a user.",
    "UserOauthProvider": "An OAuth provider of a user, with the claims that identify the user there.",
    "UserParams": "A user to create, with credentials.",
    "UserParamsV1": "A user to create, in version 1 of the creation of users.",
    "UserParamsV2": "A user to create, in version 2 of the creation of users.",
    "UserParamsV3": "A user to create, in version 3 of the creation of users.",
    "Wallet": "A wallet that the service holds; the record has no secret.",
    "WalletAccount": "An account of a wallet, with its address.",
    "WalletAccountParams": "An account to create in a wallet.",
    "WalletParams": "A wallet of a new sub-organization.",
    "WalletResult": "The wallet that was created with a sub-organization.",
    "WebhookEndpoint": "A webhook endpoint.",
    "WebhookSubscription": "A subscription of a webhook endpoint to a type of event.",
    "WebhookSubscriptionParams": "A subscription of a new webhook endpoint to a type of event.",
}
"""The texts of the parts of requests and answers, each a noun phrase."""

_FILE: Final = "tools/catalog/class_texts.py"


def missing(documented: Mapping[str, str]) -> Iterator[str]:
    """Tell the classes without a text; they are given with their texts."""
    for name, text in documented.items():
        if not text:
            yield f"{name} has no text for editors: add it to CLASSES in {_FILE}"


def unused(documented: Mapping[str, str]) -> Iterator[str]:
    """Tell the texts of no class."""
    for name in CLASSES:
        if name not in documented:
            yield f"CLASSES in {_FILE} has {name!r}, the text of no class: take it out"
