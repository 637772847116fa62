"""The core of each file: few cases, which notice what all cases of that file notice.

``test_coverage.py`` and ``test_near.py`` compare the two for the defects of this library. Here are the
readers in other languages, and the reader that checks nothing but syntax.
"""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

import pytest

from tests.conftest import ROOT
from tests.core import by_reader, find_core, find_cores, of_file, valid_cases
from tests.interop.cases import FILES, VectorCase, cases_of
from tests.interop.implementations import covered_by
from tests.interop.switches import GoReader, JavaScript, Judged, Reader, Request
from tests.mutation import CORE, file_of

CASES = {case.fields["id"]: case for file in FILES for case in cases_of(file)}
IDS = CORE.read_text().split()


def test_its_ids_are_sorted_and_those_of_the_cases_with_the_flag() -> None:
    assert sorted(set(IDS)) == IDS
    assert set(IDS) == {name for name, case in CASES.items() if case.fields.get("core")}, (
        "run `python -m tests.core --find`, and generate the vectors again"
    )


def test_it_has_a_valid_case_of_every_group() -> None:
    valid = {(CASES[name].file, CASES[name].group) for name in IDS if CASES[name].valid}
    assert valid == {(case.file, case.group) for case in CASES.values() if case.valid}


def test_cases_that_notice_most_are_chosen_first_and_by_id_among_equals() -> None:
    noticed = {"1": ["b", "c"], "2": ["c", "d"], "3": ["d"], "4": ["f", "e"], "5": []}
    assert find_core(noticed) == ["c", "d", "e"]
    assert find_core(dict(reversed(noticed.items()))) == ["c", "d", "e"]
    assert find_core({}) == []


def test_each_file_has_a_core_of_its_own() -> None:
    one, other = (str(cases_of(file)[-1].fields["id"]) for file in ("hpke", "bip39"))
    noticed = {"a defect": [one, other]}
    assert of_file(noticed, "hpke") == {"a defect": [one]}
    assert of_file(noticed, "webhook") == {}
    found = find_cores(noticed)
    assert {one, other} <= set(found)
    assert {file_of(case) for case in found} == set(FILES)
    assert len(found) <= 2 + sum(len(valid_cases(file)) for file in FILES)


@pytest.fixture(scope="module")
def javascript() -> Reader:
    return JavaScript()


@pytest.fixture(scope="module")
def go(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return GoReader(tmp_path_factory.mktemp("go"))


def missed_by_the_core(noticed: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """Give the checks that all cases of a file find, and its core does not."""
    core = set(IDS)
    return [
        (file, check)
        for file in FILES
        for check, cases in of_file(noticed, file).items()
        if not core.intersection(cases)
    ]


def checks_beyond_syntax(cases: Sequence[VectorCase], judged: Sequence[Judged]) -> dict[str, set[str]]:
    """Give the checks of each file that refuse nothing for its form; where there are none, all."""
    syntax: dict[str, set[str]] = {}
    found: dict[str, set[str]] = {}
    for case, each in zip(cases, judged, strict=True):
        refused_for_its_form = case.fields.get("error") in {None, "malformed", "unsupported"}
        into = syntax if refused_for_its_form else found
        into.setdefault(case.file, set()).update(each.refused_by)
    return {
        file: (found.get(file, set()) - checks) or checks | found.get(file, set())
        for file, checks in syntax.items()
    }


def check_reader(reader: Reader, by_libraries: AbstractSet[str] = frozenset()) -> None:
    """Check what a reader in another language shows of the core of each file.

    Files whose every check is a library's, so that none can be left out, are ``by_libraries``.
    """
    assert missed_by_the_core(by_reader(reader)) == []
    covered = covered_by(reader.name)
    without = checks_beyond_syntax(covered, reader.judge([Request(case, ()) for case in covered]))
    core = [case for case in covered if case.fields.get("core") and not case.valid]
    judged = reader.judge([Request(case, sorted(without[case.file])) for case in core])
    accepting = {case.file for case, each in zip(core, judged, strict=True) if not each.agrees}
    assert accepting == {case.file for case in covered} - by_libraries


@pytest.mark.node
def test_the_core_finds_what_all_cases_find_in_javascript(javascript: Reader) -> None:
    check_reader(javascript)


@pytest.mark.go
def test_the_core_finds_what_all_cases_find_in_go(go: Reader) -> None:
    check_reader(go, by_libraries={"hpke"})


@pytest.mark.mutation
def test_every_core_fails_a_reader_that_checks_nothing_but_syntax() -> None:
    command = [sys.executable, "-m", "tests.mutation", "--syntax"]
    printed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    # Whatever is checked of a mnemonic, a payload and a list of applications is its form. The others check
    # a tag, and the library does not decrypt without it: the reader in JavaScript does.
    of_form = {"bip39", "payload_digest", "release_list"}
    without = of_form | {"hpke", "credential_bundle", "quorum_key_envelope"}
    assert {file_of(case) for case in printed.splitlines()} == set(FILES) - without
