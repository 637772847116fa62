"""The outcome of each of the three readers for an input."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sealwax.errors import SealwaxError
from tests.interop.golang import answers_of
from tests.interop.implementations import BEYOND_GO
from tests.interop.javascript import ask

from .inputs import GROUPS, Input

CALLERS = {
    "addressFormat", "curve", "expectedChallenge", "expectedPcrs", "expectedSecretIds", "expectedType",
    "form", "minNonce", "now", "pcrs", "trustedKeys",
}  # fmt: skip
"""Fields that a caller brings, and that are no part of what came."""


@dataclass(frozen=True)
class Reading:
    """The outcome of an input.

    Attributes:
        decision: ``accepted``, ``refused``, or ``crashed``, which is neither.
        outputs: What came of an accepted one.
        why: Of another one: the reason.
    """

    decision: str
    outputs: dict[str, Any] = field(default_factory=dict)
    why: str = ""


def read_here(given: Input) -> Reading:
    """Put an input through our reader."""
    case = given.case
    try:
        found = GROUPS[given.group](tests=[]).run(case)
    except SealwaxError as error:
        return Reading("refused", why=f"{error.code}: {error}")
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what came of it
        # What the caller itself asks for, and cannot mean, is an error of its program.
        if type(error) in {ValueError, OverflowError} and given.field in CALLERS:
            return Reading("refused", why=repr(error))
        return Reading("crashed", why=repr(error))
    names = dict(zip(case.__struct_fields__, case.__struct_encode_fields__, strict=True))
    outputs = {names[attribute]: value for attribute, value in found.items()}
    return Reading("accepted", json.loads(json.dumps(outputs)))


def read_in_javascript(given: Sequence[Input]) -> list[Reading]:
    """Put inputs through the reader in JavaScript."""
    return [_in_javascript(answer) for answer in ask((each.group, each.fields) for each in given)]


def _in_javascript(answer: dict[str, Any]) -> Reading:
    if answer["result"] == "accepted":
        return Reading("accepted", answer["outputs"])
    if answer["result"] == "refused":
        return Reading("refused", why=f"{answer['code']}: {answer['reason']}")
    return Reading("crashed", why=str(answer))


def read_in_go(given: Sequence[Input], program: Path) -> list[Reading | None]:
    """Put inputs through the reader in Go; None for those that it does not read."""
    read = {
        number: each for number, each in enumerate(given) if each.file not in BEYOND_GO and each.is_unicode
    }
    tasks = (
        {"id": "", "file": each.file, "group": each.group, "input": each.fields} for each in read.values()
    )
    answers = answers_of(program, tasks)
    found = {
        number: Reading(answer["result"], answer.get("outputs", {}), answer.get("reason", ""))
        for number, answer in zip(read, answers, strict=True)
    }
    return [found.get(number) for number in range(len(given))]


def read_all(given: Sequence[Input], program: Path) -> list[tuple[Reading, Reading, Reading | None]]:
    """Put inputs through all readers: ours, that in JavaScript, and that in Go."""
    with ThreadPoolExecutor() as pool:
        javascript, go = pool.submit(read_in_javascript, given), pool.submit(read_in_go, given, program)
        here = [read_here(each) for each in given]
        return list(zip(here, javascript.result(), go.result(), strict=True))
