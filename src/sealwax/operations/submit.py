"""The submit operations: activities, which change the state of an organization."""

from typing import Annotated, ClassVar

from msgspec import Meta

from sealwax._codec.violations import Rule, Violation

from .fields import (
    Effect,
    Id,
    IpAllowlistRule,
    Language,
    OauthProvider,
    OnEvaluationError,
    PhoneNumber,
    Seconds,
    UpToADay,
    find_private_key,
)
from .operation import SubmitOperation
from .parameters import Array
from .responses import (
    CreateOauthProvidersResult,
    CreatePolicyResult,
    CreatePrivateKeyTagResult,
    CreateUserTagResult,
    DeleteMfaPolicyResult,
    DeletePrivateKeysResult,
    DeleteUserTagsResult,
    ExportWalletAccountResult,
    ExportWalletResult,
    InitImportWalletResult,
    OauthLoginResult,
    SetIpAllowlistResult,
    UpdateOrganizationNameResult,
    UpdatePolicyResult,
    UpdatePrivateKeyTagResult,
    UpdateUserEmailResult,
    UpdateUserResult,
    UpdateWebhookEndpointResult,
    VerifyOtpResult,
)


class UpdateWebhookEndpoint(SubmitOperation[UpdateWebhookEndpointResult], frozen=True, kw_only=True):
    """Change where a webhook delivers, what it is called, or whether it is active."""

    operation_name = "update_webhook_endpoint"
    activity_type = "ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT"
    intent_key = "updateWebhookEndpointIntent"
    result_key = "updateWebhookEndpointResult"
    result_type = UpdateWebhookEndpointResult

    endpoint_id: Annotated[Id, Meta(description="The webhook endpoint.")]
    url: Annotated[str | None, Meta(description="Where it is to deliver.")] = None
    name: Annotated[str | None, Meta(description="What people are to call it.")] = None
    is_active: Annotated[bool | None, Meta(description="Whether it is to deliver at all.")] = None


class UpdateUser(SubmitOperation[UpdateUserResult], frozen=True, kw_only=True):
    """Change a user."""

    operation_name = "update_user"
    activity_type = "ACTIVITY_TYPE_UPDATE_USER"
    intent_key = "updateUserIntent"
    result_key = "updateUserResult"
    result_type = UpdateUserResult

    user_id: Annotated[Id, Meta(description="The user.")]
    user_name: Annotated[str | None, Meta(description="The name.")] = None
    user_email: Annotated[str | None, Meta(description="The email address.")] = None
    user_tag_ids: Annotated[
        Array[Id] | None,
        Meta(description="The tags, in place of those that the user has; an empty array takes all away."),
    ] = None
    user_phone_number: Annotated[PhoneNumber | None, Meta(description="The phone number, in E.164 form.")] = (
        None
    )


class CreateOauthProviders(SubmitOperation[CreateOauthProvidersResult], frozen=True, kw_only=True):
    """Let a user log in with OAuth providers."""

    operation_name = "create_oauth_providers"
    activity_type = "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2"
    intent_key = "createOauthProvidersIntentV2"
    result_key = "createOauthProvidersResultV2"
    result_type = CreateOauthProvidersResult

    user_id: Annotated[Id, Meta(description="The user.")]
    oauth_providers: Annotated[Array[OauthProvider], Meta(description="The providers.")]


class SetIpAllowlist(SubmitOperation[SetIpAllowlistResult], frozen=True, kw_only=True):
    """Set the list of addresses that may use the API: for the organization, or for one API key."""

    operation_name = "set_ip_allowlist"
    activity_type = "ACTIVITY_TYPE_SET_IP_ALLOWLIST"
    intent_key = "setIpAllowlistIntent"
    result_key = "setIpAllowlistResult"
    result_type = SetIpAllowlistResult
    nullable = frozenset({"publicKey"})
    schema_rules: ClassVar[dict[str, object]] = {
        "not": {"required": ["publicKey", "enabled"], "properties": {"publicKey": {"type": "string"}}}
    }

    public_key: Annotated[
        Id | None,
        Meta(description="The API key that the list is for; null, or left out: the organization."),
    ] = None
    enabled: Annotated[
        bool | None,
        Meta(description="Whether the organization's list is in force; not for a key's."),
    ] = None
    rules: Annotated[Array[IpAllowlistRule] | None, Meta(description="The addresses.")] = None
    on_evaluation_error: Annotated[
        OnEvaluationError | None,
        Meta(description="What to do when it cannot be evaluated; DENY if left out."),
    ] = None

    def broken_rule(self) -> Violation | None:
        """Find ``enabled`` in the list of an API key."""
        if self.public_key is not None and self.enabled is not None:
            words = "is for the organization's list alone; leave it out with publicKey"
            return Violation(("enabled",), Rule.OTHER, words)
        return None


class OauthLogin(SubmitOperation[OauthLoginResult], frozen=True, kw_only=True):
    """Log in with an OIDC token: a session for a key of yours."""

    operation_name = "oauth_login"
    activity_type = "ACTIVITY_TYPE_OAUTH_LOGIN"
    intent_key = "oauthLoginIntent"
    result_key = "oauthLoginResult"
    result_type = OauthLoginResult

    oidc_token: Annotated[Id, Meta(description="The OIDC token, base64.")]
    public_key: Annotated[Id, Meta(description="The public key that the session is to have.")]
    expiration_seconds: Annotated[
        Seconds | None,
        Meta(description="How many seconds the session is to live; 900 if left out."),
    ] = None
    invalidate_existing: Annotated[
        bool | None, Meta(description="Whether to end the other sessions of this kind.")
    ] = None
    session_profile_id: Annotated[
        Id | None, Meta(description="The session's profile; a read/write session if left out.")
    ] = None

    def expected(self, organization_id: str) -> dict[str, object]:
        """Give what the session must be for."""
        return {"expectedOrganizationId": organization_id, "expectedPublicKey": self.public_key}


class UpdatePrivateKeyTag(SubmitOperation[UpdatePrivateKeyTagResult], frozen=True, kw_only=True):
    """Rename a tag, and add it to or take it from private keys; all of it, or nothing."""

    operation_name = "update_private_key_tag"
    activity_type = "ACTIVITY_TYPE_UPDATE_PRIVATE_KEY_TAG"
    intent_key = "updatePrivateKeyTagIntent"
    result_key = "updatePrivateKeyTagResult"
    result_type = UpdatePrivateKeyTagResult

    private_key_tag_id: Annotated[Id, Meta(description="The tag.")]
    new_private_key_tag_name: Annotated[str | None, Meta(description="Its new name.")] = None
    add_private_key_ids: Annotated[Array[Id], Meta(description="The keys to add it to.")]
    remove_private_key_ids: Annotated[Array[Id], Meta(description="The keys to take it from.")]


class UpdatePolicy(SubmitOperation[UpdatePolicyResult], frozen=True, kw_only=True):
    """Change a policy."""

    operation_name = "update_policy"
    activity_type = "ACTIVITY_TYPE_UPDATE_POLICY_V2"
    intent_key = "updatePolicyIntentV2"
    result_key = "updatePolicyResultV2"
    result_type = UpdatePolicyResult

    policy_id: Annotated[Id, Meta(description="The policy.")]
    policy_name: Annotated[str | None, Meta(description="Its name.")] = None
    policy_effect: Annotated[Effect | None, Meta(description="Whether it allows or denies.")] = None
    policy_condition: Annotated[str | None, Meta(description="The expression for when it applies.")] = None
    policy_consensus: Annotated[str | None, Meta(description="The expression for who has to approve.")] = None
    policy_notes: Annotated[str | None, Meta(description="Notes for people.")] = None


class VerifyOtp(SubmitOperation[VerifyOtpResult], frozen=True, kw_only=True):
    """Exchange a one-time code for a verification token."""

    operation_name = "verify_otp"
    activity_type = "ACTIVITY_TYPE_VERIFY_OTP_V2"
    intent_key = "verifyOtpIntentV2"
    result_key = "verifyOtpResult"
    result_type = VerifyOtpResult

    otp_id: Annotated[Id, Meta(description="The OTP flow that init-OTP began.")]
    encrypted_otp_bundle: Annotated[
        Id,
        Meta(description="The code and a public key of yours, sealed: encrypt_otp_bundle makes it."),
    ]
    expiration_seconds: Annotated[
        UpToADay | None,
        Meta(description="How many seconds the token is to live: 86400 at most, 3600 if left out."),
    ] = None

    def expected(self, organization_id: str) -> dict[str, object]:
        """Give what the token must be for."""
        return {"expectedOrganizationId": organization_id}


class ExportWallet(SubmitOperation[ExportWalletResult], frozen=True, kw_only=True):
    """Export a wallet: its mnemonic, sealed to a target key of yours."""

    operation_name = "export_wallet"
    activity_type = "ACTIVITY_TYPE_EXPORT_WALLET"
    intent_key = "exportWalletIntent"
    result_key = "exportWalletResult"
    result_type = ExportWalletResult

    wallet_id: Annotated[Id, Meta(description="The wallet.")]
    target_public_key: Annotated[
        Id, Meta(description="The target key to seal it to: an uncompressed P-256 point, hex.")
    ]
    language: Annotated[Language | None, Meta(description="The language of the mnemonic's words.")] = None

    def broken_rule(self) -> Violation | None:
        """Find a private key in place of the public one."""
        return find_private_key(self.target_public_key)

    def expected(self, organization_id: str) -> dict[str, object]:
        """Give what the export must be for."""
        return {"expectedOrganizationId": organization_id}


class CreatePolicy(SubmitOperation[CreatePolicyResult], frozen=True, kw_only=True):
    """Create a policy."""

    operation_name = "create_policy"
    activity_type = "ACTIVITY_TYPE_CREATE_POLICY_V3"
    intent_key = "createPolicyIntentV3"
    result_key = "createPolicyResult"
    result_type = CreatePolicyResult

    policy_name: Annotated[str, Meta(description="Its name.")]
    effect: Annotated[Effect, Meta(description="Whether it allows or denies.")]
    condition: Annotated[str | None, Meta(description="The expression for when it applies.")] = None
    consensus: Annotated[str | None, Meta(description="The expression for who has to approve.")] = None
    notes: Annotated[str, Meta(description="Notes for people.")]


class DeletePrivateKeys(SubmitOperation[DeletePrivateKeysResult], frozen=True, kw_only=True):
    """Delete private keys."""

    operation_name = "delete_private_keys"
    activity_type = "ACTIVITY_TYPE_DELETE_PRIVATE_KEYS"
    intent_key = "deletePrivateKeysIntent"
    result_key = "deletePrivateKeysResult"
    result_type = DeletePrivateKeysResult

    private_key_ids: Annotated[Array[Id], Meta(description="The keys.")]
    delete_without_export: Annotated[
        bool | None,
        Meta(description="Whether to delete keys, too, that were never exported, and are lost then."),
    ] = None


class CreatePrivateKeyTag(SubmitOperation[CreatePrivateKeyTagResult], frozen=True, kw_only=True):
    """Create a tag for private keys."""

    operation_name = "create_private_key_tag"
    activity_type = "ACTIVITY_TYPE_CREATE_PRIVATE_KEY_TAG"
    intent_key = "createPrivateKeyTagIntent"
    result_key = "createPrivateKeyTagResult"
    result_type = CreatePrivateKeyTagResult

    private_key_tag_name: Annotated[str, Meta(description="Its name.")]
    private_key_ids: Annotated[Array[Id], Meta(description="The keys to add it to.")]


class CreateUserTag(SubmitOperation[CreateUserTagResult], frozen=True, kw_only=True):
    """Create a tag for users."""

    operation_name = "create_user_tag"
    activity_type = "ACTIVITY_TYPE_CREATE_USER_TAG"
    intent_key = "createUserTagIntent"
    result_key = "createUserTagResult"
    result_type = CreateUserTagResult

    user_tag_name: Annotated[str, Meta(description="Its name.")]
    user_ids: Annotated[Array[Id], Meta(description="The users to add it to.")]


class UpdateUserEmail(SubmitOperation[UpdateUserEmailResult], frozen=True, kw_only=True):
    """Change or remove a user's email address."""

    operation_name = "update_user_email"
    activity_type = "ACTIVITY_TYPE_UPDATE_USER_EMAIL"
    intent_key = "updateUserEmailIntent"
    result_key = "updateUserEmailResult"
    result_type = UpdateUserEmailResult

    user_id: Annotated[Id, Meta(description="The user.")]
    user_email: Annotated[str, Meta(description="The email address; empty to remove it.")]
    verification_token: Annotated[
        Id | None, Meta(description="What verify_otp answered, for an address that is verified already.")
    ] = None


class DeleteUserTags(SubmitOperation[DeleteUserTagsResult], frozen=True, kw_only=True):
    """Delete tags of users."""

    operation_name = "delete_user_tags"
    activity_type = "ACTIVITY_TYPE_DELETE_USER_TAGS"
    intent_key = "deleteUserTagsIntent"
    result_key = "deleteUserTagsResult"
    result_type = DeleteUserTagsResult

    user_tag_ids: Annotated[Array[Id], Meta(description="The tags.")]


class ExportWalletAccount(SubmitOperation[ExportWalletAccountResult], frozen=True, kw_only=True):
    """Export an account of a wallet: its private key, sealed to a target key of yours."""

    operation_name = "export_wallet_account"
    activity_type = "ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT"
    intent_key = "exportWalletAccountIntent"
    result_key = "exportWalletAccountResult"
    result_type = ExportWalletAccountResult

    address: Annotated[Id, Meta(description="The account's address.")]
    target_public_key: Annotated[
        Id, Meta(description="The target key to seal it to: an uncompressed P-256 point, hex.")
    ]

    def broken_rule(self) -> Violation | None:
        """Find a private key in place of the public one."""
        return find_private_key(self.target_public_key)

    def expected(self, organization_id: str) -> dict[str, object]:
        """Give what the export must be for."""
        return {"expectedOrganizationId": organization_id}


class UpdateOrganizationName(SubmitOperation[UpdateOrganizationNameResult], frozen=True, kw_only=True):
    """Rename an organization."""

    operation_name = "update_organization_name"
    activity_type = "ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME"
    intent_key = "updateOrganizationNameIntent"
    result_key = "updateOrganizationNameResult"
    result_type = UpdateOrganizationNameResult

    organization_name: Annotated[str, Meta(description="Its new name.")]


class DeleteMfaPolicy(SubmitOperation[DeleteMfaPolicyResult], frozen=True, kw_only=True):
    """Delete an MFA policy of a user. It is the one activity that makes no app proofs."""

    operation_name = "delete_mfa_policy"
    activity_type = "ACTIVITY_TYPE_DELETE_MFA_POLICY"
    intent_key = "deleteMfaPolicyIntent"
    result_key = "deleteMfaPolicyResult"
    result_type = DeleteMfaPolicyResult
    makes_app_proofs = False

    user_id: Annotated[Id, Meta(description="The user.")]
    mfa_policy_id: Annotated[Id, Meta(description="The policy.")]


class InitImportWallet(SubmitOperation[InitImportWalletResult], frozen=True, kw_only=True):
    """Ask the enclave for a key to seal a wallet to, which is to be imported."""

    operation_name = "init_import_wallet"
    activity_type = "ACTIVITY_TYPE_INIT_IMPORT_WALLET"
    intent_key = "initImportWalletIntent"
    result_key = "initImportWalletResult"
    result_type = InitImportWalletResult

    user_id: Annotated[Id, Meta(description="The user who imports.")]

    def expected(self, organization_id: str) -> dict[str, object]:
        """Give what the import bundle must be for."""
        return {"expectedOrganizationId": organization_id, "expectedUserId": self.user_id}
