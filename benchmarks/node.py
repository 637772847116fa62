"""Measurements in other processes: the npm packages of the service, and its clients.

``peers/measuring.mjs`` and ``pypi_client.py`` are the other half.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

from tools.support.nodejs import JsonProcess, NodeProcess

from .measuring import Subject

FOLDER = Path(__file__).parent / "peers"


class Peer:
    """A process that measures what it is asked to.

    Args:
        process: The program in it.
    """

    def __init__(self, process: JsonProcess) -> None:
        self._process = process
        self.close = process.close

    def prepare(self, call: str, **arguments: object) -> tuple[Any, Subject]:
        """Have a function called once, to be measured later.

        Args:
            call: Its name in the program.
            arguments: What it takes.

        Returns:
            What it gave, to check it, and the subject.
        """
        answer = self._process.ask({"prepare": call, "arguments": arguments})
        number = answer["id"]

        def run(times: int) -> float:
            global _seconds_spent  # noqa: PLW0603 - a clock, of which there is one
            seconds: float = self._process.ask({"run": number, "times": times})["seconds"]
            _seconds_spent += seconds
            return seconds

        return answer.get("result"), run


class Node(Peer):
    """A Node.js process that has the packages loaded."""

    def __init__(self) -> None:
        super().__init__(NodeProcess(FOLDER / "peers.mjs"))


_seconds_spent = 0.0


def seconds_spent() -> float:
    """A clock that only runs while a package works: what pytest-benchmark is to measure Node.js by."""
    return _seconds_spent


def versions() -> dict[str, str]:
    """Node.js and the npm packages that are measured, with their versions."""
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    packages: dict[str, str] = json.loads((FOLDER / "package.json").read_text())["dependencies"]
    return {"Node.js": node.removeprefix("v"), **packages}
