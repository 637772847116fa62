"""The tests of ``tests/operations/test_responses.py`` that take longest."""

from typing import Any

import pytest

from sealwax import (
    ContextMismatch,
    MalformedInput,
)
from sealwax.operations.all_operations import SPECIFIED
from tests.operations import specification
from tests.operations.specification import SUBMIT, Fields
from tests.operations.test_responses import answer_to, fields_of, read, record_in, sealed


def broken(raw: Any, fields: Fields) -> list[tuple[Any, str]]:
    """Break each field in turn: the ways to do it and undo it."""
    found = []
    for field, kind in fields.items():
        name = field.removesuffix("?")
        if not field.endswith("?"):
            found += [(raw, name)]
        if isinstance(kind, dict):
            found += broken(raw[name], kind)
        if isinstance(kind, list) and isinstance(kind[0], dict):
            found += broken(raw[name][0], kind[0])
    return found


@pytest.mark.parametrize("name", SPECIFIED)
def test_required_fields(name: str) -> None:
    answer = answer_to(name)
    places = broken(record_in(name, answer), fields_of(name))
    if name in SUBMIT:
        places += broken(answer["activity"], specification.ACTIVITY)
    for raw, field in places:
        kept = raw.pop(field)
        with pytest.raises(MalformedInput, match=field):
            read(name, answer)
        wrong_values: tuple[object, ...] = (None, 5, 1.5, {"x": {}} if isinstance(kept, str) else "x")
        for wrong in wrong_values:
            raw[field] = wrong
            with pytest.raises((MalformedInput, ContextMismatch)):
                read(name, answer)
        raw[field] = kept
    read(name, answer)


@pytest.mark.parametrize("name", SPECIFIED)
@pytest.mark.parametrize(
    "answer",
    [
        "",
        "null",
        "[]",
        "5",
        "{}",
        "{",
        b"\xff",
        "\ud800",
        '{"activity":null}',
        '{"activity":[]}',
        "[" * 100_000,
        '{"activity":' * 100_000,
        None,
        {},
    ],
    ids=range(14),
)
def test_what_is_no_answer(name: str, answer: Any) -> None:
    with pytest.raises(MalformedInput):
        sealed(name).read(answer)
