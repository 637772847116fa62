# Written by `python -m tests.stub`.

from .format import Case as Case
from .format import Group as Group
from .format import Note as Note
from .format import Suite as Suite
from .loader import find_files as find_files
from .loader import load as load
from .loader import load_file as load_file
from .verifier import Difference as Difference
from .verifier import Outcome as Outcome
from .verifier import run_case as run_case
from .verifier import run_file as run_file
from .verifier import run_suite as run_suite

__all__ = [
    "Case", "Difference", "Group", "Note", "Outcome", "Suite", "find_files", "load", "load_file",
    "run_case", "run_file", "run_suite"
]  # fmt: skip
