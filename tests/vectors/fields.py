"""Write the fields of every type of group into ``vectors/fields.md``, from the JSON Schemas.

``python -m tests.vectors.fields`` writes them anew. A new case changes none.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from tests.interop.cases import FILES, VECTORS, cases_of
from tests.vectors.ledger import DESCRIPTION
from tests.vectors.numbers import Row, table

PAGE = VECTORS / "fields.md"
SCHEMAS = VECTORS / "schema"
LISTS: dict[str, dict[str, Any]] = json.loads((SCHEMAS / "common.json").read_text())["$defs"]
"""The lists of names that schemas refer to, by their names."""


def fields() -> str:
    """The fields of every type of group, from the schemas."""
    return "\n\n".join(_fields_of(*group) for group in groups())


def groups() -> Iterator[tuple[str, dict[str, Any], dict[str, Any], list[str]]]:
    """Each type of group, with its schema, that of its cases, and the files that may have it."""
    found: dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]] = {}
    for file in FILES:
        definitions = json.loads((SCHEMAS / f"{file}_schema.json").read_text())["$defs"]
        types = {case.group for case in cases_of(file)}
        for definition in definitions.values():
            properties = definition["properties"]
            if "tests" not in properties:
                continue
            (name,) = properties["type"]["enum"]
            case = definitions[properties["tests"]["items"]["$ref"].rpartition("/")[2]]
            known = found.setdefault(name, (definition, case, []))
            assert known[:2] == (definition, case), f"two files have different groups {name}"
            if name in types:
                known[2].append(file)
    for name, (definition, case, in_files) in found.items():
        yield name, definition, case, in_files


def _fields_of(name: str, group: dict[str, Any], case: dict[str, Any], in_files: list[str]) -> str:
    rows: list[Row] = [("field", "encoding", "what")]
    for field, schema in case["properties"].items():
        if field in DESCRIPTION:
            continue
        what = schema["description"]
        assert not what.startswith("Bytes, as"), f"{name}: say what {field} is"
        default = schema.get("default")
        if default not in (None, []):
            what += f" {json.dumps(default)} where it is left out."
        elif field not in case["required"] and not what.startswith("Output"):
            what += " May be left out."
        rows.append((f"`{field}`", _encoding(schema), what))
    names = ", ".join(f"`{file}`" for file in in_files)
    return f"## `{name}`\n\n{group['description']} {case['description']} In {names}.\n\n{table(*rows)}"


def _encoding(schema: dict[str, Any]) -> str:
    _, common, name = schema.get("$ref", "").partition("common.json#/$defs/")
    if common:
        condition = "text, if valid " if "examples" in LISTS[name] else ""
        return f"{condition}a name of `{name}` in `schema/common.json`"
    if "anyOf" in schema or "enum" in schema:
        options = [_encoding(option) for option in schema.get("anyOf", ())]
        return " or ".join([*options, *(f"`{value}`" for value in schema.get("enum", ()))])
    if "examples" in schema:
        return f"text, if valid {' or '.join(f'`{value}`' for value in schema['examples'] if value)}"
    # All other references are to objects.
    kind: str = schema.get("type", "object")
    if kind == "array":
        return f"array of {_encoding(schema['items'])}"
    if kind == "string":
        return "hex" if "pattern" in schema else "text"
    return kind


def page() -> str:
    """Write the page: its head as it is, and the fields."""
    start, end = "<!-- fields: written by tests/vectors/fields.py -->", "<!-- end of fields -->"
    pattern = re.escape(start) + ".*?" + re.escape(end)
    text, count = re.subn(
        pattern, lambda _: f"{start}\n\n{fields()}\n\n{end}", PAGE.read_text(), flags=re.DOTALL
    )
    assert count == 1, f"{PAGE.name} has {count} places for the fields"
    return text


if __name__ == "__main__":
    PAGE.write_text(page())
