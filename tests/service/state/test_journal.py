"""Records note each change, however it is made."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from sealwax_service.state.journal import (
    Journal,
    MutableRecords,
    Names,
    Place,
    Record,
    Records,
)


@dataclass(eq=False)
class Example(Record):
    text: str
    parts: list[str] = field(default_factory=list)


def noted(journal: Journal) -> dict[str, object]:
    """What is kept of each change since the last call, by the keys of the records."""
    changes = journal.changes.take()
    assert {place[:2] for place in changes.changed} <= {("o", "examples")}
    return {place.key: content() for place, content in changes.changed.items()}


def _assign(records: Records[str, Example]) -> None:
    records["a"].text = "new"


def _touch(records: Records[str, Example]) -> None:
    records["a"].parts.append("x")
    records["a"].touch()


def _delete(records: Records[str, Example]) -> None:
    del records["a"]


def _merge(records: Records[str, Example]) -> None:
    records |= {"b": Example("b")}


CHANGES: tuple[tuple[Callable[[Records[str, Example]], object], str], ...] = (
    (_assign, "a"),
    (_touch, "a"),
    (_delete, "a"),
    (_merge, "b"),
    (lambda records: records.pop("a"), "a"),
    (lambda records: records.setdefault("b", Example("b")), "b"),
)


@pytest.mark.parametrize(("change", "key"), CHANGES)
def test_changes_are_noted(change: Callable[[Records[str, Example]], object], key: str) -> None:
    journal = Journal()
    records = Records({"a": Example("old")}, journal, "o", "examples")
    assert noted(journal) == {"a": records["a"]}
    change(records)
    assert noted(journal) == {key: records.get(key)}


def test_what_changes_nothing_is_not_noted() -> None:
    journal = Journal()
    records = Records({"a": Example("old")}, journal, "o", "examples")
    gone = records.pop("a")
    journal.changes.take()
    assert records.pop("a") is None
    assert records.pop("a", 5) == 5
    loose = Example("loose")
    loose.text = "new"
    loose.touch()
    assert noted(journal) == {}
    # A record that was removed does not come back.
    gone.text = "new"
    assert noted(journal) == {"a": None}


def test_records_that_are_changed_in_place() -> None:
    journal = Journal()
    records: MutableRecords[str, list[str]] = MutableRecords({"a": []}, journal, "o", "examples")
    journal.changes.take()
    assert records.get("b") is None
    assert noted(journal) == {}
    records.get("a").append("x")
    assert noted(journal) == {"a": ["x"]}
    records.setdefault("a").append("y")
    assert noted(journal) == {"a": ["x", "y"]}


def test_the_place_of_a_record() -> None:
    journal = Journal()
    Records({("o", "u"): 1, None: 2}, journal, "", "c")
    assert journal.changes.take().changed.keys() == {Place("", "c", "o/u"), Place("", "c", "")}


def test_names_note_what_is_added() -> None:
    journal = Journal()
    names = Names({"a"}, journal, "used")
    changed = journal.changes.take().changed
    assert {place: content() for place, content in changed.items()} == {Place("", "used", "a"): "a"}
    names.add("b")
    changed = journal.changes.take().changed
    assert {place: content() for place, content in changed.items()} == {Place("", "used", "b"): "b"}
    assert names == {"a", "b"}
    assert journal.changes.take().changed == {}
