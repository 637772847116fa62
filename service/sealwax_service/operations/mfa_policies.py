"""The operations on the MFA policies of users, which the service never evaluates."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from sealwax import operations
from sealwax.operations.forms import Id
from sealwax.operations.parameters import Parameters
from sealwax_service.requests.bodies import array, body
from sealwax_service.requests.context import Submit, SubmitContext, at_once, find_user, update
from sealwax_service.state.records import Json, MfaPolicy, find

_AuthenticationType = Literal[
    "AUTHENTICATION_TYPE_EMAIL_OTP",
    "AUTHENTICATION_TYPE_SMS_OTP",
    "AUTHENTICATION_TYPE_PASSKEY",
    "AUTHENTICATION_TYPE_API_KEY",
    "AUTHENTICATION_TYPE_OAUTH",
    "AUTHENTICATION_TYPE_SESSION",
]

_Int64 = Annotated[int, Meta(ge=-(1 << 63), le=(1 << 63) - 1)]

_METHODS: Final = array(
    body("required_method", any=array(body("method", type=_AuthenticationType, id=str | None)))
)

_MFA_FIELDS: Final = ("condition", "requiredAuthenticationMethods", "order", "notes")


def _mfa_fields(given: Parameters) -> Json:
    """Return the fields of an MFA policy that are stored unchanged."""
    params = given.to_params()
    return {name: params[name] for name in _MFA_FIELDS if name in params}


def _create_mfa_policy(context: SubmitContext, given: Any) -> Json:
    user = find_user(context, given.user_id)
    fields = _mfa_fields(given)
    policy = MfaPolicy(context.provisioner.state.new_id(), given.mfa_policy_name, context.now, fields=fields)
    user.mfa_policies[policy.mfa_policy_id] = policy
    user.updated_at = context.now
    return {"mfaPolicyId": policy.mfa_policy_id}


def _update_mfa_policy(context: SubmitContext, given: Any) -> Json:
    user = find_user(context, given.user_id)
    policy = find(user.mfa_policies, given.mfa_policy_id, "MFA policy of the user")
    update(policy, name=given.mfa_policy_name, updated_at=context.now)
    policy.fields |= _mfa_fields(given)
    user.updated_at = context.now
    return {"mfaPolicyId": policy.mfa_policy_id}


def _delete_mfa_policy(context: SubmitContext, given: operations.DeleteMfaPolicy) -> Json:
    user = find_user(context, given.user_id)
    policy = find(user.mfa_policies, given.mfa_policy_id, "MFA policy of the user")
    del user.mfa_policies[policy.mfa_policy_id]
    user.updated_at = context.now
    return {"mfaPolicyId": policy.mfa_policy_id}


SUBMITS: Final[dict[str, Submit]] = {
    "create_mfa_policy": Submit(
        body(
            "create_mfa_policy",
            user_id=Id,
            mfa_policy_name=str,
            condition=str,
            required_authentication_methods=_METHODS,
            order=_Int64,
            notes=str | None,
        ),
        at_once(_create_mfa_policy),
    ),
    "update_mfa_policy": Submit(
        body(
            "update_mfa_policy",
            user_id=Id,
            mfa_policy_id=Id,
            mfa_policy_name=str | None,
            condition=str | None,
            required_authentication_methods=_METHODS | None,
            order=_Int64 | None,
            notes=str | None,
        ),
        at_once(_update_mfa_policy),
    ),
    "delete_mfa_policy": Submit(operations.DeleteMfaPolicy, at_once(_delete_mfa_policy)),
}
"""The operations on MFA policies."""
