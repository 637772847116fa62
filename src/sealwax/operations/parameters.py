"""What parameters of operations have in common: they are checked when they are made, in whatever way.

A value comes from Python, by its field's name, or from JSON, by its name on the wire. Both ways lead through
the same strict conversion, of which the JSON Schemas are another form.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

from sealwax._codec.violations import Rule, Violation, clip, explain_refusal
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

END_OF_TEXT = r"\Z"
"""The end of a text in Python's patterns: its ``$`` also matches before a newline at the end."""


class _Checked(msgspec.StructMeta):
    """Leads a call of the class through the checks; type checkers see the fields as arguments.

    A metaclass, because msgspec lets no Struct define ``__new__`` or ``__init__``, and calls
    ``__post_init__`` only once it has taken the arguments, whose names it refuses with TypeError.
    """

    if not TYPE_CHECKING:

        def __call__(cls, /, *positional: object, **fields: object) -> object:  # noqa: N805 - it is a metaclass
            label, names = cls._label(), _wire_names(cls)
            if positional:
                raise InvalidRequest(f"{label}: give parameters by name, as {cls.__name__}(name=value)")
            for name in fields:
                if name not in names:
                    known = f"use {', '.join(names)}" if names else "it takes none"
                    raise InvalidRequest(f"{label}: {clip(name)} is not a parameter; {known}")
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
    # What ``broken_rule`` checks, as far as JSON Schema can say it.
    schema_rules: ClassVar[dict[str, object]] = {}

    def broken_rule(self) -> Violation | None:
        """Find a rule that the fields break although each of them is of its type.

        Returns:
            The rule and the field, or None.
        """
        return None

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
    """Give the ``repr`` of a value without what is hidden."""
    shown = []
    for name in value.__struct_fields__:
        field = getattr(value, name)
        if field is not None:
            shown.append(f"{name}=<hidden>" if name in HIDDEN else f"{name}={field!r}")
    return f"{type(value).__name__}({', '.join(shown)})"


def check(into: type[S], given: object, label: str) -> S:
    """Convert a value into a type of a request, or say which field is wrong."""
    value, problem = _convert(into, given)
    # Raised here and not while an exception is being handled: those hold on to what was given.
    if value is None:
        raise InvalidRequest(f"{label}: {problem}")
    return value


def _convert(into: type[S], given: object) -> tuple[S | None, str]:
    """Convert, giving the value, or None and what is wrong."""
    try:
        # Subclasses of str, such as members of an enumeration, become what they will be on the wire. And what
        # came here as a value of a type already, past its checks, is checked.
        encoded = msgspec.json.encode(msgspec.convert(given, into), enc_hook=_to_text)
        value = msgspec.json.decode(encoded, type=into)
    except (msgspec.ValidationError, UnicodeEncodeError, _NoJsonError):
        return None, explain_refusal(given, into)
    violation = _find_broken_rule(value, given)
    return (value, "") if violation is None else (None, violation.in_words())


class _NoJsonError(Exception):
    """Raised from within the encoder."""


def _to_text(value: object) -> str:
    if isinstance(value, str):
        return str.__str__(value)
    raise _NoJsonError


def _simplify(value: object) -> object:
    """Take what this library made for a request as the JSON object that it stands for."""
    if isinstance(value, str | int | list | tuple | Mapping | Parameters):
        return value
    # An attestation loads CBOR, which few requests need.
    from sealwax.login.client_signature import ClientSignature  # noqa: PLC0415
    from sealwax.webauthn.registration import Attestation  # noqa: PLC0415

    if isinstance(value, ClientSignature | Attestation):
        return value.to_dict()
    return value


@lru_cache(maxsize=128)
def _wire_names(cls: type[msgspec.Struct]) -> dict[str, str]:
    return {field.name: field.encode_name for field in msgspec.structs.fields(cls)}


def _find_broken_rule(value: object, given: object) -> Violation | None:
    """Find a null that was given, or a rule that is not of the types: msgspec accepted the value."""
    if isinstance(value, tuple):
        items = given if isinstance(given, list | tuple) else value
        found = map(_find_broken_rule, value, items)
        return next((each.within(number) for number, each in enumerate(found) if each is not None), None)
    if not isinstance(value, msgspec.Struct):
        return None
    # Of what came here as a value of the type, None is what was left out.
    fields = given if isinstance(given, Mapping) else {}
    for name, wire_name in _wire_names(type(value)).items():
        item, was_given = getattr(value, name), fields.get(wire_name)
        # To some readers of JSON, null is a value, to others it is nothing.
        if item is None and wire_name in fields and wire_name not in getattr(value, "nullable", ()):
            return Violation((wire_name,), Rule.NULL)
        violation = _find_broken_rule(item, was_given)
        if violation is not None:
            return violation.within(wire_name)
    return value.broken_rule() if isinstance(value, Parameters) else None


def form(pattern: str, what: str) -> msgspec.Meta:
    """Say what form a text must have."""
    return msgspec.Meta(
        pattern=f"^{pattern}{END_OF_TEXT}",
        description=f"{what[0].upper()}{what[1:]}.",
        extra={"must_be": what},
    )
