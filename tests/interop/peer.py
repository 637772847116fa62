"""The service's npm packages, called in a Node.js process; ``peer.mjs`` is the other half."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.support.nodejs import NodeProcess

FOLDER = Path(__file__).parent


class PeerError(Exception):
    """The npm package threw; the message is its own."""


class Peer(NodeProcess):
    """A Node.js process that has the packages loaded."""

    def __init__(self) -> None:
        super().__init__(FOLDER / "peer.mjs")
        self._calls = 0

    def call(self, name: str, **arguments: object) -> Any:
        """Call a function of the packages; bytes are hex both ways."""
        answer = self._number({"call": name, "arguments": arguments})
        if "error" in answer:
            raise PeerError(answer["error"])
        return answer["result"]

    def call_all(self, calls: Sequence[tuple[str, Mapping[str, object]]]) -> list[dict[str, Any]]:
        """Call functions of the packages, one after the other; the answers have a result or an error."""
        requests = [{"call": name, "arguments": arguments} for name, arguments in calls]
        answers: list[dict[str, Any]] = self._number({"calls": requests})["answers"]
        return answers

    def _number(self, request: Mapping[str, object]) -> dict[str, Any]:
        """Ask, and see that the answer is the one to this request."""
        self._calls += 1
        answer = self.ask({"id": self._calls, **request})
        assert answer["id"] == self._calls
        return answer
