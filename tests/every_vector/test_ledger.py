"""No released id of a case ever comes to mean another case."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.interop.cases import FILES, VECTORS, VectorCase, cases_of
from tools.release.ledger import (
    Meaning,
    Meanings,
    check_archives,
    check_meanings,
    current_meanings,
    meaning_of,
    released_meanings,
)
from tools.release.vectors import archive, files_of

ONE: Meanings = {"x/X/a": Meaning("valid", "", {"key": "00"})}
OTHER: Meanings = {"x/X/b": Meaning("invalid", "malformed", {"key": "11"})}
HPKE = (VECTORS / "hpke.json").read_bytes()


def test_ids_are_unique_over_all_files() -> None:
    assert len(current_meanings()) == sum(len(cases_of(file)) for file in FILES)


def test_an_id_may_be_new_and_may_be_gone() -> None:
    check_meanings(ONE, ONE | OTHER)
    check_meanings(ONE | OTHER, ONE)


@pytest.mark.parametrize("field", Meaning._fields)
def test_an_id_keeps_its_meaning(field: str) -> None:
    another: dict[str, Any] = {field: "another"}
    changed = {"x/X/a": ONE["x/X/a"]._replace(**another)}
    with pytest.raises(ValueError, match=f"other comments(.|\n)*\n  x/X/a: {field}$"):
        check_meanings(ONE, changed | OTHER)


def meaning_with(**changes: object) -> Meaning:
    case: VectorCase = next(case for case in cases_of("hpke") if case.group == "HpkeOpenBase" and case.valid)
    return meaning_of(case.group, {**case.fields, **changes})


def test_a_meaning_is_the_inputs_and_no_description_and_no_output() -> None:
    meaning = meaning_with()
    assert meaning.result == "valid"
    described = {"tcId": 5, "id": "x", "comment": "x", "idea": "x", "flags": [], "core": True, "pt": "00"}
    assert meaning_with(**described) == meaning
    for name in ("skRm", "enc", "ct", "info", "another"):
        assert meaning_with(**{name: "00"}).inputs != meaning.inputs
    assert meaning_with(result="invalid", error="malformed") == Meaning(
        "invalid", "malformed", meaning.inputs
    )


def test_an_archive_has_the_meanings_of_its_files() -> None:
    meanings = released_meanings(archive({"hpke.json": HPKE, "captured/x.json": b"{}", "README.md": b""}))
    assert meanings == {case: it for case, it in current_meanings().items() if case.startswith("hpke/")}


def test_the_files_agree_with_an_archive_of_them_and_not_with_another(tmp_path: Path) -> None:
    path = tmp_path / "released.tar.gz"
    path.write_bytes(archive(files_of(VECTORS)))
    check_archives([path])
    document = json.loads(HPKE)
    case = document["testGroups"][0]["tests"][0]
    case["error"] = "expired"
    # The type of a group that there is no more has no outputs that are known.
    document["testGroups"].append({"type": "Retired", "tests": [{"id": "hpke/Retired/a", "result": "valid"}]})
    path.write_bytes(archive({"hpke.json": json.dumps(document).encode()}))
    with pytest.raises(ValueError, match=f"  {case['id']}: error$"):
        check_archives([path])
