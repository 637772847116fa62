"""Run vectors through this library, case by case."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET

from sealwax.errors import MissingExtra, SealwaxError

from .format import Case, Group, Suite, group_type, output_fields
from .loader import load_file

_SHOWN_CHARACTERS = 80
_SHOWN_BEFORE = 20


@dataclass(frozen=True)
class Difference:
    """A field of a valid case that differs from the file.

    Attributes:
        name: The field.
        wanted: Its value in the file, as JSON in ASCII: 80 characters from shortly before the first
            difference, with dots for the rest. ``nothing`` if the case does not have the field.
        got: The actual value, in the same form.
    """

    name: str
    wanted: str
    got: str


@dataclass(frozen=True)
class Outcome:
    """The outcome of a case.

    Attributes:
        group: The type of its group.
        tc_id: Its number.
        id: Its id.
        comment: Its comment.
        idea: The mistake that it tests.
        flags: The notes that explain it.
        expected: ``valid``, or the code of the expected error.
        actual: ``valid``, the code of the actual error, or a description of another failure.
        differences: The fields that differ.
        skipped: The reason for a skip, with the pip command for the missing extra; None if the case ran.
    """

    group: str
    tc_id: int
    id: str
    comment: str
    idea: str
    flags: tuple[str, ...]
    expected: str
    actual: str
    differences: tuple[Difference, ...] = ()
    skipped: str | None = None

    @property
    def passed(self) -> bool:
        """Whether the outcome matches the file."""
        return self.expected == self.actual

    @property
    def failed(self) -> bool:
        """Whether the case ran, and its outcome differs from the file."""
        return not self.passed and self.skipped is None

    @property
    def summary(self) -> str:
        """The expected and the actual outcome, on one line."""
        differences = "".join(
            f"; {difference.name}: wanted {difference.wanted}, got {difference.got}"
            for difference in self.differences
        )
        return f"expected {self.expected}, got {self.actual}{differences}"


def run_case(group: Group[Any], case: Case) -> Outcome:
    """Run a case through this library.

    Args:
        group: The case's group.
        case: The case.

    Returns:
        The outcome.
    """
    actual, skipped = "valid", None
    differences: tuple[Difference, ...] = ()
    try:
        outputs = group.run(case)
    except MissingExtra as error:
        actual, skipped = error.code, str(error)
    except SealwaxError as error:
        actual = error.code
    except Exception as error:  # noqa: BLE001 - any exception is the case's outcome
        actual = f"a crash with {type(error).__name__}, which is no refusal"
    else:
        if case.result == "valid":
            names = dict(zip(case.__struct_fields__, case.__struct_encode_fields__, strict=True))
            got = {names[attribute]: value for attribute, value in outputs.items()}
            wanted = {name: getattr(case, attribute) for attribute, name in names.items()}
            compared = {*got, *output_fields(type(case)).all}
            differences = tuple(
                find_difference(name, wanted[name], got.get(name, UNSET))
                for name in names.values()
                if name in compared and got.get(name, UNSET) != wanted[name]
            )
        if differences:
            actual = f"another {', '.join(difference.name for difference in differences)}"
    return Outcome(
        group=group_type(type(group)),
        tc_id=case.tc_id,
        id=case.id,
        comment=case.comment,
        idea=case.idea,
        flags=tuple(case.flags),
        expected="valid" if case.result == "valid" else str(case.error),
        actual=actual,
        differences=differences,
        skipped=skipped,
    )


def run_suite(suite: Suite) -> Iterator[Outcome]:
    """Run the cases of a file through this library.

    Args:
        suite: The file.

    Yields:
        The outcome of each case, in the order of the file.
    """
    for group in suite.test_groups:
        for case in group.tests:
            yield run_case(group, case)


def run_file(path: str | os.PathLike[str]) -> Iterator[Outcome]:
    """Run the cases of a file through this library.

    Args:
        path: The file, at most 64 MiB.

    Yields:
        The outcome of each case, in the order of the file.

    Raises:
        MalformedInput: It is not a file of vectors with a known schema.
        OSError: It cannot be read.
    """
    yield from run_suite(load_file(path))


def find_difference(name: str, wanted: object, got: object) -> Difference:
    """Describe the difference of a field; ``UNSET`` stands for an absent field."""
    one, other = ("nothing" if value is UNSET else json.dumps(value, default=repr) for value in (wanted, got))
    pairs = enumerate(zip(one, other, strict=False))
    same = next((position for position, (here, there) in pairs if here != there), min(len(one), len(other)))
    start = max(0, same - _SHOWN_BEFORE)
    return Difference(name, wanted=_excerpt(one, start), got=_excerpt(other, start))


def _excerpt(text: str, start: int) -> str:
    """Return an excerpt of a text, with dots at each cut end."""
    end = start + _SHOWN_CHARACTERS
    return f"{'...' if start else ''}{text[start:end]}{'...' if end < len(text) else ''}"
