"""The receivers of docs/receive-requests.md, as they stand, behind the interfaces that servers call."""

import json
import time
from pathlib import Path

import pytest

from sealwax import ApiKey, ApiKeyStamper, VerifiedStamp
from sealwax._codec.clock import from_milliseconds
from tests.conftest import ORGANIZATION
from tests.receivers.receiver import Headers, Make, run_receiver

KEY, STRANGER = ApiKey.from_private_key("1f" * 32), ApiKey.from_private_key("2f" * 32)


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Run a receiver of the page as a module."""
    (tmp_path / "keys.json").write_text(json.dumps([[KEY.public_key, KEY.curve]]))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ORGANIZATION_ID", ORGANIZATION)
    return lambda framework: run_receiver("receive-requests.md", framework, "/requests")


def body_of(**changes: object) -> bytes:
    content = {"timestampMs": str(time.time_ns() // 1_000_000), "organizationId": ORGANIZATION, **changes}
    # With white space that parsing and writing again would lose.
    return json.dumps(content, indent=2).encode() + b"\n"


def stamped(body: bytes, key: ApiKey = KEY) -> tuple[dict[str, str], bytes]:
    return {"Content-Type": "application/json", **ApiKeyStamper(key).stamp(body).headers}, body


@pytest.mark.parametrize("framework", ["fastapi", "flask", "django"])
class TestReceivers:
    def test_a_request_is_handled_once(self, make: Make, framework: str) -> None:
        receiver = make(framework)
        headers, body = stamped(body_of())
        assert receiver.post(headers, body) == 204
        for again in (headers, stamped(body)[0]):
            assert receiver.post(again, body) == 409
        sent = from_milliseconds(int(json.loads(body)["timestampMs"]))
        assert receiver.handled == [(VerifiedStamp(KEY.public_key, KEY.scheme, sent, ORGANIZATION), body)]

    def test_what_is_not_genuine_is_refused(self, make: Make, framework: str) -> None:
        receiver = make(framework)
        headers, body = stamped(body_of())
        stamp = headers["X-Stamp"]
        twice = [*headers.items(), ("X-Stamp", stamp)]
        # Servers join repeated headers for WSGI, and give them one by one to ASGI.
        repeated = twice if framework == "fastapi" else {**headers, "X-Stamp": f"{stamp},{stamp}"}
        altered: list[tuple[Headers, bytes]] = [
            (headers, body.strip()),
            (headers, b""),
            ({}, body),
            (repeated, body),
            ({**headers, "X-Stamp-Attested": stamp}, body),
            ({"X-Stamp-WebAuthn": stamp}, body),
            stamped(body, STRANGER),
            stamped(body_of(timestampMs="1")),
            stamped(body_of(organizationId="another")),
        ]
        for altered_headers, altered_body in altered:
            assert receiver.post(altered_headers, altered_body) == 401
        assert receiver.handled == []
        # Nothing that was refused is remembered.
        assert receiver.post(headers, body) == 204
