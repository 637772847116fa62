"""Raw hostile bytes: no traceback, no answer missing, no second answer."""

import pytest

from sealwax_service import LocalService
from tests.service.http import hostile_http


def check_connections(
    local_service: LocalService, capfd: pytest.CaptureFixture[str], connections: int
) -> None:
    """Send hostile bytes: each request gets one answer."""
    seen = hostile_http.run(local_service, connections, seed=1)
    assert capfd.readouterr().err == ""
    assert seen[200] > connections / 100
    assert seen[400] > connections / 10


OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
LAST = OK.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
ONE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "answers", "words"),
    [
        (ONE, OK + OK, "2 answers to 1"),
        (ONE, b"", "0 answers to 1"),
        (b"x\r\n\r\n", b"", "0 answers to 1"),
        (b"x\r\n\r\n", OK, "does not end"),
        (b"x\r\n\r\n", LAST, "does not end"),
        (ONE + ONE, OK, "1 answers to 2"),
        (ONE[:-2], OK + OK, "2 answers to 0"),
        (ONE, OK[:-1], "cut off"),
        (ONE, b"x" + OK, "not an answer"),
        (ONE, OK.replace(b"200", b"500"), "statuses"),
    ],
)
def test_what_the_check_refuses(sent: bytes, answers: bytes, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        hostile_http.check(sent, answers)


def test_what_the_check_accepts() -> None:
    interim = b"HTTP/1.1 100 Continue\r\n\r\n"
    assert hostile_http.check(ONE + ONE, OK + interim + LAST) == [200, 200]
    assert hostile_http.check(b"\r\n" + ONE, LAST.replace(b"200", b"400")) == [400]
    assert hostile_http.check(ONE[:-2], b"") == []
