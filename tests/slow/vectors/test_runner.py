"""The tests of ``tests/vectors/test_runner.py`` that take long."""

import sys
from pathlib import Path

import pytest

from sealwax_vectors.protocol import Task
from sealwax_vectors.runner import run_program
from tests.vectors.test_runner import LONG, TASKS, run, shown


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        ('if task["id"] in "bd": sys.exit(3)', "the program died with exit status 3"),
        pytest.param(
            'if task["id"] in "bd": os.kill(os.getpid(), signal.SIGSEGV)',
            "the program died with signal 11",
            marks=pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals"),
        ),
    ],
)
def test_one_that_dies_goes_on_with_the_next_case(act: str, reason: str) -> None:
    found = run(act)
    assert {*shown(found)} == {(task.id, reason if task.id in "bd" else "accepted") for task in TASKS}
    assert not found.problems


def test_one_that_always_dies_is_started_ten_times(tmp_path: Path) -> None:
    count = tmp_path / "count"
    answers = "print(json.dumps({'id': json.loads(input())['id'], 'result': 'refused'}))"
    program = f"import json; open({str(count)!r}, 'a').write('x'); {answers}; raise SystemExit(1)"
    tasks = [Task(id=str(number), file="f", group="g", features=(), input={}) for number in range(40)]
    found = run_program([sys.executable, "-S", "-c", program], tasks, time_limit=LONG)
    assert len(count.read_text()) == 10
    assert [(result.id, result.result) for result in found.results] == [
        (str(number), ("refused", "crashed")[number % 2]) for number in range(20)
    ]
    assert found.problems == ["the program was started 10 times without reaching the last case"]
