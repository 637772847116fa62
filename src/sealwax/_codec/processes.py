"""Forks: each process has its own locks and connections."""

import os
from collections.abc import Callable
from threading import RLock
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")

Process = tuple[int, int]
"""The id of a process, which may come back in a descendant, and the number of forks that led to it.

The id alone shows a fork by C code, which does not call Python's hooks.
"""

_forks = 0


def this_process() -> Process:
    """Return what distinguishes this process from those that it was forked from."""
    return os.getpid(), _forks


def _count_fork() -> None:
    global _forks  # noqa: PLW0603 - a fact about the process
    _forks += 1


def at_fork(**hooks: Callable[[], object]) -> None:
    """Register hooks as ``os.register_at_fork`` does; Windows has neither it nor forks."""
    getattr(os, "register_at_fork", dict)(**hooks)


at_fork(after_in_child=_count_fork)


_users: WeakKeyDictionary[Any, Process] = WeakKeyDictionary()
"""The processes that were the first to use objects of the caller's, which several of ours may share."""


class PerProcess(Generic[T]):
    """An object with connections, which each process makes for itself.

    After a fork, two processes have the same connection, and each could read the answers for the other.
    """

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: dict[Process, T] = {}

    def get(self) -> T:
        """Return the object of this process, which is made by the first call.

        The objects of other processes are dropped, which closes their connections in this process alone.
        """
        process = this_process()
        made = self._made.get(process)
        if made is None:
            # Several threads get the same object.
            made = self._made.setdefault(process, self._make())
            # A copy, as other threads make and drop objects meanwhile.
            for other in list(self._made):
                if other != process:
                    self._made.pop(other, None)
        return made

    def to_close(self) -> T | None:
        """Return the object of this process; None if only other processes have one, which they close."""
        return None if self._made and this_process() not in self._made else self.get()


def only_here(given: T, refusal: Callable[[], Exception]) -> Callable[[], T]:
    """Return a function that gives the caller's object to the first process that uses it.

    In any other process, it raises ``refusal()``, also if another function used the object.
    """
    unhashable: dict[str, Process] = {}

    def get() -> T:
        try:
            user = _users.setdefault(given, this_process())
        except TypeError:
            # The object has no hash or no weak references.
            user = unhashable.setdefault("process", this_process())
        if user != this_process():
            raise refusal()
        return given

    return get


def given_or_made(given: T | None, make: Callable[[], T], refusal: Callable[[], Exception]) -> PerProcess[T]:
    """Return the caller's object, for one process; without it, an object for each, the first made at once."""
    if given is not None:
        return PerProcess(only_here(given, refusal))
    connected = PerProcess(make)
    connected.get()
    return connected


def used_before_fork(name: str, remedy: str) -> ValueError:
    """Make the error for an object of the caller's whose connections belong to another process."""
    return ValueError(
        f"{name} was used before this process was forked, and its connections belong to the other process; "
        f"{remedy}"
    )


def process_lock() -> PerProcess[Any]:
    """Make a lock for ``with lock.get()``, which each process has for itself.

    If another thread holds it during a fork, it is free in the forked process. A signal handler can enter it
    while its own thread holds it, and need not wait for ever.
    """
    return PerProcess(RLock)
