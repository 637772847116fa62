"""The protocol between the vectors and a tested program: one line of JSON per case, in both directions.

``PROTOCOL.md`` among the files describes it for the authors of programs.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from sealwax._codec.strict_json import convert_known, decode_json
from sealwax.errors import MalformedInput, MissingExtra, SealwaxError

from ._limits import MAX_RESULT_LINE_BYTES, MAX_RESULT_PROBLEMS
from .constructs.find_constructs import CONSTRUCTS, GROUPS
from .features import find_features
from .format import Case, Group, Suite, case_inputs, case_type, group_type

MAX_ID_CHARACTERS = 1024


class Task(msgspec.Struct, kw_only=True, frozen=True, rename="camel"):
    """A line of the suite: a case, without its expected result.

    Attributes:
        id: The id of the case.
        file: The name of its file, without ``.json``.
        group: The type of its group.
        features: The features that it needs.
        input: Its inputs, by name.
    """

    id: str
    file: str
    group: str
    features: tuple[str, ...]
    input: dict[str, Any]


class Result(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line of the results: a program's outcome for a case.

    Attributes:
        id: The id of the case.
        result: ``accepted``, ``refused``, ``skipped``, or ``crashed``, which is not a refusal.
        outputs: The outputs of an accepted case, by name.
        code: The code of a refusal, if the program has codes.
        reason: The reason for a skip, or any other remark.
    """

    id: Annotated[str, Meta(min_length=1, max_length=MAX_ID_CHARACTERS)]
    result: Literal["accepted", "refused", "skipped", "crashed"]
    outputs: dict[str, Any] | UnsetType = UNSET
    code: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET


@dataclass(frozen=True)
class KnownCase:
    """A case of the vectors, and its task.

    Attributes:
        task: The line that the program reads.
        case: The case.
    """

    task: Task
    case: Case


@dataclass
class Results:
    """The results of a program.

    Attributes:
        results: The results, in the order in which they came.
        problems: Descriptions of lines that are not results, and of failed runs.
    """

    results: list[Result] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def is_full(self) -> bool:
        """Whether the number of problems is at its limit."""
        return len(self.problems) >= MAX_RESULT_PROBLEMS

    def add_line(self, line: bytes, number: int) -> None:
        """Read a line strictly, and add the result or the problem. Blank lines are skipped."""
        if not line.strip():
            return
        try:
            self.results.append(read_result(line, f"line {number}"))
        except MalformedInput as error:
            self.problems.append(str(error))


def read_result(line: bytes, name: str) -> Result:
    """Read a result strictly.

    Args:
        line: A line of JSON, at most 8 MiB.
        name: The name of the line in errors.

    Returns:
        The result.

    Raises:
        MalformedInput: It is not a result, or has a field that its kind of result does not have.
    """
    if len(line) > MAX_RESULT_LINE_BYTES:
        raise MalformedInput(f"{name} is longer than {MAX_RESULT_LINE_BYTES} bytes")
    result = decode_json(line, Result, name)
    if result.outputs is not UNSET and result.result != "accepted":
        raise MalformedInput(f"{name} has outputs, which only an accepted case has")
    if result.code is not UNSET and result.result != "refused":
        raise MalformedInput(f"{name} has a code, which only a refused case has")
    if result.result == "skipped" and not result.reason:
        raise MalformedInput(f"{name} has no reason, which a skipped case must have")
    return result


def read_results(data: bytes) -> Results:
    """Read the output of a program.

    Args:
        data: Lines of JSON.

    Returns:
        The results, and at most 100 problems of other lines.
    """
    found = Results()
    for number, line in enumerate(data.split(b"\n"), 1):
        if found.is_full:
            found.problems.append("the other lines were not read")
            break
        found.add_line(line, number)
    return found


def known_cases(suites: Iterable[Suite]) -> Iterator[KnownCase]:
    """Yield the cases of files, each with its task.

    Args:
        suites: The files.

    Yields:
        The cases, in the order of the files.
    """
    constructs = {construct.schema: construct for construct in CONSTRUCTS}
    for suite in suites:
        construct = constructs[suite.schema]
        for group in suite.test_groups:
            for case in group.tests:
                task = Task(
                    id=case.id,
                    file=construct.name,
                    group=group_type(type(group)),
                    features=find_features(construct, type(group), case),
                    input=case_inputs(case),
                )
                yield KnownCase(task, case)


def to_line(value: Task | Result) -> bytes:
    """Write a line of the suite or of the results, in ASCII. Keys stay in order, which can be an input."""
    return f"{json.dumps(msgspec.to_builtins(value))}\n".encode("ascii")


def answer(line: bytes) -> Result:
    """Answer a line of a suite with this library, as a tested program does.

    Args:
        line: The line.

    Returns:
        The result. A case is skipped if it needs an extra that is not installed.

    Raises:
        MalformedInput: The line is not a task, or its inputs do not fit its group.
    """
    task = decode_json(line, Task, "a line of the suite")
    group = _groups().get(task.group)
    if group is None:
        return Result(id=task.id, result="skipped", reason="the group is unknown to this version")
    case = _to_case(task, case_type(group))
    try:
        outputs = group(tests=[]).run(case)
    except MissingExtra as error:
        return Result(id=task.id, result="skipped", reason=str(error))
    except SealwaxError as error:
        return Result(id=task.id, result="refused", code=error.code)
    except Exception as error:  # noqa: BLE001 - any exception is the case's outcome
        return Result(id=task.id, result="crashed", reason=type(error).__name__)
    names = dict(zip(case.__struct_fields__, case.__struct_encode_fields__, strict=True))
    found = {names[attribute]: value for attribute, value in outputs.items() if value is not UNSET}
    return Result(id=task.id, result="accepted", outputs=msgspec.to_builtins(found))


@lru_cache(maxsize=1)
def _groups() -> dict[str, type[Group[Any]]]:
    return {group_type(group): group for group in GROUPS}


def _to_case(task: Task, case: type[Case]) -> Case:
    """Make a case of a task, with placeholders in the fields of the expected result."""
    unknown = {"comment": "-", "idea": "-", "section": "1", "flags": ["-"]}
    envelope = {"tcId": 1, "id": task.id, **unknown, "result": "valid"}
    return convert_known({**task.input, **envelope}, case, f"the input of {task.id}")
