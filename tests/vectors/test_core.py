"""The functions of ``tests.tools.core_search``, which finds the core of each file and compares its flags."""

import json

from tests.interop.cases import FILES, VECTORS, cases_of
from tests.tools.core_search import find_core, find_cores, of_file, valid_cases, with_core
from tools.mutation.census import core_ids, file_of


def test_cases_that_notice_most_are_chosen_first_and_by_id_among_equals() -> None:
    noticed = {"1": ["b", "c"], "2": ["c", "d"], "3": ["d"], "4": ["f", "e"], "5": []}
    assert find_core(noticed) == ["c", "d", "e"]
    assert find_core(dict(reversed(noticed.items()))) == ["c", "d", "e"]
    assert find_core({}) == []


def test_each_file_has_a_core_of_its_own() -> None:
    one, other = (str(cases_of(file)[0].fields["id"]) for file in ("hpke", "bip39"))
    noticed = {"a defect": [one, other]}
    assert of_file(noticed, "hpke") == {"a defect": [one]}
    assert of_file(noticed, "webhook") == {}
    found = find_cores(noticed)
    assert {one, other} <= set(found)
    assert {file_of(case) for case in found} == set(FILES)
    assert len(found) <= 2 + sum(len(valid_cases(file)) for file in FILES)


def test_the_core_is_the_flag_of_its_cases() -> None:
    cases = [case for file in FILES for case in cases_of(file)]
    assert core_ids() == {case.fields["id"] for case in cases if case.fields.get("core")}
    text = (VECTORS / "hpke.json").read_text()
    for core in ({cases_of("hpke")[-1].fields["id"]}, set[str]()):
        groups = json.loads(with_core(text, core))["testGroups"]
        flagged = {case["id"] for group in groups for case in group["tests"] if case.get("core")}
        assert flagged == core
    # The generator puts the flag in its place.
    assert json.loads(with_core(text, core_ids())) == json.loads(text)
