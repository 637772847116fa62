"""The service's npm packages, called in a Node.js process; ``peer.mjs`` is the other half."""

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent


class PeerError(Exception):
    """The npm package threw; the message is its own."""


class Peer:
    """A Node.js process that has the packages loaded."""

    def __init__(self) -> None:
        node = find_program("node")
        _install()
        self._process = subprocess.Popen(
            [node, FOLDER / "peer.mjs"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        self._calls = 0

    def call(self, name: str, **arguments: object) -> Any:
        """Call a function of the packages; bytes are hex both ways."""
        answer = self._ask({"call": name, "arguments": arguments})
        if "error" in answer:
            raise PeerError(answer["error"])
        return answer["result"]

    def call_all(self, calls: Sequence[tuple[str, Mapping[str, object]]]) -> list[dict[str, Any]]:
        """Call functions of the packages, one after the other; the answers have a result or an error."""
        requests = [{"call": name, "arguments": arguments} for name, arguments in calls]
        answers: list[dict[str, Any]] = self._ask({"calls": requests})["answers"]
        return answers

    def _ask(self, request: Mapping[str, object]) -> dict[str, Any]:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        self._calls += 1
        stdin.write(json.dumps({"id": self._calls, **request}) + "\n")
        stdin.flush()
        line = stdout.readline()
        assert line, "the Node.js process ended; what it wrote to standard error says why"
        answer: dict[str, Any] = json.loads(line)
        assert answer["id"] == self._calls
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.communicate()


def find_program(program: str) -> str:
    """Find a program of Node.js; the test fails if there is none."""
    path = shutil.which(program)
    if path is None:
        pytest.fail(
            f"the tests in tests/interop need Node.js 20.19 or later: there is no `{program}` on the PATH; "
            'install it, or leave these tests out with -m "not node"',
            pytrace=False,
        )
    return path


def _install() -> None:
    """Install the packages, exactly as the lock file has them, unless they are there."""
    # npm writes this file last, so that it tells a whole installation from one that was interrupted.
    installed, locked = FOLDER / "node_modules" / ".package-lock.json", FOLDER / "package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= locked.stat().st_mtime:
        return
    npm = subprocess.run(
        [find_program("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
        cwd=FOLDER,
        capture_output=True,
        text=True,
        check=False,
    )
    if npm.returncode:
        pytest.fail(f"npm could not install the packages of tests/interop:\n{npm.stderr}", pytrace=False)
