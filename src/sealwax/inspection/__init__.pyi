# Written by `python -m tests.tools.stubs`.

from .artifacts import inspect as inspect
from .results import Check as Check
from .results import CheckOutcome as CheckOutcome
from .results import Field as Field
from .results import Inspection as Inspection

__all__ = [
    "Check", "CheckOutcome", "Field", "Inspection", "inspect"
]  # fmt: skip
