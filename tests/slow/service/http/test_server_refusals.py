"""The tests of ``tests/service/http/test_server_refusals.py`` that take long."""

from threading import Event
from typing import Any

import pytest

from sealwax_service import LocalService
from sealwax_service._limits import MAX_BODY_BYTES
from sealwax_service.http import server as http_server
from tests.service.client import send
from tests.service.http.raw_http import (
    PATIENT,
    connect,
    read_to_end,
    request,
    status_of,
)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
def test_other_content_types(local_service: LocalService, kind: str) -> None:
    url = f"{local_service.url}/_sealwax/reset"
    before = local_service.organization_id
    assert send("POST", url, content=b"{}", headers={"Content-Type": kind}).status_code == 415
    assert local_service.organization_id == before
    near = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert send("POST", url, content=b"{}", headers=near).status_code == 200


@pytest.mark.parametrize("sent", [b"", b"POST / HT", request()[:-1], request() + b"POST"])
def test_a_silent_connection_is_closed(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(http_server, "IDLE_SECONDS", 0.05)
    with LocalService() as service, connect(service) as connection:
        connection.sendall(sent)
        # The client closes nothing: without the limit, this ends in its own.
        answers = read_to_end(connection)
    assert answers.count(b"HTTP/1.1 ") == sent.startswith(request())


def test_after_the_last_answer_a_silent_client_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = Event()

    class Server(http_server._Server):
        def shutdown_request(self, request: Any) -> None:
            super().shutdown_request(request)
            closed.set()

    monkeypatch.setattr(http_server, "DRAIN_SECONDS", 0.05)
    monkeypatch.setattr(http_server, "_Server", Server)
    with LocalService() as service, connect(service) as connection:
        connection.sendall(request(Content_Length=str(MAX_BODY_BYTES + 1)))
        assert status_of(read_to_end(connection)) == 413
        assert closed.wait(PATIENT)
