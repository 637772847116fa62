"""The commands that test programs: they write the suite and judge the results."""

import functools
import sys
from collections.abc import Callable
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple, TypeVar

import click

from sealwax.cli import options
from sealwax.cli.paths import PATH
from sealwax.cli.streams import (
    Input,
    printable,
    say,
    to_json_line,
    write_json,
    write_lines,
    write_output,
)
from sealwax.cli.usage import Misuse
from sealwax.errors import MalformedInput

from ._limits import MAX_EXPECTED_FAILURES_BYTES, MAX_RESULTS_BYTES
from .features import FEATURES
from .files import replace_file
from .judge import Abilities, Report, check_names, judge, read_expected_failures
from .loader import directory, find_files, load_file
from .page import page, read_report
from .protocol import KnownCase, Results, answer, known_cases, read_results, to_line
from .reports import badge, describe_failures, junit, table
from .runner import ProgramError, run_program

F = TypeVar("F", bound=Callable[..., None])

_DEFAULT_TIME_LIMIT = 30.0


def _to_names(_context: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> frozenset[str]:
    """Split comma-separated lists of names."""
    return frozenset(name.strip() for value in values for name in value.split(","))


class _Selection:
    """The cases of a command, and the abilities of the program."""

    def __init__(self, paths: tuple[Path, ...], abilities: Abilities) -> None:
        suites = (load_file(file) for path in paths or (directory(),) for file in find_files(path))
        self.cases = list(known_cases(suites))
        self.abilities = abilities
        try:
            check_names(abilities, self.cases)
        except ValueError:
            raise Misuse(
                "--features, --without or --without-output has a name that does not exist; features are "
                f"{', '.join(FEATURES)}"
            ) from None

    def asked(self) -> list[KnownCase]:
        """Return the cases that the program must answer."""
        return [known for known in self.cases if self.abilities.must_answer(known.task)]


def _selection(command: F) -> F:
    """Add the options that select cases; the command gets a ``_Selection``."""

    @functools.wraps(command)
    def with_selection(
        *,
        vectors: tuple[Path, ...],
        features: frozenset[str],
        without: frozenset[str],
        without_output: frozenset[str],
        **others: object,
    ) -> None:
        abilities = Abilities(features or None, without, without_output)
        command(selection=_Selection(vectors, abilities), **others)

    for option in (
        click.option(
            "--without-output",
            multiple=True,
            callback=_to_names,
            metavar="GROUP.NAME,...",
            help="Outputs that the program does not give.",
        ),
        click.option(
            "--without",
            multiple=True,
            callback=_to_names,
            metavar="NAME,...",
            help="Features or groups that the program lacks.",
        ),
        click.option(
            "--features",
            multiple=True,
            callback=_to_names,
            metavar="NAME,...",
            help="All features that the program has. Cases that need others are not asked for.",
        ),
        click.option(
            "--vectors",
            type=PATH,
            multiple=True,
            metavar="PATH",
            callback=options.remember,
            help="A file of vectors, or a directory of them.  [default: those of this package]",
        ),
    ):
        with_selection = option(with_selection)
    return with_selection  # type: ignore[return-value] # click passes the options


class _Reports(NamedTuple):
    """The outputs of a report, and the expected failures."""

    xfail: Input | None
    junit_file: Path | None
    badge_file: Path | None
    as_json: bool


def _report_options(command: F) -> F:
    """Add the options of a report; the command gets a ``_Reports``."""

    @functools.wraps(command)
    def with_reports(
        *,
        xfail: Input | None,
        junit_file: Path | None,
        badge_file: Path | None,
        as_json: bool,
        **others: object,
    ) -> None:
        command(reports=_Reports(xfail, junit_file, badge_file, as_json), **others)

    for option in (
        options.as_json,
        click.option(
            "--badge",
            "badge_file",
            type=PATH,
            metavar="FILE",
            callback=options.remember,
            help="The file for a badge, which is replaced: the JSON of a shields.io endpoint.",
        ),
        click.option(
            "--junit",
            "junit_file",
            type=PATH,
            metavar="FILE",
            callback=options.remember,
            help="The file for a report in JUnit's XML, which is replaced.",
        ),
        options.input_file("--xfail", help="The ids of the cases that the program is known to fail."),
    ):
        with_reports = option(with_reports)
    return with_reports  # type: ignore[return-value] # click passes the options


@options.command(
    "suite",
    short_help="Write the cases for a program.",
    epilog=options.examples("sealwax vectors suite --features stamps,exports > suite.jsonl"),
)
@_selection
def suite(*, selection: _Selection) -> None:
    """Write the cases, a line of JSON each, without the expected results.

    A program reads them on its standard input, and writes its results. PROTOCOL.md in the directory of the
    vectors describes the protocol.
    """
    for known in selection.asked():
        write_output(to_line(known.task))


@options.command(
    "answer",
    short_help="Answer cases with this library.",
    epilog=options.examples("sealwax vectors suite | sealwax vectors answer > results.jsonl"),
)
def answer_suite() -> None:
    """Read cases on standard input, and write the result of this library for each."""
    for line in sys.stdin.buffer:
        write_output(to_line(answer(line)))


@options.command(
    "judge",
    short_help="Judge the results of a program.",
    epilog=options.examples("sealwax vectors judge results.jsonl --features stamps,exports"),
)
@options.input_argument("results")
@_selection
@_report_options
def judge_results(*, results: Input, selection: _Selection, reports: _Reports) -> None:
    """Compare the results of a program with the vectors.

    The first wrong case of each idea is printed, then a table. The exit status is 1 if a line is not a
    result, or if a case failed, has no result or two, was skipped although the program should answer it, or
    passes although --xfail lists it. Without --features and --without, the program may skip whole groups,
    which are named. With --json, each case is a line of JSON.
    """
    _report(read_results(results.read(limit=MAX_RESULTS_BYTES)), selection, reports)


@options.command(
    "run",
    short_help="Run a program on the cases, and judge it.",
    epilog=options.examples("sealwax vectors run --features stamps,exports -- ./my-program"),
)
@click.argument("command", nargs=-1, required=True, type=click.Path(readable=False), metavar="COMMAND...")
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True, max=86400),
    default=_DEFAULT_TIME_LIMIT,
    show_default=True,
    metavar="SECONDS",
    help="How long the program may print nothing before it is killed.",
)
@_selection
@_report_options
def run(*, command: tuple[str, ...], time_limit: float, selection: _Selection, reports: _Reports) -> None:
    """Start a program, give it the cases on its standard input, and judge the results that it prints.

    A program that dies or hangs fails the first case that it did not answer, and is started again with the
    cases after it. It is started at most ten times. A program that dies before its first answer is not
    started again: its message on standard error says why.

    Without --features and --without, the program may skip whole groups, which are named.
    """
    tasks = [known.task for known in selection.asked()]
    try:
        found = run_program(command, tasks, time_limit=timedelta(seconds=time_limit))
    except ProgramError as error:
        raise MalformedInput(str(error)) from None
    _report(found, selection, reports)


def _report(found: Results, selection: _Selection, reports: _Reports) -> None:
    """Judge, write the report, and exit with status 1 if anything is wrong."""
    listed: frozenset[str] = frozenset()
    if reports.xfail is not None:
        data = reports.xfail.read(limit=MAX_EXPECTED_FAILURES_BYTES)
        listed = read_expected_failures(data, selection.cases, reports.xfail.name)
    report = judge(
        selection.cases,
        found,
        abilities=selection.abilities,
        expected_failures=listed,
        allow_skipped_groups=selection.abilities.claims_nothing,
    )
    if reports.junit_file is not None:
        replace_file(reports.junit_file, junit(report))
    if reports.badge_file is not None:
        replace_file(reports.badge_file, to_json_line(badge(report)))
    if reports.as_json:
        for verdict in report.verdicts:
            write_json({**asdict(verdict), "fine": verdict.fine})
        for problem in report.problems:
            write_json({"problem": problem, "fine": False})
    else:
        failed = describe_failures(report.verdicts)
        write_lines(*map(printable, [*failed, *report.problems, *table(report)]))
    _summarize(report)
    if not report.fine:
        raise click.exceptions.Exit(1)


def _summarize(report: Report) -> None:
    failed = [verdict for verdict in report.verdicts if not verdict.fine]
    ideas = f" (ideas: {len({verdict.idea for verdict in failed})})" if failed else ""
    others = sum(verdict.other_code for verdict in report.verdicts)
    codes = f", {others} refused with another code" if others else ""
    problems = f", {len(report.problems)} other problems" if report.problems else ""
    if report.skipped_groups:
        say(
            f"{len(report.skipped_groups)} groups were skipped: {', '.join(report.skipped_groups)}; with "
            "--features or --without, a skipped group fails that the program should have"
        )
    judged = sum(verdict.status != "skipped" for verdict in report.verdicts)
    say(f"{judged} of {len(report.verdicts)} cases, {len(failed)} failed{ideas}{codes}{problems}")


@options.command(
    "page",
    short_help="Make a page of reports.",
    epilog=options.examples(
        "sealwax vectors run --json -- ./my-program > my-program.jsonl\n"
        "sealwax vectors page my-program.jsonl --out page.html"
    ),
)
@options.several_inputs_argument("reports")
@click.option(
    "--out",
    type=PATH,
    required=True,
    metavar="FILE",
    callback=options.remember,
    help="The file for the page, which is replaced.",
)
def write_page(*, reports: tuple[Input, ...], out: Path) -> None:
    """Write an HTML page about programs, with their passed and failed cases.

    Each file is the output of `judge --json` or `run --json`, and has the name of its program.
    """
    read = {
        Path(report.path).stem: read_report(report.read(limit=MAX_RESULTS_BYTES), report.name)
        for report in reports
    }
    if len(read) < len(reports):
        raise Misuse("two of the files have one name; the name is that of the program")
    replace_file(out, page(read).encode())


COMMANDS = (suite, answer_suite, judge_results, run, write_page)
