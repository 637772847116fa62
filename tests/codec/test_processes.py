"""What each process has for itself, also after forks that are not seen by the id of the process alone."""

import os
from threading import Barrier, Thread

import pytest

from sealwax._codec import processes
from sealwax._codec.processes import (
    PerProcess,
    at_fork,
    given_or_made,
    process_lock,
    this_process,
    used_before_fork,
)
from tests.forks import be_another_process, run_python

FORKS = """
import os
from sealwax._codec.processes import this_process

os.getpid = lambda: 1  # in each container, the first process is number 1
here = this_process()
for _ in range(2):
    if child := os.fork():
        os.waitpid(child, 0)
        break
    print(this_process() == here, this_process() == (1, 0), flush=True)
else:
    os._exit(0)
print(this_process() == here)
"""


def test_a_forked_process_is_another_even_if_its_id_comes_back() -> None:
    # The child prints before and after its own fork.
    assert run_python(FORKS) == ["False False", "False False", "False", "True"]


def test_a_fork_that_python_does_not_see(monkeypatch: pytest.MonkeyPatch) -> None:
    here = this_process()
    assert this_process() == here
    be_another_process(monkeypatch)
    assert this_process() != here


def test_forks_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_forks", 0)
    monkeypatch.setattr(os, "getpid", lambda: 1)
    seen = [this_process()]
    for _ in range(2):
        processes._count_fork()
        seen.append(this_process())
    assert seen == [(1, 0), (1, 1), (1, 2)]


def test_without_forks_there_are_no_hooks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "register_at_fork")
    at_fork(after_in_child=RuntimeError)


class Thing:
    """Something with a connection."""


class Unhashable:
    """Something that has no hash."""

    __hash__ = None  # type: ignore[assignment]


class Unreferable:
    """Something that has no weak references."""

    __slots__ = ()


class TestPerProcess:
    def test_a_process_has_one(self) -> None:
        things = PerProcess(Thing)
        assert things.get() is things.get()

    def test_another_process_makes_its_own(self, monkeypatch: pytest.MonkeyPatch) -> None:
        things = PerProcess(Thing)
        here = things.get()
        be_another_process(monkeypatch)
        there = things.get()
        assert there is not here
        assert things.get() is there
        # The other's is let go.
        assert list(things._made.values()) == [there]

    def test_threads_get_the_same(self) -> None:
        start, found = Barrier(8), list[Thing]()

        def make() -> Thing:
            start.wait(timeout=60)
            return Thing()

        things = PerProcess(make)
        threads = [Thread(target=lambda: found.append(things.get())) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 8
        assert set(found) == {things.get()}

    def test_nothing_is_closed_for_another_process(self, monkeypatch: pytest.MonkeyPatch) -> None:
        things = PerProcess(Thing)
        here = things.get()
        assert things.to_close() is here
        be_another_process(monkeypatch)
        assert things.to_close() is None
        there = things.get()
        assert things.to_close() is there

    def test_another_thread_may_drop_objects_meanwhile(self) -> None:
        each = PerProcess(Thing)

        class Other(tuple[int, int]):
            """The key of an object which another thread drops, with its sisters, as it is compared."""

            __slots__ = ()
            __hash__ = tuple.__hash__

            def __eq__(self, other: object) -> bool:
                for key in [key for key in list(each._made) if isinstance(key, Other)]:
                    each._made.pop(key)
                return super().__eq__(other)

            def __ne__(self, other: object) -> bool:
                return not self == other

        each._made.update({Other((-1, number)): Thing() for number in range(3)})
        assert each.get() is each.get()
        assert len(each._made) == 1

    def test_what_was_not_used_yet_is_closed(self) -> None:
        thing = Thing()
        assert given_or_made(thing, Thing, RuntimeError).to_close() is thing


class TestGivenOrMade:
    def test_it_is_made_at_once_and_in_each_process(self, monkeypatch: pytest.MonkeyPatch) -> None:
        made: list[Thing] = []

        def make() -> Thing:
            made.append(Thing())
            return made[-1]

        things = given_or_made(None, make, RuntimeError)
        assert len(made) == 1
        assert things.get() is made[0]
        be_another_process(monkeypatch)
        assert things.get() is made[1]

    @pytest.mark.parametrize("kind", [Thing, Unhashable, Unreferable])
    def test_the_callers_is_for_the_first_process(self, kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
        used_thing, unused_thing = kind(), kind()
        used, unused = (
            given_or_made(thing, kind, lambda: used_before_fork("x", "y"))
            for thing in (used_thing, unused_thing)
        )
        assert used.get() is used.get() is used_thing
        with monkeypatch.context() as patched:
            be_another_process(patched)
            for _ in range(2):
                with pytest.raises(ValueError, match="x was used before this process was forked"):
                    used.get()
            # It was passed before the fork, and is used only after it.
            assert unused.get() is unused_thing
        assert used.get() is used_thing
        with pytest.raises(ValueError, match="x was used before"):
            unused.get()

    def test_another_user_counts_as_well(self, monkeypatch: pytest.MonkeyPatch) -> None:
        thing = Thing()
        here, there = (given_or_made(thing, Thing, lambda: used_before_fork("x", "y")) for _ in range(2))
        assert here.get() is thing
        be_another_process(monkeypatch)
        for user in (there, given_or_made(thing, Thing, lambda: used_before_fork("x", "y"))):
            with pytest.raises(ValueError, match="x was used before this process was forked"):
                user.get()


HELD = """
import os
from threading import Event, Thread
from sealwax._codec.processes import process_lock

lock, held, done = process_lock(), Event(), Event()

def hold():
    with lock.get():
        held.set()
        done.wait()

thread = Thread(target=hold)
thread.start()
held.wait()
if child := os.fork():
    os.waitpid(child, 0)
    done.set()
    thread.join()
    with lock.get():
        print("the parent", flush=True)
else:
    with lock.get():
        print("the child", flush=True)
    os._exit(0)
"""

FORKED_INSIDE = """
import os
from sealwax._codec.processes import process_lock

lock = process_lock()
with lock.get():
    child = os.fork()
    with lock.get():
        pass
with lock.get():
    if child:
        os.waitpid(child, 0)
        print("the parent", flush=True)
    else:
        print("the child", flush=True)
        os._exit(0)
"""


class TestProcessLock:
    @pytest.mark.parametrize("code", [HELD, FORKED_INSIDE])
    def test_a_fork_finds_it_free(self, code: str) -> None:
        assert run_python(code) == ["the child", "the parent"]

    def test_it_excludes_other_threads(self) -> None:
        lock = process_lock()
        entered: list[bool] = []
        with lock.get():
            thread = Thread(target=lambda: entered.append(lock.get().acquire(blocking=False)))
            thread.start()
            thread.join()
        assert entered == [False]
        with lock.get():
            assert len(lock._made) == 1

    def test_a_signal_handler_enters_it_while_its_thread_holds_it(self) -> None:
        lock = process_lock()
        with lock.get():
            assert lock.get().acquire(blocking=False)
            lock.get().release()
