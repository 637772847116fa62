"""Make requests for the operations of the API, and read the answers.

``ExportWallet(wallet_id=…, target_public_key=…).seal(stamper, organization_id=…)`` checks the parameters
against the API's specification and returns a ``SealedRequest``. Its body is serialised once, and the stamp is
over exactly those bytes. Send it with any HTTP client, and pass the answer to ``SealedRequest.read``. The
result has ``decrypt`` or ``verify`` where the enclave sealed or signed something.

You send the requests: nothing here opens a connection. ``ApiDescription`` makes requests of the API's other
operations. ``OPERATIONS`` is the table of the operations here; ``help`` describes each::

    activities  CreateOauthProviders, CreatePolicy, CreatePrivateKeyTag, CreateUserTag, DeleteMfaPolicy,
                DeletePrivateKeys, DeleteUserTags, ExportWallet, ExportWalletAccount, InitImportWallet,
                OauthLogin, SetIpAllowlist, UpdateOrganizationName, UpdatePolicy, UpdatePrivateKeyTag,
                UpdateUser, UpdateUserEmail, UpdateWebhookEndpoint, VerifyOtp
    queries     ListPrivateKeys
    auth proxy  OtpLoginV2, SignupV2
    secrets     DeleteSecrets, ExportSecrets, ImportSecrets, InitImportSecrets, ListSecrets

An answer to a change is an ``Activity``, whose ``result`` is named after the request: ``ExportWalletResult``.
The other names are the fields of requests and answers; ``sealwax.operations.__all__`` has them all.
"""

from sealwax._names import load_lazily

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

__getattr__, __dir__ = load_lazily(__name__)
