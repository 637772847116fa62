"""Make the classes of the catalog from its rows, each when it is first asked for.

A row has three texts: the head, the fields, and the documentation. The head is one of these::

    submit NAME [OPTION=VALUE …]   an operation that changes something; the options are the fields of ``Head``
    vote NAME [OPTION=VALUE …]     a vote on an activity
    query NAME                     an operation that only reads
    object                         an object in a request
    record [BASE]                  an object in an answer; also a result, and the answer to a query
    values                         an enumeration, whose values are in the place of the fields

A field is ``python_name[=wireName][?]:KIND``, with ``?`` if it may be left out. A kind is a word of
``_KINDS``, a name of the catalog or of ``sealwax.operations``, or ``[KIND]`` for an array.
"""

import re
import sys
import types
from collections.abc import Callable, Mapping
from datetime import datetime
from threading import RLock
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from sealwax._codec.violations import Violation
from sealwax.activities.intents import camel_case

from .forms import TARGET_KEY_SCHEMA, Id, Seconds, check_target_key
from .operation import QueryOperation, SubmitOperation, VoteOperation, activity_type, part_key
from .parameters import Array, JsonObject, Parameters, form
from .responses import Record, _Timestamp, to_time

Row: TypeAlias = tuple[str, str, str]
"""The head, the fields and the documentation of a class."""

_FIELD: Final = re.compile(r"(\w+)(?:=(\w+))?(\?)?:(\S+)", re.ASCII)
_INT32 = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
_INT64 = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
_TARGET_KEY: Final = "target-key"
_TIME: Final = "time"
_KINDS: Final[dict[str, Any]] = {
    "text": str,
    "id": Id,
    "bool": bool,
    "int": int,
    "int32": _INT32,
    "int64": _INT64,
    "decimal": Annotated[str, form("(0|-?[1-9][0-9]{0,18})", "a whole number as decimal text")],
    "object": JsonObject,
    "seconds": Seconds,
    _TARGET_KEY: Id,
    _TIME: _Timestamp,
}


def _time_property(name: str, wire_name: str) -> property:
    """Return the property that reads a time of a record."""

    def read(self: object) -> datetime | None:
        """The time, as an aware datetime.

        Raises:
            MalformedInput: The seconds and nanoseconds are not those of a time.
        """
        wire = getattr(self, name)
        return None if wire is None else to_time(wire, wire_name)

    return property(read)


def _check_target_key(self: Any) -> Violation | None:
    """Refuse a target key that is not a public key on P-256."""
    return check_target_key(self.target_public_key)


class Head(NamedTuple):
    """The head of an operation's row.

    ``activity`` is the operation's name in the names of its activity, where that is another. ``older`` marks
    an earlier version of an operation.
    """

    surface: str
    name: str
    activity: str = ""
    version: str = ""
    result_version: str = ""
    proofs: str = "yes"
    older: str = ""

    @classmethod
    def of(cls, row: Row) -> "Head | None":
        """Read the head of a row; None if it is not that of an operation."""
        surface, *rest = row[0].split(" ")
        if not rest or surface == "record":
            return None
        name, *options = rest
        return cls(surface, name, **dict(option.split("=") for option in options))

    @property
    def activity_type(self) -> str:
        """The type of the operation's activity; a query has none."""
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


def load_classes(
    module: str, rows: Mapping[str, Row]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of the module that has the rows of a catalog."""
    lock = RLock()

    def find(name: str) -> object:
        if name not in rows:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        members = vars(sys.modules[module])
        with lock:
            # Another thread may have made it, and two classes of one name would not be equal.
            if name not in members:
                members[name] = _make(module, name, rows[name])
            return members[name]

    return find, lambda: list(rows)


def _make(module: str, name: str, row: Row) -> object:
    head, fields, documentation = row
    if head == "values":
        return Literal[tuple(fields.split(" "))]
    namespace: dict[str, Any] = {"__module__": module, "__doc__": documentation, "__annotations__": {}}
    for field in _FIELD.finditer(fields):
        field_name, wire_name, optional, kind = field.groups()
        if kind == _TIME:
            wire_name = wire_name or camel_case(field_name)
            namespace[field_name] = _time_property(f"_{field_name}", wire_name)
            field_name = f"_{field_name}"
        annotation = _annotation(module, kind)
        namespace["__annotations__"][field_name] = annotation | None if optional else annotation
        if wire_name:
            namespace[field_name] = msgspec.field(
                name=wire_name, default=None if optional else msgspec.NODEFAULT
            )
        elif optional:
            namespace[field_name] = None
        if kind == _TARGET_KEY:
            namespace |= {"broken_rule": _check_target_key, "schema_rules": TARGET_KEY_SCHEMA}
    base = _base(module, name, row, namespace)
    return types.new_class(
        name, (base,), {"frozen": True, "kw_only": True}, lambda body: body.update(namespace)
    )


def _base(module: str, name: str, row: Row, namespace: dict[str, Any]) -> Any:
    """Return the base of a row's class, and add to the namespace what the class says of its operation."""
    head = Head.of(row)
    if head is None:
        kind, _, base = row[0].partition(" ")
        if base:
            from . import results  # noqa: PLC0415 - late, as few answers have such a base

            return getattr(results, base)
        return Record if kind == "record" else Parameters
    namespace["operation_name"] = head.name
    if head.surface != "query":
        namespace |= {
            "activity_name": head.activity,
            "version": head.version,
            "makes_app_proofs": head.proofs == "yes",
        }
    if head.surface == "vote":
        return VoteOperation
    generic: Any = QueryOperation
    if head.surface == "submit":
        generic = SubmitOperation
        namespace["result_version"] = head.result_version
    return generic[_find(module, f"{name}Result")]


def _annotation(module: str, kind: str) -> Any:
    """Return the type of a kind."""
    if kind.startswith("["):
        array: Any = Array
        return array[_annotation(module, kind[1:-1])]
    return _KINDS.get(kind) or _find(module, kind)


def _find(module: str, name: str) -> Any:
    """Find a type of the catalog, or a type that is written by hand."""
    return getattr(sys.modules[module.rpartition(".")[0]], name)
