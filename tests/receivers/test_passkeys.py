"""The receiver of passkey stamps of docs/receive-requests.md, as it stands."""

import json
import sys
import time
from pathlib import Path

import pytest

from sealwax import WebAuthnStamper
from sealwax.testing import SoftwareAuthenticator
from tests.receivers.receiver import run_receiver


def passkey(seed: bytes, origin: str = "https://example.com") -> SoftwareAuthenticator:
    return SoftwareAuthenticator(rp_id="example.com", origin=origin, seed=seed)


def body_of(timestamp_ms: int) -> bytes:
    return json.dumps({"timestampMs": str(timestamp_ms), "type": "x"}, indent=1).encode()


def test_a_request_of_a_known_passkey_is_handled_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = passkey(bytes(32))
    (tmp_path / "accounts.py").write_text(
        f"find_passkey = {{{known.credential_id!r}: {known.public_key!r}}}.get\nhandle = None\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    receiver = run_receiver("receive-requests.md", "flask-passkeys", "/requests")
    monkeypatch.delitem(sys.modules, "accounts")
    now = time.time_ns() // 1_000_000
    body = body_of(now)
    headers = WebAuthnStamper(known).stamp(body).headers
    for refused in (
        (WebAuthnStamper(passkey(b"\x01" * 32)).stamp(body).headers, body),
        (WebAuthnStamper(passkey(bytes(32), "https://example.org")).stamp(body).headers, body),
        (headers, body.strip() + b" "),
        (WebAuthnStamper(known).stamp(body_of(1)).headers, body_of(1)),
        ({"X-Stamp": headers["X-Stamp-WebAuthn"]}, body),
        ({}, body),
    ):
        assert receiver.post(*refused) == 401
    assert receiver.handled == []
    assert receiver.post(headers, body) == 200
    assert receiver.post(WebAuthnStamper(known).stamp(body).headers, body) == 401
    (verified,) = receiver.handled
    assert verified.public_key == known.public_key
