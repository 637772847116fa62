"""The tests of ``tests/client/test_forks.py`` that take long."""

import pytest

from tests.client.clients import KINDS, Kind
from tests.forks import run_python

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
