"""What parameters of operations have in common: they are checked when they are made, in whatever way.

A value comes from Python, by its field's name, or from JSON, by its name on the wire. Both ways lead through
the same strict conversion, of which the JSON Schemas are another form.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

import sealwax
from sealwax.errors import InvalidRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import Self

    Array = Sequence
    Anything = object
else:
    # The schema of `object` is not known to msgspec.
    Anything = Any
    _T = TypeVar("_T")
    # Any sequence is taken, and kept as one that does not change.
    Array = tuple[_T, ...]

S = TypeVar("S", bound=msgspec.Struct)

JsonObject = Mapping[str, Anything]
"""A JSON object."""

HIDDEN = frozenset(
    {
        "encrypted_otp_bundle",
        "export_bundle",
        "import_bundle",
        "intent",
        "oidc_token",
        "raw",
        "session",
        "verification_token",
    }
)
"""The fields that no ``repr`` shows: whoever has a token can use it."""

_MAX_NAME = 64
_UNWRITABLE = "holds text that UTF-8 cannot carry; take the lone surrogates out"


class _Checked(msgspec.StructMeta):
    """Leads a call of the class through the checks; type checkers see the fields as arguments."""

    if not TYPE_CHECKING:

        def __call__(cls, /, *positional: object, **fields: object) -> object:  # noqa: N805 - it is a metaclass
            label, names = cls._label(), _wire_names(cls)
            if positional:
                raise InvalidRequest(f"{label}: give parameters by name, as {cls.__name__}(name=value)")
            for name in fields:
                if name not in names:
                    known = ", ".join(names) or "none"
                    raise InvalidRequest(f"{label}: {_clip(name)} is no parameter; there are {known}")
            given = {names[name]: _simplify(value) for name, value in fields.items() if value is not None}
            return check(cls, given, label)


class Parameters(
    msgspec.Struct,
    metaclass=_Checked,
    frozen=True,
    kw_only=True,
    rename="camel",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """Parameters of a request, or a part of them. Optional ones that are left out, or None, are not sent.

    Raises:
        InvalidRequest: One is missing, unknown, or breaks the specification; the message names it as it is
            on the wire.
    """

    # Where the specification gives null a meaning: that of leaving the field out.
    nullable: ClassVar[frozenset[str]] = frozenset()
    # What ``__post_init__`` checks, as far as JSON Schema can say it.
    schema_rules: ClassVar[dict[str, object]] = {}

    @classmethod
    def _label(cls) -> str:
        """What error messages call it."""
        return cls.__name__

    @classmethod
    def from_params(cls, params: JsonObject) -> "Self":
        """Take parameters from JSON.

        Args:
            params: The parameters by their names on the wire.

        Returns:
            The parameters.

        Raises:
            InvalidRequest: One is missing, unknown, or breaks the specification; the message names it.
        """
        return check(cls, params, cls._label())

    def to_params(self) -> dict[str, object]:
        """Give the parameters as JSON has them.

        Returns:
            What is sent, by its names on the wire.
        """
        params: dict[str, object] = msgspec.json.decode(msgspec.json.encode(self))
        return params

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_params, (self.to_params(),)

    def __repr__(self) -> str:
        return describe_fields(self)


def describe_fields(value: msgspec.Struct) -> str:
    """Give the ``repr`` of a value without what is hidden.

    Args:
        value: The value.

    Returns:
        Its class and its fields; those that are None are left out.
    """
    shown = []
    for name in value.__struct_fields__:
        field = getattr(value, name)
        if field is not None:
            shown.append(f"{name}=<hidden>" if name in HIDDEN else f"{name}={field!r}")
    return f"{type(value).__name__}({', '.join(shown)})"


def check(into: type[S], given: object, label: str) -> S:
    """Convert a value into a type of a request, or say which field is wrong.

    Args:
        into: The type.
        given: A mapping by the names on the wire.
        label: What error messages call it.

    Returns:
        The value.

    Raises:
        InvalidRequest: A field is wrong.
    """
    value, problem = _convert(into, given)
    # Raised here and not while an exception is being handled: those hold on to what was given.
    if value is None:
        raise InvalidRequest(f"{label}: {problem}")
    return value


def _convert(into: type[S], given: object) -> tuple[S | None, str]:
    """Convert, giving the value, or None and what is wrong."""
    try:
        value = msgspec.convert(given, into)
        if problem := _find_null(value, given, "") or _find_unwritable(value):
            return None, problem
        # Subclasses of str, such as members of an enumeration, become what they will be on the wire. And what
        # came here as a value of a type already, past its checks, is checked.
        return msgspec.json.decode(_encode(value), type=into), ""
    except msgspec.ValidationError as error:
        return None, _explain(str(error))
    except UnicodeEncodeError:
        return None, f"a name or an enumeration {_UNWRITABLE}"


def _encode(value: object) -> bytes:
    return msgspec.json.encode(value, enc_hook=_to_text)


def _to_text(value: object) -> str:
    if isinstance(value, str):
        return str.__str__(value)
    raise msgspec.ValidationError(f"Expected JSON, got `{type(value).__name__}`")


def _simplify(value: object) -> object:
    """Take what this library made for a request as the JSON object that it stands for."""
    if isinstance(value, str | int | list | tuple | Mapping | Parameters):
        return value
    # Asked for only here: an attestation loads CBOR.
    if isinstance(value, sealwax.ClientSignature | sealwax.Attestation):
        return value.to_dict()
    return value


@lru_cache(maxsize=128)
def _wire_names(cls: type[msgspec.Struct]) -> dict[str, str]:
    return {field.name: field.encode_name for field in msgspec.structs.fields(cls)}


def _find_null(value: object, given: object, path: str) -> str:
    """Say where JSON had null: to some readers that is a value, to others it is nothing."""
    if isinstance(value, tuple) and isinstance(given, list | tuple):
        pairs = [(item, other, f"{path}[{number}]") for number, (item, other) in enumerate(zip(value, given))]  # noqa: B905 - they are as long as each other
        return next(filter(None, (_find_null(*pair) for pair in pairs)), "")
    if not isinstance(value, Parameters) or not isinstance(given, Mapping):
        return ""
    for name, wire_name in _wire_names(type(value)).items():
        if wire_name not in given:
            continue
        item, where = getattr(value, name), f"{path}.{wire_name}" if path else wire_name
        if item is None and wire_name not in value.nullable:
            return f"{where} is null; leave it out"
        if problem := _find_null(item, given[wire_name], where):
            return problem
    return ""


def _find_unwritable(value: msgspec.Struct) -> str:
    names = _wire_names(type(value)).items()
    found = next((wire_name for name, wire_name in names if not _is_writable(getattr(value, name))), None)
    return "" if found is None else f"{found} {_UNWRITABLE}"


def _is_writable(value: object) -> bool:
    try:
        _encode(value)
    except UnicodeEncodeError:
        return False
    return True


_PLACE = re.compile(r"(?P<problem>.*?)(?: - at `\$\.?(?P<path>[^`]*)`)?", re.DOTALL)
_FIELD = re.compile(
    r"Object (?P<what>missing required|contains unknown|has) field `(?P<name>.*)`(?P<why>[^`]*)", re.DOTALL
)
_PROBLEMS = {
    "missing required": " is missing",
    "contains unknown": " is no parameter; check its spelling",
}


def _explain(message: str) -> str:
    """Say what msgspec found, naming the field and never its value."""
    place = _PLACE.fullmatch(message)
    problem, path = (message, "") if place is None else (place["problem"], place["path"] or "")
    if field := _FIELD.fullmatch(problem):
        name = _clip(field["name"])
        where = f"{path}.{name}" if path else name
        return where + _PROBLEMS.get(field["what"], field["why"])
    where = path or "what was given"
    # The one message that quotes a value.
    if problem.startswith("Invalid enum value"):
        return f"{where} has a value that is not in its enumeration; `sealwax operations describe` lists them"
    if form := _FORMS.get(problem):
        return f"{where} must be {form}"
    if problem == "Expected `str` of length >= 1":
        return f"{where} is empty; give what it is to name"
    if " - at `key` in " in problem:
        return "a name is not text"
    # What is optional may be left out; null is refused.
    expected = problem.replace(" | null", "", 1)
    return f"{where} is wrong: {expected[:1].lower()}{expected[1:]}"


_FORMS: dict[str, str] = {}


def form(pattern: str, what: str) -> msgspec.Meta:
    """Say what form a text must have.

    Args:
        pattern: The regular expression, good for Python and for JSON Schema.
        what: What it is in words, after *must be*.

    Returns:
        What to annotate the type with.
    """
    # In Python, `$` alone also matches before a newline at the end.
    pattern = rf"^{pattern}$(?!\n)"
    _FORMS[f"Expected `str` matching regex {pattern!r}"] = what
    return msgspec.Meta(pattern=pattern, description=f"{what[0].upper()}{what[1:]}.")


def _clip(name: str) -> str:
    """Shorten a name that someone else gave."""
    shown = name if len(name) <= _MAX_NAME else name[:_MAX_NAME] + "…"
    return "".join(character if character.isprintable() else "?" for character in shown)


def problem(name: str, why: str) -> ValueError:
    """Make the error that ``__post_init__`` raises, for ``check`` to read.

    Args:
        name: The field's name on the wire.
        why: What is wrong with it, and what to do.

    Returns:
        The exception.
    """
    return ValueError(f"Object has field `{name}` {why}")
