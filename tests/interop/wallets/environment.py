"""The libraries of wallets in processes of their own: npm's in Node.js, PyPI's in their own environment."""

import subprocess
import sys
import venv
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.conftest import ROOT
from tests.interop.wallets.coverage import LIBRARIES
from tests.nodejs import JsonProcess, NodeProcess

FOLDER = Path(__file__).parent
LOCK = ROOT / "requirements" / "wallet-libraries.txt"


def install() -> Path:
    """Install what is locked into an environment in this folder, unless it is there; give its interpreter."""
    environment = FOLDER / ".venv"
    python = environment / "bin" / "python"
    # Written last, so that it tells a whole installation from one that was interrupted.
    installed, wanted = environment / "installed", f"{sys.version}\n{sha256(LOCK.read_bytes()).hexdigest()}\n"
    if installed.exists() and installed.read_text() == wanted:
        return python
    venv.create(environment, clear=True, with_pip=True)
    options = ["--quiet", "--disable-pip-version-check", "--require-hashes", "--only-binary", ":all:"]
    command: list[str | Path] = [python, "-m", "pip", "install", *options, "--requirement", LOCK]
    pip = subprocess.run(command, capture_output=True, text=True, check=False)
    if pip.returncode:
        raise RuntimeError(f"pip could not install what {LOCK.name} has:\n{pip.stderr}")
    installed.write_text(wanted)
    return python


class WalletLibraries:
    """The libraries of npm or of PyPI, each started when it is first asked.

    Args:
        source: Which of the two.
    """

    def __init__(self, source: str) -> None:
        if source == "npm":
            self._process: JsonProcess = NodeProcess(FOLDER / "libraries.mjs")
        else:
            self._process = JsonProcess(install(), FOLDER / "libraries.py")

    def call_all(
        self, library: str, calls: Sequence[tuple[str, Mapping[str, object]]]
    ) -> list[dict[str, Any]]:
        """Call a library, once after the other; each answer has a result or an error."""
        assert library in LIBRARIES
        requests = [{"library": library, "call": call, "arguments": arguments} for call, arguments in calls]
        answers: list[dict[str, Any]] = self._process.ask({"calls": requests})["answers"]
        assert len(answers) == len(calls)
        return answers

    def close(self) -> None:
        """End the process."""
        self._process.close()
