"""The tests of ``tests/replay_guards/test_sqlite.py`` that take long."""

from datetime import timedelta
from pathlib import Path, PurePosixPath
from threading import Thread

import pytest

from sealwax.replay_guards.sqlite import SqliteReplayGuard
from tests.forks import print_together, run_python
from tests.replay_guards import test_sqlite as quick
from tests.replay_guards.test_sqlite import IN_MEMORY, URLS, rows

__all__ = ["path"]

path = quick.path


CLAIM_ALL = """
import sys
from datetime import timedelta
from sealwax.replay_guards.sqlite import SqliteReplayGuard
guard = SqliteReplayGuard(sys.argv[1], timeout=timedelta(minutes=1))
print("ready", flush=True)
sys.stdin.readline()
print(*(event for event in map(str, range(20)) if guard.claim(event)))
"""


def test_of_several_processes_one_claims(path: Path) -> None:
    assert sorted(print_together(3, CLAIM_ALL, str(path))) == sorted(map(str, range(20)))


def test_of_several_threads_one_claims(path: Path) -> None:
    guard = SqliteReplayGuard(path, timeout=timedelta(minutes=1))
    won: list[str] = []
    events = list(map(str, range(20)))

    def claim_all() -> None:
        won.extend(event for event in events if guard.claim(event))

    threads = [Thread(target=claim_all) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == sorted(events)


@pytest.mark.parametrize("name", ["claims", "./:memory:", "memory", "file.db", "sqlite.db", "a:b", "file"])
def test_a_name_is_that_of_a_file_where_it_was_made(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    guard = SqliteReplayGuard(name)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    assert guard.claim("e")
    assert [found for found, _ in rows(tmp_path / name)] == ["e"]


FORK = """
import os, sys
from threading import Event, Thread
from sealwax.replay_guards import sqlite
from sealwax.replay_guards.sqlite import SqliteReplayGuard

guard, inside, waiting = SqliteReplayGuard(sys.argv[1]), Event(), Event()


def claim_slowly():
    with guard._transaction() as database:
        inside.set()
        waiting.wait()
        database.execute("INSERT INTO sealwax_claims VALUES ('slow', 9e12)")


transactions = sqlite._transactions
wait_for = transactions._changed.wait_for


def finish_when_waited_for(condition, timeout=None):
    # The fork waits for the transaction, which now ends.
    waiting.set()
    return wait_for(condition, timeout)


thread = Thread(target=claim_slowly)
thread.start()
inside.wait()
transactions._changed.wait_for = finish_when_waited_for
if child := os.fork():
    _, status = os.waitpid(child, 0)
    thread.join()
    print(status, guard.claim("slow"), guard.claim("child"), guard.claim("parent"), flush=True)
else:
    print(guard.claim("slow"), guard.claim("child"), flush=True)
    os._exit(0)
"""


def test_a_fork_waits_for_the_transactions_of_other_threads(path: Path) -> None:
    assert run_python(FORK, str(path)) == ["False True", "0 False False True"]


FORK_INSIDE = """
import os, sys
from sealwax.replay_guards import sqlite
from sealwax.replay_guards.sqlite import SqliteReplayGuard

sqlite._LONGEST_WAIT_OF_A_FORK = 0.0
guard = SqliteReplayGuard(sys.argv[1])
with guard._transaction():
    child = os.fork()
    if not child:
        os._exit(0)
print(os.waitpid(child, 0)[1], guard.claim("e"), guard.claim("e"))
"""


def test_a_fork_during_a_transaction_of_its_own_thread_goes_on(path: Path) -> None:
    assert run_python(FORK_INSIDE, str(path)) == ["0 True False"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        *(
            (name, "a database in memory is lost with each claim; use MemoryReplayGuard")
            for name in IN_MEMORY
        ),
        *((name, "must be the name of a file, not a URL; pass the name alone") for name in URLS),
        ("claims.db\0", "without a NUL character"),
    ],
)
@pytest.mark.parametrize("kind", [str, PurePosixPath])
def test_what_is_not_the_name_of_a_file(
    name: str, message: str, kind: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = kind(name)
    if str(path) == name:
        with pytest.raises(ValueError, match=message):
            SqliteReplayGuard(path)
    assert list(tmp_path.iterdir()) == []
