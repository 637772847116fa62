"""The tests of ``tests/vectors/test_cli.py`` that take longest."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from sealwax_vectors.constructs.find_constructs import CONSTRUCTS
from sealwax_vectors.makers import generator
from tests.conftest import SEED, Cli
from tests.vectors.test_cli import FILE, VECTORS


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


class TestVerify:
    def test_no_warning_of_a_library_is_shown(self) -> None:
        # In a process of its own: pytest sets aside the filters that a module sets.
        command = [sys.executable, "-W", "always", "-m", "sealwax", "vectors", "verify"]
        path = VECTORS / "webauthn_attestation.json"
        result = subprocess.run([*command, path], capture_output=True, text=True, check=False)
        count = json.loads(path.read_text())["numberOfTests"]
        assert result.stderr == f"{count} cases in 1 files, 0 failed\n"
        assert (result.returncode, result.stdout) == (0, "")
