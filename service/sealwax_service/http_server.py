"""The HTTP server, for clients that name this machine or an allowed host, and web pages that it allows."""

import re
import socket
import sys
import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from threading import Lock, Thread
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from .authentication import STAMP_HEADERS
from .errors import (
    BAD_HTTP,
    CONTENT_TYPE,
    DEFECT,
    FOREIGN_HOST,
    FOREIGN_ORIGIN,
    METHOD,
    TOO_LARGE,
    ApiError,
)
from .hosts import LOOPBACK, WEB_SCHEMES, is_anywhere, is_loopback_origin, names_host, plain_address
from .messages import Answer, ReceivedRequest, to_refusal

MAX_BODY_BYTES = 1 << 20
"""The largest body of a request, unless it may be larger: 1 MiB."""

IDLE_SECONDS = 60
"""The time after which a silent connection is closed."""

MAX_LINE_BYTES = 65536
"""The longest line of a request's head: 64 KiB."""

MAX_HEADERS = 100
"""The number of headers that is too large."""

MADE_UP = "X-Sealwax-Made-Up"
"""The header of an answer that was made up from the service's description."""

_MAX_DRAINED_BYTES = 64 << 20
_DRAIN_SECONDS = 5
_READ_BYTES = 65536

# RFC 9112, sections 3 and 5, without what readers differ on: bare CR or LF, folded lines, other white space,
# and a space before the colon.
_REQUEST_LINE = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32} [!-~]+ HTTP/1\.[0-9]\r\n")
_HEADER_LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t -~\x80-\xff]*)\r\n")
_EMPTY_LINES = (b"\r\n", b"\n")
_HEADER_NAMES = re.compile(r"[A-Za-z0-9, _-]{1,1024}", re.ASCII)
_SERVER_ERROR = 500
_WITHOUT_BODY = HTTPStatus.NO_CONTENT
_PHRASES = {status.value: status.phrase for status in HTTPStatus}

Respond = Callable[[ReceivedRequest], Answer]
Limit = Callable[[ReceivedRequest], int]


def _exceeds(digits: str, limit: int) -> bool:
    """Whether a number is larger than a limit, or has more digits."""
    return len(digits) > len(str(limit)) or int(digits) > limit


class HttpServer:
    """Serves in threads of its own; ``LocalService`` explains the arguments.

    ``limit_of`` tells how large the body of a request may be, which it has not.
    """

    def __init__(
        self,
        respond: Respond,
        *,
        limit_of: Limit = lambda _received: MAX_BODY_BYTES,
        port: int,
        allow_origins: Collection[str],
        host: str = LOOPBACK,
        allow_hosts: Collection[str] = (),
    ) -> None:
        # A page of another host cannot have the address itself as its host.
        members = {
            "respond": staticmethod(respond),
            "limit_of": staticmethod(limit_of),
            "origins": {*allow_origins},
            "hosts": {plain_address(host), *allow_hosts},
        }
        handler = type("Handler", (_Handler,), members)
        self._server = _Server((host, port), handler)
        self.host: str = host
        if is_anywhere(host):
            self.host = LOOPBACK if ":" not in host else "::1"
        self._thread = Thread(target=self._server.serve, daemon=True)
        self.port: int = self._server.server_address[1]

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, and close every connection."""
        self._server.stopping = True
        # A connection wakes the thread, which otherwise waits for the timeout.
        with suppress(OSError):
            socket.create_connection((self.host, self.port)).close()
        self._thread.join()
        self._server.server_close()
        self._server.close_connections()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256
    timeout = 0.5
    stopping = False

    def serve(self) -> None:
        while not self.stopping:
            self.handle_request()

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        self._connections: set[socket.socket] = set()
        self._lock = Lock()
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        super().__init__(address, handler)

    def server_bind(self) -> None:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            # Windows: the option that http.server sets lets another program take the port.
            self.allow_reuse_address = False
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        # The class between also asks for the name of the host, which can take long.
        TCPServer.server_bind(self)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            self._connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._connections.discard(request)
        super().shutdown_request(request)

    def close_connections(self) -> None:
        """Wake the threads that wait for more requests."""
        with self._lock:
            connections = [*self._connections]
        for connection in connections:
            # A client may have closed it.
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        # A client may go away while it is answered.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Otherwise a client that delays its acknowledgements waits for 40 ms.
    disable_nagle_algorithm = True
    timeout = IDLE_SECONDS
    raw_requestline: bytes
    respond: Respond
    limit_of: Limit
    origins: Collection[str]
    hosts: Collection[str]
    fields: Mapping[str, Sequence[str]] = MappingProxyType({})
    """The values of the headers, by their names in lower case."""

    def parse_request(self) -> bool:
        """Read the head of a request; refuse a head that two readers could understand differently."""
        # Clients may send an empty line after a body (RFC 9112, section 2.2).
        while self.raw_requestline in _EMPTY_LINES:
            self.raw_requestline = self.rfile.readline(MAX_LINE_BYTES + 1)
        self.requestline, self.command, self.close_connection = "", "", True
        head = [self.raw_requestline]
        while head[-1] not in _EMPTY_LINES:
            if not head[-1]:
                # The client went away.
                return False
            if len(head) > MAX_HEADERS or len(head[-1]) > MAX_LINE_BYTES:
                self.send_error(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
                return False
            head.append(self.rfile.readline(MAX_LINE_BYTES + 1))
        request_line, *lines = head[:-1]
        matches = [*map(_HEADER_LINE.fullmatch, lines)]
        if not (_REQUEST_LINE.fullmatch(request_line) and all(matches) and head[-1] == _EMPTY_LINES[0]):
            self.send_error(HTTPStatus.BAD_REQUEST)
            return False
        self.command, self.path, self.request_version = request_line.decode().split()
        fields: dict[str, list[str]] = {}
        for name, value in (match.groups() for match in matches if match):
            # Bytes beyond ASCII are opaque (RFC 9110, section 5.5).
            fields.setdefault(name.decode().lower(), []).append(value.strip(b" \t").decode("latin-1"))
        self.fields = fields
        options = ",".join(fields.get("connection", [])).lower().split(",")
        closes = "close" in (option.strip(" \t") for option in options)
        # Whether a connection of HTTP/1.0 stays open is an extension, which not all readers have.
        self.close_connection = closes or self.request_version == "HTTP/1.0"
        return True

    def do_POST(self) -> None:
        try:
            length = self._body_length()
        except ApiError as error:
            # The rest of the body could be read as another request.
            self.close_connection = True
            self._send(to_refusal(error))
            return
        if length and self.request_version != "HTTP/1.0" and "expect" in self.fields:
            self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = self.rfile.read(length)
        if len(body) < length:
            self.close_connection = True
            return
        self._answer(body)

    do_GET = do_OPTIONS = do_POST  # noqa: N815 - the base class looks for these names

    def _body_length(self) -> int:
        """Return the length of the body; refuse a body whose end is not certain."""
        lengths = self.fields.get("content-length", ["0"])
        if "transfer-encoding" in self.fields or len(lengths) > 1:
            raise ApiError(BAD_HTTP, "send the body with one Content-Length, not in chunks")
        (text,) = lengths
        if not (text.isascii() and text.isdigit()):
            raise ApiError(BAD_HTTP, "Content-Length must be a number")
        if _exceeds(text, MAX_BODY_BYTES):
            self._check_sender()
            limit = type(self).limit_of(self._received(b""))
            if _exceeds(text, limit):
                raise ApiError(TOO_LARGE, f"at most {limit} bytes")
        if int(text) and self.command != "POST":
            raise ApiError(BAD_HTTP, f"a request with {self.command} has no body")
        return int(text)

    def finish(self) -> None:
        """Close the connection; first read what the client still sends (RFC 9112, section 9.6).

        Otherwise the client's system would reset the connection, and the client might not see the answer.
        """
        # The client may be gone, or silent.
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)
            self.connection.settimeout(_DRAIN_SECONDS)
            left = _MAX_DRAINED_BYTES
            while left > 0 and (chunk := self.connection.recv(_READ_BYTES)):
                left -= len(chunk)
        super().finish()

    def _answer(self, body: bytes) -> None:
        try:
            self._check_sender()
            if self.command == "OPTIONS":
                self._send(Answer(_WITHOUT_BODY, b"", ""))
                return
            self._check_content_type(body)
            received = self._received(body)
        except ApiError as error:
            self._send(to_refusal(error))
            return
        self._send(self._respond(received))

    def _received(self, body: bytes) -> ReceivedRequest:
        """Return the request with a body."""
        address = plain_address(self.client_address[0])
        return ReceivedRequest(self.command, self._path(), self._headers(), body, address)

    def _respond(self, received: ReceivedRequest) -> Answer:
        try:
            return type(self).respond(received)
        except Exception:  # noqa: BLE001 - a defect must show as one, not as a failure of the network
            traceback.print_exc()
            return to_refusal(DEFECT)

    def _headers(self) -> Mapping[str, str]:
        """Return the headers by their names in lower case; refuse a repeated header."""
        if any(len({*values}) > 1 for values in self.fields.values()):
            raise ApiError(BAD_HTTP, "a header is repeated")
        return {name: values[0] for name, values in self.fields.items()}

    def _path(self) -> str:
        """Return the path of the request's target, which may be a whole URL of this machine."""
        if self.path.startswith("/"):
            return self.path.partition("?")[0].partition("#")[0]
        try:
            parts = urlsplit(self.path)
        except ValueError:
            raise ApiError(BAD_HTTP, "the target must be a path") from None
        if parts.scheme not in WEB_SCHEMES:
            raise ApiError(BAD_HTTP, "the target must be a path")
        if not names_host(parts.netloc, self.hosts):
            raise ApiError(FOREIGN_HOST)
        return parts.path or "/"

    def _check_sender(self) -> None:
        """Refuse requests of foreign web pages: by their Host, or by their Origin."""
        hosts = self.fields.get("host", [])
        if len(hosts) != 1 or not names_host(hosts[0], self.hosts):
            # Some readers refuse such a head, and what follows with it.
            self.close_connection = True
            raise ApiError(FOREIGN_HOST)
        if not all(map(self._allows, self.fields.get("origin", []))):
            raise ApiError(FOREIGN_ORIGIN)

    def _allows(self, origin: str) -> bool:
        return origin in self.origins or is_loopback_origin(origin)

    def _check_content_type(self, body: bytes) -> None:
        """Refuse other types, which foreign web pages may send without a preflight request.

        Older clients send them with a stamp, whose header no page may send without one.
        """
        if any(name.lower() in self.fields for name in STAMP_HEADERS):
            return
        given = self.fields.get("content-type", [""] if body else [])
        types = {each.partition(";")[0].strip().lower() for each in given}
        if self.command == "POST" and not types <= {"application/json"}:
            raise ApiError(CONTENT_TYPE)

    def _send(self, answer: Answer) -> None:
        """Send an answer in one write."""
        if answer.content is None:
            self.close_connection = True
            return
        headers = [f"HTTP/1.1 {answer.status} {_PHRASES.get(answer.status, '')}"]
        headers += [f"{name}: {value}" for name, value in self._answer_headers(answer).items()]
        head = "\r\n".join([*headers, "", ""]).encode("latin-1")
        self.wfile.write(head if self.command == "HEAD" else head + answer.content)

    def _answer_headers(self, answer: Answer) -> dict[str, str]:
        made = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
        if answer.status != _WITHOUT_BODY:
            made["Content-Length"] = str(len(answer.content or b""))
        if answer.content_type:
            made["Content-Type"] = answer.content_type
        if answer.is_made_up:
            made[MADE_UP] = "1"
        if self.close_connection:
            made["Connection"] = "close"
        origin, *_ = self.fields.get("origin", [""])
        if origin and self._allows(origin):
            asked, *_ = self.fields.get("access-control-request-headers", [""])
            made |= {
                "Access-Control-Allow-Origin": origin,
                "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
                "Access-Control-Allow-Headers": asked if _HEADER_NAMES.fullmatch(asked) else "Content-Type",
                "Access-Control-Allow-Private-Network": "true",
                "Access-Control-Expose-Headers": MADE_UP,
                "Access-Control-Max-Age": "600",
                "Vary": "Origin",
            }
        return made

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:  # noqa: ARG002
        """Refuse a malformed request in the form of the service's errors."""
        self.close_connection = True
        kind = METHOD if code == HTTPStatus.NOT_IMPLEMENTED else BAD_HTTP
        status = code if code < _SERVER_ERROR else kind.status
        self._send(to_refusal(kind._replace(status=status)))

    def log_message(self, *_: object) -> None:
        """Log nothing: headers and paths are the clients' business."""
