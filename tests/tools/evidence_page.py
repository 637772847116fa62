"""Write the page for those who do not take our word: who agrees on what, and how hard it was tried.

``python -m tests.tools.evidence_page RESULTS --out FOLDER`` makes it of what the sessions of nox counted:
with the variable ``SEALWAX_RESULTS``, they leave their JUnit XML and JSON in that folder. Nothing on the page
is written by hand, and whatever is missing fails: a session, an implementation, a construct.
"""

import argparse
import json
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast
from xml.etree import ElementTree as ET

from benchmarks.targets import TARGETS as SPEED
from tests.conftest import CAPTURED, ROOT
from tests.fuzz.targets import TARGETS
from tests.interop import ethereum
from tests.interop.cases import FILES, cases_of
from tests.interop.findings import FINDINGS
from tests.interop.implementations import IMPLEMENTATIONS, covered_by
from tests.interop.wallets.coverage import LIBRARIES
from tests.tools.results import BROWSER, CENSUS, HTTP, WYCHEPROOF, Topic
from tests.vectors.numbers import Row, table
from tests.wycheproof.test_wycheproof import NUMBERS_OF_CASES, WAYS

CHART = "bench.svg"
OURS = "ours"


class Missing(Exception):  # noqa: N818 - it is about a run, and no error of the caller's
    """A run did not count what the page must show."""


class Results(NamedTuple):
    """The figures that the sessions of a run counted.

    Attributes:
        agreement: How many cases came out how, by who was asked, construct and kind.
        inputs: The figures of each target of the fuzzing.
        census: What was broken, and how much of it was noticed.
        coverage: The totals of each measurement of the coverage.
        speed: The ratios of the benchmarks, and the versions of what was measured.
    """

    agreement: Mapping[tuple[str, str], Counter[str]]
    inputs: Mapping[str, Mapping[str, Any]]
    census: Mapping[str, Mapping[str, int]]
    coverage: Mapping[str, Mapping[str, Any]]
    speed: Mapping[str, Any]


COLUMNS = {
    OURS: {OURS},
    "Go": {"Go"},
    "JavaScript": {"JavaScript"},
    "npm": {"npm"},
    "OpenSSL": {"OpenSSL"},
    "py_webauthn": {"webauthn"},
    "PyJWT": {"PyJWT"},
    "wallets' libraries": {*LIBRARIES, *ethereum.LIBRARIES},
    "others": {"pycryptodome", "coincurve", "hashlib"},
    WYCHEPROOF: {WYCHEPROOF},
    "browsers": {BROWSER},
}
"""The columns of the table by construct, and who is in each."""

COVERAGE = {
    "the package": "coverage",
    "`sealwax.signers`, with devices": "devices",
    "`sealwax.integrations`, with the clients": "integrations",
}
"""The subject of each measurement, and the session that makes it."""
SESSIONS = ("vectors", "interop", "wycheproof", "browser", "fuzz", "mutation")
"""The sessions whose JUnit XML has what is counted."""


def read(folder: Path) -> Results:
    """Read what the sessions left."""
    agreement: dict[tuple[str, str], Counter[str]] = {}
    inputs: dict[str, dict[str, Any]] = {}
    census: dict[str, dict[str, int]] = {}
    for session in SESSIONS:
        for test in ET.fromstring(_found(folder / f"{session}.xml")).iter("testcase"):
            if any(test.find(each) is not None for each in ("failure", "error", "skipped")):
                continue
            if session == "vectors":
                file = test.attrib["name"].partition("/")[0]
                agreement.setdefault((OURS, file), Counter())["agrees"] += 1
            for each in test.iter("property"):
                fields = json.loads(each.attrib["value"])
                match cast("Topic", each.attrib["name"]):
                    case "agreement":
                        counted = agreement.setdefault((fields["who"], fields["file"]), Counter())
                        counted[fields["kind"]] += fields["cases"]
                    case "inputs":
                        inputs[fields.pop("target")] = fields
                    case "census":
                        census[fields["what"]] = fields["counted"]
    coverage = {
        what: json.loads(_found(folder / f"{session}.json"))["totals"] for what, session in COVERAGE.items()
    }
    return Results(agreement, inputs, census, coverage, json.loads(_found(folder / "bench.json")))


def _found(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Missing(f"{path.name}: the session {path.stem} left nothing; set SEALWAX_RESULTS") from None


def expected_agreement() -> dict[tuple[str, str], int]:
    """How many cases of each construct everyone must have been asked."""
    expected: Counter[tuple[str, str]] = Counter({(OURS, file): len(cases_of(file)) for file in FILES})
    expected.update((who, case.file) for who in IMPLEMENTATIONS for case in covered_by(who))
    for name, _, file in WAYS:
        expected[WYCHEPROOF, file] += NUMBERS_OF_CASES[name]
    captures = len(list((CAPTURED / "browser").glob("*.json")))
    expected.update({(BROWSER, "webauthn_attestation"): captures, (BROWSER, "webauthn_stamp"): captures})
    return dict(expected)


def check(results: Results, chart: str) -> None:
    """Compare with what a whole run counts.

    Raises:
        Missing: Something is not there, in whole or in part.
    """
    for (who, file), cases in expected_agreement().items():
        if results.agreement.get((who, file), Counter()).total() != cases:
            raise Missing(f"{who} was not asked all {cases} cases of {file}")
    _require("the target", results.inputs, [*TARGETS, HTTP])
    _require("the census of", results.census, CENSUS)
    _require("the coverage of", results.coverage, COVERAGE)
    named = {(each["group"], each["subject"], each["reference"]) for each in results.speed["ratios"]}
    _require("the ratio of", named, [(each.group, each.subject, each.reference) for each in SPEED])
    if not chart.startswith("<svg"):
        raise Missing(f"{CHART} is not a chart")


def _require(what: str, found: Iterable[object], wanted: Iterable[object]) -> None:
    known = set(found)
    for each in wanted:
        if each not in known:
            raise Missing(f"{what} {each} is missing")


PAGE = """\
# Who checks sealwax {version}

One run of all checks (`.ci/run`) counted everything on this page, and wrote it. A source that was not
asked everything fails the run.

## By construct

How many cases each one ran. *Of* tells how many came out as the case says, where that is not all of them:
`numbers.md` in the archive of the vectors, and `tests/wycheproof/README.md` for its cases, explain each of
the others, and one more would fail the run.

{by_construct}

*ours* is the verifier of the vectors; *Go* and *JavaScript* were written from the documents of the vectors
alone; *npm* are the packages that the service's own clients use. The cases of Wycheproof go through the
public functions of the construct. Browsers make what is verified. *findings* are those about the construct.

## Who they are

{who}

## Hostile input

{inputs} inputs, the same in each run. Each gave a result or a `SealwaxError`, within the limits of time and
memory, and none was accepted whose authenticated bytes are not those of an original.

{hostile}

## What the vectors notice

Each check of the client's modules is removed in turn, each parser made lenient, and each comparison weakened.
The vectors notice, or the tests have the reason why no vector can.

{census}

## Coverage of the tests

{coverage}

## Speed

![What a request costs with each client]({chart})

Ratios within this run, on a machine that other work may share: {measured}.

{speed}
"""


def page(results: Results) -> str:
    """Write the page."""
    version = re.search(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version is not None
    return PAGE.format(
        version=version[1],
        by_construct=table(*_by_construct(results)),
        who=table(*_who(results)),
        inputs=sum(each["inputs"] for each in results.inputs.values()),
        hostile=table(*_hostile(results)),
        census=table(*_census(results)),
        coverage=table(*_coverage(results)),
        chart=CHART,
        measured=", ".join(f"{name} {number}" for name, number in results.speed["versions"].items()),
        speed=table(*_speed(results)),
    )


def _cell(counted: Counter[str]) -> str:
    if not counted.total():
        return ""
    agrees, total = counted["agrees"], counted.total()
    return str(total) if agrees == total else f"{agrees} of {total}"


def _by_construct(results: Results) -> Iterator[Row]:
    yield ("construct", *COLUMNS, "findings")
    for file in FILES:
        about = sum(
            any(case.file == file and finding.covers(case) for case in covered_by(finding.implementation))
            for finding in FINDINGS
        )
        yield (
            f"`{file}`",
            *(
                _cell(sum((results.agreement.get((who, file), Counter()) for who in group), Counter()))
                for group in COLUMNS.values()
            ),
            about or "",
        )


def _who(results: Results) -> Iterator[Row]:
    yield ("who", "cases", "constructs")
    described = {
        OURS: "`sealwax vectors verify`",
        **IMPLEMENTATIONS,
        WYCHEPROOF: "Project Wycheproof, through the public functions",
        BROWSER: "a passkey of a real browser: registrations and assertions",
    }
    for who, what in described.items():
        found = {file: counted for (name, file), counted in results.agreement.items() if name == who}
        yield f"{who}: {what}", _cell(sum(found.values(), Counter())), len(found)


def _hostile(results: Results) -> Iterator[Row]:
    yield ("target", "inputs", "accepted")
    for name, figures in results.inputs.items():
        accepted = figures["accepted"]
        yield name, figures["inputs"], "" if accepted is None else accepted


def _census(results: Results) -> Iterator[Row]:
    yield ("what is broken", "how often", "noticed", "with a reason")
    for what, counted in results.census.items():
        yield what, counted["broken"], counted["noticed"], counted["broken"] - counted["noticed"]


def _coverage(results: Results) -> Iterator[Row]:
    yield ("of", "statements", "branches", "covered")
    for what, totals in results.coverage.items():
        yield what, totals["num_statements"], totals["num_branches"], f"{totals['percent_covered']:.2f} %"


def _speed(results: Results) -> Iterator[Row]:
    yield ("", "what", "beside", "ratio", "target")
    for each in results.speed["ratios"]:
        ratio, target = f"{each['ratio']:.3f}", f"{each['target']:.3f}"
        yield each["group"], each["subject"], each["reference"], ratio, target


def main() -> None:
    """Write the page and its chart into an empty folder."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.evidence_page")
    parser.add_argument("results", type=Path, help="the folder that the sessions wrote into")
    parser.add_argument(
        "--out", type=Path, required=True, help="where to put the page; what is there is removed"
    )
    options = parser.parse_args()
    folder, out = options.results, options.out
    try:
        results, chart = read(folder), _found(folder / CHART)
        check(results, chart)
    except Missing as missing:
        sys.exit(f"the page of the proof is not written: {missing}")
    if out.exists():
        shutil.rmtree(out)
    out.mkdir(parents=True)
    (out / "README.md").write_text(page(results), encoding="utf-8")
    (out / CHART).write_text(chart, encoding="utf-8")


if __name__ == "__main__":
    main()
