"""The tests of ``tests/service/http/test_server.py`` that take long."""

import pytest

from sealwax_service import LocalService
from sealwax_service._limits import MAX_BODY_BYTES, MAX_HEAD_BYTES
from tests.service.client import send
from tests.service.http import test_server as quick
from tests.service.http.raw_http import (
    WHOAMI,
    chunked,
    exchange,
    request,
    status_of,
)
from tests.service.http.test_server import check_many_clients, check_mutated_requests

switches_often = quick.switches_often


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"\r\n\r\n", 400),
        (b"x\r\n\r\n", 400),
        (b"GET / HTTP/9\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\n" + b"a: b\r\n" * MAX_HEAD_BYTES + b"\r\n", 431),
        (b"POST /" + b"a" * 3 * MAX_HEAD_BYTES + b" HTTP/1.1\r\n\r\n", 431),
        (request(method="PUT"), 405),
        (request(method="BREW"), 405),
        (request(b"", path="/x", method="GET", Content_Length=None), 405),
        (request(Content_Length="-1"), 400),
        (request(Content_Length="1e3"), 400),
        (request(Content_Length="٣".encode().decode("latin-1")), 400),
        (request(Content_Length="9" * 400), 400),
        (request(Content_Length="9" * 20), 413),
        (request(Content_Length=str(MAX_BODY_BYTES + 1)), 413),
        (request(b"x\r\n{}\r\n0\r\n\r\n", Transfer_Encoding="chunked", Content_Length=None), 400),
        (request(Transfer_Encoding="gzip"), 400),
        (request(chunked(2), Transfer_Encoding="chunked", Content_Length=str(MAX_BODY_BYTES + 1)), 400),
        (request(chunked(MAX_BODY_BYTES + 1), Transfer_Encoding="chunked", Content_Length=None), 413),
        (request().replace(b"Content-Length: 2", b"Content-Length: 2\r\nContent-Length: 3"), 400),
        (request(Content_Type="text/plain"), 415),
        (request(Content_Type=None), 415),
        (request(Content_Type="application/x-www-form-urlencoded"), 415),
        (request(Host=None), 400),
        (request(Host=None).replace(b"HTTP/1.1", b"HTTP/1.0"), 421),
        (request().replace(b"Host: localhost", b"Host: localhost\r\nHost: localhost"), 400),
        (request().replace(b"Host:", b"X-Stamp: a\r\nX-Stamp: b\r\nHost:"), 400),
        (request(b"", path="http://[", method="GET"), 400),
        (request(b"", path="http://[::1/x", method="GET"), 400),
        (request(b"", path="x", method="GET"), 400),
        (request(b"", path="ftp://localhost/", method="GET"), 400),
        (request(b"", path="http://example.com/_sealwax/info", method="GET"), 421),
        (request().replace(b" HTTP/1.1", b""), 400),
        (request().replace(b" HTTP/1.1", b"\x0bHTTP/1.1"), 400),
        (request().replace(b"Host:", b"Host :"), 400),
        (request().replace(b"Host:", b" Host:"), 400),
        (request().replace(b"Host:", b"\xa0: x\r\nHost:"), 400),
        (request(Origin="http://localhost\r\n x"), 403),
        (request(Origin="http://localhost\rX: y"), 400),
        (request(Origin="http://localhost\0"), 400),
        (request().replace(b"Content-Length: 2", b"Content-Length: +2"), 400),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 3 * MAX_HEAD_BYTES + b"\r\n\r\n", 431),
    ],
)
def test_hostile_http(local_service: LocalService, sent: bytes, status: int) -> None:
    assert status_of(exchange(local_service, sent)) == status


class TestOrigins:
    service = quick.TestOrigins.service

    @pytest.mark.parametrize(
        "origin",
        [
            "https://example.com",
            "null",
            "http://localhost.example.com",
            "file://",
            "http://[",
            "https://app.example.com.evil.example",
            "http://user@localhost",
            "http://localhost/",
            "ftp://localhost",
        ],
    )
    def test_refused(self, service: LocalService, origin: str) -> None:
        for answer in (
            send("OPTIONS", service.url + WHOAMI, headers={"Origin": origin}),
            send("GET", service.url + "/_sealwax/info", headers={"Origin": origin}),
            send("POST", service.url + WHOAMI, json={}, headers={"Origin": origin}),
        ):
            assert answer.status_code == 403
            assert answer.json()["turnkeyErrorCode"] == "SEALWAX_FOREIGN_ORIGIN"
            assert "Access-Control-Allow-Origin" not in answer.headers


def test_mutated_requests_get_no_500(local_service: LocalService) -> None:
    check_mutated_requests(local_service, 400)


@pytest.mark.usefixtures("switches_often")
def test_many_clients_lose_nothing(local_service: LocalService, monkeypatch: pytest.MonkeyPatch) -> None:
    check_many_clients(local_service, monkeypatch, 16, 4)
