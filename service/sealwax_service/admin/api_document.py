"""The description of the service's routes, in OpenAPI 3.1, made from the tables that answer the requests."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from sealwax import __version__
from sealwax.operations import OPERATIONS
from sealwax.operations.openapi.schemas import record_schema, request_schema, with_clean_descriptions
from sealwax.operations.responses import Activity, Record
from sealwax.operations.sealing import CONFIGURATION_HEADER
from sealwax_service import api_errors
from sealwax_service.deployment import Deployment
from sealwax_service.http.messages import JWKS_PATH, SESSION_HEADER, STAMP_HEADERS, Refusal
from sealwax_service.http.server import MADE_UP
from sealwax_service.operations.auth_proxy import AUTH_PROXY
from sealwax_service.requests.bodies import Envelope
from sealwax_service.requests.context import AdminRoute, Reader, SubmitRow
from sealwax_service.routing import AUTH_PROXY_PATH, QUERY_PATH, SUBMIT_PATH, Router
from sealwax_service.state.records import Json, Version

_COMPONENTS: Final = "#/components/schemas/"
_ADMIN: Final = "adminToken"
_SCHEMES: Final[dict[str, Json]] = {
    **{
        name: {"type": "apiKey", "in": "header", "name": name}
        for name in (*STAMP_HEADERS, SESSION_HEADER, CONFIGURATION_HEADER)
    },
    _ADMIN: {"type": "http", "scheme": "bearer"},
}
"""The security schemes: stamps, the token of a read-only session, ``configurationId`` and the admin token."""

_STAMPS: Final[list[Json]] = [{name: []} for name in STAMP_HEADERS]
_ANY_OBJECT: Final[Json] = {"type": "object"}
_VALUES: Final = {"const", "default", "enum", "examples", "required"}
"""The keywords whose value is not a schema."""

SUBMIT, QUERY, PROXY, ADMIN = "submit", "query", "auth proxy", "local service"


class _Components:
    """The schemas that other schemas refer to."""

    def __init__(self) -> None:
        self.schemas: dict[str, Json] = {}

    def of_reader(self, reader: Reader) -> Json:
        """Return the schema of a reader's input."""
        return self.adopt(*(request_schema(reader) if isinstance(reader, type) else reader.schema()))

    def of_record(self, record: type[Record]) -> Json:
        """Return the schema of a record of an answer."""
        # Parts of requests can have the same names.
        return self.adopt(*record_schema(record), "answer.")

    def adopt(self, schema: Json, definitions: Mapping[str, Json], prefix: str = "") -> Json:
        """Return a schema with references to components, and turn its definitions into components.

        A reference at the top is replaced by its definition, because only the names of parts are unique.
        """
        waiting: list[str] = []
        made: Json = self._convert(definitions.get(_name(schema), schema), prefix, waiting)
        while waiting:
            name = waiting.pop()
            if prefix + name not in self.schemas:
                self.schemas[prefix + name] = self._convert(definitions[name], prefix, waiting)
        return made

    def _convert(self, schema: Any, prefix: str, waiting: list[str]) -> Any:
        """Convert a schema, or the value of a keyword, and list the definitions that it refers to."""
        if isinstance(schema, list):
            return [self._convert(each, prefix, waiting) for each in schema]
        if not isinstance(schema, dict):
            return schema
        if "$ref" in schema:
            waiting.append(_name(schema))
            return {**schema, "$ref": f"{_COMPONENTS}{prefix}{_name(schema)}"}
        made: Json = {}
        for keyword, value in schema.items():
            if keyword == "properties":
                made[keyword] = {name: self._convert(each, prefix, waiting) for name, each in value.items()}
            else:
                made[keyword] = value if keyword in _VALUES else self._convert(value, prefix, waiting)
        return made


def _name(schema: Json) -> str:
    """Return the name of the definition that a schema refers to; empty if it is not a reference."""
    return str(schema.get("$ref", "")).rpartition("/")[2]


def describe_api(deployment: Deployment, admin_routes: Mapping[str, AdminRoute]) -> Json:
    """Describe every route: of the API, of the auth proxy, and the admin routes by their paths."""
    components = _Components()
    components.schemas["Refusal"] = _refusal(components)
    components.schemas["Activity"] = components.of_record(Activity)
    paths: dict[str, Json] = {}
    for methods in (
        _submit_paths(deployment.router, components),
        _query_paths(deployment.router, components),
        _proxy_paths(components),
        _admin_paths(admin_routes, components),
    ):
        paths.update(methods)
    keys = _operation("get_webhook_keys", QUERY, [{}], _ANY_OBJECT)
    paths[JWKS_PATH] = {"get": {**keys, "summary": "The key that signs deliveries to webhook endpoints."}}
    return with_clean_descriptions(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "The local service of sealwax",
                "version": __version__,
                "description": "A stand-in for the service, for tests. Answers may have other members, too.",
            },
            "servers": [{"url": deployment.url}],
            "tags": [{"name": name} for name in (SUBMIT, QUERY, PROXY, ADMIN)],
            "paths": paths,
            "components": {"schemas": components.schemas, "securitySchemes": _SCHEMES},
        }
    )


def _submit_paths(router: Router, components: _Components) -> Iterator[tuple[str, Json]]:
    envelope = components.of_reader(Envelope)
    for name, row in router.submits.items():
        versions = router.versions(name, row)
        body = _any_of([_submit_body(envelope, row, each, components) for each in versions])
        answer = _activity(name, versions, router, components)
        described = _operation(name, SUBMIT, _STAMPS, answer, body, is_made_up=name in router.made_up)
        yield f"{SUBMIT_PATH}{name}", {"post": described}


def _query_paths(router: Router, components: _Components) -> Iterator[tuple[str, Json]]:
    security = [*_STAMPS, {SESSION_HEADER: []}]
    for name, row in router.queries.items():
        answer = _answer(name, router, components)
        body, is_made_up = components.of_reader(row.parameters), name in router.made_up
        described = _operation(name, QUERY, security, answer, body, is_made_up=is_made_up)
        yield f"{QUERY_PATH}{name}", {"post": described}


def _proxy_paths(components: _Components) -> Iterator[tuple[str, Json]]:
    for name, row in AUTH_PROXY.items():
        answer, body = _known_answer(name, components), components.of_reader(row.parameters)
        described = _operation(name, PROXY, [{CONFIGURATION_HEADER: []}], answer, body)
        yield f"{AUTH_PROXY_PATH}{name}", {"post": described}


def _admin_paths(routes: Mapping[str, AdminRoute], components: _Components) -> Iterator[tuple[str, Json]]:
    for path, route in routes.items():
        security: list[Json] = [{}, {_ADMIN: []}] if route.needs_token else [{}]
        operation_id = re.sub(r"\W+", "_", path.strip("/_"))
        body = components.of_reader(route.parameters)
        methods = {"post": _operation(operation_id, ADMIN, security, _ANY_OBJECT, body, needs_body=False)}
        if route.has_get:
            methods["get"] = _operation(f"get_{operation_id}", ADMIN, security, _ANY_OBJECT)
        yield path, {method: {**each, "summary": route.summary} for method, each in methods.items()}


def _operation(
    operation_id: str,
    tag: str,
    security: list[Json],
    answer: Json,
    body: Json | None = None,
    *,
    needs_body: bool = True,
    is_made_up: bool = False,
) -> Json:
    """Describe an operation of a path."""
    answered: Json = {"description": "The answer.", "content": _json(answer)}
    if is_made_up:
        answered["headers"] = {MADE_UP: {"schema": {"const": "1"}}}
    made: Json = {
        "operationId": operation_id,
        "tags": [tag],
        "security": security,
        "responses": {
            "200": answered,
            "default": {"description": "A refusal.", "content": _json({"$ref": f"{_COMPONENTS}Refusal"})},
        },
    }
    if body is not None:
        made["requestBody"] = {"content": _json(body), "required": needs_body}
    if is_made_up:
        made |= {"description": "The answer is made up.", "x-sealwax-made-up": True}
    return made


def _json(schema: Json) -> Json:
    return {"application/json": {"schema": schema}}


def _submit_body(envelope: Json, row: SubmitRow, submitted: Version, components: _Components) -> Json:
    """Return the schema of the body of a submit request: the envelope with a version's parameters."""
    reader, _ = row.handler_of(submitted)
    members = {"type": {"const": submitted.type}, "parameters": components.of_reader(reader)}
    return {**envelope, "properties": {**envelope["properties"], **members}}


def _activity(name: str, versions: Sequence[Version], router: Router, components: _Components) -> Json:
    """Return the schema of an answer with an activity."""
    result = _answer(name, router, components)
    results = {each.result_key: result for each in versions if each.result_key is not None}
    members = {
        "type": {"enum": [each.type for each in versions]},
        "result": {"type": "object", "properties": results},
    }
    activity = {"allOf": [{"$ref": f"{_COMPONENTS}Activity"}, {"properties": members}]}
    return {"type": "object", "properties": {"activity": activity}, "required": ["activity"]}


def _answer(name: str, router: Router, components: _Components) -> Json:
    """Return the schema of an answer, or of a submit request's result."""
    found = router.made_up.results.get(name)
    return _known_answer(name, components) if found is None else components.of_record(found)


def _known_answer(name: str, components: _Components) -> Json:
    """Return the known schema of an answer."""
    operation = OPERATIONS.get(name)
    return _ANY_OBJECT if operation is None else components.of_record(operation.result_type)


def _any_of(schemas: list[Json]) -> Json:
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _refusal(components: _Components) -> Json:
    """Return the schema of a refusal, with this service's codes."""
    found = components.adopt(*request_schema(Refusal))
    codes = {each.code for each in vars(api_errors).values() if isinstance(each, api_errors.ErrorKind)}
    code = {**found["properties"]["turnkeyErrorCode"], "examples": sorted(codes)}
    return {**found, "properties": {**found["properties"], "turnkeyErrorCode": code}}
