"""Test vectors of every construct: reading files of them, and putting them through this library.

To have each case of a file as a test of your own suite, call ``run_file``, or run pytest with
``-p sealwax.vectors.pytest_plugin --sealwax-vectors`` on the files. ``vectors/README.md`` of this project
describes the files, and ``sealwax.vectors.makers`` makes them.
"""

from .format import Case, Group, Note, Suite
from .loader import find_files, load, load_file
from .verifier import Difference, Outcome, run_case, run_file, run_suite

__all__ = [
    "Case",
    "Difference",
    "Group",
    "Note",
    "Outcome",
    "Suite",
    "find_files",
    "load",
    "load_file",
    "run_case",
    "run_file",
    "run_suite",
]
