"""The base class of request parameters, which checks them whenever they are made."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

import msgspec

from sealwax._codec.violations import Rule, Violation, clip, explain_refusal
from sealwax.errors import InvalidRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import dataclass_transform

    Array = Sequence
    Anything = object
else:
    # msgspec has no schema for `object`.
    Anything = Any
    _T = TypeVar("_T")
    # Any sequence is accepted, and kept as a tuple, which cannot change.
    Array = tuple[_T, ...]

    def dataclass_transform(**_semantics: object) -> Callable[[type], type]:
        """Return the class unchanged; Python 3.10 lacks this function of typing."""
        return lambda decorated: decorated


S = TypeVar("S", bound=msgspec.Struct)
P = TypeVar("P", bound="Parameters")

JsonObject = Mapping[str, Anything]
"""A JSON object."""
# The types of two fields, which the catalog does not write.
MnemonicLength = Literal[12, 15, 18, 21, 24]
OnEvaluationError = Literal["ALLOW", "DENY"]

HIDDEN = frozenset({
    "auth_code", "code_verifier", "credential_bundle", "enclave_target_messages", "encrypted_bundle",
    "encrypted_otp_bundle", "export_bundle", "import_bundle", "intent", "oidc_token", "otp_code", "raw",
    "secret_payload", "secret_payloads", "session", "verification_token",
})  # fmt: skip
"""The fields that no ``repr`` shows, because anyone who sees a token can use it."""

_CHECKED = "_checked"
"""The key in an instance's ``__dict__`` of the JSON that was checked when the instance was made."""

END_OF_TEXT = r"\Z"
"""The end of a text in Python's patterns, whose ``$`` also matches before a final newline."""


# msgspec says the same of Struct, which jedi does not see through a generic base class such as Operation.
@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(msgspec.field,))
class _Checked(msgspec.StructMeta):
    """Check the arguments of a call of the class; type checkers see the fields as arguments.

    A metaclass is needed, because a msgspec Struct cannot define ``__new__`` or ``__init__``, and its
    ``__post_init__`` runs too late to replace the TypeError for an unknown name.
    """

    if not TYPE_CHECKING:

        def __call__(cls, /, *positional: object, **fields: object) -> object:  # noqa: N805 - it is a metaclass
            label, names = cls._label(), wire_names(cls)
            if positional:
                raise TypeError(f"{label}: give parameters by name, as {cls.__name__}(name=value)")
            for name in fields:
                if name not in names:
                    known = f"use {', '.join(names)}" if names else "there are no parameters"
                    raise InvalidRequest(f"{label}: {clip(name)} is not a parameter; {known}")
            source = {names[name]: _simplify(value) for name, value in fields.items() if value is not None}
            return _make(cls, source, label)


class Parameters(
    msgspec.Struct,
    metaclass=_Checked,
    frozen=True,
    kw_only=True,
    rename="camel",
    omit_defaults=True,
    forbid_unknown_fields=True,
    dict=True,
):
    """The parameters of a request, or an object in them. Optional parameters left out, or None, are not sent.

    They are checked when they are made. An instance that bypassed that check, for example by
    ``msgspec.structs.replace`` or ``force_setattr``, is checked when it is sealed.

    Raises:
        InvalidRequest: A parameter is missing, unknown, or breaks the specification; the message gives its
            wire name and the rule.
    """

    # The fields for which the specification allows null; it means the same as leaving the field out.
    nullable: ClassVar[frozenset[str]] = frozenset()
    # The rules of ``broken_rule`` that JSON Schema can express.
    schema_rules: ClassVar[dict[str, object]] = {}
    # The arrays of the result, by wire name, whose length is a parameter or the length of one.
    as_many: ClassVar[Mapping[str, str]] = {}

    def broken_rule(self) -> Violation | None:
        """Find a rule that the fields break, beyond their types.

        Returns:
            The violation; None if there is none.
        """
        return None

    def _request_fields(self) -> dict[str, object]:
        """Return the fields that results are compared with, by name."""
        return msgspec.structs.asdict(self)

    @classmethod
    def _label(cls) -> str:
        """Return the name of the parameters in error messages."""
        return cls.__name__

    @classmethod
    def from_params(cls: type[P], params: JsonObject) -> P:  # noqa: PYI019 - Python 3.10 has no Self
        """Make parameters from a JSON object.

        Args:
            params: The parameters by their wire names, such as ``walletId``.

        Returns:
            The checked parameters.

        Raises:
            InvalidRequest: A parameter is missing, unknown, or breaks the specification; the message gives
                its wire name and the rule.
        """
        return _make(cls, params, cls._label())

    def to_params(self) -> dict[str, object]:
        """Return the parameters as a JSON object.

        Returns:
            The parameters to be sent, by their wire names.
        """
        params: dict[str, object] = msgspec.json.decode(msgspec.json.encode(self))
        return params

    def _checked_json(self) -> msgspec.Raw | None:
        """Return the JSON of these parameters; None if it differs from the checked JSON."""
        try:
            encoded = _ENCODER.encode(self)
        except _UNWRITABLE:
            return None
        return msgspec.Raw(encoded) if encoded == self.__dict__.get(_CHECKED) else None

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_params, (self.to_params(),)

    def __repr__(self) -> str:
        return describe_fields(self)


def describe_fields(value: msgspec.Struct) -> str:
    """Return the ``repr`` of a value, with secret fields hidden."""
    shown = []
    for name in value.__struct_fields__:
        field = getattr(value, name)
        if field is not None:
            # The wire form of a property.
            shown_name = name.removeprefix("_")
            shown.append(f"{shown_name}=<hidden>" if name in HIDDEN else f"{shown_name}={field!r}")
    return f"{type(value).__name__.removeprefix('_')}({', '.join(shown)})"


def _make(into: type[P], source: object, label: str) -> P:
    """Make parameters like ``check``, and keep their JSON to notice later changes."""
    value, encoded = check_and_encode(into, source, label)
    # The only place in a msgspec Struct for a value that ``replace`` and ``copy`` leave out.
    value.__dict__[_CHECKED] = encoded
    return value


def check(into: type[S], source: object, label: str) -> S:
    """Convert a value to a type of a request, or raise an error that names the wrong field."""
    return check_and_encode(into, source, label)[0]


def check_and_encode(into: type[S], source: object, label: str) -> tuple[S, bytes]:
    """Convert a value like ``check``; return its JSON, too."""
    value, encoded, problem = _convert(into, source)
    # Raised outside any except block, so that no exception in its context refers to the input.
    if value is None:
        raise InvalidRequest(f"{label}: {problem}")
    return value, encoded


def _convert(into: type[S], source: object) -> tuple[S | None, bytes, str]:
    """Convert a value; return it and its JSON, or None and the problem."""
    try:
        value = msgspec.convert(source, into)
        encoded = _ENCODER.encode(value)
        if _is_plain(source):
            violation = _own_broken_rule(value)
        else:
            # The round trip turns subclasses of str into plain strings, and checks changed instances.
            value = _decoder(into).decode(encoded)
            violation = _find_broken_rule(value, source)
    except (msgspec.ValidationError, *_UNWRITABLE):
        return None, b"", explain_refusal(source, into)
    return (value, encoded, "") if violation is None else (None, b"", violation.in_words())


def _is_plain(source: object) -> bool:
    """Whether a value is an object without null, objects, arrays, and subclasses of the other types."""
    return type(source) is dict and _PLAIN.issuperset(map(type, source.values()))


@lru_cache(maxsize=128)
def _decoder(into: type[S]) -> "msgspec.json.Decoder[S]":
    return msgspec.json.Decoder(into)


class _NoJsonError(Exception):
    """The encoder met a value that JSON cannot carry."""


def _to_text(value: object) -> str:
    if isinstance(value, str):
        return str.__str__(value)
    raise _NoJsonError


# The types of values that cannot be changed, and the JSON of parameters.
_PLAIN = frozenset({str, int, bool, msgspec.Raw})
_UNWRITABLE = (UnicodeEncodeError, _NoJsonError)
_ENCODER = msgspec.json.Encoder(enc_hook=_to_text)


def _simplify(value: object) -> object:
    """Turn this library's client signatures and attestations into their JSON objects."""
    if type(value) in _PLAIN or isinstance(value, (str, int, list, tuple, Mapping, Parameters)):
        return value
    # Imported late: an attestation loads CBOR, which few requests need.
    from sealwax.login.client_signature import ClientSignature  # noqa: PLC0415
    from sealwax.webauthn.registration import Attestation  # noqa: PLC0415

    if isinstance(value, ClientSignature | Attestation):
        return value.to_dict()
    return value


@lru_cache(maxsize=128)
def wire_names(cls: type[msgspec.Struct]) -> dict[str, str]:
    """Return the wire names of a type's fields by their Python names."""
    return {field.name: field.encode_name for field in msgspec.structs.fields(cls)}


def _find_broken_rule(value: tuple[Any, ...] | msgspec.Struct, source: object) -> Violation | None:
    """Find a null in the input, or a rule beyond the types, in a value that msgspec accepted."""
    if isinstance(value, tuple):
        # The items of an array are all of one kind.
        if not isinstance(next(iter(value), None), (tuple, msgspec.Struct)):
            return None
        items = source if isinstance(source, (list, tuple)) else value
        for number, (item, was_given) in enumerate(zip(value, items, strict=True)):
            violation = _find_broken_rule(item, was_given)
            if violation is not None:
                return violation.within(number)
        return None
    # In an instance of the type, None means left out.
    fields = source if isinstance(source, (dict, Mapping)) else {}
    for wire_name, was_given in fields.items():
        # JSON parsers differ on whether null means a value or an absent field.
        if was_given is None and wire_name not in getattr(value, "nullable", ()):
            return Violation((wire_name,), Rule.NULL)
    for name, wire_name in _composite_fields(type(value)):
        item = getattr(value, name)
        violation = None if item is None else _find_broken_rule(item, fields.get(wire_name))
        if violation is not None:
            return violation.within(wire_name)
    return _own_broken_rule(value)


def _own_broken_rule(value: msgspec.Struct) -> Violation | None:
    """Find a rule beyond the types of the fields, in a value whose fields are fine."""
    return value.broken_rule() if isinstance(value, Parameters) else None


@lru_cache(maxsize=128)
def _composite_fields(cls: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    """Return the names and wire names of the few fields that are objects or arrays."""
    return tuple(
        (field.name, field.encode_name)
        for field in msgspec.structs.fields(cls)
        if _is_composite(msgspec.inspect.type_info(field.type))
    )


def _is_composite(kind: msgspec.inspect.Type) -> bool:
    if isinstance(kind, msgspec.inspect.Metadata):
        return _is_composite(kind.type)
    if isinstance(kind, msgspec.inspect.UnionType):
        return any(map(_is_composite, kind.types))
    return isinstance(kind, (msgspec.inspect.StructType, msgspec.inspect.CollectionType))


def about(description: str) -> msgspec.Meta:
    """Describe a field."""
    return msgspec.Meta(description=description)


def form(pattern: str, must_be: str, *examples: str) -> msgspec.Meta:
    """Describe the form that a string must have, by a pattern and in words."""
    return msgspec.Meta(
        examples=[*examples] or None,
        pattern=f"^{pattern}{END_OF_TEXT}",
        description=f"{must_be[0].upper()}{must_be[1:]}.",
        extra={"must_be": must_be},
    )
