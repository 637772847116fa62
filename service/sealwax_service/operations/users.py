"""The operations on users."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any, Final

from sealwax import operations
from sealwax._codec.enumerations import ApiKeyCurve
from sealwax.operations import OauthProvider, SignupAuthenticator
from sealwax.operations.forms import Id
from sealwax.testing.enclave import OTP_EMAIL, OTP_SMS
from sealwax_service._limits import MAX_USERS
from sealwax_service.access.authentication import contact_of
from sealwax_service.api_errors import QUORUM_USERS_MISSING, REQUEST_INVALID, TOKEN_INVALID, ApiError
from sealwax_service.requests.bodies import OauthProviderV1, array, body, is_phone_number
from sealwax_service.requests.context import (
    Older,
    Steps,
    Submit,
    SubmitContext,
    at_once,
    find_all,
    find_user,
    update,
)
from sealwax_service.requests.provisioning import check_email, check_limits, check_size
from sealwax_service.state.records import Contact, Json, Made, User
from sealwax_service.yielding import Pace

from .verification_tokens import check_owner, read_token, token_use

API_KEY: Final = body(
    "api_key", api_key_name=str, public_key=Id, curve_type=ApiKeyCurve, expiration_seconds=str | None
)
"""An API key of a request."""


P256_API_KEY: Final = body("p256_api_key", api_key_name=str, public_key=Id, expiration_seconds=str | None)
"""An API key of older requests, whose curve is P-256."""


_ATTRIBUTES: Final = {OTP_EMAIL: "email", OTP_SMS: "phone_number"}


def _new_users(context: SubmitContext, users: Any) -> Made:
    """Make users before the lock is held, because verifying passkeys takes a while."""
    provisioner, pace, made = context.provisioner, Pace(), []
    for given in users:
        phone_number = getattr(given, "user_phone_number", None)
        _check_phone_number(phone_number)
        user = provisioner.new_user(given.user_name, email=given.user_email, phone_number=phone_number)
        check_limits(given)
        user.api_keys = [provisioner.new_api_key(key) for key in given.api_keys]
        user.passkeys = [provisioner.new_passkey(each) for each in getattr(given, "authenticators", ())]
        made.append(user)
        pace.pause()

    return Made(users=made)


def _add_users(context: SubmitContext, users: Any, made: Made) -> Json:
    provisioner, organization = context.provisioner, context.organization
    check_size(len(organization.users) + len(made.users), MAX_USERS, "users")
    # The users of one request must not share a key or an identity, either.
    everybody = [*organization.users.values(), *made.users]
    for user, given in zip(made.users, users, strict=True):
        user.tag_ids = find_all(organization.user_tags, given.user_tags, "user tag")
        provisioner.check_unique(everybody, user, user.api_keys)
        user.oauth_providers = provisioner.new_providers(everybody, getattr(given, "oauth_providers", ()))
    for user in made.users:
        organization.users[user.user_id] = user
    return {"userIds": [user.user_id for user in made.users]}


def _check_phone_number(text: str | None) -> None:
    if text and not is_phone_number(text):
        raise ApiError(REQUEST_INVALID, "userPhoneNumber must be in E.164 form")


def _update_user(context: SubmitContext, given: operations.UpdateUser) -> Json:
    user = find_user(context, given.user_id)
    check_email(given.user_email)
    if given.user_tag_ids is not None:
        user.tag_ids = find_all(context.organization.user_tags, given.user_tag_ids, "user tag")
    update(user, name=given.user_name, email=given.user_email, phone_number=given.user_phone_number)
    return _updated_user(context, user)


def _updated_user(context: SubmitContext, user: User) -> Json:
    """Finish the update of a user: contacts that the user no longer has are no longer verified."""
    user.email, user.phone_number = user.email or None, user.phone_number or None
    user.verified_contacts &= user.contacts
    user.updated_at = context.now
    return {"userId": user.user_id}


def _update_contact(
    context: SubmitContext, user_id: str, contact: Contact, verification_token: str | None
) -> Json:
    """Set a user's email address or phone number, verified by a verification token for it."""
    user = find_user(context, user_id)
    if contact.otp_type == OTP_EMAIL:
        check_email(contact.text)
    attribute = _ATTRIBUTES[contact.otp_type]
    if verification_token is None:
        setattr(user, attribute, contact.text)
        return _updated_user(context, user)
    claims = read_token(context, verification_token)
    check_owner(context, claims)
    if contact_of(claims) != contact:
        raise ApiError(TOKEN_INVALID, f"it is not for the user's new {attribute.replace('_', ' ')}")
    with token_use(context, claims):
        setattr(user, attribute, contact.text)
    user.verified_contacts |= {contact}
    return _updated_user(context, user)


def _update_user_name(context: SubmitContext, given: Any) -> Json:
    user = find_user(context, given.user_id)
    user.name = given.user_name
    return _updated_user(context, user)


def _update_user_email(context: SubmitContext, given: operations.UpdateUserEmail) -> Json:
    contact = Contact(OTP_EMAIL, given.user_email)
    return _update_contact(context, given.user_id, contact, given.verification_token)


def _update_user_phone_number(context: SubmitContext, given: Any) -> Json:
    _check_phone_number(given.user_phone_number)
    contact = Contact(OTP_SMS, given.user_phone_number)
    return _update_contact(context, given.user_id, contact, given.verification_token)


def _delete_users(context: SubmitContext, given: Any) -> Json:
    users = context.organization.users
    wanted = find_all(users, given.user_ids, "user")
    if any(users[user_id].is_root for user_id in wanted):
        raise ApiError(QUORUM_USERS_MISSING, "update the root quorum before")
    for user_id in wanted:
        del users[user_id]
    return {"userIds": wanted}


def _users(version: str, fields: Mapping[str, object]) -> Any:
    """Make the parameters of a version of create_users."""
    user = body(f"user_{version}", user_name=str, user_email=str | None, user_tags=array(Id), **fields)
    return body(f"create_users_{version}", users=array(user))


_PROVIDERS: Final[dict[str, object]] = {"oauth_providers": array(OauthProvider)}

_OLDER_PROVIDERS: Final[dict[str, object]] = {"oauth_providers": array(OauthProviderV1)}

_PASSKEYS: Final[dict[str, object]] = {"authenticators": array(SignupAuthenticator)}

_PHONE: Final[dict[str, object]] = {"user_phone_number": str | None}

_KEYS: Final[dict[str, object]] = {"api_keys": array(API_KEY)}

_P256_KEYS: Final[dict[str, object]] = {"api_keys": array(P256_API_KEY)}


def _creation(field: str) -> Steps:
    """Make the steps that create the users in a field of the parameters."""
    users_of = attrgetter(field)
    return Steps(
        lambda context, given: _new_users(context, users_of(given)),
        lambda context, given, made: _add_users(context, users_of(given), made),
    )


SUBMITS: Final[dict[str, Submit]] = {
    "create_users": Submit(
        _users("v4", {**_KEYS, **_PASSKEYS, **_PROVIDERS, **_PHONE}),
        _creation("users"),
        (
            Older("V3", _users("v3", {**_KEYS, **_PASSKEYS, **_OLDER_PROVIDERS, **_PHONE})),
            Older("V2", _users("v2", {**_P256_KEYS, **_PASSKEYS})),
            Older("", _users("v1", {**_P256_KEYS, **_PASSKEYS})),
        ),
    ),
    "create_api_only_users": Submit(
        body(
            "create_api_only_users",
            api_only_users=array(
                body("api_only_user", user_name=str, user_email=str | None, user_tags=array(Id), **_P256_KEYS)
            ),
        ),
        _creation("api_only_users"),
    ),
    "update_user": Submit(operations.UpdateUser, at_once(_update_user)),
    "update_user_name": Submit(
        body("update_user_name", user_id=Id, user_name=str), at_once(_update_user_name)
    ),
    "update_user_email": Submit(operations.UpdateUserEmail, at_once(_update_user_email)),
    "update_user_phone_number": Submit(
        body("update_user_phone_number", user_id=Id, user_phone_number=str, verification_token=Id | None),
        at_once(_update_user_phone_number),
    ),
    "delete_users": Submit(body("delete_users", user_ids=array(Id)), at_once(_delete_users)),
}
"""The operations on users."""
