"""Records that note their changes in a journal, so that only changed records are stored.

A state without a database has no journal: its collections are plain dicts.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from threading import local
from typing import Any, Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Place(NamedTuple):
    """The place of a record: the organization (empty if it has none), the collection, and the key as text."""

    organization_id: str
    collection: str
    key: str


@dataclass
class Changes:
    """Changes: the functions that return the content of changed places, and the removed places."""

    changed: dict[Place, Callable[[], object | None]] = field(default_factory=dict)
    removed: set[Place] = field(default_factory=set)

    def take(self) -> "Changes":
        """Return the changes, and clear them."""
        taken = Changes(self.changed, self.removed)
        self.changed, self.removed = {}, set()
        return taken

    def add(self, later: "Changes") -> None:
        """Add later changes."""
        self.changed |= later.changed
        self.removed |= later.removed

    def contents(self) -> dict[Place, object | None]:
        """Return the content of each changed place; None for what is gone."""
        return {place: content() for place, content in self.changed.items()}


class Journal(local):
    """The changes of each thread since its last commit."""

    def __init__(self) -> None:
        self.changes: Changes = Changes()


class Record:
    """A record that is changed by assigning to its attributes. After any other change, call ``touch``."""

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value)
        if "_touch" in self.__dict__:
            self.touch()

    def hold(self, touch: Callable[[], None]) -> None:
        """Call a function after each change."""
        self.__dict__["_touch"] = touch

    def touch(self) -> None:
        """Report a change of the record."""
        touch: Callable[[], None] | None = self.__dict__.get("_touch")
        if touch is not None:
            touch()


def _key_text(key: object) -> str:
    """Write a key as text: some are None, and some have two parts."""
    return "/".join(key) if isinstance(key, tuple) else str(key or "")


class Records(dict[K, V], Generic[K, V]):
    """The records of a collection by their keys; changes, even within a ``Record``, are noted.

    Args:
        content: The records to begin with.
        journal: The journal.
        organization_id: The organization that has the collection; empty if none has it.
        name: The collection.
        write: Returns what is kept of a record, by its key and the record.
    """

    def __init__(
        self,
        content: Mapping[K, V],
        journal: Journal,
        organization_id: str,
        name: str,
        write: Callable[[K, V], object] = lambda _key, record: record,
    ) -> None:
        super().__init__()
        self._journal, self._organization_id, self._name, self._write = journal, organization_id, name, write
        for key, record in content.items():
            self[key] = record

    def _place(self, key: K) -> Place:
        return Place(self._organization_id, self._name, _key_text(key))

    def touch(self, key: K) -> None:
        """Note that a record has changed."""
        self._journal.changes.changed[self._place(key)] = lambda: self._content(key)

    def _content(self, key: K) -> object | None:
        return self._write(key, dict.__getitem__(self, key)) if key in self else None

    def __setitem__(self, key: K, record: V) -> None:
        super().__setitem__(key, record)
        if isinstance(record, Record):
            record.hold(lambda: self.touch(key))
        self.touch(key)

    def __delitem__(self, key: K) -> None:
        super().__delitem__(key)
        self._journal.changes.removed.add(self._place(key))
        self.touch(key)

    # dict's own methods would not call the methods above. The service uses no others that change a dict.

    def pop(self, key: K, default: Any = None) -> Any:
        """Remove a record, and return it, or the default."""
        if key not in self:
            return default
        record = self[key]
        del self[key]
        return record

    def setdefault(self, key: K, default: Any = None) -> Any:
        """Return a record; if there is none, add the default."""
        if key not in self:
            self[key] = default
        return self[key]

    def __ior__(self, others: Any) -> "Records[K, V]":  # type: ignore[override,misc]
        for key, record in others.items():
            self[key] = record
        return self


class MutableRecords(Records[K, V]):
    """Records that readers change in place: every record that is read counts as changed."""

    def __getitem__(self, key: K) -> V:
        record = super().__getitem__(key)
        self.touch(key)
        return record

    def get(self, key: K, default: Any = None) -> Any:
        """Return a record, or the default."""
        return self[key] if key in self else default  # noqa: SIM401 - this is that method


class Names(set[str]):
    """A growing set of names, whose additions are noted."""

    def __init__(self, content: set[str], journal: Journal, collection: str) -> None:
        super().__init__()
        self._journal, self._collection = journal, collection
        for name in content:
            self.add(name)

    def add(self, name: str) -> None:
        """Add a name."""
        super().add(name)
        self._journal.changes.changed[Place("", self._collection, name)] = lambda: name
