"""The bodies and parameters of requests that the service reads differently from ``sealwax.operations``.

The service ignores further fields of clients. If the service only restricts a field of the catalog, only that
field is here.
"""

import types
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from sealwax import operations
from sealwax._codec.violations import Rule, Violation
from sealwax.operations import (
    OPERATIONS,
    ClientSignatureFields,
    OauthProvider,
    SignupApiKey,
    SignupAuthenticator,
    SignupWallet,
    SignupWalletAccount,
)
from sealwax.operations.forms import Id, Milliseconds, PhoneNumber, Seconds
from sealwax.operations.parameters import Anything, Array, JsonObject, Parameters, form
from sealwax.testing.enclave import OTP_EMAIL
from sealwax_service._limits import MAX_USERS


def is_phone_number(text: str) -> bool:
    """Whether a text is a phone number in E.164 form."""
    try:
        msgspec.convert(text, PhoneNumber)
    except msgspec.ValidationError:
        return False
    return True


OtpSeconds = Annotated[
    str, form("([1-9]|[1-9][0-9]|[1-5][0-9]{2}|600)", "a number of seconds as decimal text, from 1 to 600")
]
OtpLength = Annotated[int, Meta(ge=6, le=9)]


class Lenient(Parameters, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """Parameters that may have more fields than the service reads."""


def body(name: str, /, **fields: object) -> type[Parameters]:
    """Make the type of a row's parameters from its fields; a field whose type admits None is optional."""
    optional = {each: None for each, kind in fields.items() if type(None) in get_args(kind)}
    return types.new_class(
        "".join(word.capitalize() for word in name.split("_")),
        (Lenient,),
        {"frozen": True, "kw_only": True},
        lambda namespace: namespace.update(
            __annotations__=fields, __module__=__name__, __doc__=f"The parameters of {name}.", **optional
        ),
    )


def lenient(body: type[msgspec.Struct]) -> Any:
    """Return a type of the catalog that also accepts unknown fields."""
    options = {"frozen": True, "kw_only": True, "forbid_unknown_fields": False}
    return types.new_class(body.__name__, (body,), options, lambda space: space.update(__doc__=body.__doc__))


def query(name: str) -> Any:
    """Return the type of the body of a query, with the fields of the catalog."""
    return lenient(OPERATIONS[name].body_type())


def array(kind: object) -> Any:
    """Return the type of an array for ``body``."""
    return types.GenericAlias(tuple, (kind, ...))


class Envelope(Parameters, frozen=True, kw_only=True):
    """The body of a submit request."""

    type: str
    timestamp_ms: Milliseconds
    organization_id: Id
    parameters: dict[str, Anything]
    generate_app_proofs: bool | None = None


class InitOtp(Lenient, frozen=True, kw_only=True):
    """The parameters of init_otp, and the body of the auth proxy's otp_init_v2."""

    otp_type: Literal["OTP_TYPE_EMAIL", "OTP_TYPE_SMS"]
    contact: Id
    otp_length: OtpLength | None = None
    alphanumeric: bool | None = None
    expiration_seconds: OtpSeconds | None = None
    user_identifier: Id | None = None
    email_customization: JsonObject | None = None

    @staticmethod
    def _broken_rule(values: Mapping[str, Any]) -> Violation | None:
        """Refuse a contact that cannot receive codes of this type."""
        contact = values["contact"]
        if values["otp_type"] == OTP_EMAIL:
            words = None if "@" in contact else "must be an email address, with an @, for OTP_TYPE_EMAIL"
        else:
            words = None if is_phone_number(contact) else "must be a phone number in E.164 form"
        return None if words is None else Violation(("contact",), Rule.OTHER, words)


class InitOtpV3(InitOtp, frozen=True, kw_only=True):
    """The parameters of the third version of init_otp, and of init_otp_auth."""

    app_name: Id


class OauthProviderV1(operations.OauthProviderParams, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """An OAuth provider of older requests, with a token but without claims."""

    oidc_token: Id


class CreateOauthProvidersV1(
    operations.CreateOauthProvidersV1, frozen=True, kw_only=True, forbid_unknown_fields=False
):
    """The parameters of the first version of create_oauth_providers."""

    oauth_providers: Array[OauthProviderV1]


class VerifyOtp(Lenient, frozen=True, kw_only=True):
    """The body of the auth proxy's otp_verify_v2."""

    otp_id: Id
    encrypted_otp_bundle: Id
    expiration_seconds: Seconds | None = None


class OtpVerify(Lenient, frozen=True, kw_only=True):
    """The body of the auth proxy's otp_verify, which needs a public key here: a token is bound to a key."""

    otp_id: Id
    otp_code: Id
    public_key: Id


class ProxyOtpLogin(operations.ProxyOtpLogin, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The body of the auth proxy's otp_login, which needs a client signature, as every token has a key."""

    verification_token: Id
    public_key: Id
    client_signature: ClientSignatureFields
    organization_id: Id | None = None


class ProxyOauthLogin(operations.ProxyOauthLogin, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The body of the auth proxy's oauth_login."""

    oidc_token: Id
    public_key: Id
    organization_id: Id | None = None


class ProxyOauth2Authenticate(
    operations.ProxyOauth2Authenticate, frozen=True, kw_only=True, forbid_unknown_fields=False
):
    """The body of the auth proxy's oauth2_authenticate."""

    auth_code: Id
    nonce: Id


class ProxySignup(operations.ProxySignup, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The body of the auth proxy's signup, whose OAuth providers have tokens."""

    user_phone_number: PhoneNumber | None = None
    verification_token: Id | None = None
    oauth_providers: Array[OauthProviderV1]


class OtpLogin(operations.OtpLogin, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The parameters of otp_login."""

    verification_token: Id
    public_key: Id
    session_profile_id: Id | None = None


class StampLogin(operations.StampLogin, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The parameters of stamp_login."""

    public_key: Id
    session_profile_id: Id | None = None


class CreateWallet(SignupWallet, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The parameters of create_wallet."""


class ImportWallet(operations.ImportWallet, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The parameters of import_wallet."""

    encrypted_bundle: Id
    # The same fields, by their name in a signup.
    accounts: Array[SignupWalletAccount]  # type: ignore[assignment]


class ImportPrivateKey(operations.ImportPrivateKey, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The parameters of import_private_key."""

    encrypted_bundle: Id


class CreatePolicy(operations.CreatePolicy, frozen=True, kw_only=True):
    """The parameters of create_policy, with the time, which the specification lacks."""

    time: str | None = None


class UpdatePolicy(operations.UpdatePolicy, frozen=True, kw_only=True):
    """The parameters of update_policy, with the time, which the specification lacks."""

    time: str | None = None


class RootUser(Lenient, frozen=True, kw_only=True):
    """A root user of a new sub-organization."""

    user_name: str
    user_email: str | None = None
    user_phone_number: PhoneNumber | None = None
    api_keys: Array[SignupApiKey]
    authenticators: Array[SignupAuthenticator]
    oauth_providers: Array[OauthProvider]


class CreateSubOrganization(Lenient, frozen=True, kw_only=True):
    """The parameters of create_sub_organization."""

    sub_organization_name: str
    root_users: Annotated[Array[RootUser], Meta(min_length=1, max_length=MAX_USERS)]
    root_quorum_threshold: int
    wallet: SignupWallet | None = None
    disable_email_recovery: bool | None = None
    disable_email_auth: bool | None = None
    disable_sms_auth: bool | None = None
    disable_otp_email_auth: bool | None = None
    verification_token: Id | None = None
    client_signature: ClientSignatureFields | None = None


class RootUserV7(RootUser, frozen=True, kw_only=True):
    """A root user of older requests, whose OAuth providers have tokens."""

    oauth_providers: Array[OauthProviderV1]  # type: ignore[assignment]


class CreateSubOrganizationV7(CreateSubOrganization, frozen=True, kw_only=True):
    """The parameters of the seventh version of create_sub_organization."""

    root_users: Annotated[Array[RootUserV7], Meta(min_length=1, max_length=MAX_USERS)]


class Query(Lenient, frozen=True, kw_only=True):
    """The body of a query."""

    organization_id: Id


class Account(Lenient, frozen=True, kw_only=True):
    """The body of the auth proxy's account."""

    filter_type: Literal["EMAIL", "PHONE_NUMBER", "PUBLIC_KEY", "CREDENTIAL_ID", "OIDC_TOKEN"]
    filter_value: Id
    verification_token: str | None = None
    oidc_token: str | None = None


class WalletKitConfig(Lenient, frozen=True, kw_only=True):
    """The body of wallet_kit_config and wallet_kit_client_params."""
