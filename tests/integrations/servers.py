"""Servers on this machine that record what arrives."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import create_server
from threading import Thread
from typing import NamedTuple

Headers = dict[str, str]


class Received(NamedTuple):
    """A request that arrived: the names of its headers are in lower case."""

    method: str
    path: str
    headers: Headers
    body: bytes


Answer = tuple[int, Headers]


class Recorder:
    """A server that records each request, and answers it as ``answer`` says; by default with 200."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.answer: Callable[[Received], Answer] = lambda _: (200, {})
        recorder = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _handle(self) -> None:
                headers = {name.lower(): value for name, value in self.headers.items()}
                if headers.get("transfer-encoding") == "chunked":
                    body = b""
                    while size := int(self.rfile.readline(), 16):
                        body += self.rfile.read(size)
                        self.rfile.readline()
                    self.rfile.readline()
                else:
                    body = self.rfile.read(int(headers.get("content-length", "0")))
                received = Received(self.command, self.path, headers, body)
                recorder.received.append(received)
                status, answered = recorder.answer(received)
                self.send_response(status)
                content = b"" if status == HTTPStatus.NOT_MODIFIED else b"{}"
                for name, value in {"Content-Length": str(len(content)), **answered}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = _handle  # noqa: N815 - the names of http.server

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        """Its origin."""
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        """Stop, and close the socket."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _as_text(headers: Iterable[tuple[object, object]]) -> Headers:
    return {str(name): str(value) for name, value in headers}


@contextmanager
def serve_http2() -> Iterator[tuple[str, list[Received]]]:
    """Serve one connection of HTTP/2 without TLS; give its origin, and what arrives."""
    from h2.config import H2Configuration  # noqa: PLC0415 - only one session has it
    from h2.connection import H2Connection  # noqa: PLC0415
    from h2.events import DataReceived, RequestReceived, StreamEnded  # noqa: PLC0415

    received: list[Received] = []

    def run() -> None:
        stream, _ = listener.accept()
        connection = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        connection.initiate_connection()
        stream.sendall(connection.data_to_send())
        headers: dict[int, Headers] = {}
        bodies: dict[int, bytes] = {}
        while data := stream.recv(65536):
            for event in connection.receive_data(data):
                if isinstance(event, RequestReceived):
                    headers[event.stream_id], bodies[event.stream_id] = _as_text(event.headers), b""
                elif isinstance(event, DataReceived):
                    bodies[event.stream_id] += event.data
                elif isinstance(event, StreamEnded):
                    of = headers[event.stream_id]
                    received.append(Received(of[":method"], of[":path"], of, bodies[event.stream_id]))
                    connection.send_headers(event.stream_id, [(":status", "200")])
                    connection.send_data(event.stream_id, b"{}", end_stream=True)
            stream.sendall(connection.data_to_send())
        stream.close()

    with create_server(("127.0.0.1", 0)) as listener:
        thread = Thread(target=run)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", received
        thread.join()
