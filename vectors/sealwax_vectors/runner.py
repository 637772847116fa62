"""Run a tested program, and collect its results.

A program that dies or hangs is started again with the cases after the first case that it did not answer.
"""

import os
import queue
import signal
import subprocess
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import IO, Final, TypeAlias

from ._limits import MAX_PROGRAM_STARTS, MAX_RESULT_LINE_BYTES, MAX_RESULTS_BYTES
from .protocol import Result, Results, Task, to_line

_HAS_GROUPS: Final = os.name == "posix"


class ProgramError(Exception):
    """The program died before its first answer."""


Wait: TypeAlias = "Callable[[queue.Queue[bytes | None], float], bytes | None]"


def _wait(lines: "queue.Queue[bytes | None]", seconds: float) -> bytes | None:
    """Wait for a line of the program; None is its end. Raise ``queue.Empty`` on timeout."""
    return lines.get(timeout=seconds)


@dataclass(frozen=True)
class _End:
    """The end of a program.

    Attributes:
        fault: A description of the failure; None if the program ended well.
        is_final: Whether the program must not be started again.
        is_death: Whether the program ended by itself.
    """

    fault: str | None = None
    is_final: bool = False
    is_death: bool = False


def run_program(
    command: Sequence[str], tasks: Iterable[Task], *, time_limit: timedelta, wait: Wait = _wait
) -> Results:
    """Run a program on cases, and collect its results.

    Args:
        command: The program and its arguments, without a shell.
        tasks: The cases.
        time_limit: The longest time between two lines before the program is killed.
        wait: The function that waits for the next line.

    Returns:
        The results. A case on which the program died or hung has ``crashed``.

    Raises:
        OSError: The program cannot be started.
        ProgramError: It died before its first answer.
    """
    found, left, remaining = Results(), MAX_RESULTS_BYTES, list(tasks)
    for _ in range(MAX_PROGRAM_STARTS):
        run = _Run(command, remaining, found, left)
        end = run.collect(time_limit.total_seconds(), wait)
        left = run.left
        if end.fault is None:
            return found
        if end.is_death and not found.results:
            raise ProgramError(
                f"{end.fault} before its first answer; see its message above"
                + "".join(f"; {problem}" for problem in found.problems[:1])
            )
        answered = {result.id for result in found.results}
        unanswered = [task for task in remaining if task.id not in answered]
        if unanswered and not end.is_final:
            found.results.append(Result(id=unanswered[0].id, result="crashed", reason=end.fault))
        else:
            found.problems.append(end.fault)
        remaining = unanswered[1:]
        if end.is_final or not remaining:
            return found
    found.problems.append(
        f"the program was started {MAX_PROGRAM_STARTS} times without reaching the last case"
    )
    return found


class _Run:
    """A process of the program; ``left`` is the number of bytes that it may still print."""

    def __init__(self, command: Sequence[str], tasks: Sequence[Task], found: Results, left: int) -> None:
        self.left = left
        self._found = found
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._process = subprocess.Popen(  # noqa: S603 - the user names the program
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=_HAS_GROUPS
        )
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None  # noqa: PT018, S101 - both are pipes
        threading.Thread(target=_write, args=(stdin, tasks), daemon=True).start()
        threading.Thread(target=self._read, args=(stdout,), daemon=True).start()

    def collect(self, seconds: float, wait: Wait) -> _End:
        """Collect results until the program ends; kill it if it hangs or prints too much."""
        number = 0
        try:
            while (line := wait(self._lines, seconds)) is not None:
                number += 1
                self._found.add_line(line, number)
                if len(line) > MAX_RESULT_LINE_BYTES or self._found.is_full:
                    return _End("the program printed too much that is not a result", is_final=True)
            if self.left <= 0:
                return _End(f"the program printed more than {MAX_RESULTS_BYTES} bytes", is_final=True)
            status = self._process.wait(seconds)
        except (queue.Empty, subprocess.TimeoutExpired):
            return _End(f"the program hung: it printed nothing for {seconds:g} seconds")
        finally:
            self._kill()
        return _End(_describe_end(status), is_death=True)

    def _read(self, stdout: IO[bytes]) -> None:
        """Read lines within the bytes left, and note the end."""
        with stdout:
            while self.left > 0 and (line := stdout.readline(min(self.left, MAX_RESULT_LINE_BYTES + 1))):
                self.left -= len(line)
                self._lines.put(line)
        self._lines.put(None)

    def _kill(self) -> None:
        """Kill the program, if it still runs, and its children."""
        # No other process group can have its id before the program is waited for.
        if self._process.returncode is None:
            if _HAS_GROUPS:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:  # pragma: no cover - Windows
                self._process.kill()
        self._process.wait()


def _write(stdin: IO[bytes], tasks: Iterable[Task]) -> None:
    # A program that ends early, or closes its input, is judged by its output.
    with suppress(OSError), stdin:
        for task in tasks:
            stdin.write(to_line(task))
            stdin.flush()


def _describe_end(status: int) -> str | None:
    """Describe the exit status of a program that ended; None if it is 0."""
    if status == 0:
        return None
    return f"the program died with {'signal' if status < 0 else 'exit status'} {abs(status)}"
