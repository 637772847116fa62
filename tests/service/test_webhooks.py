"""Deliveries to an endpoint on this machine, verified as a back end does."""

import itertools
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any, NamedTuple

import pytest

from sealwax import ApiKey
from sealwax.webhooks import WebhookKeys, verify_webhook
from sealwax_service import webhooks
from sealwax_service._limits import DELIVERY_ATTEMPTS
from tests.service.client import Client, send

TAG: dict[str, Any] = {"userTagName": "t", "userIds": []}


class Endpoint(NamedTuple):
    """A receiver of deliveries, and the statuses that it answers with; then 200."""

    url: str
    received: list[tuple[dict[str, str], bytes]]
    statuses: list[int]


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    received: list[tuple[dict[str, str], bytes]] = []
    statuses: list[int] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append((dict(self.headers.items()), body))
            self.send_response(statuses.pop(0) if statuses else 200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield Endpoint(f"http://127.0.0.1:{server.server_port}/hook?a=b", received, statuses)
    server.shutdown()
    thread.join()
    server.server_close()


def listen(client: Client, url: str) -> str:
    """Add an endpoint, and set its URL; return its id."""
    endpoint_id = client.service.add_webhook_endpoint()
    client.submit("update_webhook_endpoint", endpointId=endpoint_id, url=url).check()
    return endpoint_id


def test_an_activity_is_delivered_and_verifies(client: Client, endpoint: Endpoint) -> None:
    listen(client, endpoint.url)
    activity = client.submit("create_user_tag", **TAG).activity
    first, second = client.service.webhooks.deliveries[-2:]
    assert (first.statuses, second.statuses) == ((200,), (200,))
    headers, body = endpoint.received[-1]
    assert body == second.body
    verified = verify_webhook(
        headers, body, keys=client.service.webhooks.keys, organization_id=client.organization_id
    )
    assert verified.event_type == "ACTIVITY_UPDATES"
    assert activity["id"].encode() in body
    assert headers["X-Turnkey-Organization-Id"] == client.organization_id
    answer = send("GET", f"{client.service.url}/public/v1/discovery/webhooks/jwks")
    assert WebhookKeys.from_jwks(answer.text) == client.service.webhooks.keys


def test_each_status_is_delivered(client: Client, endpoint: Endpoint) -> None:
    listen(client, endpoint.url)
    before = len(client.service.webhooks.deliveries)
    key = ApiKey.generate()
    client.add_user(key)
    client.service.fail("create_user_tag", "consensus")
    waiting = client.submit("create_user_tag", **TAG).activity
    client.with_key(key).submit("reject_activity", fingerprint=waiting["fingerprint"]).check()
    bodies = [delivery.body for delivery in client.service.webhooks.deliveries[before:]]
    found = [
        status
        for body in bodies
        for status in (b"CONSENSUS_NEEDED", b"REJECTED", b"COMPLETED")
        if status in body
    ]
    assert found[:2] == [b"CONSENSUS_NEEDED", b"REJECTED"]


def test_a_delivery_elsewhere_needs_no_thread(client: Client, endpoint: Endpoint) -> None:
    def new_threads() -> list[Thread]:
        return [
            each
            for each in threading.enumerate()
            if each not in before and each.name.startswith("sealwax-webhooks")
        ]

    before = threading.enumerate()
    listen(client, "https://example.com/")
    client.submit("create_user_tag", **TAG).check()
    delivery = client.service.webhooks.ended()[-1]
    assert (delivery.url, delivery.statuses, delivery.headers) == ("https://example.com/", (), {})
    assert new_threads() == []
    # A near miss: one on this machine.
    listen(client, endpoint.url)
    assert len(new_threads()) == 1


def test_an_endpoint_that_does_not_answer(client: Client, endpoint: Endpoint) -> None:
    # Nothing listens there.
    listen(client, "http://127.0.0.1:1")
    client.submit("create_user_tag", **TAG).check()
    assert client.service.webhooks.deliveries[-1].statuses == (0,) * DELIVERY_ATTEMPTS
    assert endpoint.received == []


def test_an_endpoint_that_is_not_active_gets_nothing(client: Client, endpoint: Endpoint) -> None:
    endpoint_id = listen(client, endpoint.url)
    client.submit("update_webhook_endpoint", endpointId=endpoint_id, isActive=False).check()
    before = client.service.webhooks.deliveries
    client.submit("create_user_tag", **TAG).check()
    assert client.service.webhooks.deliveries == before
    client.service.reset()
    assert client.service.webhooks.deliveries == ()


def test_an_endpoint_that_drips_is_left(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers within the time of a delivery as a whole, not within that time for each byte."""
    seconds = itertools.count()
    monkeypatch.setattr(webhooks, "monotonic", lambda: float(next(seconds)))

    def drip(server: socket.socket) -> None:
        for _ in range(DELIVERY_ATTEMPTS):
            with server.accept()[0] as connection, suppress(OSError):
                # At most this often, so that a delivery without an end fails instead of going on.
                for _ in range(1000):
                    connection.sendall(b"HTTP/1.1 102 Processing\r\n\r\n")
                connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = Thread(target=drip, args=(server,), daemon=True)
        thread.start()
        monkeypatch.setattr(webhooks, "_READ_BYTES", 1)
        listen(client, f"http://127.0.0.1:{server.getsockname()[1]}/")
        assert client.service.webhooks.deliveries[-1].statuses == (0,) * DELIVERY_ATTEMPTS
