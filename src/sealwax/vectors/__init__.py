"""Read the test vectors of every construct, and run them through this library.

To have each case of a file as a test of your own suite, call ``run_file``, or run pytest with
``-p sealwax.vectors.pytest_plugin --sealwax-vectors`` on the files. ``vectors/README.md`` of this project
describes the files, and ``sealwax.vectors.makers`` makes them.
"""

from sealwax._names import load_lazily

__all__ = [
    "Case", "Difference", "Group", "Note", "Outcome", "Suite", "find_files", "load", "load_file",
    "run_case", "run_file", "run_suite"
]  # fmt: skip

__getattr__, __dir__ = load_lazily(__name__)
