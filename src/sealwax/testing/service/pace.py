"""Long work that lets other requests through: Python runs one thread at a time."""

import time
from typing import Final

_SHORT_SECONDS: Final = 0.01
_LONGEST_PAUSE_SECONDS: Final = 0.005


class Pace:
    """Gives way to other threads. Long work calls ``pause`` between its parts, while it holds no lock.

    After its first 10 ms, work rests for as long as it has worked.
    """

    def __init__(self) -> None:
        self._began = self._rested = time.thread_time()

    def pause(self) -> None:
        """Let other threads run, unless the work has only begun."""
        now = time.thread_time()
        if now - self._began > _SHORT_SECONDS:
            time.sleep(min(now - self._rested, _LONGEST_PAUSE_SECONDS))
            self._rested = time.thread_time()
