"""The schemas of an OpenAPI 2 document, as JSON Schemas (draft 4) that the package ``jsonschema`` checks.

| in the document | decision |
|---|---|
| a reference to something other than a definition of the document, or that leads back to itself | refused |
| a chain of more than 8 references | unsupported |
| another keyword, such as ``pattern``: its cost has no bound | unsupported; ignored in an answer |
| a schema with more than 1024 members, values or required names | unsupported |
| members beyond ``properties``, without ``additionalProperties`` | refused in a request, kept in an answer |
| an enumeration | checked in a request; an answer may have new values |
| null | like a member that is left out, in an answer; refused in a request, unless ``x-nullable`` |
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from sealwax._codec.violations import Rule, Violation, clip, enumerate_values, folded_names
from sealwax._limits import MAX_REFERENCE_CHAIN, MAX_SCHEMA_MEMBERS
from sealwax.errors import MalformedInput, MissingExtra, Unsupported

Schema = dict[str, Any]
Check = Callable[[object], Violation | None]

REFERENCE = "#/definitions/"
# The order in which the violations of a value are found.
_CHECKED = ("type", "enum", "format", "additionalProperties", "properties", "items", "required")
_MEASURED = ("properties", "enum", "required")
EXACT_NAMES = "exactNames"
"""A keyword of ours: the names that no other name may equal but for its case."""
KNOWN_VALUES = "knownValues"
"""A keyword of ours: the enumeration of a schema of an answer, which may have new values."""
_ANNOTATIONS = frozenset({"title", "description", "default", "example", "externalDocs", "readOnly", "xml"})
_KINDS = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "array": "an array",
    "object": "an object",
}
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]*={0,2}", re.ASCII)
_DECIMAL = re.compile(r"0|-?[1-9][0-9]{0,19}", re.ASCII)


def _in_range(low: int, high: int) -> Callable[[object], bool]:
    """Make a check of a whole number, which the service writes as decimal text if it has 64 bits."""

    def check(value: object) -> bool:
        if isinstance(value, str):
            return _DECIMAL.fullmatch(value) is not None and low <= int(value) <= high
        return not isinstance(value, int) or low <= value <= high

    return check


_FORMATS: dict[str, tuple[str, Callable[[object], bool]]] = {
    "int32": ("an integer of 32 bits", _in_range(-(2**31), 2**31 - 1)),
    "int64": ("an integer of 64 bits, or its decimal text", _in_range(-(2**63), 2**63 - 1)),
    "uint64": ("an integer of 64 bits without a sign, as decimal text", _in_range(0, 2**64 - 1)),
    "byte": ("base64", lambda value: not isinstance(value, str) or _BASE64.fullmatch(value) is not None),
}
"""The formats that are checked, in words and by what; others describe."""


class Definitions:
    """The definitions of a document, from which schemas of requests and of answers are made.

    Args:
        definitions: The member ``definitions`` of the document.
    """

    __slots__ = ("_definitions", "_ends", "_numbers")

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self._definitions = definitions
        self._ends: dict[str, str] = {}
        # By number, no name of the document has to be escaped.
        self._numbers = {name: f"{number}" for number, name in enumerate(definitions)}

    def find(self, schema: Schema) -> Schema:
        """Follow the references of a schema to the schema that they mean."""
        return self._definitions[self.resolve(schema["$ref"])] if "$ref" in schema else schema

    def resolve(self, reference: object) -> str:
        """Follow a reference to the name of the definition that is not a reference itself."""
        name = self._name(reference)
        if name not in self._ends:
            self._ends[name] = self._follow(name)
        return self._ends[name]

    def _follow(self, name: str) -> str:
        passed = [name]
        while "$ref" in self._definitions[passed[-1]]:
            name = self._name(self._definitions[passed[-1]]["$ref"])
            if name in passed:
                raise MalformedInput("a reference leads back to itself")
            if len(passed) == MAX_REFERENCE_CHAIN:
                raise Unsupported(f"a chain has more than {MAX_REFERENCE_CHAIN} references")
            passed.append(name)
        return passed[-1]

    def schema(self, name: str, *, strict: bool) -> Schema:
        """Return the JSON Schema of a definition, strict for a request, with those that it refers to."""
        made: dict[str, Schema] = {}
        first = self.resolve(REFERENCE + name)
        waiting = [first]
        while waiting:
            waiting_name = waiting.pop()
            number = self._numbers[waiting_name]
            if number not in made:
                made[number] = self._convert(self._definitions[waiting_name], waiting, strict=strict)
        return {
            "$schema": "http://json-schema.org/draft-04/schema#",
            "$ref": REFERENCE + self._numbers[first],
            "definitions": made,
        }

    def _name(self, reference: object) -> str:
        name = reference.removeprefix(REFERENCE) if isinstance(reference, str) else None
        if name is None or name not in self._definitions or name == reference:
            raise MalformedInput("a reference is not to one of its definitions")
        return name

    def _convert(self, schema: object, waiting: list[str], *, strict: bool) -> Schema:
        """Convert a schema, and list the definitions that it refers to."""
        if not isinstance(schema, dict):
            raise MalformedInput("a schema is not an object")
        if "$ref" in schema:
            # What stands beside a reference describes (RFC 6901 and OpenAPI 2).
            name = self.resolve(schema["$ref"])
            waiting.append(name)
            return {**_described(schema), "$ref": REFERENCE + self._numbers[name]}
        _check_keywords(schema, strict=strict)
        # Nothing is required where the list is empty, which JSON Schema does not allow.
        found = {keyword: schema[keyword] for keyword in _CHECKED if schema.get(keyword, []) != []}
        if "properties" in found:
            found["type"] = "object"
            found["properties"] = {
                name: self._convert(each, waiting, strict=strict)
                for name, each in found["properties"].items()
            }
        for keyword in ("items", "additionalProperties"):
            # `additionalProperties` may also be true or false.
            if keyword in found and not (
                keyword == "additionalProperties" and isinstance(found[keyword], bool)
            ):
                found[keyword] = self._convert(found[keyword], waiting, strict=strict)
        if found.get("format") not in _FORMATS:
            found.pop("format", None)
        if not strict:
            _allow_new_values(found)
        elif found.get("type") == "object":
            found.setdefault("additionalProperties", False)
        if strict and schema.get("x-nullable") is True:
            _allow_null(found)
        ordered = {
            keyword: found[keyword] for keyword in (*_CHECKED, KNOWN_VALUES, EXACT_NAMES) if keyword in found
        }
        return {**_described(schema), **ordered}


def _described(schema: Schema) -> Schema:
    text = schema.get("description")
    return {"description": text} if isinstance(text, str) else {}


def _check_keywords(schema: Schema, *, strict: bool) -> None:
    """Refuse keywords that are not checked here, and what would take long to check."""
    if not isinstance(schema.get("format", ""), str) or schema.get("type", "object") not in tuple(_KINDS):
        raise MalformedInput("a schema has a type or a format that does not exist")
    for keyword, value in schema.items():
        known = keyword in _CHECKED or keyword in _ANNOTATIONS or keyword.startswith("x-")
        if strict and not known:
            raise Unsupported("a schema has a keyword that is not supported; get a newer sealwax")
        if keyword in _MEASURED:
            if not isinstance(value, dict if keyword == "properties" else list):
                raise MalformedInput(f"the {keyword} of a schema are of another type")
            if len(value) > MAX_SCHEMA_MEMBERS:
                raise Unsupported(f"a schema has more than {MAX_SCHEMA_MEMBERS} {keyword}")
            if keyword == "required" and not all(isinstance(name, str) for name in value):
                raise MalformedInput("the required names of a schema are not strings")


def _allow_new_values(schema: Schema) -> None:
    if "enum" in schema:
        schema[KNOWN_VALUES] = schema.pop("enum")
    schema[EXACT_NAMES] = list(schema.get("properties", ()))


def _allow_null(schema: Schema) -> None:
    if isinstance(schema.get("type"), str):
        schema["type"] = [schema["type"], "null"]
    if "enum" in schema:
        schema["enum"] = [*schema["enum"], None]


@lru_cache(maxsize=1)
def _library() -> tuple[Any, Any]:
    """Load jsonschema; return the class of validators, and what each is made with."""
    try:
        from jsonschema import Draft4Validator, FormatChecker, ValidationError  # noqa: PLC0415
        from jsonschema.validators import extend  # noqa: PLC0415
        from referencing import Registry  # noqa: PLC0415
    except ImportError:
        raise MissingExtra("description", "the API's description needs jsonschema") from None

    def exact_names(_validator: object, names: list[str], value: object, _schema: object) -> Any:
        if isinstance(value, dict) and _folded(value, names) is not None:
            yield ValidationError("a name differs only in case")

    formats = FormatChecker(formats=())
    for name, (_, check) in _FORMATS.items():
        formats.checks(name)(check)
    # Without a registry, it would fetch what a schema refers to.
    return extend(Draft4Validator, {EXACT_NAMES: exact_names}), {
        "format_checker": formats,
        "registry": Registry(),
    }


def require_library() -> None:
    """Raise ``MissingExtra`` if the extra ``description`` is not installed."""
    _library()


def checker(schema: Schema) -> Check:
    """Return a function that finds the first violation of a schema of ``Definitions`` in a value."""
    validator_type, options = _library()
    validator = validator_type(schema, **options)

    def check(value: object) -> Violation | None:
        try:
            error = next(validator.iter_errors(value), None)
        except RecursionError:
            return Violation((), Rule.OTHER, "is nested too deeply")
        return None if error is None else _violation(error)

    return check


def _violation(error: Any) -> Violation:
    """Take the path and the rule from an error of the library, whose text is not used."""
    path, value, wanted = tuple(error.absolute_path), error.instance, error.validator_value
    if error.validator == "type":
        violation = _kind_violation(value, wanted)
    elif error.validator == "enum":
        violation = Violation((), Rule.ENUMERATION, enumerate_values([clip(f"{each}") for each in wanted]))
    elif error.validator == "format":
        violation = Violation((), Rule.KIND, _FORMATS[wanted][0])
    elif error.validator == "required":
        violation = Violation((next(name for name in wanted if name not in value),), Rule.MISSING)
    elif error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        violation = Violation((next(name for name in value if name not in known),), Rule.UNKNOWN)
    else:
        found = _folded(value, wanted)
        violation = Violation((), Rule.OTHER) if found is None else found
    return violation._replace(path=(*path, *violation.path))


def _folded(value: Mapping[str, object], names: list[str]) -> Violation | None:
    return next(folded_names(value, frozenset(names)), None)


def _kind_violation(value: object, wanted: str | list[str]) -> Violation:
    if value is None:
        return Violation((), Rule.NULL)
    kinds = [wanted] if isinstance(wanted, str) else wanted
    return Violation((), Rule.KIND, " or ".join(_KINDS[kind] for kind in kinds if kind in _KINDS))
