"""The collectors of the pytest plugin, which loads them when it finds a JSON file."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sealwax.errors import SealwaxError

from .constructs.find_constructs import CONSTRUCTS
from .format import Case, Group
from .loader import load_file
from .verifier import run_case

_SCHEMA = re.compile(rb'"schema"\s*:\s*"([a-z0-9_.]+)"')
_SCHEMA_WITHIN = 4096


def collect_vectors(path: Path, parent: pytest.Collector) -> "VectorsFile | None":
    """Return the collector of a file of vectors; None for another file.

    Args:
        path: A file of JSON.
        parent: The parent collector.

    Returns:
        The collector, or None.
    """
    if not _is_ours(path):
        return None
    collector: VectorsFile = VectorsFile.from_parent(parent, path=path)
    return collector


def _is_ours(path: Path) -> bool:
    """Whether a file names one of our schemas; files of Project Wycheproof have the same form."""
    with path.open("rb") as file:
        start = file.read(_SCHEMA_WITHIN)
    named = _SCHEMA.search(start)
    return named is not None and named[1].decode() in {construct.schema for construct in CONSTRUCTS}


class VectorsFile(pytest.File):
    """A file of vectors."""

    def collect(self) -> Iterator["VectorTest"]:
        """Read the file.

        Yields:
            A test for each case.
        """
        try:
            suite = load_file(self.path)
        except SealwaxError as error:
            raise self.CollectError(str(error)) from None
        for group in suite.test_groups:
            for case in group.tests:
                yield VectorTest.from_parent(self, name=case.id, group=group, case=case)


class VectorTest(pytest.Item):
    """A case of a file of vectors."""

    def __init__(self, *, group: Group[Case], case: Case, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type] # the names are pytest's
        self._group, self._case = group, case

    def runtest(self) -> None:
        """Run the case through the library."""
        outcome = run_case(self._group, self._case)
        if outcome.skipped is not None:
            pytest.skip(outcome.skipped)
        if outcome.failed:
            raise pytest.fail.Exception(f"{outcome.comment}: {outcome.summary}", pytrace=False)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Describe the test.

        Returns:
            The file, no line, and the comment of the case.
        """
        return self.path, None, f"{self._case.id}: {self._case.comment}"
