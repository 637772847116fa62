"""The base class of request parameters, which checks them whenever they are made."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

import msgspec

from sealwax._codec.violations import Rule, Violation, find_violation, type_info
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

END_OF_TEXT = r"\Z"
"""The end of a text in Python's patterns, whose ``$`` also matches before a final newline."""


# msgspec says the same of Struct, which jedi does not see through a generic base class such as Operation.
@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(msgspec.field,))
class _FieldsAreArguments(msgspec.StructMeta):
    """Tell editors that the fields of a class are the arguments of its call; changes nothing."""


class Parameters(
    msgspec.Struct,
    metaclass=_FieldsAreArguments,
    frozen=True,
    kw_only=True,
    rename="camel",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """The parameters of a request, or an object in them. Optional parameters left out, or None, are not sent.

    They are checked when they are made. An instance that ``force_setattr`` changed is sent as it is.

    Raises:
        InvalidRequest: A parameter breaks the specification; the message gives its name, as in the call, and
            the rule. A field of a mapping has the name that the mapping gives it.
        TypeError: A parameter is missing or unknown, or was not given by name.
    """

    # The fields for which the specification allows null; it means the same as leaving the field out.
    nullable: ClassVar[frozenset[str]] = frozenset()
    # The rules of ``_broken_rule`` that JSON Schema can express.
    schema_rules: ClassVar[dict[str, object]] = {}
    # The parameter with the length of an array of the result, by the array's wire name: a number, or
    # an array of the same length.
    _result_counts: ClassVar[Mapping[str, str]] = {}

    def __post_init__(self) -> None:
        problem = _settle(self)
        # Raised outside any except block, so that no exception in its context refers to the input.
        if problem:
            raise InvalidRequest(f"{self._label()}: {problem}")

    @staticmethod
    def _broken_rule(values: Mapping[str, Any]) -> Violation | None:  # noqa: ARG004 - for classes with a rule
        """Find a rule that fields break, beyond their types.

        Args:
            values: The values of the fields by name, converted to their types.

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
        _refuse_body(params, wire_names(cls).values(), cls._label())
        return check(cls, params, cls._label())

    def to_params(self) -> dict[str, object]:
        """Return the parameters as a JSON object.

        Returns:
            The parameters to be sent, by their wire names.
        """
        params: dict[str, object] = msgspec.json.decode(msgspec.json.encode(self))
        return params

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_params, (self.to_params(),)

    def __repr__(self) -> str:
        return describe_fields(self)


def _refuse_body(params: object, names: Collection[str], label: str) -> None:
    """Refuse the body of a whole request in place of its parameters."""
    if not isinstance(params, Mapping):
        return
    if "parameters" in params and "parameters" not in names:
        raise InvalidRequest(f"{label}: this is the body of a whole request; pass its member parameters")
    if "organizationId" in params and "organizationId" not in names:
        raise InvalidRequest(
            f"{label}: organizationId is not a parameter; leave it out here, and pass organization_id to seal"
        )


def describe_fields(value: msgspec.Struct) -> str:
    """Return the ``repr`` of a value, with secret fields hidden."""
    shown = []
    for name in value.__struct_fields__:
        field = getattr(value, name)
        if field is not None:
            # The wire form of a property.
            shown_name = name.removeprefix("_")
            shown.append(f"{shown_name}=<hidden>" if shown_name in HIDDEN else f"{shown_name}={field!r}")
    return f"{type(value).__name__.removeprefix('_')}({', '.join(shown)})"


def _settle(parameters: "Parameters") -> str:
    """Check the fields of new parameters, and make them values that cannot change; return the problem.

    This accepts or refuses, as fast as msgspec does. ``find_refused`` only explains a refusal, by comparing
    again, because msgspec's messages quote values and change between releases.
    """
    cls = type(parameters)
    given_values: dict[str, object] = {}
    try:
        for field in _fields(cls):
            given = getattr(parameters, field.name)
            if type(given) is field.type or (given is None and field.is_optional):
                continue
            kept = _convert(given, field.type, field.wire_name)
            if kept is not given:
                given_values[field.name] = given
                msgspec.structs.force_setattr(parameters, field.name, kept)
        _ENCODER.encode(parameters)
        values = msgspec.structs.asdict(parameters)
        violation = cls._broken_rule(values)
        if violation is None:
            return ""
    except (msgspec.ValidationError, InvalidRequest, *_UNWRITABLE):
        given_fields = ((field.wire_name, getattr(parameters, field.name)) for field in _fields(cls))
        source = {name: _simplify(given) for name, given in given_fields if given is not None}
        violation = find_refused(source, cls)
    except _Refused as refusal:
        violation = refusal.violation
    return _in_words(violation and _as_called(violation, parameters, given_values))


def _as_called(
    violation: Violation, parameters: "Parameters", given_values: Mapping[str, object]
) -> Violation:
    """Give the fields of parameters in a path their names of Python; a mapping's fields keep theirs.

    A message must name what the caller wrote: ``wallet_id`` of an object of this library, ``walletId`` of a
    mapping. One path can have both, so it is followed through the values as they were given.
    """
    path: list[str | int] = []
    value: Any = parameters
    for step in violation.path:
        if isinstance(value, Parameters):
            names = {wire_name: name for name, wire_name in wire_names(type(value)).items()}
            name = names[str(step)]
            changed = given_values if value is parameters else {}
            path.append(name)
            value = changed.get(name, getattr(value, name))
        else:
            path.append(step)
            # The attestations and signatures of this library contain no parameters.
            value = _part(value, step)
    return violation._replace(path=tuple(path))


def _part(value: object, step: str | int) -> object:
    """Return the field or item of a value; None for another kind of value."""
    if isinstance(value, Mapping):
        return value.get(step)
    return value[step] if isinstance(value, (list, tuple)) and isinstance(step, int) else None


def _convert(given: object, kind: object, wire_name: str) -> object:
    """Convert the value of a field to its type."""
    given = _simplify(given)
    converted = msgspec.convert(given, kind)
    if isinstance(converted, str):
        return str.__str__(converted)
    if type(converted) is tuple and isinstance(next(iter(converted), None), str):
        return tuple(map(str.__str__, converted))
    if type(given) not in _PLAIN and (violation := _find_null(converted, given)):
        raise _Refused(violation.within(wire_name))
    return converted


class _Refused(Exception):  # noqa: N818 - no caller sees it
    """A value of a field has a null.

    A second result of ``_convert`` would take time for each field of each request.
    """

    def __init__(self, violation: Violation) -> None:
        self.violation = violation


class _Field(NamedTuple):
    """A field of parameters; its type is without None."""

    name: str
    wire_name: str
    type: Any
    is_optional: bool


@lru_cache(maxsize=256)
def _fields(cls: type[Parameters]) -> tuple[_Field, ...]:
    return tuple(
        _Field(field.name, field.encode_name, _without_none(field.type), field.default is None)
        for field in msgspec.structs.fields(cls)
    )


def _without_none(kind: Any) -> Any:
    """Return a type without None, if only one is left."""
    left = [each for each in get_args(kind) if each is not NoneType]
    return left[0] if get_origin(kind) in {Union, UnionType} and len(left) == 1 else kind


def check(into: type[S], source: object, label: str) -> S:
    """Convert a value to a type of a request, or raise an error that names the wrong field."""
    try:
        value = msgspec.convert(source, into)
    except (msgspec.ValidationError, InvalidRequest, UnicodeEncodeError):
        violation = find_refused(source, into)
    else:
        violation = _find_null(value, source)
        if violation is None:
            return value
    # Raised outside any except block, so that no exception in its context refers to the input.
    raise InvalidRequest(f"{label}: {_in_words(violation)}")


def encode_body(body_type: type[msgspec.Struct], fields: object, label: str) -> bytes:
    """Check the fields of a request's body, and return its JSON; errors name the arguments of ``seal``."""
    try:
        return _ENCODER.encode(msgspec.convert(fields, body_type))
    except (msgspec.ValidationError, InvalidRequest, *_UNWRITABLE):
        violation = find_refused(fields, body_type)
    if violation and (first := str(next(iter(violation.path), ""))) in _ARGUMENTS:
        violation = violation._replace(path=(_ARGUMENTS[first], *violation.path[1:]))
    raise InvalidRequest(f"{label}: {_in_words(violation)}")


# The fields of bodies that come from arguments of ``seal``.
_ARGUMENTS = {"organizationId": "organization_id", "generateAppProofs": "generate_app_proofs"}


def find_refused(source: object, into: object) -> Violation | None:
    """Find why a value is not accepted: for its types, or a rule beyond them."""
    return find_violation(source, into) or _find_broken_rule(source, type_info(into))


def _in_words(violation: Violation | None) -> str:
    return "it does not have the expected structure" if violation is None else violation.in_words()


class _NoJsonError(Exception):
    """The encoder met a value that JSON cannot carry."""


def _to_text(value: object) -> str:
    if isinstance(value, str):
        return str.__str__(value)
    raise _NoJsonError


# The types of values that are their own JSON.
_PLAIN = frozenset({str, int, bool})
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


def _find_null(value: object, source: object) -> Violation | None:
    """Find a null in the input of a value that msgspec accepted: it takes null for any optional field."""
    # Parameters that were made before, and values of other kinds, have no null of this input.
    if isinstance(value, tuple) and isinstance(source, (list, tuple)):
        parts: Iterable[tuple[str | int, object, object]] = (
            (number, item, was_given)
            for number, (item, was_given) in enumerate(zip(value, source, strict=True))
        )
    elif isinstance(value, msgspec.Struct) and isinstance(source, (dict, Mapping)):
        nullable = getattr(value, "nullable", ())
        for wire_name, was_given in source.items():
            # JSON parsers differ on whether null means a value or an absent field.
            if was_given is None and wire_name not in nullable:
                return Violation((wire_name,), Rule.NULL)
        parts = (
            (wire, getattr(value, name), source.get(wire)) for name, wire in _composite_fields(type(value))
        )
    else:
        return None
    found = ((step, _find_null(part, was_given)) for step, part, was_given in parts)
    return next((violation.within(step) for step, violation in found if violation), None)


def _find_broken_rule(source: Any, kind: msgspec.inspect.Type) -> Violation | None:
    """Find a rule beyond the types in a value whose types are fine."""
    if isinstance(kind, msgspec.inspect.Metadata):
        return _find_broken_rule(source, kind.type)
    if isinstance(kind, msgspec.inspect.UnionType):
        return next(filter(None, (_find_broken_rule(source, each) for each in kind.types)), None)
    if isinstance(kind, msgspec.inspect.CollectionType) and isinstance(source, (list, tuple)):
        for number, item in enumerate(source):
            violation = _find_broken_rule(item, kind.item_type)
            if violation is not None:
                return violation.within(number)
    if not isinstance(kind, msgspec.inspect.StructType) or not isinstance(source, Mapping):
        return None
    for field in kind.fields:
        violation = _find_broken_rule(source.get(field.encode_name), field.type)
        if violation is not None:
            return violation.within(field.encode_name)
    return _own_broken_rule(source, kind)


def _own_broken_rule(source: Mapping[str, Any], kind: msgspec.inspect.StructType) -> Violation | None:
    """Find a rule that fields break whose own values are fine."""
    if not issubclass(kind.cls, Parameters):
        return None
    values = {
        field.name: msgspec.convert(source.get(field.wire_name), field.type | None)
        for field in _fields(kind.cls)
    }
    return kind.cls._broken_rule(values)  # noqa: SLF001


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
