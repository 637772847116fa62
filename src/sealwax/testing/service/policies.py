"""The policy expressions that the service evaluates; it refuses every other expression.

| field | evaluated |
|---|---|
| consensus | empty, ``true``, ``approvers.count() >= N`` |
| condition | empty, ``true``, ``activity.type == 'ACTIVITY_TYPE_…'`` |

The consensus of an allowing policy applies to every user, root users included, so that one client can try it.
A denying policy does not apply to root users.
"""

import re

from sealwax.errors import MissingExtra

from .errors import INVALID_CONDITION, INVALID_CONSENSUS, NOT_AUTHORIZED, REQUEST_INVALID, ApiError, refusing
from .policy_language import parse
from .state import Organization, Policy, User

_TRUE = {"", "true"}
_APPROVERS = re.compile(r"approvers\.count\(\) *>= *([1-9][0-9]{0,3})", re.ASCII)
_ACTIVITY_TYPE = re.compile(r"""activity\.type *== *(['"])(ACTIVITY_TYPE_[A-Z0-9_]{1,64})\1""", re.ASCII)
VOTES = {"approve_activity", "reject_activity"}
"""The operations that vote on an activity of another user."""


def check_expressions(policy: Policy) -> None:
    """Refuse a policy with expressions that the service cannot evaluate, naming the part."""
    if policy.time:
        raise ApiError(REQUEST_INVALID, "the local service evaluates no `time` of a policy")
    for field, text, kind in (
        ("condition", policy.condition, INVALID_CONDITION),
        ("consensus", policy.consensus, INVALID_CONSENSUS),
    ):
        if text:
            with refusing(kind, but=MissingExtra):
                parse(text, field)


def approvals_needed(organization: Organization, user: User, activity_type: str) -> int:
    """Return how many users must approve an activity; refuse one that a policy denies."""
    needed = 1
    for policy in organization.policies.values():
        if not _applies(policy, activity_type):
            continue
        approvers = _APPROVERS.fullmatch(policy.consensus)
        if policy.effect == "EFFECT_ALLOW":
            needed = max(needed, int(approvers[1]) if approvers else 1)
        elif not user.is_root:
            raise ApiError(NOT_AUTHORIZED, f"the policy {policy.policy_id} denies it")
    return needed


def _applies(policy: Policy, activity_type: str) -> bool:
    condition = _ACTIVITY_TYPE.fullmatch(policy.condition)
    if condition is None:
        return policy.condition in _TRUE
    return condition[2] == activity_type
