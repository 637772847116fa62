"""Stamps by several threads at once, beside as many by one."""

import hashlib
import sys
from collections.abc import Callable
from threading import Thread
from time import perf_counter
from typing import get_args

from sealwax import Curve

from .measuring import Subject
from .stamps import SIZES, body_of, stamper

COUNTS = (1, 2, 4)
CONTROL = "SHA-256 of 1 MB"
"""What can use every core that the machine has left: hashlib lets other threads run meanwhile."""

TURN_SECONDS = 0.03
"""Long enough for the start of the threads not to matter."""


def groups() -> dict[str, dict[str, Subject]]:
    """The subjects, by what the threads do and by how many they are."""
    work: dict[str, Callable[[], object]] = {
        f"stamp {curve}, {size}": _stamping(curve, SIZES[size])
        for curve in get_args(Curve)
        for size in ("300 bytes", "100 KB")
    }
    megabyte = bytes(1_000_000)
    work[CONTROL] = lambda: hashlib.sha256(megabyte)
    return {name: {str(count): _shared(each, count) for count in COUNTS} for name, each in work.items()}


def has_gil() -> bool:
    """Whether this interpreter runs one thread's Python at a time."""
    return bool(getattr(sys, "_is_gil_enabled", lambda: True)())


def _stamping(curve: Curve, size: int) -> Callable[[], object]:
    stamp, body = stamper(curve).stamp, body_of(size)
    return lambda: stamp(body)


def _shared(work: Callable[[], object], count: int) -> Subject:
    """Work that some threads do together, each its share."""

    def run(times: int) -> float:
        share = -(-times // count)

        def loop() -> None:
            for _ in range(share):
                work()

        threads = [Thread(target=loop) for _ in range(count)]
        start = perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return (perf_counter() - start) * times / (share * count)

    return run
