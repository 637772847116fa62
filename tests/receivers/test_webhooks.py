"""The receivers of docs/receive-webhooks.md, as they stand, behind the interfaces that servers call."""

import json
import sys
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sealwax.testing import WebhookSender
from tests.conftest import ORGANIZATION, SEED
from tests.receivers.receiver import Headers, Make, code_of, run_receiver, run_tests, save

PAGE, MODULE = "receive-webhooks.md", "webhook_keys"
SENDER, STRANGER = WebhookSender(SEED), WebhookSender(bytes(32), key_id="another")
CONTENT = {"type": "balances:confirmed", "organizationId": ORGANIZATION, "msg": {"amount": "1"}}


class Keys:
    """The module with the keys: the file that it fetches, and its clock."""

    def __init__(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._file, self._now, self._patch = file, 0.0, monkeypatch
        self.publish(SENDER.jwks)

    def load(self) -> None:
        module: Any = import_module(MODULE)
        self._patch.setattr(module, "time", SimpleNamespace(monotonic=lambda: self._now))

    def publish(self, text: str) -> None:
        self._file.write_text(text)

    def remove(self) -> None:
        self._file.unlink()

    def wait(self, seconds: float) -> None:
        self._now += seconds


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Keys:
    """The page's module with the keys, which the receivers import."""
    file = tmp_path / "jwks.json"
    (tmp_path / f"{MODULE}.py").write_text(code_of(PAGE, "keys"))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, MODULE, raising=False)
    monkeypatch.setenv("JWKS_URL", file.as_uri())
    monkeypatch.setenv("ORGANIZATION_ID", ORGANIZATION)
    return Keys(file, monkeypatch)


@pytest.fixture
def make(keys: Keys) -> Make:
    """Run a receiver of the page as a module."""
    keys.load()
    return lambda framework: run_receiver(PAGE, framework, "/webhooks")


def deliver(content: object = CONTENT, sender: WebhookSender = SENDER) -> tuple[dict[str, str], bytes]:
    # With white space that parsing and writing again would lose.
    return sender.deliver(json.dumps(content, indent=2).encode() + b"\n")


@pytest.mark.parametrize("framework", ["fastapi", "flask", "django", "wsgi"])
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

    def test_new_keys_are_taken_without_a_restart(self, make: Make, keys: Keys, framework: str) -> None:
        receiver = make(framework)
        assert receiver.post(*deliver()) == 204
        keys.publish(STRANGER.jwks)
        # Asked for a minute after the last time at the earliest, so that strangers cannot ask without end.
        keys.wait(60)
        assert receiver.post(*deliver(sender=STRANGER)) == 503
        keys.wait(1)
        assert receiver.post(*deliver(sender=STRANGER)) == 204
        assert receiver.post(*deliver()) == 503
        assert len(receiver.handled) == 2

    def test_keys_are_a_day_old_at_most(self, make: Make, keys: Keys, framework: str) -> None:
        receiver = make(framework)
        assert receiver.post(*deliver()) == 204
        keys.publish(STRANGER.jwks)
        keys.wait(86400)
        assert receiver.post(*deliver()) == 204
        keys.wait(1)
        assert receiver.post(*deliver()) == 503

    def test_without_keys_the_service_delivers_again(self, make: Make, keys: Keys, framework: str) -> None:
        receiver = make(framework)
        keys.publish("{}")
        assert receiver.post(*deliver()) == 500
        keys.publish(SENDER.jwks)
        assert receiver.post(*deliver()) == 500
        keys.wait(61)
        assert receiver.post(*deliver()) == 204
        # Old keys are used while new ones cannot be fetched, for a day.
        keys.remove()
        keys.wait(61)
        assert receiver.post(*deliver(sender=STRANGER)) == 500
        assert receiver.post(*deliver()) == 204
        keys.wait(86400)
        assert [receiver.post(*deliver()) for _ in range(2)] == [500, 500]


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"PATH_INFO": "/"}, "404"),
        ({"REQUEST_METHOD": "GET"}, "404"),
        ({"CONTENT_LENGTH": str(1 << 20)}, "204"),
        ({"CONTENT_LENGTH": str((1 << 20) + 1)}, "413"),
        ({"CONTENT_LENGTH": "9" * 5000}, "413"),
        ({"CONTENT_LENGTH": "-1"}, "411"),
        ({"CONTENT_LENGTH": ""}, "411"),
    ],
)
def test_other_requests_without_a_framework(make: Make, changes: dict[str, str], status: str) -> None:
    application: Any = make("wsgi")._application
    headers, body = deliver()
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/webhooks",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": BytesIO(body),
        **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()},
        **changes,
    }
    answers: list[str] = []
    assert application(environ, lambda answer, _headers: answers.append(answer)) == []
    assert [answer[:3] for answer in answers] == [status]


def test_the_tests_of_the_page_pass(tmp_path: Path) -> None:
    save(tmp_path, PAGE, webhook_keys="keys", receiver="flask", test_receiver="flask-test")
    assert "2 passed" in run_tests(tmp_path)
