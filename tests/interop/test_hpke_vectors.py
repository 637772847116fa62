"""The tests of ``tests/upstream/test_hpke_vectors.py`` that need the compiler of Go."""

import subprocess
from pathlib import Path

import pytest

from tests.interop.golang import Go
from tests.upstream.test_hpke_vectors import REFUSED, cases_of, expected
from tools.hpke_vectors import FOLDER, KINDS, file_of
from tools.support.nodejs import find_program

HERE = Path(__file__).parent


def lines(printed: str) -> dict[int, str]:
    """A reader's output for each case."""
    return {int(each.partition(" ")[0]): each.partition(" ")[2] for each in printed.splitlines()}


@pytest.mark.parametrize("kind", KINDS)
def test_javascript_agrees(kind: str) -> None:
    command: list[str | Path] = [find_program("node"), HERE / "hpke.mjs", FOLDER / file_of(kind)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert lines(printed) == {case["tcId"]: expected(kind, case) for _, case in cases_of(kind)}


@pytest.fixture(scope="module")
def go(tmp_path_factory: pytest.TempPathFactory) -> Go:
    return Go(tmp_path_factory.mktemp("go"))


@pytest.mark.parametrize("kind", KINDS)
def test_go_agrees(go: Go, kind: str) -> None:
    printed = lines(go.run("run", str(HERE / "hpke.go"), str(FOLDER / file_of(kind))))
    # It gives what it opens, of both files.
    wanted = {
        case["tcId"]: case["pt"] if case["result"] == "valid" else REFUSED for _, case in cases_of(kind)
    }
    assert printed == wanted
