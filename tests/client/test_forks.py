"""Both clients after a fork: no process reads the answers to another."""

import asyncio
from typing import Any

import httpx
import pytest

from sealwax import ApiKeyStamper
from sealwax.client import AsyncClient, Client
from sealwax.operations import GetWhoami
from sealwax_service import LocalService
from tests.client.clients import KINDS, NO_CERTIFICATES, Kind
from tests.forks import be_another_process, run_python

HTTP: dict[Kind, Any] = {"blocking": httpx.Client, "asynchronous": httpx.AsyncClient}


def make(kind: Kind, service: LocalService, **options: Any) -> Any:
    arguments = {"organization_id": service.organization_id, "base_url": service.url, **options}
    made: Any = {"blocking": Client, "asynchronous": AsyncClient}[kind]
    return made(ApiKeyStamper(service.api_key), **arguments)


def close(*clients: Any) -> None:
    """Close clients of ours or of httpx."""

    async def close_later() -> None:
        for client in clients:
            if hasattr(client, "aclose"):
                await client.aclose()
            else:
                client.close()

    asyncio.run(close_later())


def ask(client: Any, *closed: Any) -> str:
    """Ask for the user, and close clients in the same loop."""

    async def ask_later() -> str:
        try:
            return str((await client.send(GetWhoami())).user_id)
        finally:
            for one in closed:
                await one.aclose()

    if isinstance(client, AsyncClient):
        return asyncio.run(ask_later())
    try:
        return client.send(GetWhoami()).user_id  # type: ignore[no-any-return]
    finally:
        for one in closed:
            one.close()


@pytest.mark.parametrize("kind", KINDS)
class TestAnotherProcess:
    def test_it_connects_anew(self, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
        with LocalService() as service:
            client = make(kind, service)
            here = client._http
            assert client._http is here
            be_another_process(monkeypatch)
            # It closes nothing of the other's.
            close(client)
            assert not here.is_closed
            there = client._http
            assert there is not here
            assert there.headers == here.headers
            assert ask(client, client) == service.user_id
            assert there.is_closed
            assert not here.is_closed
            close(here)

    def test_a_client_of_the_callers_is_for_one(self, kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
        with LocalService() as service:
            http, other = (HTTP[kind](verify=NO_CERTIFICATES, trust_env=False) for _ in range(2))
            client, sharing, unused = (make(kind, service, http=each) for each in (http, http, other))
            assert client._http is http
            be_another_process(monkeypatch)
            for refused in (client, sharing, make(kind, service, http=http)):
                with pytest.raises(
                    ValueError, match="http was used before this process was forked"
                ) as raised:
                    ask(refused)
                assert "pass an httpx client that this process made" in str(raised.value)
            assert service.requests == ()
            # It stays the caller's.
            close(client)
            assert not http.is_closed
            assert ask(unused, other) == service.user_id
            close(http)


PORTS = """
import asyncio, os, socket, sys, threading
from sealwax import ApiKey, ApiKeyStamper
from sealwax.client import AsyncClient, Client
from sealwax.operations import GetWhoami

listener = socket.create_server(("127.0.0.1", 0))


def serve():
    # Every answer has the client's port, by which a connection is known.
    while True:
        connection, (_, port) = listener.accept()
        threading.Thread(target=answer, args=(connection, port), daemon=True).start()


def answer(connection, port):
    stream = connection.makefile("rb")
    while stream.readline():
        length = 0
        while line := stream.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        stream.read(length)
        body = b'{"organizationId":"o","organizationName":"n","userId":"u","username":"%d"}' % port
        connection.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n%s" % (len(body), body))


threading.Thread(target=serve, daemon=True).start()
url = f"http://127.0.0.1:{listener.getsockname()[1]}"
stamper = ApiKeyStamper(ApiKey.generate())
if sys.argv[1] == "blocking":
    client = Client(stamper, organization_id="o", base_url=url)
    ask = lambda: client.send(GetWhoami()).username
else:
    client = AsyncClient(stamper, organization_id="o", base_url=url)
    loops = {}

    def ask():
        loop = loops.setdefault(os.getpid(), asyncio.new_event_loop())
        return loop.run_until_complete(client.send(GetWhoami())).username

ports = [ask()]
for _ in range(2):
    reading, writing = os.pipe()
    if child := os.fork():
        os.close(writing)
        with open(reading) as said:
            ports.append(said.read())
        os.waitpid(child, 0)
    else:
        # The server's threads are the parent's, which has the same listener.
        os.write(writing, ask().encode())
        os._exit(0)
    ports.append(ask())
print(*(ports.index(port) for port in ports), flush=True)
os._exit(0)
"""


@pytest.mark.parametrize("kind", KINDS)
def test_forks_have_connections_of_their_own(kind: Kind) -> None:
    # The parent goes on with its own, and each child has another.
    assert run_python(PORTS, kind) == ["0 1 0 3 0"]
