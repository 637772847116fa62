"""The deadline of a blocking call, whatever the server sends a little of at a time.

The server sends a piece whenever the client looks at the clock, which goes on by a second then. So no test
takes time, and one that fails ends with the last piece or with the timeout of a read.
"""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from socket import create_server, socket
from threading import Event, Thread
from typing import Any

import httpx
import pytest

from sealwax import ApiKey, ApiKeyStamper, NotCompleted
from sealwax.client import Client, deadlines
from sealwax.integrations.httpx import StampTransport
from sealwax.operations import CreateUserTag

STAMPER = ApiKeyStamper(ApiKey.from_private_key("1f" * 32))
SECONDS = 30
PIECES = 10 * SECONDS
SECONDS_OF_READ = 2
HEAD = b"HTTP/1.1 200 OK\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
WAYS = {
    "interim-answers": (b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"),
    "headers": (HEAD, b"X-Some: value\r\n"),
    "header": (HEAD + b"X-Some: ", b"a"),
    "chunk-extension": (CHUNKED + b"1;", b"a"),
    "chunks": (CHUNKED, b"1\r\n \r\n"),
    "trailers": (CHUNKED + b"2\r\n{}\r\n0\r\n", b"X-Some: value\r\n"),
    "body": (HEAD + b"Content-Length: 1000000\r\n\r\n", b" "),
}


class Dripping:
    """A server of one connection: it sends a start, and a piece at each look at the clock."""

    def __init__(self, start: bytes, piece: bytes, tls: ssl.SSLContext | None) -> None:
        self.looks = 0
        self._start, self._piece, self._tls = start + piece, piece, tls
        self._listener = create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._connection: socket | None = None
        self.started = Event()
        self._thread = Thread(target=self._accept)
        self._thread.start()

    def _accept(self) -> None:
        # It ends when the test closes the listener, too.
        with suppress(OSError):
            connection, _ = self._listener.accept()
            if self._tls:
                connection = self._tls.wrap_socket(connection, server_side=True)
            connection.recv(1 << 16)
            self._connection = connection
            connection.sendall(self._start)
            self.started.set()

    def clock(self) -> float:
        self.looks += 1
        if self._connection is not None:
            # The first piece follows the start.
            self.started.wait(SECONDS_OF_READ)
        if self._connection is not None:
            with suppress(OSError):
                if self.looks < PIECES:
                    self._connection.sendall(self._piece)
                else:
                    self._connection.close()
        return self.looks

    def close(self) -> None:
        self._listener.close()
        self._thread.join(SECONDS_OF_READ)
        if self._connection is not None:
            self._connection.close()


@contextmanager
def dripping(way: str, tls: ssl.SSLContext | None = None) -> Iterator[Dripping]:
    server = Dripping(*WAYS[way], tls)
    try:
        yield server
    finally:
        server.close()


def no_retry(_: float) -> None:
    raise AssertionError("the attempt ended before the time was over")


def run_out(server: Dripping, http: httpx.Client, base_url: str) -> None:
    """Send until the time is over, and no longer."""
    client = Client(
        STAMPER, organization_id="o", base_url=base_url, timeout=timedelta(seconds=SECONDS), http=http
    )
    client._clock, client._sleep = server.clock, no_retry
    with http, pytest.raises(NotCompleted) as raised:
        client.send(CreateUserTag(user_tag_name="late", user_ids=[]))
    assert raised.value.outcome_unknown
    assert raised.value.attempts == 1
    assert "timed out" in str(raised.value.__cause__)
    # A few looks are for the call and the log.
    assert SECONDS <= server.looks <= SECONDS + 6


def test_through_another_transport() -> None:
    with dripping("headers") as server:
        base_url = f"http://127.0.0.1:{server.port}"
        transport = StampTransport(STAMPER, base_url=base_url)
        run_out(server, httpx.Client(transport=transport, timeout=SECONDS_OF_READ), base_url)


def test_a_client_of_its_own() -> None:
    with dripping("interim-answers") as server:
        client = Client(
            STAMPER,
            organization_id="o",
            base_url=f"http://127.0.0.1:{server.port}",
            timeout=timedelta(seconds=SECONDS),
        )
        client._clock, client._sleep = server.clock, no_retry
        client._http.timeout = httpx.Timeout(SECONDS_OF_READ)
        with client, pytest.raises(NotCompleted):
            client.send(CreateUserTag(user_tag_name="late", user_ids=[]))
        assert server.looks <= SECONDS + 6


class Stream:
    """Records the timeouts with which it is read and written."""

    def __init__(self) -> None:
        self.seen: list[tuple[object, float | None]] = []

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        self.seen.append((max_bytes, timeout))
        return b"read"

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.seen.append((len(buffer), timeout))

    def start_tls(self, _: object, name: str | None = None, timeout: float | None = None) -> "Stream":
        self.seen.append((name, timeout))
        return Stream()


def opened(event: str = "connection.connect_tcp.complete") -> tuple[Any, list[tuple[object, float | None]]]:
    stream = Stream()
    deadlines.watch(event, {"return_value": stream})
    return stream, stream.seen


class TestStreams:
    def test_a_step_gets_the_time_that_is_left(self) -> None:
        stream, seen = opened()
        now = [0.0]
        timeout = deadlines.until(10, lambda: now[0], 4)
        assert stream.read(5, timeout) == b"read"
        now[0] = 7
        stream.write(b"abc", timeout=timeout)
        encrypted = stream.start_tls(None, "name", timeout)
        assert seen == [(5, 4), (3, 3), ("name", 3)]
        now[0] = 9
        encrypted.read(1, timeout)
        assert encrypted.seen == [(1, 1)]

    def test_none_begins_when_the_time_is_over(self) -> None:
        stream, seen = opened()
        timeout = deadlines.until(10, lambda: 10, 4)
        with pytest.raises(TimeoutError):
            stream.read(1, timeout)
        with pytest.raises(TimeoutError):
            stream.write(b"a", timeout)
        assert seen == []
        # httpx says of this one that nothing was sent.
        stream.start_tls(None, None, timeout)
        assert seen == [(None, 0.001)]

    def test_a_long_body_is_written_in_pieces(self) -> None:
        stream, seen = opened()
        now = iter(range(10))
        stream.write(bytes(150_000), deadlines.until(10, lambda: next(now), 60))
        assert seen == [(65536, 10), (65536, 9), (18928, 8)]

    @pytest.mark.parametrize("timeout", [None, 5.0])
    def test_requests_of_others_keep_their_timeouts(self, timeout: float | None) -> None:
        stream, seen = opened("connection.connect_unix_socket.complete")
        stream.read(1, timeout)
        stream.write(b"a", timeout)
        stream.start_tls(None, None, timeout)
        assert seen == [(1, timeout), (1, timeout), (None, timeout)]

    @pytest.mark.parametrize("event", ["connection.connect_tcp.started", "http11.send_request_body.complete"])
    def test_other_events_are_ignored(self, event: str) -> None:
        stream, seen = opened(event)
        stream.read(1, deadlines.until(0, lambda: 0, 4))
        assert seen == [(1, 4)]
