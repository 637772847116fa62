"""The tests of ``tests/operations/test_catalog.py`` that take longest."""

import json
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from sealwax.operations import (
    operation_schemas,
)
from sealwax.operations.catalog.index import MODULES
from sealwax.operations.operation import ActivityOperation
from tests.operations.test_catalog import NEWEST_CLASSES, answer_to, arguments, is_sent, operation_of, seal
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
