"""The receivers of docs/receive-webhooks.md, as they stand, behind the interfaces that servers call."""

import asyncio
import json
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from sealwax.testing import WebhookSender
from sealwax.webhooks import VerifiedWebhook
from tests.conftest import ORGANIZATION, ROOT, SEED

pytestmark = pytest.mark.frameworks

PAGE = (ROOT / "docs" / "receive-webhooks.md").read_text()
SENDER, STRANGER = WebhookSender(SEED), WebhookSender(bytes(32), key_id="another")
CONTENT = {"type": "balances:confirmed", "organizationId": ORGANIZATION, "msg": {"amount": "1"}}

Headers = Mapping[str, str] | list[tuple[str, str]]


class Receiver:
    """A receiver, and what it has handled."""

    def __init__(self, framework: str, module: ModuleType) -> None:
        self._asgi = framework == "fastapi"
        self._application: Any = module.application if framework == "django" else module.app
        self.handled: list[VerifiedWebhook] = []
        self.failure: Exception | None = None
        module.handle = self._handle  # type: ignore[attr-defined]

    def _handle(self, webhook: VerifiedWebhook) -> None:
        if self.failure is not None:
            raise self.failure
        self.handled.append(webhook)

    def post(self, headers: Headers, body: bytes) -> int:
        """Post a delivery through the server's interface; give the status of the answer."""
        if self._asgi:
            return asyncio.run(self._post(headers, body))
        transport = httpx.WSGITransport(self._application, raise_app_exceptions=False)
        with httpx.Client(transport=transport, base_url="http://localhost") as client:
            return client.post("/webhooks", content=body, headers=headers).status_code

    async def _post(self, headers: Headers, body: bytes) -> int:
        transport = httpx.ASGITransport(self._application, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.post("/webhooks", content=body, headers=headers)).status_code


Make = Callable[[str], Receiver]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Run a receiver of the page as a module."""
    (tmp_path / "jwks.json").write_text(SENDER.jwks)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ORGANIZATION_ID", ORGANIZATION)

    def run(framework: str) -> Receiver:
        (source,) = re.findall(rf"^```python {framework}\n((?:.*\n)*?)```$", PAGE, re.MULTILINE)
        name = f"receiver_{framework}"
        # Django's settings are those of the process: its module is run once.
        module = sys.modules.get(name) if framework == "django" else None
        if module is None:
            module = sys.modules[name] = ModuleType(name)
            exec(compile(source, f"{name}.py", "exec"), module.__dict__)
        return Receiver(framework, module)

    return run


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
