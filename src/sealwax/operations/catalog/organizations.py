"""Organizations and webhook endpoints: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from datetime import datetime
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec

from sealwax.operations.catalog.shared import (
    AnyClientSignature,
    ApiKeyParams,
    AuthenticatorParams,
    OauthProvider,
    OauthProviderParams,
    Pagination,
    Policy,
    PrivateKey,
    Tag,
    User,
    Wallet,
    WalletAccountParams,
)
from sealwax.operations.forms import Id, Int32
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, MnemonicLength, Parameters, about
from sealwax.operations.responses import Record, RecordType, _Timestamp, to_time


class WebhookSubscription(Record, frozen=True, kw_only=True):
    """A subscription of a webhook endpoint to a type of event."""

    event_type: Annotated[str, about("The type of event, such as ACTIVITY_UPDATES.")]
    """The type of event, such as ACTIVITY_UPDATES."""
    filters_json: Annotated[
        str | None, about("The filters that select events of this type, as JSON text.")
    ] = None
    """The filters that select events of this type, as JSON text."""
    is_active: Annotated[bool | None, about("Whether the subscription is active.")] = None
    """Whether the subscription is active."""


class WebhookEndpoint(Record, frozen=True, kw_only=True):
    """A webhook endpoint."""

    endpoint_id: Annotated[str, about("The endpoint's id.")]
    """The endpoint's id."""
    organization_id: Annotated[str, about("The id of the endpoint's organization.")]
    """The id of the endpoint's organization."""
    url: Annotated[str, about("The URL that receives the events.")]
    """The URL that receives the events."""
    name: Annotated[str, about("The endpoint's display name.")]
    """The endpoint's display name."""
    is_active: Annotated[bool, about("Whether the endpoint receives events.")]
    """Whether the endpoint receives events."""
    subscriptions: Annotated[
        Array[WebhookSubscription] | None, about("The events that the endpoint receives.")
    ] = None
    """The events that the endpoint receives."""


class UpdateWebhookEndpointResult(Record, frozen=True, kw_only=True):
    """The result of update_webhook_endpoint."""

    endpoint_id: Annotated[str, about("The id of the webhook endpoint.")]
    """The id of the webhook endpoint."""
    webhook_endpoint: Annotated[WebhookEndpoint, about("The endpoint after the change.")]
    """The endpoint after the change."""


class UpdateWebhookEndpoint(SubmitOperation[UpdateWebhookEndpointResult], frozen=True, kw_only=True):
    """Change the URL or the name of a webhook endpoint, or whether it is active."""

    operation_name = "update_webhook_endpoint"
    activity_type = "ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT"
    intent_key = "updateWebhookEndpointIntent"
    result_key = "updateWebhookEndpointResult"
    result_type: ClassVar[RecordType] = UpdateWebhookEndpointResult

    endpoint_id: Annotated[Id, about("The id of the webhook endpoint.")]
    """The id of the webhook endpoint."""
    url: Annotated[str | None, about("The new URL that receives the events.")] = None
    """The new URL that receives the events."""
    name: Annotated[str | None, about("The endpoint's new display name.")] = None
    """The endpoint's new display name."""
    is_active: Annotated[bool | None, about("Whether the endpoint receives events.")] = None
    """Whether the endpoint receives events."""


class UpdateOrganizationNameResult(Record, frozen=True, kw_only=True):
    """The result of update_organization_name."""

    organization_id: Annotated[str, about("The id of the organization.")]
    """The id of the organization."""
    organization_name: Annotated[str, about("The organization's new name.")]
    """The organization's new name."""


class UpdateOrganizationName(SubmitOperation[UpdateOrganizationNameResult], frozen=True, kw_only=True):
    """Rename an organization."""

    operation_name = "update_organization_name"
    activity_type = "ACTIVITY_TYPE_UPDATE_ORGANIZATION_NAME"
    intent_key = "updateOrganizationNameIntent"
    result_key = "updateOrganizationNameResult"
    result_type: ClassVar[RecordType] = UpdateOrganizationNameResult

    organization_name: Annotated[str, about("The organization's new name.")]
    """The organization's new name."""


class RootUserParams(Parameters, frozen=True, kw_only=True):
    """A root user of a new sub-organization."""

    user_name: str
    """The user's name."""
    user_email: str | None = None
    """The user's email address."""
    user_phone_number: Annotated[str | None, about("The user's phone number, in E.164 form.")] = None
    """The user's phone number, in E.164 form."""
    api_keys: Array[ApiKeyParams]
    """The user's API keys; an empty array if there are none."""
    authenticators: Array[AuthenticatorParams]
    """The user's passkeys; an empty array if there are none."""
    oauth_providers: Array[OauthProvider]
    """The user's OAuth providers; an empty array if there are none."""


class WalletParams(Parameters, frozen=True, kw_only=True):
    """A wallet of a new sub-organization."""

    wallet_name: str
    """The wallet's display name."""
    accounts: Array[WalletAccountParams]
    """The wallet's accounts; an empty array if there are none."""
    mnemonic_length: MnemonicLength | None = None
    """The number of words in the mnemonic; 12 if left out."""


class WalletResult(Record, frozen=True, kw_only=True):
    """The wallet that was created with a sub-organization."""

    wallet_id: str
    """The id of the new wallet."""
    addresses: Array[str]
    """The addresses of the wallet's accounts."""


class CreateSubOrganizationResult(Record, frozen=True, kw_only=True):
    """The result of create_sub_organization."""

    sub_organization_id: str
    """The id of the new sub-organization."""
    wallet: WalletResult | None = None
    """The new wallet, if the request asked for a wallet."""
    root_user_ids: Array[str] | None = None
    """The ids of the new root users."""


class CreateSubOrganization(SubmitOperation[CreateSubOrganizationResult], frozen=True, kw_only=True):
    """Create a sub-organization with its root users, and a wallet if asked for."""

    operation_name = "create_sub_organization"
    activity_type = "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V8"
    intent_key = "createSubOrganizationIntentV8"
    result_key = "createSubOrganizationResultV8"
    result_type: ClassVar[RecordType] = CreateSubOrganizationResult

    sub_organization_name: str
    """The sub-organization's name."""
    root_users: Array[RootUserParams]
    """The root users to create."""
    root_quorum_threshold: Int32
    """The number of root users who must approve, at most as many as there are."""
    wallet: WalletParams | None = None
    """The wallet to create."""
    disable_email_recovery: bool | None = None
    """Whether to switch recovery by email off."""
    disable_email_auth: bool | None = None
    """Whether to switch login by email off."""
    disable_sms_auth: bool | None = None
    """Whether to switch one-time codes by SMS off."""
    disable_otp_email_auth: bool | None = None
    """Whether to switch one-time codes by email off."""
    verification_token: str | None = None
    """The verification token from verify_otp."""
    client_signature: AnyClientSignature | None = None
    """The signature by the key that the verification token is bound to, if there is one."""


class RootUserParamsV4(Parameters, frozen=True, kw_only=True):
    """A root user of a new sub-organization, in version 7 of its creation."""

    user_name: str
    """The user's name."""
    user_email: str | None = None
    """The user's email address."""
    user_phone_number: Annotated[str | None, about("The user's phone number, in E.164 form.")] = None
    """The user's phone number, in E.164 form."""
    api_keys: Array[ApiKeyParams]
    """The user's API keys; an empty array if there are none."""
    authenticators: Array[AuthenticatorParams]
    """The user's passkeys; an empty array if there are none."""
    oauth_providers: Array[OauthProviderParams]
    """The user's OAuth providers; an empty array if there are none."""


class CreateSubOrganizationV7Result(Record, frozen=True, kw_only=True):
    """The result of create_sub_organization, version 7."""

    sub_organization_id: str
    """The id of the new sub-organization."""
    wallet: WalletResult | None = None
    """The new wallet, if the request asked for a wallet."""
    root_user_ids: Array[str] | None = None
    """The ids of the new root users."""


class CreateSubOrganizationV7(SubmitOperation[CreateSubOrganizationV7Result], frozen=True, kw_only=True):
    """Create a sub-organization with its root users, and a wallet if asked for.

    This is version 7; ``CreateSubOrganization`` is the newest.
    """

    operation_name = "create_sub_organization"
    activity_type = "ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7"
    intent_key = "createSubOrganizationIntentV7"
    result_key = "createSubOrganizationResultV7"
    result_type: ClassVar[RecordType] = CreateSubOrganizationV7Result

    sub_organization_name: str
    """The sub-organization's name."""
    root_users: Array[RootUserParamsV4]
    """The root users to create."""
    root_quorum_threshold: Int32
    """The number of root users who must approve, at most as many as there are."""
    wallet: WalletParams | None = None
    """The wallet to create."""
    disable_email_recovery: bool | None = None
    """Whether to switch recovery by email off."""
    disable_email_auth: bool | None = None
    """Whether to switch login by email off."""
    disable_sms_auth: bool | None = None
    """Whether to switch one-time codes by SMS off."""
    disable_otp_email_auth: bool | None = None
    """Whether to switch one-time codes by email off."""
    verification_token: str | None = None
    """The verification token from verify_otp."""
    client_signature: AnyClientSignature | None = None
    """The signature by the key that the verification token is bound to, if there is one."""


class WebhookSubscriptionParams(Parameters, frozen=True, kw_only=True):
    """A subscription of a new webhook endpoint to a type of event."""

    event_type: str
    """The type of event, such as ACTIVITY_UPDATES."""
    filters_json: Annotated[
        str | None, about("The filters that select events of this type, as JSON text.")
    ] = None
    """The filters that select events of this type, as JSON text."""
    is_active: bool | None = None
    """Whether the subscription is active."""


class CreateWebhookEndpointResult(Record, frozen=True, kw_only=True):
    """The result of create_webhook_endpoint."""

    endpoint_id: str
    """The id of the new webhook endpoint."""
    webhook_endpoint: WebhookEndpoint
    """The new endpoint."""


class CreateWebhookEndpoint(SubmitOperation[CreateWebhookEndpointResult], frozen=True, kw_only=True):
    """Create a webhook endpoint."""

    operation_name = "create_webhook_endpoint"
    activity_type = "ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT"
    intent_key = "createWebhookEndpointIntent"
    result_key = "createWebhookEndpointResult"
    result_type: ClassVar[RecordType] = CreateWebhookEndpointResult

    url: str
    """The URL that receives the events."""
    name: str
    """The endpoint's display name."""
    subscriptions: Array[WebhookSubscriptionParams] | None = None
    """The events that the endpoint receives."""


class DeleteSubOrganizationResult(Record, frozen=True, kw_only=True):
    """The result of delete_sub_organization."""

    sub_organization_uuid: str
    """The id of the deleted sub-organization."""


class DeleteSubOrganization(SubmitOperation[DeleteSubOrganizationResult], frozen=True, kw_only=True):
    """Delete the sub-organization that the request names."""

    operation_name = "delete_sub_organization"
    activity_type = "ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION"
    intent_key = "deleteSubOrganizationIntent"
    result_key = "deleteSubOrganizationResult"
    result_type: ClassVar[RecordType] = DeleteSubOrganizationResult

    delete_without_export: bool | None = None
    """Whether to delete it even if wallets or private keys in it were never exported."""


class DeleteWebhookEndpointResult(Record, frozen=True, kw_only=True):
    """The result of delete_webhook_endpoint."""

    endpoint_id: str
    """The id of the deleted webhook endpoint."""


class DeleteWebhookEndpoint(SubmitOperation[DeleteWebhookEndpointResult], frozen=True, kw_only=True):
    """Delete a webhook endpoint."""

    operation_name = "delete_webhook_endpoint"
    activity_type = "ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT"
    intent_key = "deleteWebhookEndpointIntent"
    result_key = "deleteWebhookEndpointResult"
    result_type: ClassVar[RecordType] = DeleteWebhookEndpointResult

    endpoint_id: Id
    """The id of the webhook endpoint."""


class Invitation(Record, frozen=True, kw_only=True):
    """An invitation to the organization."""

    invitation_id: str
    """The id of the invitation."""
    receiver_user_name: str
    """The name of the invited person."""
    receiver_email: str
    """The email address of the invited person."""
    receiver_user_tags: Array[str]
    """The tags that the invited user gets."""
    access_type: str
    """The ways to use the service: ACCESS_TYPE_WEB, ACCESS_TYPE_API or ACCESS_TYPE_ALL."""
    status: str
    """The status of the invitation."""
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    sender_user_id: str
    """The id of the user who invites."""

    @property
    def created_at(self) -> datetime:
        """When it was created, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._created_at, "createdAt")

    @property
    def updated_at(self) -> datetime:
        """When it last changed, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._updated_at, "updatedAt")


class Quorum(Record, frozen=True, kw_only=True):
    """The root users of an organization, and how many of them must approve."""

    threshold: int
    """The number of members who must approve."""
    user_ids: Array[str]
    """The ids of the members."""


class Feature(Record, frozen=True, kw_only=True):
    """A feature of an organization, and its value."""

    name: str | None = None
    """The feature's name, such as FEATURE_NAME_WEBHOOK."""
    value: str | None = None
    """The feature's value."""


class SmartContractInterfaceReference(Record, frozen=True, kw_only=True):
    """A reference to the interface of a smart contract."""

    smart_contract_interface_id: str | None = None
    """The id of the interface."""
    smart_contract_address: str | None = None
    """The address of the contract, or the id of the Solana program."""
    digest: str | None = None
    """The digest of the interface."""


class OrganizationData(Record, frozen=True, kw_only=True):
    """An organization, with everything in it."""

    organization_id: str | None = None
    """The id of the organization."""
    name: str | None = None
    """The organization's name."""
    users: Array[User] | None = None
    """The users."""
    policies: Array[Policy] | None = None
    """The policies."""
    private_keys: Array[PrivateKey] | None = None
    """The private keys."""
    invitations: Array[Invitation] | None = None
    """The invitations."""
    tags: Array[Tag] | None = None
    """The tags."""
    root_quorum: Quorum | None = None
    """The root quorum."""
    features: Array[Feature] | None = None
    """The organization's features."""
    wallets: Array[Wallet] | None = None
    """The wallets."""
    smart_contract_interface_references: Array[SmartContractInterfaceReference] | None = None
    """References to the interfaces of smart contracts."""


class GetOrganizationResult(Record, frozen=True, kw_only=True):
    """The answer to get_organization."""

    organization_data: OrganizationData
    """The organization, with everything in it."""


class GetOrganization(QueryOperation[GetOrganizationResult], frozen=True, kw_only=True):
    """Get an organization, with everything in it."""

    operation_name = "get_organization"
    result_type: ClassVar[RecordType] = GetOrganizationResult


class OrganizationConfigs(Record, frozen=True, kw_only=True):
    """The features and the root quorum of an organization."""

    features: Array[Feature] | None = None
    """The organization's features."""
    quorum: Quorum | None = None
    """The root quorum."""


class GetOrganizationConfigsResult(Record, frozen=True, kw_only=True):
    """The answer to get_organization_configs."""

    configs: OrganizationConfigs
    """The organization's features and root quorum."""


class GetOrganizationConfigs(QueryOperation[GetOrganizationConfigsResult], frozen=True, kw_only=True):
    """Get the features and the root quorum of an organization."""

    operation_name = "get_organization_configs"
    result_type: ClassVar[RecordType] = GetOrganizationConfigsResult


class ListSuborgsResult(Record, frozen=True, kw_only=True):
    """The answer to list_suborgs."""

    organization_ids: Array[str]
    """The ids of the sub-organizations."""


class ListSuborgs(QueryOperation[ListSuborgsResult], frozen=True, kw_only=True):
    """List the ids of the sub-organizations that a filter selects."""

    operation_name = "list_suborgs"
    result_type: ClassVar[RecordType] = ListSuborgsResult

    filter_type: str | None = None
    """The property that the filter compares.

    It is CREDENTIAL_ID, NAME, USERNAME, EMAIL, PHONE_NUMBER, OIDC_TOKEN, PUBLIC_KEY or
    WALLET_ACCOUNT_ADDRESS.
    """
    filter_value: str | None = None
    """The value to look for, such as an email address."""
    pagination_options: Pagination | None = None
    """Which part of the list."""


class ListVerifiedSuborgsResult(Record, frozen=True, kw_only=True):
    """The answer to list_verified_suborgs."""

    organization_ids: Array[str]
    """The ids of the sub-organizations."""


class ListVerifiedSuborgs(QueryOperation[ListVerifiedSuborgsResult], frozen=True, kw_only=True):
    """List the ids of the sub-organizations that have a verified contact."""

    operation_name = "list_verified_suborgs"
    result_type: ClassVar[RecordType] = ListVerifiedSuborgsResult

    filter_type: str | None = None
    """The property that the filter compares: EMAIL or PHONE_NUMBER."""
    filter_value: str | None = None
    """The value to look for, such as an email address."""
    pagination_options: Pagination | None = None
    """Which part of the list."""


class ListWebhookEndpointsResult(Record, frozen=True, kw_only=True):
    """The answer to list_webhook_endpoints."""

    webhook_endpoints: Array[WebhookEndpoint]
    """The webhook endpoints."""


class ListWebhookEndpoints(QueryOperation[ListWebhookEndpointsResult], frozen=True, kw_only=True):
    """List the webhook endpoints."""

    operation_name = "list_webhook_endpoints"
    result_type: ClassVar[RecordType] = ListWebhookEndpointsResult


FeatureName: TypeAlias = Literal[
    "FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY",
    "FEATURE_NAME_WEBAUTHN_ORIGINS",
    "FEATURE_NAME_EMAIL_AUTH",
    "FEATURE_NAME_EMAIL_RECOVERY",
    "FEATURE_NAME_WEBHOOK",
    "FEATURE_NAME_SMS_AUTH",
    "FEATURE_NAME_OTP_EMAIL_AUTH",
    "FEATURE_NAME_AUTH_PROXY",
    "FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED",
    "FEATURE_NAME_SWAP_CONFIG",
    "FEATURE_NAME_EARN_CONFIG",
]


class RemoveOrganizationFeatureResult(Record, frozen=True, kw_only=True):
    """The result of remove_organization_feature."""

    features: Array[Feature]
    """The organization's features after the change."""


class RemoveOrganizationFeature(SubmitOperation[RemoveOrganizationFeatureResult], frozen=True, kw_only=True):
    """Switch a feature of the organization off."""

    operation_name = "remove_organization_feature"
    activity_type = "ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE"
    intent_key = "removeOrganizationFeatureIntent"
    result_key = "removeOrganizationFeatureResult"
    result_type: ClassVar[RecordType] = RemoveOrganizationFeatureResult

    name: FeatureName
    """The feature's name."""


class SetOrganizationFeatureResult(Record, frozen=True, kw_only=True):
    """The result of set_organization_feature."""

    features: Array[Feature]
    """The organization's features after the change."""


class SetOrganizationFeature(SubmitOperation[SetOrganizationFeatureResult], frozen=True, kw_only=True):
    """Switch a feature of the organization on."""

    operation_name = "set_organization_feature"
    activity_type = "ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE"
    intent_key = "setOrganizationFeatureIntent"
    result_key = "setOrganizationFeatureResult"
    result_type: ClassVar[RecordType] = SetOrganizationFeatureResult

    name: FeatureName
    """The feature's name."""
    value: str
    """The feature's value, which replaces the one before."""


class UpdateRootQuorumResult(Record, frozen=True, kw_only=True):
    """The result of update_root_quorum."""


class UpdateRootQuorum(SubmitOperation[UpdateRootQuorumResult], frozen=True, kw_only=True):
    """Change who are the root users, and how many must approve."""

    operation_name = "update_root_quorum"
    activity_type = "ACTIVITY_TYPE_UPDATE_ROOT_QUORUM"
    intent_key = "updateRootQuorumIntent"
    result_key = "updateRootQuorumResult"
    result_type: ClassVar[RecordType] = UpdateRootQuorumResult

    threshold: Int32
    """The number of root users who must approve."""
    user_ids: Array[str]
    """The ids of the root users."""
