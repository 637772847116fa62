"""Who may do what: every submit request passes ``authorize``, and nothing else decides."""

from .context import StampedContext
from .errors import NOT_AUTHORIZED, ApiError
from .policies import VOTES, approvals_needed


def authorize(context: StampedContext, operation: str, activity_type: str) -> int:
    """Return how many users must approve an activity; refuse one that its user may not request.

    The caller holds the state's lock.
    """
    stamp, organization = context.stamp, context.organization
    if stamp.is_read_only:
        raise ApiError(NOT_AUTHORIZED, "the session is read-only")
    if operation in VOTES:
        return 1
    needed = approvals_needed(organization, stamp.user, activity_type)
    return max(needed, organization.root_threshold) if stamp.user.is_root else needed
