"""The votes on activities, each with the stamp of its user."""

from typing import Final

from sealwax import operations
from sealwax.activities.statuses import CONSENSUS_NEEDED, REJECTED
from sealwax_service.api_errors import ACTIVITY_NOT_FOUND, CONFLICT, ApiError
from sealwax_service.requests import bodies
from sealwax_service.requests.context import Submit, SubmitContext, at_once
from sealwax_service.state.outcomes import REJECTED as DECISION_REJECTED
from sealwax_service.state.outcomes import Decision
from sealwax_service.state.records import Activity, Json, Vote


def new_vote(context: SubmitContext, selection: str, decision: Decision) -> Vote:
    """Make the vote of the user who stamped a request."""
    stamp = context.stamp
    return Vote(
        context.provisioner.state.new_id(),
        stamp.user,
        selection,
        context.body.decode(),
        stamp.public_key,
        stamp.signature,
        stamp.scheme,
        context.now,
        decision,
    )


def _find_waiting(context: SubmitContext, fingerprint: str) -> Activity:
    activity = context.organization.activities.get(fingerprint)
    if activity is None:
        raise ApiError(ACTIVITY_NOT_FOUND)
    if activity.status != CONSENSUS_NEEDED:
        raise ApiError(CONFLICT, "the activity does not wait for votes")
    if activity.has_approval(context.stamp.user, context.now):
        raise ApiError(CONFLICT, "the user has voted on the activity")
    return activity


def _approve_activity(context: SubmitContext, given: operations.ApproveActivity) -> Json:
    activity = _find_waiting(context, given.fingerprint)
    context.approve(activity, context)
    return {}


def _reject_activity(context: SubmitContext, given: operations.RejectActivity) -> Json:
    activity = _find_waiting(context, given.fingerprint)
    rejected = Decision(DECISION_REJECTED, None, f"the user {context.stamp.user.user_id} rejected it")
    activity.votes += [new_vote(context, "VOTE_SELECTION_REJECTED", rejected)]
    activity.end(REJECTED, context.now)
    context.updated(context, activity)
    return {}


SUBMITS: Final[dict[str, Submit]] = {
    "approve_activity": Submit(bodies.lenient(operations.ApproveActivity), at_once(_approve_activity)),
    "reject_activity": Submit(bodies.lenient(operations.RejectActivity), at_once(_reject_activity)),
}
"""The votes."""
