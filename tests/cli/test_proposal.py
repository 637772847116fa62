"""``sealwax proposal``: three machines without a network, and one activity."""

import json
import shlex
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sealwax import ApiKey, TargetKey
from sealwax.operations import ExportProposal, ExportSecrets, ProposalFile
from sealwax_service import LocalService
from tests.conftest import ORGANIZATION, SEED, Cli
from tests.service.client import Client
from tests.service.operations.test_secrets import need_approvals

RECIPIENT = TargetKey.from_private_key("08" * 32)
OTHER = TargetKey.from_private_key("09" * 32)
NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
IDS = ("--secret-id", "s-1", "--secret-id", "s-2")
KEY = ("--target-public-key", RECIPIENT.public_key)
WHERE = ("--organization-id", ORGANIZATION)
EXPECTED = (*WHERE, *IDS, *KEY)


def now(change: timedelta = timedelta()) -> tuple[str, str]:
    return "--at", (NOW + change).isoformat()


@pytest.fixture
def proposal(cli: Cli, tmp_path: Path) -> Path:
    path = tmp_path / "proposal.json"
    result = cli("proposal", "new", *EXPECTED, *now(), "--output", path)
    assert result == (0, b"", f"wrote {path}\n")
    assert path.stat().st_mode & 0o777 == 0o600
    return path


@pytest.fixture
def keys(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"{number}.private" for number in range(2)]
    for number, path in enumerate(paths, start=1):
        ApiKey.from_private_key(bytes([number]) * 32).save(path)
    return paths


def stamp(cli: Cli, key: Path, *arguments: str | Path) -> Any:
    return cli("proposal", "stamp", "--key", key, "--deterministic", *now(), *arguments)


def test_show(cli: Cli, proposal: Path, keys: list[Path]) -> None:
    stamped = stamp(cli, keys[0], *EXPECTED, proposal).stdout
    signer = ApiKey.load(keys[0]).public_key
    shown = json.loads(cli("proposal", "show", "--json", *now(), "-", stdin=stamped).stdout)
    assert shown == {
        "fingerprint": json.loads(stamped)["fingerprint"],
        "organization_id": ORGANIZATION,
        "secret_ids": ["s-1", "s-2"],
        "target_public_key": RECIPIENT.public_key,
        "request_context": {},
        "made_at": "2026-01-01T00:00:00+00:00",
        "expires_at": "2026-01-01T01:00:00+00:00",
        "is_timely": True,
        "generate_app_proofs": False,
        "stamped_by": [signer],
    }
    text = cli("proposal", "show", *now(timedelta(hours=2)), "-", stdin=stamped).stdout.decode()
    for line in (
        f"recipient     {RECIPIENT.public_key}",
        "secret        s-2",
        "expires at    2026-01-01T01:00:00+00:00, which is past: make a new one",
        f"stamped by    {signer}",
    ):
        assert f"{line}\n" in text
    assert "stamped by    nobody yet\n" in cli("proposal", "show", *now(), proposal).stdout.decode()


def test_a_context_and_app_proofs_are_shown(cli: Cli) -> None:
    made = cli("proposal", "new", *EXPECTED, *now(), "--context", "purpose=pay=now", "--context", "x=").stdout
    shown = cli("proposal", "show", *now(), "-", stdin=made).stdout.decode()
    assert 'context       "purpose": "pay=now"\ncontext       "x": ""\n' in shown
    body = json.loads(json.loads(made)["body"])
    document = json.dumps({**body, "generateAppProofs": True})
    changed = ProposalFile(document.encode()).to_text().encode()
    assert "app proofs    asked for\n" in cli("proposal", "show", *now(), "-", stdin=changed).stdout.decode()


LOOK_ALIKES = [
    ({"a": "b=c"}, {"a=b": "c"}),
    ({"a": "\x1b[0m"}, {"a": "\\u001b[0m"}),
    ({"a": "\u202e"}, {"a": "\\u202e"}),
    ({"a": 'b", "c'}, {'a": "b': "c"}),
    ({"a": "b\ncontext       c=d"}, {"a": "b", "c": "d"}),
    ({"a": "b "}, {"a": "b"}),
]


@pytest.mark.parametrize(("one", "other"), LOOK_ALIKES)
def test_different_contexts_look_different(cli: Cli, one: dict[str, str], other: dict[str, str]) -> None:
    shown = []
    for context in (one, other):
        operation = ExportSecrets.for_recipient(["s-1"], RECIPIENT.public_key, request_context=context)
        made = ProposalFile(ExportProposal.of(operation, organization_id=ORGANIZATION, now=NOW).body)
        text = cli("proposal", "show", *now(), "-", stdin=made.to_text().encode()).stdout.decode()
        assert all(character.isprintable() or character == "\n" for character in text)
        found = [line for line in text.splitlines() if line.startswith("context")]
        assert len(found) == len(context)
        # Each line is one pair of JSON texts.
        pairs = [json.loads(f"{{{line.removeprefix('context').strip()}}}") for line in found]
        assert {name: value for pair in pairs for name, value in pair.items()} == context
        shown.append(found)
    assert shown[0] != shown[1]


@pytest.mark.parametrize(
    ("one", "other"), [("s\x1b", "s\\u001b"), ("s ", "s"), ('"s "', "s "), ("s\u3000", "s ")]
)
def test_different_ids_look_different(cli: Cli, one: str, other: str) -> None:
    shown = []
    for secret_id in (one, other):
        operation = ExportSecrets.for_recipient([secret_id], RECIPIENT.public_key)
        made = ProposalFile(ExportProposal.of(operation, organization_id=ORGANIZATION, now=NOW).body)
        text = cli("proposal", "show", *now(), "-", stdin=made.to_text().encode()).stdout.decode()
        shown += [line.strip() for line in text.splitlines() if line.startswith("secret")]
    assert len(shown) == len({*shown}) == 2


def test_what_is_not_expected(cli: Cli, proposal: Path, keys: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "stamped.json"
    fingerprint = json.loads(proposal.read_text())["fingerprint"]
    for code, arguments in (
        ("wrong-organization", ("--organization-id", "other", *IDS, *KEY)),
        ("invalid-request", (*WHERE, *IDS[:2], *KEY)),
        ("key-mismatch", (*WHERE, *IDS, "--target-public-key", OTHER.public_key)),
        ("invalid-request", (*EXPECTED, "--context", "purpose=pay")),
        ("bad-signature", (*EXPECTED, "--fingerprint", fingerprint[:-1])),
    ):
        result = stamp(cli, keys[0], *arguments, proposal, "--output", output)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith(f"error[{code}]: "), result.stderr
        assert not output.exists()
    result = cli("proposal", "stamp", "--key", keys[0], *EXPECTED, *now(timedelta(hours=2)), proposal)
    assert result.stderr.startswith("error[expired]: ")
    assert stamp(cli, keys[0], *EXPECTED, "--fingerprint", fingerprint, proposal).exit_code == 0
    assert stamp(cli, keys[0], *EXPECTED, "--any-context", proposal).exit_code == 0


def test_a_context_must_be_named(cli: Cli, keys: list[Path]) -> None:
    made = cli("proposal", "new", *EXPECTED, *now(), "--context", "purpose=pay").stdout
    for more, code in (((), 1), (("--context", "purpose=pay"), 0), (("--any-context",), 0)):
        arguments = ("--key", keys[0], *EXPECTED, *now(), *more, "-")
        assert cli("proposal", "stamp", *arguments, stdin=made).exit_code == code


def test_usage(cli: Cli, proposal: Path, keys: list[Path]) -> None:
    for arguments, words in (
        (("new", *EXPECTED, "--context", "purpose"), "--context must be NAME=VALUE"),
        (("new", *EXPECTED, "--context", "a=1", "--context", "a=2"), "each name once"),
        (
            ("stamp", "--key", keys[0], *EXPECTED, "--any-context", "--context", "a=b", proposal),
            "pass either --context or --any-context",
        ),
        (("combine", "--base-url", "http://localhost", proposal), "--base-url is for --curl"),
        (("combine", "--curl", "--output", "x", proposal), "pass either --curl or --output"),
        (("combine", "-", "-"), "only one file can be -"),
        (("combine",), "is missing"),
    ):
        result = cli("proposal", *arguments)
        assert result.exit_code == 2
        assert words in result.stderr


def test_nothing_is_overwritten(cli: Cli, proposal: Path, keys: list[Path]) -> None:
    before = proposal.read_bytes()
    assert stamp(cli, keys[0], *EXPECTED, proposal, "--output", proposal).stderr.startswith("error[file]")
    assert proposal.read_bytes() == before


def test_combine(cli: Cli, proposal: Path, keys: list[Path], tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.json" for number in range(2)]
    for key, path in zip(keys, paths, strict=True):
        stamp(cli, key, *EXPECTED, proposal, "--output", path)
    whole = cli("proposal", "combine", *paths).stdout
    shown = json.loads(cli("proposal", "show", "--json", *now(), "-", stdin=whole).stdout)
    assert shown["stamped_by"] == [ApiKey.load(key).public_key for key in keys]


def test_one_changed_byte_is_named(cli: Cli, proposal: Path, keys: list[Path], tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.json" for number in range(2)]
    for key, path in zip(keys, paths, strict=True):
        stamp(cli, key, *EXPECTED, proposal, "--output", path)
    paths[1].write_text(paths[1].read_text().replace("s-2", "s-3"))
    for arguments in (("show", paths[1]), ("combine", *paths)):
        result = cli("proposal", *arguments)
        assert result.stderr.startswith(f"error[bad-signature]: {paths[1]}: the body of the proposal's file")
    other = tmp_path / "other.json"
    cli("proposal", "new", *WHERE, *IDS[:2], *KEY, *now(), "--output", other)
    result = cli("proposal", "combine", paths[0], other)
    assert f"error[bad-signature]: {other} is not of the same proposal as {paths[0]}" in result.stderr


# At the local service.


class Machine(NamedTuple):
    """A machine without a network: a directory with a key."""

    directory: Path
    key: ApiKey

    @property
    def key_file(self) -> Path:
        return self.directory / "api.private"


@pytest.fixture(scope="module")
def service() -> Iterator[LocalService]:
    with LocalService(SEED) as made:
        yield made


@pytest.fixture(scope="module")
def client(service: LocalService) -> Iterator[Client]:
    made = Client(service)
    yield made
    made.http.close()


@pytest.fixture(scope="module")
def machines(client: Client, tmp_path_factory: pytest.TempPathFactory) -> list[Machine]:
    made = [Machine(tmp_path_factory.mktemp("machine"), ApiKey.generate()) for _ in range(3)]
    for machine in made:
        client.add_user(machine.key)
        machine.key.save(machine.key_file)
    need_approvals(client, 3)
    return made


def send(client: Client, command: str) -> Any:
    """Do what a curl command does, with the client of the tests."""
    words = shlex.split(command)
    headers = dict(
        words[number + 1].split(": ", 1) for number, word in enumerate(words) if word == "--header"
    )
    body = words[words.index("--data-binary") + 1].encode()
    return client.send(words[-1].removeprefix(client.service.url), body, headers)
