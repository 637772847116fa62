"""The core: few cases, of every group, which the vectors have; test_coverage.py shows what they catch."""

from tests.interop.cases import FILES, cases_of
from tests.mutation import CORE, find_core, valid_cases

CASES = {case.fields["id"]: case for file in FILES for case in cases_of(file)}
IDS = CORE.read_text().split()


def test_its_ids_are_sorted_and_those_of_the_cases_with_the_flag() -> None:
    assert sorted(set(IDS)) == IDS
    assert set(IDS) == {name for name, case in CASES.items() if case.fields.get("core")}, (
        "run `python -m tests.mutation --core`, and generate the vectors again"
    )


def test_it_has_a_valid_case_of_every_group() -> None:
    valid = {(CASES[name].file, CASES[name].group) for name in IDS if CASES[name].valid}
    assert valid == {(case.file, case.group) for case in CASES.values() if case.valid}
    assert {name for ids in valid_cases().values() for name in ids} == {
        name for name, case in CASES.items() if case.valid
    }


def test_cases_that_notice_most_are_chosen_first_and_by_id_among_equals() -> None:
    noticed = {"1": ["b", "c"], "2": ["c", "d"], "3": ["d"], "4": ["f", "e"], "5": []}
    assert find_core(noticed) == ["c", "d", "e"]
    assert find_core(dict(reversed(noticed.items()))) == ["c", "d", "e"]
    assert find_core({}) == []
