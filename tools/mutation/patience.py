"""Runs work in a process of its own, which is killed when it takes too long.

No signal handler interrupts a function in C, such as scrypt with parameters that nobody bounded.
"""

import os
import select
import signal
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

_MOST_IDLE = 3
"""How many times a process may end its time without having begun anything."""


class Progress(NamedTuple):
    """A case that is about to run, or that has failed."""

    case: str
    failed: bool


def run_with_patience(work: Callable[[], Iterable[str]], seconds: float) -> tuple[list[str], bool]:
    """Run work in a process; return the lines that it gave, and whether it ended.

    Args:
        work: Gives lines, the first at once.
        seconds: How long it may take for a line.

    Raises:
        RuntimeError: It raised an exception, whose traceback was printed.
    """
    readable, writable = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            for line in work():
                os.write(writable, f"{line}\n".encode())
            status = 0
        except BaseException:  # noqa: BLE001 - the process ends here, whatever it is
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writable)
    data, ended = b"", False
    while not ended and select.select([readable], [], [], seconds)[0]:
        chunk = os.read(readable, 1 << 16)
        data, ended = data + chunk, not chunk
    os.close(readable)
    if not ended:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if ended and status:
        raise RuntimeError("the process has failed")
    return data.decode().splitlines(), ended


def cases_that_fail(
    run: Callable[[list[str]], Iterator[Progress]], cases: list[str], seconds: float
) -> list[str]:
    """Run cases in a process; return those that fail, or that do not end, after which the others run."""
    failing: list[str] = []
    remaining, idle = cases, 0
    while remaining:
        lines, ended = run_with_patience(
            lambda: (f"{'+' if each.failed else '>'}{each.case}" for each in run(remaining)),  # noqa: B023 - called at once
            seconds,
        )
        failing += [line[1:] for line in lines if line.startswith("+")]
        if ended:
            break
        begun = [line[1:] for line in lines]
        # Without any case begun, the process may have got no time on a busy machine.
        idle = 0 if begun else idle + 1
        if idle > _MOST_IDLE:
            break
        failing += begun[-1:]
        remaining = [case for case in remaining if case not in begun]
    return failing
