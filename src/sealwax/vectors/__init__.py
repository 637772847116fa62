"""Test vectors of every construct: making them from a seed, and putting files of them through this library.

To have each case of a file as a test of your own suite, call ``run_file``, or run pytest with
``-p sealwax.vectors.pytest_plugin --sealwax-vectors`` on the files. ``vectors/README.md`` of this project
describes the files.
"""

from .format import Case, Group, Note, Suite
from .makers.generator import VectorFile, generate_files, load
from .verifier import Difference, Outcome, find_files, load_file, run_case, run_file, run_suite

__all__ = [
    "Case",
    "Difference",
    "Group",
    "Note",
    "Outcome",
    "Suite",
    "VectorFile",
    "find_files",
    "generate_files",
    "load",
    "load_file",
    "run_case",
    "run_file",
    "run_suite",
]
