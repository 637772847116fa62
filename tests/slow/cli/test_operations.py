"""The tests of ``tests/cli/test_operations.py`` that take longest."""

import json

from jsonschema import Draft202012Validator

from sealwax.operations import OPERATIONS, operation_schemas
from tests.conftest import Cli


def test_schema(cli: Cli) -> None:
    result = cli("operations", "schema")
    assert (result.exit_code, result.stderr) == (0, "")
    whole = json.loads(result.stdout)
    assert whole == operation_schemas()
    Draft202012Validator.check_schema(whole)
    assert {f"{name}_{kind}" for name in OPERATIONS for kind in ("request", "response")} <= whole[
        "$defs"
    ].keys()
