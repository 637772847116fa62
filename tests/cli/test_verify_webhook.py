import json
from datetime import datetime, timezone
from pathlib import Path

import pytest

from sealwax.testing import WebhookSender
from tests.conftest import ORGANIZATION, SEED, Cli

SENDER = WebhookSender(SEED)
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
CONTENT = {"organizationId": ORGANIZATION, "type": "balances:confirmed", "msg": {"amount": "1"}}
HEADERS, BODY = SENDER.deliver(CONTENT, event_id="evt_1", now=NOW)
LINES = "".join(f"{name}: {value}\r\n" for name, value in HEADERS.items())
EXPECTED = (
    "event_id: evt_1\n"
    "event_type: BALANCE_CONFIRMED_UPDATES\n"
    "timestamp: 2026-01-01T00:00:00.000+00:00\n"
    f"organization_id: {ORGANIZATION}\n"
)


def arguments(tmp_path: Path, headers: str = LINES, body: bytes = BODY) -> list[str]:
    for name, content in (("headers", headers.encode()), ("body", body), ("jwks", SENDER.jwks.encode())):
        (tmp_path / name).write_bytes(content)
    return [
        "verify-webhook",
        *(f"--{name}={tmp_path / name}" for name in ("headers", "body", "jwks")),
        f"--organization-id={ORGANIZATION}",
    ]


AT = "--at=2026-01-01T00:05:00Z"


def test_what_was_verified_is_printed(cli: Cli, tmp_path: Path) -> None:
    base = [*arguments(tmp_path), AT]
    assert cli(*base) == (0, EXPECTED.encode(), "")
    found = json.loads(cli(*base, "--json").stdout)
    assert found.pop("content") == CONTENT
    assert [f"{name}: {value}" for name, value in found.items()] == EXPECTED.splitlines()


@pytest.mark.parametrize(
    "headers",
    [
        LINES.replace("\r", ""),
        "POST /webhook HTTP/1.1\r\nHost: example.com\r\n" + LINES + "\r\n",
        LINES.replace(": ", ":"),
        LINES.replace(": ", ": \t ").replace("\r\n", "  \r\n"),
        json.dumps(HEADERS),
        json.dumps({name: [value] for name, value in HEADERS.items()}, indent=2),
        json.dumps(list(HEADERS.items())),
    ],
)
def test_headers_as_they_are_kept(cli: Cli, tmp_path: Path, headers: str) -> None:
    assert cli(*arguments(tmp_path, headers), AT) == (0, EXPECTED.encode(), "")


@pytest.mark.parametrize(
    "headers",
    [
        "",
        "hunter2",
        LINES + "hunter2\r\n",
        LINES + " folded: hunter2\r\n",
        LINES + ": hunter2\r\n",
        LINES + LINES.splitlines()[0] + "\r\n",
        "\ufeff" + LINES,
        "{",
        '{"hunter2":5}',
        '["hunter2"]',
        '[["a","b","hunter2"]]',
        json.dumps({name: [value, value] for name, value in HEADERS.items()}),
        LINES + "x: y\n" + "GET / HTTP/1.1",
    ],
)
def test_headers_that_are_refused(cli: Cli, tmp_path: Path, headers: str) -> None:
    refused = cli(*arguments(tmp_path, headers), AT)
    assert (refused.exit_code, refused.stdout) == (1, b"")
    assert refused.stderr.startswith("error[malformed]: ")
    assert "hunter2" not in refused.stderr


def test_one_thing_is_wrong(cli: Cli, tmp_path: Path) -> None:
    base = arguments(tmp_path)
    other = tmp_path / "other"
    other.write_text(WebhookSender(bytes(32), key_id="other").jwks)
    for more, code in (
        ([], "expired"),
        (["--at=2026-01-01T00:05:00.001Z", "--leeway=0"], "expired"),
        (["--at=2026-01-01T00:06:00.001Z"], "expired"),
        (["--at=2026-01-01T00:00:01Z", "--max-age=0", "--leeway=0"], "expired"),
        ([AT, f"--jwks={other}"], "untrusted-signer"),
        ([AT, f"--body={tmp_path / 'jwks'}"], "bad-signature"),
        ([AT, f"--jwks={tmp_path / 'body'}"], "malformed"),
    ):
        refused = cli(*base, *more)
        assert (refused.exit_code, refused.stdout) == (1, b""), more
        assert refused.stderr.startswith(f"error[{code}]: ")
    wrong = cli(*base[:-1], "--organization-id=other", AT)
    assert wrong.stderr.startswith("error[wrong-organization]: ")
    assert cli(*base, "--organization-id=other", AT).exit_code == 0


@pytest.mark.parametrize("more", [["--max-age=901"], ["--max-age=-1"], ["--organization-id="], ["--at=now"]])
def test_usage(cli: Cli, tmp_path: Path, more: list[str]) -> None:
    result = cli(*arguments(tmp_path), *more)
    assert (result.exit_code, result.stdout) == (2, b"")
