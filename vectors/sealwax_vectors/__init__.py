"""Read the test vectors of every construct, and run them through sealwax.

To test each case of a file in your own suite, call ``run_file``, or run pytest with ``--sealwax-vectors``.
``README.md`` in ``directory()`` describes the files, and ``sealwax_vectors.makers`` makes them.
"""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

if TYPE_CHECKING:
    from .format import Case, Group, Note, Suite
    from .loader import directory, find_files, load, load_file
    from .verifier import Difference, Outcome, run_case, run_file, run_suite
else:
    # pytest imports the package for its plugin, in each run.
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "Case": "sealwax_vectors.format",
            "Difference": "sealwax_vectors.verifier",
            "Group": "sealwax_vectors.format",
            "Note": "sealwax_vectors.format",
            "Outcome": "sealwax_vectors.verifier",
            "Suite": "sealwax_vectors.format",
            "directory": "sealwax_vectors.loader",
            "find_files": "sealwax_vectors.loader",
            "load": "sealwax_vectors.loader",
            "load_file": "sealwax_vectors.loader",
            "run_case": "sealwax_vectors.verifier",
            "run_file": "sealwax_vectors.verifier",
            "run_suite": "sealwax_vectors.verifier",
        },
    )

__all__ = [
    "Case", "Difference", "Group", "Note", "Outcome", "Suite", "directory", "find_files", "load", "load_file",
    "run_case", "run_file", "run_suite"
]  # fmt: skip
