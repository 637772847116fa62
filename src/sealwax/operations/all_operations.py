"""The table of all operations, from which the command line, the schemas and the tests derive."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeAlias, cast

from . import catalog
from .catalog.index import OPERATIONS_BY_CLASS
from .facts import OperationFacts
from .operation import AuthProxyOperation, QueryOperation, SubmitOperation, VoteOperation
from .responses import Record

AnyOperation: TypeAlias = (
    type[SubmitOperation[Record]]
    | type[QueryOperation[Record]]
    | type[AuthProxyOperation[Record]]
    | type[VoteOperation]
)
"""The class of an operation, of any kind."""

_Specified: TypeAlias = (
    type[SubmitOperation[Record]] | type[QueryOperation[Record]] | type[AuthProxyOperation[Record]]
)
NEWEST: Final[dict[str, tuple[str, OperationFacts]]] = {
    facts.name: (class_name, facts) for class_name, facts in OPERATIONS_BY_CLASS.items() if not facts.is_older
}
"""The class names and facts of the catalog's operations, by the operations' names."""

OLDER: Final[dict[tuple[str, str], tuple[str, OperationFacts]]] = {
    (facts.name, facts.version): (class_name, facts)
    for class_name, facts in OPERATIONS_BY_CLASS.items()
    if facts.is_older
}
"""The same for earlier versions, by name and version; the first version is empty."""


class Operations(Mapping[str, AnyOperation]):
    """The classes of operations by name, made on first use."""

    __slots__ = ("_find", "_names")

    def __init__(self, names: Iterable[str], find: Callable[[str], AnyOperation]) -> None:
        self._names, self._find = dict.fromkeys(names), find

    def __getitem__(self, name: str) -> AnyOperation:
        if name not in self._names:
            raise KeyError(name)
        return self._find(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __repr__(self) -> str:
        return f"OPERATIONS({len(self)} operations)"


def _of_catalog(name: str) -> AnyOperation:
    return cast("AnyOperation", getattr(catalog, NEWEST[name][0]))


SPECIFIED: Final = cast(
    "Mapping[str, _Specified]",
    Operations((name for name, (_, facts) in NEWEST.items() if facts.specified), _of_catalog),
)
"""The operations of the API's specification, by name."""

OPERATIONS: Final[Mapping[str, AnyOperation]] = Operations(NEWEST, _of_catalog)
"""The newest version of every operation, by name; operations on secrets, which are unspecified, come last."""

ACTIVITY_TYPES: Final[dict[str, str]] = {
    facts.activity_type: name for name, (_, facts) in NEWEST.items() if facts.is_activity
}
"""The names of the operations that the service runs as activities, by the types of their activities."""
