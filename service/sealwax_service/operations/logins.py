"""The logins that return a session JWT: with a verification token, a stamp, or an OIDC token."""

from typing import Final

from sealwax import operations
from sealwax.errors import InvalidRequest
from sealwax.operations import OtpLoginV2
from sealwax.testing.login import check_login
from sealwax_service.access.authentication import contact_of, find_by_contact, find_by_identity
from sealwax_service.api_errors import NOT_FOUND, TOKEN_INVALID, ApiError, refusing
from sealwax_service.requests import bodies
from sealwax_service.requests.context import Context, Older, Submit, SubmitContext, at_once, find_user
from sealwax_service.state.features import OTP_AUTH
from sealwax_service.state.records import Json, User

from .verification_tokens import check_owner, token_use


def _open_session(
    context: Context,
    user: User,
    given: bodies.OtpLogin | bodies.StampLogin | operations.OauthLogin | OtpLoginV2,
) -> Json:
    seconds, profile_id = (
        (None, None)
        if isinstance(given, OtpLoginV2)
        else (given.expiration_seconds, given.session_profile_id)
    )
    session = context.provisioner.open_session(
        context.organization,
        user,
        given.public_key,
        seconds=seconds,
        profile_id=profile_id,
        invalidate_existing=given.invalidate_existing is True,
    )
    return {"session": session}


def otp_login(context: Context, given: bodies.OtpLogin | OtpLoginV2) -> Json:
    """Log in with a verification token, which works once; the contact is verified then."""
    with refusing(TOKEN_INVALID, but=InvalidRequest):
        _, claims = check_login(given.to_params(), keys=context.provisioner.enclave.keys, now=context.now)
    check_owner(context, claims)
    user = find_by_contact(context.organization, contact_of(claims))
    if user is None:
        raise ApiError(NOT_FOUND, "no user of the organization has the token's contact")
    context.organization.require_feature(OTP_AUTH[claims.verification_type])
    with token_use(context, claims):
        session = _open_session(context, user, given)
    user.verified_contacts |= {contact_of(claims)}
    return session


def _stamp_login(context: SubmitContext, given: bodies.StampLogin) -> Json:
    return _open_session(context, find_user(context, context.stamp.user.user_id), given)


def _oauth_login(context: SubmitContext, given: operations.OauthLogin) -> Json:
    identity = context.provisioner.issuer.identify(
        given.oidc_token, now=context.now, public_key=given.public_key
    )
    user = find_by_identity(context.organization, identity)
    if user is None:
        raise ApiError(NOT_FOUND, "no user of the organization has the token's identity")
    return _open_session(context, user, given)


SUBMITS: Final[dict[str, Submit]] = {
    "otp_login": Submit(bodies.OtpLogin, at_once(otp_login), (Older(),)),
    "stamp_login": Submit(bodies.StampLogin, at_once(_stamp_login)),
    "oauth_login": Submit(operations.OauthLogin, at_once(_oauth_login)),
}
"""The logins that return a session JWT."""
