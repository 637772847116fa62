"""The tests of ``tests/cli/test_operations.py`` that take long."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sealwax.operations import OPERATIONS, operation_schemas
from tests.conftest import Cli
from tests.operations.specification import AUTH_PROXY, PARAMETERS, QUERY, SUBMIT


def test_schema(cli: Cli) -> None:
    result = cli("operations", "schema")
    assert (result.exit_code, result.stderr) == (0, "")
    whole = json.loads(result.stdout)
    assert whole == operation_schemas()
    Draft202012Validator.check_schema(whole)
    assert {f"{name}_{kind}" for name in OPERATIONS for kind in ("request", "response")} <= whole[
        "$defs"
    ].keys()


@pytest.mark.parametrize("name", PARAMETERS)
def test_describe(cli: Cli, name: str) -> None:
    result = cli("operations", "describe", name)
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [line.split() for line in result.stdout.decode().splitlines()]

    def check(fields: Any) -> None:
        for field, kind in fields.items():
            presence = "optional" if field.endswith("?") else "required"
            assert any(row[:2] == [field.removesuffix("?"), presence] for row in rows)
            inner = kind[0] if isinstance(kind, list) else kind
            if isinstance(inner, dict):
                check(inner)
            if isinstance(inner, set):
                assert all([str(value)] in rows for value in inner)

    check(PARAMETERS[name])
    check(SUBMIT[name].result_fields if name in SUBMIT else (QUERY | AUTH_PROXY)[name].answer)
    if name in SUBMIT:
        assert ["type", SUBMIT[name].type] in rows
        assert ["result", SUBMIT[name].result] in rows
    assert ["POST", OPERATIONS[name].path()] in rows
