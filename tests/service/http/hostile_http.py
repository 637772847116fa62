"""Hostile bytes on connections to the local service, and a second reader that says how many answers are due.

    python -m tests.service.http.hostile_http --connections 100000

The second reader is below. It reads RFC 9112 with the two things that a server may tolerate: lines that end
with LF alone, and folded lines. It refuses everything else. It does not use h11, as the service does.
"""

import argparse
import random
import re
import socket
import struct
import sys
import time
from collections import Counter
from typing import NamedTuple

from sealwax_service import LocalService
from sealwax_service._limits import MAX_HEAD_BYTES

WHOAMI = "/public/v1/query/whoami"
_TIMEOUT = 20
# Closing a connection this way leaves nothing behind: a run makes more connections than there are ports.
_NO_LINGERING = struct.pack("ii", 1, 0)

_HIDDEN = (
    b"POST /hidden HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 2\r\n\r\n{}"
)
_VALID = (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", _HIDDEN.replace(b"/hidden", b"/_sealwax/info"))
_METHODS = (
    (b"POST",) * 6
    + (b"GET",) * 4
    + (b"OPTIONS", b"HEAD", b"PUT", b"get", b"P\0ST", b"", b"M-SEARCH", b"(", b"CONNECT")
)
_TARGETS = (
    *(WHOAMI.encode(),) * 4,
    *(b"/", b"/_sealwax/info", b"/_sealwax/none", b"/v1/signup_v2", b"/public/v1/submit/create_user_tag"),
    *(b"http://[", b"http://localhost/_sealwax/info", b"http://example.com/", b"http://localhost:x/", b"//["),
    *(
        b"*",
        b"",
        b"x",
        b"/?a=b#c",
        b"/%00",
        b"/a b",
        b"/\xe9",
        b"/\0",
        b"/" + b"a" * 300,
        b"/" + b"a" * 3 * MAX_HEAD_BYTES,
    ),
)
_VERSIONS = (b"HTTP/1.1",) * 12 + (
    b"HTTP/1.0",
    b"HTTP/1.9",
    b"HTTP/0.9",
    b"HTTP/2.0",
    b"HTTP/1.1 ",
    b"http/1.1",
    b"",
    b"X",
)
_HOSTS = (b"localhost",) * 12 + (
    b"127.0.0.1:80",
    b"[::1]",
    b"example.com",
    b"[",
    b"",
    b"localhost\r\nHost: localhost",
)
_OTHERS = (
    *(b"Content-Type: application/json",) * 8,
    *(b"Content-Type: text/plain", b"Connection: close", b"Connection: keep-alive", b"Connection: upgrade"),
    *(b"Expect: 100-continue", b"Expect: x", b"Transfer-Encoding: chunked"),
    *(b"Transfer-Encoding : chunked", b"Transfer-Encoding: identity", b"Transfer-Encoding:\tchunked"),
    *(b"Transfer-Encoding: chunked, chunked", b"Transfer-Encoding\xa0: chunked", b"Transfer-Encoding"),
    *(
        b"Origin: http://localhost",
        b"Origin: null",
        b"Origin: http://[",
        b"Origin: http://localhost\r\n x: y",
    ),
    *(
        b"Origin: http://localhost\rX: y",
        b"Origin: http://localhost\nX: y",
        b"X: \0",
        b"X: \xff",
        b"X:",
        b": x",
    ),
    *(b" X: y", b"\tX: y", b"X Y: z", b"", b"X-Stamp: e30", b"X-Stamp: {}", b"X-Stamp-WebAuthn: {}"),
    *(
        b"X: " + b"y" * 3 * MAX_HEAD_BYTES,
        b"\r\n".join([b"X: y"] * 120),
        b"Access-Control-Request-Headers: a\tb",
    ),
    *(
        b"Upgrade: x\r\nConnection: upgrade",
        b"X-Auth-Proxy-Config-Id: x",
        b"Content-Length: 0",
        b"Content-Length: 2",
    ),
)
_ENDS = (b"\r\n",) * 40 + (b"\n", b"\r", b"\r\r\n", b"\n\r\n", b"\0\r\n", b" \r\n")
_BODIES = (
    b"{}",
    b"{}",
    b"",
    b"",
    b"[]",
    _HIDDEN,
    b"0\r\n\r\n",
    b"2\r\n{}\r\n0\r\n\r\n",
    b"5\r\n" + _HIDDEN,
    b"{" * 3000,
)
_LENGTHS = (b"%d",) * 20 + (
    b" %d ",
    b"+%d",
    b"0%d",
    b"-%d",
    b"%d, %d",
    b"%d.0",
    b"0x%x",
    b"%d1",
    b"%d\x0b",
    b"",
)


class Reading(NamedTuple):
    """The requests that a reader finds in all bytes of a connection.

    Attributes:
        requests: The complete requests, up to one that cannot be read, or that ends the connection.
        is_refused: Whether a request follows that must be refused, with the connection.
        may_be_refused: Whether a request follows that is not complete: it may be refused for its first bytes.
    """

    requests: int
    is_refused: bool = False
    may_be_refused: bool = False


def hostile_bytes(rng: random.Random) -> bytes:
    """Make one to three requests, most with something odd in them, and at times change some bytes."""
    count = rng.choice((1, 1, 2, 3))
    sent = b"".join(rng.choice(_VALID) if rng.random() < 0.3 else _request(rng) for _ in range(count))
    # A head that is little longer than allowed is refused or not, as its bytes arrive.
    if rng.random() < 0.3 and len(sent) < MAX_HEAD_BYTES:
        changed = bytearray(sent)
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(changed) + 1)
            changed[place : place + rng.randrange(3)] = rng.choice(
                (b"", b"\r", b"\n", b"\r\n", b" ", b":", b"\0", b"\x80", rng.randbytes(2))
            )
        sent = bytes(changed)
    return sent if rng.random() < 0.9 else sent[: rng.randrange(len(sent) + 1)]


def _request(rng: random.Random) -> bytes:
    body = rng.choice(_BODIES)
    length = rng.choice(_LENGTHS)
    size = len(body) + rng.choice((0,) * 30 + (-1, 1, 1 << 20))
    lines = [b"Host: " + rng.choice(_HOSTS), *rng.choices(_OTHERS, k=rng.choice((0, 1, 1, 2)))]
    if length:
        text = length.replace(b"%d", b"%d" % size).replace(b"%x", b"%x" % max(size, 0))
        lines.append(
            rng.choice((b"Content-Length: ",) * 20 + (b"Content-Length : ", b"content-length:")) + text
        )
    rng.shuffle(lines)
    head = b" ".join((rng.choice(_METHODS), rng.choice(_TARGETS), rng.choice(_VERSIONS)))
    return b"".join(line + rng.choice(_ENDS) for line in (head, *lines, b"")) + body


_TOKEN = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_REQUEST_LINE = re.compile(_TOKEN + rb" [!-~]+ HTTP/([0-9]\.[0-9])")
_FIELD = re.compile(rb"(" + _TOKEN + rb"):[ \t]*((?:[^\s\0]+(?:[ \t]+[^\s\0]+)*)?)[ \t]*")
_CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,20})(?:;[^\n]*)?[ \t]*\r\n")


class _RefusedError(Exception):
    """A request that breaks RFC 9112."""


class _IncompleteError(Exception):
    """The bytes end within a request."""


def read_requests(sent: bytes) -> Reading:
    """Count the requests on a connection."""
    requests = 0
    while sent:
        try:
            sent, closes = _read_request(sent)
        except _RefusedError:
            return Reading(requests, is_refused=True)
        except _IncompleteError:
            return Reading(requests, may_be_refused=True)
        requests += 1
        if closes:
            break
    return Reading(requests)


def _read_request(sent: bytes) -> tuple[bytes, bool]:
    """Read a request; return the bytes after it, and whether it ends the connection."""
    end = _HEAD_END.search(sent)
    if end is None:
        raise _IncompleteError
    first, *block = re.split(rb"\r?\n", sent[: end.start()], maxsplit=1)
    lines = [line for part in block for line in _unfold(part)]
    request_line = _REQUEST_LINE.fullmatch(first)
    matches = [*map(_FIELD.fullmatch, lines)]
    if request_line is None or end.end() > MAX_HEAD_BYTES:
        raise _RefusedError
    fields: dict[bytes, list[bytes]] = {}
    for match in matches:
        if match is None:
            raise _RefusedError
        fields.setdefault(match[1].lower(), []).append(match[2].lower())
    hosts, version = fields.get(b"host", []), request_line[1]
    if len(hosts) > 1 or (version == b"1.1" and not hosts):
        raise _RefusedError
    options = [option.strip() for option in b",".join(fields.get(b"connection", [])).split(b",")]
    lengths = {part.strip() for value in fields.get(b"content-length", [b"0"]) for part in value.split(b",")}
    size = lengths.pop()
    if lengths or re.fullmatch(rb"[0-9]{1,20}", size) is None:
        raise _RefusedError
    left = sent[end.end() :]
    if b"transfer-encoding" in fields:
        if fields[b"transfer-encoding"] != [b"chunked"]:
            raise _RefusedError
        left = _after_chunks(left)
    elif int(size) > len(left):
        raise _IncompleteError
    else:
        left = left[int(size) :]
    return left, version < b"1.1" or b"close" in options


def _unfold(block: bytes) -> list[bytes]:
    """Return the lines of a block of fields."""
    return re.split(rb"\r?\n", re.sub(rb"\r?\n[ \t]+", b" ", block))


def _after_chunks(left: bytes) -> bytes:
    while True:
        chunk = _CHUNK_SIZE.match(left)
        if chunk is None:
            raise _RefusedError if b"\r\n" in left else _IncompleteError
        left = left[chunk.end() :]
        size = int(chunk[1], 16)
        if not size:
            break
        if len(left) < size + 2:
            raise _IncompleteError if left[size:] in {b"", b"\r"} else _RefusedError
        if left[size : size + 2] != b"\r\n":
            raise _RefusedError
        left = left[size + 2 :]
    # The trailers are fields as well.
    end = re.match(rb"\r?\n", left) or _HEAD_END.search(left)
    if end is None:
        raise _IncompleteError
    trailers = left[: end.start()]
    if trailers and not all(map(_FIELD.fullmatch, _unfold(trailers))):
        raise _RefusedError
    return left[end.end() :]


def exchange(port: int, sent: bytes) -> bytes:
    """Send bytes on a connection of their own; return everything that comes back."""
    with socket.create_connection(("127.0.0.1", port), timeout=_TIMEOUT) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        received = b""
        while chunk := connection.recv(65536):
            received += chunk
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGERING)
    return received


def statuses_of(answers: bytes) -> list[int]:
    """Return the statuses of all answers on a connection, but for interim ones; refuse what is no answer."""
    found: list[int] = []
    while answers:
        head, end, answers = answers.partition(b"\r\n\r\n")
        status = re.match(rb"HTTP/1\.1 ([1-5][0-9]{2}) ", head)
        if status is None or not end:
            raise AssertionError(f"not an answer: {head!r}")
        length = re.search(rb"\r\nContent-Length: ([0-9]+)", head)
        size = int(length[1]) if length else 0
        # The answer to HEAD has no body.
        if not answers or answers.startswith(b"HTTP/1.1 "):
            size = 0
        if len(answers) < size:
            raise AssertionError("an answer is cut off")
        answers = answers[size:]
        if status[1] != b"100":
            found.append(int(status[1]))
    return found


def check(sent: bytes, answers: bytes) -> list[int]:
    """Check that all requests are answered that must be, and nothing else; return the statuses."""
    statuses, reading = statuses_of(answers), read_requests(sent)
    due = reading.requests + reading.is_refused
    if not due <= len(statuses) <= due + reading.may_be_refused:
        raise AssertionError(f"{len(statuses)} answers to {due} requests")
    if len(statuses) > reading.requests:
        closes = b"\r\nConnection: close\r\n" in answers.rpartition(b"HTTP/1.1 ")[2]
        if not closes or statuses[-1] < 400:
            raise AssertionError("a refused request does not end the connection")
    if not {*statuses} <= {200, 204, *range(400, 500)}:
        raise AssertionError(f"the statuses are {statuses}")
    return statuses


def run(service: LocalService, connections: int, seed: int) -> Counter[int]:
    """Open connections with hostile bytes, one after the other; return how often each status was answered."""
    rng, port = random.Random(seed), int(service.url.rpartition(":")[2])
    seen: Counter[int] = Counter()
    for number in range(connections):
        sent = hostile_bytes(rng)
        try:
            answers = exchange(port, sent)
            seen.update(check(sent, answers))
        except (AssertionError, OSError) as error:
            raise AssertionError(f"connection {number} of seed {seed}: {error}: {sent[:2000]!r}") from error
    return seen


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    start = time.monotonic()
    with LocalService() as service:
        seen = run(service, given.connections, given.seed)
    seconds = time.monotonic() - start
    sys.stdout.write(f"{given.connections} connections in {seconds:.0f} s: {dict(sorted(seen.items()))}\n")


if __name__ == "__main__":
    main()
