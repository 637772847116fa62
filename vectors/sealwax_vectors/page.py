"""A page about judged programs: their passed and failed cases. It loads no other file."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Final

import msgspec

from sealwax._codec.strict_json import decode_json
from sealwax.cli.streams import printable
from sealwax.errors import MalformedInput

from .judge import Report, Status, Verdict, count_statuses
from .reports import count_passed, describe

_PAGE: Final = """\
<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Who passes the test vectors</title>
<meta name="viewport" content="width=device-width"><style>
:root{{color-scheme:light dark}}.bad{{color:#d32f2f;font-weight:bold}}li{{overflow-wrap:anywhere}}
body{{font:15px/1.4 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em}}
table{{border-collapse:collapse}}th,td{{padding:.2em .8em;text-align:right;border-bottom:1px solid #8885}}
th:first-child,td:first-child{{text-align:left}}
</style>
<h1>Who passes the test vectors</h1>
{totals}
<p>A cell has the number of cases that passed; where others did not, <i>of</i> how many. Skipped cases are not
counted. <i>Expected</i> failures are those that a program's list has.</p>
<h2>By group</h2>
{groups}
{failures}
</html>
"""
_TOTALS: Final = ("program", "passed", "failed", "expected", "skipped", "other problems")


class _Problem(msgspec.Struct):
    """A line of a report about a problem without a case."""

    problem: str


def read_report(data: bytes, name: str) -> Report:
    """Read the output of ``sealwax vectors judge --json`` or ``run --json``.

    Args:
        data: The lines of JSON.
        name: The name of the file in errors.

    Returns:
        The verdicts and the other problems.

    Raises:
        MalformedInput: A line is neither a verdict nor a problem, or no line is a verdict.
    """
    verdicts, problems = [], []
    for number, line in enumerate(data.splitlines(), 1):
        where = f"line {number} of {name}"
        if line.startswith(b'{"problem":'):
            problems.append(decode_json(line, _Problem, where).problem)
        else:
            verdicts.append(decode_json(line, Verdict, where))
    if not verdicts:
        raise MalformedInput(f"{name} has no verdicts; write it with `sealwax vectors run --json`")
    return Report(verdicts, problems)


def page(reports: Mapping[str, Report]) -> str:
    """Write the page.

    Args:
        reports: The reports, by the names of the programs.

    Returns:
        The document, in HTML.
    """
    return _PAGE.format(
        totals=_table(_TOTALS, _totals(reports)),
        groups=_table(("group", *reports), _by_group(reports)),
        failures="\n".join(_failures(name, report) for name, report in reports.items()),
    )


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write a table from the texts of its head and the HTML cells of its rows."""
    names = "".join(f"<th>{_text(name)}</th>" for name in head)
    body = "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f"<table><thead><tr>{names}</tr></thead>\n{body}\n</table>"


def _text(text: str) -> str:
    """Escape text from an untrusted report."""
    return escape(printable(text))


def _cell(content: object, *, bad: bool = False) -> str:
    return f"<td{' class=bad' if bad else ''}>{_text(str(content))}</td>"


def _totals(reports: Mapping[str, Report]) -> Iterator[list[str]]:
    for name, report in reports.items():
        statuses = Counter(verdict.status for verdict in report.verdicts)
        failed = sum(not verdict.fine for verdict in report.verdicts)
        problems = len(report.problems)
        yield [
            _cell(name),
            _passed(statuses),
            _cell(failed, bad=failed > 0),
            _cell(statuses["expected-failure"]),
            _cell(statuses["skipped"]),
            _cell(problems, bad=problems > 0),
        ]


def _by_group(reports: Mapping[str, Report]) -> Iterator[list[str]]:
    counted = {name: count_statuses(report.verdicts) for name, report in reports.items()}
    for group in dict.fromkeys(group for groups in counted.values() for group in groups):
        yield [_cell(group), *(_passed(groups.get(group, Counter())) for groups in counted.values())]


def _passed(statuses: Counter[Status]) -> str:
    """Write the number of passed cases; nothing if no case was asked for."""
    passed, asked = count_passed(statuses)
    if not asked:
        return _cell("")
    return _cell(passed if passed == asked else f"{passed} of {asked}", bad=passed < asked)


def _failures(name: str, report: Report) -> str:
    """Write the failures of a program by flag and by case, or nothing."""
    failed = [verdict for verdict in report.verdicts if verdict.status not in {"passed", "skipped"}]
    lines = [describe(verdict) for verdict in failed] + list(report.problems)
    if not lines:
        return ""
    flags = Counter(flag for verdict in failed for flag in verdict.flags)
    by_flag = _table(("flag", "cases"), ([_cell(flag), _cell(count)] for flag, count in flags.most_common()))
    items = "\n".join(f"<li>{_text(line)}</li>" for line in lines)
    return (
        f"<h2>What {_text(name)} fails</h2>\n{by_flag if failed else ''}\n"
        f"<details><summary>{len(lines)} in all</summary><ul>\n{items}\n</ul></details>"
    )
