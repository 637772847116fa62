"""The tests of ``tests/replay_guards/test_sqlite.py`` that take longest."""

import subprocess
import sys
from pathlib import Path

from tests.replay_guards import test_sqlite as quick

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
    command = [sys.executable, "-c", CLAIM_ALL, str(path)]
    pipe = subprocess.PIPE
    processes = [subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) for _ in range(3)]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    won = [event for process in processes for event in process.communicate()[0].split()]
    assert sorted(won) == sorted(map(str, range(20)))
