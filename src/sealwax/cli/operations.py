"""The command ``sealwax operations``: list and describe the operations of the API."""

import json
from typing import Any, cast

import click

from sealwax.errors import MalformedInput, Unsupported
from sealwax.operations import (
    OPERATIONS,
    ActivityOperation,
    AnyOperation,
    ApiDescription,
    SubmitOperation,
    operation_schemas,
)
from sealwax.operations.openapi.schemas import schemas_of

from . import description as described
from . import options
from .streams import write_json, write_lines
from .usage import Group

_NAME = click.Choice(list(OPERATIONS))


@click.group(cls=Group)
def operations() -> None:
    """List and describe the operations of the API."""


@operations.command(
    "list",
    epilog=options.examples(
        "sealwax operations list", "sealwax operations list --description public_api.swagger.json"
    ),
)
@described.of_operation
@options.as_json
def list_operations(*, description: ApiDescription | None, as_json: bool) -> None:
    """List the operations: name, kind and summary. With --json, each operation is a line of JSON."""
    if description is None:
        rows = [{**_row(operation), "class": operation.__name__} for operation in OPERATIONS.values()]
    else:
        rows = [_described(description, name) for name in description.operations]
    width = max(len(str(row["name"])) for row in rows) + 1
    for row in rows:
        if as_json:
            write_json(row)
        else:
            write_lines(f"{row['name']:{width}} {row['kind']:10} {row['summary']}")


def _row(operation: AnyOperation) -> dict[str, object]:
    row = {"name": operation.operation_name, "kind": operation.surface, "path": operation.path()}
    return {**row, "summary": _summary(operation.__doc__)}


def _described(description: ApiDescription, name: str) -> dict[str, object]:
    """Return the row of a description's operation, even if it is not usable."""
    try:
        return _row(description.operations[name])
    except (MalformedInput, Unsupported) as error:
        return {"name": name, "kind": "unusable", "summary": str(error)}


@operations.command(
    epilog=options.examples(
        "sealwax operations describe export_wallet",
        "sealwax operations describe create_wallet --description public_api.swagger.json",
    )
)
@click.argument("name", type=described.OperationName(), metavar="NAME")
@described.of_operation
def describe(*, name: str, description: ApiDescription | None) -> None:
    """Show an operation's parameters and answer, with every value of each enumeration.

    An object has the name of its class, which is imported from where the operation is.
    """
    operation = (OPERATIONS if description is None else description.operations)[name]
    definitions: Any = schemas_of([operation])["$defs"]
    lines = [f"{name}: {_summary(operation.__doc__)}", f"POST {operation.path()}"]
    lines += [f"sealwax.operations.{operation.__name__}"] if description is None else []
    lines += ["", "parameters"]
    # The parts of a description may share other parts many times.
    seen = None if description is None else set[str]()
    lines += _properties(_parameters(operation, definitions), definitions, 1, seen) or ["  none"]
    if issubclass(operation, ActivityOperation):
        lines[2:2] = [f"type {operation.activity_type}"]
        proofs = "takes" if operation.makes_app_proofs else "does not take"
        lines += ["", f"{proofs} generateAppProofs", "", f"intent {operation.intent_key}: the parameters"]
    if issubclass(operation, SubmitOperation):
        lines += [f"result {operation.result_key}"]
    elif issubclass(operation, ActivityOperation):
        lines += ["the activity that was voted on"]
    else:
        lines += ["", "answer"]
    lines += _properties(definitions[operation.result_type.__name__], definitions, 1, seen) or ["  none"]
    write_lines(*lines)


@operations.command(
    epilog=options.examples("sealwax operations schema export_wallet > export_wallet.schema.json")
)
@click.argument("names", nargs=-1, type=_NAME, metavar="[NAME...]")
def schema(*, names: tuple[str, ...]) -> None:
    """Print the JSON Schema of the given operations, or of all.

    For each operation, $defs has NAME_request and NAME_response: the bodies of the request and of the answer.
    """
    write_lines(json.dumps(operation_schemas(names or OPERATIONS), indent=2))


def _summary(docstring: str | None) -> str:
    return (docstring or "").partition("\n")[0]


def _parameters(operation: AnyOperation, definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of the parameters; a query's body has them beside the organization."""
    if operation.__name__ in definitions:
        return cast("dict[str, Any]", definitions[operation.__name__])
    body: dict[str, Any] = definitions[operation.body_type().__name__]
    properties = {name: schema for name, schema in body["properties"].items() if name != "organizationId"}
    return {**body, "properties": properties}


def _properties(
    definition: dict[str, Any], definitions: dict[str, Any], depth: int, seen: set[str] | None = None
) -> list[str]:
    """Describe the properties of an object, one per line, each followed by its own properties.

    With ``seen``, objects that were described before are skipped.
    """
    lines = []
    required = definition.get("required", [])
    for name, schema in definition.get("properties", {}).items():
        kind, inner = _kind(schema, definitions)
        presence = "required" if name in required else "optional"
        start = "  " * depth + name
        lines.append(f"{start:32} {presence}  {kind:16} {_line(schema)}".rstrip())
        lines += ["  " * (depth + 2) + str(value) for value in inner.get("enum", [])]
        if reference := inner.get("$ref"):
            if seen is not None and reference in seen:
                continue
            if seen is not None:
                seen.add(reference)
            inner = definitions[reference.rpartition("/")[2]]
        lines += _properties(inner, definitions, depth + 2, seen)
    return lines


def _line(schema: dict[str, Any]) -> str:
    return " ".join(schema.get("description", "").split())


def _kind(schema: dict[str, Any], definitions: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the name of a value's type, and the schema of its content."""
    if "anyOf" in schema:
        kinds = [_kind(choice, definitions) for choice in schema["anyOf"] if choice != {"type": "null"}]
        inner = next((inner for _, inner in kinds if "$ref" in inner or "enum" in inner), {})
        return " or ".join(name for name, _ in kinds), inner
    if "$ref" in schema:
        class_name = schema["$ref"].rpartition("/")[2]
        name, inner = _kind(definitions[class_name], definitions)
        # A time's class is private, and what a description makes is no name to import.
        is_public = class_name.isidentifier() and not class_name.startswith("_")
        shown = class_name if is_public and name == "object" else name
        return shown, schema if name == "object" else inner
    if "enum" in schema:
        return "one of", schema
    types = schema.get("type", "anything")
    if types == "array":
        name, inner = _kind(schema.get("items", {}), definitions)
        return f"array of {name}", inner
    # A nullable value has two types.
    return types if isinstance(types, str) else types[0], schema
