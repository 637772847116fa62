"""Requests as bytes, and answers as bytes: for what a client of HTTP would not send."""

import json
import re
import socket

from sealwax_service import LocalService

WHOAMI = "/public/v1/query/whoami"
# A service that lacks a check may wait for ever, or send without an end.
PATIENT = 10
_MOST_BYTES = 16 << 20


def connect(service: LocalService) -> socket.socket:
    """Open a connection, on which nothing waits for long."""
    host, port = service.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=PATIENT)


def read_to_end(connection: socket.socket) -> bytes:
    """Read until the service closes the connection."""
    received = b""
    while chunk := connection.recv(65536):
        received += chunk
        assert len(received) <= _MOST_BYTES, "the answer has no end"
    return received


def exchange(service: LocalService, sent: bytes) -> bytes:
    """Send bytes, and give all that comes back."""
    with connect(service) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        return read_to_end(connection)


def error_of(answer: bytes) -> tuple[int, str]:
    """The status and the code of an answer in the service's shape."""
    head, _, body = answer.partition(b"\r\n\r\n")
    fields = json.loads(body)
    assert isinstance(fields["code"], int)
    assert fields["turnkeyErrorCode"]
    return int(head.split()[1]), fields["turnkeyErrorCode"]


def status_of(answer: bytes) -> int:
    """The status of an answer in the service's shape."""
    return error_of(answer)[0]


def request(body: bytes = b"{}", path: str = WHOAMI, method: str = "POST", **headers: str | None) -> bytes:
    """A request; a header that is None is left out."""
    given = {
        "Host": "localhost",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    lines = [f"{method} {path} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in given.items() if value is not None]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def chunked(size: int) -> bytes:
    """A body in chunks."""
    return b"%x\r\n" % size + b" " * size + b"\r\n0\r\n\r\n"


def statuses_of(answers: bytes) -> list[int]:
    """The statuses of all answers on a connection."""
    found: list[int] = []
    while answers:
        head, end, answers = answers.partition(b"\r\n\r\n")
        version, status = head.split()[:2]
        assert (version, end) == (b"HTTP/1.1", b"\r\n\r\n")
        found.append(int(status))
        length = re.search(rb"\r\nContent-Length: ([0-9]+)", head)
        answers = answers[int(length[1]) if length else 0 :]
    return found
