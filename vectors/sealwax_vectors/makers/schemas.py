"""Making the JSON Schemas of the files of vectors.

``common.json`` holds the lists and fields that several schemas share.
"""

import json
from typing import Any, Final, get_args

import msgspec

from sealwax._codec.enumerations import HashFunction, PayloadEncoding
from sealwax._crypto.curves import CURVES, Curve
from sealwax.operations.openapi.schemas import with_clean_descriptions, with_portable_patterns
from sealwax_vectors.constructs.addresses import VARIANTS
from sealwax_vectors.constructs.find_constructs import suite_type
from sealwax_vectors.format import Case, Construct, Note, case_type, output_fields

_DIALECT: Final = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
_LISTS: Final[dict[str, dict[str, list[str]]]] = {
    "AddressVariant": {"examples": [*VARIANTS]},
    "ApiKeyCurve": {"enum": sorted(get_args(Curve))},
    "Curve": {"examples": [*CURVES]},
    "HashFunction": {"examples": [*get_args(HashFunction)]},
    "PayloadEncoding": {"examples": [*get_args(PayloadEncoding)]},
}
"""The lists of names that several case types share; ``examples`` permit other names in invalid cases."""


def dump_json(value: object) -> bytes:
    """Write a file of vectors, or another value, as JSON in ASCII, with the same bytes on any machine."""
    return (json.dumps(msgspec.to_builtins(value), indent=2) + "\n").encode("ascii")


def common_schema() -> bytes:
    """Write the common schema: the fields of every case, the notes, and the lists of names."""
    definitions = msgspec.json.schema(Case)["$defs"] | msgspec.json.schema(Note)["$defs"]
    schema = {**_DIALECT, "$defs": {**definitions, **_LISTS}}
    return dump_json(with_portable_patterns(with_clean_descriptions(schema)))


def dump_schema(construct: Construct) -> bytes:
    """Write the JSON Schema of a construct's file."""
    schema = msgspec.json.schema(suite_type(construct.groups))
    definitions: dict[str, Any] = schema["$defs"]
    properties = definitions["Suite"]["properties"]
    # Only OpenAPI has discriminators; JSON Schema validates by the constant of each type.
    properties["testGroups"]["items"].pop("discriminator", None)
    properties["schema"]["const"] = construct.schema
    del definitions["Note"]
    properties["notes"]["additionalProperties"] = {"$ref": _reference("Note")}
    of_every_case = msgspec.json.schema(Case)["$defs"]["Case"]["properties"]
    for group in construct.groups:
        case = case_type(group)
        definition = definitions[case.__name__]
        definition["properties"] |= {
            name: {"$ref": _reference(f"Case/properties/{name}")} for name in of_every_case
        }
        definition |= _rules_of(case)
        definitions[group.__name__] |= _fields_of(case)
    schema = _with_references({**_DIALECT, **schema})
    return dump_json(with_portable_patterns(with_clean_descriptions(schema)))


def _reference(definition: str) -> str:
    return f"common.json#/$defs/{definition}"


def _with_references(schema: Any) -> Any:
    """Replace each list of names from ``common.json`` with a reference."""
    if isinstance(schema, list):
        return [_with_references(child) for child in schema]
    if not isinstance(schema, dict):
        return schema
    referring = {name: _with_references(child) for name, child in schema.items()}
    for name, names in _LISTS.items():
        if names.items() <= referring.items():
            rest = {keyword: value for keyword, value in referring.items() if keyword not in names}
            return {"$ref": _reference(name), **rest}
    return referring


def _fields_of(case: type[Case]) -> dict[str, list[str]]:
    """List the inputs and outputs of a group's cases, for programs; validators ignore these keywords.

    Only some valid cases have ``outputsOfSome``, and then all of them.
    """
    outputs = output_fields(case)
    about = {*Case.__struct_encode_fields__, *outputs.all}
    inputs = [name for name in case.__struct_encode_fields__ if name not in about]
    return {"inputs": inputs, "outputs": [*outputs.always], "outputsOfSome": [*outputs.together]}


def _rules_of(case: type[Case]) -> dict[str, Any]:
    """Return the rules for outputs and errors: valid cases have outputs, invalid cases an error."""
    outputs = output_fields(case)
    return {
        "if": {"properties": {"result": {"const": "valid"}}},
        "then": {"required": [*outputs.always], "properties": {"error": False}},
        "else": {"required": ["error"], "properties": dict.fromkeys(outputs.all, False)},
        "dependentRequired": {
            name: [other for other in outputs.together if other != name] for name in outputs.together
        },
    }
