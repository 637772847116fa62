"""The tests of ``tests/cli/test_request.py`` that take longest."""

import json
from pathlib import Path

from sealwax import TargetKey
from tests.cli import test_request as quick
from tests.cli.terminal import show_on_a_terminal
from tests.conftest import Cli

key = quick.key


STEERING = "w\x7f\x9b2J\u202e"


def test_a_terminal_gets_curl_escaped(cli: Cli, key: Path) -> None:
    params = json.dumps({"walletId": STEERING, "targetPublicKey": TargetKey.generate().public_key}).encode()
    arguments = ["request", "export_wallet", "--params=-", "--organization-id=o", f"--key={key}", "--curl"]
    session = show_on_a_terminal(*arguments, stdin=params)
    assert session.exit_code == 0
    assert r"w\u007f\u009b2J\u202e" in session.shown.decode()
    assert all(line.isprintable() for line in session.shown.decode().splitlines())
    assert b"they are shown escaped" in session.piped
    assert STEERING in cli(*arguments, stdin=params).stdout.decode()
