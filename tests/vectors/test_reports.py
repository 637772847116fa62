"""Reports: the table, JUnit's XML, and the badge."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from sealwax_vectors.judge import Report, Status, Verdict
from sealwax_vectors.reports import badge, describe, describe_failures, junit, table


def verdict(group: str, number: int, status: Status, detail: str = "") -> Verdict:
    return Verdict(
        file="f",
        group=group,
        id=f"f/{group}/{number}",
        comment="a comment",
        idea="an idea",
        section="8.1",
        flags=("Flag", f"FlagOf{group}"),
        expected="refused",
        status=status,
        detail=detail,
    )


REPORT = Report(
    [
        verdict("One", 1, "passed"),
        verdict("One", 2, "failed", "it was accepted"),
        verdict("One", 3, "expected-failure", "it was accepted"),
        verdict("Another", 1, "skipped", "no curve"),
        verdict("Another", 2, "crashed", "\x1b[2J\x00\ufffe<&"),
    ],
    ["line 1 is not JSON\x00"],
)


def test_the_table_counts_by_group() -> None:
    assert [line.split() for line in table(REPORT)] == [
        ["group", "passed", "failed", "expected", "skipped"],
        ["f/One", "1", "1", "1", "0"],
        ["f/Another", "0", "1", "0", "1"],
    ]
    assert len({len(line) for line in table(REPORT)}) == 1
    lacks = verdict("Lacking", 1, "skipped")
    assert list(table(Report([*REPORT.verdicts, lacks], []))) == list(table(REPORT))
    assert len(list(table(Report([], [])))) == 1


def test_a_verdict_on_one_line_of_bounded_length() -> None:
    assert describe(REPORT.verdicts[1]) == (
        "f/One/2 (a comment; section 8.1): failed: must be refused; it was accepted"
    )
    long = describe(verdict("One", 1, "crashed", "x" * 10_000))
    assert long.endswith(f"{'x' * 300}...")
    assert len(long) < 400


def test_a_line_for_each_idea() -> None:
    other = replace(verdict("One", 3, "failed"), idea="another idea")
    verdicts = [verdict("One", 1, "failed"), other, verdict("One", 2, "missing"), verdict("One", 4, "passed")]
    lines = list(describe_failures(verdicts))
    assert [line.partition(" ")[0] for line in lines] == ["f/One/1", "f/One/3"]
    assert lines[0].endswith(" (and 1 more of this idea)")
    assert "more of" not in lines[1]


def test_a_line_for_a_group_whose_cases_failed_alike() -> None:
    alike = [verdict("One", 1, "crashed", "KeyError"), verdict("One", 2, "crashed", "KeyError")]
    for more in ([], [verdict("One", 3, "skipped", "no curve")]):
        assert list(describe_failures([*more, *alike])) == ["f/One: crashed: all 2 cases; KeyError"]
    for other in (verdict("One", 3, "missing", "KeyError"), verdict("One", 3, "crashed", "IndexError")):
        assert [line.partition(" ")[0] for line in describe_failures([*alike, other])] == ["f/One/1"]
    assert list(describe_failures([verdict("One", 1, "passed"), verdict("One", 2, "passed")])) == []
    (long,) = describe_failures([verdict("One", 1, "crashed", "x" * 10_000)])
    assert long.endswith(f"{'x' * 300}...")


def test_junit_has_each_case_and_each_problem() -> None:
    suites = ET.fromstring(junit(REPORT))
    one, another, program = suites
    assert one.attrib == {"name": "f/One", "tests": "3", "failures": "1", "errors": "0", "skipped": "1"}
    assert another.attrib["skipped"] == another.attrib["failures"] == "1"
    assert program.attrib["failures"] == program.attrib["tests"] == "1"
    assert [[child.tag for child in case] for case in one] == [[], ["failure"], ["skipped"]]
    assert [case.attrib["name"] for case in one] == ["f/One/1", "f/One/2", "f/One/3"]
    assert one[1][0].attrib["message"] == describe(REPORT.verdicts[1])
    # XML cannot have these characters.
    assert another[1][0].attrib["message"].endswith("; \\u001b[2J\\u0000\\ufffe<&")
    assert program[0][0].attrib["message"] == "line 1 is not JSON\\u0000"


def test_junit_of_a_run_without_problems() -> None:
    assert [suite.attrib["name"] for suite in ET.fromstring(junit(Report(REPORT.verdicts, [])))] == [
        "f/One",
        "f/Another",
    ]


@pytest.mark.parametrize(
    ("statuses", "problems", "shown"),
    [
        (["passed", "passed", "skipped"], [], ("2 of 2 pass", "brightgreen")),
        (["passed", "expected-failure"], [], ("1 of 2 pass", "yellow")),
        (["passed", "failed"], [], ("1 of 2 pass", "red")),
        (["passed", "unexpected-pass"], [], ("2 of 2 pass", "red")),
        (["passed", "undeclared-skip"], [], ("1 of 2 pass", "red")),
        (["passed"], ["it died"], ("1 of 1 pass", "red")),
    ],
)
def test_the_badge_counts_what_passed(
    statuses: list[Status], problems: list[str], shown: tuple[str, str]
) -> None:
    made = badge(Report([verdict("One", n, status) for n, status in enumerate(statuses)], problems))
    assert made == {"schemaVersion": 1, "label": "sealwax vectors", "message": shown[0], "color": shown[1]}
