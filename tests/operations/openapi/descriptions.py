"""The service's published descriptions of its API, which are not part of the project, and a small one."""

import copy
import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from tools import ROOT
from tools.catalog import documents

FOLDER = ROOT.parent / "shared" / "description"
PUBLIC_API, AUTH_PROXY = FOLDER / "public_api.swagger.json", FOLDER / "auth_proxy.swagger.json"
published = pytest.mark.skipif(
    not PUBLIC_API.exists(), reason="the service's published description is not in ../shared/description"
)


@cache
def committed_description() -> dict[str, Any]:
    """The names and types of the service's description, which are committed."""
    return {"swagger": "2.0", **documents.document_of(documents.committed(documents.PUBLIC_API))}


@cache
def committed_auth_proxy() -> dict[str, Any]:
    """The names and types of the auth proxy's description, which are committed."""
    return {"swagger": "2.0", **documents.document_of(documents.committed(documents.AUTH_PROXY))}


def _operation(body: str, answer: str, summary: str) -> dict[str, Any]:
    return {
        "post": {
            "summary": summary,
            "parameters": [{"name": "body", "in": "body", "schema": {"$ref": f"#/definitions/{body}"}}],
            "responses": {"200": {"schema": {"$ref": f"#/definitions/{answer}"}}, "default": {}},
        }
    }


def _submit(activity_type: str, intent: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "type": {"type": "string", "enum": [activity_type]},
            "timestampMs": {"type": "string"},
            "organizationId": {"type": "string"},
            "parameters": {"$ref": f"#/definitions/{intent}"},
            "generateAppProofs": {"type": "boolean"},
        },
        "required": ["type", "timestampMs", "organizationId", "parameters"],
    }


SMALL: dict[str, Any] = {
    "swagger": "2.0",
    "host": "evil.example",
    "paths": {
        "/public/v1/submit/make_thing": _operation(
            "v1MakeThingRequest", "v1ActivityResponse", "Make a thing"
        ),
        "/public/v1/submit/approve": _operation("v1ApproveRequest", "v1ActivityResponse", "Approve"),
        "/public/v1/query/list_things": _operation("v1ListRequest", "v1ListResponse", "List things"),
        "/tkhq/api/v1/noop": {"get": {}},
    },
    "definitions": {
        "v1MakeThingRequest": _submit("ACTIVITY_TYPE_MAKE_THING_V2", "v1MakeThingIntentV2"),
        "v1ApproveRequest": _submit("ACTIVITY_TYPE_APPROVE", "v1ApproveIntent"),
        "v1ApproveIntent": {
            "type": "object",
            "properties": {"fingerprint": {"type": "string"}},
            "required": ["fingerprint"],
        },
        "v1MakeThingIntentV2": {
            "type": "object",
            "properties": {
                "name": {"type": "string", "description": "The name\nof the thing."},
                "color": {"$ref": "#/definitions/v1Color", "description": "Its color."},
                "parts": {"type": "array", "items": {"type": "object", "$ref": "#/definitions/v1Part"}},
                "count": {"type": "integer", "format": "int32"},
                "whole": {"type": "integer"},
                "seconds": {"type": "string", "format": "int64"},
                "size": {"type": "string", "format": "uint64"},
                "nonce": {"type": "integer", "format": "int64"},
                "content": {"type": "string", "format": "byte"},
                "attachment": {"type": "string", "enum": ["in", "out"], "x-nullable": True},
                "labels": {"type": "object", "additionalProperties": {"type": "string"}},
                "isDeep": {"type": "boolean", "title": "A title", "x-order": 1},
                "class": {"type": "string"},
                "path": {"$ref": "#/definitions/v1Empty"},
            },
            "required": ["name", "color"],
        },
        "v1Color": {"type": "string", "enum": ["COLOR_RED", "COLOR_BLUE"]},
        "v1Empty": {"type": "object"},
        "v1Part": {
            "type": "object",
            "properties": {
                "partName": {"type": "string"},
                "inner": {"type": "array", "items": {"$ref": "#/definitions/v1Inner"}},
            },
            "required": ["partName"],
        },
        "v1Inner": {
            "type": "object",
            "properties": {"depth": {"type": "integer", "format": "int32"}},
        },
        "v1ActivityResponse": {
            "type": "object",
            "properties": {"activity": {"$ref": "#/definitions/v1Activity"}},
            "required": ["activity"],
        },
        "v1Activity": {
            "type": "object",
            "properties": {
                "id": {"type": "string"},
                "organizationId": {"type": "string"},
                "status": {"type": "string", "enum": ["ACTIVITY_STATUS_COMPLETED"]},
                "type": {"type": "string"},
                "intent": {"$ref": "#/definitions/v1Intent"},
                "result": {"$ref": "#/definitions/v1Result"},
                "failure": {"type": "object"},
            },
            "required": ["id", "organizationId", "status", "type", "intent"],
        },
        "v1Intent": {
            "type": "object",
            "properties": {
                "makeThingIntent": {"$ref": "#/definitions/v1ApproveIntent2"},
                "makeThingIntentV2": {"$ref": "#/definitions/v1MakeThingIntentV2"},
                "approveIntent": {"$ref": "#/definitions/v1ApproveIntent"},
                "odd": {"type": "object"},
            },
        },
        "v1ApproveIntent2": {"$ref": "#/definitions/v1ApproveIntent"},
        "v1Result": {
            "type": "object",
            "properties": {
                "makeThingResultV2": {"$ref": "#/definitions/v1MakeThingResult"},
                "makeThingResult": {"$ref": "#/definitions/v1MakeThingResult"},
                "other": {"type": "object"},
            },
        },
        "v1MakeThingResult": {
            "type": "object",
            "properties": {"thingId": {"type": "string"}, "color": {"$ref": "#/definitions/v1Color"}},
            "required": ["thingId"],
        },
        "v1ListRequest": {
            "type": "object",
            "properties": {"organizationId": {"type": "string"}, "limit": {"type": "string"}},
            "required": ["organizationId"],
        },
        "v1ListResponse": {
            "type": "object",
            "properties": {"things": {"type": "array", "items": {"$ref": "#/definitions/v1MakeThingResult"}}},
            "required": ["things"],
        },
    },
}


def small(**definitions: object) -> bytes:
    """The small description, with other definitions."""
    changed = copy.deepcopy(SMALL)
    changed["definitions"] |= definitions
    return json.dumps(changed).encode()


def with_wallets() -> bytes:
    """The small description with the operations that the documentation calls."""
    changed = copy.deepcopy(SMALL)
    changed["paths"]["/public/v1/query/whoami"] = _operation("v1ListRequest", "v1WhoamiResponse", "Who am I")
    changed["definitions"]["v1WhoamiResponse"] = {"type": "object"}
    changed["definitions"]["v1WalletResult"] = {
        "type": "object",
        "properties": {"walletId": {"type": "string"}},
    }
    definitions = changed["definitions"]
    texts = {"type": "array", "items": {"type": "string"}}
    for name, members in {
        "create_wallet": ("walletName", "accounts"),
        "import_wallet": ("userId", "walletName", "encryptedBundle", "accounts"),
    }.items():
        camel = "".join(word.capitalize() for word in name.split("_"))
        member = camel[0].lower() + camel[1:]
        path = f"/public/v1/submit/{name}"
        changed["paths"][path] = _operation(f"v1{camel}Request", "v1ActivityResponse", camel)
        definitions[f"v1{camel}Request"] = _submit(f"ACTIVITY_TYPE_{name.upper()}", f"v1{camel}Intent")
        definitions[f"v1{camel}Intent"] = {
            "type": "object",
            "properties": {each: texts if each == "accounts" else {"type": "string"} for each in members},
            "required": list(members),
        }
        reference = {"$ref": f"#/definitions/v1{camel}Intent"}
        definitions["v1Intent"]["properties"][f"{member}Intent"] = reference
        definitions["v1Result"]["properties"][f"{member}Result"] = {"$ref": "#/definitions/v1WalletResult"}
    return json.dumps(changed).encode()


class Reader:
    """A description as a second reader reads it, which shares nothing with the library."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.paths: Mapping[str, Any] = document["paths"]
        self.definitions: Mapping[str, Any] = document["definitions"]

    def body_of(self, path: str) -> Any:
        """The schema of the body of a request."""
        (body,) = self.paths[path]["post"]["parameters"]
        return self.resolve(body["schema"])

    def answer_of(self, path: str) -> Any:
        """The schema of the answer."""
        return self.resolve(self.paths[path]["post"]["responses"]["200"]["schema"])

    def resolve(self, schema: Any) -> Any:
        """The schema that a reference means."""
        return self.definitions[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema

    def example(self, schema: Any, within: tuple[int, ...] = ()) -> Any:
        """A value with all members, except those that contain themselves."""
        schema = self.resolve(schema)
        if "enum" in schema:
            return schema["enum"][0]
        kind = schema.get("type", "object")
        if kind == "array":
            item = self.resolve(schema["items"])
            return [] if id(item) in within else [self.example(item, within)]
        if kind != "object":
            return {"boolean": True, "integer": 7, "string": "7", "number": 0.5}[kind]
        within = (*within, id(schema))
        return {
            name: self.example(each, within)
            for name, each in schema.get("properties", {}).items()
            if id(self.resolve(each)) not in within
        }

    def places(self, schema: Any, value: Any, path: tuple[str | int, ...] = ()) -> Iterator[Any]:
        """Each place in an example: its path, its schema, and whether it has to be there."""
        schema = self.resolve(schema)
        if isinstance(value, list):
            for number, item in enumerate(value):
                yield (*path, number), self.resolve(schema["items"]), False
                yield from self.places(schema["items"], item, (*path, number))
        elif isinstance(value, dict) and "properties" in schema:
            for name, item in value.items():
                each = schema["properties"][name]
                yield (*path, name), self.resolve(each), name in schema.get("required", ())
                yield from self.places(each, item, (*path, name))

    def shape(self, schema: Any) -> dict[str, tuple[str, str, tuple[Any, ...]]]:
        """The members of an object by their paths: whether they are required, their kinds, their values."""
        found = {}
        schema = self.resolve(schema)
        for name, each in schema.get("properties", {}).items():
            kind, inner = self._kind(each)
            presence = "required" if name in schema.get("required", ()) else "optional"
            found[name] = presence, kind, tuple(sorted(inner.get("enum", ()), key=str))
            found |= {f"{name}.{path}": row for path, row in self.shape(inner).items()}
        return found

    def _kind(self, schema: Any) -> tuple[str, Any]:
        schema = self.resolve(schema)
        if "anyOf" in schema:
            (schema,) = (each for each in map(self.resolve, schema["anyOf"]) if each.get("type") != "null")
        if "enum" in schema:
            return "string" if isinstance(schema["enum"][0], str) else "integer", schema
        if "const" in schema:
            return "string", {"enum": [schema["const"]]}
        if schema["type"] == "array":
            kind, inner = self._kind(schema["items"])
            return f"array of {kind}", inner
        return schema["type"], schema
