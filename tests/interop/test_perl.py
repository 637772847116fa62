"""The vectors, through the program in Perl with OpenSSL: an SDK that has stamps on P-256 alone is green."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from sealwax_vectors import load_file
from sealwax_vectors.protocol import known_cases
from tests.conftest import Cli
from tests.interop.cases import FILES, VECTORS

PROGRAM = Path(__file__).with_name("stamps.pl")


@pytest.fixture
def perl() -> str:
    path = shutil.which("perl")
    assert path is not None, "there is no `perl` on the PATH; its core modules are needed as well"
    return path


def test_it_passes_with_its_feature(cli: Cli, perl: str) -> None:
    result = cli("vectors", "run", "--features", "stamps", "--json", "--", perl, PROGRAM)
    assert result.exit_code == 0, result.stderr
    verdicts = [json.loads(line) for line in result.stdout.splitlines()]
    passed = {verdict["id"]: verdict["code"] for verdict in verdicts if verdict["status"] == "passed"}
    cases = known_cases(load_file(VECTORS / f"{file}.json") for file in FILES)
    asked = [known for known in cases if known.task.features == ("stamps",)]
    assert passed == {known.task.id: known.case.error or None for known in asked}
    assert len(passed) > 150


def test_it_fails_if_it_should_have_more_than_stamps(cli: Cli, perl: str) -> None:
    file = VECTORS / "api_key_stamp_p256.json"
    result = cli("vectors", "run", "--vectors", file, "--", perl, PROGRAM)
    assert result.exit_code == 0, result.stderr
    assert "groups were skipped: api_key_stamp_p256/ApiKeyStamping" in result.stderr
    result = cli("vectors", "run", "--vectors", file, "--features", "stamps,rfc6979", "--", perl, PROGRAM)
    assert result.exit_code == 1
    assert b"api_key_stamp_p256/ApiKeyStamping: undeclared-skip: " in result.stdout


def test_a_crash_is_no_refusal(perl: str) -> None:
    task = {"id": "a", "group": "ApiKeyImport", "input": {"privateKey": "01" * 32}}
    ran = subprocess.run(
        [perl, PROGRAM], input=json.dumps(task), env={"PATH": ""}, capture_output=True, text=True, check=False
    )
    assert json.loads(ran.stdout)["result"] == "crashed"
