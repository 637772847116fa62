"""Decide on a request by the policies of its organization.

| condition and consensus | effect | outcome of the policy |
|---|---|---|
| both hold | deny | explicit denial: it overrides all permissions |
| both hold | allow | allowed |
| the condition holds; the consensus would, if every user were an approver | allow | it waits for approvals |
| one cannot be evaluated | either | an error: the policy does not apply |
| else | either | implicit denial: the policy does not apply |

An empty field holds. ``credentials`` are always those of the stamps so far: a consensus that needs the
credential of another user makes no request wait. Of several payloads, each must be allowed, and the denial
of one denies the request. The documentation does not say how the deployed service tells a request that waits
from one that is denied, what an error in a denying policy does, nor how it decides about several payloads.
"""

from collections.abc import Sequence
from typing import Final

from sealwax_service.state.outcomes import (
    ALLOW,
    DENY_EXPLICIT,
    DENY_IMPLICIT,
    ERROR,
    REQUIRES_CONSENSUS,
    Decision,
    PolicyOutcome,
    Verdict,
)
from sealwax_service.state.records import Approval, Organization, Policy, User

from .evaluation import evaluate
from .language import parse
from .request_facts import Facts, approval_facts
from .types import NOT_HERE

_REASONS: Final = {
    DENY_EXPLICIT: "a policy denies it",
    ALLOW: "a policy allows it",
    REQUIRES_CONSENSUS: "a policy would allow it with more approvals",
}
"""The deciding outcomes, by precedence."""

NONE_ALLOWS: Final = "no policy allows it"
"""The reason of a denial that no policy decided."""

_STRICTEST: Final = (DENY_EXPLICIT, DENY_IMPLICIT, REQUIRES_CONSENSUS, ALLOW)
"""The outcomes of a request's payloads, the strictest first."""


def decide(organization: Organization, requests: Sequence[Facts], approvals: Sequence[Approval]) -> Decision:
    """Decide on a request by the strictest of the decisions of ``decide_each``."""
    return strictest(decide_each(organization, requests, approvals))


def strictest(decisions: Sequence[Decision]) -> Decision:
    """Return the strictest of the decisions on the parts of a request."""
    return min(decisions, key=lambda decision: _STRICTEST.index(decision.outcome))


def decide_each(
    organization: Organization, requests: Sequence[Facts], approvals: Sequence[Approval]
) -> Sequence[Decision]:
    """Evaluate all policies of an organization; the caller holds the lock, and has looked at the root quorum.

    ``requests`` is the result of ``request_facts``; each item gets a decision.
    """
    approvers = list(dict.fromkeys(approval.user for approval in approvals))
    now = approval_facts(approvers, approvals)
    at_most = approval_facts([*approvers, *_others(organization, approvers)], approvals)
    given = [_outcomes(policy, requests, now, at_most) for policy in organization.policies.values()]
    return [_decide(tuple(outcomes[part] for outcomes in given)) for part in range(len(requests))]


def _decide(outcomes: tuple[PolicyOutcome, ...]) -> Decision:
    for outcome, reason in _REASONS.items():
        for each in outcomes:
            if each.outcome == outcome:
                return Decision(outcome, each.policy_id, reason, outcomes)
    return Decision(DENY_IMPLICIT, None, NONE_ALLOWS, outcomes)


def _others(organization: Organization, approvers: Sequence[User]) -> Sequence[User]:
    known = {*approvers}
    return [user for user in organization.users.values() if user not in known]


def _outcomes(
    policy: Policy, requests: Sequence[Facts], now: Facts, at_most: Facts
) -> Sequence[PolicyOutcome]:
    """Return the outcomes of a policy for the parts of a request, which share one consensus."""
    conditions = [_condition(policy, each) for each in requests]
    consensus = evaluate_field(policy.consensus, "consensus", now)
    outcomes = {True: DENY_IMPLICIT, False: DENY_IMPLICIT, None: ERROR}
    allows = policy.effect == "EFFECT_ALLOW"
    if consensus.holds is None:
        outcomes = dict.fromkeys(outcomes, ERROR)
    elif consensus.holds:
        outcomes[True] = ALLOW if allows else DENY_EXPLICIT
    elif (
        allows
        and any(each.holds for each in conditions)
        and evaluate_field(policy.consensus, "consensus", at_most).holds
    ):
        outcomes[True] = REQUIRES_CONSENSUS
    return [
        PolicyOutcome(policy.policy_id, policy.name, outcomes[condition.holds], condition, consensus)
        for condition in conditions
    ]


def _condition(policy: Policy, facts: Facts) -> Verdict:
    """Evaluate the condition of a policy; a policy with a time is an error."""
    if policy.time:
        return Verdict(None, policy.time, NOT_HERE["time"])
    return evaluate_field(policy.condition, "condition", facts)


def evaluate_field(text: str, field: str, facts: Facts) -> Verdict:
    """Evaluate a field of a policy, which holds if it is empty."""
    return evaluate(parse(text, field), facts) if text else Verdict(holds=True, part="")
