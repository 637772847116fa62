"""Make the classes of a description's operations, each when it is first asked for."""

import types
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta

from sealwax._codec.processes import process_lock
from sealwax.activities.intents import camel_case
from sealwax.operations.facts import OperationFacts
from sealwax.operations.forms import Base64, Int32, Int64, Int64Text, Uint64Text
from sealwax.operations.operation import AuthProxyOperation, QueryOperation, SubmitOperation, VoteOperation
from sealwax.operations.parameters import Anything, Array, JsonObject, Parameters, about
from sealwax.operations.responses import Record


class Kind(NamedTuple):
    """The type of a field.

    Attributes:
        name: A name of ``TYPES``, or that of a class or an enumeration.
        arrays: The number of arrays around it.
        is_open: Whether it is any text, of which the enumeration has examples.
    """

    name: str
    arrays: int = 0
    is_open: bool = False


class Field(NamedTuple):
    """A field of a class."""

    name: str
    wire_name: str
    is_optional: bool
    kind: Kind
    described: str = ""

    @property
    def is_renamed(self) -> bool:
        """Whether the wire name does not follow from the name."""
        return camel_case(self.name) != self.wire_name


class Definition(NamedTuple):
    """The definition of a class, or of an enumeration if it has values.

    Attributes:
        role: What the class is. The answer to a query is a record, like an object in an answer.
        result: The name of the class of an operation's answer.
    """

    role: Literal["operation", "parameters", "record", "values"]
    fields: tuple[Field, ...] = ()
    documentation: str = ""
    values: tuple[str, ...] = ()
    facts: OperationFacts | None = None
    result: str = ""


TYPES: Final[dict[str, Any]] = {
    "text": str,
    "bool": bool,
    "int32": Int32,
    "int64": Int64,
    "int64 text": Int64Text,
    "uint64 text": Uint64Text,
    "base64": Base64,
    "number": float,
    "any": Anything,
    "map": Mapping[str, str],
    "object": JsonObject,
}
"""The types of fields that are not classes or enumerations of the description."""

OPERATION_TYPES: Final[dict[str, Any]] = {
    "submit": SubmitOperation,
    "query": QueryOperation,
    "auth_proxy": AuthProxyOperation,
}
"""The base classes of operations by their surface; those of votes have no result."""


class Undisclosed(Parameters, frozen=True, kw_only=True):
    """Parameters of the service's description; their ``repr`` shows none, because any can be a secret."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(<hidden>)"


class Classes:
    """The classes of definitions, each made when it is first asked for."""

    __slots__ = ("_definitions", "_lock", "_made", "_module")

    def __init__(self, module: str, definitions: Mapping[str, Definition]) -> None:
        self._module, self._definitions = module, definitions
        self._made: dict[str, Any] = {}
        self._lock = process_lock()

    def find(self, name: str) -> Any:
        """Return the class of a name that has a definition."""
        with self._lock.get():
            # Another thread may have made it, and two classes of one name would not be equal.
            if name in self._made:
                return self._made[name]
            return self._made.setdefault(name, self._make(name, self._definitions[name]))

    def _make(self, name: str, definition: Definition) -> object:
        if definition.values:
            return Literal[definition.values]
        annotations: dict[str, Any] = {}
        namespace: dict[str, Any] = {
            "__module__": self._module,
            "__doc__": definition.documentation,
            "__annotations__": annotations,
        }
        for field in definition.fields:
            annotation = self._annotation(field.kind)
            if field.is_optional:
                annotation = annotation | None
            annotations[field.name] = (
                Annotated[annotation, about(field.described)] if field.described else annotation
            )
            default = None if field.is_optional else msgspec.NODEFAULT
            if field.is_renamed:
                namespace[field.name] = msgspec.field(name=field.wire_name, default=default)
            elif field.is_optional:
                namespace[field.name] = None
        bases = self._bases(definition, namespace)
        return types.new_class(
            name, bases, {"frozen": True, "kw_only": True}, lambda body: body.update(namespace)
        )

    def _bases(self, definition: Definition, namespace: dict[str, Any]) -> tuple[Any, ...]:
        """Return the bases of a class, and add to its namespace what it says of its operation."""
        facts = definition.facts
        if facts is None:
            return (Record if definition.role == "record" else Undisclosed,)
        namespace |= facts.constants()
        if facts.surface == "vote":
            return VoteOperation, Undisclosed
        namespace["result_type"] = result = self.find(definition.result)
        return OPERATION_TYPES[facts.surface][result], Undisclosed

    def _annotation(self, kind: Kind) -> Any:
        """Return the type of a kind."""
        annotation: Any = TYPES.get(kind.name) or self.find(kind.name)
        if kind.is_open:
            annotation = Annotated[str, Meta(examples=[*get_args(annotation)])]
        for _ in range(kind.arrays):
            array: Any = Array
            annotation = array[annotation]
        return annotation
