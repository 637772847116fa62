"""The operations on users and tags."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any, Final

from sealwax._codec.enumerations import ApiKeyCurve
from sealwax.operations import OauthProvider, SignupAuthenticator
from sealwax.operations.forms import Id
from sealwax.testing.enclave import OTP_SMS
from sealwax_service._limits import MAX_USERS
from sealwax_service.api_errors import QUORUM_USERS_MISSING, REQUEST_INVALID, ApiError
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
from sealwax_service.requests.provisioning import check_limits, check_size
from sealwax_service.state.records import Contact, Json, Made, find
from sealwax_service.yielding import Pace

from .activities import USER_TAG, check_renamed, set_tags, update_contact, updated_user

API_KEY: Final = body(
    "api_key", api_key_name=str, public_key=Id, curve_type=ApiKeyCurve, expiration_seconds=str | None
)
"""An API key of a request."""

P256_API_KEY: Final = body("p256_api_key", api_key_name=str, public_key=Id, expiration_seconds=str | None)
"""An API key of older requests, whose curve is P-256."""


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


def _update_user_name(context: SubmitContext, given: Any) -> Json:
    user = find_user(context, given.user_id)
    user.name = given.user_name
    return updated_user(context, user)


def _update_user_phone_number(context: SubmitContext, given: Any) -> Json:
    _check_phone_number(given.user_phone_number)
    contact = Contact(OTP_SMS, given.user_phone_number)
    return update_contact(context, given.user_id, contact, given.verification_token)


def _delete_users(context: SubmitContext, given: Any) -> Json:
    users = context.organization.users
    wanted = find_all(users, given.user_ids, "user")
    if any(users[user_id].is_root for user_id in wanted):
        raise ApiError(QUORUM_USERS_MISSING, "update the root quorum before")
    for user_id in wanted:
        del users[user_id]
    return {"userIds": wanted}


def _update_user_tag(context: SubmitContext, given: Any) -> Json:
    organization, now = context.organization, context.now()
    tag = find(organization.user_tags, given.user_tag_id, USER_TAG)
    added = find_all(organization.users, given.add_user_ids, "user")
    removed = find_all(organization.users, given.remove_user_ids, "user")
    check_renamed(organization.user_tags, tag, given.new_user_tag_name, USER_TAG)
    for user_id in added:
        user = organization.users[user_id]
        set_tags(user, [*dict.fromkeys([*user.tag_ids, tag.tag_id])], now)
    for user_id in removed:
        user = organization.users[user_id]
        set_tags(user, [each for each in user.tag_ids if each != tag.tag_id], now)
    update(tag, name=given.new_user_tag_name, updated_at=now)
    return {"userTagId": tag.tag_id}


def _delete_private_key_tags(context: SubmitContext, given: Any) -> Json:
    organization = context.organization
    wanted = find_all(organization.private_key_tags, given.private_key_tag_ids, "private key tag")
    tagged = [key for key in organization.private_keys.values() if {*wanted} & {*key.tag_ids}]
    for key in tagged:
        set_tags(key, [each for each in key.tag_ids if each not in wanted], context.now())
    for tag_id in wanted:
        del organization.private_key_tags[tag_id]
    return {"privateKeyTagIds": wanted, "privateKeyIds": [key.private_key_id for key in tagged]}


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
    "update_user_name": Submit(
        body("update_user_name", user_id=Id, user_name=str), at_once(_update_user_name)
    ),
    "update_user_phone_number": Submit(
        body("update_user_phone_number", user_id=Id, user_phone_number=str, verification_token=Id | None),
        at_once(_update_user_phone_number),
    ),
    "delete_users": Submit(body("delete_users", user_ids=array(Id)), at_once(_delete_users)),
    "update_user_tag": Submit(
        body(
            "update_user_tag",
            user_tag_id=Id,
            new_user_tag_name=str | None,
            add_user_ids=array(Id),
            remove_user_ids=array(Id),
        ),
        at_once(_update_user_tag),
    ),
    "delete_private_key_tags": Submit(
        body("delete_private_key_tags", private_key_tag_ids=array(Id)), at_once(_delete_private_key_tags)
    ),
}
"""The operations on users and tags."""
