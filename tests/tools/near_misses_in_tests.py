"""Finds a test that notices each near miss: ``python -m tests.tools.near_misses --tests``.

``--tests stamps webauthn`` tries these rooms alone; each takes up to a minute.

These are the default tests of the client's rooms. pytest collects them once, with the library instrumented.
Each chunk of tests, and then each near miss, has a forked process of its own; only the tests in which a near
miss has another value are run with it.
"""

import gc
import multiprocessing
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from tests.tools.near_misses import Finder, Miss, room_of
from tools import ROOT
from tools.mutation.census import SECONDS_PER_CASE, client_modules, import_libraries
from tools.mutation.patience import Progress, cases_that_fail

_CHUNK = 100
_TESTS_ELSEWHERE = {
    "arguments": ["tests/test_wrong_types.py", "tests/stamps"],
    "pyinstaller": ["tests/test_package.py", "tests/frozen"],
    "schemes": ["tests/test_keys.py", "tests/stamps"],
    "signing": ["tests/test_keys.py", "tests/stamps", "tests/crypto/test_fast.py"],
}
"""The tests of the rooms that have none of their own name."""


class _Seen(NamedTuple):
    """The result of a test: whether it passed, how long it took, and which near misses differ in it."""

    passed: bool
    seconds: float
    differing: frozenset[Miss]


class _Session(NamedTuple):
    """The collected tests, and what finds and instruments the library."""

    items: Sequence[pytest.Item]
    finder: Finder


_SESSIONS: list[_Session] = []
"""The session, once the tests are collected: what a process that is forked takes along."""


def _run_items(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, bool, float]]:
    """Run tests; yield whether each passed, or was skipped, and its seconds."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        reports = runtestprotocol(item, log=False, nextitem=following)
        yield item, not any(each.failed for each in reports), sum(each.duration for each in reports)


def _record(start: int) -> tuple[list[_Seen], set[Miss]]:
    """Record a chunk of the tests; give what each has shown, and the near misses that they come to."""
    session = _SESSIONS[0]
    near = session.finder.near
    near.recording = True
    seen: list[_Seen] = []
    for _, passed, seconds in _run_items(session.items[start : start + _CHUNK]):
        seen.append(_Seen(passed, seconds, frozenset(near.differing)))
        near.differing.clear()
    return seen, near.applicable


def _first_test(task: tuple[Miss, Sequence[int]]) -> list[str]:
    """Give the first test that fails with a near miss, if any."""
    miss, indices = task
    session = _SESSIONS[0]

    def run(remaining: Sequence[str]) -> Iterator[Progress]:
        session.finder.near.active = miss
        for index in remaining:
            item = session.items[int(index)]
            yield Progress(index, failed=False)
            if not all(passed for _, passed, _ in _run_items([item])):
                yield Progress(index, failed=True)
                return

    failing = cases_that_fail(run, [str(index) for index in indices], SECONDS_PER_CASE)
    return [session.items[int(index)].nodeid for index in failing[:1]]


class _Plugin:
    """Runs the collected tests as near misses need it."""

    def __init__(self, finder: Finder) -> None:
        self.results: list[tuple[str, list[str], int]] = []
        self.failing: list[str] = []
        self._finder = finder

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        # Not before pytest rewrites its assertions.
        import hypothesis  # noqa: PLC0415

        phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
        # The same inputs each time, and none kept: one that shows a near miss is no failure to remember.
        settings = hypothesis.settings(
            deadline=None, database=None, derandomize=True, phases=phases, max_examples=20
        )
        hypothesis.settings.register_profile("near", settings)
        hypothesis.settings.load_profile("near")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("a module of tests could not be collected")
        # One directory for all processes: a second one of pytest's would make it delete an older one.
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        _SESSIONS.append(_Session(session.items, self._finder))
        context = multiprocessing.get_context("fork")
        seen: list[_Seen] = []
        applicable: set[Miss] = set()
        gc.freeze()
        with context.Pool(maxtasksperchild=1) as pool:
            for recorded, reached in pool.imap(_record, range(0, len(session.items), _CHUNK), chunksize=1):
                seen += recorded
                applicable |= reached
        pairs = zip(session.items, seen, strict=True)
        self.failing = [item.nodeid for item, each in pairs if not each.passed]
        fastest_first = sorted((each.seconds, index) for index, each in enumerate(seen) if each.differing)
        differing: defaultdict[Miss, list[int]] = defaultdict(list)
        for _, index in fastest_first:
            for miss in seen[index].differing:
                differing[miss].append(index)
        misses = sorted(applicable, key=lambda miss: (miss.site, miss.part, miss.kind))
        tasks = [(miss, differing[miss]) for miss in misses if miss in differing]
        with context.Pool() as pool:
            noticed = pool.imap(_first_test, tasks, chunksize=1)
            for miss in misses:
                count = len(differing.get(miss, ()))
                self.results.append((self._finder.name_of(miss), next(noticed) if count else [], count))
        return True


def rooms_with_tests() -> dict[str, list[str]]:
    """Give the client's rooms, with the paths of their tests."""
    return {
        room: _TESTS_ELSEWHERE.get(room)
        or [path for path in (f"tests/{room}", f"tests/test_{room}.py") if (ROOT / path).exists()]
        for room in sorted({room_of(module) for module in client_modules()})
    }


def run(rooms: Sequence[str] = ()) -> list[tuple[str, list[str], int]]:
    """Make each near miss that a test comes to; give its name, the first test that fails, how many might.

    Args:
        rooms: The rooms whose modules are made weaker, with their tests; all of the client's if empty.

    Raises:
        KeyError: A room is not of the client.
        RuntimeError: pytest could not collect the tests, or one fails without a near miss.
    """
    tests = rooms_with_tests()
    paths = [path for room in rooms or tests for path in tests[room]]
    import_libraries()
    finder = Finder(rooms)
    sys.meta_path.insert(0, finder)
    plugin = _Plugin(finder)
    # What the tests print is not the table. A capture would be shared by all processes.
    output = os.dup(1)
    with open(os.devnull, "r+b") as nothing:  # noqa: PTH123 - its descriptor is wanted
        os.dup2(nothing.fileno(), 0)
        os.dup2(nothing.fileno(), 1)
        options = ("--capture=no", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:benchmark")
        # Another pytest of this user would delete the oldest of the directories that are shared.
        with TemporaryDirectory() as directory:
            kept = ("-o", "tmp_path_retention_policy=none", "--basetemp", f"{directory}/tests")
            status = pytest.main([*options, *kept, "--rootdir", str(ROOT), *paths], plugins=[plugin])
        sys.stdout.flush()
        os.dup2(output, 1)
    if status != pytest.ExitCode.OK:
        raise RuntimeError(f"pytest ended with {status!r}: run it with the same tests to see why")
    if plugin.failing:
        raise RuntimeError(f"these tests fail without a near miss: {plugin.failing}")
    return plugin.results
