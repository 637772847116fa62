"""The implementation in ``recovery-page/readers``, and what it answers."""

import json
import subprocess
from collections.abc import Iterable
from typing import Any

from tests.conftest import ROOT
from tools.support.nodejs import find_program, install

FOLDER = ROOT / "recovery-page"
PROGRAM = FOLDER / "readers" / "main.mjs"

Answer = dict[str, Any]


def run(lines: str) -> str:
    """Run the program on lines of a suite; it must succeed. Give its output."""
    install(FOLDER)
    command = [find_program("node"), str(PROGRAM)]
    ran = subprocess.run(command, input=lines, capture_output=True, encoding="utf-8", check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def ask(cases: Iterable[tuple[str, dict[str, Any]]]) -> list[Answer]:
    """Run cases in one process, each by the type of its group and its inputs."""
    requests = ({"id": "", "group": group, "input": inputs} for group, inputs in cases)
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    return [json.loads(line) for line in run(lines).split("\n")[:-1]]
