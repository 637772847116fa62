"""The auth proxy: operations and the parts of their requests and answers.

Written by ``python -m tools.catalog``.
"""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from sealwax._codec.enumerations import ApiKeyCurve, WalletCurve
from sealwax.operations.catalog.shared import (
    AnyAttestation,
    AnyClientSignature,
    Oauth2Provider,
    OauthProvider,
    OauthProviderParams,
    PathFormat,
)
from sealwax.operations.forms import Id, PhoneNumber, Seconds
from sealwax.operations.operation import AuthProxyOperation
from sealwax.operations.parameters import Array, MnemonicLength, Parameters, about
from sealwax.operations.responses import Record, RecordType, _Proven
from sealwax.operations.results import _OtpTarget, _Session, _Verification
from sealwax.operations.rules import _Account, _SignupV2
from sealwax.wallets.address_format_names import AddressFormat


class SignupApiKey(Parameters, frozen=True, kw_only=True):
    """An API key of a new user."""

    api_key_name: Annotated[str, about("The key's display name.")]
    """The key's display name."""
    public_key: Annotated[Id, about("The public key.")]
    """The public key."""
    curve_type: Annotated[ApiKeyCurve, about("The key's curve.")]
    """The key's curve."""
    expiration_seconds: Annotated[Seconds | None, about("The key's lifetime, in seconds.")] = None
    """The key's lifetime, in seconds."""


class SignupAuthenticator(Parameters, frozen=True, kw_only=True):
    """A passkey of a new user."""

    authenticator_name: Annotated[str, about("The passkey's display name.")]
    """The passkey's display name."""
    challenge: Annotated[Id, about("The challenge that the passkey was created for, in base64url.")]
    """The challenge that the passkey was created for, in base64url."""
    attestation: Annotated[AnyAttestation, about("The passkey's attestation.")]
    """The passkey's attestation."""


class SignupWalletAccount(_Account, frozen=True, kw_only=True):
    """An account of a new wallet."""

    curve: Annotated[WalletCurve, about("The curve of the account's key.")]
    """The curve of the account's key."""
    path_format: Annotated[PathFormat, about("The format of the derivation path.")]
    """The format of the derivation path."""
    path: Annotated[str, about("The derivation path.")]
    """The derivation path."""
    address_format: Annotated[AddressFormat, about("The format of the account's address.")]
    """The format of the account's address."""
    name: Annotated[str | None, about("The account's display name.")] = None
    """The account's display name."""


class SignupWallet(Parameters, frozen=True, kw_only=True):
    """A wallet of a new user."""

    wallet_name: Annotated[str, about("The wallet's display name.")]
    """The wallet's display name."""
    accounts: Annotated[
        Array[SignupWalletAccount], about("The wallet's accounts; an empty array if there are none.")
    ]
    """The wallet's accounts; an empty array if there are none."""
    mnemonic_length: Annotated[
        MnemonicLength | None, about("The number of words in the mnemonic; 12 if left out.")
    ] = None
    """The number of words in the mnemonic; 12 if left out."""


class CreatedWallet(Record, frozen=True, kw_only=True):
    """A wallet that a signup created."""

    wallet_id: Annotated[str, about("The wallet's id.")]
    """The wallet's id."""
    addresses: Annotated[Array[str], about("The addresses of the wallet's accounts.")]
    """The addresses of the wallet's accounts."""


class Signup(_Proven, frozen=True, kw_only=True):
    """The answer to a signup through the auth proxy."""

    organization_id: Annotated[str, about("The id of the new user's organization.")]
    """The id of the new user's organization."""
    wallet: Annotated[CreatedWallet | None, about("The new wallet, if the request asked for a wallet.")] = (
        None
    )
    """The new wallet, if the request asked for a wallet."""


class SignupV2(AuthProxyOperation[Signup], _SignupV2, frozen=True, kw_only=True):
    """Sign a new user up."""

    operation_name = "signup_v2"
    result_type: ClassVar[RecordType] = Signup

    user_email: Annotated[str | None, about("The user's email address.")] = None
    """The user's email address."""
    user_phone_number: Annotated[PhoneNumber | None, about("The user's phone number, in E.164 form.")] = None
    """The user's phone number, in E.164 form."""
    user_tag: Annotated[str | None, about("The user's tag.")] = None
    """The user's tag."""
    user_name: Annotated[str | None, about("The user's name.")] = None
    """The user's name."""
    organization_name: Annotated[str | None, about("The name of the user's organization.")] = None
    """The name of the user's organization."""
    verification_token: Annotated[
        Id | None, about("The verification token from verify_otp, for the email address or phone number.")
    ] = None
    """The verification token from verify_otp, for the email address or phone number."""
    api_keys: Annotated[Array[SignupApiKey], about("The user's API keys; an empty array if there are none.")]
    """The user's API keys; an empty array if there are none."""
    authenticators: Annotated[
        Array[SignupAuthenticator], about("The user's passkeys; an empty array if there are none.")
    ]
    """The user's passkeys; an empty array if there are none."""
    oauth_providers: Annotated[
        Array[OauthProvider], about("The user's OAuth providers; an empty array if there are none.")
    ]
    """The user's OAuth providers; an empty array if there are none."""
    wallet: Annotated[SignupWallet | None, about("The wallet to create.")] = None
    """The wallet to create."""
    client_signature: Annotated[
        AnyClientSignature | None, about("The signature by the key that the verification token is bound to.")
    ] = None
    """The signature by the key that the verification token is bound to."""


class Login(_Session, frozen=True, kw_only=True):
    """The answer to a login through the auth proxy."""

    session: Annotated[str, about("The session: a JWT that says who logged in.")]
    """The session: a JWT that says who logged in."""


class OtpLoginV2(AuthProxyOperation[Login], frozen=True, kw_only=True):
    """Log in with a verification token, to get a session for one of your keys.

    ``sign_login`` makes the client signature. It is not checked here against the token and the public key.
    """

    operation_name = "otp_login_v2"
    result_type: ClassVar[RecordType] = Login

    verification_token: Annotated[Id, about("The verification token from verify_otp.")]
    """The verification token from verify_otp."""
    public_key: Annotated[Id, about("The public key to bind the session to.")]
    """The public key to bind the session to."""
    client_signature: Annotated[
        AnyClientSignature, about("The signature by the key that the verification token is bound to.")
    ]
    """The signature by the key that the verification token is bound to."""
    invalidate_existing: Annotated[bool | None, about("Whether to end the user's other sessions.")] = None
    """Whether to end the user's other sessions."""
    organization_id: Annotated[
        Id | None, about("The id of the organization; if left out, the service looks it up by the contact.")
    ] = None
    """The id of the organization; if left out, the service looks it up by the contact."""


class GetAccountResult(Record, frozen=True, kw_only=True):
    """The answer to account."""

    organization_id: str | None = None
    """The id of the organization; None if there is none."""


class GetAccount(AuthProxyOperation[GetAccountResult], frozen=True, kw_only=True):
    """Get the id of the organization that has a contact, a key, a passkey or an OIDC identity."""

    operation_name = "account"
    result_type: ClassVar[RecordType] = GetAccountResult

    filter_type: str
    """The kind of value to look for: EMAIL, PHONE_NUMBER, PUBLIC_KEY, CREDENTIAL_ID or OIDC_TOKEN."""
    filter_value: str
    """The value to look for, such as an email address."""
    verification_token: str | None = None
    """The verification token for the email address or phone number."""
    oidc_token: Annotated[str | None, about("The OIDC token, in base64, whose identity is looked for.")] = (
        None
    )
    """The OIDC token, in base64, whose identity is looked for."""


class GetWalletKitClientParamsResult(Record, frozen=True, kw_only=True):
    """The answer to wallet_kit_client_params."""

    turnstile_site_key: str | None = None
    """The site key of Turnstile, the check that a browser is not a program."""


class GetWalletKitClientParams(AuthProxyOperation[GetWalletKitClientParamsResult], frozen=True, kw_only=True):
    """Get the parameters that a browser needs to begin, such as a site key."""

    operation_name = "wallet_kit_client_params"
    result_type: ClassVar[RecordType] = GetWalletKitClientParamsResult


class GetWalletKitConfigResult(Record, frozen=True, kw_only=True):
    """The answer to wallet_kit_config."""

    enabled_providers: Array[str]
    """The ways to log in that the organization allows, such as email or passkey."""
    session_expiration_seconds: Annotated[
        str, about("The lifetime of sessions, in seconds, as decimal text.")
    ]
    """The lifetime of sessions, in seconds, as decimal text."""
    organization_id: str
    """The id of the proxy's organization."""
    oauth_client_ids: Mapping[str, str] | None = None
    """The client ids of your applications at OAuth providers, by provider."""
    oauth_redirect_url: str | None = None
    """The URL that OAuth providers send the user back to."""
    otp_alphanumeric: bool | None = None
    """Whether one-time codes have letters, too."""
    otp_length: str | None = None
    """The number of characters of one-time codes, as decimal text."""


class GetWalletKitConfig(AuthProxyOperation[GetWalletKitConfigResult], frozen=True, kw_only=True):
    """Get the ways to log in that the proxy's organization offers."""

    operation_name = "wallet_kit_config"
    result_type: ClassVar[RecordType] = GetWalletKitConfigResult


class ProxyEmailCustomizationParams(Parameters, frozen=True, kw_only=True):
    """The template of an email with a one-time code from the auth proxy."""

    template_id: str | None = None
    """The id of an email template; the newest template if left out."""


class OtpInitResult(Record, frozen=True, kw_only=True):
    """The answer to otp_init."""

    otp_id: str
    """The id of the OTP flow."""


class OtpInit(AuthProxyOperation[OtpInitResult], frozen=True, kw_only=True):
    """Send a one-time code, for ``OtpVerify``; ``OtpInitV2`` is newer."""

    operation_name = "otp_init"
    result_type: ClassVar[RecordType] = OtpInitResult

    otp_type: str
    """The way to send the code: OTP_TYPE_SMS or OTP_TYPE_EMAIL."""
    contact: str
    """The email address or phone number that receives the code."""
    email_customization: ProxyEmailCustomizationParams | None = None
    """The content of the email; the service's default for all that is left out."""


class OtpInitV2Result(_OtpTarget, frozen=True, kw_only=True):
    """The answer to otp_init_v2."""

    otp_id: str
    """The id of the OTP flow."""
    otp_encryption_target_bundle: str
    """The enclave's signed key to seal the code to; encrypt_code does it."""


class OtpInitV2(AuthProxyOperation[OtpInitV2Result], frozen=True, kw_only=True):
    """Send a one-time code, and get the bundle that ``encrypt_code`` seals it to."""

    operation_name = "otp_init_v2"
    result_type: ClassVar[RecordType] = OtpInitV2Result

    otp_type: str
    """The way to send the code: OTP_TYPE_SMS or OTP_TYPE_EMAIL."""
    contact: str
    """The email address or phone number that receives the code."""
    email_customization: ProxyEmailCustomizationParams | None = None
    """The content of the email; the service's default for all that is left out."""


class OtpVerifyResult(_Verification, frozen=True, kw_only=True):
    """The answer to otp_verify."""

    verification_token: str
    """The verification token: a JWT that says which contact is verified."""


class OtpVerify(AuthProxyOperation[OtpVerifyResult], frozen=True, kw_only=True):
    """Exchange a one-time code for a verification token.

    The proxy sees the code; ``OtpVerifyV2`` seals it to the enclave.
    """

    operation_name = "otp_verify"
    result_type: ClassVar[RecordType] = OtpVerifyResult

    otp_id: Id
    """The id of the OTP flow."""
    otp_code: str
    """The one-time code that the user received."""
    public_key: str | None = None
    """Your public key, to bind the verification token to; if left out, it is bound to none."""


class OtpVerifyV2Result(_Verification, frozen=True, kw_only=True):
    """The answer to otp_verify_v2."""

    verification_token: str
    """The verification token: a JWT that says which contact is verified."""


class OtpVerifyV2(AuthProxyOperation[OtpVerifyV2Result], frozen=True, kw_only=True):
    """Exchange a sealed one-time code for a verification token."""

    operation_name = "otp_verify_v2"
    result_type: ClassVar[RecordType] = OtpVerifyV2Result

    otp_id: Id
    """The id of the OTP flow."""
    encrypted_otp_bundle: str
    """The sealed one-time code and your public key; encrypt_code of the answer to OtpInitV2 makes it."""


class ProxyOauth2AuthenticateResult(Record, frozen=True, kw_only=True):
    """The answer to proxy_oauth2_authenticate."""

    oidc_token: Annotated[
        str, about("The OIDC token that the service issues, in base64, for ProxyOauthLogin.")
    ]
    """The OIDC token that the service issues, in base64, for ProxyOauthLogin."""


class ProxyOauth2Authenticate(AuthProxyOperation[ProxyOauth2AuthenticateResult], frozen=True, kw_only=True):
    """Exchange a code of an OAuth 2.0 provider for an OIDC token, through the auth proxy."""

    operation_name = "proxy_oauth2_authenticate"
    _path_name = "oauth2_authenticate"
    result_type: ClassVar[RecordType] = ProxyOauth2AuthenticateResult

    provider: Oauth2Provider
    """The OAuth 2.0 provider."""
    auth_code: str
    """The authorization code from the provider."""
    redirect_uri: str
    """The URI that the provider sends the user back to."""
    code_verifier: str
    """The code verifier of PKCE (RFC 7636)."""
    nonce: str
    """The SHA-256 of your public key, which binds the OIDC token to it; oidc_nonce makes it."""
    client_id: Id
    """The client id that the provider issued to your application."""


class ProxyOauthLogin(AuthProxyOperation[Login], frozen=True, kw_only=True):
    """Log in with an OIDC token, through the auth proxy, to get a session for one of your keys."""

    operation_name = "proxy_oauth_login"
    _path_name = "oauth_login"
    result_type: ClassVar[RecordType] = Login

    oidc_token: Annotated[str, about("The OIDC token, in base64.")]
    """The OIDC token, in base64."""
    public_key: str
    """The public key to bind the session to."""
    invalidate_existing: bool | None = None
    """Whether to end the user's other sessions."""
    organization_id: str | None = None
    """The id of the organization; if left out, the service looks it up by the token."""


class ProxyOtpLogin(AuthProxyOperation[Login], frozen=True, kw_only=True):
    """Log in with a verification token, to get a session for one of your keys.

    The client signature may be left out if the token is bound to no key; ``OtpLoginV2`` requires it.
    """

    operation_name = "proxy_otp_login"
    _path_name = "otp_login"
    result_type: ClassVar[RecordType] = Login

    verification_token: str
    """The verification token from verify_otp."""
    public_key: str
    """The public key to bind the session to."""
    invalidate_existing: bool | None = None
    """Whether to end the user's other sessions."""
    organization_id: str | None = None
    """The id of the organization; if left out, the service looks it up by the contact."""
    client_signature: AnyClientSignature | None = None
    """The signature by the key that the verification token is bound to, if there is one."""


class ProxySignup(AuthProxyOperation[Signup], frozen=True, kw_only=True):
    """Sign a new user up.

    ``SignupV2`` is newer: its OAuth providers can have claims instead of tokens, and ``signed`` makes its
    client signature.
    """

    operation_name = "signup"
    result_type: ClassVar[RecordType] = Signup

    user_email: str | None = None
    """The user's email address."""
    user_phone_number: Annotated[str | None, about("The user's phone number, in E.164 form.")] = None
    """The user's phone number, in E.164 form."""
    user_tag: str | None = None
    """The user's tag."""
    user_name: str | None = None
    """The user's name."""
    organization_name: str | None = None
    """The name of the user's organization."""
    verification_token: str | None = None
    """The verification token from verify_otp, for the email address or phone number."""
    api_keys: Array[SignupApiKey]
    """The user's API keys; an empty array if there are none."""
    authenticators: Array[SignupAuthenticator]
    """The user's passkeys; an empty array if there are none."""
    oauth_providers: Array[OauthProviderParams]
    """The user's OAuth providers; an empty array if there are none."""
    wallet: SignupWallet | None = None
    """The wallet to create."""
    client_signature: AnyClientSignature | None = None
    """The signature by the key that the verification token is bound to."""
