"""The npm packages of the service, measured in a Node.js process; ``peers/peers.mjs`` is the other half."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from .measuring import Subject

FOLDER = Path(__file__).parent / "peers"


class Node:
    """A Node.js process that has the packages loaded."""

    def __init__(self) -> None:
        node, npm = shutil.which("node"), shutil.which("npm")
        if node is None or npm is None:
            raise SystemExit(
                "the npm packages need Node.js 20 or later and npm; install them, or leave the packages out "
                "with --no-node"
            )
        # npm writes this file last, so that it tells a whole installation from one that was interrupted.
        installed, locked = FOLDER / "node_modules" / ".package-lock.json", FOLDER / "package-lock.json"
        if not installed.exists() or installed.stat().st_mtime < locked.stat().st_mtime:
            install = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
            # What it says is no part of what we print.
            subprocess.run(install, cwd=FOLDER, stdout=subprocess.DEVNULL, check=True)
        self._process = subprocess.Popen(
            [node, FOLDER / "peers.mjs"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def prepare(self, call: str, **arguments: object) -> tuple[Any, Subject]:
        """Have a function of the packages called once, to be measured later.

        Args:
            call: Its name in ``peers.mjs``.
            arguments: What it takes.

        Returns:
            What it gave, to check it, and the subject.
        """
        answer = self._ask({"prepare": call, "arguments": arguments})
        number = answer["id"]

        def run(times: int) -> float:
            global _seconds_spent  # noqa: PLW0603 - a clock, of which there is one
            seconds: float = self._ask({"run": number, "times": times})["seconds"]
            _seconds_spent += seconds
            return seconds

        return answer.get("result"), run

    def _ask(self, request: dict[str, object]) -> dict[str, Any]:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps(request) + "\n")
        stdin.flush()
        line = stdout.readline()
        if not line:
            raise RuntimeError("the Node.js process ended; what it wrote to standard error says why")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.communicate()


_seconds_spent = 0.0


def seconds_spent() -> float:
    """A clock that only runs while a package works: what pytest-benchmark is to measure Node.js by."""
    return _seconds_spent


def versions() -> dict[str, str]:
    """Node.js and the npm packages that are measured, with their versions."""
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    packages: dict[str, str] = json.loads((FOLDER / "package.json").read_text())["dependencies"]
    return {"Node.js": node.removeprefix("v"), **packages}
