"""Near misses of the client's checks: a case notices each, or there is a reason why none can."""

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.conftest import ROOT
from tests.mutation import CORE, file_of
from tests.near import Finder, Miss, Near, kinds_of_equal, room_of, weaker_forms
from tests.near_tests import rooms_with_tests
from tests.results import NEAR_MISSES, Record, record_census
from tests.vectors.near_reasons import SURVIVORS, SURVIVORS_OF_TESTS, WITHOUT_INPUT
from tests.vectors.reasons import needless, unexplained


class Row(NamedTuple):
    """A near miss: the cases that notice, how many could, in what function, and the text with the kind."""

    cases: list[str]
    differing: int
    where: str
    text: str


@pytest.fixture(scope="module")
def table() -> list[Row]:
    # In a process of its own, which has not loaded the library.
    command = [sys.executable, "-m", "tests.near", "--all"]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    rows = []
    for line in printed.splitlines():
        name, cases, count = json.loads(line)
        where, _, text = name.partition(": ")
        rows.append(Row(cases, count, where, text))
    return rows


@pytest.mark.mutation
def test_every_near_miss_that_a_case_can_tell_is_noticed_or_explained(
    record_property: Record, table: list[Row]
) -> None:
    told = [row for row in table if row.differing]
    survivors = [row for row in told if not row.cases]
    assert len(told) - len(survivors) > 750
    assert unexplained(survivors, SURVIVORS) == []
    assert needless(SURVIVORS, survivors) == []
    noticed = len(told) - len(survivors)
    record_census(record_property, NEAR_MISSES, broken=len(told), noticed=noticed)


@pytest.mark.mutation
@pytest.mark.parametrize("room", sorted(rooms_with_tests()))
def test_a_test_of_the_room_notices_what_no_case_does_or_there_is_a_reason(
    table: list[Row], room: str, tmp_path: Path
) -> None:
    noticed_by_a_case = tmp_path / "noticed"
    noticed_by_a_case.write_text("".join(f"{row.where}: {row.text}\n" for row in table if row.cases))
    told_by_a_case = {(row.where, row.text) for row in table if row.differing}
    command = [sys.executable, "-m", "tests.near", "--tests", room, "--but", str(noticed_by_a_case)]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    made, survivors, untold = [*table], [], []
    for line in printed.splitlines():
        test, count, name = line.split("\t", 2)
        row = Row([], int(count), *name.split(": ", 1))
        made.append(row)
        if row.differing and test == "-":
            survivors.append(row)
        elif not row.differing and (row.where, row.text) not in told_by_a_case:
            untold.append(row)
    reasons = [*SURVIVORS, *SURVIVORS_OF_TESTS]
    assert unexplained(survivors, reasons) == []
    assert unexplained(untold, [*reasons, *WITHOUT_INPUT]) == []
    entries = [entry for entry in WITHOUT_INPUT if room_of(entry[0]) == room]
    assert needless(entries, made) == []


@pytest.mark.mutation
def test_the_core_of_each_file_notices_whatever_its_cases_notice(table: list[Row]) -> None:
    core = set(CORE.read_text().split())
    missed = [
        (file, row.where, row.text)
        for row in table
        for file in {file_of(case) for case in row.cases}
        if not any(file_of(case) == file for case in core.intersection(row.cases))
    ]
    assert missed == [], "run `python -m tests.core --find`"


@pytest.mark.mutation
@pytest.mark.parametrize(
    "kind",
    [
        "without the last",
        "without the first",
        "as far as the shorter goes",
        "in any case",
        "without white space",
        "left out",
    ],
)
def test_every_kind_of_near_miss_is_noticed_somewhere(table: list[Row], kind: str) -> None:
    assert sum(row.text.endswith(f": {kind}") for row in table if row.cases) > 40


SITE = ("module", 0)


@pytest.mark.parametrize(
    ("one", "other", "kinds"),
    [
        ("ab", "ac", {"without the last"}),
        ("bb", "ab", {"without the first"}),
        ("ab", "abc", {"as far as the shorter goes"}),
        ("ab", "AB", {"in any case"}),
        ("ab", "ab ", {"as far as the shorter goes", "without white space"}),
        (b"ab", b"ac", {"without the last"}),
        (b"ab", b"AB", set()),
        (2, 1, {"or one more"}),
        (1, 2, {"or one less"}),
        (1, 3, set()),
        ({1}, {1, 2}, {"or fewer"}),
        ({1, 2}, {1}, {"or others too"}),
        (("x1", "b"), ("x2", "b"), {"without the last"}),
        (("x1", "b"), ("x2", "c"), set()),
        (True, False, set()),
        ("a", "b", set()),
    ],
)
def test_values_are_nearly_equal(one: object, other: object, kinds: set[str]) -> None:
    assert {kind for kind, way in kinds_of_equal(one, other).items() if way(one, other)} == kinds
    weaker = weaker_forms("!=", one, other)
    assert {kind for kind, value in weaker.items() if not value} == kinds


def test_a_value_is_nearly_in_a_collection() -> None:
    weaker = weaker_forms("in", "ab", {"ac", "xyz"})
    assert {kind for kind, value in weaker.items() if value} == {"without the last"}
    assert weaker_forms("in", "a", "abc") == {}


@pytest.mark.parametrize(
    ("name", "left", "right", "wanted"),
    [
        ("<", 1, 1, {"bound + 1": True, "bound - 1": False}),
        ("<=", 1, 1, {"bound + 1": True, "bound - 1": False}),
        (">", 2, 1, {"bound + 1": False, "bound - 1": True}),
        ("<", True, 1, {}),
        ("<", timedelta(), timedelta.max, {}),
        ("<=", {1}, {1}, {}),
    ],
)
def test_a_bound_is_moved_by_one(name: str, left: Any, right: Any, wanted: dict[str, bool]) -> None:
    assert weaker_forms(name, left, right) == wanted


def test_one_near_miss_is_made_at_a_time() -> None:
    near = Near()
    assert near.compare(SITE, ("<=", "<="), 0, 5, 4) is False
    near.active = Miss(SITE, 1, "bound + 1")
    assert near.compare(SITE, ("<=", "<="), 0, 5, 4) is True
    assert near.compare(SITE, ("<=", "<="), 0, 6, 4) is False
    assert near.compare(("module", 1), ("<=", "<="), 0, 5, 4) is False
    near.active = Miss(SITE, 0, "left out")
    assert near.operand(SITE, 0, neutral=False, value=1) is False
    assert near.predicate(SITE, value=False) is True
    near.active = Miss(SITE, 0, "in any case")
    assert near.get(SITE, {"Ab": 1}, "aB") == 1


def test_what_would_differ_is_recorded() -> None:
    near = Near()
    near.recording = True
    near.compare(SITE, ("==",), "ab", "ac")
    near.compare(SITE, ("==",), "xy", "xy")
    assert near.differing == {Miss(SITE, 0, "without the last")}
    assert len(near.applicable) == 5


def test_the_client_is_instrumented_and_nothing_else() -> None:
    finder = Finder()
    assert finder.find_spec("sealwax.proofs.boot", None) is not None
    assert finder.find_spec("sealwax.testing.enclave", None) is None
    assert finder.find_spec("json", None) is None
    # A package of this name has a module of this name, too.
    assert finder.find_spec("webauthn.registration", None) is None


def test_one_room_is_instrumented_alone() -> None:
    finder = Finder(["stamps", "codec"])
    assert finder.find_spec("sealwax.stamps.api_key", None) is not None
    assert finder.find_spec("sealwax._codec.hex", None) is not None
    assert finder.find_spec("sealwax.webhooks", None) is None


def test_each_room_of_the_client_has_its_tests() -> None:
    found = rooms_with_tests()
    assert (found["codec"], found["webhooks"]) == (["tests/codec"], ["tests/test_webhooks.py"])
    assert all(found.values())


def test_a_near_miss_has_a_name_in_a_module_that_only_a_case_loaded() -> None:
    finder = Finder()
    name = finder.name_of(Miss(("activities.typed_data", 0), 0, "left out"))
    assert name.startswith("activities.typed_data.")
    assert name.endswith(": left out")
