"""One-time codes, OAuth, emails and recovery: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

import msgspec

from sealwax.operations.catalog.shared import (
    AuthenticatorParams,
    OauthProvider,
    OauthProviderParams,
    Pagination,
    UserOauthProvider,
)
from sealwax.operations.forms import Id, Int32, Seconds, UpToADay
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, Parameters, about
from sealwax.operations.responses import Record, _Timestamp, to_time
from sealwax.operations.results import VerifyOtpResult, _Credential
from sealwax.operations.rules import _ToTargetKey


class CreateOauthProvidersResult(Record, frozen=True, kw_only=True):
    """The result of create_oauth_providers."""

    provider_ids: Annotated[Array[str], about("The ids of the new providers.")]
    """The ids of the new providers."""


class CreateOauthProviders(SubmitOperation[CreateOauthProvidersResult], frozen=True, kw_only=True):
    """Add OAuth providers that a user can log in with."""

    operation_name = "create_oauth_providers"
    version = "V2"
    result_version = "V2"

    user_id: Annotated[Id, about("The id of the user.")]
    """The id of the user."""
    oauth_providers: Annotated[Array[OauthProvider], about("The OAuth providers to add.")]
    """The OAuth providers to add."""


class VerifyOtp(SubmitOperation[VerifyOtpResult], frozen=True, kw_only=True):
    """Exchange a one-time code for a verification token."""

    operation_name = "verify_otp"
    version = "V2"

    otp_id: Annotated[Id, about("The id of the OTP flow, from init-OTP.")]
    """The id of the OTP flow, from init-OTP."""
    encrypted_otp_bundle: Annotated[
        Id, about("The sealed one-time code and your public key; encrypt_otp_bundle makes it.")
    ]
    """The sealed one-time code and your public key; encrypt_otp_bundle makes it."""
    expiration_seconds: Annotated[
        UpToADay | None, about("The token's lifetime, in seconds: at most 86400; 3600 if left out.")
    ] = None
    """The token's lifetime, in seconds: at most 86400; 3600 if left out."""


Oauth2Provider: TypeAlias = Literal["OAUTH2_PROVIDER_X", "OAUTH2_PROVIDER_DISCORD"]


class CreateOauth2CredentialResult(Record, frozen=True, kw_only=True):
    """The result of create_oauth2_credential."""

    oauth2_credential_id: str


class CreateOauth2Credential(SubmitOperation[CreateOauth2CredentialResult], frozen=True, kw_only=True):
    """Add the credential of an OAuth 2.0 provider."""

    operation_name = "create_oauth2_credential"

    provider: Oauth2Provider
    client_id: Id
    encrypted_client_secret: str


class CreateOauthProvidersV1Result(Record, frozen=True, kw_only=True):
    """The result of create_oauth_providers, version 1."""

    provider_ids: Array[str]


class CreateOauthProvidersV1(SubmitOperation[CreateOauthProvidersV1Result], frozen=True, kw_only=True):
    """Add OAuth providers that a user can log in with.

    This is version 1; ``CreateOauthProviders`` is the newest.
    """

    operation_name = "create_oauth_providers"

    user_id: Id
    oauth_providers: Array[OauthProviderParams]


class DeleteOauth2CredentialResult(Record, frozen=True, kw_only=True):
    """The result of delete_oauth2_credential."""

    oauth2_credential_id: str


class DeleteOauth2Credential(SubmitOperation[DeleteOauth2CredentialResult], frozen=True, kw_only=True):
    """Delete the credential of an OAuth 2.0 provider."""

    operation_name = "delete_oauth2_credential"

    oauth2_credential_id: Id


class DeleteOauthProvidersResult(Record, frozen=True, kw_only=True):
    """The result of delete_oauth_providers."""

    provider_ids: Array[str]


class DeleteOauthProviders(SubmitOperation[DeleteOauthProvidersResult], frozen=True, kw_only=True):
    """Delete OAuth providers of a user."""

    operation_name = "delete_oauth_providers"

    user_id: Id
    provider_ids: Array[str]


class EmailAuthCustomizationParams(Parameters, frozen=True, kw_only=True):
    """A part of a request: email auth customization params."""

    app_name: str
    logo_url: str | None = None
    magic_link_template: str | None = None
    template_variables: str | None = None
    template_id: str | None = None


class EmailAuthResult(Record, frozen=True, kw_only=True):
    """The result of email_auth."""

    user_id: str
    api_key_id: str


class EmailAuth(SubmitOperation[EmailAuthResult], _ToTargetKey, frozen=True, kw_only=True):
    """Send a user a credential bundle by email, sealed to a target key."""

    operation_name = "email_auth"
    version = "V3"

    email: str
    target_public_key: Id
    api_key_name: str | None = None
    expiration_seconds: Seconds | None = None
    email_customization: EmailAuthCustomizationParams
    invalidate_existing: bool | None = None
    send_from_email_address: str | None = None
    send_from_email_sender_name: str | None = None
    reply_to_email_address: str | None = None


class EmailCustomizationParams(Parameters, frozen=True, kw_only=True):
    """A part of a request: email customization params."""

    app_name: str | None = None
    logo_url: str | None = None
    magic_link_template: str | None = None
    template_variables: str | None = None
    template_id: str | None = None


class EmailAuthV1Result(Record, frozen=True, kw_only=True):
    """The result of email_auth, version 1."""

    user_id: str
    api_key_id: str


class EmailAuthV1(SubmitOperation[EmailAuthV1Result], _ToTargetKey, frozen=True, kw_only=True):
    """Send a user a credential bundle by email, sealed to a target key.

    This is version 1; ``EmailAuth`` is the newest.
    """

    operation_name = "email_auth"

    email: str
    target_public_key: Id
    api_key_name: str | None = None
    expiration_seconds: Seconds | None = None
    email_customization: EmailCustomizationParams | None = None
    invalidate_existing: bool | None = None
    send_from_email_address: str | None = None
    send_from_email_sender_name: str | None = None
    reply_to_email_address: str | None = None


class EmailAuthV2Result(Record, frozen=True, kw_only=True):
    """The result of email_auth, version 2."""

    user_id: str
    api_key_id: str


class EmailAuthV2(SubmitOperation[EmailAuthV2Result], _ToTargetKey, frozen=True, kw_only=True):
    """Send a user a credential bundle by email, sealed to a target key.

    This is version 2; ``EmailAuth`` is the newest.
    """

    operation_name = "email_auth"
    version = "V2"

    email: str
    target_public_key: Id
    api_key_name: str | None = None
    expiration_seconds: Seconds | None = None
    email_customization: EmailCustomizationParams | None = None
    invalidate_existing: bool | None = None
    send_from_email_address: str | None = None
    send_from_email_sender_name: str | None = None
    reply_to_email_address: str | None = None


class Oauth2Credential(Record, frozen=True, kw_only=True):
    """A part of an answer: oauth2 credential."""

    oauth2_credential_id: str
    organization_id: str
    provider: str
    client_id: str
    encrypted_client_secret: str
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")

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


class GetOauth2CredentialResult(Record, frozen=True, kw_only=True):
    """The answer to get_oauth2_credential."""

    oauth2_credential: Oauth2Credential


class GetOauth2Credential(QueryOperation[GetOauth2CredentialResult], frozen=True, kw_only=True):
    """Get the credential of an OAuth 2.0 provider."""

    operation_name = "get_oauth2_credential"

    oauth2_credential_id: Id


class GetOauthProvidersResult(Record, frozen=True, kw_only=True):
    """The answer to get_oauth_providers."""

    oauth_providers: Array[UserOauthProvider]


class GetOauthProviders(QueryOperation[GetOauthProvidersResult], frozen=True, kw_only=True):
    """List the OAuth providers of a user, or of all users."""

    operation_name = "get_oauth_providers"

    user_id: str | None = None


class EmailCustomizationParamsV2(Parameters, frozen=True, kw_only=True):
    """A part of a request: email customization params v2."""

    logo_url: str | None = None
    magic_link_template: str | None = None
    template_variables: str | None = None
    template_id: str | None = None


class SmsCustomizationParams(Parameters, frozen=True, kw_only=True):
    """A part of a request: sms customization params."""

    template: str | None = None


class InitOtpResult(Record, frozen=True, kw_only=True):
    """The result of init_otp."""

    otp_id: str
    otp_encryption_target_bundle: str


class InitOtp(SubmitOperation[InitOtpResult], frozen=True, kw_only=True):
    """Send a one-time code, and get the bundle that ``encrypt_otp_bundle`` seals it to."""

    operation_name = "init_otp"
    version = "V3"
    result_version = "V2"

    otp_type: str
    contact: str
    app_name: str
    otp_length: Int32 | None = None
    email_customization: EmailCustomizationParamsV2 | None = None
    sms_customization: SmsCustomizationParams | None = None
    user_identifier: str | None = None
    send_from_email_address: str | None = None
    alphanumeric: bool | None = None
    send_from_email_sender_name: str | None = None
    expiration_seconds: Seconds | None = None
    reply_to_email_address: str | None = None


class InitOtpAuthResult(Record, frozen=True, kw_only=True):
    """The result of init_otp_auth."""

    otp_id: str


class InitOtpAuth(SubmitOperation[InitOtpAuthResult], frozen=True, kw_only=True):
    """Send a one-time code for ``otp_auth``."""

    operation_name = "init_otp_auth"
    version = "V3"
    result_version = "V2"

    otp_type: str
    contact: str
    otp_length: Int32 | None = None
    app_name: str
    email_customization: EmailCustomizationParamsV2 | None = None
    sms_customization: SmsCustomizationParams | None = None
    user_identifier: str | None = None
    send_from_email_address: str | None = None
    alphanumeric: bool | None = None
    send_from_email_sender_name: str | None = None
    expiration_seconds: Seconds | None = None
    reply_to_email_address: str | None = None


class InitOtpAuthV1Result(Record, frozen=True, kw_only=True):
    """The result of init_otp_auth, version 1."""

    otp_id: str


class InitOtpAuthV1(SubmitOperation[InitOtpAuthV1Result], frozen=True, kw_only=True):
    """Send a one-time code for ``otp_auth``.

    This is version 1; ``InitOtpAuth`` is the newest.
    """

    operation_name = "init_otp_auth"

    otp_type: str
    contact: str
    email_customization: EmailCustomizationParams | None = None
    sms_customization: SmsCustomizationParams | None = None
    user_identifier: str | None = None
    send_from_email_address: str | None = None
    send_from_email_sender_name: str | None = None
    reply_to_email_address: str | None = None


class InitOtpAuthV2Result(Record, frozen=True, kw_only=True):
    """The result of init_otp_auth, version 2."""

    otp_id: str


class InitOtpAuthV2(SubmitOperation[InitOtpAuthV2Result], frozen=True, kw_only=True):
    """Send a one-time code for ``otp_auth``.

    This is version 2; ``InitOtpAuth`` is the newest.
    """

    operation_name = "init_otp_auth"
    version = "V2"
    result_version = "V2"

    otp_type: str
    contact: str
    otp_length: Int32 | None = None
    email_customization: EmailCustomizationParams | None = None
    sms_customization: SmsCustomizationParams | None = None
    user_identifier: str | None = None
    send_from_email_address: str | None = None
    alphanumeric: bool | None = None
    send_from_email_sender_name: str | None = None
    reply_to_email_address: str | None = None


class InitUserEmailRecoveryResult(Record, frozen=True, kw_only=True):
    """The result of init_user_email_recovery."""

    user_id: str


class InitUserEmailRecovery(
    SubmitOperation[InitUserEmailRecoveryResult], _ToTargetKey, frozen=True, kw_only=True
):
    """Send a user a recovery bundle by email, sealed to a target key."""

    operation_name = "init_user_email_recovery"
    version = "V2"

    email: str
    target_public_key: Id
    expiration_seconds: Seconds | None = None
    email_customization: EmailAuthCustomizationParams
    send_from_email_address: str | None = None
    send_from_email_sender_name: str | None = None
    reply_to_email_address: str | None = None


class InitUserEmailRecoveryV1Result(Record, frozen=True, kw_only=True):
    """The result of init_user_email_recovery, version 1."""

    user_id: str


class InitUserEmailRecoveryV1(
    SubmitOperation[InitUserEmailRecoveryV1Result], _ToTargetKey, frozen=True, kw_only=True
):
    """Send a user a recovery bundle by email, sealed to a target key.

    This is version 1; ``InitUserEmailRecovery`` is the newest.
    """

    operation_name = "init_user_email_recovery"

    email: str
    target_public_key: Id
    expiration_seconds: Seconds | None = None
    email_customization: EmailCustomizationParams | None = None
    send_from_email_address: str | None = None
    send_from_email_sender_name: str | None = None
    reply_to_email_address: str | None = None


class EmailEventDetails(Record, frozen=True, kw_only=True):
    """A part of an answer: email event details."""

    bounce_type: str | None = None
    bounce_sub_type: str | None = None
    diagnostic_code: str | None = None
    delivery_smtp_response: str | None = None
    delivery_processing_time_millis: str | None = None
    delivery_delay_type: str | None = None
    complaint_feedback_type: str | None = None


class EmailEvent(Record, frozen=True, kw_only=True):
    """A part of an answer: email event."""

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


class ListEmailEventsResult(Record, frozen=True, kw_only=True):
    """The answer to list_email_events."""

    email_events: Array[EmailEvent]


class ListEmailEvents(QueryOperation[ListEmailEventsResult], frozen=True, kw_only=True):
    """List what happened to emails to an address."""

    operation_name = "list_email_events"

    email: str
    event_type: str | None = None
    pagination_options: Pagination | None = None


class ListOauth2CredentialsResult(Record, frozen=True, kw_only=True):
    """The answer to list_oauth2_credentials."""

    oauth2_credentials: Array[Oauth2Credential]


class ListOauth2Credentials(QueryOperation[ListOauth2CredentialsResult], frozen=True, kw_only=True):
    """List the credentials of OAuth 2.0 providers."""

    operation_name = "list_oauth2_credentials"


class OauthResult(_Credential, frozen=True, kw_only=True):
    """The result of oauth."""

    user_id: str
    api_key_id: str
    credential_bundle: str


class Oauth(SubmitOperation[OauthResult], _ToTargetKey, frozen=True, kw_only=True):
    """Log in with an OIDC token, to get a credential bundle that is sealed to your target key."""

    operation_name = "oauth"

    oidc_token: str
    target_public_key: Id
    api_key_name: str | None = None
    expiration_seconds: Seconds | None = None
    invalidate_existing: bool | None = None


class Oauth2AuthenticateResult(Record, frozen=True, kw_only=True):
    """The result of oauth2_authenticate."""

    oidc_token: str


class Oauth2Authenticate(SubmitOperation[Oauth2AuthenticateResult], frozen=True, kw_only=True):
    """Exchange a code of an OAuth 2.0 provider for an OIDC token."""

    operation_name = "oauth2_authenticate"

    oauth2_credential_id: Id
    auth_code: str
    redirect_uri: str
    code_verifier: str
    nonce: str
    bearer_token_target_public_key: str | None = None


class OtpAuthResult(Record, frozen=True, kw_only=True):
    """The result of otp_auth."""

    user_id: str
    api_key_id: str | None = None
    credential_bundle: str | None = None


class OtpAuth(SubmitOperation[OtpAuthResult], _ToTargetKey, frozen=True, kw_only=True):
    """Log in with a one-time code, to get a credential bundle that is sealed to your target key."""

    operation_name = "otp_auth"

    otp_id: Id
    otp_code: str
    target_public_key: Id
    api_key_name: str | None = None
    expiration_seconds: Seconds | None = None
    invalidate_existing: bool | None = None


class RecoverUserResult(Record, frozen=True, kw_only=True):
    """The result of recover_user."""

    authenticator_id: Array[str]


class RecoverUser(SubmitOperation[RecoverUserResult], frozen=True, kw_only=True):
    """Add a passkey to a user who recovers."""

    operation_name = "recover_user"

    authenticator: AuthenticatorParams
    user_id: Id


class UpdateOauth2CredentialResult(Record, frozen=True, kw_only=True):
    """The result of update_oauth2_credential."""

    oauth2_credential_id: str


class UpdateOauth2Credential(SubmitOperation[UpdateOauth2CredentialResult], frozen=True, kw_only=True):
    """Change the credential of an OAuth 2.0 provider."""

    operation_name = "update_oauth2_credential"

    oauth2_credential_id: Id
    provider: Oauth2Provider
    client_id: Id
    encrypted_client_secret: str


class VerifyOtpV1Result(Record, frozen=True, kw_only=True):
    """The result of verify_otp, version 1."""

    verification_token: str


class VerifyOtpV1(SubmitOperation[VerifyOtpV1Result], frozen=True, kw_only=True):
    """Exchange a one-time code for a verification token.

    This is version 1; ``VerifyOtp`` is the newest.
    """

    operation_name = "verify_otp"

    otp_id: Id
    otp_code: str
    expiration_seconds: Seconds | None = None
    public_key: str | None = None
