"""The tests of ``tests/cli/test_request.py`` that take long."""

import json
from pathlib import Path

import pytest

from sealwax import TargetKey, verify_api_key_stamp
from sealwax.operations import OPERATIONS, is_timely
from tests.cli import test_request as quick
from tests.cli.terminal import show_on_a_terminal
from tests.cli.test_request import KEY
from tests.conftest import Cli
from tests.operations.specification import AUTH_PROXY, PARAMETERS, SUBMIT, arguments

__all__ = ["key"]

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


@pytest.mark.parametrize("name", PARAMETERS)
def test_every_operation(cli: Cli, key: Path, name: str) -> None:
    params = json.dumps(arguments(name)).encode()
    options = ["--organization-id", "o", "--key", str(key)]
    if name in AUTH_PROXY:
        options = ["--configuration-id", "c"]
    result = cli("request", name, "--params", "-", *options, stdin=params)
    assert (result.exit_code, result.stderr) == (0, "")
    shown = json.loads(result.stdout)
    assert shown.keys() == {"method", "url", "headers", "body"}
    assert shown["method"] == "POST"
    assert shown["url"].endswith(OPERATIONS[name].path())
    body = json.loads(shown["body"])
    if name in AUTH_PROXY:
        assert shown["headers"]["X-Auth-Proxy-Config-Id"] == "c"
        assert body == arguments(name)
        return
    verified = verify_api_key_stamp(shown["headers"]["X-Stamp"], shown["body"])
    assert verified.public_key == KEY.public_key
    assert body["organizationId"] == "o"
    if name in SUBMIT:
        assert body["parameters"] == arguments(name)
        assert is_timely(body["timestampMs"])
