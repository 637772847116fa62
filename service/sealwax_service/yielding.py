"""Let other requests run during long work: Python runs one thread at a time."""

import time
from typing import ClassVar, Final
from weakref import WeakSet

_SHORT_SECONDS: Final = 0.01
_LONGEST_PAUSE_SECONDS: Final = 0.05
_REST: Final = 2


class Pace:
    """Gives way to other threads. Long work calls ``pause`` between its parts, while it holds no lock.

    After its first 10 ms, work rests twice as long as it works, and longer beside other long work. All long
    work together takes less than half of the time.
    """

    _long: ClassVar["WeakSet[Pace]"] = WeakSet()

    def __init__(self) -> None:
        self._began = self._rested = time.thread_time()

    def pause(self) -> None:
        """Let other threads run, unless the work has only begun."""
        now = time.thread_time()
        if now - self._began > _SHORT_SECONDS:
            self._long.add(self)
            worked = now - self._rested
            time.sleep(min(worked * _REST * len(self._long), _LONGEST_PAUSE_SECONDS))
            self._rested = time.thread_time()
