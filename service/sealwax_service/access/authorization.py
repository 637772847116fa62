"""Authorize every submit request and every vote; no other module decides.

The checks are in the documented order: the session's scope, the user's organization, denials by default, the
root quorum, the policies, permissions by default.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from sealwax.activities.votes import APPROVE_ACTIVITY
from sealwax_service.api_errors import NOT_AUTHORIZED, ORGANIZATION_MISMATCH, POLICY_DENIED, ApiError
from sealwax_service.policies.consensus import includes
from sealwax_service.policies.deciding import NONE_ALLOWS, decide, decide_each, evaluate_field, strictest
from sealwax_service.policies.request_facts import Facts, request_facts
from sealwax_service.requests.context import Context, StampedContext
from sealwax_service.state.outcomes import (
    ALLOW,
    DENY_EXPLICIT,
    DENY_IMPLICIT,
    REQUIRES_CONSENSUS,
    Decision,
)
from sealwax_service.state.records import (
    Activity,
    Approval,
    Json,
    Organization,
    User,
    find_session_profile,
)

VOTES: Final = {"approve_activity", "reject_activity"}
"""The operations that vote on an activity of another user."""

LOGINS: Final = {
    "email_auth",
    "init_user_email_recovery",
    "init_otp",
    "verify_otp",
    "otp_login",
    "oauth_login",
    # The older operations, which the documentation does not mention.
    "init_otp_auth",
    "otp_auth",
    "oauth",
}
"""The only operations that a parent may submit in its sub-organizations."""

IMPORTS: Final = {"init_import_wallet", "import_wallet", "init_import_private_key", "import_private_key"}
"""The operations that a user may only request for oneself, regardless of root quorum and policies."""

ROOT_ONLY: Final = {
    "update_root_quorum",
    "set_organization_feature",
    "remove_organization_feature",
    "update_organization_name",
    "delete_sub_organization",
}
"""The operations that only the root quorum may request, regardless of policies."""

OWN_CREDENTIALS: Final = {
    "create_api_keys",
    "delete_api_keys",
    "create_authenticators",
    "delete_authenticators",
    "create_oauth_providers",
    "delete_oauth_providers",
    # A recovery ends with it.
    "recover_user",
}
"""The operations that a user may request for oneself, unless a policy denies it."""

_AS_VOTER: Final = Decision(
    ALLOW, None, "users vote on what needs their consensus, and see what was requested"
)
_BY_ROOT_QUORUM: Final = Decision(ALLOW, None, "the root quorum approved it")
_BY_PARENT: Final = "a parent reads its sub-organizations, and writes nothing in them"
_ONLY_ROOT: Final = Decision(DENY_IMPLICIT, None, "only the root quorum may do this")
DENIALS: Final = {DENY_EXPLICIT, DENY_IMPLICIT}
"""The outcomes of a refused request."""


@dataclass(frozen=True)
class Request:
    """A submit request to decide on: who made it, in which organization, and the submitted parameters."""

    context: Context
    user: User
    operation: str
    activity_type: str
    submitted: Json

    @classmethod
    def of(cls, context: Context, activity: Activity) -> "Request":
        """Return the request of an activity."""
        (submitted,) = activity.intent.values()
        requester = activity.votes[0].user
        return cls(context, requester, activity.operation, activity.version.type, submitted)

    @property
    def is_permissive(self) -> bool:
        """Whether the service is permissive."""
        return self.context.provisioner.permissive

    @property
    def judge(self) -> Organization:
        """The organization whose root quorum and policies decide: the user's own."""
        organization = self.context.organization
        return organization if self.is_permissive else organization.home_of(self.user)

    @property
    def is_for_oneself(self) -> bool:
        """Whether the request names the user who makes it."""
        return self.submitted.get("userId") == self.user.user_id

    @cached_property
    def facts(self) -> tuple[Facts, ...]:
        """The facts of the request, or of each of its payloads, that policies can read."""
        return request_facts(self.context.organization, self.operation, self.activity_type, self.submitted)

    def decide(self, approvals: Sequence[Approval]) -> Decision:
        """Decide on the request with its approvals; the caller holds the state's lock."""
        return self._decide(approvals)._replace(activity_type=self.activity_type)

    def _decide(self, approvals: Sequence[Approval]) -> Decision:
        if self.is_permissive:
            return self._decide_permissively(approvals)
        judge = self.judge
        # A user may have been deleted.
        approvals = [each for each in approvals if judge.has(each.user)]
        roots = sum(each.user.is_root for each in approvals)
        if roots >= judge.root_threshold:
            return _BY_ROOT_QUORUM
        decision = _ONLY_ROOT if self.operation in ROOT_ONLY else decide(judge, self.facts, approvals)
        is_own = self.operation in OWN_CREDENTIALS and self.is_for_oneself
        if is_own and decision.outcome not in {ALLOW, DENY_EXPLICIT}:
            return Decision(ALLOW, None, "users manage their own credentials", decision.policies)
        if roots and decision.outcome in DENIALS:
            # The root quorum overrides policies.
            return _waiting(f"{judge.root_threshold} root users must approve it", decision)
        return decision

    def _decide_permissively(self, approvals: Sequence[Approval]) -> Decision:
        """Allow a request that no policy denies; an allowing policy's consensus binds root users, too."""
        # Without policies, the facts do not matter.
        decisions = decide_each(self.judge, self.facts if self.judge.policies else [{}], approvals)
        decision = strictest(decisions)
        if decision.outcome == DENY_EXPLICIT and not self.user.is_root:
            return decision
        for each in decisions:
            for policy in each.policies:
                if policy.outcome == REQUIRES_CONSENSUS:
                    return each._replace(outcome=REQUIRES_CONSENSUS, policy_id=policy.policy_id)
        if self.user.is_root and len(approvals) < self.judge.root_threshold:
            return _waiting(f"{self.judge.root_threshold} users must approve it", decision)
        return Decision(ALLOW, None, "the service is permissive", decision.policies)

    def includes(self, user: User) -> bool:
        """Whether the consensus that the request needs includes a user."""
        if not self.judge.has(user) or user.is_root:
            return self.judge.has(user)
        policies = () if self.operation in ROOT_ONLY else self.judge.policies.values()
        return any(includes(policy, user, self.facts) for policy in policies)


def may_vote(context: Context, activity: Activity, user: User) -> bool:
    """Whether an activity waits for the vote of a user."""
    return activity.waits_for(user, context.now) and _vote_counts(context, activity, user)


def _vote_counts(context: Context, activity: Activity, user: User) -> bool:
    request = Request.of(context, activity)
    if request.is_permissive:
        return True
    # A fault, not a policy, requires more approvals, by any users of the deciding organization.
    return request.judge.has(user) if activity.approvals_needed > 1 else request.includes(user)


def authorize(context: StampedContext, request: Request, activity: Activity | None) -> Decision:
    """Decide on a request, or on repeated bytes of an activity: a vote, or a poll.

    The caller holds the state's lock.
    """
    reason = _restriction(context, request)
    if reason is not None:
        return Decision(DENY_IMPLICIT, None, reason)
    if activity is not None:
        return _authorize_same_bytes(context, activity)
    if request.operation in VOTES:
        # A vote on an unknown activity is a separate error.
        voted_on = context.organization.activities.get(request.submitted["fingerprint"])
        decision = _AS_VOTER if voted_on is None else _authorize_vote(context, voted_on)
        return _denial(context, request) or decision
    if request.operation in IMPORTS and not request.is_permissive and not request.is_for_oneself:
        return Decision(DENY_IMPLICIT, None, "an import must be for the user who requests it")
    return request.decide([context.stamp.approval])


def _restriction(context: StampedContext, request: Request) -> str | None:
    """Return the reason to refuse a request regardless of approvals; None if there is none."""
    stamp, organization = context.stamp, context.organization
    if stamp.is_read_only:
        return "the session is read-only"
    is_own = organization.has(stamp.user)
    if request.operation == "delete_sub_organization" and not (is_own and stamp.user.is_root):
        return "only a root user of the sub-organization may delete it"
    if request.is_permissive:
        return None
    key = stamp.api_key
    if key is not None and key.session_profile_id is not None:
        profile = find_session_profile(organization.home_of(stamp.user), key.session_profile_id)
        if not all(evaluate_field(profile["scope"], "condition", each).holds for each in request.facts):
            return "the scope of the session does not allow it"
    if not is_own and request.operation not in {*LOGINS, *VOTES}:
        return _BY_PARENT
    return None


def _authorize_vote(context: StampedContext, activity: Activity) -> Decision:
    """Decide whether the user may vote on an activity, if it waits for the user's vote."""
    user = context.stamp.user
    if activity.waits_for(user, context.now) and not _vote_counts(context, activity, user):
        reason = "the consensus that the activity needs does not include the user"
        return Decision(DENY_IMPLICIT, None, reason)
    return _AS_VOTER


def _authorize_same_bytes(context: StampedContext, activity: Activity) -> Decision:
    """Decide on repeated bytes of an activity: from a user who has not approved it, they approve it."""
    user = context.stamp.user
    is_approval = activity.waits_for(user, context.now)
    fields = {"fingerprint": activity.fingerprint}
    approval = Request(context, user, "approve_activity", APPROVE_ACTIVITY, fields)
    return (_denial(context, approval) if is_approval else None) or _authorize_vote(context, activity)


def _denial(context: StampedContext, vote: Request) -> Decision | None:
    """Return the decision on a vote if a policy denies it; a permissive service denies none."""
    if vote.is_permissive:
        return None
    decision = vote.decide([context.stamp.approval])
    return decision if decision.outcome == DENY_EXPLICIT else None


def _waiting(reason: str, decision: Decision) -> Decision:
    """Let a request wait for root users, regardless of policies."""
    return Decision(REQUIRES_CONSENSUS, None, reason, decision.policies)


def refusal(organization: Organization, decision: Decision) -> ApiError:
    """Return the error of a request to an organization that is denied, with the reason."""
    if decision.outcome == DENY_EXPLICIT:
        return ApiError(POLICY_DENIED, reason=f"{decision.reason}: {decision.policy_id}")
    parent = organization.parent
    if decision.reason == _BY_PARENT and parent is not None:
        places = (
            f"request is targeting organization ({organization.organization_id}), but voters are in "
            f"organization ({parent.organization_id})"
        )
        return ApiError(ORGANIZATION_MISMATCH, places, reason=_BY_PARENT)
    pointer = "; /_sealwax/explain tells why" if decision.reason == NONE_ALLOWS else ""
    return ApiError(NOT_AUTHORIZED, decision.reason + pointer)
