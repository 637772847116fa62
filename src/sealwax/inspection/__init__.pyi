# Written by `python -m tests.stub`.

from .artifacts import inspect as inspect
from .results import Check as Check
from .results import Field as Field
from .results import Inspection as Inspection

__all__ = [
    "Check", "Field", "Inspection", "inspect"
]  # fmt: skip
