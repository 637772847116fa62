"""The operations on policies."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from sealwax import operations
from sealwax.operations import Effect
from sealwax.operations.forms import Id
from sealwax_service._limits import MAX_POLICIES
from sealwax_service.policies.validation import check_expressions
from sealwax_service.requests import bodies
from sealwax_service.requests.bodies import array, body
from sealwax_service.requests.context import Older, Submit, SubmitContext, at_once, find_all, given_fields
from sealwax_service.requests.provisioning import check_labels, check_renamed, check_size
from sealwax_service.state.records import Json, Organization, Policy, find


def _new_policy(context: SubmitContext, given: Any) -> Policy:
    now = context.now
    policy = Policy(
        context.provisioner.state.new_id(),
        given.policy_name,
        given.effect,
        given.condition or "",
        given.consensus or "",
        given.notes,
        now,
        now,
        getattr(given, "time", None) or "",
    )
    check_expressions(policy, strict=context.provisioner.strict)
    return policy


def add_policies(organization: Organization, made: Sequence[Policy]) -> None:
    """Add policies to an organization; refuse too many, and names that are not unique."""
    check_size(len(organization.policies) + len(made), MAX_POLICIES, "policies")
    check_labels(organization.policies.values(), [policy.name for policy in made], "policy")
    for policy in made:
        organization.policies[policy.policy_id] = policy


def _create_policy(context: SubmitContext, given: operations.CreatePolicy) -> Json:
    policy = _new_policy(context, given)
    add_policies(context.organization, [policy])
    return {"policyId": policy.policy_id}


def _create_policies(context: SubmitContext, given: Any) -> Json:
    made = [_new_policy(context, each) for each in given.policies]
    add_policies(context.organization, made)
    return {"policyIds": [policy.policy_id for policy in made]}


def _update_policy(context: SubmitContext, given: bodies.UpdatePolicy) -> Json:
    changes = given_fields(
        name=given.policy_name,
        effect=given.policy_effect,
        condition=given.policy_condition,
        consensus=given.policy_consensus,
        notes=given.policy_notes,
        time=given.time,
    )
    policies = context.organization.policies
    policy = find(policies, given.policy_id, "policy")
    changed = replace(policy, **changes, updated_at=context.now)
    check_expressions(changed, strict=context.provisioner.strict)
    check_renamed(policies, policy, changed.name, "policy")
    policies[policy.policy_id] = changed
    return {"policyId": policy.policy_id}


def _delete_policy(context: SubmitContext, given: Any) -> Json:
    find(context.organization.policies, given.policy_id, "policy")
    del context.organization.policies[given.policy_id]
    return {"policyId": given.policy_id}


def _delete_policies(context: SubmitContext, given: Any) -> Json:
    policies = context.organization.policies
    wanted = find_all(policies, given.policy_ids, "policy")
    for policy_id in wanted:
        del policies[policy_id]
    return {"policyIds": wanted}


_POLICY: Final = body(
    "policy",
    policy_name=str,
    effect=Effect,
    condition=str | None,
    consensus=str | None,
    notes=str,
    time=str | None,
)


SUBMITS: Final[dict[str, Submit]] = {
    "create_policy": Submit(bodies.CreatePolicy, at_once(_create_policy)),
    "create_policies": Submit(body("create_policies", policies=array(_POLICY)), at_once(_create_policies)),
    "update_policy": Submit(bodies.UpdatePolicy, at_once(_update_policy), (Older(is_tolerated=True),)),
    "delete_policy": Submit(body("delete_policy", policy_id=Id), at_once(_delete_policy)),
    "delete_policies": Submit(body("delete_policies", policy_ids=array(Id)), at_once(_delete_policies)),
}
"""The operations on policies."""
