import json
import os
from pathlib import Path

import pytest

from tests.conftest import ROOT, SEED, Cli

VECTORS = ROOT / "vectors"
FILE = VECTORS / "credential_bundle.json"


class TestGenerate:
    def test_it_makes_what_is_committed(self, cli: Cli, tmp_path: Path) -> None:
        result = cli("vectors", "generate", "--seed", SEED.hex(), "--out", tmp_path / "new" / "directory")
        assert (result.exit_code, result.stdout) == (0, b"")
        made = {path.relative_to(tmp_path / "new" / "directory") for path in tmp_path.rglob("*.json")}
        assert f"wrote {len(made)} files" in result.stderr
        committed = [*VECTORS.glob("*.json"), *VECTORS.glob("schema/*.json")]
        assert made == {path.relative_to(VECTORS) for path in committed}
        for path in committed:
            other = tmp_path / "new" / "directory" / path.relative_to(VECTORS)
            assert other.read_bytes() == path.read_bytes()
        # Again, over those that are there.
        (tmp_path / "new" / "directory" / FILE.name).write_text('{"numberOfTests": 5')
        again = cli("vectors", "generate", "--seed", SEED.hex(), "--out", tmp_path / "new" / "directory")
        assert again.exit_code == 0
        assert (tmp_path / "new" / "directory" / FILE.name).read_bytes() == FILE.read_bytes()

    @pytest.mark.parametrize("content", [b"", b"a mnemonic", b'{"bundle": "x"}', b"\xff"])
    def test_nothing_else_is_replaced(self, cli: Cli, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "bip39.json").write_bytes(content)
        result = cli("vectors", "generate", "--seed", SEED.hex(), "--out", tmp_path)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith("error[invalid-request]: ")
        assert [path.name for path in tmp_path.iterdir()] == ["bip39.json"]
        assert (tmp_path / "bip39.json").read_bytes() == content

    def test_what_is_no_file_is_left_alone(self, cli: Cli, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "hpke.json")
        result = cli("vectors", "generate", "--seed", SEED.hex(), "--out", tmp_path)
        assert result.stderr.startswith("error[invalid-request]: ")
        assert [path.name for path in tmp_path.iterdir()] == ["hpke.json"]

    @pytest.mark.parametrize("seed", ["", "00", "zz" * 32, SEED.hex() + "00"])
    def test_other_seeds_are_malformed(self, cli: Cli, tmp_path: Path, seed: str) -> None:
        result = cli("vectors", "generate", "--seed", seed, "--out", tmp_path)
        assert result.exit_code == 1
        assert result.stderr.startswith("error[malformed]: ")
        assert list(tmp_path.iterdir()) == []


class TestVerify:
    def test_files_that_hold(self, cli: Cli) -> None:
        result = cli("vectors", "verify", FILE, VECTORS / "session_jwt.json")
        assert (result.exit_code, result.stdout) == (0, b"")
        numbers = [
            json.loads(path.read_text())["numberOfTests"] for path in (FILE, VECTORS / "session_jwt.json")
        ]
        assert result.stderr == f"{sum(numbers)} cases in 2 files, 0 failed\n"

    def test_a_directory(self, cli: Cli) -> None:
        result = cli("vectors", "verify", VECTORS)
        assert result.exit_code == 0
        assert f" cases in {len(list(VECTORS.glob('*.json')))} files, 0 failed" in result.stderr

    def test_every_case_as_json(self, cli: Cli) -> None:
        result = cli("vectors", "verify", "--json", FILE)
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        cases = [case for group in json.loads(FILE.read_text())["testGroups"] for case in group["tests"]]
        assert [line["tc_id"] for line in lines] == [case["tcId"] for case in cases]
        assert all(line["passed"] and line["file"] == str(FILE) for line in lines)
        assert [line["expected"] for line in lines] == [case.get("error", "valid") for case in cases]

    @pytest.mark.parametrize("result", ["valid", "invalid"])
    def test_a_result_that_was_flipped_is_named(self, cli: Cli, tmp_path: Path, result: str) -> None:
        document = json.loads(FILE.read_text())
        cases = [case for group in document["testGroups"] for case in group["tests"]]
        case = next(case for case in cases if case["result"] == result)
        if result == "valid":
            case |= {"result": "invalid", "error": "malformed"}
        else:
            case["result"] = "valid"
            del case["error"]
        (tmp_path / FILE.name).write_text(json.dumps(document))
        shown = cli("vectors", "verify", tmp_path)
        assert shown.exit_code == 1
        (line,) = shown.stdout.decode().splitlines()
        assert line.startswith(f"{tmp_path / FILE.name}: case {case['tcId']} ({case['comment']}): expected ")
        assert shown.stderr == f"{len(cases)} cases in 1 files, 1 failed\n"
        as_json = [
            json.loads(text) for text in cli("vectors", "verify", "--json", tmp_path).stdout.splitlines()
        ]
        assert [entry["tc_id"] for entry in as_json if not entry["passed"]] == [case["tcId"]]

    def test_names_that_are_not_utf8(self, cli: Cli, tmp_path: Path) -> None:
        path = tmp_path / os.fsdecode(b"\xff.json")
        path.write_bytes(FILE.read_bytes())
        result = cli("vectors", "verify", "--json", path)
        assert result.exit_code == 0
        assert json.loads(result.stdout.splitlines()[0])["file"] == f"{tmp_path}/\ufffd.json"

    def test_what_a_file_says_cannot_steer_the_terminal(self, cli: Cli, tmp_path: Path) -> None:
        document = json.loads(FILE.read_text())
        document["testGroups"][0]["tests"][0] |= {
            "comment": "\x1b[2J\n\x9b\u202e",
            "result": "invalid",
            "error": "expired",
        }
        (tmp_path / "a.json").write_text(json.dumps(document))
        shown = cli("vectors", "verify", tmp_path)
        assert b"\x1b" not in shown.stdout
        assert len(shown.stdout.splitlines()) == 1
        first = cli("vectors", "verify", "--json", tmp_path).stdout.splitlines()[0]
        assert json.loads(first)["comment"] == "\x1b[2J\n\x9b\u202e"
        assert first.decode().isprintable()

    def test_what_is_no_file_of_vectors(self, cli: Cli, tmp_path: Path) -> None:
        (tmp_path / "a.json").write_text("{}")
        for path, code in (
            (tmp_path, "malformed"),
            (tmp_path / "b", "file"),
            (tmp_path / "a.json", "malformed"),
        ):
            result = cli("vectors", "verify", path)
            assert (result.exit_code, result.stdout) == (1, b"")
            assert result.stderr.startswith(f"error[{code}]: ")
        assert cli("vectors", "verify").exit_code == 2
