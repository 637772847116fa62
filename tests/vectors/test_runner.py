"""Running programs: those that crash, hang, print garbage or too much are recorded as that."""

import os
import queue
import sys
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from sealwax_vectors import protocol, runner
from sealwax_vectors.protocol import Results, Task
from sealwax_vectors.runner import ProgramError, run_program
from tests.deadlines import deadline

TASKS = [
    Task(id=name, file="f", group="g", features=(), input={"number": number})
    for number, name in enumerate("abcdef")
]
LONG = timedelta(minutes=5)

# A program that does something else for some cases.
PROGRAM = """
import json, os, signal, sys, threading
for line in sys.stdin:
    task = json.loads(line)
    result = json.dumps({"id": task["id"], "result": "accepted"})
    {act}
    print(result, flush=True)
{end}
"""


def run(
    act: str = "pass", end: str = "", *, tasks: Sequence[Task] = TASKS, time_limit: timedelta = LONG
) -> Results:
    source = PROGRAM.replace("{act}", act).replace("{end}", end)
    return run_program([sys.executable, "-S", "-c", source], tasks, time_limit=time_limit)


def shown(found: Results) -> list[tuple[str, str]]:
    return [(result.id, str(result.reason or result.result)) for result in found.results]


ACCEPTED = [(task.id, "accepted") for task in TASKS]


def test_a_program_that_answers() -> None:
    found = run()
    assert (shown(found), found.problems) == (ACCEPTED, [])


def test_one_that_reads_everything_first() -> None:
    program = (
        "import json, sys\n"
        "for task in [json.loads(line) for line in sys.stdin][::-1]:\n"
        "    print(json.dumps({'id': task['id'], 'result': 'refused'}))"
    )
    found = run_program([sys.executable, "-S", "-c", program], TASKS, time_limit=LONG)
    assert shown(found) == [(task.id, "refused") for task in TASKS[::-1]]


def test_no_case_at_all() -> None:
    assert run(tasks=[]) == Results()


def test_one_that_dies_at_the_last_case() -> None:
    found = run('if task["id"] == "f": sys.exit(1)')
    assert shown(found) == [*ACCEPTED[:-1], ("f", "the program died with exit status 1")]
    assert not found.problems


def test_one_that_dies_before_its_first_answer_is_not_started_again(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    program = f"import sys; open({str(starts)!r}, 'a').write('x'); print('no JSON'); sys.exit(3)"
    with pytest.raises(ProgramError) as raised:
        run_program([sys.executable, "-S", "-c", program], TASKS, time_limit=LONG)
    assert str(raised.value).startswith(
        "the program died with exit status 3 before its first answer; see its message above; line 1"
    )
    assert starts.read_text() == "x"


def test_one_that_dies_after_the_last_case() -> None:
    found = run(end="sys.exit(5)")
    assert (shown(found), found.problems) == (ACCEPTED, ["the program died with exit status 5"])


def test_one_that_ends_early_without_an_error_is_not_started_again() -> None:
    found = run('if task["id"] == "c": sys.exit(0)')
    assert (shown(found), found.problems) == (ACCEPTED[:2], [])


def test_one_that_hangs_is_killed() -> None:
    # It waits for what never comes, whatever the limit.
    found = run(
        'if task["id"] == "a": threading.Event().wait()',
        tasks=TASKS[:1],
        time_limit=timedelta(milliseconds=1),
    )
    assert shown(found) == [("a", "the program hung: it printed nothing for 0.001 seconds")]


def test_only_the_case_during_which_it_hangs_is_at_fault() -> None:
    waits = 0

    def wait(lines: "queue.Queue[bytes | None]", seconds: float) -> bytes | None:
        nonlocal waits
        assert seconds == LONG.total_seconds()
        waits += 1
        if waits == 3:
            raise queue.Empty
        return lines.get()

    # From its third case on, its first run is silent.
    act = 'if task["id"] in "abdef": pass\n    else: threading.Event().wait()'
    source = PROGRAM.replace("{act}", act).replace("{end}", "")
    found = run_program([sys.executable, "-S", "-c", source], TASKS, time_limit=LONG, wait=wait)
    reason = "the program hung: it printed nothing for 300 seconds"
    assert shown(found) == [*ACCEPTED[:2], ("c", reason), *ACCEPTED[3:]]


def test_one_that_closes_its_output_and_goes_on_hangs() -> None:
    act = 'os.close(1) or threading.Event().wait() if task["id"] == "a" else None'
    found = run(act, tasks=TASKS[:1], time_limit=timedelta(milliseconds=1))
    assert shown(found) == [("a", "the program hung: it printed nothing for 0.001 seconds")]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups")
def test_its_children_are_killed_too(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # The child has the pipe and the program's output open when the program is gone.
    program = (
        "import os, sys, threading\n"
        "if os.fork(): sys.exit(7)\n"
        f"held = open({str(pipe)!r}, 'w')\n"
        'print(\'{"id":"a","result":"accepted"}\', flush=True)\n'
        "threading.Event().wait()"
    )
    given: list[bytes | None] = []

    def wait(lines: "queue.Queue[bytes | None]", _seconds: float) -> bytes | None:
        if given:
            raise queue.Empty
        given.append(lines.get())
        return given[0]

    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with deadline():
            found = run_program([sys.executable, "-S", "-c", program], TASKS[:1], time_limit=LONG, wait=wait)
            os.set_blocking(end, True)
            # Nobody has it open for writing any more.
            assert os.read(end, 1) == b""
    finally:
        os.close(end)
    assert shown(found) == ACCEPTED[:1]
    assert found.problems == ["the program hung: it printed nothing for 300 seconds"]


def test_garbage_is_a_problem() -> None:
    found = run('if task["id"] == "b": print("panic!", flush=True)')
    assert shown(found) == ACCEPTED
    (problem,) = found.problems
    assert problem.startswith("line 2 is not JSON")


def test_one_that_prints_garbage_alone_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "MAX_RESULT_PROBLEMS", 3)
    found = run('[print("panic!", flush=True) for _ in iter(int, 1)]')
    assert not found.results
    assert found.problems[3:] == ["the program printed too much that is not a result"]


def test_one_with_a_line_without_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (protocol, runner):
        monkeypatch.setattr(module, "MAX_RESULT_LINE_BYTES", 100)
    found = run('[print("x", end="", flush=True) for _ in iter(int, 1)]')
    assert not found.results
    assert found.problems == [
        "line 1 is longer than 100 bytes",
        "the program printed too much that is not a result",
    ]


def test_one_that_prints_without_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "MAX_RESULTS_BYTES", 400)
    found = run("[print(result, flush=True) for _ in iter(int, 1)]")
    assert {result.id for result in found.results} == {"a"}
    assert found.problems[-1] == "the program printed more than 400 bytes"


def test_one_that_reads_nothing() -> None:
    program = 'print(\'{"id":"a","result":"refused"}\')'
    tasks = [*TASKS[:1], *TASKS * 50_000]
    found = run_program([sys.executable, "-S", "-c", program], tasks, time_limit=LONG)
    assert (shown(found), found.problems) == ([("a", "refused")], [])


def test_one_that_is_not_there() -> None:
    with pytest.raises(FileNotFoundError):
        run_program(["/nothing/of/that/name"], TASKS, time_limit=LONG)
