"""The statuses of an activity that clients know; the service may add others."""

from typing import Final

PENDING: Final = "ACTIVITY_STATUS_PENDING"
CONSENSUS_NEEDED: Final = "ACTIVITY_STATUS_CONSENSUS_NEEDED"
AUTHENTICATORS_NEEDED: Final = "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED"
COMPLETED: Final = "ACTIVITY_STATUS_COMPLETED"
FAILED: Final = "ACTIVITY_STATUS_FAILED"
REJECTED: Final = "ACTIVITY_STATUS_REJECTED"

FINAL_FAILURES: Final = frozenset({FAILED, REJECTED})
"""The statuses of an activity that never gets a result."""
