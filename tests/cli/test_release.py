import json
from dataclasses import replace
from pathlib import Path

import pytest

from sealwax.proofs import OperatorSet
from sealwax.testing import AttestedEnclave, ReferenceRelease
from tests.conftest import SEED, Cli, CliResult

ENCLAVE = AttestedEnclave(SEED, version="v2")
KEYS = dict(zip("123", ENCLAVE.members, strict=True))
FIRST = ReferenceRelease(ENCLAVE, KEYS, deployment="prod", applications=("signer", "ump"))
RENAMED = {"1": KEYS["1"], "2": KEYS["2"], "x": KEYS["3"]}
SECOND = replace(
    FIRST,
    operators=RENAMED,
    threshold=3,
    approvers=("1", "2", "x"),
    nonce=20260803,
    applications=("notarizer", "signer"),
)
THIRD = replace(SECOND, operators={**RENAMED, "4": ENCLAVE.ephemeral}, threshold=2)


class Folders:
    """Three releases in folders, the operators of the first one in a file, and the command."""

    def __init__(self, directory: Path, cli: Cli) -> None:
        self._cli, self.path = cli, directory
        for name, made in (("first", FIRST), ("second", SECOND), ("third", THIRD)):
            made.save(directory / name)
        self.operators = directory / "operators.json"
        self.operators.write_text(FIRST.operator_set.to_json())

    def run(self, command: str, *arguments: object, operators: Path | None = None) -> CliResult:
        trusted = self.operators if operators is None else operators
        return self._cli(*command.split(), "--operators", str(trusted), *map(str, arguments))


@pytest.fixture
def folders(tmp_path: Path, cli: Cli) -> Folders:
    return Folders(tmp_path, cli)


def refused(result: CliResult, code: str) -> bool:
    return (result.exit_code, result.stdout) == (1, b"") and result.stderr.startswith(f"error[{code}]: ")


class TestVerify:
    def test_who_approved(self, folders: Folders) -> None:
        result = folders.run("release verify", folders.path / "first")
        hashes = {
            name: FIRST.enclave_of(name).hash(FIRST.manifest(name)).hex() for name in FIRST.applications
        }
        assert result.stdout.decode().splitlines() == [
            f'{name}: manifest {found}, approved by ["1", "2"]' for name, found in hashes.items()
        ]
        result = folders.run("release verify", "--json", folders.path / "first" / "signer")
        found = {"manifest_hash": hashes["signer"], "approved_by": ["1", "2"]}
        assert json.loads(result.stdout) == {"nonce": 20260402, "applications": {"signer": found}}

    def test_what_is_not_approved(self, folders: Folders, cli: Cli) -> None:
        folders.operators.write_text(OperatorSet(3, FIRST.operator_set.members).to_json())
        result = folders.run("release verify", folders.path / "first")
        assert refused(result, "untrusted-signer")
        assert (
            "2 of the 3 trusted operators approved the manifest of signer; the threshold is 3"
            in result.stderr
        )
        assert refused(cli("release", "verify", str(folders.path / "first")), "untrusted-signer")
        assert refused(folders.run("release verify", folders.path / "none"), "file")


class TestShow:
    def test_what_it_says(self, folders: Folders) -> None:
        lines = folders.run("release show", folders.path / "first").stdout.decode().splitlines()
        assert lines[:3] == ["nonce 20260402", "signer", '  namespace: "prod/signer"']
        assert '  environment: {"LOG_LEVEL": "info"}' in lines
        assert '  approved_by: ["1", "2"]' in lines
        assert lines[-1] == 'operators: 2 of 3: ["1", "2", "3"]'
        shown = json.loads(folders.run("release show", "--json", folders.path / "first").stdout)
        named = {"namespace": "prod", **json.loads(FIRST.operator_set.to_json())}
        assert shown["operators"] == named
        assert shown["applications"]["ump"]["quorum_key"] == FIRST.enclave_of("ump").quorum.public.hex()
        assert "changes" not in shown

    def test_what_changed(self, folders: Folders) -> None:
        since = ["--since", folders.path / "first"]
        result = folders.run("release show", "--json", *since, folders.path / "second")
        changes = json.loads(result.stdout)["changes"]
        assert changes[0].startswith('signer: manifest_hash: "')
        assert changes[1:] == [
            'signer: approved_by: ["1", "2", "x"], was ["1", "2"]',
            "ump: removed",
            "notarizer: added",
            "threshold of operators: 3, was 2",
            f'operator {KEYS["3"].public.hex()}: "x", was "3"',
        ]
        lines = folders.run("release show", *since, folders.path / "second").stdout.decode().splitlines()
        assert lines[-len(changes) - 1 :] == ["changes:", *(f"  {change}" for change in changes)]
        lines = folders.run("release show", *since, folders.path / "first").stdout.decode().splitlines()
        assert lines[-2:] == ["changes:", "  none"]


class TestOlder:
    def test_it_is_refused_unless_it_is_asked_for(self, folders: Folders) -> None:
        later = folders.path / "later.json"
        later.write_text(replace(FIRST.operator_set, nonce=FIRST.nonce + 1).to_json())
        pins = ["--release", folders.path / "first", "--application", "signer"]
        for command in (
            ["release verify", folders.path / "first"],
            ["release show", folders.path / "first"],
            ["identity", *pins],
        ):
            result = folders.run(*map(str, command), operators=later)
            assert refused(result, "wrong-enclave")
            assert "it is older" in result.stderr
            assert folders.run(*map(str, command), "--allow-older", operators=later).exit_code == 0
        newer = folders.run("identity", *pins, "--allow-older", "--newer", operators=later)
        assert newer.exit_code == 2
        assert "older than the trusted operators" in newer.stderr

    def test_changes_since_an_older_one_are_shown(self, folders: Folders) -> None:
        later = folders.path / "later.json"
        later.write_text(replace(FIRST.operator_set, nonce=SECOND.nonce).to_json())
        since = ["--since", folders.path / "first"]
        assert folders.run("release show", *since, folders.path / "second", operators=later).exit_code == 0

    def test_another_namespace_is_refused(self, folders: Folders) -> None:
        elsewhere = folders.path / "elsewhere.json"
        elsewhere.write_text(replace(FIRST.operator_set, namespace="preprod").to_json())
        result = folders.run("release verify", folders.path / "first", operators=elsewhere)
        assert refused(result, "wrong-enclave")
        assert "another namespace" in result.stderr


class TestFollow:
    def test_the_last_set(self, folders: Folders) -> None:
        result = folders.run("release follow", folders.path / "second", folders.path / "third")
        assert OperatorSet.from_json(result.stdout) == THIRD.operator_set
        assert result.stderr.splitlines() == [
            "nonce 20260803: threshold of operators: 3, was 2",
            f'nonce 20260803: operator {KEYS["3"].public.hex()}: "x", was "3"',
            "nonce 20260803: threshold of operators: 2, was 3",
            f'nonce 20260803: operator {ENCLAVE.ephemeral.public.hex()}: "4", was absent',
        ]

    def test_what_it_prints_is_an_operators_file(self, folders: Folders) -> None:
        followed = folders.path / "followed.json"
        followed.write_bytes(folders.run("release follow", folders.path / "second").stdout)
        assert folders.run("release verify", folders.path / "second", operators=followed).exit_code == 0

    def test_what_cannot_be_followed(self, folders: Folders) -> None:
        result = folders.run("release follow", folders.path / "second", folders.path / "first")
        assert (result.exit_code, result.stdout) == (1, b"")
        assert "error[untrusted-signer]: 2 of the 3 trusted operators approved" in result.stderr
        replace(FIRST, nonce=20260401).save(folders.path / "older")
        assert refused(folders.run("release follow", folders.path / "older"), "wrong-enclave")


class TestIdentity:
    def test_all_of_the_manifest(self, folders: Folders) -> None:
        pins = ["--release", folders.path / "first", "--application", "signer"]
        fields = json.loads(folders.run("identity", *pins, "--json").stdout)
        manifest = FIRST.manifest("signer")
        assert fields["manifest_hashes"] == [FIRST.enclave_of("signer").hash(manifest).hex()]
        assert (fields["namespace"], fields["min_nonce"]) == ("prod/signer", 20260402)
        assert fields["args"] == manifest["pivot"]["args"]
        assert fields["bridges"] == [["server", 3000, "0.0.0.0"], ["client", 443, None]]
        assert fields["manifest_set"] == {"threshold": 2, "members": dict(FIRST.operator_set.members)}
        assert "operators" not in fields
        lines = folders.run("identity", *pins).stdout.decode().splitlines()
        assert lines[:2] == ["application: signer", "namespace: prod/signer"]
        assert 'environment: {"LOG_LEVEL": "info"}' in lines

    def test_newer(self, folders: Folders) -> None:
        pins = ["--release", folders.path / "first", "--application", "signer", "--newer"]
        fields = json.loads(folders.run("identity", *pins, "--json").stdout)
        assert fields["operators"] == {"namespace": "prod", **json.loads(FIRST.operator_set.to_json())}
        assert fields.keys() == {
            "application", "namespace", "min_nonce", "quorum_key", "pcrs", "operators"
        }  # fmt: skip

    def test_usage(self, folders: Folders) -> None:
        result = folders.run("identity", "--application", "signer")
        assert result.exit_code == 2
        assert "--release is missing" in result.stderr
        result = folders.run("identity", "--release", folders.path / "first", "--application", "signex")
        assert result.exit_code == 2
        assert "--application must be one of the release: signer, ump" in result.stderr
