"""A real browser, live: what it returns is made anew and checked. Needs Chromium, Node.js and npm."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.browser.checks import check_capture
from tests.conftest import CAPTURED
from tools.support.nodejs import find_program, install

HERE = Path(__file__).parent
NAMES = sorted(path.name for path in (CAPTURED / "browser").glob("*.json"))


def run(*command: str) -> "subprocess.CompletedProcess[str]":
    # capture.mjs gives up by itself after 120 s.
    return subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=180, check=False)


@pytest.fixture(scope="module")
def node() -> str:
    install(HERE)
    return find_program("node")


@pytest.fixture(scope="module")
def chromium() -> str:
    program = shutil.which("chromium") or shutil.which("google-chrome")
    assert program, "the browser tests need chromium or google-chrome on the PATH"
    return program


@pytest.fixture(scope="module")
def captures(node: str, chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    outdir = tmp_path_factory.mktemp("captures")
    done = run(node, "capture.mjs", str(outdir), "--chromium", chromium)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(NAMES)
    return outdir


def test_the_browser_gives_the_captures_that_are_kept(captures: Path) -> None:
    assert NAMES
    assert sorted(path.name for path in captures.iterdir()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_what_a_browser_returns_verifies(captures: Path, name: str) -> None:
    check_capture(json.loads((captures / name).read_text()))


def test_a_directory_that_is_not_empty_is_refused(node: str, chromium: str, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("kept")
    done = run(node, "capture.mjs", str(tmp_path), "--chromium", chromium)
    assert done.returncode == 1
    assert "is not empty" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_a_browser_that_is_not_there_is_said_to_be_missing(node: str, tmp_path: Path) -> None:
    done = run(node, "capture.mjs", str(tmp_path), "--chromium", str(tmp_path / "chromium"))
    assert done.returncode == 1
    assert "no Chromium at" in done.stderr
