"""Reasons why no case, or no test, notices something that is broken on purpose."""

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol, TypeVar

Entry = tuple[str, str]
"""The function that reasons are about, or a prefix of its dotted name, and how the text begins."""

TWICE = "what it refuses is refused once more further on, with the same code"


class Broken(Protocol):
    """What is broken: in what function, and its text."""

    @property
    def where(self) -> str: ...
    @property
    def text(self) -> str: ...


T = TypeVar("T", bound=Broken)


def _is_of(row: Broken, entry: Entry) -> bool:
    where, text = entry
    return (not where or f"{row.where}.".startswith(f"{where}.")) and row.text.startswith(text)


def unexplained(rows: Iterable[T], entries: Collection[Entry]) -> list[T]:
    """Give the rows that no entry is about."""
    return [row for row in rows if not any(_is_of(row, entry) for entry in entries)]


def needless(entries: Iterable[Entry], rows: Sequence[Broken]) -> list[Entry]:
    """Give the entries that are about no row."""
    return [entry for entry in entries if not any(_is_of(row, entry) for row in rows)]
