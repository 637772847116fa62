"""The page has a row for each construct and each source, and nothing that is missing goes unnoticed."""

import json
import shutil
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from benchmarks.targets import TARGETS as SPEED
from tests.fuzz.targets import TARGETS
from tests.interop.cases import FILES
from tests.interop.implementations import IMPLEMENTATIONS
from tests.tools import evidence_page
from tests.tools.results import CENSUS, HTTP, Record, record_agreement, record_census, record_inputs

CHART = "<svg/>"


def recorder(properties: list[tuple[str, object]]) -> Record:
    """A stand-in for pytest's fixture."""
    return lambda name, value: properties.append((name, value))


@pytest.fixture
def results(whole: Path, tmp_path: Path) -> Path:
    """The results of a whole run, to change."""
    return Path(shutil.copytree(whole, tmp_path / "results"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a whole run."""
    tmp_path = tmp_path_factory.mktemp("whole")
    sessions = {session: ET.Element("testsuites") for session in evidence_page.SESSIONS}

    def passed(session: str, name: str, properties: list[tuple[str, object]]) -> None:
        test = ET.SubElement(sessions[session], "testcase", name=name)
        listed = ET.SubElement(test, "properties")
        for key, value in properties:
            ET.SubElement(listed, "property", name=key, value=str(value))

    for (who, file), cases in evidence_page.expected_agreement().items():
        if who == evidence_page.OURS:
            for number in range(cases):
                passed("vectors", f"{file}/Group/{number}", [])
            continue
        properties: list[tuple[str, object]] = []
        record_agreement(recorder(properties), who, [(file, "agrees")] * cases)
        passed("interop", f"{who} {file}", properties)
    figures: list[tuple[str, object]] = []
    for name in (*TARGETS, HTTP):
        record_inputs(recorder(figures), name, 10, 3)
    passed("fuzz", "inputs", figures)
    census: list[tuple[str, object]] = []
    for name in CENSUS:
        record_census(recorder(census), name, broken=7, noticed=5)
    passed("mutation", "census", census)
    for session, root in sessions.items():
        ET.ElementTree(root).write(tmp_path / f"{session}.xml")
    totals = {"num_statements": 9, "num_branches": 4, "percent_covered": 100.0}
    for session in evidence_page.COVERAGE.values():
        (tmp_path / f"{session}.json").write_text(json.dumps({"totals": totals}))
    ratios = [
        {
            "group": each.group,
            "subject": each.subject,
            "reference": each.reference,
            "ratio": 1.2,
            "target": 1.5,
        }
        for each in SPEED
    ]
    (tmp_path / "bench.json").write_text(json.dumps({"versions": {"Python": "3.13"}, "ratios": ratios}))
    (tmp_path / evidence_page.CHART).write_text(CHART)
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, results: Path) -> str:
    """Write the page, and give it."""
    out = results / "page"
    monkeypatch.setattr(sys, "argv", ["proof", str(results), "--out", str(out)])
    evidence_page.main()
    assert (out / evidence_page.CHART).read_text() == CHART
    return (out / "README.md").read_text()


@pytest.mark.slow
def test_every_construct_and_every_source_has_its_row(monkeypatch: pytest.MonkeyPatch, results: Path) -> None:
    (results / "page").mkdir()
    (results / "page" / "old").touch()
    text = run(monkeypatch, results)
    assert not (results / "page" / "old").exists()
    for file in FILES:
        assert f"\n| `{file}` |" in text
    for who in IMPLEMENTATIONS:
        assert f"\n| {who}: " in text
    assert f"| construct | {' | '.join(evidence_page.COLUMNS)} | findings |" in text
    for name in (*TARGETS, HTTP):
        assert f"\n| {name} | 10 | 3 |" in text
    for name in CENSUS:
        assert f"\n| {name} | 7 | 5 | 2 |" in text
    for name in evidence_page.COVERAGE:
        assert f"\n| {name} | 9 | 4 | 100.00 % |" in text
    for each in SPEED:
        assert f"\n| {each.group} | {each.subject} | {each.reference} | 1.200 | 1.500 |" in text


@pytest.mark.slow
def test_everyone_is_in_one_column() -> None:
    columns = Counter(who for group in evidence_page.COLUMNS.values() for who in group)
    assert set(columns) == {who for who, _ in evidence_page.expected_agreement()}
    assert columns.keys() >= IMPLEMENTATIONS.keys()
    assert set(columns.values()) == {1}


FILES_OF_A_RUN = [
    *(f"{session}.xml" for session in evidence_page.SESSIONS),
    *(f"{session}.json" for session in (*evidence_page.COVERAGE.values(), "bench")),
    evidence_page.CHART,
]


@pytest.mark.parametrize("name", FILES_OF_A_RUN)
@pytest.mark.slow
def test_a_session_that_left_nothing_is_missing(
    monkeypatch: pytest.MonkeyPatch, results: Path, name: str
) -> None:
    (results / name).unlink()
    with pytest.raises(SystemExit, match=name):
        run(monkeypatch, results)


@pytest.mark.parametrize(
    ("session", "named", "outcome", "missing"),
    [
        ("vectors", "hpke/Group/1", "failure", r"ours was not asked all \d+ cases of hpke"),
        ("interop", "Go bip39", "error", "Go was not asked"),
        ("interop", "Wycheproof hpke", "failure", "Wycheproof was not asked"),
        ("interop", "Chromium webauthn_stamp", "skipped", "Chromium was not asked"),
        ("fuzz", "inputs", "failure", "the target "),
        ("mutation", "census", "failure", "the census of checks is missing"),
    ],
)
@pytest.mark.slow
def test_what_did_not_pass_is_missing(
    monkeypatch: pytest.MonkeyPatch, results: Path, session: str, named: str, outcome: str, missing: str
) -> None:
    path = results / f"{session}.xml"
    tree = ET.parse(path)
    (test,) = (each for each in tree.iter("testcase") if each.attrib["name"] == named)
    ET.SubElement(test, outcome)
    tree.write(path)
    with pytest.raises(SystemExit, match=missing):
        run(monkeypatch, results)


def test_a_ratio_that_was_not_measured_is_missing(monkeypatch: pytest.MonkeyPatch, results: Path) -> None:
    path = results / "bench.json"
    written = json.loads(path.read_text())
    del written["ratios"][-1]
    path.write_text(json.dumps(written))
    with pytest.raises(SystemExit, match="the ratio of"):
        run(monkeypatch, results)


def test_what_is_no_chart_is_missing(monkeypatch: pytest.MonkeyPatch, results: Path) -> None:
    (results / evidence_page.CHART).write_text("")
    with pytest.raises(SystemExit, match="not a chart"):
        run(monkeypatch, results)


def test_disagreement_is_shown_beside_what_was_run() -> None:
    assert evidence_page._cell(Counter(agrees=2, accepts=1)) == "2 of 3"
    assert evidence_page._cell(Counter(agrees=2)) == "2"
    assert not evidence_page._cell(Counter())
