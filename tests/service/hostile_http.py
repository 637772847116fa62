"""Hostile bytes on connections to the local service, and a second reader that says how many answers are due.

    python -m tests.service.hostile_http --connections 100000

The second reader is h11. It has its own reading of RFC 9112, and shares nothing with the service.
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

import h11

from sealwax_service import LocalService
from sealwax_service.http_server import MAX_HEADERS, MAX_LINE_BYTES

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
    (b"POST",) * 6 + (b"GET",) * 4 + (b"OPTIONS", b"HEAD", b"PUT", b"get", b"P\0ST", b"", b"M-SEARCH", b"(")
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
        b"/" + b"a" * 70000,
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
    *(b"X: " + b"y" * 70000, b"\r\n".join([b"X: y"] * 120), b"Access-Control-Request-Headers: a\tb"),
    *(b"X-Auth-Proxy-Config-Id: x", b"Content-Length: 0", b"Content-Length: 2"),
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
        requests: The complete requests, up to one that cannot be read.
        may_follow: Whether something follows that may be answered: what cannot be read, or a body that ends
            early, whose request may be refused by its head.
        must_follow: Whether something follows that must be answered: a whole head that cannot be read.
    """

    requests: int
    may_follow: bool = False
    must_follow: bool = False


def hostile_bytes(rng: random.Random) -> bytes:
    """Make one to three requests, most with something odd in them, and at times change some bytes."""
    count = rng.choice((1, 1, 2, 3))
    sent = b"".join(rng.choice(_VALID) if rng.random() < 0.3 else _request(rng) for _ in range(count))
    if rng.random() < 0.3:
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


def read_by_h11(sent: bytes) -> Reading:
    """Count the requests on a connection as h11 reads them."""
    requests = 0
    while True:
        has_head = False
        # Empty lines before a request are nothing.
        sent = re.sub(rb"\A(\r?\n)+", b"", sent)
        connection = h11.Connection(h11.SERVER, max_incomplete_event_size=1 << 24)
        connection.receive_data(sent)
        connection.receive_data(b"")
        try:
            while True:
                event = connection.next_event()
                has_head = has_head or isinstance(event, h11.Request)
                if isinstance(event, h11.EndOfMessage):
                    break
                if isinstance(event, h11.ConnectionClosed) or event is h11.NEED_DATA:
                    return Reading(requests)
        except h11.RemoteProtocolError:
            # A head that is not whole cannot be answered, unless it is too long already.
            whole = re.search(rb"\n\r?\n", sent) is not None
            may_follow = whole or len(sent) > MAX_LINE_BYTES or sent.count(b"\n") >= MAX_HEADERS
            # The service may read a head that h11 refuses, and then wait for its body.
            has_body = has_head or b"content-length" in sent.lower()
            return Reading(requests, may_follow, must_follow=whole and not has_body)
        requests += 1
        if connection.their_state is not h11.DONE:
            return Reading(requests)
        sent = connection.trailing_data[0]


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
        # The answer to HEAD, which is the last, has no body.
        if answers and len(answers) < size:
            raise AssertionError("an answer is cut off")
        answers = answers[size:]
        if status[1] != b"100":
            found.append(int(status[1]))
    return found


def check(sent: bytes, answers: bytes) -> list[int]:
    """Check that all requests are answered that must be, and nothing else; return the statuses."""
    statuses, reading = statuses_of(answers), read_by_h11(sent)
    most, due = reading.requests + reading.may_follow, reading.requests + reading.must_follow
    if len(statuses) > most:
        raise AssertionError(f"{len(statuses)} answers to {most} requests")
    if due and not statuses:
        raise AssertionError(f"no answer to {due} requests")
    closes = b"\r\nConnection: close\r\n" in answers.rpartition(b"HTTP/1.1 ")[2]
    if statuses and not closes and len(statuses) < due:
        raise AssertionError(f"{len(statuses)} answers to {due} requests, and none that ends them")
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
