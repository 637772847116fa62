"""Outcomes of an organization's policies, stored with an activity and returned by ``explain``."""

from datetime import datetime
from typing import Final, NamedTuple

ALLOW: Final = "OUTCOME_ALLOW"
DENY_EXPLICIT: Final = "OUTCOME_DENY_EXPLICIT"
DENY_IMPLICIT: Final = "OUTCOME_DENY_IMPLICIT"
REQUIRES_CONSENSUS: Final = "OUTCOME_REQUIRES_CONSENSUS"
ERROR: Final = "OUTCOME_ERROR"
REJECTED: Final = "OUTCOME_REJECTED"


class Verdict(NamedTuple):
    """The result of an evaluation.

    Attributes:
        holds: Whether the expression holds; None if it could not be evaluated.
        part: The part of the expression that decided, or that has the error.
        error: The problem of that part; empty without one.
    """

    holds: bool | None
    part: str
    error: str = ""


class PolicyOutcome(NamedTuple):
    """The outcome of one policy.

    Attributes:
        policy_id: The policy.
        name: Its name.
        outcome: The API's name, ``OUTCOME_…``.
        condition: The result of its condition, and the deciding part.
        consensus: The result of its consensus, and the deciding part.
    """

    policy_id: str
    name: str
    outcome: str
    condition: Verdict
    consensus: Verdict


class LastOutcome(NamedTuple):
    """The last outcome of a policy, the type of its activity, and the time."""

    outcome: PolicyOutcome
    activity_type: str
    time: datetime


class Decision(NamedTuple):
    """The outcome of a request, or of a vote.

    Attributes:
        outcome: The API's name, ``OUTCOME_…``.
        policy_id: The deciding policy; None if none decided.
        reason: The reason, in words.
        policies: The outcomes of the evaluated policies.
        activity_type: The type of the activity that policies decided on, or of a refused request; empty if no
            policy was evaluated for an activity.
    """

    outcome: str
    policy_id: str | None
    reason: str
    policies: tuple[PolicyOutcome, ...] = ()
    activity_type: str = ""
