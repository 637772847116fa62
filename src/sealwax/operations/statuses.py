"""The statuses of an activity that clients know; the service may add others."""

from typing import Final

from sealwax._limits import MAX_SHOWN_STATUS

CREATED: Final = "ACTIVITY_STATUS_CREATED"
PENDING: Final = "ACTIVITY_STATUS_PENDING"
CONSENSUS_NEEDED: Final = "ACTIVITY_STATUS_CONSENSUS_NEEDED"
AUTHENTICATORS_NEEDED: Final = "ACTIVITY_STATUS_AUTHENTICATORS_NEEDED"
COMPLETED: Final = "ACTIVITY_STATUS_COMPLETED"
FAILED: Final = "ACTIVITY_STATUS_FAILED"
REJECTED: Final = "ACTIVITY_STATUS_REJECTED"

FINAL_FAILURES: Final = frozenset({FAILED, REJECTED})
"""The statuses of an activity that never gets a result."""


def shown_status(status: str) -> str:
    """Return a status as errors show it: any name of the service's, and nothing else."""
    is_name = status.isascii() and status.isidentifier() and len(status) <= MAX_SHOWN_STATUS
    return status if is_name else "another"
