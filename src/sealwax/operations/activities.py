"""The submit operations, which change an organization; the service runs them as activities.

To add one, add its class here and that of its result to ``responses``; the tables derive from them.
"""

from typing import Annotated, ClassVar

from msgspec import Meta

from sealwax._codec.violations import Rule, Violation
from sealwax._limits import MAX_IP_BLOCKS

from . import results
from .fields import Effect, IpAllowlistRule, Language, OauthProvider, OnEvaluationError
from .forms import TARGET_KEY_SCHEMA, Id, PhoneNumber, Seconds, UpToADay, check_target_key
from .operation import SubmitOperation
from .parameters import Array, about


class UpdateWebhookEndpoint(SubmitOperation[results.UpdateWebhookEndpointResult], frozen=True, kw_only=True):
    """Change the URL or the name of a webhook endpoint, or whether it is active."""

    endpoint_id: Annotated[Id, about("The id of the webhook endpoint.")]
    url: Annotated[str | None, about("The new URL that receives the events.")] = None
    name: Annotated[str | None, about("The endpoint's new display name.")] = None
    is_active: Annotated[bool | None, about("Whether the endpoint receives events.")] = None


class UpdateUser(SubmitOperation[results.UpdateUserResult], frozen=True, kw_only=True):
    """Change a user's name, email address, phone number or tags."""

    user_id: Annotated[Id, about("The id of the user.")]
    user_name: Annotated[str | None, about("The user's new name.")] = None
    user_email: Annotated[str | None, about("The user's new email address.")] = None
    user_tag_ids: Annotated[
        Array[Id] | None,
        about("The ids of tags that replace all tags of the user; an empty array removes all."),
    ] = None
    user_phone_number: Annotated[PhoneNumber | None, about("The user's new phone number, in E.164 form.")] = (
        None
    )


class CreateOauthProviders(SubmitOperation[results.CreateOauthProvidersResult], frozen=True, kw_only=True):
    """Add OAuth providers that a user can log in with."""

    version = "V2"
    result_version = "V2"

    user_id: Annotated[Id, about("The id of the user.")]
    oauth_providers: Annotated[Array[OauthProvider], about("The OAuth providers to add.")]


class SetIpAllowlist(SubmitOperation[results.SetIpAllowlistResult], frozen=True, kw_only=True):
    """Set the IP addresses that may use the API, for the organization or for one API key."""

    nullable: ClassVar[frozenset[str]] = frozenset({"publicKey"})
    schema_rules: ClassVar[dict[str, object]] = {
        "not": {"required": ["publicKey", "enabled"], "properties": {"publicKey": {"type": "string"}}}
    }

    public_key: Annotated[
        Id | None, about("The public key of the API key to set the list for; null for the organization.")
    ] = None
    enabled: Annotated[
        bool | None, about("Whether the organization's list applies; not allowed with publicKey.")
    ] = None
    rules: Annotated[
        Annotated[Array[IpAllowlistRule], Meta(max_length=MAX_IP_BLOCKS)] | None,
        about("The blocks of IP addresses."),
    ] = None
    on_evaluation_error: Annotated[
        OnEvaluationError | None, about("What to do if the list cannot be evaluated; DENY if left out.")
    ] = None

    def broken_rule(self) -> Violation | None:
        """Refuse ``enabled`` for the list of an API key."""
        if self.public_key is not None and self.enabled is not None:
            words = "is only for the organization's list; leave it out with publicKey"
            return Violation(("enabled",), Rule.OTHER, words)
        return None


class OauthLogin(SubmitOperation[results.OauthLoginResult], frozen=True, kw_only=True):
    """Log in with an OIDC token, to get a session for one of your keys."""

    oidc_token: Annotated[Id, about("The OIDC token, in base64.")]
    public_key: Annotated[Id, about("The public key to bind the session to.")]
    expiration_seconds: Annotated[
        Seconds | None, about("The session's lifetime, in seconds; 900 if left out.")
    ] = None
    invalidate_existing: Annotated[
        bool | None, about("Whether to end the user's other sessions of this kind.")
    ] = None
    session_profile_id: Annotated[
        Id | None, about("The id of the session's profile; if left out, the session can read and write.")
    ] = None


class UpdatePrivateKeyTag(SubmitOperation[results.UpdatePrivateKeyTagResult], frozen=True, kw_only=True):
    """Rename a tag of private keys, add it to keys and remove it from keys; all of it happens, or nothing."""

    private_key_tag_id: Annotated[Id, about("The id of the tag.")]
    new_private_key_tag_name: Annotated[str | None, about("The tag's new name.")] = None
    add_private_key_ids: Annotated[Array[Id], about("The ids of private keys to add the tag to.")]
    remove_private_key_ids: Annotated[Array[Id], about("The ids of private keys to remove the tag from.")]


class UpdatePolicy(SubmitOperation[results.UpdatePolicyResult], frozen=True, kw_only=True):
    """Change a policy."""

    version = "V2"
    result_version = "V2"

    policy_id: Annotated[Id, about("The id of the policy.")]
    policy_name: Annotated[str | None, about("The policy's new name.")] = None
    policy_effect: Annotated[Effect | None, about("Whether the policy allows or denies.")] = None
    policy_condition: Annotated[str | None, about("The expression that says when the policy applies.")] = None
    policy_consensus: Annotated[str | None, about("The expression that says who must approve.")] = None
    policy_notes: Annotated[str | None, about("Notes on the policy.")] = None


class VerifyOtp(SubmitOperation[results.VerifyOtpResult], frozen=True, kw_only=True):
    """Exchange a one-time code for a verification token."""

    version = "V2"

    otp_id: Annotated[Id, about("The id of the OTP flow, from init-OTP.")]
    encrypted_otp_bundle: Annotated[
        Id, about("The sealed one-time code and your public key; encrypt_otp_bundle makes it.")
    ]
    expiration_seconds: Annotated[
        UpToADay | None, about("The token's lifetime, in seconds: at most 86400; 3600 if left out.")
    ] = None


class ExportWallet(SubmitOperation[results.ExportWalletResult], frozen=True, kw_only=True):
    """Export a wallet's mnemonic, sealed to your target key."""

    schema_rules = TARGET_KEY_SCHEMA

    wallet_id: Annotated[Id, about("The id of the wallet.")]
    target_public_key: Annotated[
        Id, about("The target public key to seal it to: an uncompressed P-256 point, in hex.")
    ]
    language: Annotated[Language | None, about("The language of the mnemonic.")] = None

    def broken_rule(self) -> Violation | None:
        """Refuse a target key that is not a public key on P-256."""
        return check_target_key(self.target_public_key)


class CreatePolicy(SubmitOperation[results.CreatePolicyResult], frozen=True, kw_only=True):
    """Create a policy."""

    version = "V3"

    policy_name: Annotated[str, about("The policy's name.")]
    effect: Annotated[Effect, about("Whether the policy allows or denies.")]
    condition: Annotated[str | None, about("The expression that says when the policy applies.")] = None
    consensus: Annotated[str | None, about("The expression that says who must approve.")] = None
    notes: Annotated[str, about("Notes on the policy.")]


class DeletePrivateKeys(SubmitOperation[results.DeletePrivateKeysResult], frozen=True, kw_only=True):
    """Delete private keys."""

    private_key_ids: Annotated[Array[Id], about("The ids of the private keys.")]
    delete_without_export: Annotated[
        bool | None, about("Whether to also delete keys that were never exported; these are lost then.")
    ] = None


class CreatePrivateKeyTag(SubmitOperation[results.CreatePrivateKeyTagResult], frozen=True, kw_only=True):
    """Create a tag for private keys."""

    private_key_tag_name: Annotated[str, about("The tag's name.")]
    private_key_ids: Annotated[Array[Id], about("The ids of private keys to add the tag to.")]


class CreateUserTag(SubmitOperation[results.CreateUserTagResult], frozen=True, kw_only=True):
    """Create a tag for users."""

    user_tag_name: Annotated[str, about("The tag's name.")]
    user_ids: Annotated[Array[Id], about("The ids of users to add the tag to.")]


class UpdateUserEmail(SubmitOperation[results.UpdateUserEmailResult], frozen=True, kw_only=True):
    """Change or remove a user's email address."""

    user_id: Annotated[Id, about("The id of the user.")]
    user_email: Annotated[str, about("The user's new email address; empty to remove it.")]
    verification_token: Annotated[
        Id | None, about("The verification token from verify_otp, if the address is already verified.")
    ] = None


class DeleteUserTags(SubmitOperation[results.DeleteUserTagsResult], frozen=True, kw_only=True):
    """Delete tags of users."""

    user_tag_ids: Annotated[Array[Id], about("The ids of the tags.")]


class ExportWalletAccount(SubmitOperation[results.ExportWalletAccountResult], frozen=True, kw_only=True):
    """Export the private key of a wallet's account, sealed to your target key."""

    schema_rules = TARGET_KEY_SCHEMA

    address: Annotated[Id, about("The account's address.")]
    target_public_key: Annotated[
        Id, about("The target public key to seal it to: an uncompressed P-256 point, in hex.")
    ]

    def broken_rule(self) -> Violation | None:
        """Refuse a target key that is not a public key on P-256."""
        return check_target_key(self.target_public_key)


class UpdateOrganizationName(
    SubmitOperation[results.UpdateOrganizationNameResult], frozen=True, kw_only=True
):
    """Rename an organization."""

    organization_name: Annotated[str, about("The organization's new name.")]


class DeleteMfaPolicy(SubmitOperation[results.DeleteMfaPolicyResult], frozen=True, kw_only=True):
    """Delete an MFA policy of a user. The service makes no app proofs of this activity."""

    makes_app_proofs = False

    user_id: Annotated[Id, about("The id of the user.")]
    mfa_policy_id: Annotated[Id, about("The id of the MFA policy.")]


class InitImportWallet(SubmitOperation[results.InitImportWalletResult], frozen=True, kw_only=True):
    """Get a key of the enclave, to seal a wallet to for its import."""

    user_id: Annotated[Id, about("The id of the user who imports.")]
