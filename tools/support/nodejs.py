"""Programs in Node.js, beside the npm packages that their folder locks."""

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def find_program(program: str) -> str:
    """Find a program of Node.js.

    Raises:
        RuntimeError: It is not installed.
    """
    path = shutil.which(program)
    if path is None:
        raise RuntimeError(
            f"Node.js 20.19 or later and npm are needed: there is no `{program}` on the PATH; install it, or "
            "leave out what needs it (benchmarks: --no-node)"
        )
    return path


def install(folder: Path) -> None:
    """Install the packages of a folder, exactly as its lock file has them, unless they are there."""
    # npm writes this file last, so that it tells a whole installation from one that was interrupted.
    installed, locked = folder / "node_modules" / ".package-lock.json", folder / "package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= locked.stat().st_mtime:
        return
    command = [find_program("npm"), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    npm = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if npm.returncode:
        raise RuntimeError(f"npm could not install the packages of {folder.name}:\n{npm.stderr}")


class JsonProcess:
    """A program that answers a JSON request a line with a JSON object a line.

    Args:
        command: The program and its arguments.
    """

    def __init__(self, *command: str | Path) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def ask(self, request: Mapping[str, object]) -> dict[str, Any]:
        """Send a request and give its answer."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps(request) + "\n")
        stdin.flush()
        line = stdout.readline()
        assert line, "the process ended; what it wrote to standard error says why"
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.terminate()
        self._process.communicate()


class NodeProcess(JsonProcess):
    """A script in Node.js.

    Args:
        script: The script, beside the lock file of the packages that it loads.
    """

    def __init__(self, script: Path) -> None:
        install(script.parent)
        super().__init__(find_program("node"), script)
