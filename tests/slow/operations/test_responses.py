"""The tests of ``tests/operations/test_responses.py`` that take long."""

import json
import random
import re
from contextlib import suppress
from typing import Any

import pytest

from sealwax import (
    ContextMismatch,
    MalformedInput,
    SealwaxError,
)
from sealwax.operations import ActivityOperation
from sealwax.operations.all_operations import SPECIFIED
from tests.loops import failures
from tests.operations import specification, test_catalog
from tests.operations.specification import SUBMIT, Fields
from tests.operations.test_catalog import arguments, operation_of, seal
from tests.operations.test_responses import (
    answer_to,
    compact,
    fields_of,
    read,
    read_both_ways,
    record_in,
    sealed,
    shown,
)


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


def check_an_answer_is_the_same_by_way_of_objects(class_name: str) -> None:
    request = seal(class_name, arguments(class_name))
    answer = test_catalog.answer_to(class_name)
    content = compact(answer)
    is_activity = issubclass(operation_of(class_name), ActivityOperation)
    assert shown(read_both_ways(request, content).raw) == shown(answer["activity"] if is_activity else answer)
    assert read_both_ways(request, content) == request.read(json.dumps(answer))
    record = [*answer["activity"]["result"].values(), {}][0] if is_activity else answer
    for name in [*record]:
        kept = record.pop(name)
        with suppress(SealwaxError):
            read_both_ways(request, compact(answer))
        record[name] = kept
    places = [at for at in range(len(content)) if content[at : at + 1] in b'{}[],:"']
    for at in random.Random(class_name).choices(places, k=10):
        for added in (b" ", b'"raw":{},', b'"raw":1,', b"null,", b'"":1e9,', b"[", b'"'):
            with suppress(SealwaxError):
                read_both_ways(request, content[:at] + added + content[at:])
    for name in random.Random(class_name).choices(re.findall(rb'"\w+":', content) or [b"{"], k=3):
        for other in (name.upper(), name + name, b'"":', b'"raw":', name + b'{},"raw":', name + b"null,"):
            with suppress(SealwaxError):
                read_both_ways(request, content.replace(name, other))
            with suppress(SealwaxError):
                read_both_ways(request, content.replace(name, other + b"1e9," + name, 1))


def test_an_answer_is_the_same_by_way_of_objects() -> None:
    assert failures(check_an_answer_is_the_same_by_way_of_objects, test_catalog.CLASSES) == []
