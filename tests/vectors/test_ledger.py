"""No id of a case ever comes to mean another case."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from tests.interop.cases import FILES, VectorCase, cases_of
from tests.vectors import ledger
from tests.vectors.ledger import Meaning, current, main, meaning_of, read, updated, written

ONE = {"x/X/a": Meaning("valid", "", "00" * 8)}
OTHER = {"x/X/b": Meaning("invalid", "malformed", "11" * 8)}


def test_it_has_every_case_and_each_means_what_it_did() -> None:
    known = read()
    assert updated(known, current()) == known, "run `python -m tests.vectors.ledger`"
    assert written(known) == ledger.LEDGER.read_text()


def test_ids_are_unique_over_all_files() -> None:
    assert len(current()) == sum(len(cases_of(file)) for file in FILES)


def test_a_new_id_is_added_and_a_retired_one_stays() -> None:
    assert updated(ONE, OTHER) == ONE | OTHER
    assert updated(ONE | OTHER, ONE) == ONE | OTHER


@pytest.mark.parametrize("field", Meaning._fields)
def test_an_id_keeps_its_meaning(field: str) -> None:
    changed = {"x/X/a": ONE["x/X/a"]._replace(**{field: "another"})}
    with pytest.raises(ValueError, match=f"other comments(.|\n)*\n  x/X/a: {field}$"):
        updated(ONE, changed | OTHER)


def case_with(**changes: object) -> VectorCase:
    case = next(case for case in cases_of("hpke") if case.group == "HpkeOpenBase" and case.valid)
    return VectorCase(case.file, case.group, {**case.fields, **changes})


def test_a_meaning_is_the_inputs_and_no_description_and_no_output() -> None:
    meaning = meaning_of(case_with())
    assert meaning.result == "valid"
    assert (
        meaning_of(case_with(tcId=5, id="x", comment="x", idea="x", flags=[], core=True, pt="00")) == meaning
    )
    for name in ("skRm", "enc", "ct", "info", "another"):
        assert meaning_of(case_with(**{name: "00"})).inputs != meaning.inputs
    assert meaning_of(case_with(result="invalid", error="malformed")) == Meaning(
        "invalid", "malformed", meaning.inputs
    )


def test_an_input_that_came_later_means_what_was_implied() -> None:
    case = next(case for case in cases_of("app_proof") if case.fields["allowAnyProgram"])
    before = {name: value for name, value in case.fields.items() if name != "allowAnyProgram"}
    text = json.dumps(
        {name: value for name, value in before.items() if name not in _NO_INPUTS},
        sort_keys=True,
        separators=(",", ":"),
    )
    assert meaning_of(case).inputs == sha256(text.encode()).hexdigest()[:16]
    assert meaning_of(VectorCase(case.file, case.group, before)) != meaning_of(case)


_NO_INPUTS = {"tcId", "id", "comment", "idea", "flags", "result", "core", "signedAt", "content"}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "ledger.tsv"
    monkeypatch.setattr(ledger, "LEDGER", path)
    monkeypatch.setattr(ledger, "read", lambda: read(path))
    return path


def test_the_command_writes_what_is_new(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main()
    count = len(current())
    assert capsys.readouterr().out == f"{count} ids: {count} new, 0 retired\n"
    assert read(path) == current()
    path.write_text(written(current() | ONE))
    main()
    assert capsys.readouterr().out == f"{count + 1} ids: 0 new, 1 retired\n"
    assert read(path) == current() | ONE


def test_the_command_changes_nothing_that_is_there(path: Path) -> None:
    case = next(iter(current()))
    text = written({case: ONE["x/X/a"]})
    path.write_text(text)
    with pytest.raises(SystemExit, match=f"{case}: "):
        main()
    assert path.read_text() == text


@pytest.mark.parametrize("text", ["", "id\n", f"{ledger.HEAD}a\tvalid\t\t00\na\tvalid\t\t00\n"])
def test_a_file_that_is_no_ledger_is_not_read(path: Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises((AssertionError, ValueError)):
        read(path)
