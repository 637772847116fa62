"""A pytest plugin that runs each case of a file of vectors as a test: ``pytest --sealwax-vectors DIR``.

pytest loads it by its entry point. Without the option, it collects nothing and loads nothing.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .pytest_collectors import VectorsFile


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option.

    Args:
        parser: pytest's options.
    """
    parser.getgroup("sealwax").addoption(
        "--sealwax-vectors",
        action="store_true",
        help="Collect files of sealwax's test vectors (*.json): each case is a test.",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "VectorsFile | None":
    """Collect a file of vectors.

    Args:
        file_path: A file that pytest found.
        parent: The parent collector.

    Returns:
        The collector; None for another file, for example a schema.
    """
    if file_path.suffix != ".json" or not parent.config.getoption("--sealwax-vectors"):
        return None
    from .pytest_collectors import collect_vectors  # noqa: PLC0415 - other runs of pytest need none of it

    return collect_vectors(file_path, parent)
