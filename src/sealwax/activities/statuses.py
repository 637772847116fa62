"""The statuses of an activity that clients know; the service may add others."""

from typing import Final

from sealwax._limits import MAX_SHOWN_STATUS
from sealwax.errors import NotCompletedReason

CREATED: Final = "ACTIVITY_STATUS_CREATED"
PENDING: Final = "ACTIVITY_STATUS_PENDING"
CONSENSUS_NEEDED: Final = "ACTIVITY_STATUS_CONSENSUS_NEEDED"
AUTHENTICATORS_NEEDED: Final = "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED"
COMPLETED: Final = "ACTIVITY_STATUS_COMPLETED"
FAILED: Final = "ACTIVITY_STATUS_FAILED"
REJECTED: Final = "ACTIVITY_STATUS_REJECTED"

_REASONS: Final[dict[str, NotCompletedReason]] = {
    CREATED: "waiting",
    PENDING: "waiting",
    CONSENSUS_NEEDED: "people-needed",
    AUTHENTICATORS_NEEDED: "people-needed",
    FAILED: "failed",
    REJECTED: "failed",
}


def why_not_completed(status: str) -> NotCompletedReason:
    """Explain why an activity has no result, by its status other than ``COMPLETED``."""
    return _REASONS.get(status, "unknown")


def shown_status(status: str) -> str:
    """Return a status to show in an error, if it has the form of the service's names."""
    is_name = status.isascii() and status.isidentifier() and len(status) <= MAX_SHOWN_STATUS
    return status if is_name else "another"
