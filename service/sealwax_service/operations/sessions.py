"""The operations that open sessions, and the older logins, which return a credential bundle."""

from datetime import datetime
from typing import Any, Final, NamedTuple

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.clock import to_milliseconds
from sealwax.keys import ApiKey
from sealwax.operations import SignupAuthenticator
from sealwax.operations.forms import Id, Seconds
from sealwax.testing.enclave import OTP_EMAIL
from sealwax_service._limits import DEFAULT_OTP_SECONDS, DEFAULT_SESSION_SECONDS, READ_ONLY_SESSION_SECONDS
from sealwax_service.access.authentication import find_by_contact, find_by_identity
from sealwax_service.api_errors import NOT_FOUND, REQUEST_INVALID, ApiError
from sealwax_service.requests.bodies import InitOtp, InitOtpV3, body
from sealwax_service.requests.context import Older, Steps, Submit, SubmitContext, at_once, find_user
from sealwax_service.requests.provisioning import later
from sealwax_service.state.features import EMAIL_AUTH, EMAIL_RECOVERY, OTP_AUTH
from sealwax_service.state.records import (
    ApiKeyRecord,
    Contact,
    Json,
    LegacyOtp,
    Made,
    ReadOnlySession,
    SentOtp,
    User,
)

from .credentials import add_passkeys
from .one_time_codes import new_otp_code


class _Login(NamedTuple):
    """A kind of login that returns a credential bundle: the name and the type of its keys."""

    name: str
    credential_type: str


_READ_WRITE = _Login("Read Write Session", "CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256")
_EMAIL = _Login("Email Auth", "CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256")
_RECOVERY = _Login("Email Recovery", "CREDENTIAL_TYPE_RECOVER_USER_KEY_P256")
_OTP = _Login("OTP Auth", "CREDENTIAL_TYPE_OTP_AUTH_KEY_P256")
_OAUTH = _Login("OAuth", "CREDENTIAL_TYPE_OAUTH_KEY_P256")


def _open(context: SubmitContext, user: User, given: Any, login: _Login) -> tuple[ApiKeyRecord, str]:
    """Make a key that expires, add it to a user, and seal it to the target key."""
    provisioner, now = context.provisioner, context.now
    key = provisioner.state.material.take_key("credential")
    private_key = bytes.fromhex(key.private_key_hex())
    bundle = provisioner.enclave.seal_credential(private_key, target_public_key=given.target_public_key)
    record = ApiKeyRecord(
        provisioner.state.new_id(),
        getattr(given, "api_key_name", None) or f"{login.name} - {_timestamp(now)}",
        ApiKey.from_private_key(private_key).public_key,
        "p256",
        now,
        later(now, given.expiration_seconds, DEFAULT_SESSION_SECONDS),
        is_session=True,
        credential_type=login.credential_type,
    )
    if getattr(given, "invalidate_existing", None) is True:
        user.api_keys = [each for each in user.api_keys if not each.is_session]
    provisioner.add_api_keys(context.organization, user, [record])
    return record, bundle


def _timestamp(now: datetime) -> str:
    return now.isoformat(timespec="seconds")


def _whose(context: SubmitContext, user: User) -> Json:
    organization = context.organization
    return {
        "organizationId": organization.organization_id,
        "organizationName": organization.name,
        "userId": user.user_id,
        "username": user.name,
    }


def _create_read_write_session(context: SubmitContext, given: Any) -> Json:
    user = find_user(context, given.user_id or context.stamp.user.user_id)
    return _read_write_session(context, user, given)


def _create_read_write_session_v1(context: SubmitContext, given: Any) -> Json:
    return _read_write_session(context, _find_by_email(context, given.email), given)


def _read_write_session(context: SubmitContext, user: User, given: Any) -> Json:
    record, bundle = _open(context, user, given, _READ_WRITE)
    return {**_whose(context, user), "apiKeyId": record.api_key_id, "credentialBundle": bundle}


def _create_read_only_session(context: SubmitContext, _given: Any) -> Json:
    user = find_user(context, context.stamp.user.user_id)
    token = encode_base64url(context.provisioner.state.material.take("read-only session"))
    sessions, now = context.organization.read_only_sessions, context.now
    expires_at = later(now, None, READ_ONLY_SESSION_SECONDS)
    for other in [each for each, session in sessions.items() if session.expires_at <= now]:
        del sessions[other]
    sessions[token] = ReadOnlySession(user.user_id, expires_at)
    return {
        **_whose(context, user),
        "session": token,
        "sessionExpiry": str(to_milliseconds(expires_at) // 1000),
    }


def _find_by_email(context: SubmitContext, email: str) -> User:
    user = find_by_contact(context.organization, Contact(OTP_EMAIL, email))
    if user is None:
        raise ApiError(NOT_FOUND, "no user of the organization has this email address")
    return user


def _email_bundle(context: SubmitContext, given: Any, login: _Login) -> tuple[User, ApiKeyRecord]:
    """Store the e-mail with a credential bundle, which is not sent."""
    user = _find_by_email(context, given.email)
    record, bundle = _open(context, user, given, login)
    context.provisioner.state.send_email(
        {
            "organizationId": context.organization.organization_id,
            "userId": user.user_id,
            "email": given.email,
            "subject": record.name,
            "credentialBundle": bundle,
        }
    )
    return user, record


def _email_auth(context: SubmitContext, given: Any) -> Json:
    context.organization.require_feature(EMAIL_AUTH)
    user, record = _email_bundle(context, given, _EMAIL)
    return {"userId": user.user_id, "apiKeyId": record.api_key_id}


def _init_user_email_recovery(context: SubmitContext, given: Any) -> Json:
    context.organization.require_feature(EMAIL_RECOVERY)
    user, _ = _email_bundle(context, given, _RECOVERY)
    return {"userId": user.user_id}


def _new_passkey(context: SubmitContext, given: Any) -> Made:
    return Made(passkeys=[context.provisioner.new_passkey(given.authenticator)])


def _recover_user(context: SubmitContext, given: Any, made: Made) -> Json:
    return {"authenticatorId": add_passkeys(context, given, made)}


def _oauth(context: SubmitContext, given: Any) -> Json:
    identity = context.provisioner.issuer.identify(
        given.oidc_token, now=context.now, public_key=given.target_public_key
    )
    user = find_by_identity(context.organization, identity)
    if user is None:
        raise ApiError(NOT_FOUND, "no user of the organization has the token's identity")
    return _credential(context, user, given, _OAUTH)


def _credential(context: SubmitContext, user: User, given: Any, login: _Login) -> Json:
    record, bundle = _open(context, user, given, login)
    return {"userId": user.user_id, "apiKeyId": record.api_key_id, "credentialBundle": bundle}


def _init_otp_auth(context: SubmitContext, given: InitOtp) -> Json:
    context.organization.require_feature(OTP_AUTH[given.otp_type])
    state, organization_id = context.provisioner.state, context.organization.organization_id
    context.provisioner.count_code(organization_id, given.user_identifier)
    otp_id, code = state.new_id(), new_otp_code(context, given)
    expires_at = later(context.now, given.expiration_seconds, DEFAULT_OTP_SECONDS)
    state.sent_otps[otp_id] = SentOtp(organization_id, code, given.contact)
    state.legacy_otps[otp_id] = LegacyOtp(
        organization_id, Contact(given.otp_type, given.contact), code, expires_at
    )
    return {"otpId": otp_id}


def _otp_auth(context: SubmitContext, given: Any) -> Json:
    otps = context.provisioner.state.legacy_otps
    otp = otps.get(given.otp_id)
    if otp is None or otp.organization_id != context.organization.organization_id:
        raise ApiError(NOT_FOUND, "there is no OTP flow with this id in the organization")
    context.organization.require_feature(OTP_AUTH[otp.contact.otp_type])
    # A code has one attempt.
    del otps[given.otp_id]
    if otp.code != given.otp_code or context.now >= otp.expires_at:
        raise ApiError(REQUEST_INVALID, "the code is wrong or has expired; begin another OTP flow")
    user = find_by_contact(context.organization, otp.contact)
    if user is None:
        raise ApiError(NOT_FOUND, "no user of the organization has the contact")
    user.verified_contacts |= {otp.contact}
    return _credential(context, user, given, _OTP)


_STYLE: Final[dict[str, object]] = dict.fromkeys(
    ("logo_url", "magic_link_template", "template_variables", "template_id"), str | None
)
_OLDER_MAIL: Final = body("older_email_customization", app_name=str | None, **_STYLE)
_MAIL: Final = body("email_customization", app_name=str, **_STYLE)
_SEALED: Final[dict[str, object]] = {"target_public_key": Id, "expiration_seconds": Seconds | None}
_NAMED: Final[dict[str, object]] = {
    **_SEALED,
    "api_key_name": str | None,
    "invalidate_existing": bool | None,
}
_BY_EMAIL: Final[dict[str, object]] = {"email": Id, "email_customization": _MAIL}
_MAY_BE_STYLED: Final[dict[str, object]] = {"email": Id, "email_customization": _OLDER_MAIL | None}

SUBMITS: Final[dict[str, Submit]] = {
    "create_read_write_session": Submit(
        body("create_read_write_session", user_id=Id | None, **_NAMED),
        at_once(_create_read_write_session),
        (
            Older(
                "",
                body("create_read_write_session_v1", email=Id, **_NAMED),
                at_once(_create_read_write_session_v1),
            ),
        ),
    ),
    "create_read_only_session": Submit(body("create_read_only_session"), at_once(_create_read_only_session)),
    "email_auth": Submit(
        body("email_auth", **_BY_EMAIL, **_NAMED),
        at_once(_email_auth),
        (
            Older("V2", body("email_auth_v2", **_MAY_BE_STYLED, **_NAMED)),
            Older("", body("email_auth_v1", **_MAY_BE_STYLED, **_NAMED)),
        ),
    ),
    "init_user_email_recovery": Submit(
        body("init_user_email_recovery", **_BY_EMAIL, **_SEALED),
        at_once(_init_user_email_recovery),
        (Older("", body("init_user_email_recovery_v1", **_MAY_BE_STYLED, **_SEALED)),),
    ),
    "recover_user": Submit(
        body("recover_user", user_id=Id, authenticator=SignupAuthenticator),
        Steps(_new_passkey, _recover_user),
    ),
    "oauth": Submit(body("oauth", oidc_token=Id, **_NAMED), at_once(_oauth)),
    "init_otp_auth": Submit(InitOtpV3, at_once(_init_otp_auth), (Older("V2", InitOtp), Older("", InitOtp))),
    "otp_auth": Submit(body("otp_auth", otp_id=Id, otp_code=Id, **_NAMED), at_once(_otp_auth)),
}
"""The operations that log in."""
