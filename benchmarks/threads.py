"""Stamps and requests by several threads at once, and by two processes, beside as many by one thread."""

import hashlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Thread
from time import perf_counter
from typing import IO, get_args

from sealwax import Curve

from .clients import export_wallet, list_private_keys
from .measuring import Measurement, Subject, Turns, prepared_later, timed
from .stamps import SIZES, body_of, stamper

ONE, TWO, FOUR = "one thread", "two threads", "four threads"
PROCESSES = "two processes"
CONTROL = "SHA-256 of 1 MB"
"""A load that can use every core that the machine has left: hashlib lets other threads run meanwhile."""

# Long enough for the start of the threads not to matter.
_TURN_SECONDS = 0.03
_COUNTS = {ONE: 1, TWO: 2, FOUR: 4}
_REQUESTS = {make.__name__: make for make in (list_private_keys, export_wallet)}
_WORKER = "from benchmarks.threads import work; work()"


def name_of(make: Callable[..., object]) -> str:
    """The name of the measurement of these requests."""
    return f"make and seal {make.__name__} by several"


def stamps() -> Iterator[Measurement]:
    """Stamps by threads."""
    for curve in get_args(Curve):
        for size in ("300 bytes", "100 KB"):
            stamp, body = stamper(curve).stamp, body_of(SIZES[size])
            yield _by_threads(f"stamp {curve}, {size}", partial(stamp, body))
    yield _by_threads(CONTROL, partial(hashlib.sha256, bytes(1_000_000)))


def requests(stack: ExitStack) -> Iterator[Measurement]:
    """Requests, from their parameters to their headers, by threads, and by processes that the stack ends."""
    for operation, make in _REQUESTS.items():
        sealed = partial(make, stamper("p256"))
        subjects: dict[str, Subject] = {name: _shared(sealed, count) for name, count in _COUNTS.items()}
        subjects[PROCESSES] = prepared_later(partial(_by_processes, operation, stack))
        yield timed(name_of(make), Turns(subjects, _TURN_SECONDS))


def has_gil() -> bool:
    """Whether this interpreter runs one thread's Python at a time."""
    return bool(getattr(sys, "_is_gil_enabled", lambda: True)())


def work() -> None:
    """Be one of the processes: make as many requests as each line says, and answer with an empty one."""
    stamps = stamper("p256")
    for line in sys.stdin:
        operation, times = line.split()
        make = _REQUESTS[operation]
        for _ in range(int(times)):
            make(stamps)
        print(flush=True)


def _by_threads(name: str, make: Callable[[], object]) -> Measurement:
    return timed(name, Turns({each: _shared(make, count) for each, count in _COUNTS.items()}, _TURN_SECONDS))


def _shared(make: Callable[[], object], count: int) -> Subject:
    """Work that some threads do together, each its share."""

    def run(times: int) -> float:
        share = -(-times // count)

        def loop() -> None:
            for _ in range(share):
                make()

        threads = [Thread(target=loop) for _ in range(count)]
        start = perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return (perf_counter() - start) * times / (share * count)

    return run


def _by_processes(operation: str, stack: ExitStack) -> Subject:
    """Requests that two processes make together, each its half."""
    pipes = [_start_worker(stack) for _ in range(2)]

    def run(times: int) -> float:
        share = -(-times // len(pipes))
        start = perf_counter()
        for to_worker, _ in pipes:
            to_worker.write(f"{operation} {share}\n")
            to_worker.flush()
        for _, from_worker in pipes:
            assert from_worker.readline() == "\n"
        return (perf_counter() - start) * times / (share * len(pipes))

    return run


def _start_worker(stack: ExitStack) -> tuple[IO[str], IO[str]]:
    command, folder = [sys.executable, "-c", _WORKER], Path(__file__).parents[1]
    worker = stack.enter_context(
        subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    )
    # Its input ends before it is waited for.
    assert worker.stdin is not None
    assert worker.stdout is not None
    stack.callback(worker.stdin.close)
    return worker.stdin, worker.stdout
