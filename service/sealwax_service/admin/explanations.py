"""Explain the decisions on an activity's votes, or on a refused request: the policy, and its part."""

from collections import ChainMap
from typing import NamedTuple

from sealwax_service.api_errors import REQUEST_INVALID, ApiError
from sealwax_service.state.outcomes import Decision
from sealwax_service.state.records import Activity, Json, State, find

from .overview import outcome_record


class ExplainedVote(NamedTuple):
    """A vote on an activity, and its outcome.

    Attributes:
        user_id: The voter.
        selection: The API's name, ``VOTE_SELECTION_…``.
        decision: The decision of the policies.
    """

    user_id: str
    selection: str
    decision: Decision


class Explanation(NamedTuple):
    """The decisions on an activity, or on a refused request.

    Attributes:
        activity_id: The activity; None for a refused request.
        activity_type: The activity's type; None for a refused request.
        status: The activity's status; None for a refused request.
        votes: The activity's votes; none for a refused request.
        decision: The decision on a refused request; None for an activity.
    """

    activity_id: str | None
    activity_type: str | None
    status: str | None
    votes: tuple[ExplainedVote, ...]
    decision: Decision | None


def explain(state: State, activity_id: str | None, fingerprint: str | None) -> Explanation:
    """Explain an activity by its id, or an activity or a refused request by its fingerprint."""
    if (activity_id is None) == (fingerprint is None):
        raise ApiError(REQUEST_INVALID, "give activityId or fingerprint")
    with state.lock:
        organizations = [*state.organizations.values()]
        if activity_id is not None:
            by_id = ChainMap(*(each.activities_by_id for each in organizations))
            return _of_activity(find(by_id, activity_id, "activity"))
        by_fingerprint = ChainMap(*(each.activities for each in organizations))
        activity = by_fingerprint.get(str(fingerprint))
        if activity is not None:
            return _of_activity(activity)
        refusals = ChainMap(*(each.refusals for each in organizations))
        refusal = find(refusals, str(fingerprint), "activity or refused request")
        return Explanation(None, None, None, (), refusal)


def _of_activity(activity: Activity) -> Explanation:
    votes = [ExplainedVote(vote.user.user_id, vote.selection, vote.decision) for vote in activity.votes]
    return Explanation(activity.activity_id, activity.version.type, activity.status, tuple(votes), None)


def explanation_record(explanation: Explanation) -> Json:
    """Write an explanation."""
    if explanation.decision is not None:
        return {"decision": _decision_record(explanation.decision)}
    return {
        "activityId": explanation.activity_id,
        "type": explanation.activity_type,
        "status": explanation.status,
        "votes": [
            {
                "userId": vote.user_id,
                "selection": vote.selection,
                "decision": _decision_record(vote.decision),
            }
            for vote in explanation.votes
        ],
    }


def _decision_record(decision: Decision) -> Json:
    return {
        "outcome": decision.outcome,
        "policyId": decision.policy_id,
        "reason": decision.reason,
        "policies": [
            {
                "policyId": each.policy_id,
                "policyName": each.name,
                **outcome_record(each),
            }
            for each in decision.policies
        ],
    }
