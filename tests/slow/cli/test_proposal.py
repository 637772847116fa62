"""The tests of ``tests/cli/test_proposal.py`` that take long."""

import json
import re
from itertools import permutations
from pathlib import Path

import pytest

from sealwax import decrypt_secret_export
from tests.cli import test_proposal as quick
from tests.cli.test_proposal import KEY, RECIPIENT, Machine, send
from tests.conftest import Cli
from tests.service.client import Client
from tests.service.operations.test_secrets import import_secrets

client = quick.client
machines = quick.machines
proposal = quick.proposal
service = quick.service


@pytest.mark.parametrize("order", [*permutations(range(3))], ids=str)
def test_three_machines_make_one_activity(
    cli: Cli, tmp_path: Path, client: Client, machines: list[Machine], order: tuple[int, ...]
) -> None:
    secret_ids = import_secrets(client, "one", "two")
    names = [each for secret_id in secret_ids for each in ("--secret-id", secret_id)]
    expected = ("--organization-id", client.organization_id, *names, *KEY)
    made = machines[0].directory / f"{tmp_path.name}.json"
    assert cli("proposal", "new", *expected, "--output", made).exit_code == 0
    fingerprint = json.loads(made.read_text())["fingerprint"]
    files = []
    for number in order:
        machine = machines[number]
        # What comes on the stick.
        received = machine.directory / f"{tmp_path.name}-received.json"
        received.write_bytes(made.read_bytes())
        stamped = machine.directory / f"{tmp_path.name}-stamped.json"
        arguments = ("--key", machine.key_file, *expected, "--fingerprint", fingerprint, received)
        assert cli("proposal", "stamp", *arguments, "--output", stamped).exit_code == 0
        files.append(stamped)
    curl = cli("proposal", "combine", "--curl", "--base-url", client.service.url, *files).stdout.decode()
    replies = [send(client, line) for line in curl.splitlines()]
    assert [reply.activity["status"] for reply in replies] == [
        *["ACTIVITY_STATUS_CONSENSUS_NEEDED"] * 2,
        "ACTIVITY_STATUS_COMPLETED",
    ]
    assert {reply.activity["id"] for reply in replies} == {replies[0].activity["id"]}
    assert {reply.activity["fingerprint"] for reply in replies} == {fingerprint}
    opened = [
        decrypt_secret_export(
            payload, RECIPIENT, organization_id=client.organization_id, keys=client.service.keys
        ).text
        for payload in replies[-1].result["secretPayloads"]
    ]
    assert opened == ["one", "two"]


def test_one_file_after_the_other(cli: Cli, tmp_path: Path, client: Client, machines: list[Machine]) -> None:
    (secret_id,) = import_secrets(client, "one")
    expected = ("--organization-id", client.organization_id, "--secret-id", secret_id, *KEY)
    files = [tmp_path / "0.json"]
    cli("proposal", "new", *expected, "--output", files[0])
    for number, machine in enumerate(machines, start=1):
        files.append(tmp_path / f"{number}.json")
        arguments = ("--key", machine.key_file, *expected, files[-2], "--output", files[-1])
        assert cli("proposal", "stamp", *arguments).exit_code == 0
    again = cli("proposal", "stamp", "--key", machines[0].key_file, *expected, files[-1])
    assert re.match(r"error\[malformed\]: .* two stamps of one key", again.stderr)
    curl = cli("proposal", "combine", "--curl", "--base-url", client.service.url, files[-1]).stdout.decode()
    replies = [send(client, line) for line in curl.splitlines()]
    assert replies[-1].activity["status"] == "ACTIVITY_STATUS_COMPLETED"
