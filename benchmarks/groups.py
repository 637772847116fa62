"""The comparisons: each operation of ours, the bare primitives that it cannot do without, and its peers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Operation = Callable[[], object]

BARE = "bare"
OURS = "sealwax"
PYPI_STAMPER = "turnkey-api-key-stamper"
NPM_STAMPER = "@turnkey/api-key-stamper"
NPM_CRYPTO = "@turnkey/crypto"


@dataclass(frozen=True)
class NodeCall:
    """A call of an npm package.

    Attributes:
        package: The package's name.
        call: The name of the call in ``peers/peers.mjs``.
        arguments: What it takes.
        is_right: Whether what it gives is what it should be: what fails is quick, and proves nothing.
    """

    package: str
    call: str
    arguments: dict[str, object]
    is_right: Callable[[Any], bool]


@dataclass(frozen=True)
class ClientCall:
    """A request that a client of the service makes, serialises and stamps, and does not send.

    Attributes:
        client: The client's name in ``benchmarks/service_clients``.
        method: Its method.
        input: What the method takes.
        is_right: Whether the request is what it should be.
    """

    client: str
    method: str
    input: Mapping[str, object]
    is_right: Callable[[Any], bool]


@dataclass(frozen=True)
class Group:
    """Operations that do the same, on the same key and the same bytes.

    Attributes:
        name: What they do.
        bare: The primitives alone, on keys that are loaded already.
        ours: The library's operation.
        peers: What else does it in Python, by name.
        node: What else does it in Node.js.
        clients: The service's clients that do it, in processes of their own.
    """

    name: str
    bare: Operation
    ours: Operation
    peers: dict[str, Operation] = field(default_factory=dict)
    node: NodeCall | None = None
    clients: tuple[ClientCall, ...] = ()

    @property
    def here(self) -> dict[str, Operation]:
        """All that run in this process, by name; the first is the bare one."""
        return {BARE: self.bare, OURS: self.ours, **self.peers}
