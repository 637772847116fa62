"""The receivers of docs/receive-webhooks.md, as they stand, behind the interfaces that servers call."""

import json
from pathlib import Path

import pytest

from sealwax.testing import WebhookSender
from tests.conftest import ORGANIZATION, SEED
from tests.receivers.receiver import Headers, Make, run_receiver

pytestmark = pytest.mark.frameworks

SENDER, STRANGER = WebhookSender(SEED), WebhookSender(bytes(32), key_id="another")
CONTENT = {"type": "balances:confirmed", "organizationId": ORGANIZATION, "msg": {"amount": "1"}}


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Run a receiver of the page as a module."""
    (tmp_path / "jwks.json").write_text(SENDER.jwks)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ORGANIZATION_ID", ORGANIZATION)
    return lambda framework: run_receiver("receive-webhooks.md", framework, "/webhooks")


def deliver(content: object = CONTENT, sender: WebhookSender = SENDER) -> tuple[dict[str, str], bytes]:
    # With white space that parsing and writing again would lose.
    return sender.deliver(json.dumps(content, indent=2).encode() + b"\n")


@pytest.mark.parametrize("framework", ["fastapi", "flask", "django"])
class TestReceivers:
    def test_a_delivery_is_handled_once(self, make: Make, framework: str) -> None:
        receiver = make(framework)
        headers, body = deliver()
        assert receiver.post(headers, body) == 204
        assert receiver.post(headers, body) == 204
        (webhook,) = receiver.handled
        assert (webhook.event_type, webhook.content) == ("BALANCE_CONFIRMED_UPDATES", CONTENT)

    def test_what_is_not_genuine_is_refused(self, make: Make, framework: str) -> None:
        receiver = make(framework)
        headers, body = deliver()
        name = "X-Turnkey-Event-Id"
        without = {other: value for other, value in headers.items() if other != name}
        # Servers join repeated headers for WSGI, and give them one by one to ASGI.
        repeated = [*headers.items(), (name, headers[name])] if framework == "fastapi" else without
        altered: list[tuple[Headers, bytes]] = [
            (headers, body.strip()),
            (headers, b""),
            (without, body),
            (repeated, body),
            ({**headers, name: f"{headers[name]},{headers[name]}"}, body),
            ({**headers, name: "0" * 64}, body),
            deliver({**CONTENT, "organizationId": "another"}),
        ]
        for altered_headers, altered_body in altered:
            assert receiver.post(altered_headers, altered_body) == 400
        assert receiver.handled == []

    def test_a_key_that_is_not_known_may_be_a_new_one(self, make: Make, framework: str) -> None:
        receiver = make(framework)
        assert receiver.post(*deliver(sender=STRANGER)) == 503
        assert receiver.handled == []

    def test_a_delivery_that_could_not_be_handled_is_taken_again(self, make: Make, framework: str) -> None:
        receiver = make(framework)
        headers, body = deliver()
        receiver.failure = ValueError("the database is away")
        assert receiver.post(headers, body) == 500
        receiver.failure = None
        assert receiver.post(headers, body) == 204
        assert len(receiver.handled) == 1
