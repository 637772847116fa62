import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from sealwax.operations import OPERATIONS
from tests.conftest import Cli
from tests.operations.openapi.descriptions import small
from tests.operations.specification import ADDRESS_FORMATS, AUTH_PROXY, LANGUAGES, PARAMETERS, QUERY, SUBMIT


def test_list(cli: Cli) -> None:
    result = cli("operations", "list")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.decode().splitlines()
    kinds = {"submit": set(SUBMIT), "query": set(QUERY), "auth_proxy": set(AUTH_PROXY)}
    assert [line.split()[:2] for line in lines[: len(PARAMETERS)]] == [
        [name, kind] for name in PARAMETERS for kind, names in kinds.items() if name in names
    ]
    assert [line.split()[0] for line in lines] == list(OPERATIONS)
    assert "create_wallet submit Create a wallet, with accounts." in [
        " ".join(line.split()) for line in lines
    ]


def test_list_as_json(cli: Cli) -> None:
    lines = [json.loads(line) for line in cli("operations", "list", "--json").stdout.splitlines()]
    assert [line["name"] for line in lines] == list(OPERATIONS)
    for line in lines:
        assert line.keys() == {"name", "kind", "path", "summary", "class"}
        assert OPERATIONS[line["name"]].__name__ == line["class"]
        assert OPERATIONS[line["name"]].path() == line["path"]


def test_describe_one_of_the_catalog(cli: Cli) -> None:
    result = cli("operations", "describe", "sign_raw_payload")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [line.split() for line in result.stdout.decode().splitlines()]
    assert ["type", "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2"] in rows
    assert ["result", "signRawPayloadResult"] in rows
    assert ["PAYLOAD_ENCODING_HEXADECIMAL"] in rows
    assert any(row[:2] == ["signWith", "required"] for row in rows)
    wallet = cli("operations", "describe", "create_wallet").stdout.decode()
    assert "  accounts                       required  array of WalletAccountParams\n" in wallet
    user = cli("operations", "describe", "get_user").stdout.decode()
    # The class of a time is not public.
    assert "createdAt              required  object\n" in user
    vote = cli("operations", "describe", "approve_activity").stdout.decode()
    assert "type ACTIVITY_TYPE_APPROVE_ACTIVITY" in vote
    assert "canApprove" in vote


def test_describe_gives_enumerations_in_full(cli: Cli) -> None:
    signup = cli("operations", "describe", "signup_v2").stdout.decode().split()
    assert set(signup) >= ADDRESS_FORMATS
    assert set(cli("operations", "describe", "export_wallet").stdout.decode().split()) >= LANGUAGES
    proofs = "does not take generateAppProofs"
    assert proofs in cli("operations", "describe", "delete_mfa_policy").stdout.decode()
    assert proofs not in cli("operations", "describe", "update_user").stdout.decode()


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


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["operations", "schema"], "has a wrong value; it must be one of "),
        (
            ["operations", "describe"],
            "is not an operation that is built in; for any other, pass --description",
        ),
        (["request"], "pass --description; did you mean export_wallet"),
    ],
)
def test_what_is_no_operation(cli: Cli, command: list[str], message: str) -> None:
    result = cli(*command, "export_wallets")
    assert (result.exit_code, result.stdout) == (2, b"")
    assert message in result.stderr
    assert "export_wallets" not in result.stderr


@pytest.fixture
def description(tmp_path: Path) -> Path:
    path = tmp_path / "api.json"
    path.write_bytes(small())
    return path


def test_list_of_a_description(cli: Cli, description: Path) -> None:
    result = cli("operations", "list", "--description", description)
    assert (result.exit_code, result.stderr) == (0, "")
    assert [line.split(maxsplit=2) for line in result.stdout.decode().splitlines()] == [
        ["make_thing", "submit", "Make a thing"],
        ["approve", "submit", "Approve"],
        ["list_things", "query", "List things"],
    ]
    result = cli("operations", "list", "--json", "--description", "-", stdin=small())
    assert json.loads(result.stdout.splitlines()[2]) == {
        "name": "list_things",
        "kind": "query",
        "path": "/public/v1/query/list_things",
        "summary": "List things",
    }
    odd = small(v1Color={"type": "string", "pattern": "a"})
    result = cli("operations", "list", "--json", "--description", "-", stdin=odd)
    row = json.loads(result.stdout.splitlines()[0])
    assert (row["name"], row["kind"]) == ("make_thing", "unusable")
    assert row["summary"].startswith("the API's description: make_thing: a member has")


def test_describe_by_a_description(cli: Cli, description: Path) -> None:
    result = cli("operations", "describe", "make_thing", "--description", description)
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [line.split() for line in result.stdout.decode().splitlines()]
    assert rows[0] == ["make_thing:", "Make", "a", "thing"]
    for row in (
        ["type", "ACTIVITY_TYPE_MAKE_THING_V2"],
        ["name", "required", "string", "The", "name", "of", "the", "thing."],
        ["color", "required", "one", "of", "Its", "color."],
        ["COLOR_BLUE"],
        ["parts", "optional", "array", "of", "object"],
        ["partName", "required", "string"],
        ["attachment", "optional", "one", "of"],
        ["whole", "optional", "integer"],
        ["isDeep", "optional", "boolean"],
        ["takes", "generateAppProofs"],
        ["intent", "makeThingIntentV2:", "the", "parameters"],
        ["result", "makeThingResultV2"],
        ["thingId", "required", "string"],
    ):
        assert row in rows
    result = cli("operations", "describe", "list_things", "--description", description)
    rows = [line.split() for line in result.stdout.decode().splitlines()]
    assert ["limit", "optional", "string"] in rows
    assert ["organizationId", "required", "string"] not in rows
    assert ["things", "required", "array", "of", "object"] in rows
    result = cli("operations", "describe", "approve", "--description", description)
    assert "the activity that was voted on" in result.stdout.decode()


def test_many_objects_are_described_once_each(cli: Cli, tmp_path: Path) -> None:
    # Each has the next one twice.
    two = {
        f"d{number}": {"properties": {name: {"$ref": f"#/definitions/d{number + 1}"} for name in "ab"}}
        for number in range(60)
    }
    path = tmp_path / "api.json"
    path.write_bytes(small(v1Color={"$ref": "#/definitions/d0"}, d60={"type": "string"}, **two))
    result = cli("operations", "describe", "make_thing", "--description", path)
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) < 300


def test_what_is_not_in_a_description(cli: Cli, description: Path) -> None:
    for name in ("make_thin", "export_wallet"):
        result = cli("operations", "describe", name, "--description", description)
        assert (result.exit_code, result.stdout) == (2, b"")
        assert "is not an operation of the description" in result.stderr
        assert ("did you mean make_thing?" in result.stderr) is (name == "make_thin")
    for content in (b"{}", b"[]", b'{"swagger": "3.0"}'):
        description.write_bytes(content)
        result = cli("operations", "list", "--description", description)
        assert (result.exit_code, result.stdout) == (1, b"")
        assert result.stderr.startswith(("error[malformed]: ", "error[unsupported]: "))
