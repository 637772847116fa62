import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sealwax.errors import install_command
from tests.conftest import ROOT

FILE = ROOT / "vectors" / "credential_bundle.json"
SWITCHED_ON = ("-p", "sealwax_vectors.pytest_plugin")


def run_pytest(
    *arguments: str | Path, cwd: Path | None = None, autoload: bool = False
) -> subprocess.CompletedProcess[str]:
    # As in another project, with none of the options of this one, nor of the plugins that its tests need.
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-c",
        "/dev/null",
        *map(str, arguments),
    ]
    environment = {**os.environ, **({} if autoload else {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=environment)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A project with a file of vectors, its schema, other JSON, and a test."""
    (tmp_path / FILE.name).write_bytes(FILE.read_bytes())
    (tmp_path / "schema.json").write_bytes(
        (FILE.parent / "schema" / "credential_bundle_schema.json").read_bytes()
    )
    (tmp_path / "package.json").write_text("{}")
    (tmp_path / "test_x.py").write_text("def test_x():\n    pass\n")
    return tmp_path


def test_each_case_is_a_test(directory: Path) -> None:
    number = json.loads(FILE.read_text())["numberOfTests"]
    result = run_pytest(*SWITCHED_ON, "--sealwax-vectors", directory)
    assert result.returncode == 0, result.stdout
    assert f"{number + 1} passed" in result.stdout


def test_without_the_option_nothing_is_collected(directory: Path) -> None:
    result = run_pytest(*SWITCHED_ON, directory)
    assert result.returncode == 0, result.stdout
    assert " 1 passed" in result.stdout


@pytest.mark.parametrize("options", [(), SWITCHED_ON])
def test_an_entry_point_loads_the_plugin_once(directory: Path, options: tuple[str, ...]) -> None:
    number = json.loads(FILE.read_text())["numberOfTests"]
    result = run_pytest(*options, "--sealwax-vectors", directory, autoload=True)
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"{number + 1} passed" in result.stdout


def test_a_run_that_uses_no_plugin_loads_only_what_adds_the_options(directory: Path) -> None:
    (directory / "test_x.py").write_text(
        "import sys\n"
        "def test_x():\n"
        "    print('loaded', *sorted(name for name in sys.modules if name.startswith('sealwax')))\n"
    )
    result = run_pytest(directory, "-s", autoload=True)
    assert result.returncode == 0, result.stdout + result.stderr
    (line,) = (line for line in result.stdout.splitlines() if "loaded" in line)
    assert line.partition("loaded ")[2].split() == [
        "sealwax",
        "sealwax._lazy_names",
        "sealwax_service",
        "sealwax_service.pytest_plugin",
        "sealwax_vectors",
        "sealwax_vectors.pytest_plugin",
    ]


def test_without_the_plugin_pytest_does_not_know_the_option(directory: Path) -> None:
    result = run_pytest("--sealwax-vectors", directory)
    assert result.returncode == pytest.ExitCode.USAGE_ERROR
    assert "unrecognized arguments: --sealwax-vectors" in result.stderr


def test_a_case_that_fails_says_what_it_is_about(directory: Path) -> None:
    document = json.loads(FILE.read_text())
    case = next(case for case in document["testGroups"][0]["tests"] if case["result"] == "invalid")
    document_error, case["error"] = case["error"], "expired"
    (directory / FILE.name).write_text(json.dumps(document))
    result = run_pytest(*SWITCHED_ON, "--sealwax-vectors", directory)
    assert result.returncode == 1
    assert f"{case['comment']}: expected expired, got {document_error}" in result.stdout
    assert f"{FILE.name}::{case['id']}" in result.stdout
    assert "1 failed" in result.stdout


def test_a_case_that_needs_a_missing_extra_is_skipped(directory: Path) -> None:
    # Loaded before the plugin, which loads what is there.
    (directory / "without_crypto.py").write_text("import sys\nsys.modules['Crypto'] = None\n")
    (directory / FILE.name).write_bytes((FILE.parent / "api_key_stamp_eip191.json").read_bytes())
    options = ("-p", "without_crypto", *SWITCHED_ON, "--sealwax-vectors", "-rs")
    result = run_pytest(*options, directory, cwd=directory)
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"{install_command('ethereum')}" in result.stdout
    assert " skipped" in result.stdout


def test_project_wycheproofs_own_files_are_left_alone(directory: Path) -> None:
    other = {"algorithm": "ECDSA", "schema": "ecdsa_verify_schema.json", "testGroups": [{"tests": []}]}
    (directory / "ecdsa_test.json").write_text(json.dumps(other))
    result = run_pytest(*SWITCHED_ON, "--sealwax-vectors", directory)
    assert result.returncode == 0, result.stdout


def test_a_file_that_does_not_add_up_is_an_error(directory: Path) -> None:
    document = json.loads(FILE.read_text())
    document["numberOfTests"] += 1
    (directory / FILE.name).write_text(json.dumps(document))
    result = run_pytest(*SWITCHED_ON, "--sealwax-vectors", directory)
    assert result.returncode == 2
    assert "says that it has" in result.stdout
