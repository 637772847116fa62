"""The command ``sealwax operations``: list and describe the operations of the API."""

import json
from typing import Any, cast

import click

from sealwax.operations import OPERATIONS, AnyOperation, SubmitOperation, operation_schemas

from . import options
from .streams import write_json, write_lines
from .usage import Group

_NAME = click.Choice(list(OPERATIONS))


@click.group(cls=Group, short_help="List and describe the operations of the API.")
def operations() -> None:
    """List and describe the operations of the API."""


@operations.command("list", epilog=options.examples("sealwax operations list"))
@options.as_json
def list_operations(*, as_json: bool) -> None:
    """List the operations: name, kind and summary. With --json, each operation is a line of JSON."""
    for name, operation in OPERATIONS.items():
        summary = _summary(operation.__doc__)
        if as_json:
            fields = {"name": name, "kind": operation.surface, "path": operation.path(), "summary": summary}
            write_json({**fields, "class": operation.__name__})
        else:
            write_lines(f"{name:25} {operation.surface:10} {summary}")


@operations.command(epilog=options.examples("sealwax operations describe export_wallet"))
@click.argument("name", type=_NAME, metavar="NAME")
def describe(*, name: str) -> None:
    """Show an operation's parameters and answer, with every value of each enumeration."""
    operation = OPERATIONS[name]
    definitions: Any = operation_schemas([name])["$defs"]
    lines = [f"{name}: {_summary(operation.__doc__)}", f"POST {operation.path()}"]
    lines += [f"sealwax.operations.{operation.__name__}", "", "parameters"]
    lines += _properties(_parameters(operation, definitions), definitions, 1) or ["  none"]
    if issubclass(operation, SubmitOperation):
        lines[2:2] = [f"type {operation.activity_type}"]
        proofs = "takes" if operation.makes_app_proofs else "does not take"
        lines += ["", f"{proofs} generateAppProofs", "", f"intent {operation.intent_key}: the parameters"]
        lines += [f"result {operation.result_key}"]
    else:
        lines += ["", "answer"]
    lines += _properties(definitions[operation.result_type.__name__], definitions, 1) or ["  none"]
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
    """Return the schema of the parameters; those of a query are in its body, beside the organization."""
    if operation.__name__ in definitions:
        return cast("dict[str, Any]", definitions[operation.__name__])
    body: dict[str, Any] = definitions[operation.body_type().__name__]
    properties = {name: each for name, each in body["properties"].items() if name != "organizationId"}
    return {**body, "properties": properties}


def _properties(definition: dict[str, Any], definitions: dict[str, Any], depth: int) -> list[str]:
    """Describe the properties of an object, one per line, each followed by its own properties."""
    lines = []
    required = definition.get("required", [])
    for name, schema in definition.get("properties", {}).items():
        kind, inner = _kind(schema)
        presence = "required" if name in required else "optional"
        start = "  " * depth + name
        lines.append(f"{start:32} {presence}  {kind:16} {schema.get('description', '')}".rstrip())
        lines += ["  " * (depth + 2) + str(value) for value in inner.get("enum", [])]
        if reference := inner.get("$ref"):
            lines += _properties(definitions[reference.rpartition("/")[2]], definitions, depth + 2)
    return lines


def _kind(schema: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the name of a value's type, and the schema of its content."""
    if "anyOf" in schema:
        kinds = [_kind(choice) for choice in schema["anyOf"] if choice != {"type": "null"}]
        inner = next((inner for _, inner in kinds if "$ref" in inner or "enum" in inner), {})
        return " or ".join(name for name, _ in kinds), inner
    if "$ref" in schema:
        return "object", schema
    if "enum" in schema:
        return "one of", schema
    if schema["type"] == "array":
        name, inner = _kind(schema["items"])
        return f"array of {name}", inner
    return schema["type"], {}
