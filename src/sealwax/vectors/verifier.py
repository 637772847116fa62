"""Putting vectors through this library, case by case."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sealwax.errors import MalformedInput, SealwaxError
from sealwax.files import read_file

from .format import Case, Group, Suite
from .suites import load

_MAX_FILE_BYTES = 64 << 20


@dataclass(frozen=True)
class Outcome:
    """What came of a case.

    Attributes:
        group: The type of its group.
        tc_id: Its number.
        comment: What it is about.
        flags: The notes that explain it.
        expected: ``valid``, or the code of the error that must come of it.
        actual: ``valid``, the code of the error that came of it, or what went wrong.
    """

    group: str
    tc_id: int
    comment: str
    flags: tuple[str, ...]
    expected: str
    actual: str

    @property
    def passed(self) -> bool:
        """Whether it came out as the file says."""
        return self.expected == self.actual


def run_case(group: Group[Any], case: Case) -> Outcome:
    """Put a case through this library.

    Args:
        group: The case's group.
        case: The case.

    Returns:
        What came of it.
    """
    return Outcome(
        group=type(group).__struct_config__.tag,  # type: ignore[arg-type]
        tc_id=case.tc_id,
        comment=case.comment,
        flags=tuple(case.flags),
        expected="valid" if case.result == "valid" else str(case.error),
        actual=_run(group, case),
    )


def run_suite(suite: Suite) -> Iterator[Outcome]:
    """Put all cases of a file through this library.

    Args:
        suite: The file.

    Yields:
        What came of each case.
    """
    for group in suite.test_groups:
        for case in group.tests:
            yield run_case(group, case)


def run_file(path: Path) -> Iterator[Outcome]:
    """Put all cases of a file through this library.

    Args:
        path: The file, at most 64 MiB.

    Yields:
        What came of each case.

    Raises:
        MalformedInput: It is not a file of vectors that is known here.
        OSError: It cannot be read.
    """
    yield from run_suite(load_file(path))


def load_file(path: Path) -> Suite:
    """Read a file of vectors.

    Args:
        path: The file, at most 64 MiB.

    Returns:
        The file.

    Raises:
        MalformedInput: It is not a file of vectors that is known here.
        OSError: It cannot be read.
    """
    return load(read_file(path, limit=_MAX_FILE_BYTES), path.name)


def find_files(path: Path) -> list[Path]:
    """Find the files of vectors at a path.

    Args:
        path: A file, or a directory of them.

    Returns:
        The file, or what the directory itself holds whose name ends with ``.json``, in order.

    Raises:
        MalformedInput: It is a directory without any.
        OSError: It cannot be read.
    """
    if not path.is_dir():
        return [path]
    files = sorted(child for child in path.iterdir() if child.suffix == ".json" and child.is_file())
    if not files:
        raise MalformedInput(f"{path} is a directory without any file of vectors (*.json)")
    return files


def _run(group: Group[Any], case: Case) -> str:
    try:
        outputs = group.run(case)
    except SealwaxError as error:
        return error.code
    except Exception as error:  # noqa: BLE001 - whatever it is, it is this case's outcome
        return f"{type(error).__name__}, which is no error of ours"
    if case.result == "valid":
        for name, value in outputs.items():
            expected = getattr(case, name)
            if expected != value:
                return f"another {name}"
    return "valid"
