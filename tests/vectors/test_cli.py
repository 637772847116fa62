import json
import os
import sys
from pathlib import Path

import pytest

from sealwax_vectors import makers
from sealwax_vectors.makers import VectorFile, generator
from tests.conftest import ROOT, SEED, Cli
from tests.deadlines import deadline

VECTORS = ROOT / "vectors"
FILE = VECTORS / "credential_bundle.json"


class TestGenerate:
    def test_a_terminal_shows_each_file_as_it_is_made(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        files = [VectorFile(path, (VECTORS / path).read_bytes()) for path in ("bip39.json", "hpke.json")]
        monkeypatch.setattr(makers, "generate_files", lambda _seed: iter(files))
        monkeypatch.setattr(generator, "file_paths", lambda: [file.path for file in files])
        arguments = ("vectors", "generate", "--seed", SEED.hex(), "--out", tmp_path)
        wrote = f"wrote 2 files to {tmp_path}\n"
        assert cli(*arguments) == (0, b"", wrote)
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        assert cli(*arguments).stderr == f"made bip39.json (1 of 2)\nmade hpke.json (2 of 2)\n{wrote}"

    def test_what_is_no_file_is_left_alone(self, cli: Cli, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "hpke.json")
        with deadline():
            result = cli("vectors", "generate", "--seed", SEED.hex(), "--out", tmp_path)
        assert result.stderr.startswith("error[invalid-request]: ")
        assert [path.name for path in tmp_path.iterdir()] == ["hpke.json"]


class TestVerify:
    def test_every_case_as_json(self, cli: Cli) -> None:
        result = cli("vectors", "verify", "--json", FILE)
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        cases = [case for group in json.loads(FILE.read_text())["testGroups"] for case in group["tests"]]
        assert [line["tc_id"] for line in lines] == [case["tcId"] for case in cases]
        assert all(line["passed"] and line["file"] == str(FILE) for line in lines)
        assert [line["expected"] for line in lines] == [case.get("error", "valid") for case in cases]

    def test_names_that_are_not_utf8(self, cli: Cli, tmp_path: Path) -> None:
        path = tmp_path / os.fsdecode(b"\xff.json")
        path.write_bytes(FILE.read_bytes())
        result = cli("vectors", "verify", "--json", path)
        assert result.exit_code == 0
        assert json.loads(result.stdout.splitlines()[0])["file"] == f"{tmp_path}/\ufffd.json"

    def test_standard_input_is_read_once(self, cli: Cli) -> None:
        result = cli("vectors", "verify", "-", FILE, "-", stdin=FILE.read_bytes())
        assert (result.exit_code, result.stdout) == (2, b"")
        assert "only one PATH can be -" in result.stderr

    def test_a_file_named_as_standard_input_is(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "-").write_bytes(FILE.read_bytes())
        monkeypatch.chdir(tmp_path)
        assert cli("vectors", "verify", "./-", stdin=b"{}").exit_code == 0

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
