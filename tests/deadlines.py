"""A limit of its own for a test that would wait for ever if the code under test had the defect."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

SECONDS = 60


@contextmanager
def deadline(seconds: float = SECONDS) -> Iterator[None]:
    """Fail the test when the block takes longer, such as one that opens a pipe that nobody writes to.

    The limit is far above what the block takes on a busy machine: it only ends a test that hangs.
    """

    def stop(_signal: int, _frame: object) -> None:
        # It is no `Exception`, so the code under test does not take it for a failure of its own.
        pytest.fail(f"the code under test still waited after {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
