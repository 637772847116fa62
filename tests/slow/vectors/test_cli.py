"""The tests of ``tests/vectors/test_cli.py`` that take long."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sealwax._crypto import keccak
from sealwax.errors import install_command
from sealwax_vectors.constructs.find_constructs import CONSTRUCTS
from sealwax_vectors.makers import generator
from tests.conftest import SEED, Cli
from tests.vectors.test_cli import FILE, VECTORS
from tests.vectors.test_verifier import flip


class TestGenerate:
    def test_it_makes_what_is_committed(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # A few of them; the session `vectors` compares all.
        few = [each for each in CONSTRUCTS if each.name in {FILE.stem, "hpke", "session_jwt"}]
        monkeypatch.setattr(generator, "CONSTRUCTS", few)
        # One of them is there, from a run that was cut off.
        (tmp_path / FILE.name).write_text('{"numberOfTests": 5')
        result = cli("vectors", "generate", "--seed", SEED.hex(), "--out", tmp_path)
        assert (result.exit_code, result.stdout) == (0, b"")
        made = {path.relative_to(tmp_path) for path in tmp_path.rglob("*.json")}
        assert f"wrote {len(made)} files" in result.stderr
        names = [name for each in few for name in (f"{each.name}.json", f"schema/{each.schema}")]
        shared = ("common", "index", "requests")
        assert made == set(map(Path, [*names, *(f"schema/{name}.json" for name in shared)]))
        for path in made - {Path("schema/index.json")}:
            assert (tmp_path / path).read_bytes() == (VECTORS / path).read_bytes()

    @pytest.mark.parametrize("content", [b"", b"a mnemonic", b'{"bundle": "x"}', b"\xff"])
    def test_nothing_else_is_replaced(self, cli: Cli, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "bip39.json").write_bytes(content)
        result = cli("vectors", "generate", "--seed", SEED.hex(), "--out", tmp_path)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[invalid-request]: ")
        assert [path.name for path in tmp_path.iterdir()] == ["bip39.json"]
        assert (tmp_path / "bip39.json").read_bytes() == content

    @pytest.mark.parametrize("seed", ["", "00", "zz" * 32, SEED.hex() + "00"])
    def test_other_seeds_are_malformed(self, cli: Cli, tmp_path: Path, seed: str) -> None:
        result = cli("vectors", "generate", "--seed", seed, "--out", tmp_path)
        assert result.exit_code == 1
        assert result.stderr.startswith("error[malformed]: ")
        assert list(tmp_path.iterdir()) == []


class TestVerify:
    def test_no_warning_of_a_library_is_shown(self) -> None:
        # In a process of its own: pytest sets aside the filters that a module sets.
        command = [sys.executable, "-W", "always", "-m", "sealwax", "vectors", "verify"]
        path = VECTORS / "webauthn_attestation.json"
        result = subprocess.run([*command, path], capture_output=True, text=True, check=False)
        count = json.loads(path.read_text())["numberOfTests"]
        assert result.stderr == f"{count} cases in 1 files, 0 failed\n"
        assert (result.returncode, result.stdout) == (0, "")

    def test_files_that_hold(self, cli: Cli) -> None:
        result = cli("vectors", "verify", FILE, VECTORS / "session_jwt.json")
        assert (result.exit_code, result.stdout) == (0, b"")
        numbers = [
            json.loads(path.read_text())["numberOfTests"] for path in (FILE, VECTORS / "session_jwt.json")
        ]
        assert result.stderr == f"{sum(numbers)} cases in 2 files, 0 failed\n"

    def test_a_directory(self, cli: Cli, tmp_path: Path) -> None:
        # A few of ours; tests/vectors/test_verifier.py verifies all.
        shutil.copytree(VECTORS / "schema", tmp_path / "schema")
        files = [FILE, VECTORS / "hpke.json", VECTORS / "session_jwt.json"]
        for path in files:
            shutil.copy(path, tmp_path)
        result = cli("vectors", "verify", tmp_path)
        assert result.exit_code == 0
        cases = sum(json.loads(path.read_text())["numberOfTests"] for path in files)
        assert result.stderr == f"{cases} cases in 3 files, 0 failed\n"

    @pytest.mark.parametrize("result", ["valid", "invalid"])
    def test_a_result_that_was_flipped_is_named(self, cli: Cli, tmp_path: Path, result: str) -> None:
        document = json.loads(FILE.read_text())
        cases = [case for group in document["testGroups"] for case in group["tests"]]
        case = next(case for case in cases if case["result"] == result)
        flip(case, privateKey="00" * 32, publicKey="02" * 33)
        (tmp_path / FILE.name).write_text(json.dumps(document))
        shown = cli("vectors", "verify", tmp_path)
        assert shown.exit_code == 1
        (line,) = shown.stdout.decode().splitlines()
        path = tmp_path / FILE.name
        assert line.startswith(f"{path}: case {case['tcId']}, {case['id']} ({case['comment']}): expected ")
        assert shown.stderr == f"{len(cases)} cases in 1 files, 1 failed (ideas: 1)\n"
        as_json = [
            json.loads(text) for text in cli("vectors", "verify", "--json", tmp_path).stdout.splitlines()
        ]
        assert [entry["tc_id"] for entry in as_json if not entry["passed"]] == [case["tcId"]]

    def test_an_output_that_differs_is_shown(self, cli: Cli, tmp_path: Path) -> None:
        document = json.loads(FILE.read_text())
        case = document["testGroups"][0]["tests"][0]
        key, case["privateKey"] = case["privateKey"], "00" * 32
        (tmp_path / FILE.name).write_text(json.dumps(document))
        (line,) = cli("vectors", "verify", tmp_path).stdout.decode().splitlines()
        assert line.endswith(f'privateKey: wanted "{"00" * 32}", got "{key}"')
        shown = json.loads(cli("vectors", "verify", "--json", tmp_path).stdout.splitlines()[0])
        assert shown["differences"] == [{"name": "privateKey", "wanted": f'"{"00" * 32}"', "got": f'"{key}"'}]

    def test_without_an_extra_its_cases_are_skipped(self, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(keccak, "keccak", None)
        path = VECTORS / "api_key_stamp_eip191.json"
        result = cli("vectors", "verify", path)
        assert (result.exit_code, result.stdout) == (0, b"")
        summary, skipped = result.stderr.splitlines()
        count, _, reason = skipped.partition(" cases were skipped: ")
        assert summary.endswith(f" cases in 1 files, {count} skipped, 0 failed")
        assert int(count) > 20
        assert reason.endswith(f"; run: {install_command('ethereum')}")
        lines = [json.loads(text) for text in cli("vectors", "verify", "--json", path).stdout.splitlines()]
        assert sum(line["skipped"] == reason for line in lines) == int(count)

    def test_what_fails_and_what_is_skipped_are_counted_apart(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(keccak, "keccak", None)
        document = json.loads((VECTORS / "api_key_stamp_eip191.json").read_text())
        cases = [case for group in document["testGroups"] for case in group["tests"]]
        next(case for case in cases if case.get("error") == "malformed")["error"] = "expired"
        (tmp_path / "a.json").write_text(json.dumps(document))
        result = cli("vectors", "verify", tmp_path)
        assert result.exit_code == 1
        assert result.stderr.startswith(f"{len(cases)} cases in 1 files, ")
        assert " skipped, 1 failed (ideas: 1)\n" in result.stderr
        assert " cases were skipped: " in result.stderr

    def test_what_a_file_says_cannot_steer_the_terminal(self, cli: Cli, tmp_path: Path) -> None:
        document = json.loads(FILE.read_text())
        case = document["testGroups"][0]["tests"][0]
        case["comment"] = "\x1b[2J\n\x9b\u202e"
        flip(case)
        (tmp_path / "a.json").write_text(json.dumps(document))
        shown = cli("vectors", "verify", tmp_path)
        assert b"\x1b" not in shown.stdout
        assert len(shown.stdout.splitlines()) == 1
        first = cli("vectors", "verify", "--json", tmp_path).stdout.splitlines()[0]
        assert json.loads(first)["comment"] == "\x1b[2J\n\x9b\u202e"
        assert first.decode().isprintable()

    def test_nor_can_the_name_of_a_file(self, cli: Cli, tmp_path: Path) -> None:
        document = json.loads(FILE.read_text())
        flip(document["testGroups"][0]["tests"][0])
        path = tmp_path / "\x1b[2J\x9b\u202e\n.json"
        path.write_text(json.dumps(document))
        result = cli("vectors", "verify", path)
        (line,) = result.stdout.decode().splitlines()
        assert line.startswith(f"{tmp_path}/\\u001b[2J\\u009b\\u202e\\n.json: case 1, ")
        assert line.isprintable()
        first = cli("vectors", "verify", "--json", path).stdout.splitlines()[0]
        assert json.loads(first)["file"] == str(path)
        assert first.decode().isprintable()
        path.write_text("{}")
        refused = cli("vectors", "verify", path)
        assert refused.stderr.startswith("error[malformed]: ")
        assert refused.stderr.removesuffix("\n").isprintable()

    def test_standard_input(self, cli: Cli) -> None:
        result = cli("vectors", "verify", "-", stdin=FILE.read_bytes())
        count = json.loads(FILE.read_text())["numberOfTests"]
        assert (result.exit_code, result.stdout) == (0, b"")
        assert result.stderr == f"{count} cases in 1 files, 0 failed\n"
        document = json.loads(FILE.read_text())
        flip(document["testGroups"][0]["tests"][0])
        failed = cli("vectors", "verify", "-", stdin=json.dumps(document).encode())
        assert failed.exit_code == 1
        assert failed.stdout.startswith(b"standard input: case 1, ")
        broken = cli("vectors", "verify", "-", stdin=b"{}")
        assert broken.stderr.startswith("error[malformed]: standard input ")
