"""Checks of the HTTP server, each with a request that only this check refuses."""

from collections.abc import Iterator

import pytest

from sealwax_service import LocalService
from sealwax_service._limits import MAX_BODY_BYTES
from sealwax_service.http import server as http_server
from tests.service.client import Client, send
from tests.service.http.raw_http import (
    chunked,
    connect,
    error_of,
    exchange,
    request,
    status_of,
)

HEALTH = "/_sealwax/health"


def test_no_answer_is_sniffed(local_service: LocalService) -> None:
    answer = send("GET", f"{local_service.url}/")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("origin", ["https://example.com", "null", "http://localhost.example.com"])
def test_other_origins(local_service: LocalService, origin: str) -> None:
    answer = send("GET", f"{local_service.url}/_sealwax/info", headers={"Origin": origin})
    assert answer.status_code == 403
    assert "Access-Control-Allow-Origin" not in answer.headers
    near = send("GET", f"{local_service.url}/_sealwax/info", headers={"Origin": "http://localhost:1"})
    assert (near.status_code, near.headers["Access-Control-Allow-Origin"]) == (200, "http://localhost:1")


def test_repeated_heads(local_service: LocalService) -> None:
    url = f"{local_service.url}/_sealwax/health"
    for second, status in (("2", 400), ("1", 200)):
        answer = send("GET", url, headers=[("X-Session", "1"), ("X-Session", second)])
        assert answer.status_code == status


@pytest.mark.parametrize("number", ["1e999", "-1e400"])
def test_numbers_that_are_too_large(client: Client, number: str) -> None:
    for text, is_refused in ((number, True), ("1e300", False)):
        body = f'{{"organizationId":"{client.organization_id}","x":{text}}}'.encode()
        stamp = client.stamper.stamp(body)
        reply = client.send("/public/v1/query/whoami", body, {stamp.header_name: stamp.header_value})
        assert (reply.status == 400) == is_refused


@pytest.fixture(scope="module")
def shared() -> Iterator[LocalService]:
    with LocalService() as made:
        yield made


@pytest.mark.parametrize(
    ("refused", "near", "error"),
    [
        *(
            (request(b"", HEALTH, method), request(b"", HEALTH, "POST"), (405, "SEALWAX_METHOD"))
            for method in ("PUT", "DELETE", "PATCH", "BREW", "get", "CONNECT")
        ),
        *(
            (request(b"", target, "GET"), request(b"", near, "GET"), (400, "SEALWAX_BAD_HTTP"))
            for target, near in (
                (f"ftp://localhost{HEALTH}", f"http://localhost{HEALTH}"),
                (f"localhost{HEALTH}", f"https://LOCALHOST:1{HEALTH}"),
                ("x", HEALTH),
                ("http://[::1", f"http://[::1]{HEALTH}?x#y"),
            )
        ),
        *(
            (
                request(b"", f"http://{host}{HEALTH}", "GET"),
                request(b"", near, "GET"),
                (421, "SEALWAX_FOREIGN_HOST"),
            )
            for host, near in (
                ("example.com", f"http://127.0.0.1{HEALTH}"),
                ("localhost@example.com", "http://localhost"),
                ("", f"{HEALTH}?http://example.com"),
            )
        ),
        *(
            (
                request(chunked(size), HEALTH, Transfer_Encoding="chunked", Content_Length=None),
                request(chunked(near), HEALTH, Transfer_Encoding="chunked", Content_Length=None),
                (413, "SEALWAX_TOO_LARGE"),
            )
            for size, near in ((MAX_BODY_BYTES + 1, 0),)
        ),
        (
            request(Content_Length=str(MAX_BODY_BYTES + 1)),
            request(b"{}", HEALTH),
            (413, "SEALWAX_TOO_LARGE"),
        ),
        (
            request(path=HEALTH, Content_Type="text/plain"),
            request(b"", HEALTH, Content_Type=None),
            (415, "SEALWAX_CONTENT_TYPE"),
        ),
        (
            request(path=HEALTH, Content_Type=None),
            request(b"", HEALTH, "GET", Content_Type="text/plain"),
            (415, "SEALWAX_CONTENT_TYPE"),
        ),
        (request(b"", HEALTH, Host="example.com"), request(b"", HEALTH), (421, "SEALWAX_FOREIGN_HOST")),
        (
            request(b"", HEALTH, Host=None).replace(b"HTTP/1.1", b"HTTP/1.0"),
            request(b"", HEALTH).replace(b"HTTP/1.1", b"HTTP/1.0"),
            (421, "SEALWAX_FOREIGN_HOST"),
        ),
        (
            request(b"", HEALTH, "OPTIONS", Origin="https://example.com"),
            request(b"", HEALTH, "OPTIONS", Origin="https://localhost"),
            (403, "SEALWAX_FOREIGN_ORIGIN"),
        ),
        (
            request(b"x\r\n{}\r\n0\r\n\r\n", HEALTH, Transfer_Encoding="chunked", Content_Length=None),
            request(b"2\r\n{}\r\n0\r\n\r\n", HEALTH, Transfer_Encoding="chunked", Content_Length=None),
            (400, "SEALWAX_BAD_HTTP"),
        ),
        (
            request(path=HEALTH, Transfer_Encoding="gzip"),
            request(path=HEALTH, Content_Encoding="gzip"),
            (400, "SEALWAX_BAD_HTTP"),
        ),
    ],
)
def test_heads_and_bodies(shared: LocalService, refused: bytes, near: bytes, error: tuple[int, str]) -> None:
    assert error_of(exchange(shared, refused)) == error
    assert exchange(shared, near).startswith((b"HTTP/1.1 200 ", b"HTTP/1.1 204 "))


def test_the_length_of_a_body_in_chunks_is_what_arrives(shared: LocalService) -> None:
    """The other length is not believed, in either direction."""
    for length, status in (("9" * 20, 400), ("1", 400)):
        sent = request(chunked(2), HEALTH, Transfer_Encoding="chunked", Content_Length=length)
        assert status_of(exchange(shared, sent)) == status


def test_answers_without_content(shared: LocalService) -> None:
    head, _, rest = exchange(shared, request(b"", HEALTH, "OPTIONS", Origin="http://localhost")).partition(
        b"\r\n\r\n"
    )
    assert (head[:13], rest) == (b"HTTP/1.1 204 ", b"")
    assert b"\r\nContent-Length" not in head
    assert b"\r\nContent-Type" not in head
    # The length is that of the answer to GET.
    head, _, rest = exchange(shared, request(b"", HEALTH, "HEAD")).partition(b"\r\n\r\n")
    assert rest == b""
    assert int(head.partition(b"Content-Length: ")[2].partition(b"\r\n")[0]) > 0


def test_after_the_last_answer_the_service_reads_no_more_than_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(http_server, "MAX_DRAINED_BYTES", 1000)
    with LocalService() as service, connect(service) as connection:
        connection.sendall(request(Content_Length=str(MAX_BODY_BYTES + 1)))
        with pytest.raises(ConnectionError):
            for _ in range(200):
                connection.sendall(bytes(1 << 20))
