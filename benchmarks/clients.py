"""Requests that each client of the service makes, serialises and stamps, and does not send."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from benchmarks.service_clients.environment import HERE, NODE_CLIENTS, PYTHON_CLIENT, python_client
from sealwax import ApiKey, ApiKeyStamper, TargetKey, verify_api_key_stamp
from sealwax.operations import PUBLIC_API_URL, ExportWallet, ListPrivateKeys, SealedRequest
from tools.support.nodejs import JsonProcess, find_program, install

from .groups import ClientCall, Group
from .measuring import Subject
from .node import FOLDER, Peer
from .stamps import PRIVATE_KEY

FAST = "sealwax, fast=True"

_KEY = ApiKey.from_private_key(PRIVATE_KEY)
_ORGANIZATION = _WALLET = "7ff189fb-df7d-452e-8540-57632e380b77"
_TARGET = TargetKey.from_private_key(PRIVATE_KEY).public_key
_INFO = {
    "url": PUBLIC_API_URL,
    "organizationId": _ORGANIZATION,
    "apiPublicKey": _KEY.public_key,
    "apiPrivateKey": PRIVATE_KEY.hex(),
}


def list_private_keys(stamper: ApiKeyStamper) -> SealedRequest[Any]:
    """A query."""
    return ListPrivateKeys().seal(stamper, organization_id=_ORGANIZATION)


def export_wallet(stamper: ApiKeyStamper) -> SealedRequest[Any]:
    """An activity."""
    operation = ExportWallet(wallet_id=_WALLET, target_public_key=_TARGET)
    return operation.seal(stamper, organization_id=_ORGANIZATION)


def groups() -> Iterator[Group]:
    """A query and an activity, each from its parameters to its headers."""
    organization = {"organizationId": _ORGANIZATION}
    parameters = {"walletId": _WALLET, "targetPublicKey": _TARGET}
    # This one takes whole bodies, and the time is the caller's to say.
    body = {
        "type": "ACTIVITY_TYPE_EXPORT_WALLET",
        "timestampMs": "1767225600000",
        **organization,
        "parameters": parameters,
    }
    whole: dict[str, Mapping[str, object]] = {"@turnkey/http": body}
    yield _request(
        list_private_keys,
        ClientCall(PYTHON_CLIENT, "get_private_keys", {}, _is_right(list_private_keys)),
        *(
            ClientCall(client, "stampGetPrivateKeys", organization, _is_right(list_private_keys))
            for client in NODE_CLIENTS
        ),
    )
    yield _request(
        export_wallet,
        ClientCall(PYTHON_CLIENT, "export_wallet", parameters, _is_right(export_wallet)),
        *(
            ClientCall(client, "stampExportWallet", whole.get(client, parameters), _is_right(export_wallet))
            for client in NODE_CLIENTS
        ),
    )


def name_of(make: Callable[[ApiKeyStamper], object]) -> str:
    """The name of the group that makes these requests."""
    return f"make and seal {make.__name__}"


def _request(make: Callable[[ApiKeyStamper], SealedRequest[Any]], *clients: ClientCall) -> Group:
    key = ec.derive_private_key(int.from_bytes(PRIVATE_KEY, "big"), ec.SECP256R1())
    algorithm = ec.ECDSA(SHA256())
    stamper = ApiKeyStamper(_KEY)
    body = make(stamper).body
    return Group(
        name_of(make),
        bare=lambda: key.sign(body, algorithm),
        ours=partial(make, stamper),
        peers={FAST: partial(make, ApiKeyStamper(_KEY, fast=True))},
        clients=clients,
    )


def _is_right(make: Callable[[ApiKeyStamper], SealedRequest[Any]]) -> Callable[[Any], bool]:
    """Whether a client's request is ours but for its time, with a stamp over just these bytes."""
    wanted = make(ApiKeyStamper(_KEY))

    def check(made: Any) -> bool:
        stamp = verify_api_key_stamp(made["stamp"]["stampHeaderValue"], made["body"])
        fields, ours = json.loads(made["body"]), json.loads(wanted.body)
        fields |= {name: ours[name] for name in ("timestampMs",) if name in fields}
        same_place = urlsplit(made["url"]).path == urlsplit(wanted.url).path
        return bool(stamp.public_key == _KEY.public_key and fields == ours and same_place)

    return check


def versions(*, with_node: bool) -> dict[str, str]:
    """The clients that are measured, with their versions."""
    pinned = dict(line.split("==") for line in (HERE / "requirements.txt").read_text().split())
    locked: dict[str, str] = json.loads((HERE / "package.json").read_text())["dependencies"]
    in_node = {name: locked[name] for name in NODE_CLIENTS} if with_node else {}
    return {PYTHON_CLIENT: pinned["turnkey-http"], **in_node}


class Clients:
    """The clients' processes, each started when it is first asked."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._started: dict[str, Peer] = {}

    def prepare(self, call: ClientCall) -> Subject:
        """Have a client make its request once, to be measured later.

        Raises:
            RuntimeError: The request is not what it should be.
        """
        start = _start_python if call.client == PYTHON_CLIENT else _start_node
        if start.__name__ not in self._started:
            self._started[start.__name__] = self._stack.enter_context(closing(Peer(start())))
        peer = self._started[start.__name__]
        made, subject = peer.prepare(
            "seal", info=_INFO, client=call.client, method=call.method, input=call.input
        )
        if not call.is_right(made):
            raise RuntimeError(f"{call.client} does not make the request that it should: {call.method}")
        return subject

    def close(self) -> None:
        """End the processes."""
        self._stack.close()


def _start_python() -> JsonProcess:
    return JsonProcess(python_client(), FOLDER.parent / "pypi_client.py")


def _start_node() -> JsonProcess:
    install(HERE)
    return JsonProcess(find_program("node"), FOLDER / "clients.mjs")
