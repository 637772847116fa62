"""The HTTP server, for clients that name this machine or an allowed host, and web pages that it allows."""

import re
import socket
import traceback
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Lock, Thread
from types import MappingProxyType
from typing import Any, cast
from urllib.parse import urlsplit

import h11

from sealwax_service._limits import (
    DRAIN_SECONDS,
    IDLE_SECONDS,
    MAX_BODY_BYTES,
    MAX_DRAINED_BYTES,
    MAX_HEAD_BYTES,
)
from sealwax_service.api_errors import (
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
from .messages import STAMP_HEADERS, Answer, ReceivedRequest, to_refusal

RETRY_AFTER = "Retry-After"

REASON = "X-Sealwax-Reason"
"""The header of a refusal with details that the deployed service omits, such as the denying policy."""

_READ_BYTES = 65536
_HEADER_NAMES = re.compile(r"[A-Za-z0-9, _-]{1,1024}", re.ASCII)
_SERVER_ERROR = 500
_WITHOUT_BODY = HTTPStatus.NO_CONTENT
_PHRASES = {status.value: status.phrase for status in HTTPStatus}

Respond = Callable[[ReceivedRequest], Answer]
Limit = Callable[[ReceivedRequest], int]


class HttpServer:
    """Serves in its own threads; ``LocalService`` explains the arguments.

    ``limit_of`` returns the body limit of a request; it sees the request without its body.
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
        # A page of another host cannot have an IP address as its host.
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
            socket.create_connection((self.host, self.port), timeout=self._server.timeout).close()
        self._thread.join()
        self._server.server_close()
        self._server.close_connections()

    def leave(self) -> None:
        """Close the sockets in this process, which was forked; the other process goes on serving.

        Otherwise the port would stay open, without an answer, when the other process has ended.
        """
        self._server.leave()


class _Server(ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 256
    timeout = 0.5
    stopping = False

    def serve(self) -> None:
        while not self.stopping:
            self.handle_request()

    def __init__(self, address: tuple[str, int], handler: type[BaseRequestHandler]) -> None:
        self._connections: set[socket.socket] = set()
        self._lock = Lock()
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        super().__init__(address, handler)

    def server_bind(self) -> None:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            # Windows: there, ``SO_REUSEADDR`` lets another program take the port.
            self.allow_reuse_address = False
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        super().server_bind()

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
            # The client may have closed it.
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def leave(self) -> None:
        """Close this process's copies of the sockets; a thread that held the lock is not in this process."""
        for each in (self.socket, *self._connections):
            each.close()


class _Handler(BaseRequestHandler):
    request: socket.socket
    respond: Respond
    limit_of: Limit
    origins: Collection[str]
    hosts: Collection[str]
    method: str
    target: str
    fields: Mapping[str, Sequence[str]]
    """The values of the headers, by their names in lower case."""

    def setup(self) -> None:
        self.request.settimeout(IDLE_SECONDS)
        # Otherwise a client that delays its acknowledgements waits for 40 ms.
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._begin(b"")

    def _begin(self, received: bytes) -> None:
        """Begin the next request, of which some bytes may have been received.

        A connection of h11 reads one request. It does not write the answer, because that takes longer than to
        read the request.
        """
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=MAX_HEAD_BYTES)
        if received:
            self._http.receive_data(received)

    def handle(self) -> None:
        # The client may disconnect, or be silent for too long.
        with suppress(OSError):
            while self._answers_next():
                received, _ended = self._http.trailing_data
                self._begin(received)

    def finish(self) -> None:
        """Close the connection; first read what the client still sends (RFC 9112, section 9.6).

        Otherwise the client's system would reset the connection, and the client might not see the answer.
        """
        # The client may have disconnected, or be silent.
        with suppress(OSError):
            self.request.shutdown(socket.SHUT_WR)
            self.request.settimeout(DRAIN_SECONDS)
            left = MAX_DRAINED_BYTES
            while left > 0 and (chunk := self.request.recv(_READ_BYTES)):
                left -= len(chunk)

    def _answers_next(self) -> bool:
        """Answer the next request; return whether another can follow."""
        self.method, self.target, self.fields = "", "", MappingProxyType({})
        try:
            head = cast(h11.Request, self._next_event())
            self.method, self.target = head.method.decode(), head.target.decode()
            fields: dict[str, list[str]] = {}
            for name, value in head.headers.raw_items():
                # Bytes beyond ASCII are opaque (RFC 9110, section 5.5).
                fields.setdefault(name.decode().lower(), []).append(value.decode("latin-1"))
            self.fields = fields
            body = self._read_body()
        except h11.RemoteProtocolError as error:
            hint = error.error_status_hint
            status = hint if hint < _SERVER_ERROR else BAD_HTTP.status
            self._send(to_refusal(BAD_HTTP._replace(status=status)))
        except ApiError as error:
            # The rest of the body is not read.
            self._send(to_refusal(error))
        else:
            return self._answer(body)
        return False

    def _next_event(self) -> h11.Event:
        """Return the next part of a request."""
        while True:
            event = self._http.next_event()
            if isinstance(event, h11.Event):
                return event
            if self._http.they_are_waiting_for_100_continue:
                going_on = h11.InformationalResponse(status_code=100, headers=[], reason="Continue")
                self.request.sendall(self._http.send(going_on) or b"")
            data = self.request.recv(_READ_BYTES)
            if not data:
                raise ConnectionAbortedError
            self._http.receive_data(data)

    def _read_body(self) -> bytes:
        """Read the body of a request; refuse a body whose announced or actual length is too large."""
        body, limit = bytearray(), MAX_BODY_BYTES
        # A body in chunks has no other length (RFC 9112, section 6.3).
        is_chunked = "transfer-encoding" in self.fields
        size = 0 if is_chunked else int(self.fields.get("content-length", ["0"])[0])
        while True:
            if size > limit:
                self._check_sender()
                limit = type(self).limit_of(self._received(b""))
                if size > limit:
                    raise ApiError(TOO_LARGE, f"at most {limit} bytes")
            event = self._next_event()
            if not isinstance(event, h11.Data):
                return bytes(body)
            body += event.data
            size = max(size, len(body))

    def _answer(self, body: bytes) -> bool:
        """Answer a request; return whether another can follow."""
        try:
            self._check_sender()
            if self.method == "OPTIONS":
                return self._send(Answer(_WITHOUT_BODY, b"", ""))
            self._check_method_and_type(body)
            received = self._received(body)
        except ApiError as error:
            return self._send(to_refusal(error))
        return self._send(self._respond(received))

    def _received(self, body: bytes) -> ReceivedRequest:
        """Return the request with a body."""
        address = plain_address(self.client_address[0])
        return ReceivedRequest(self.method, self._path(), self._headers(), body, address)

    def _respond(self, received: ReceivedRequest) -> Answer:
        try:
            return type(self).respond(received)
        except Exception:  # noqa: BLE001 - a defect must show as one, not as a failure of the network
            traceback.print_exc()
            return to_refusal(DEFECT)

    def _headers(self) -> Mapping[str, str]:
        """Return the headers by their names in lower case; refuse a repeated header."""
        if any(len(values) > 1 and len({*values}) > 1 for values in self.fields.values()):
            raise ApiError(BAD_HTTP, "a header is repeated")
        return {name: values[0] for name, values in self.fields.items()}

    def _path(self) -> str:
        """Return the path of the request's target, which may be a whole URL of this machine."""
        if self.target.startswith("/"):
            return self.target.partition("?")[0].partition("#")[0]
        try:
            parts = urlsplit(self.target)
        except ValueError:
            raise ApiError(BAD_HTTP, "the target must be a path") from None
        if parts.scheme not in WEB_SCHEMES:
            raise ApiError(BAD_HTTP, "the target must be a path")
        if not names_host(parts.netloc, self.hosts):
            raise ApiError(FOREIGN_HOST)
        return parts.path or "/"

    def _check_sender(self) -> None:
        """Refuse requests of foreign web pages: by their Host, or by their Origin."""
        # An HTTP/1.0 request may lack it.
        (host,) = self.fields.get("host", [""])
        if not names_host(host, self.hosts):
            raise ApiError(FOREIGN_HOST)
        if not all(map(self._allows, self.fields.get("origin", []))):
            raise ApiError(FOREIGN_ORIGIN)

    def _allows(self, origin: str) -> bool:
        return origin in self.origins or is_loopback_origin(origin)

    def _check_method_and_type(self, body: bytes) -> None:
        """Refuse other methods, and other types.

        Foreign web pages can send other types without a preflight request. Older clients also send them, but
        with a stamp's header, which needs a preflight request on a page.
        """
        if self.method not in {"GET", "POST"}:
            raise ApiError(METHOD)
        if any(name.lower() in self.fields for name in STAMP_HEADERS):
            return
        given = self.fields.get("content-type", [""] if body else [])
        types = {each.partition(";")[0].strip().lower() for each in given}
        if self.method == "POST" and not types <= {"application/json"}:
            raise ApiError(CONTENT_TYPE)

    def _send(self, answer: Answer) -> bool:
        """Send an answer in one write; return whether another request can follow."""
        if answer.content is None:
            return False
        # h11 documents this state, but its list of public names lacks it.
        if self._http.their_state is h11.MIGHT_SWITCH_PROTOCOL:  # type: ignore[attr-defined]
            # No answer switches to another protocol. Only h11 knows whether another request can follow.
            self._http.send(h11.Response(status_code=answer.status, headers=[]))
        # Otherwise, the request was not read completely, or the client wants to close.
        is_last = self._http.their_state is not h11.DONE
        reason = _PHRASES.get(answer.status, "")
        lines = [f"HTTP/1.1 {answer.status} {reason}"]
        lines += [f"{name}: {value}" for name, value in self._answer_headers(answer).items()]
        if is_last:
            lines.append("Connection: close")
        content = b"" if self.method == "HEAD" else answer.content
        self.request.sendall("\r\n".join([*lines, "", ""]).encode("latin-1") + content)
        return not is_last

    def _answer_headers(self, answer: Answer) -> dict[str, str]:
        made = {
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            # A page that frames this page could trick its user into clicks.
            "X-Frame-Options": "DENY",
            "Content-Security-Policy": "frame-ancestors 'none'",
        }
        if answer.status != _WITHOUT_BODY:
            made["Content-Length"] = str(len(answer.content or b""))
        if answer.content_type:
            made["Content-Type"] = answer.content_type
        if answer.retry_after is not None:
            made[RETRY_AFTER] = str(answer.retry_after)
        if answer.reason:
            made[REASON] = answer.reason
        origin, *_ = self.fields.get("origin", [""])
        if origin and self._allows(origin):
            asked, *_ = self.fields.get("access-control-request-headers", [""])
            made |= {
                "Access-Control-Allow-Origin": origin,
                "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
                "Access-Control-Allow-Headers": asked if _HEADER_NAMES.fullmatch(asked) else "Content-Type",
                "Access-Control-Allow-Private-Network": "true",
                "Access-Control-Expose-Headers": f"{RETRY_AFTER}, {REASON}",
                "Access-Control-Max-Age": "600",
                "Vary": "Origin",
            }
        return made
