import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sealwax.operations import OPERATIONS, operation_schemas
from tests.cli.test_app import COMMANDS
from tests.conftest import Cli
from tests.operations.specification import ADDRESS_FORMATS, AUTH_PROXY, LANGUAGES, PARAMETERS, QUERY, SUBMIT


def test_list(cli: Cli) -> None:
    result = cli("operations", "list")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.decode().splitlines()
    kinds = {"submit": set(SUBMIT), "query": set(QUERY), "auth_proxy": set(AUTH_PROXY)}
    assert [line.split()[:2] for line in lines] == [
        [name, kind] for name in PARAMETERS for kind, names in kinds.items() if name in names
    ]


def test_list_as_json(cli: Cli) -> None:
    lines = [json.loads(line) for line in cli("operations", "list", "--json").stdout.splitlines()]
    assert [line["name"] for line in lines] == list(OPERATIONS)
    for line in lines:
        assert line.keys() == {"name", "kind", "path", "summary", "class"}
        assert OPERATIONS[line["name"]].__name__ == line["class"]
        assert OPERATIONS[line["name"]].path() == line["path"]


@pytest.mark.parametrize("name", OPERATIONS)
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


def test_describe_gives_enumerations_in_full(cli: Cli) -> None:
    signup = cli("operations", "describe", "signup_v2").stdout.decode().split()
    assert set(signup) >= ADDRESS_FORMATS
    assert set(cli("operations", "describe", "export_wallet").stdout.decode().split()) >= LANGUAGES
    proofs = "does not take generateAppProofs"
    assert proofs in cli("operations", "describe", "delete_mfa_policy").stdout.decode()
    assert proofs not in cli("operations", "describe", "update_user").stdout.decode()


def test_schema(cli: Cli) -> None:
    result = cli("operations", "schema")
    assert (result.exit_code, result.stderr) == (0, "")
    whole = json.loads(result.stdout)
    assert whole == operation_schemas()
    Draft202012Validator.check_schema(whole)
    assert {f"{name}_{kind}" for name in OPERATIONS for kind in ("request", "response")} <= whole[
        "$defs"
    ].keys()


def test_schema_of_some(cli: Cli) -> None:
    some = json.loads(cli("operations", "schema", "otp_login_v2", "list_private_keys").stdout)
    assert sorted(name for name in some["$defs"] if name.endswith(("_request", "_response"))) == [
        "list_private_keys_request",
        "list_private_keys_response",
        "otp_login_v2_request",
        "otp_login_v2_response",
    ]
    validator = Draft202012Validator({**some, "$ref": "#/$defs/list_private_keys_request"})
    assert validator.is_valid({"organizationId": "o"})
    assert not validator.is_valid({})


@pytest.mark.parametrize("command", ["describe", "schema"])
def test_what_is_no_operation(cli: Cli, command: str) -> None:
    result = cli("operations", command, "export_wallets")
    assert (result.exit_code, result.stdout) == (2, b"")
    assert "has a wrong value; it must be one of " in result.stderr
    assert "export_wallets" not in result.stderr


def test_they_are_commands() -> None:
    assert {"operations", "request"} <= set(COMMANDS)
