"""The operations on organizations: sub-organizations, root quorum, features, name."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, Literal

from sealwax import operations
from sealwax.operations.forms import Id
from sealwax.testing.enclave import OTP_EMAIL, OTP_SMS
from sealwax_service.access.authentication import contact_of
from sealwax_service.api_errors import (
    INVALID_CALLER,
    INVALID_QUORUM,
    REQUEST_INVALID,
    TOKEN_INVALID,
    ApiError,
)
from sealwax_service.requests import bodies
from sealwax_service.requests.bodies import array, body
from sealwax_service.requests.context import Older, Steps, Submit, SubmitContext, at_once, find_all
from sealwax_service.state.features import EMAIL_AUTH, EMAIL_RECOVERY, OTP_AUTH
from sealwax_service.state.records import Json, Made, Organization, find

from .exports import check_exported
from .verification_tokens import read_signup, read_token, token_use
from .wallets import first_wallet


def check_quorum(threshold: int, users: int) -> None:
    """Refuse a threshold that is not positive, or that the root users cannot reach."""
    if threshold < 1:
        raise ApiError(INVALID_QUORUM)
    if threshold > users:
        raise ApiError(REQUEST_INVALID, "the quorum has fewer users than its threshold")


def _new_sub_organization(context: SubmitContext, given: bodies.CreateSubOrganization) -> Made:
    if context.organization.parent is not None:
        raise ApiError(INVALID_CALLER)
    check_quorum(given.root_quorum_threshold, len(given.root_users))
    made = context.provisioner.new_sub_organization(
        context.organization,
        given.sub_organization_name,
        given.root_users,
        given.wallet,
        root_threshold=given.root_quorum_threshold,
    )
    for name, is_disabled in (
        (EMAIL_AUTH, given.disable_email_auth),
        (EMAIL_RECOVERY, given.disable_email_recovery),
        (OTP_AUTH[OTP_SMS], given.disable_sms_auth),
        (OTP_AUTH[OTP_EMAIL], given.disable_otp_email_auth),
    ):
        if is_disabled:
            del made.features[name]
    return Made(organizations=[made], derived=made.all_derived())


def _add_sub_organization(context: SubmitContext, given: bodies.CreateSubOrganization, made: Made) -> Json:
    (organization,) = made.organizations
    with _verified_root(context, given, organization):
        context.provisioner.state.organizations[organization.organization_id] = organization
    return {
        "subOrganizationId": organization.organization_id,
        "rootUserIds": [*organization.users],
        **first_wallet(organization),
    }


@contextmanager
def _verified_root(
    context: SubmitContext, given: bodies.CreateSubOrganization, organization: Organization
) -> Iterator[None]:
    """Use up the token of a new sub-organization, if any, which verifies a contact of a root user."""
    if given.verification_token is None:
        if given.client_signature is not None:
            raise ApiError(REQUEST_INVALID, "clientSignature is for a verificationToken, which is missing")
        yield
        return
    claims = read_token(context, given.verification_token)
    contact = contact_of(claims)
    users = zip(organization.users.values(), given.root_users, strict=True)
    user, root = next(((user, root) for user, root in users if contact in user.contacts), (None, None))
    if user is None or root is None:
        raise ApiError(TOKEN_INVALID, "it is not for a contact of a root user")
    proof = given.to_params()
    signed = {name: proof[name] for name in ("verificationToken", "clientSignature") if name in proof}
    read_signup(context, root, **signed)
    with token_use(context, claims, signup=True):
        user.verified_contacts = {contact}
        yield


def _delete_sub_organization(context: SubmitContext, given: Any) -> Json:
    organization = context.organization
    if organization.parent is None:
        raise ApiError(REQUEST_INVALID, "the organization is not a sub-organization")
    for what, records in (("wallet", organization.wallets), ("private key", organization.private_keys)):
        check_exported(records.values(), what, delete_without_export=given.delete_without_export)
    context.provisioner.state.delete_organization(organization)
    return {"subOrganizationUuid": organization.organization_id}


def _update_organization_name(context: SubmitContext, given: operations.UpdateOrganizationName) -> Json:
    context.organization.name = given.organization_name
    return {
        "organizationId": context.organization.organization_id,
        "organizationName": given.organization_name,
    }


def _update_root_quorum(context: SubmitContext, given: Any) -> Json:
    organization = context.organization
    wanted = find_all(organization.users, given.user_ids, "user")
    check_quorum(given.threshold, len(wanted))
    for user in organization.users.values():
        user.is_root = user.user_id in wanted
    organization.root_threshold = given.threshold
    return {}


def root_quorum(organization: Organization) -> Json:
    """Return the root quorum of an organization in the form of answers."""
    users = [user.user_id for user in organization.users.values() if user.is_root]
    return {"threshold": organization.root_threshold, "userIds": users}


def features_of(organization: Organization) -> list[Json]:
    """Return the features of an organization in the form of answers."""
    return [{"name": name, "value": value} for name, value in organization.features.items()]


def organization_configs(organization: Organization) -> Json:
    """Return the features and the root quorum of an organization in the form of answers."""
    return {"features": features_of(organization), "quorum": root_quorum(organization)}


def _set_feature(context: SubmitContext, given: Any) -> Json:
    context.organization.features[given.name] = given.value
    return {"features": features_of(context.organization)}


def _remove_feature(context: SubmitContext, given: Any) -> Json:
    find(context.organization.features, given.name, "feature")
    del context.organization.features[given.name]
    return {"features": features_of(context.organization)}


FeatureName = Literal[
    "FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY",
    "FEATURE_NAME_WEBAUTHN_ORIGINS",
    "FEATURE_NAME_EMAIL_AUTH",
    "FEATURE_NAME_EMAIL_RECOVERY",
    "FEATURE_NAME_WEBHOOK",
    "FEATURE_NAME_SMS_AUTH",
    "FEATURE_NAME_OTP_EMAIL_AUTH",
    "FEATURE_NAME_AUTH_PROXY",
    "FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED",
    "FEATURE_NAME_SWAP_CONFIG",
    "FEATURE_NAME_EARN_CONFIG",
]


SUBMITS: Final[dict[str, Submit]] = {
    # The client for Python sends V7.
    "create_sub_organization": Submit(
        bodies.CreateSubOrganization,
        Steps(_new_sub_organization, _add_sub_organization),
        (Older("V7", bodies.CreateSubOrganizationV7),),
    ),
    "delete_sub_organization": Submit(
        body("delete_sub_organization", delete_without_export=bool | None), at_once(_delete_sub_organization)
    ),
    "update_organization_name": Submit(operations.UpdateOrganizationName, at_once(_update_organization_name)),
    "update_root_quorum": Submit(
        body("update_root_quorum", threshold=int, user_ids=array(Id)), at_once(_update_root_quorum)
    ),
    "set_organization_feature": Submit(
        body("set_organization_feature", name=FeatureName, value=str), at_once(_set_feature)
    ),
    "remove_organization_feature": Submit(
        body("remove_organization_feature", name=FeatureName), at_once(_remove_feature)
    ),
}
"""The operations on organizations."""
