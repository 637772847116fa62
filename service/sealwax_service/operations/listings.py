"""Answers with lists that may be long, which are written without holding the state's lock for long."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import islice
from typing import Any, Final, NamedTuple, TypeVar

from sealwax_service.http.messages import encode_json_bytes
from sealwax_service.state.records import Json
from sealwax_service.yielding import Pace

T = TypeVar("T")

_TOGETHER: Final = 8

Memo = dict[Any, Json]
"""Values that the records of a list share, as long as the state does not change."""


class Listing(NamedTuple):
    """A list of an answer: records of the state, and the function that writes one as JSON."""

    records: Sequence[Any]
    write: Callable[[Any, Memo], Json]

    def written(self, lock: AbstractContextManager[object], pace: Pace) -> Iterator[Json]:
        """Write the records, a few at a time while the lock is held."""
        rest = iter(self.records)
        while together := [*islice(rest, _TOGETHER)]:
            memo: Memo = {}
            with lock:
                written = [self.write(record, memo) for record in together]
            yield from written
            pace.pause()


def list_of(records: Sequence[T], write: Callable[[T], Json]) -> Listing:
    """Make a list whose records share no values."""
    return Listing(records, lambda record, _memo: write(record))


def to_json(value: Any) -> Any:
    """Write all lists in an answer at once, for a caller that holds the lock."""
    if isinstance(value, Listing):
        memo: Memo = {}
        return [value.write(record, memo) for record in value.records]
    if isinstance(value, dict):
        return {name: to_json(each) for name, each in value.items()}
    return value


def encode(value: Any, lock: AbstractContextManager[object], pace: Pace) -> Iterator[bytes]:
    """Encode an answer in parts, with the lists in it."""
    if isinstance(value, dict):
        separator = b"{"
        for name, each in value.items():
            yield b"%s%s:" % (separator, encode_json_bytes(name))
            yield from encode(each, lock, pace)
            separator = b","
        yield b"}" if value else b"{}"
    elif isinstance(value, Listing):
        separator = b"["
        for record in value.written(lock, pace):
            yield separator + encode_json_bytes(record)
            separator = b","
        yield b"]" if value.records else b"[]"
    else:
        yield encode_json_bytes(value)
