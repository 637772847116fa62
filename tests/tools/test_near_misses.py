"""The near misses of ``near_misses.py``: their kinds, one at a time, in the client's modules alone."""

from datetime import timedelta
from typing import Any

import pytest

from tests.tools.near_misses import Finder, Miss, Near, kinds_of_equal, weaker_forms
from tests.tools.near_misses_in_tests import rooms_with_tests

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
