"""Name an artifact, show its fields, and verify it as far as possible without its keys.

No secret is repeated in a result.
"""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

if TYPE_CHECKING:
    from .artifacts import inspect
    from .results import Check, CheckOutcome, Field, Inspection
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "Check": "sealwax.inspection.results",
            "CheckOutcome": "sealwax.inspection.results",
            "Field": "sealwax.inspection.results",
            "Inspection": "sealwax.inspection.results",
            "inspect": "sealwax.inspection.artifacts",
        },
    )

__all__ = [
    "Check", "CheckOutcome", "Field", "Inspection", "inspect"
]  # fmt: skip
