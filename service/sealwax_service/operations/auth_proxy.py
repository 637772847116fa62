"""The operations of the auth proxy: ``AUTH_PROXY`` is the table of their handlers.

The names are those of ``sealwax.operations``: an operation that the public API has, too, begins with proxy_.
"""

from contextlib import nullcontext
from dataclasses import replace
from typing import Final, NamedTuple

from sealwax.login.tokens import VerificationClaims
from sealwax.operations import OtpLoginV2, ProxyOauth2Authenticate, ProxyOauthLogin, ProxySignup, SignupV2
from sealwax.operations.parameters import Parameters
from sealwax.testing.enclave import OTP_EMAIL, OTP_SMS
from sealwax_service._limits import DEFAULT_SESSION_SECONDS
from sealwax_service.access.authentication import contact_of, find_by_identity
from sealwax_service.api_errors import NOT_FOUND, ORGANIZATION_NOT_FOUND, TOKEN_INVALID, ApiError
from sealwax_service.requests import bodies
from sealwax_service.requests.context import Context, Steps, at_once
from sealwax_service.state.features import OTP_AUTH
from sealwax_service.state.records import Contact, Json, Organization

from .logins import otp_login
from .one_time_codes import init_otp, verify_otp, verify_plain_otp
from .pages import user_filter
from .verification_tokens import read_signup, read_token, token_use
from .wallets import first_wallet


class _Signup(NamedTuple):
    """The results of a signup: the organization, the claims of its token, and the proofs of its addresses."""

    organization: Organization
    claims: VerificationClaims | None
    proofs: list[Json]


def _new_signup(context: Context, given: SignupV2) -> _Signup:
    provisioner = context.provisioner
    claims = _check_token(context, given)
    owner = given.user_name or given.user_email or "User"
    made = provisioner.new_sub_organization(
        context.organization, given.organization_name or f"{owner}'s organization", [given], given.wallet
    )
    (user,) = made.users.values()
    if claims is not None:
        user.verified_contacts = {contact_of(claims)} & user.contacts
    if given.user_tag is not None:
        user.tag_ids.append(provisioner.add_tag(made.user_tags, given.user_tag).tag_id)
    proofs = provisioner.prover.prove_addresses(made.all_derived(), context.now)
    return _Signup(made, claims, proofs)


def _new_signup_v1(context: Context, given: ProxySignup) -> _Signup:
    return _new_signup(context, SignupV2.from_params(given.to_params()))


def _signup(context: Context, _given: SignupV2 | ProxySignup, made: _Signup) -> Json:
    organization, claims = made.organization, made.claims
    (user,) = organization.users.values()
    with nullcontext() if claims is None else token_use(context, claims, signup=True):
        context.provisioner.state.organizations[organization.organization_id] = organization
    return {
        "organizationId": organization.organization_id,
        "userId": user.user_id,
        "appProofs": made.proofs,
        **first_wallet(organization),
    }


def _check_token(context: Context, given: SignupV2) -> VerificationClaims | None:
    """Verify the token of a signup, if it has one."""
    claims = read_signup(context, given)
    if claims is None:
        return None
    is_email = claims.verification_type == OTP_EMAIL
    contact = given.user_email if is_email else given.user_phone_number
    if contact not in {None, claims.contact}:
        raise ApiError(TOKEN_INVALID, "it is not for a contact of the user")
    return claims


def _otp_login(context: Context, given: OtpLoginV2) -> Json:
    if given.organization_id is not None:
        organization = _find_organization(context, given.organization_id)
    else:
        claims = read_token(context, given.verification_token)
        found = _find_verified(context, contact_of(claims))
        if found is None:
            raise ApiError(ORGANIZATION_NOT_FOUND, "no user has verified the token's contact")
        organization = found
    return otp_login(replace(context, organization=organization), given)


def _otp_login_v1(context: Context, given: bodies.ProxyOtpLogin) -> Json:
    # Every token of the local service is bound to a key, which must sign.
    return _otp_login(context, OtpLoginV2.from_params(given.to_params()))


def _otp_init_v1(context: Context, given: bodies.InitOtp) -> Json:
    return {"otpId": init_otp(context, given)["otpId"]}


def _oauth_login(context: Context, given: ProxyOauthLogin) -> Json:
    identity = context.provisioner.issuer.identify(
        given.oidc_token, now=context.now, public_key=given.public_key
    )
    organizations = _organizations(context)
    if given.organization_id is not None:
        organizations = [_find_organization(context, given.organization_id)]
    for organization in organizations:
        user = find_by_identity(organization, identity)
        if user is not None:
            session = context.provisioner.open_session(
                organization,
                user,
                given.public_key,
                seconds=None,
                invalidate_existing=given.invalidate_existing is True,
            )
            return {"session": session}
    raise ApiError(NOT_FOUND, "no user has the token's identity")


def _oauth2_authenticate(context: Context, given: ProxyOauth2Authenticate) -> Json:
    """Issue a token whose subject is the code: there is no provider to exchange it at."""
    token = context.provisioner.issuer.issue(subject=given.auth_code, nonce=given.nonce, now=context.now)
    return {"oidcToken": token}


def _wallet_kit_client_params(_context: Context, _given: bodies.WalletKitConfig) -> Json:
    return {"turnstileSiteKey": ""}


def _find_organization(context: Context, organization_id: str) -> Organization:
    """Return the proxy's organization, or one of its sub-organizations."""
    found = context.provisioner.state.organizations.get(organization_id)
    if found is None or context.organization not in found.and_parent():
        raise ApiError(ORGANIZATION_NOT_FOUND)
    return found


def _organizations(context: Context) -> list[Organization]:
    """List the sub-organizations of the proxy's organization, and then itself."""
    return [*context.provisioner.state.children_of(context.organization), context.organization]


def _find_verified(context: Context, contact: Contact) -> Organization | None:
    """Find the organization whose user has verified a contact; sub-organizations come first."""
    for organization in _organizations(context):
        for user in organization.users.values():
            if contact in user.verified_contacts:
                return organization
    return None


def _account(context: Context, given: bodies.Account) -> Json:
    matches = user_filter(context, given.filter_type, given.filter_value, verified=True)
    for organization in _organizations(context):
        if any(matches(user) for user in organization.users.values()):
            return {"organizationId": organization.organization_id}
    return {}


def _wallet_kit_config(context: Context, _given: bodies.WalletKitConfig) -> Json:
    providers = {OTP_EMAIL: "email", OTP_SMS: "sms"}
    by_code = [
        name for otp_type, name in providers.items() if OTP_AUTH[otp_type] in context.organization.features
    ]
    return {
        "enabledProviders": [*by_code, "passkey", "wallet"],
        "sessionExpirationSeconds": str(DEFAULT_SESSION_SECONDS),
        "organizationId": context.organization.organization_id,
        "oauthClientIds": {},
        "oauthRedirectUrl": "",
        "otpAlphanumeric": True,
        "otpLength": "9",
    }


class ProxyRow(NamedTuple):
    """An operation of the auth proxy: the type of its body, and its handler."""

    parameters: type[Parameters]
    steps: Steps


AUTH_PROXY: Final[dict[str, ProxyRow]] = {
    "signup_v2": ProxyRow(SignupV2, Steps(_new_signup, _signup)),
    "otp_login_v2": ProxyRow(OtpLoginV2, at_once(_otp_login)),
    "otp_init_v2": ProxyRow(bodies.InitOtp, at_once(init_otp)),
    "otp_verify_v2": ProxyRow(bodies.VerifyOtp, at_once(verify_otp)),
    "account": ProxyRow(bodies.Account, at_once(_account)),
    "wallet_kit_config": ProxyRow(bodies.WalletKitConfig, at_once(_wallet_kit_config)),
    "wallet_kit_client_params": ProxyRow(bodies.WalletKitConfig, at_once(_wallet_kit_client_params)),
    "proxy_oauth_login": ProxyRow(bodies.ProxyOauthLogin, at_once(_oauth_login)),
    "proxy_oauth2_authenticate": ProxyRow(bodies.ProxyOauth2Authenticate, at_once(_oauth2_authenticate)),
    "otp_init": ProxyRow(bodies.InitOtp, at_once(_otp_init_v1)),
    "otp_verify": ProxyRow(bodies.OtpVerify, at_once(verify_plain_otp)),
    "proxy_otp_login": ProxyRow(bodies.ProxyOtpLogin, at_once(_otp_login_v1)),
    "signup": ProxyRow(bodies.ProxySignup, Steps(_new_signup_v1, _signup)),
}
"""Every operation of the auth proxy by its name: the specification's first."""

OPERATIONS_OF_PATHS: Final[dict[str, str]] = {name.removeprefix("proxy_"): name for name in AUTH_PROXY}
"""The name of each operation by the last part of its path."""
