"""Make the JSON Schemas of every request and answer from the types that check them."""

import inspect
from collections.abc import Iterable
from typing import Any

import msgspec

from sealwax.errors import InvalidRequest
from sealwax.operations.all_operations import OPERATIONS, AnyOperation
from sealwax.operations.operation import SubmitOperation, VoteOperation
from sealwax.operations.parameters import END_OF_TEXT, Parameters
from sealwax.operations.responses import Activity, Record, is_ours

_REFERENCE = "#/$defs/{name}"


def operation_schemas(names: Iterable[str] | None = None) -> dict[str, object]:
    """Make the JSON Schemas of operations (draft 2020-12).

    Args:
        names: The names of the operations; None for all operations.

    Returns:
        A schema whose ``$defs`` hold ``NAME_request`` and ``NAME_response`` for each operation, the bodies of
        the request and of the answer with status 200, and the definitions that they share. Only an answer
        may have unknown properties.

    Raises:
        InvalidRequest: A name is not the name of an operation.
    """
    wanted = [*(OPERATIONS if names is None else names)]
    if not OPERATIONS.keys() >= {*wanted}:
        raise InvalidRequest(f"the operation is unknown; use one of {', '.join(OPERATIONS)}")
    return schemas_of(OPERATIONS[name] for name in wanted)


def schemas_of(operations: Iterable[AnyOperation]) -> dict[str, object]:
    """Make the JSON Schemas of operations from their classes."""
    definitions: dict[str, Any] = {}
    for operation in operations:
        for suffix, (schema, parts) in (
            ("request", request_schema(operation.body_type())),
            ("response", _response(operation)),
        ):
            definitions |= parts
            definitions[f"{operation.operation_name}_{suffix}"] = schema
    shared = dict(sorted(definitions.items()))
    return with_clean_descriptions(
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": shared}
    )


def with_clean_descriptions(schema: dict[str, Any]) -> dict[str, Any]:
    """Remove the indentation from descriptions, which are docstrings; Python 3.13 and later has none."""
    described = schema.get("description")
    cleaned = {name: _clean(part) for name, part in schema.items()}
    return {**cleaned, "description": inspect.cleandoc(described)} if isinstance(described, str) else cleaned


def _clean(value: Any) -> Any:
    if isinstance(value, list):
        return [_clean(part) for part in value]
    return with_clean_descriptions(value) if isinstance(value, dict) else value


def request_schema(body: type[msgspec.Struct]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of a body or of parameters, and the definitions that it refers to."""
    (schema,), parts = msgspec.json.schema_components([body], ref_template=_REFERENCE)
    parts = with_portable_patterns(parts)
    for struct in _structs(body, {}):
        definition = parts[struct.__name__]
        _drop_null(definition, getattr(struct, "nullable", frozenset()))
        definition |= getattr(struct, "schema_rules", {})
    return schema, parts


def with_portable_patterns(schema: Any) -> Any:
    """Replace the end of Python patterns with ``$``, which in JSON Schema allows no newline after it."""
    if isinstance(schema, list):
        return [with_portable_patterns(part) for part in schema]
    if isinstance(schema, dict):
        return {name: with_portable_patterns(part) for name, part in schema.items()}
    if isinstance(schema, str) and schema.endswith(END_OF_TEXT):
        return f"{schema.removesuffix(END_OF_TEXT)}$"
    return schema


def _structs(struct: Any, found: dict[Any, None]) -> dict[Any, None]:
    """List the Structs in a body once, including the body."""
    if struct not in found:
        found[struct] = None
        for field in msgspec.structs.fields(struct):
            for found_struct in _parameters_in(field.type):
                _structs(found_struct, found)
    return found


def _parameters_in(annotation: Any) -> list[type[Parameters]]:
    if isinstance(annotation, type) and issubclass(annotation, Parameters):
        return [annotation]
    return [found for part in getattr(annotation, "__args__", ()) for found in _parameters_in(part)]


def _drop_null(definition: dict[str, Any], nullable: frozenset[str]) -> None:
    """Make optional properties non-null: they can only be omitted."""
    for name, schema in definition["properties"].items():
        if schema.get("default", ...) is None:
            del schema["default"]
            if name not in nullable:
                kept = [choice for choice in schema.pop("anyOf") if choice != {"type": "null"}]
                (only,) = kept
                definition["properties"][name] = {**only, **schema}


def _response(operation: AnyOperation) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of an answer, and the definitions that it refers to."""
    result, parts = record_schema(operation.result_type)
    if issubclass(operation, VoteOperation):
        return {"type": "object", "properties": {"activity": result}, "required": ["activity"]}, parts
    if not issubclass(operation, SubmitOperation):
        return result, parts
    _, activity_parts = record_schema(Activity)
    activity = activity_parts.pop("Activity")
    properties = {
        **activity["properties"],
        "type": {"const": operation.activity_type},
        "intent": {
            "type": "object",
            "properties": {operation.intent_key: {"type": "object"}},
            "required": [operation.intent_key],
        },
        "result": {"type": ["object", "null"], "properties": {operation.result_key: result}},
    }
    schema = {
        "type": "object",
        "properties": {
            "activity": {**activity, "title": f"{operation.__name__}Activity", "properties": properties}
        },
        "required": ["activity"],
    }
    return schema, {**parts, **activity_parts}


def record_schema(record: type[Record]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of a record of an answer, and the definitions that it refers to."""
    (schema,), parts = msgspec.json.schema_components([record], ref_template=_REFERENCE)
    for definition in parts.values():
        properties = definition["properties"]
        definition["properties"] = {
            name: property_schema for name, property_schema in properties.items() if not is_ours(name)
        }
        definition["required"] = [name for name in definition["required"] if not is_ours(name)]
    return schema, parts
