"""Every target is of something that is measured, and its check fails where it should."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import pytest

from . import __main__ as main
from . import scale
from .clients import Clients
from .groups import BARE, OURS
from .measuring import Measurement
from .node import Node
from .targets import SLACK, TARGETS, Target


@pytest.fixture
def run(tmp_path: Path) -> Iterator[main.Run]:
    # What is in other processes is not asked for anything here.
    node = cast("Node", object())
    with ExitStack() as stack:
        yield main.Run(node=node, clients=Clients(), sizes=_TINY, folder=tmp_path, stack=stack)


_TINY = scale.Sizes(body=400, cases=8, records=8, exports=10, interfaces=8, requests=8)


def test_every_target_is_measured(run: main.Run) -> None:
    names = {each.name: each.names for each in main.everything(run)}
    missing = [
        each for each in TARGETS if not {each.reference, each.subject} <= names.get(each.group, frozenset())
    ]
    assert missing == []


def test_no_target_stands_twice() -> None:
    places = [(each.group, each.reference, each.subject) for each in TARGETS]
    assert len({*places}) == len(places)


def test_every_limit_is_above_its_target() -> None:
    assert [each for each in TARGETS if each.most <= each.ratio] == []


@pytest.mark.parametrize(("figure", "kept"), [(1.0, True), (SLACK - 0.01, True), (SLACK + 0.01, False)])
def test_a_ratio_over_the_limit_fails(
    run: main.Run, monkeypatch: pytest.MonkeyPatch, figure: float, *, kept: bool
) -> None:
    asked = []

    def take(_: float, names: frozenset[str]) -> dict[str, float]:
        asked.append(names)
        return {BARE: 2.0, OURS: 2.0 * figure}

    measurement = Measurement("it", frozenset({BARE, OURS, "another"}), take)
    monkeypatch.setattr(main, "everything", lambda _: iter([measurement]))
    monkeypatch.setattr(main, "TARGETS", [Target("it", BARE, 1.0)])
    assert main.check(run, 0) is kept
    # Only what is compared is measured, and what fails is measured three times.
    assert asked == [frozenset({BARE, OURS})] * (1 if kept else 3)


def test_a_limit_of_its_own_fails(run: main.Run, monkeypatch: pytest.MonkeyPatch) -> None:
    measurement = Measurement("it", frozenset({"a", "b"}), lambda _, __: {"a": 1.0, "b": 1.1})
    monkeypatch.setattr(main, "everything", lambda _: iter([measurement]))
    for limit, kept in ((1.2, True), (1.05, False)):
        monkeypatch.setattr(main, "TARGETS", [Target("it", "a", 1.0, subject="b", limit=limit)])
        assert main.check(run, 0) is kept
