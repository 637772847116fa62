"""The libraries of wallets in processes of their own: npm's in Node.js, PyPI's in their own environment."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.conftest import ROOT
from tests.interop.wallets.coverage import LIBRARIES
from tools.support import environments
from tools.support.nodejs import JsonProcess, NodeProcess

FOLDER = Path(__file__).parent
LOCK = ROOT / "requirements" / "wallet-libraries.txt"


def install() -> Path:
    """Install the libraries of PyPI into an environment in this folder; give its interpreter."""
    return environments.install(FOLDER / ".venv", LOCK, "--require-hashes", "--only-binary", ":all:")


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
