"""Take the names and types of the service's description of its API, and give them back as a document.

The service publishes two documents, in OpenAPI 2. What the catalog needs of them is committed in
``description/``: the paths, and of each definition the names and types of its members, without any text.

| in ``description/`` | meaning |
|---|---|
| ``"name": TYPE``, ``"name?": TYPE`` | a member that must be there; a member that may be left out |
| ``"*": TYPE`` | any other member |
| ``"string"``, ``"string int64"``, ``"boolean"`` and so on | the type of a value, and its format |
| ``"v1Wallet"`` | a definition |
| ``["v1Wallet"]`` | an array |
| ``{"name": TYPE}`` | an object; as ``owner`` of ``v1Wallet``, the catalog has it as ``v1WalletOwner`` |
| ``{"one of": ["A", "B"]}`` | an enumeration |
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypedDict

import msgspec

from sealwax.operations.openapi.definitions import REFERENCE

FOLDER: Final = Path(__file__).parent / "description"
PUBLIC_API, AUTH_PROXY = "public_api", "auth_proxy"
BEYOND: Final = "beyond"
"""What the service's clients send of secrets beyond the description (wire-formats.md, section 4.6)."""

PUBLIC_PATHS: Final = "/public/v1/"
ONE_OF: Final = "one of"
OTHERS: Final = "*"
_ROLE_AND_VERSION: Final = re.compile(r"(?:Intent|Request|Response|Result)?(V\d+)?\Z", re.ASCII)
_PLAIN: Final = frozenset({"string", "integer", "number", "boolean", "object"})
_ANYTHING: Final = "anything"
_TEXTS: Final = frozenset({"title", "description", "default", "example", "externalDocs", "readOnly"})
"""The keywords that only describe."""


class CatalogError(Exception):
    """What the catalog cannot be made of, and what to do."""


class Operation(TypedDict):
    """An operation: its tag, and the definitions of its body and of its answer."""

    tag: str
    body: str
    answer: str


class Facts(TypedDict):
    """What the catalog needs of a document."""

    paths: dict[str, Operation]
    definitions: dict[str, Any]


# From a document


def facts_of(document: Mapping[str, Any]) -> Facts:
    """Return the names and types in a document.

    Raises:
        CatalogError: It has something that these facts have no form for.
    """
    try:
        paths = {path: _operation(path, item) for path, item in document["paths"].items() if _is_of_api(path)}
        reached = dict.fromkeys(name for each in paths.values() for name in (each["body"], each["answer"]))
        waiting, definitions = [*reached], {}
        while waiting:
            name = waiting.pop()
            definitions[name] = _type(name, document["definitions"][name])
            found = [each for each in names_in(definitions[name]) if each not in reached]
            reached |= dict.fromkeys(found)
            waiting += dict.fromkeys(found)
    except KeyError as error:
        raise CatalogError(f"this is no description of the API, as {error} is missing") from None
    return {"paths": paths, "definitions": definitions}


def is_of_auth_proxy(facts: Facts) -> bool:
    """Whether the paths are the auth proxy's."""
    return not any(path.startswith(PUBLIC_PATHS) for path in facts["paths"])


def _is_of_api(path: str) -> bool:
    return path.startswith((PUBLIC_PATHS, "/v1/"))


def _operation(path: str, item: Mapping[str, Any]) -> Operation:
    post = item["post"]
    if len(post["parameters"]) != 1 or len(post["tags"]) != 1:
        raise CatalogError(f"{path} has not exactly one body and one tag: {_no_form()}")
    body, answer = post["parameters"][0]["schema"], post["responses"]["200"]["schema"]
    return {"tag": post["tags"][0], "body": _name(path, body["$ref"]), "answer": _name(path, answer["$ref"])}


def _no_form() -> str:
    return "there is no form for that; make one in `facts_of` and `document_of` of tools/catalog/documents.py"


def _name(place: str, reference: str) -> str:
    name = reference.removeprefix(REFERENCE)
    if name == reference or " " in name or name in {*_PLAIN, _ANYTHING}:
        raise CatalogError(f"{place} refers to {reference}: {_no_form()}")
    return name


def _type(place: str, schema: Mapping[str, Any]) -> Any:
    """Return the type that a schema has, in the form of the facts."""
    told = {name: value for name, value in schema.items() if name not in _TEXTS and not name.startswith("x-")}
    if not told:
        return _ANYTHING
    if "$ref" in told:
        return _name(place, told["$ref"])
    match told:
        case {"enum": values, **more} if more == {"type": "string"} and all(
            type(each) is str for each in values
        ):
            return {ONE_OF: values}
        case {"type": "array", "items": items, **more} if not more:
            return [_type(place, items)]
        case {"type": "object", **more} if more.keys() <= {"properties", "required", "additionalProperties"}:
            return _object(place, more)
        case {"type": "string" | "integer" | "number" | "boolean" as kind, **more} if more.keys() <= {
            "format"
        }:
            return " ".join([kind, *more.values()])
    raise CatalogError(f"{place} has the keywords {', '.join(told)}: {_no_form()}")


def _object(place: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    members, required = schema.get("properties", {}), schema.get("required", [])
    strange = [name for name in required if name not in members]
    strange += [name for name in members if name == OTHERS or name.endswith("?")]
    if strange:
        raise CatalogError(f"{place} has the members {', '.join(strange)}: {_no_form()}")
    found = {
        name if name in required else f"{name}?": _type(f"{place}.{name}", member)
        for name, member in members.items()
    }
    if "additionalProperties" in schema:
        found[OTHERS] = _type(f"{place}.{OTHERS}", schema["additionalProperties"])
    return found


def names_in(kind: Any) -> Iterator[str]:
    """Give the names of the definitions that a type refers to."""
    match kind:
        case str():
            if kind != _ANYTHING and kind.partition(" ")[0] not in _PLAIN:
                yield kind
        case [item]:
            yield from names_in(item)
        case {"one of": _}:
            pass
        case dict():
            for each in kind.values():
                yield from names_in(each)


# To a document


def document_of(facts: Facts) -> dict[str, Any]:
    """Return a document with these names and types, and no more.

    Raises:
        CatalogError: A type has another form, or is a definition that is not there.
    """
    for place, name in _references(facts):
        if name not in facts["definitions"]:
            raise CatalogError(f"{place} has the type {name}, but there is no such definition")
    return {
        "paths": {path: _item(operation) for path, operation in facts["paths"].items()},
        "definitions": {
            name: _schema(name, kind) for name, kind in _with_named_objects(facts["definitions"]).items()
        },
    }


def _with_named_objects(definitions: Mapping[str, Any]) -> dict[str, Any]:
    """Return definitions in which an object within another has a definition of its own.

    Raises:
        CatalogError: The name that it would get is that of another definition.
    """
    found = dict(definitions)

    def named(owner: str, member: str, kind: Any) -> Any:
        match kind:
            case [item]:
                return [named(owner, member, item)]
            case dict() if kind.keys() - {ONE_OF, OTHERS}:
                name = _name_of_member(owner, member)
                with_names = of_members(name, kind)
                if found.setdefault(name, with_names) != with_names:
                    raise CatalogError(
                        f"{owner}.{member} is an object, but {name} is another definition: give "
                        "the object another name in `_name_of_member` of tools/catalog/documents.py"
                    )
                return name
        return kind

    def of_members(owner: str, kind: Any) -> Any:
        if not isinstance(kind, dict) or ONE_OF in kind:
            return kind
        return {member: named(owner, member.removesuffix("?"), each) for member, each in kind.items()}

    for name, kind in definitions.items():
        found[name] = of_members(name, kind)
    return found


def _name_of_member(owner: str, member: str) -> str:
    """Return the name of the definition of an object within another, with the version at its end."""
    name = f"{member[0].upper()}{member[1:]}"
    return _ROLE_AND_VERSION.sub(lambda found: f"{name}{found[1] or ''}", owner, count=1)


def _references(facts: Facts) -> Iterator[tuple[str, str]]:
    for path, operation in facts["paths"].items():
        yield path, operation["body"]
        yield path, operation["answer"]
    for place, kind in facts["definitions"].items():
        yield from ((place, name) for name in names_in(kind))


def _item(operation: Operation) -> dict[str, Any]:
    body, answer = ({"$ref": REFERENCE + operation[part]} for part in ("body", "answer"))
    return {
        "post": {
            "tags": [operation["tag"]],
            "parameters": [{"in": "body", "schema": body}],
            "responses": {"200": {"schema": answer}},
        }
    }


def _schema(place: str, kind: Any) -> dict[str, Any]:
    match kind:
        case "anything":
            return {}
        case str():
            name, _, form = kind.partition(" ")
            if name not in _PLAIN:
                return {"$ref": REFERENCE + kind}
            return {"type": name, "format": form} if form else {"type": name}
        case [item]:
            return {"type": "array", "items": _schema(place, item)}
        case {"one of": values, **more} if not more:
            return {"type": "string", "enum": values}
        case dict():
            members = {name: each for name, each in kind.items() if name != OTHERS}
            schema: dict[str, Any] = {
                "type": "object",
                "properties": {
                    name.removesuffix("?"): _schema(f"{place}.{name}", each) for name, each in members.items()
                },
                "required": [name for name in members if not name.endswith("?")],
            }
            if OTHERS in kind:
                schema["additionalProperties"] = _schema(f"{place}.{OTHERS}", kind[OTHERS])
            return schema
    raise CatalogError(f"{place} has a type without a form: {kind}")


# The committed files


def committed(name: str) -> Facts:
    """Read committed facts, by the name of their file.

    Raises:
        CatalogError: The file does not have the form.
    """
    path = FOLDER / f"{name}.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Facts)
    except msgspec.DecodeError as error:
        raise CatalogError(f"{path}: {error}") from None


def commit(name: str, facts: Facts) -> Path:
    """Write facts by the name of their file, which is returned."""
    path = FOLDER / f"{name}.json"
    path.write_text(text_of(facts))
    return path


def merged(facts: Facts, more: Facts) -> Facts:
    """Return facts with others beyond them: operations, definitions, and members of definitions."""
    if again := facts["paths"].keys() & more["paths"].keys():
        raise CatalogError(f"the description has {', '.join(again)} now: take that out of {BEYOND}.json")
    definitions = dict(facts["definitions"])
    for name, kind in more["definitions"].items():
        changed = {member.removesuffix("?") for member in kind}
        before = definitions.get(name, {}).items()
        definitions[name] = {
            **{member: each for member, each in before if member.removesuffix("?") not in changed},
            **kind,
        }
    return {"paths": facts["paths"] | more["paths"], "definitions": definitions}


def text_of(facts: Facts) -> str:
    """Return the text of a file: a line for each path, member and value, to compare them by line."""
    paths = _lines("paths", dict(sorted(facts["paths"].items())), 1)
    definitions = ",\n".join(_definition(name, kind) for name, kind in sorted(facts["definitions"].items()))
    return f'{{\n{paths},\n  "definitions": {{\n{definitions}\n  }}\n}}\n'


def _definition(name: str, kind: Any) -> str:
    match kind:
        case {"one of": values}:
            listed = ",\n".join(f"      {json.dumps(value)}" for value in values)
            return f'    {json.dumps(name)}: {{"{ONE_OF}": [\n{listed}\n    ]}}'
        case dict() if kind:
            return _lines(name, kind, 2)
    return f"    {json.dumps(name)}: {json.dumps(kind)}"


def _lines(name: str, members: Mapping[str, Any], depth: int) -> str:
    space = "  " * depth
    listed = ",\n".join(f"{space}  {json.dumps(key)}: {json.dumps(value)}" for key, value in members.items())
    return f"{space}{json.dumps(name)}: {{\n{listed}\n{space}}}"
