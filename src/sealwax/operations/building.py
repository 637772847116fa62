"""Make the classes of the catalog from its rows, each when it is first asked for.

A row has three texts: the head, the fields, and the documentation, which is empty where it follows from the
name; then one for each field, where it is described. The head is one of these::

    submit NAME [OPTION=VALUE …]   an operation that changes something; the options are the fields of ``Head``
    vote NAME [OPTION=VALUE …]     a vote on an activity
    query NAME [OPTION=VALUE …]    an operation that only reads
    auth_proxy NAME [OPTION=…]     an operation of the auth proxy
    object [BASE]                  an object in a request
    record [BASE]                  an object in an answer; also a result, and the answer to a query
    values                         an enumeration, whose values are in the place of the fields

A base, such as ``rules._SignupV2``, is written by hand, and has what the fields do not say. A field is
``python_name[=wireName][?]:KIND``, with ``?`` if it may be left out. A kind is a word of
``_KINDS``, a name of the catalog or of ``sealwax.operations``, ``~NAME`` for a text that may have other
values than the enumeration of that name, or ``[KIND]`` for an array, with ``+`` if it must not be empty, then
``<=`` and the name of a limit if it has one.
"""

import re
import sys
import types
from collections.abc import Callable, Mapping
from datetime import datetime
from importlib import import_module
from threading import RLock
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec
from msgspec import Meta

from sealwax import _limits
from sealwax._codec.clock import decode_milliseconds
from sealwax._codec.violations import Violation
from sealwax.activities.intents import camel_case

from .forms import (
    TARGET_KEY_SCHEMA,
    Base64,
    Count,
    Id,
    Int32,
    Int64,
    Int64Text,
    IpBlock,
    PageSize,
    PhoneNumber,
    Seconds,
    Uint64Text,
    UpToADay,
    check_target_key,
)
from .operation import (
    AuthProxyOperation,
    QueryOperation,
    SubmitOperation,
    VoteOperation,
    activity_type,
    part_key,
)
from .parameters import Anything, Array, JsonObject, Parameters, about
from .responses import Record, _Timestamp, to_time

Row: TypeAlias = tuple[str, ...]
"""The head, the fields and the documentation of a class, and what each field is, if that is known."""

OPERATION_TYPES: Final[dict[str, Any]] = {
    "submit": SubmitOperation,
    "query": QueryOperation,
    "auth_proxy": AuthProxyOperation,
}
"""The base classes of operations by their surface; those of votes have no result."""

_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])", re.ASCII)
_FIELD: Final = re.compile(r"(\w+)(?:=(\w+))?(\?)?:(\S+)", re.ASCII)
KNOWN: Final = "~"
_TARGET_KEY: Final = "target-key"
_TIME: Final = "time"
_UNIX_MS: Final = "unix-ms"
_KINDS: Final[dict[str, Any]] = {
    "text": str,
    "id": Id,
    "bool": bool,
    "count": Count,
    "int": int,
    "int32": Int32,
    "int64": Int64,
    "decimal": Int64Text,
    "unsigned": Uint64Text,
    "byte": Base64,
    "number": float,
    "any": Anything,
    "map": Mapping[str, str],
    "object": JsonObject,
    "ip-block": IpBlock,
    "page-size": PageSize,
    "phone": PhoneNumber,
    "seconds": Seconds,
    "up-to-a-day": UpToADay,
    _TARGET_KEY: Id,
    _TIME: _Timestamp,
    _UNIX_MS: str,
}
_TIMES: Final[dict[str, Callable[[Any, str], datetime]]] = {_TIME: to_time, _UNIX_MS: decode_milliseconds}


_TIME_DOCUMENTATION: Final = """{}, as an aware datetime.

Raises:
    MalformedInput: The seconds and nanoseconds are not those of a time.
"""


def _time_property(kind: str, name: str, wire_name: str, described: str) -> property:
    """Return the property that reads a time of a record."""

    def read(self: object) -> datetime | None:
        wire = getattr(self, name)
        return None if wire is None else _TIMES[kind](wire, wire_name)

    return property(read, doc=_TIME_DOCUMENTATION.format(described or "The time"))


def _check_target_key(self: Any) -> Violation | None:
    """Refuse a target key that is not a public key on P-256."""
    return check_target_key(self.target_public_key)


class Head(NamedTuple):
    """The head of an operation's row.

    ``activity`` is the operation's name in the names of its activity, where that is another. ``older`` marks
    an earlier version of an operation, and ``specified`` one of the API's specification, or of those on
    secrets, which it does not have. ``result`` is the
    name of the class of the answer, where it does not follow from the operation's; ``base`` is one more base.
    """

    surface: str
    name: str
    activity: str = ""
    version: str = ""
    result_version: str = ""
    proofs: str = "yes"
    older: str = ""
    specified: str = ""
    result: str = ""
    base: str = ""

    @classmethod
    def of(cls, row: Row) -> "Head | None":
        """Read the head of a row; None if it is not that of an operation."""
        surface, *rest = row[0].split(" ")
        if not rest or surface in {"object", "record"}:
            return None
        name, *options = rest
        return cls(surface, name, **dict(option.split("=") for option in options))

    def text(self) -> str:
        """Return the text in the row."""
        options = self._asdict().items()
        given = [f"{key}={value}" for key, value in options if value != self._field_defaults.get(key, value)]
        return " ".join([self.surface, self.name, *given])

    @property
    def is_activity(self) -> bool:
        """Whether the service runs the operation as an activity."""
        return self.surface in {"submit", "vote"}

    @property
    def activity_type(self) -> str:
        """The type of the operation's activity."""
        return activity_type(self.activity or self.name, self.version)

    @property
    def intent_key(self) -> str:
        """The name of the activity's intent."""
        return part_key(self.activity or self.name, "Intent", self.version)

    @property
    def result_key(self) -> str | None:
        """The name of the activity's result; a vote has none."""
        if self.surface == "vote":
            return None
        return part_key(self.activity or self.name, "Result", self.result_version)


class Classes:
    """The classes of rows, each made when it is first asked for; ``find`` finds the types of their fields."""

    __slots__ = ("_find", "_lock", "_made", "_module", "_row_of")

    def __init__(
        self, module: str, row_of: Callable[[str], Row | None], find: Callable[[str], Any] | None = None
    ) -> None:
        self._module, self._row_of, self._find = module, row_of, find or self.find
        self._made: dict[str, Any] = {}
        self._lock = RLock()

    def find(self, name: str) -> Any:
        """Return the class of a name that has a row."""
        with self._lock:
            # Another thread may have made it, and two classes of one name would not be equal.
            if name not in self._made:
                self._made[name] = self._make(name)
            return self._made[name]

    def _make(self, name: str) -> object:
        row = self._row_of(name) or ()
        head, fields, _, *descriptions = row
        if head == "values":
            return Literal[tuple(fields.split(" "))]
        namespace: dict[str, Any] = {
            "__module__": self._module,
            "__doc__": self._documentation(name, row),
            "__annotations__": {},
        }
        found = [*_FIELD.finditer(fields)]
        for field, described in zip(found, descriptions or [""] * len(found), strict=True):
            field_name, wire_name, optional, kind = field.groups()
            annotation = self._annotation(kind)
            if optional:
                annotation = annotation | None
            if kind in _TIMES:
                wire_name = wire_name or camel_case(field_name)
                namespace[field_name] = _time_property(kind, f"_{field_name}", wire_name, described)
                field_name = f"_{field_name}"
            elif described:
                annotation = Annotated[annotation, about(described)]
            namespace["__annotations__"][field_name] = annotation
            if wire_name:
                namespace[field_name] = msgspec.field(
                    name=wire_name, default=None if optional else msgspec.NODEFAULT
                )
            elif optional:
                namespace[field_name] = None
            if kind == _TARGET_KEY:
                namespace |= {"broken_rule": _check_target_key, "schema_rules": TARGET_KEY_SCHEMA}
        bases = self._bases(name, row, namespace)
        return types.new_class(
            name, bases, {"frozen": True, "kw_only": True}, lambda body: body.update(namespace)
        )

    def _documentation(self, name: str, row: Row) -> str:
        """Return the documentation of a class; without one in its row, it is a part of something."""
        head, _, documentation, *_ = row
        if documentation:
            return documentation
        operation = Head.of(self._row_of(name.removesuffix("Result")) or ("",))
        if operation is None:
            place = "a request" if head == "object" else "an answer"
            return f"A part of {place}: {_HUMP.sub(' ', name).lower()}."
        if operation.surface == "query":
            return f"The answer to {operation.name}."
        version = f", version {operation.version[1:] or 1}" if operation.older else ""
        return f"The result of {operation.name}{version}."

    def _bases(self, name: str, row: Row, namespace: dict[str, Any]) -> tuple[Any, ...]:
        """Return the bases of a class, and add to its namespace what it says of its operation."""
        head = Head.of(row)
        if head is None:
            kind, _, base = row[0].partition(" ")
            if base:
                return (_written_by_hand(base),)
            return (Record if kind == "record" else Parameters,)
        namespace["operation_name"] = head.name
        if head.is_activity:
            namespace |= {
                "activity_name": head.activity,
                "version": head.version,
                "makes_app_proofs": head.proofs == "yes",
            }
        operation: Any = VoteOperation
        if head.surface == "submit":
            namespace["result_version"] = head.result_version
        if head.surface != "vote":
            operation = OPERATION_TYPES[head.surface][self._find(result_name(name, head))]
        # A base that is written by hand overrides members of ``Parameters`` alone.
        return (operation, _written_by_hand(head.base)) if head.base else (operation,)

    def _annotation(self, kind: str) -> Any:
        """Return the type of a kind."""
        if kind.startswith("["):
            array: Any = Array
            items, _, limit = kind[1:].rpartition("]")
            of_items = array[self._annotation(items)]
            if not limit:
                return of_items
            least, _, most = limit.partition("<=")
            most_items = getattr(_limits, most) if most else None
            return Annotated[of_items, Meta(min_length=1 if least else None, max_length=most_items)]
        if kind.startswith(KNOWN):
            return Annotated[str, Meta(examples=[*get_args(self._find(kind.removeprefix(KNOWN)))])]
        return _KINDS.get(kind) or self._find(kind)


def load_classes(
    module: str, rows: Mapping[str, Row]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of the module that has the rows of a catalog."""
    package = module.rpartition(".")[0]
    # A kind can also be a type that is written by hand.
    classes = Classes(module, rows.get, lambda name: getattr(sys.modules[package], name))

    def find(name: str) -> object:
        if name not in rows:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        found = vars(sys.modules[module])[name] = classes.find(name)
        return found

    return find, lambda: list(rows)


def result_name(name: str, head: Head) -> str:
    """Return the name of the class of an operation's answer."""
    return head.result or f"{name}Result"


def _written_by_hand(base: str) -> Any:
    """Return a base that is written by hand; loaded late, as few classes have one."""
    module, name = base.split(".")
    return getattr(import_module(f".{module}", __package__), name)
