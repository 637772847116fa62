"""What each operation of the auth proxy does, and the table of them."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from sealwax._codec.base64url import decode_base64url
from sealwax.errors import InvalidRequest, MalformedInput, SealwaxError
from sealwax.operations import OtpLoginV2, SignupV2
from sealwax.operations.parameters import Parameters
from sealwax.testing.enclave import OTP_EMAIL

from . import requests
from .errors import ORGANIZATION_NOT_FOUND, REQUEST_INVALID, TOKEN_INVALID, ApiError
from .proofs import derived_in
from .provisioning import DEFAULT_SESSION_SECONDS, Provisioner
from .state import Json, Organization, User
from .submit import finish_otp, log_in_with_token, read_token, send_otp, wallet_result


class ProxyRequest(NamedTuple):
    """What a handler works on: what changes the state, the proxy's organization, and the body."""

    provisioner: Provisioner
    organization: Organization
    body: Json


class ProxyRow(NamedTuple):
    """An operation of the auth proxy: the type of its body, and what it does."""

    parameters: type[Parameters]
    run: Callable[[ProxyRequest, Any], Json]


def _signup(request: ProxyRequest, given: SignupV2) -> Json:
    provisioner = request.provisioner
    contacts = {contact for contact in (given.user_email, given.user_phone_number) if contact}
    verified = _verified_contact(request, given)
    nowhere = Organization("", "", None, provisioner.state.now())
    user = provisioner.new_root_user(
        given.user_name or given.user_email or "User",
        email=given.user_email,
        phone_number=given.user_phone_number,
        api_keys=given.api_keys,
        authenticators=given.authenticators,
        oauth_providers=given.oauth_providers,
        nowhere=nowhere,
    )
    user.verified_contacts = verified & contacts
    wallet = None if given.wallet is None else provisioner.new_wallet(given.wallet)
    made = provisioner.new_sub_organization(
        request.organization, given.organization_name or f"{user.name}'s organization", [user], wallet
    )
    if given.user_tag is not None:
        tag = provisioner.new_tag(given.user_tag)
        made.user_tags[tag.tag_id] = tag
        user.tag_ids.append(tag.tag_id)
    proofs = provisioner.prover.prove_addresses(derived_in(made), provisioner.state.now())
    answer: Json = {"organizationId": made.organization_id, "userId": user.user_id, "appProofs": proofs}
    return answer if wallet is None else {**answer, "wallet": wallet_result(wallet)}


def _verified_contact(request: ProxyRequest, given: SignupV2) -> set[str]:
    """Return the contact of a signup that its token verifies; empty without a token."""
    try:
        claims = request.provisioner.enclave.signup(request.body, now=request.provisioner.state.now())
    except InvalidRequest as error:
        raise ApiError(REQUEST_INVALID, str(error)) from None
    except SealwaxError as error:
        raise ApiError(TOKEN_INVALID, str(error)) from None
    if claims is None:
        return set()
    if claims.organization_id != request.organization.organization_id:
        raise ApiError(TOKEN_INVALID, "it is for another organization")
    is_email = claims.verification_type == OTP_EMAIL
    contact = given.user_email if is_email else given.user_phone_number
    if contact not in {None, claims.contact}:
        raise ApiError(TOKEN_INVALID, "it is for another contact than the user's")
    return {claims.contact}


def _otp_login(request: ProxyRequest, given: OtpLoginV2) -> Json:
    if given.organization_id is not None:
        organization = _find_organization(request, given.organization_id)
    else:
        claims = read_token(request.provisioner, given.verification_token)
        found = _find_verified(request, claims.contact)
        if found is None:
            raise ApiError(ORGANIZATION_NOT_FOUND, "no user has verified the token's contact")
        organization = found
    return log_in_with_token(request.provisioner, organization, request.body)


def _find_organization(request: ProxyRequest, organization_id: str) -> Organization:
    """Return the proxy's organization, or one of its sub-organizations."""
    found = request.provisioner.state.organizations.get(organization_id)
    if found is None or request.organization not in found.and_parent():
        raise ApiError(ORGANIZATION_NOT_FOUND)
    return found


def _organizations(request: ProxyRequest) -> list[Organization]:
    """List the sub-organizations of the proxy's organization, and then itself."""
    every = request.provisioner.state.organizations.values()
    return [*(each for each in every if each.parent is request.organization), request.organization]


def _find_verified(request: ProxyRequest, contact: str) -> Organization | None:
    """Find the organization whose user has verified a contact; sub-organizations come first."""
    for organization in _organizations(request):
        for user in organization.users.values():
            if contact in user.verified_contacts:
                return organization
    return None


def _init_otp(request: ProxyRequest, given: requests.InitOtp) -> Json:
    return send_otp(request.provisioner, request.organization, given)


def _verify_otp(request: ProxyRequest, given: requests.VerifyOtp) -> Json:
    return finish_otp(
        request.provisioner, request.organization, given.otp_id, given.encrypted_otp_bundle, None
    )


def _account(request: ProxyRequest, given: requests.Account) -> Json:
    matches = _filter(request, given)
    for organization in _organizations(request):
        if any(matches(user) for user in organization.users.values()):
            return {"organizationId": organization.organization_id}
    return {}


def _filter(request: ProxyRequest, given: requests.Account) -> Callable[[User], bool]:
    """Return what tells whether a user is the one whose account is asked for."""
    value = given.filter_value
    if given.filter_type in {"EMAIL", "PHONE_NUMBER"}:
        return lambda user: value in user.verified_contacts
    if given.filter_type == "PUBLIC_KEY":
        return lambda user: value.lower() in [key.public_key for key in user.api_keys]
    if given.filter_type == "CREDENTIAL_ID":
        try:
            credential_id = decode_base64url(value, "filterValue")
        except MalformedInput as error:
            raise ApiError(REQUEST_INVALID, str(error)) from None
        return lambda user: credential_id in [passkey.credential_id for passkey in user.passkeys]
    identity = request.provisioner.issuer.identify(value, now=request.provisioner.state.now())
    return lambda user: identity in [provider.identity for provider in user.oauth_providers]


def _wallet_kit_config(request: ProxyRequest, _given: requests.Nothing) -> Json:
    return {
        "enabledProviders": ["email", "sms", "passkey", "wallet"],
        "sessionExpirationSeconds": str(DEFAULT_SESSION_SECONDS),
        "organizationId": request.organization.organization_id,
        "oauthClientIds": {},
        "oauthRedirectUrl": "",
        "otpAlphanumeric": True,
        "otpLength": "9",
    }


AUTH_PROXY: Final[dict[str, ProxyRow]] = {
    "signup_v2": ProxyRow(SignupV2, _signup),
    "otp_login_v2": ProxyRow(OtpLoginV2, _otp_login),
    "otp_init_v2": ProxyRow(requests.InitOtp, _init_otp),
    "otp_verify_v2": ProxyRow(requests.VerifyOtp, _verify_otp),
    "account": ProxyRow(requests.Account, _account),
    "wallet_kit_config": ProxyRow(requests.Nothing, _wallet_kit_config),
}
"""Every operation of the auth proxy by its name: the specification's first."""
