"""The tests of ``tests/codec/test_processes.py`` that take long."""

import gc

from sealwax._codec import processes
from sealwax._codec.processes import (
    given_or_made,
)
from tests.codec.test_processes import Thing


class TestGivenOrMade:
    def test_it_is_not_kept_alive(self) -> None:
        thing = Thing()
        given_or_made(thing, Thing, RuntimeError).get()
        count = len(processes._users)
        del thing
        gc.collect()
        assert len(processes._users) < count
