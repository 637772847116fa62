"""Readers of the vectors in which each check can be left out: that in JavaScript, and that in Go.

The one in JavaScript names its checks, and leaves out those that a request names. In the source of the one in
Go, each ``if`` whose body returns a new error is a check. Its copy that is built asks of each whether it is
made.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.interop import javascript
from tests.interop.cases import VectorCase
from tests.interop.golang import Go, answers_of

_CHECK = re.compile(
    r"^(?P<head>\s*(?:\} else )?if )(?P<test>.*)(?P<tail> \{\n\s*return [^\n]*(?:errors\.New|fmt\.Errorf)\("
    r'(?P<text>"[^"]*"|[^\n]*))',
    re.MULTILINE,
)
_FUNCTION = re.compile(r"^func (?:\([^)]*\) )?(\w+)", re.MULTILINE)


class Request(NamedTuple):
    """A case, and the checks to leave out."""

    case: VectorCase
    without: Sequence[str]


class Judged(NamedTuple):
    """A reader's outcome for a case: whether it agrees, and the checks that refused it, or would have."""

    agrees: bool
    refused_by: Sequence[str]


def number_checks(source: str, first: int) -> tuple[str, list[str]]:
    """Let each check of a file in Go ask whether it is made; return it, and the names of the checks."""
    names: list[str] = []

    def numbered(found: re.Match[str]) -> str:
        function = [each[1] for each in _FUNCTION.finditer(source, 0, found.start())][-1]
        names.append(f"{function}: {found['text']}")
        before, semicolon, test = found["test"].rpartition("; ")
        return f"{found['head']}{before}{semicolon}({test}) && on({first + len(names) - 1}){found['tail']}"

    return _CHECK.sub(numbered, source), names


def number_all_checks(directory: Path) -> list[str]:
    """Number the checks of all files in Go of a directory; return their names, which are unique."""
    names: list[str] = []
    for path in sorted(directory.glob("*.go")):
        source, found = number_checks(path.read_text(), len(names))
        path.write_text(source)
        names += [f"{path.stem}.{name}" for name in found]
    return [f"{name} ({number})" if names.count(name) > 1 else name for number, name in enumerate(names)]


def judge(case: VectorCase, outputs: Mapping[str, Any] | None) -> bool:
    """Whether a reader agrees with a case; ``outputs`` are None if it refused."""
    return case.judge(outputs) == "agrees"


class JavaScript:
    """The reader in ``recovery-page/readers``."""

    name = "JavaScript"

    def judge(self, requests: Sequence[Request]) -> list[Judged]:
        """Judge cases, each without some checks; a crash does not agree."""
        lines = "".join(
            json.dumps({"group": case.group, "input": case.given, "without": list(without)}) + "\n"
            for case, without in requests
        )
        answers = [json.loads(line) for line in javascript.run(lines=lines).split("\n")[:-1]]
        return [
            Judged(
                answer["result"] != "crashed" and judge(case, answer.get("outputs")),
                [answer["reason"]] if answer["result"] == "refused" else [],
            )
            for (case, _), answer in zip(requests, answers, strict=True)
        ]


class GoReader:
    """The reader in ``go/``, built in a directory with a number for each check."""

    name = "Go"

    def __init__(self, directory: Path) -> None:
        compiler = Go(directory)
        self.checks: list[str] = number_all_checks(compiler.build)
        self._program = compiler.program()

    def judge(self, requests: Sequence[Request]) -> list[Judged]:
        """Judge cases, each without some checks; a crash does not agree."""
        numbers = {name: number for number, name in enumerate(self.checks)}
        tasks = ({**case.task, "without": [numbers[name] for name in without]} for case, without in requests)
        answers = answers_of(self._program, tasks)
        return [
            Judged(
                answer["result"] != "crashed"
                and judge(case, answer.get("outputs", {}) if answer["result"] == "accepted" else None),
                [self.checks[number] for number in answer.get("fired", ())],
            )
            for (case, _), answer in zip(requests, answers, strict=True)
        ]


Reader = JavaScript | GoReader


def cases_that_notice(reader: Reader, cases: Iterable[VectorCase]) -> dict[tuple[str, str], list[str]]:
    """Give the ids of the cases that notice that a reader lacks a check, by file and check.

    To leave a check out changes only what it refuses: the others are not judged again.
    """
    asked = [Request(case, ()) for case in cases]
    judged = reader.judge(asked)
    requests = [
        Request(case, (check,))
        for (case, _), each in zip(asked, judged, strict=True)
        if each.agrees
        for check in each.refused_by
    ]
    found: dict[tuple[str, str], list[str]] = {}
    for (case, (check,)), each in zip(requests, reader.judge(requests), strict=True):
        noticing = found.setdefault((case.file, check), [])
        if not each.agrees:
            noticing.append(case.fields["id"])
    return found
