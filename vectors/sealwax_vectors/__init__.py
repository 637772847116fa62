"""Read the test vectors of every construct, and run them through sealwax.

To test each case of a file in your own suite, call ``run_file``, or run pytest with ``--sealwax-vectors``.
``README.md`` in ``directory()`` describes the files, and ``sealwax_vectors.makers`` makes them.
"""

from typing import TYPE_CHECKING

from sealwax._names import load_lazily

if TYPE_CHECKING:
    from .format import Case, Group, Note, Suite
    from .loader import directory, find_files, load, load_file
    from .verifier import Difference, Outcome, run_case, run_file, run_suite

__all__ = [
    "Case", "Difference", "Group", "Note", "Outcome", "Suite", "directory", "find_files", "load", "load_file",
    "run_case", "run_file", "run_suite"
]  # fmt: skip

if not TYPE_CHECKING:
    # pytest imports the package for its plugin, in each run.
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "format": "Case Group Note Suite",
            "loader": "directory find_files load load_file",
            "verifier": "Difference Outcome run_case run_file run_suite",
        },
    )
