"""Checks of the HTTP server, each with a request that only this check refuses."""

import pytest

from sealwax_service import LocalService
from tests.service.client import Client, send

JSON = {"Content-Type": "application/json"}


def test_no_answer_is_sniffed(local_service: LocalService) -> None:
    answer = send("GET", f"{local_service.url}/")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
def test_other_content_types(local_service: LocalService, kind: str) -> None:
    url = f"{local_service.url}/_sealwax/reset"
    before = local_service.organization_id
    assert send("POST", url, content=b"{}", headers={"Content-Type": kind}).status_code == 415
    assert local_service.organization_id == before
    near = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert send("POST", url, content=b"{}", headers=near).status_code == 200


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
