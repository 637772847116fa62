"""The vectors, through the implementation in ``go/``: it agrees but for what ``findings.py`` explains."""

import json
from pathlib import Path

import pytest

from tests.interop.cases import FILES, OUTPUTS, VECTORS, Kind, VectorCase, cases_of
from tests.interop.golang import SOURCE, Answer, Go, answers_of, output_of
from tests.interop.implementations import covered_by
from tests.interop.test_vectors import check
from tests.tools.results import Record

pytestmark = pytest.mark.go


@pytest.fixture(scope="module")
def go(tmp_path_factory: pytest.TempPathFactory) -> Go:
    return Go(tmp_path_factory.mktemp("go"))


@pytest.fixture(scope="module")
def program(go: Go) -> Path:
    return go.program()


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
def test_the_program_agrees(record_property: Record, answers: dict[str, list[Answer]], file: str) -> None:
    answered = list(zip(cases_of(file), answers[file], strict=True))
    assert all(case.fields["tcId"] == answer["tcId"] for case, answer in answered)
    ran = [(case, answer) for case, answer in answered if answer["outcome"] != "skipped"]
    assert [case for case, _ in ran] == [case for case in covered_by("Go") if case.file == file]
    judged = ((case, judge(case, answer)) for case, answer in ran)
    assert check(record_property, "Go", judged).total() == len(ran)


def test_a_crash_is_no_refusal_and_an_unknown_group_is_not_run(program: Path, tmp_path: Path) -> None:
    groups = [{"type": "HpkeOpenBase", "tests": [{"tcId": 1}]}, {"type": "Else", "tests": [{"tcId": 2}]}]
    (tmp_path / "hpke.json").write_text(json.dumps({"testGroups": groups}))
    assert [answer["outcome"] for answer in answers_of(program, tmp_path)] == ["crash", "skipped"]


def test_the_source_is_formatted_and_sound(go: Go) -> None:
    assert output_of(go.formatter, "-l", SOURCE) == ""
    go.run("vet", ".")
