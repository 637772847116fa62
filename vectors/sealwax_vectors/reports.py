"""Reports of verdicts: a table for people, JUnit's XML for CI, and a badge."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final
from xml.etree import ElementTree as ET

from sealwax.cli.streams import printable

from .judge import FINE, Report, Status, Verdict, count_statuses

MAX_DETAIL: Final = 300


def describe(verdict: Verdict) -> str:
    """Describe a verdict on one line of bounded length."""
    about = f"{verdict.comment}; section {verdict.section}"
    return f"{verdict.id} ({about}): {verdict.status}: must be {verdict.expected}; {_detail(verdict)}"


def _detail(verdict: Verdict) -> str:
    return verdict.detail if len(verdict.detail) <= MAX_DETAIL else f"{verdict.detail[:MAX_DETAIL]}..."


def describe_failures(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Describe failures: a line for a group whose cases all failed alike, and for each idea of the others.

    Args:
        verdicts: All verdicts of a report.

    Yields:
        The lines. The line of an idea has its first failure, and the number of the others.
    """
    groups: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.status != "skipped":
            groups.setdefault(verdict.group_name, []).append(verdict)
    by_idea: dict[str, list[Verdict]] = {}
    for name, members in groups.items():
        first = members[0]
        if first.fine or len({(member.status, member.detail) for member in members}) > 1:
            for verdict in members:
                if not verdict.fine:
                    by_idea.setdefault(verdict.idea, []).append(verdict)
        else:
            yield f"{name}: {first.status}: all {len(members)} cases; {_detail(first)}"
    for first, *others in by_idea.values():
        more = f" (and {len(others)} more of this idea)" if others else ""
        yield f"{describe(first)}{more}"


def table(report: Report) -> Iterator[str]:
    """Write the table of the groups.

    Args:
        report: The verdicts.

    Yields:
        The lines: the number of cases of each status in each group. Entirely skipped groups are omitted.
    """
    counted = {
        name: statuses
        for name, statuses in count_statuses(report.verdicts).items()
        if statuses["skipped"] < statuses.total()
    }
    width = max(map(len, counted), default=0)
    yield f"{'group':{width}}  passed  failed  expected  skipped"
    for name, statuses in counted.items():
        failed = sum(count for status, count in statuses.items() if status not in FINE)
        yield (
            f"{name:{width}}  {statuses['passed']:6}  {failed:6}  {statuses['expected-failure']:8}  "
            f"{statuses['skipped']:7}"
        )


def junit(report: Report) -> bytes:
    """Write a report as JUnit's XML.

    Args:
        report: The verdicts.

    Returns:
        The document: a suite for each group, and a suite for the problems without a case.
    """
    root = ET.Element("testsuites")
    counted = count_statuses(report.verdicts)
    suites = {}
    for name, statuses in counted.items():
        failed = sum(count for status, count in statuses.items() if status not in FINE)
        skipped = statuses["skipped"] + statuses["expected-failure"]
        suites[name] = _suite(root, name, statuses.total(), failed, skipped)
    for verdict in report.verdicts:
        name = verdict.group_name
        case = ET.SubElement(suites[name], "testcase", classname=name, name=verdict.id)
        if not verdict.fine:
            ET.SubElement(case, "failure", message=printable(describe(verdict)))
        elif verdict.status != "passed":
            ET.SubElement(case, "skipped", message=printable(describe(verdict)))
    if report.problems:
        count = len(report.problems)
        suite = _suite(root, "program", count, count, 0)
        for number, problem in enumerate(report.problems, 1):
            case = ET.SubElement(suite, "testcase", classname="program", name=f"problem {number}")
            ET.SubElement(case, "failure", message=printable(problem))
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _suite(root: ET.Element, name: str, tests: int, failures: int, skipped: int) -> ET.Element:
    numbers = {"tests": str(tests), "failures": str(failures), "errors": "0", "skipped": str(skipped)}
    return ET.SubElement(root, "testsuite", {"name": name, **numbers})


def count_passed(statuses: Counter[Status]) -> tuple[int, int]:
    """Return the number of passed cases, and of cases without an allowed skip."""
    passed = statuses["passed"] + statuses["unexpected-pass"]
    return passed, statuses.total() - statuses["skipped"]


def badge(report: Report) -> dict[str, object]:
    """Make the answer of a shields.io endpoint for a badge.

    Args:
        report: The verdicts.

    Returns:
        The members of the answer, with the number of passed cases.
    """
    passed, asked = count_passed(Counter(verdict.status for verdict in report.verdicts))
    right = "brightgreen" if passed == asked else "yellow"
    return {
        "schemaVersion": 1,
        "label": "sealwax vectors",
        "message": f"{passed} of {asked} pass",
        "color": right if report.fine else "red",
    }
