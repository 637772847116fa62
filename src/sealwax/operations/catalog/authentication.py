"""One-time codes, OAuth, emails and recovery: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from datetime import datetime
from typing import Annotated, ClassVar

import msgspec

from sealwax.operations.catalog.shared import (
    AuthenticatorParams,
    Oauth2Provider,
    OauthProvider,
    OauthProviderParams,
    Pagination,
    UserOauthProvider,
)
from sealwax.operations.forms import Id, Int32, Seconds, UpToADay
from sealwax.operations.operation import QueryOperation, SubmitOperation
from sealwax.operations.parameters import Array, Parameters, about
from sealwax.operations.responses import Record, RecordType, _Timestamp, to_time
from sealwax.operations.results import VerifyOtpResult, _Credential, _OtpTarget
from sealwax.operations.rules import _ToTargetKey


class CreateOauthProvidersResult(Record, frozen=True, kw_only=True):
    """The result of create_oauth_providers."""

    provider_ids: Annotated[Array[str], about("The ids of the new providers.")]
    """The ids of the new providers."""


class CreateOauthProviders(SubmitOperation[CreateOauthProvidersResult], frozen=True, kw_only=True):
    """Add OAuth providers that a user can log in with."""

    operation_name = "create_oauth_providers"
    activity_type = "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2"
    intent_key = "createOauthProvidersIntentV2"
    result_key = "createOauthProvidersResultV2"
    result_type: ClassVar[RecordType] = CreateOauthProvidersResult

    user_id: Annotated[Id, about("The id of the user.")]
    """The id of the user."""
    oauth_providers: Annotated[Array[OauthProvider], about("The OAuth providers to add.")]
    """The OAuth providers to add."""


class VerifyOtp(SubmitOperation[VerifyOtpResult], frozen=True, kw_only=True):
    """Exchange a one-time code for a verification token."""

    operation_name = "verify_otp"
    activity_type = "ACTIVITY_TYPE_VERIFY_OTP_V2"
    intent_key = "verifyOtpIntentV2"
    result_key = "verifyOtpResult"
    result_type: ClassVar[RecordType] = VerifyOtpResult

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


class CreateOauth2CredentialResult(Record, frozen=True, kw_only=True):
    """The result of create_oauth2_credential."""

    oauth2_credential_id: str
    """The id of the new OAuth 2.0 credential."""


class CreateOauth2Credential(SubmitOperation[CreateOauth2CredentialResult], frozen=True, kw_only=True):
    """Add the credential of an OAuth 2.0 provider."""

    operation_name = "create_oauth2_credential"
    activity_type = "ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL"
    intent_key = "createOauth2CredentialIntent"
    result_key = "createOauth2CredentialResult"
    result_type: ClassVar[RecordType] = CreateOauth2CredentialResult

    provider: Oauth2Provider
    """The OAuth 2.0 provider."""
    client_id: Id
    """The client id that the provider issued to your application."""
    encrypted_client_secret: str
    """The sealed client secret; encrypt_oauth2_client_secret makes it."""


class CreateOauthProvidersV1Result(Record, frozen=True, kw_only=True):
    """The result of create_oauth_providers, version 1."""

    provider_ids: Array[str]
    """The ids of the new providers."""


class CreateOauthProvidersV1(SubmitOperation[CreateOauthProvidersV1Result], frozen=True, kw_only=True):
    """Add OAuth providers that a user can log in with.

    This is version 1; ``CreateOauthProviders`` is the newest.
    """

    operation_name = "create_oauth_providers"
    activity_type = "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS"
    intent_key = "createOauthProvidersIntent"
    result_key = "createOauthProvidersResult"
    result_type: ClassVar[RecordType] = CreateOauthProvidersV1Result

    user_id: Id
    """The id of the user."""
    oauth_providers: Array[OauthProviderParams]
    """The OAuth providers to add."""


class DeleteOauth2CredentialResult(Record, frozen=True, kw_only=True):
    """The result of delete_oauth2_credential."""

    oauth2_credential_id: str
    """The id of the deleted OAuth 2.0 credential."""


class DeleteOauth2Credential(SubmitOperation[DeleteOauth2CredentialResult], frozen=True, kw_only=True):
    """Delete the credential of an OAuth 2.0 provider."""

    operation_name = "delete_oauth2_credential"
    activity_type = "ACTIVITY_TYPE_DELETE_OAUTH2_CREDENTIAL"
    intent_key = "deleteOauth2CredentialIntent"
    result_key = "deleteOauth2CredentialResult"
    result_type: ClassVar[RecordType] = DeleteOauth2CredentialResult

    oauth2_credential_id: Id
    """The id of the OAuth 2.0 credential."""


class DeleteOauthProvidersResult(Record, frozen=True, kw_only=True):
    """The result of delete_oauth_providers."""

    provider_ids: Array[str]
    """The ids of the deleted OAuth providers."""


class DeleteOauthProviders(SubmitOperation[DeleteOauthProvidersResult], frozen=True, kw_only=True):
    """Delete OAuth providers of a user."""

    operation_name = "delete_oauth_providers"
    activity_type = "ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS"
    intent_key = "deleteOauthProvidersIntent"
    result_key = "deleteOauthProvidersResult"
    result_type: ClassVar[RecordType] = DeleteOauthProvidersResult

    user_id: Id
    """The id of the user."""
    provider_ids: Array[str]
    """The ids of the OAuth providers."""


class EmailAuthCustomizationParams(Parameters, frozen=True, kw_only=True):
    """Changes to the text and look of an email with a credential or recovery bundle."""

    app_name: str
    """The name of your application, for the message to the user."""
    logo_url: str | None = None
    """The URL of your logo, a PNG image."""
    magic_link_template: str | None = None
    """The template of the link in the email; %s stands for the bundle."""
    template_variables: Annotated[
        str | None, about("The values of the template's variables: a JSON object, as text.")
    ] = None
    """The values of the template's variables: a JSON object, as text."""
    template_id: str | None = None
    """The id of an email template; the newest template if left out."""


class EmailAuthResult(Record, frozen=True, kw_only=True):
    """The result of email_auth."""

    user_id: str
    """The id of the user."""
    api_key_id: str
    """The id of the new API key."""


class EmailAuth(SubmitOperation[EmailAuthResult], _ToTargetKey, frozen=True, kw_only=True):
    """Send a user a credential bundle by email, sealed to a target key."""

    operation_name = "email_auth"
    activity_type = "ACTIVITY_TYPE_EMAIL_AUTH_V3"
    intent_key = "emailAuthIntentV3"
    result_key = "emailAuthResult"
    result_type: ClassVar[RecordType] = EmailAuthResult

    email: str
    """The user's email address."""
    target_public_key: Annotated[
        Id, about("The target public key to seal it to: an uncompressed P-256 point, in hex.")
    ]
    """The target public key to seal it to: an uncompressed P-256 point, in hex."""
    api_key_name: str | None = None
    """The new key's display name; the service makes one if left out."""
    expiration_seconds: Annotated[
        Seconds | None, about("The key's lifetime, in seconds; 900 if left out.")
    ] = None
    """The key's lifetime, in seconds; 900 if left out."""
    email_customization: EmailAuthCustomizationParams
    """The content of the email; the service's default for all that is left out."""
    invalidate_existing: bool | None = None
    """Whether to invalidate the API keys of earlier logins of this kind."""
    send_from_email_address: str | None = None
    """The address that the email comes from; the service's default if left out."""
    send_from_email_sender_name: str | None = None
    """The sender's name next to send_from_email_address; Notifications if left out."""
    reply_to_email_address: str | None = None
    """The address that replies to the email go to."""


class EmailCustomizationParams(Parameters, frozen=True, kw_only=True):
    """Changes to the text and look of an email, in the earlier versions of operations."""

    app_name: str | None = None
    """The name of your application, for the message to the user."""
    logo_url: str | None = None
    """The URL of your logo, a PNG image."""
    magic_link_template: str | None = None
    """The template of the link in the email; %s stands for the bundle."""
    template_variables: Annotated[
        str | None, about("The values of the template's variables: a JSON object, as text.")
    ] = None
    """The values of the template's variables: a JSON object, as text."""
    template_id: str | None = None
    """The id of an email template; the newest template if left out."""


class EmailAuthV1Result(Record, frozen=True, kw_only=True):
    """The result of email_auth, version 1."""

    user_id: str
    """The id of the user."""
    api_key_id: str
    """The id of the new API key."""


class EmailAuthV1(SubmitOperation[EmailAuthV1Result], _ToTargetKey, frozen=True, kw_only=True):
    """Send a user a credential bundle by email, sealed to a target key.

    This is version 1; ``EmailAuth`` is the newest.
    """

    operation_name = "email_auth"
    activity_type = "ACTIVITY_TYPE_EMAIL_AUTH"
    intent_key = "emailAuthIntent"
    result_key = "emailAuthResult"
    result_type: ClassVar[RecordType] = EmailAuthV1Result

    email: str
    """The user's email address."""
    target_public_key: Annotated[
        Id, about("The target public key to seal it to: an uncompressed P-256 point, in hex.")
    ]
    """The target public key to seal it to: an uncompressed P-256 point, in hex."""
    api_key_name: str | None = None
    """The new key's display name; the service makes one if left out."""
    expiration_seconds: Annotated[
        Seconds | None, about("The key's lifetime, in seconds; 900 if left out.")
    ] = None
    """The key's lifetime, in seconds; 900 if left out."""
    email_customization: EmailCustomizationParams | None = None
    """The content of the email; the service's default for all that is left out."""
    invalidate_existing: bool | None = None
    """Whether to invalidate the API keys of earlier logins of this kind."""
    send_from_email_address: str | None = None
    """The address that the email comes from; the service's default if left out."""
    send_from_email_sender_name: str | None = None
    """The sender's name next to send_from_email_address; Notifications if left out."""
    reply_to_email_address: str | None = None
    """The address that replies to the email go to."""


class EmailAuthV2Result(Record, frozen=True, kw_only=True):
    """The result of email_auth, version 2."""

    user_id: str
    """The id of the user."""
    api_key_id: str
    """The id of the new API key."""


class EmailAuthV2(SubmitOperation[EmailAuthV2Result], _ToTargetKey, frozen=True, kw_only=True):
    """Send a user a credential bundle by email, sealed to a target key.

    This is version 2; ``EmailAuth`` is the newest.
    """

    operation_name = "email_auth"
    activity_type = "ACTIVITY_TYPE_EMAIL_AUTH_V2"
    intent_key = "emailAuthIntentV2"
    result_key = "emailAuthResult"
    result_type: ClassVar[RecordType] = EmailAuthV2Result

    email: str
    """The user's email address."""
    target_public_key: Annotated[
        Id, about("The target public key to seal it to: an uncompressed P-256 point, in hex.")
    ]
    """The target public key to seal it to: an uncompressed P-256 point, in hex."""
    api_key_name: str | None = None
    """The new key's display name; the service makes one if left out."""
    expiration_seconds: Annotated[
        Seconds | None, about("The key's lifetime, in seconds; 900 if left out.")
    ] = None
    """The key's lifetime, in seconds; 900 if left out."""
    email_customization: EmailCustomizationParams | None = None
    """The content of the email; the service's default for all that is left out."""
    invalidate_existing: bool | None = None
    """Whether to invalidate the API keys of earlier logins of this kind."""
    send_from_email_address: str | None = None
    """The address that the email comes from; the service's default if left out."""
    send_from_email_sender_name: str | None = None
    """The sender's name next to send_from_email_address; Notifications if left out."""
    reply_to_email_address: str | None = None
    """The address that replies to the email go to."""


class Oauth2Credential(Record, frozen=True, kw_only=True):
    """The registration of your application at an OAuth 2.0 provider."""

    oauth2_credential_id: str
    """The id of the OAuth 2.0 credential."""
    organization_id: str
    """The id of the organization."""
    provider: str
    """The OAuth 2.0 provider."""
    client_id: str
    """The client id that the provider issued to your application."""
    encrypted_client_secret: str
    """The sealed client secret; encrypt_oauth2_client_secret makes it."""
    _created_at: _Timestamp = msgspec.field(name="createdAt")
    _updated_at: _Timestamp = msgspec.field(name="updatedAt")

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


class GetOauth2CredentialResult(Record, frozen=True, kw_only=True):
    """The answer to get_oauth2_credential."""

    oauth2_credential: Oauth2Credential
    """The credential."""


class GetOauth2Credential(QueryOperation[GetOauth2CredentialResult], frozen=True, kw_only=True):
    """Get the credential of an OAuth 2.0 provider."""

    operation_name = "get_oauth2_credential"
    result_type: ClassVar[RecordType] = GetOauth2CredentialResult

    oauth2_credential_id: Id
    """The id of the OAuth 2.0 credential."""


class GetOauthProvidersResult(Record, frozen=True, kw_only=True):
    """The answer to get_oauth_providers."""

    oauth_providers: Array[UserOauthProvider]
    """The OAuth providers."""


class GetOauthProviders(QueryOperation[GetOauthProvidersResult], frozen=True, kw_only=True):
    """List the OAuth providers of a user, or of all users."""

    operation_name = "get_oauth_providers"
    result_type: ClassVar[RecordType] = GetOauthProvidersResult

    user_id: str | None = None
    """The id of the user; all users if left out."""


class EmailCustomizationParamsV2(Parameters, frozen=True, kw_only=True):
    """Changes to the text and look of an email with a one-time code."""

    logo_url: str | None = None
    """The URL of your logo, a PNG image."""
    magic_link_template: str | None = None
    """The template of the link in the email; %s stands for the bundle."""
    template_variables: Annotated[
        str | None, about("The values of the template's variables: a JSON object, as text.")
    ] = None
    """The values of the template's variables: a JSON object, as text."""
    template_id: str | None = None
    """The id of an email template; the newest template if left out."""


class SmsCustomizationParams(Parameters, frozen=True, kw_only=True):
    """Changes to the text of an SMS with a one-time code."""

    template: str | None = None
    """The text of the SMS; {{.OtpCode}} stands for the code."""


class InitOtpResult(_OtpTarget, frozen=True, kw_only=True):
    """The result of init_otp."""

    otp_id: str
    """The id of the OTP flow."""
    otp_encryption_target_bundle: str
    """The enclave's signed key to seal the code to; encrypt_code does it."""


class InitOtp(SubmitOperation[InitOtpResult], frozen=True, kw_only=True):
    """Send a one-time code, and get the bundle that ``encrypt_otp_bundle`` seals it to."""

    operation_name = "init_otp"
    activity_type = "ACTIVITY_TYPE_INIT_OTP_V3"
    intent_key = "initOtpIntentV3"
    result_key = "initOtpResultV2"
    result_type: ClassVar[RecordType] = InitOtpResult

    otp_type: str
    """The way to send the code: OTP_TYPE_SMS or OTP_TYPE_EMAIL."""
    contact: str
    """The email address or phone number that receives the code."""
    app_name: str
    """The name of your application, for the message to the user."""
    otp_length: Int32 | None = None
    """The number of characters of the code; 9 if left out."""
    email_customization: EmailCustomizationParamsV2 | None = None
    """The content of the email; the service's default for all that is left out."""
    sms_customization: SmsCustomizationParams | None = None
    """The content of the SMS; the service's default if left out."""
    user_identifier: str | None = None
    """A text that stands for the user, such as a hash of the IP address, to limit the rate of SMS."""
    send_from_email_address: str | None = None
    """The address that the email comes from; the service's default if left out."""
    alphanumeric: bool | None = None
    """Whether the code has letters, too, in Crockford's Base32; true if left out."""
    send_from_email_sender_name: str | None = None
    """The sender's name next to send_from_email_address; Notifications if left out."""
    expiration_seconds: Annotated[
        Seconds | None, about("The code's lifetime, in seconds: at most 600; 300 if left out.")
    ] = None
    """The code's lifetime, in seconds: at most 600; 300 if left out."""
    reply_to_email_address: str | None = None
    """The address that replies to the email go to."""


class InitOtpAuthResult(Record, frozen=True, kw_only=True):
    """The result of init_otp_auth."""

    otp_id: str
    """The id of the OTP flow."""


class InitOtpAuth(SubmitOperation[InitOtpAuthResult], frozen=True, kw_only=True):
    """Send a one-time code for ``otp_auth``."""

    operation_name = "init_otp_auth"
    activity_type = "ACTIVITY_TYPE_INIT_OTP_AUTH_V3"
    intent_key = "initOtpAuthIntentV3"
    result_key = "initOtpAuthResultV2"
    result_type: ClassVar[RecordType] = InitOtpAuthResult

    otp_type: str
    """The way to send the code: OTP_TYPE_SMS or OTP_TYPE_EMAIL."""
    contact: str
    """The email address or phone number that receives the code."""
    otp_length: Int32 | None = None
    """The number of characters of the code; 9 if left out."""
    app_name: str
    """The name of your application, for the message to the user."""
    email_customization: EmailCustomizationParamsV2 | None = None
    """The content of the email; the service's default for all that is left out."""
    sms_customization: SmsCustomizationParams | None = None
    """The content of the SMS; the service's default if left out."""
    user_identifier: str | None = None
    """A text that stands for the user, such as a hash of the IP address, to limit the rate of SMS."""
    send_from_email_address: str | None = None
    """The address that the email comes from; the service's default if left out."""
    alphanumeric: bool | None = None
    """Whether the code has letters, too, in Crockford's Base32; true if left out."""
    send_from_email_sender_name: str | None = None
    """The sender's name next to send_from_email_address; Notifications if left out."""
    expiration_seconds: Annotated[
        Seconds | None, about("The code's lifetime, in seconds: at most 600; 300 if left out.")
    ] = None
    """The code's lifetime, in seconds: at most 600; 300 if left out."""
    reply_to_email_address: str | None = None
    """The address that replies to the email go to."""


class InitOtpAuthV1Result(Record, frozen=True, kw_only=True):
    """The result of init_otp_auth, version 1."""

    otp_id: str
    """The id of the OTP flow."""


class InitOtpAuthV1(SubmitOperation[InitOtpAuthV1Result], frozen=True, kw_only=True):
    """Send a one-time code for ``otp_auth``.

    This is version 1; ``InitOtpAuth`` is the newest.
    """

    operation_name = "init_otp_auth"
    activity_type = "ACTIVITY_TYPE_INIT_OTP_AUTH"
    intent_key = "initOtpAuthIntent"
    result_key = "initOtpAuthResult"
    result_type: ClassVar[RecordType] = InitOtpAuthV1Result

    otp_type: str
    """The way to send the code: OTP_TYPE_SMS or OTP_TYPE_EMAIL."""
    contact: str
    """The email address or phone number that receives the code."""
    email_customization: EmailCustomizationParams | None = None
    """The content of the email; the service's default for all that is left out."""
    sms_customization: SmsCustomizationParams | None = None
    """The content of the SMS; the service's default if left out."""
    user_identifier: str | None = None
    """A text that stands for the user, such as a hash of the IP address, to limit the rate of SMS."""
    send_from_email_address: str | None = None
    """The address that the email comes from; the service's default if left out."""
    send_from_email_sender_name: str | None = None
    """The sender's name next to send_from_email_address; Notifications if left out."""
    reply_to_email_address: str | None = None
    """The address that replies to the email go to."""


class InitOtpAuthV2Result(Record, frozen=True, kw_only=True):
    """The result of init_otp_auth, version 2."""

    otp_id: str
    """The id of the OTP flow."""


class InitOtpAuthV2(SubmitOperation[InitOtpAuthV2Result], frozen=True, kw_only=True):
    """Send a one-time code for ``otp_auth``.

    This is version 2; ``InitOtpAuth`` is the newest.
    """

    operation_name = "init_otp_auth"
    activity_type = "ACTIVITY_TYPE_INIT_OTP_AUTH_V2"
    intent_key = "initOtpAuthIntentV2"
    result_key = "initOtpAuthResultV2"
    result_type: ClassVar[RecordType] = InitOtpAuthV2Result

    otp_type: str
    """The way to send the code: OTP_TYPE_SMS or OTP_TYPE_EMAIL."""
    contact: str
    """The email address or phone number that receives the code."""
    otp_length: Int32 | None = None
    """The number of characters of the code; 9 if left out."""
    email_customization: EmailCustomizationParams | None = None
    """The content of the email; the service's default for all that is left out."""
    sms_customization: SmsCustomizationParams | None = None
    """The content of the SMS; the service's default if left out."""
    user_identifier: str | None = None
    """A text that stands for the user, such as a hash of the IP address, to limit the rate of SMS."""
    send_from_email_address: str | None = None
    """The address that the email comes from; the service's default if left out."""
    alphanumeric: bool | None = None
    """Whether the code has letters, too, in Crockford's Base32; true if left out."""
    send_from_email_sender_name: str | None = None
    """The sender's name next to send_from_email_address; Notifications if left out."""
    reply_to_email_address: str | None = None
    """The address that replies to the email go to."""


class InitUserEmailRecoveryResult(Record, frozen=True, kw_only=True):
    """The result of init_user_email_recovery."""

    user_id: str
    """The id of the user."""


class InitUserEmailRecovery(
    SubmitOperation[InitUserEmailRecoveryResult], _ToTargetKey, frozen=True, kw_only=True
):
    """Send a user a recovery bundle by email, sealed to a target key."""

    operation_name = "init_user_email_recovery"
    activity_type = "ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2"
    intent_key = "initUserEmailRecoveryIntentV2"
    result_key = "initUserEmailRecoveryResult"
    result_type: ClassVar[RecordType] = InitUserEmailRecoveryResult

    email: str
    """The user's email address."""
    target_public_key: Annotated[
        Id, about("The target public key to seal it to: an uncompressed P-256 point, in hex.")
    ]
    """The target public key to seal it to: an uncompressed P-256 point, in hex."""
    expiration_seconds: Annotated[
        Seconds | None, about("The recovery credential's lifetime, in seconds; 900 if left out.")
    ] = None
    """The recovery credential's lifetime, in seconds; 900 if left out."""
    email_customization: EmailAuthCustomizationParams
    """The content of the email; the service's default for all that is left out."""
    send_from_email_address: str | None = None
    """The address that the email comes from; the service's default if left out."""
    send_from_email_sender_name: str | None = None
    """The sender's name next to send_from_email_address; Notifications if left out."""
    reply_to_email_address: str | None = None
    """The address that replies to the email go to."""


class InitUserEmailRecoveryV1Result(Record, frozen=True, kw_only=True):
    """The result of init_user_email_recovery, version 1."""

    user_id: str
    """The id of the user."""


class InitUserEmailRecoveryV1(
    SubmitOperation[InitUserEmailRecoveryV1Result], _ToTargetKey, frozen=True, kw_only=True
):
    """Send a user a recovery bundle by email, sealed to a target key.

    This is version 1; ``InitUserEmailRecovery`` is the newest.
    """

    operation_name = "init_user_email_recovery"
    activity_type = "ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY"
    intent_key = "initUserEmailRecoveryIntent"
    result_key = "initUserEmailRecoveryResult"
    result_type: ClassVar[RecordType] = InitUserEmailRecoveryV1Result

    email: str
    """The user's email address."""
    target_public_key: Annotated[
        Id, about("The target public key to seal it to: an uncompressed P-256 point, in hex.")
    ]
    """The target public key to seal it to: an uncompressed P-256 point, in hex."""
    expiration_seconds: Annotated[
        Seconds | None, about("The recovery credential's lifetime, in seconds; 900 if left out.")
    ] = None
    """The recovery credential's lifetime, in seconds; 900 if left out."""
    email_customization: EmailCustomizationParams | None = None
    """The content of the email; the service's default for all that is left out."""
    send_from_email_address: str | None = None
    """The address that the email comes from; the service's default if left out."""
    send_from_email_sender_name: str | None = None
    """The sender's name next to send_from_email_address; Notifications if left out."""
    reply_to_email_address: str | None = None
    """The address that replies to the email go to."""


class EmailEventDetails(Record, frozen=True, kw_only=True):
    """The details of an event of an email."""

    bounce_type: str | None = None
    """The type of the bounce, of a Bounce event."""
    bounce_sub_type: str | None = None
    """The subtype of the bounce, of a Bounce event."""
    diagnostic_code: str | None = None
    """The diagnosis, of a Bounce or DeliveryDelay event."""
    delivery_smtp_response: str | None = None
    """The SMTP response, of a Delivery event."""
    delivery_processing_time_millis: Annotated[
        str | None, about("The time that the delivery took, in milliseconds, of a Delivery event.")
    ] = None
    """The time that the delivery took, in milliseconds, of a Delivery event."""
    delivery_delay_type: str | None = None
    """The type of the delay, of a DeliveryDelay event."""
    complaint_feedback_type: str | None = None
    """The type of the feedback, of a Complaint event."""


class EmailEvent(Record, frozen=True, kw_only=True):
    """An event of an email that the service sent, such as its delivery."""

    id: str
    """The id of the event."""
    organization_id: str
    """The id of the organization."""
    message_id: str
    """The email provider's id of the message, which several events can share."""
    event_type: str
    """The type of the event, such as Delivery or Bounce."""
    from_address: str
    """The sender's email address."""
    to_address: str
    """The recipient's email address."""
    sender_tenant: str | None = None
    """The tenant of Amazon SES that sent the email, if known."""
    timestamp: Annotated[
        str, about("The time of the event, in milliseconds since the epoch, as decimal text.")
    ]
    """The time of the event, in milliseconds since the epoch, as decimal text."""
    created_at: Annotated[
        str, about("The time of the record, in milliseconds since the epoch, as decimal text.")
    ]
    """The time of the record, in milliseconds since the epoch, as decimal text."""
    details: EmailEventDetails
    """The details, which depend on the type of the event."""


class ListEmailEventsResult(Record, frozen=True, kw_only=True):
    """The answer to list_email_events."""

    email_events: Array[EmailEvent]
    """The events, the newest first."""


class ListEmailEvents(QueryOperation[ListEmailEventsResult], frozen=True, kw_only=True):
    """List what happened to emails to an address."""

    operation_name = "list_email_events"
    result_type: ClassVar[RecordType] = ListEmailEventsResult

    email: str
    """The address that received the emails."""
    event_type: str | None = None
    """The type of the events to list, such as Delivery or Bounce; all if left out."""
    pagination_options: Pagination | None = None
    """Which part of the list."""


class ListOauth2CredentialsResult(Record, frozen=True, kw_only=True):
    """The answer to list_oauth2_credentials."""

    oauth2_credentials: Array[Oauth2Credential]
    """The credentials of OAuth 2.0 providers."""


class ListOauth2Credentials(QueryOperation[ListOauth2CredentialsResult], frozen=True, kw_only=True):
    """List the credentials of OAuth 2.0 providers."""

    operation_name = "list_oauth2_credentials"
    result_type: ClassVar[RecordType] = ListOauth2CredentialsResult


class OauthResult(_Credential, frozen=True, kw_only=True):
    """The result of oauth."""

    user_id: str
    """The id of the user."""
    api_key_id: str
    """The id of the new API key."""
    credential_bundle: str
    """The new API key, sealed to your target key; decrypt_credential_bundle opens it."""


class Oauth(SubmitOperation[OauthResult], _ToTargetKey, frozen=True, kw_only=True):
    """Log in with an OIDC token, to get a credential bundle that is sealed to your target key."""

    operation_name = "oauth"
    activity_type = "ACTIVITY_TYPE_OAUTH"
    intent_key = "oauthIntent"
    result_key = "oauthResult"
    result_type: ClassVar[RecordType] = OauthResult

    oidc_token: Annotated[str, about("The OIDC token, in base64.")]
    """The OIDC token, in base64."""
    target_public_key: Annotated[
        Id, about("The target public key to seal it to: an uncompressed P-256 point, in hex.")
    ]
    """The target public key to seal it to: an uncompressed P-256 point, in hex."""
    api_key_name: str | None = None
    """The new key's display name; the service makes one if left out."""
    expiration_seconds: Annotated[
        Seconds | None, about("The key's lifetime, in seconds; 900 if left out.")
    ] = None
    """The key's lifetime, in seconds; 900 if left out."""
    invalidate_existing: bool | None = None
    """Whether to invalidate the API keys of earlier logins of this kind."""


class Oauth2AuthenticateResult(Record, frozen=True, kw_only=True):
    """The result of oauth2_authenticate."""

    oidc_token: Annotated[str, about("The OIDC token that the service issues, in base64, for OauthLogin.")]
    """The OIDC token that the service issues, in base64, for OauthLogin."""


class Oauth2Authenticate(SubmitOperation[Oauth2AuthenticateResult], frozen=True, kw_only=True):
    """Exchange a code of an OAuth 2.0 provider for an OIDC token."""

    operation_name = "oauth2_authenticate"
    activity_type = "ACTIVITY_TYPE_OAUTH2_AUTHENTICATE"
    intent_key = "oauth2AuthenticateIntent"
    result_key = "oauth2AuthenticateResult"
    result_type: ClassVar[RecordType] = Oauth2AuthenticateResult

    oauth2_credential_id: Id
    """The id of the OAuth 2.0 credential."""
    auth_code: str
    """The authorization code from the provider."""
    redirect_uri: str
    """The URI that the provider sends the user back to."""
    code_verifier: str
    """The code verifier of PKCE (RFC 7636)."""
    nonce: str
    """The SHA-256 of your public key, which binds the OIDC token to it; oidc_nonce makes it."""
    bearer_token_target_public_key: str | None = None
    """A P-256 public key; a claim of the OIDC token then has the bearer token, sealed to it."""


class OtpAuthResult(Record, frozen=True, kw_only=True):
    """The result of otp_auth."""

    user_id: str
    """The id of the user."""
    api_key_id: str | None = None
    """The id of the new API key."""
    credential_bundle: str | None = None
    """The new API key, sealed to your target key; decrypt_credential_bundle opens it."""


class OtpAuth(SubmitOperation[OtpAuthResult], _ToTargetKey, frozen=True, kw_only=True):
    """Log in with a one-time code, to get a credential bundle that is sealed to your target key."""

    operation_name = "otp_auth"
    activity_type = "ACTIVITY_TYPE_OTP_AUTH"
    intent_key = "otpAuthIntent"
    result_key = "otpAuthResult"
    result_type: ClassVar[RecordType] = OtpAuthResult

    otp_id: Id
    """The id of the OTP flow, from init_otp_auth."""
    otp_code: str
    """The one-time code that the user received."""
    target_public_key: Annotated[
        Id, about("The target public key to seal it to: an uncompressed P-256 point, in hex.")
    ]
    """The target public key to seal it to: an uncompressed P-256 point, in hex."""
    api_key_name: str | None = None
    """The new key's display name; the service makes one if left out."""
    expiration_seconds: Annotated[
        Seconds | None, about("The key's lifetime, in seconds; 900 if left out.")
    ] = None
    """The key's lifetime, in seconds; 900 if left out."""
    invalidate_existing: bool | None = None
    """Whether to invalidate the API keys of earlier logins of this kind."""


class RecoverUserResult(Record, frozen=True, kw_only=True):
    """The result of recover_user."""

    authenticator_id: Array[str]
    """The id of the new passkey, in an array."""


class RecoverUser(SubmitOperation[RecoverUserResult], frozen=True, kw_only=True):
    """Add a passkey to a user who recovers."""

    operation_name = "recover_user"
    activity_type = "ACTIVITY_TYPE_RECOVER_USER"
    intent_key = "recoverUserIntent"
    result_key = "recoverUserResult"
    result_type: ClassVar[RecordType] = RecoverUserResult

    authenticator: AuthenticatorParams
    """The passkey to add."""
    user_id: Id
    """The id of the user who recovers."""


class UpdateOauth2CredentialResult(Record, frozen=True, kw_only=True):
    """The result of update_oauth2_credential."""

    oauth2_credential_id: str
    """The id of the OAuth 2.0 credential."""


class UpdateOauth2Credential(SubmitOperation[UpdateOauth2CredentialResult], frozen=True, kw_only=True):
    """Change the credential of an OAuth 2.0 provider."""

    operation_name = "update_oauth2_credential"
    activity_type = "ACTIVITY_TYPE_UPDATE_OAUTH2_CREDENTIAL"
    intent_key = "updateOauth2CredentialIntent"
    result_key = "updateOauth2CredentialResult"
    result_type: ClassVar[RecordType] = UpdateOauth2CredentialResult

    oauth2_credential_id: Id
    """The id of the OAuth 2.0 credential."""
    provider: Oauth2Provider
    """The OAuth 2.0 provider."""
    client_id: Id
    """The client id that the provider issued to your application."""
    encrypted_client_secret: str
    """The sealed client secret; encrypt_oauth2_client_secret makes it."""


class VerifyOtpV1Result(Record, frozen=True, kw_only=True):
    """The result of verify_otp, version 1."""

    verification_token: str
    """The verification token: a JWT that says which contact is verified."""


class VerifyOtpV1(SubmitOperation[VerifyOtpV1Result], frozen=True, kw_only=True):
    """Exchange a one-time code for a verification token.

    This is version 1; ``VerifyOtp`` is the newest.
    """

    operation_name = "verify_otp"
    activity_type = "ACTIVITY_TYPE_VERIFY_OTP"
    intent_key = "verifyOtpIntent"
    result_key = "verifyOtpResult"
    result_type: ClassVar[RecordType] = VerifyOtpV1Result

    otp_id: Id
    """The id of the OTP flow, from init-OTP."""
    otp_code: str
    """The one-time code that the user received."""
    expiration_seconds: Annotated[
        Seconds | None, about("The token's lifetime, in seconds: at most 86400; 3600 if left out.")
    ] = None
    """The token's lifetime, in seconds: at most 86400; 3600 if left out."""
    public_key: str | None = None
    """Your public key, which the verification token is bound to."""
