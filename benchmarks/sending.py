"""``sealwax.client`` beside a bare post of httpx: the processor time of this process for an answer.

A server in another process answers as the local service did. ``send`` sends a sealed request, reads the
answer and compares it with the request; or it makes and stamps the request as well. The bare post sends the
same bytes.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import httpx

from sealwax import ApiKeyStamper
from sealwax.client import Client
from sealwax.operations import CreateUserTag, ListPrivateKeys, SealedRequest
from sealwax_service import LocalService

from .groups import BARE, OURS
from .measuring import Measurement, Subject, Turns, function, prepared_later, timed

SERVER = """
import hashlib, json, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

answers = {path: answer.encode() for path, answer in json.loads(sys.stdin.readline()).items()}

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        content = answers[self.path].replace(b"FINGERPRINT", b"sha256:" + hashlib.sha256(body).hexdigest().encode())
        head = f"HTTP/1.1 200 OK\\r\\nContent-Type: application/json\\r\\nContent-Length: {len(content)}\\r\\n\\r\\n"
        self.wfile.write(head.encode() + content)

    def log_message(self, *_):
        pass

server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
"""  # noqa: E501 - a program

OPERATIONS: dict[str, Any] = {
    "send list_private_keys": ListPrivateKeys(),
    "send create_user_tag": CreateUserTag(user_tag_name="auditors", user_ids=[]),
}
"""The sent operations by the name of the measurement: a query, and an activity."""

SEALED = "sealwax, stamp included"
_TURN_SECONDS = 0.02


class Sending:
    """The server, and the clients of it; they begin when they are asked first."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._url: str | None = None

    def bare(self, name: str) -> Subject:
        """Post the bytes of a request."""
        http, client = self._clients()
        request: SealedRequest[Any] = client.seal(OPERATIONS[name])
        url, body, headers = request.url, request.body, request.headers

        def post() -> None:
            answer = http.post(url, content=body, headers=headers)
            assert answer.status_code == httpx.codes.OK

        return function(post)

    def ours(self, name: str) -> Subject:
        """Send these bytes."""
        _, client = self._clients()
        send: Callable[[], object] = partial(client.send, client.seal(OPERATIONS[name]))
        return function(send)

    def sealed(self, name: str) -> Subject:
        """Make the request of an operation, stamp it and send it."""
        _, client = self._clients()
        send: Callable[[], object] = partial(client.send, OPERATIONS[name])
        return function(send)

    def _clients(self) -> tuple[httpx.Client, Client]:
        if self._url is None:
            self._url = self._begin()
        http = self._stack.enter_context(httpx.Client(trust_env=False))
        return http, Client(
            self._stamper, organization_id=self._organization_id, base_url=self._url, http=http
        )

    def _begin(self) -> str:
        answers: dict[str, str] = {}
        with LocalService(bytes(32)) as service, httpx.Client(trust_env=False) as http:
            self._stamper = ApiKeyStamper(service.api_key)
            self._organization_id = service.organization_id
            client = Client(
                self._stamper, organization_id=self._organization_id, base_url=service.url, http=http
            )
            for operation in OPERATIONS.values():
                request = client.seal(operation)
                answer = http.post(request.url, content=request.body, headers=request.headers).json()
                if "activity" in answer:
                    answer["activity"]["fingerprint"] = "FINGERPRINT"
                answers[request.url.removeprefix(service.url)] = json.dumps(answer)
        command = [sys.executable, "-c", SERVER]
        server = self._stack.enter_context(
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        )
        self._stack.callback(server.kill)
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(json.dumps(answers) + "\n")
        server.stdin.flush()
        return server.stdout.readline().strip()


def times(stack: ExitStack) -> Iterator[Measurement]:
    """Measure ``send`` beside a bare post."""
    sending = Sending(stack)
    for name in OPERATIONS:
        subjects: dict[str, Subject] = {
            BARE: prepared_later(partial(sending.bare, name)),
            OURS: prepared_later(partial(sending.ours, name)),
            SEALED: prepared_later(partial(sending.sealed, name)),
        }
        yield timed(name, Turns(subjects, _TURN_SECONDS))
