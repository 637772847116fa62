"""Two HTTP servers in front of the local service, which fail as a test says.

They are written apart: the standard library's server, and one of plain sockets. Each closes its connections
after an answer, so that each request connects anew.
"""

import json
import socket
from abc import ABC, abstractmethod
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Literal, NamedTuple

from sealwax_service import LocalService
from tests.service.client import open_http

Fault = Literal["refused", "dropped", "lost", "slow", "429", "429-after", "500", "503", "garbage", "cut"]
"""``refused``: nobody listens. ``dropped``: closed before the service got it. All others but 429 are done."""

NEVER_DONE = frozenset({"refused", "dropped", "429", "429-after"})
GARBAGE = b"<html><body>Bad Gateway</body></html>"
RETRY_AFTER = 3
_PATHS = {"submit": "/public/v1/submit/", "poll": "/public/v1/query/get_activity"}


class Reply(NamedTuple):
    """The written answer: the announced length may be more than the content. None closes the connection."""

    status: int
    content: bytes
    length: int
    headers: tuple[tuple[str, str], ...] = ()


class FaultyServer(ABC):
    """Passes requests on to the local service, and fails at a step."""

    def __init__(self, service: LocalService) -> None:
        self._http = open_http(base_url=service.url)
        self._fault: Fault | None = None
        self._path, self._left, self._pauses_until_it_listens = "", 0, 0
        self.port = 0
        self.listen()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def fail(self, step: str, fault: Fault, times: int) -> None:
        """Let the next ``times`` requests of a step fail."""
        self._fault, self._path, self._left = fault, _PATHS[step], times
        if fault == "refused":
            self._left = 0
            # A pause is before a poll, and another after an attempt.
            self._pauses_until_it_listens = {"submit": 1, "poll": 2}[step] if times == 1 else 1 << 30
            if step == "submit":
                self.refuse()
            else:
                self._path, self._left = _PATHS["submit"], 1

    def paused(self) -> None:
        """Count a pause of the client, after which a server that refused connections may listen again."""
        self._pauses_until_it_listens -= 1
        if self._pauses_until_it_listens == 0:
            self.listen()

    def recover(self) -> None:
        """Fail no more."""
        self._left = self._pauses_until_it_listens = 0
        self.refuse()
        self.listen()

    def close(self) -> None:
        self.refuse()
        self._http.close()

    @abstractmethod
    def listen(self) -> None:
        """Accept connections, at the same port as before."""

    @abstractmethod
    def refuse(self) -> None:
        """Accept no connections; those that are open go on."""

    def answer(self, path: str, headers: dict[str, str], body: bytes) -> Reply | Literal["slow"] | None:
        """Answer a request, or fail."""
        fault = self._fault if self._left > 0 and path.startswith(self._path) else None
        self._left -= fault is not None
        if fault == "dropped":
            return None
        if fault in {"429", "429-after"}:
            after = (("Retry-After", str(RETRY_AFTER)),) if fault == "429-after" else ()
            return _error(429, after)
        kept = {name: value for name, value in headers.items() if name in {"x-stamp", "content-type"}}
        if fault == "refused":
            self.refuse()
        done = self._http.post(path, content=body, headers=kept)
        if fault == "slow":
            return "slow"
        content = done.content[:100] if fault == "cut" else done.content
        replies: dict[str | None, Reply | None] = {
            "lost": None,
            "500": _error(500),
            "503": _error(503),
            "garbage": Reply(200, GARBAGE, len(GARBAGE)),
        }
        return replies.get(fault, Reply(done.status_code, content, len(done.content)))


def _error(status: int, headers: tuple[tuple[str, str], ...] = ()) -> Reply:
    content = json.dumps({"code": 13, "message": "no", "details": []}).encode()
    return Reply(status, content, len(content), headers)


class StandardServer(FaultyServer):
    """The server of the standard library."""

    def listen(self) -> None:
        faulty = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                reply = faulty.answer(self.path, headers, body)
                self.close_connection = True
                if reply == "slow":
                    with suppress(OSError):
                        self.connection.recv(1)
                elif reply is not None:
                    self.send_response(reply.status)
                    for name, value in (*reply.headers, ("Content-Length", str(reply.length))):
                        self.send_header(name, value)
                    self.send_header("Connection", "close")
                    self.end_headers()
                    self.wfile.write(reply.content)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        self._thread = Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    def refuse(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class SocketServer(FaultyServer):
    """A server of plain sockets."""

    def listen(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self._listener.getsockname()[1]
        Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def refuse(self) -> None:
        # A thread that waits for connections keeps the socket open until it wakes.
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self, listener: socket.socket) -> None:
        # It ends when the socket is closed.
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with suppress(OSError), connection, connection.makefile("rb") as stream:
            _, path, _ = stream.readline().decode().split()
            headers: dict[str, str] = {}
            while line := stream.readline().strip():
                name, _, value = line.decode().partition(":")
                headers[name.lower()] = value.strip()
            reply = self.answer(path, headers, stream.read(int(headers["content-length"])))
            if reply == "slow":
                stream.read(1)
            elif reply is not None:
                fields = (*reply.headers, ("Content-Length", str(reply.length)), ("Connection", "close"))
                head = "".join(f"{name}: {value}\r\n" for name, value in fields)
                connection.sendall(f"HTTP/1.1 {reply.status} -\r\n{head}\r\n".encode() + reply.content)
