"""Organizations and webhook endpoints: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

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
from sealwax.operations.responses import Record, _Timestamp, to_time


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

    organization_name: Annotated[str, about("The organization's new name.")]
    """The organization's new name."""


class RootUserParams(Parameters, frozen=True, kw_only=True):
    """A part of a request: root user params."""

    user_name: str
    user_email: str | None = None
    user_phone_number: str | None = None
    api_keys: Array[ApiKeyParams]
    authenticators: Array[AuthenticatorParams]
    oauth_providers: Array[OauthProvider]


class WalletParams(Parameters, frozen=True, kw_only=True):
    """A part of a request: wallet params."""

    wallet_name: str
    accounts: Array[WalletAccountParams]
    mnemonic_length: MnemonicLength | None = None


class WalletResult(Record, frozen=True, kw_only=True):
    """A part of an answer: wallet result."""

    wallet_id: str
    addresses: Array[str]


class CreateSubOrganizationResult(Record, frozen=True, kw_only=True):
    """The result of create_sub_organization."""

    sub_organization_id: str
    wallet: WalletResult | None = None
    root_user_ids: Array[str] | None = None


class CreateSubOrganization(SubmitOperation[CreateSubOrganizationResult], frozen=True, kw_only=True):
    """Create a sub-organization with its root users, and a wallet if asked for."""

    operation_name = "create_sub_organization"
    version = "V8"
    result_version = "V8"

    sub_organization_name: str
    root_users: Array[RootUserParams]
    root_quorum_threshold: Int32
    wallet: WalletParams | None = None
    disable_email_recovery: bool | None = None
    disable_email_auth: bool | None = None
    disable_sms_auth: bool | None = None
    disable_otp_email_auth: bool | None = None
    verification_token: str | None = None
    client_signature: AnyClientSignature | None = None


class RootUserParamsV4(Parameters, frozen=True, kw_only=True):
    """A part of a request: root user params v4."""

    user_name: str
    user_email: str | None = None
    user_phone_number: str | None = None
    api_keys: Array[ApiKeyParams]
    authenticators: Array[AuthenticatorParams]
    oauth_providers: Array[OauthProviderParams]


class CreateSubOrganizationV7Result(Record, frozen=True, kw_only=True):
    """The result of create_sub_organization, version 7."""

    sub_organization_id: str
    wallet: WalletResult | None = None
    root_user_ids: Array[str] | None = None


class CreateSubOrganizationV7(SubmitOperation[CreateSubOrganizationV7Result], frozen=True, kw_only=True):
    """Create a sub-organization with its root users, and a wallet if asked for.

    This is version 7; ``CreateSubOrganization`` is the newest.
    """

    operation_name = "create_sub_organization"
    version = "V7"
    result_version = "V7"

    sub_organization_name: str
    root_users: Array[RootUserParamsV4]
    root_quorum_threshold: Int32
    wallet: WalletParams | None = None
    disable_email_recovery: bool | None = None
    disable_email_auth: bool | None = None
    disable_sms_auth: bool | None = None
    disable_otp_email_auth: bool | None = None
    verification_token: str | None = None
    client_signature: AnyClientSignature | None = None


class WebhookSubscriptionParams(Parameters, frozen=True, kw_only=True):
    """A part of a request: webhook subscription params."""

    event_type: str
    filters_json: str | None = None
    is_active: bool | None = None


class CreateWebhookEndpointResult(Record, frozen=True, kw_only=True):
    """The result of create_webhook_endpoint."""

    endpoint_id: str
    webhook_endpoint: WebhookEndpoint


class CreateWebhookEndpoint(SubmitOperation[CreateWebhookEndpointResult], frozen=True, kw_only=True):
    """Create a webhook endpoint."""

    operation_name = "create_webhook_endpoint"

    url: str
    name: str
    subscriptions: Array[WebhookSubscriptionParams] | None = None


class DeleteSubOrganizationResult(Record, frozen=True, kw_only=True):
    """The result of delete_sub_organization."""

    sub_organization_uuid: str


class DeleteSubOrganization(SubmitOperation[DeleteSubOrganizationResult], frozen=True, kw_only=True):
    """Delete the sub-organization that the request names."""

    operation_name = "delete_sub_organization"

    delete_without_export: bool | None = None


class DeleteWebhookEndpointResult(Record, frozen=True, kw_only=True):
    """The result of delete_webhook_endpoint."""

    endpoint_id: str


class DeleteWebhookEndpoint(SubmitOperation[DeleteWebhookEndpointResult], frozen=True, kw_only=True):
    """Delete a webhook endpoint."""

    operation_name = "delete_webhook_endpoint"

    endpoint_id: Id


class Invitation(Record, frozen=True, kw_only=True):
    """A part of an answer: invitation."""

    invitation_id: str
    receiver_user_name: str
    receiver_email: str
    receiver_user_tags: Array[str]
    access_type: str
    status: str
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")
    sender_user_id: str

    @property
    def created_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._created_at, "createdAt")

    @property
    def updated_at(self) -> datetime:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        return to_time(self._updated_at, "updatedAt")


class Quorum(Record, frozen=True, kw_only=True):
    """A part of an answer: quorum."""

    threshold: int
    user_ids: Array[str]


class Feature(Record, frozen=True, kw_only=True):
    """A part of an answer: feature."""

    name: str | None = None
    value: str | None = None


class SmartContractInterfaceReference(Record, frozen=True, kw_only=True):
    """A part of an answer: smart contract interface reference."""

    smart_contract_interface_id: str | None = None
    smart_contract_address: str | None = None
    digest: str | None = None


class OrganizationData(Record, frozen=True, kw_only=True):
    """A part of an answer: organization data."""

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


class GetOrganizationResult(Record, frozen=True, kw_only=True):
    """The answer to get_organization."""

    organization_data: OrganizationData


class GetOrganization(QueryOperation[GetOrganizationResult], frozen=True, kw_only=True):
    """Get an organization, with everything in it."""

    operation_name = "get_organization"


class OrganizationConfigs(Record, frozen=True, kw_only=True):
    """A part of an answer: organization configs."""

    features: Array[Feature] | None = None
    quorum: Quorum | None = None


class GetOrganizationConfigsResult(Record, frozen=True, kw_only=True):
    """The answer to get_organization_configs."""

    configs: OrganizationConfigs


class GetOrganizationConfigs(QueryOperation[GetOrganizationConfigsResult], frozen=True, kw_only=True):
    """Get the features and the root quorum of an organization."""

    operation_name = "get_organization_configs"


class ListSuborgsResult(Record, frozen=True, kw_only=True):
    """The answer to list_suborgs."""

    organization_ids: Array[str]


class ListSuborgs(QueryOperation[ListSuborgsResult], frozen=True, kw_only=True):
    """List the ids of the sub-organizations that a filter selects."""

    operation_name = "list_suborgs"

    filter_type: str | None = None
    filter_value: str | None = None
    pagination_options: Pagination | None = None


class ListVerifiedSuborgsResult(Record, frozen=True, kw_only=True):
    """The answer to list_verified_suborgs."""

    organization_ids: Array[str]


class ListVerifiedSuborgs(QueryOperation[ListVerifiedSuborgsResult], frozen=True, kw_only=True):
    """List the ids of the sub-organizations that have a verified contact."""

    operation_name = "list_verified_suborgs"

    filter_type: str | None = None
    filter_value: str | None = None
    pagination_options: Pagination | None = None


class ListWebhookEndpointsResult(Record, frozen=True, kw_only=True):
    """The answer to list_webhook_endpoints."""

    webhook_endpoints: Array[WebhookEndpoint]


class ListWebhookEndpoints(QueryOperation[ListWebhookEndpointsResult], frozen=True, kw_only=True):
    """List the webhook endpoints."""

    operation_name = "list_webhook_endpoints"


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


class RemoveOrganizationFeature(SubmitOperation[RemoveOrganizationFeatureResult], frozen=True, kw_only=True):
    """Switch a feature of the organization off."""

    operation_name = "remove_organization_feature"

    name: FeatureName


class SetOrganizationFeatureResult(Record, frozen=True, kw_only=True):
    """The result of set_organization_feature."""

    features: Array[Feature]


class SetOrganizationFeature(SubmitOperation[SetOrganizationFeatureResult], frozen=True, kw_only=True):
    """Switch a feature of the organization on."""

    operation_name = "set_organization_feature"

    name: FeatureName
    value: str


class UpdateRootQuorumResult(Record, frozen=True, kw_only=True):
    """The result of update_root_quorum."""


class UpdateRootQuorum(SubmitOperation[UpdateRootQuorumResult], frozen=True, kw_only=True):
    """Change who are the root users, and how many must approve."""

    operation_name = "update_root_quorum"

    threshold: Int32
    user_ids: Array[str]
