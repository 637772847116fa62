"""The tests of ``tests/operations/test_catalog.py`` that take long."""

import json
import pickle
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import msgspec
import pytest
from jsonschema import Draft4Validator, Draft202012Validator
from msgspec import inspect

from sealwax import (
    ContextMismatch,
    InvalidRequest,
    MalformedInput,
    NotCompleted,
)
from sealwax.operations import (
    AUTH_PROXY_URL,
    Activity,
    ApiDescription,
    UncheckedActivity,
    catalog,
    operation_schemas,
)
from sealwax.operations.catalog.index import MODULES
from sealwax.operations.operation import ActivityOperation
from tests.loops import failures
from tests.operations.openapi.descriptions import Reader, committed_auth_proxy, committed_description
from tests.operations.test_catalog import (
    CLASSES,
    NEWEST_CLASSES,
    answer_to,
    arguments,
    bare,
    is_sent,
    operation_of,
    seal,
)
from tests.test_package import loaded_by


@pytest.mark.parametrize("module", sorted({*MODULES.values()}))
def test_a_module_loads_neither_logins_nor_hashing(module: str) -> None:
    loaded = loaded_by(f"import sealwax.operations.catalog.{module}")
    assert not loaded & {
        "hashlib",
        "cbor2",
        "pyhpke",
        "sealwax.login.client_signature",
        "sealwax.login.tokens",
    }


@pytest.mark.parametrize("class_name", NEWEST_CLASSES)
def test_the_schemas_of_requests_and_answers(class_name: str) -> None:
    operation = operation_of(class_name)
    schemas = operation_schemas([operation.operation_name])
    request: Any = {**schemas, "$ref": f"#/$defs/{operation.operation_name}_request"}
    for whole in (True, False):
        body = json.loads(seal(class_name, arguments(class_name, whole=whole)).body)
        Draft202012Validator(request).validate(body)
        assert not Draft202012Validator(request).is_valid({**body, "unknown": 1})
    answer: Any = {**schemas, "$ref": f"#/$defs/{operation.operation_name}_response"}
    Draft202012Validator(answer).validate(answer_to(class_name))
    result = operation.result_type
    is_required = issubclass(operation, ActivityOperation) or any(
        field.required for field in msgspec.structs.fields(result) if is_sent(result, field)
    )
    assert Draft202012Validator(answer).is_valid({}) is not is_required


@cache
def public_api() -> ApiDescription:
    return ApiDescription(json.dumps(committed_description()))


class Place(NamedTuple):
    """A field of the parameters."""

    steps: tuple[str | int, ...]
    required: bool
    kind: Any

    @property
    def path(self) -> str:
        text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.steps)
        return text.removeprefix(".")

    def change(self, params: Any, value: object = ...) -> Any:
        *way, last = self.steps
        target = params
        for step in way:
            target = target[step]
        if value is ...:
            del target[last]
        else:
            target[last] = value
        return params


def places(kind: inspect.Type, steps: tuple[str | int, ...] = ()) -> Iterator[Place]:
    kind = bare(kind)
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            inner = (*steps, field.encode_name)
            yield Place(inner, field.required, bare(field.type))
            yield from places(field.type, inner)
    elif isinstance(kind, inspect.VarTupleType):
        yield from places(kind.item_type, (*steps, 0))


WRONG: dict[type, tuple[object, ...]] = {
    inspect.StrType: (5, True, ["x"], {}, None),
    inspect.LiteralType: ("NOT_A_VALUE", 5, None),
    inspect.IntType: ("5", True, 1.5, 2**70, None),
    inspect.BoolType: ("true", 1, None),
    inspect.VarTupleType: ("x", 5, {"a": 1}, [None], None),
    inspect.StructType: ("x", [], 5, {"unknown": 1}, None),
    inspect.DictType: ("x", None),
}


def refused(class_name: str, params: Any, path: str) -> None:
    operation = operation_of(class_name)
    with pytest.raises(InvalidRequest) as caught:
        operation.from_params(params)
    assert f"{caught.value} ".startswith(f"{operation.operation_name}: {path}"), str(caught.value)
    assert caught.value.__context__ is None


def test_a_name_is_loaded_with_its_module_alone() -> None:
    loaded = loaded_by("from sealwax.operations import GetWhoami")
    modules = {name.rpartition(".")[2] for name in loaded if name.startswith(f"{catalog.__name__}.")}
    assert modules - {"shared"} == {"index", "sessions"}


def check_what_is_given_is_what_is_sent(class_name: str, whole: bool) -> None:
    operation, params = operation_of(class_name), arguments(class_name, whole=whole)
    made = operation.from_params(params)
    assert made.to_params() == params
    assert pickle.loads(pickle.dumps(made)) == made
    by_name = {field.name: getattr(made, field.name) for field in msgspec.structs.fields(operation)}
    assert operation(**by_name) == made
    sealed = seal(class_name, params)
    body = json.loads(sealed.body)
    if operation.surface == "auth_proxy":
        assert sealed.url == f"{AUTH_PROXY_URL}/v1/{operation.operation_name.removeprefix('proxy_')}"
        assert "X-Stamp" not in sealed.headers
        assert sealed.headers["X-Auth-Proxy-Config-Id"] == "c"
        assert body == params
        return
    assert sealed.url.endswith(f"/public/v1/{operation.surface}/{operation.operation_name}")
    assert sealed.headers["X-Stamp"]
    if issubclass(operation, ActivityOperation):
        assert body.pop("timestampMs").isdigit()
        assert body == {"type": operation.activity_type, "organizationId": "o", "parameters": params}
    else:
        assert body == {"organizationId": "o", **params}


def test_what_is_given_is_what_is_sent() -> None:
    assert failures(check_what_is_given_is_what_is_sent, product(CLASSES, (True, False))) == []


def check_one_wrong_field_is_refused_by_its_name(class_name: str) -> None:
    found = [*places(inspect.type_info(operation_of(class_name)))]
    for place in found:
        for value in WRONG[type(place.kind)]:
            refused(class_name, place.change(arguments(class_name), value), place.path)
        without = place.change(arguments(class_name))
        if place.required:
            refused(class_name, without, f"{place.path} is missing")
        else:
            assert operation_of(class_name).from_params(without).to_params() == without
        if isinstance(place.kind, inspect.StrType) and (place.kind.min_length or place.kind.pattern):
            refused(class_name, place.change(arguments(class_name), ""), place.path)
    refused(class_name, arguments(class_name) | {"unknown": 1}, "unknown is unknown")


def test_one_wrong_field_is_refused_by_its_name() -> None:
    assert failures(check_one_wrong_field_is_refused_by_its_name, CLASSES) == []


def check_an_answer_is_read(class_name: str) -> None:
    operation, answer = operation_of(class_name), answer_to(class_name)
    sealed = seal(class_name, arguments(class_name))
    got = sealed.read(json.dumps(answer))
    if not issubclass(operation, ActivityOperation):
        assert type(got) is operation.result_type
        assert got.raw == answer
        record, raw = got, answer
    elif operation.result_type is UncheckedActivity:
        assert type(got) is UncheckedActivity
        assert got.raw == answer["activity"]
        return
    else:
        assert isinstance(got, Activity)
        record, raw = got.result, answer["activity"]["result"][operation.result_key]
        assert type(record) is operation.result_type
    for field in msgspec.structs.fields(operation.result_type):
        if not is_sent(operation.result_type, field):
            continue
        assert getattr(record, field.name) is not None
        if not field.required:
            continue
        kept = raw.pop(field.encode_name)
        with pytest.raises(MalformedInput, match=rf"\b{field.encode_name} is missing"):
            sealed.read(json.dumps(answer))
        raw[field.encode_name] = kept
    raw["new"] = {"deep": [1]}
    assert (record := sealed.read(json.dumps(answer))).raw[
        "result" if issubclass(operation, ActivityOperation) else "new"
    ]


def test_an_answer_is_read() -> None:
    assert failures(check_an_answer_is_read, CLASSES) == []


def check_an_activity_belongs_to_its_request(class_name: str) -> None:
    sealed = seal(class_name, arguments(class_name))
    with pytest.raises(ContextMismatch):
        sealed.read(json.dumps(answer_to(class_name, organizationId="another")))
    pending = sealed.read(json.dumps(answer_to(class_name, status="ACTIVITY_STATUS_PENDING", result={})))
    assert pending.outcome is None
    with pytest.raises(NotCompleted):
        _ = pending.result
    if operation_of(class_name).result_type is not UncheckedActivity:
        with pytest.raises(MalformedInput, match="another type"):
            sealed.read(json.dumps(answer_to(class_name, type="ACTIVITY_TYPE_UPDATE_USER")))


def test_an_activity_belongs_to_its_request() -> None:
    assert (
        failures(
            check_an_activity_belongs_to_its_request,
            (name for name in CLASSES if issubclass(operation_of(name), ActivityOperation)),
        )
        == []
    )


def check_the_description_accepts_a_sealed_request(class_name: str) -> None:
    operation = operation_of(class_name)
    is_of_proxy = operation.surface == "auth_proxy"
    reader = Reader(committed_auth_proxy() if is_of_proxy else committed_description())
    # The described schema itself, through the library alone.
    check = Draft4Validator({"definitions": reader.definitions, **reader.body_of(operation.path())})
    if is_of_proxy:
        for whole in (True, False):
            check.validate(json.loads(seal(class_name, arguments(class_name, whole=whole)).body))
        return
    described: Any = public_api().operations[operation.operation_name]
    for whole in (True, False):
        params = arguments(class_name, whole=whole)
        check.validate(json.loads(seal(class_name, params).body))
        assert described.from_params(params).to_params() == params
    assert described.path() == operation.path()
    for fact in ("activity_type", "intent_key", "result_key", "makes_app_proofs"):
        assert getattr(described, fact, None) == getattr(operation, fact, None)


def test_the_description_accepts_a_sealed_request() -> None:
    assert failures(check_the_description_accepts_a_sealed_request, NEWEST_CLASSES) == []
