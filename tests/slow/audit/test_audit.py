"""The tests of ``tests/audit/test_audit.py`` that take long."""

import os
import signal
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax.audit import archive, audit, workers
from tests.audit import test_audit as quick
from tests.audit.test_audit import (
    API_KEYS,
    expected_of,
    lines_of,
    many,
    outcome,
    request,
)
from tests.cli.terminal import run_on_a_terminal

small_chunks = quick.small_chunks


@pytest.mark.usefixtures("small_chunks")
class TestExecutors:
    def test_processes_are_the_default(self) -> None:
        assert outcome(audit(many(45), API_KEYS)) == expected_of(45)

    def test_threads_and_two_processes_give_the_same(self) -> None:
        with ThreadPoolExecutor(3) as threads:
            assert outcome(audit(many(45), API_KEYS, executor=threads)) == expected_of(45)
            # It is still there.
            assert threads.submit(int).result() == 0
        with ProcessPoolExecutor(2, get_context("spawn")) as processes:
            assert outcome(audit(many(45), API_KEYS, executor=processes)) == expected_of(45)

    def test_it_is_resumed_by_place(self) -> None:
        assert outcome(audit(many(45), API_KEYS, start=23)) == expected_of(45)[22:]
        assert outcome(audit(many(5), API_KEYS, start=6)) == []


class TestKilledWorkers:
    def test_their_lines_are_verified_by_others(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archive, "LINES_PER_CHUNK", 10)
        pools: list[ProcessPoolExecutor] = []

        class Watched(ProcessPoolExecutor):
            def __init__(self, _workers: int | None, context: Any) -> None:
                super().__init__(1, context)
                pools.append(self)

        monkeypatch.setattr(workers, "ProcessPoolExecutor", Watched)
        results = audit(many(300), API_KEYS)
        found = [next(results) for _ in range(25)]
        for process in list(pools[0]._processes.values()):
            assert process.pid is not None
            os.kill(process.pid, signal.SIGKILL)
            process.join()
        found += results
        assert [(each.place, each.ok) for each in found] == expected_of(300)
        assert len(pools) == 2


@given(st.lists(st.binary() | st.text() | st.just(lines_of(request())[0]), max_size=5))
def test_there_is_a_result_for_each_line(lines: list[str | bytes]) -> None:
    results = list(audit(lines, API_KEYS))
    assert [result.place for result in results] == list(range(1, len(lines) + 1))
    assert all(result.ok is (result.code is None) for result in results)


class TestCommand:
    keys = quick.TestCommand.keys

    def test_progress_on_a_terminal(self, keys: Path, tmp_path: Path) -> None:
        archive = tmp_path / "a.jsonl"
        archive.write_bytes(b"".join(many(8)))
        session = run_on_a_terminal(["audit", "--api-keys", str(keys), str(archive)], [])
        assert session.exit_code == 0
        assert session.piped.count(b"\n") == 8
        assert b"\r8 lines, 0 of them do not verify" in session.shown
        assert b"8 lines: 8 verify, 0 do not" in session.shown
