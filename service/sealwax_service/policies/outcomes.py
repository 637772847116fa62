"""Outcomes of evaluating an organization's policies: kept with an activity, and returned by ``explain``."""

from datetime import datetime
from typing import Final, NamedTuple

from .evaluation import Verdict

ALLOW: Final = "OUTCOME_ALLOW"
DENY_EXPLICIT: Final = "OUTCOME_DENY_EXPLICIT"
DENY_IMPLICIT: Final = "OUTCOME_DENY_IMPLICIT"
REQUIRES_CONSENSUS: Final = "OUTCOME_REQUIRES_CONSENSUS"
ERROR: Final = "OUTCOME_ERROR"
REJECTED: Final = "OUTCOME_REJECTED"


class PolicyOutcome(NamedTuple):
    """The outcome of one policy.

    Attributes:
        policy_id: The policy.
        name: Its name.
        outcome: ``OUTCOME_…``, as the API names it.
        condition: What became of its condition, and by which part.
        consensus: What became of its consensus, and by which part.
    """

    policy_id: str
    name: str
    outcome: str
    condition: Verdict
    consensus: Verdict


class LastOutcome(NamedTuple):
    """The last outcome of a policy, the type of the activity that it was about, and when."""

    outcome: PolicyOutcome
    activity_type: str
    time: datetime


class Decision(NamedTuple):
    """The outcome of a request, or of a vote.

    Attributes:
        outcome: ``OUTCOME_…``, as the API names it.
        policy_id: The policy that decided; None if none did.
        reason: Why, in words.
        policies: The outcome of each policy; none if no policy was looked at.
        activity_type: The type of the activity that policies decided on, or of a request that was refused;
            empty if no policy was asked about an activity.
    """

    outcome: str
    policy_id: str | None
    reason: str
    policies: tuple[PolicyOutcome, ...] = ()
    activity_type: str = ""
