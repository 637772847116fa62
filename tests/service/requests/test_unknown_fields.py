"""Fields that no parameter has: refused by a strict service, and noted by another."""

from typing import Any

import pytest

from sealwax_service._limits import MAX_SHOWN_UNKNOWN_FIELDS
from sealwax_service.operations.auth_proxy import AUTH_PROXY
from sealwax_service.operations.queries import QUERIES
from sealwax_service.operations.submits import SUBMITS
from sealwax_service.requests.unknown_fields import unknown_fields
from tests.operations.openapi.descriptions import committed_description
from tests.service.client import ETHEREUM, Client

TYPO: dict[str, Any] = {"mnemonicLenght": 12}


@pytest.mark.slow
@pytest.mark.parametrize("name", SUBMITS)
def test_a_strict_service_refuses_them_in_each_submit(strict_client: Client, name: str) -> None:
    for version in SUBMITS[name].versions:
        reply = strict_client.post(name, strict_client.body(name, TYPO, type=version.type))
        assert reply.error == (400, "REQUEST_INVALID")
        assert f"{name}: mnemonicLenght is not a parameter" in reply.body["message"]


@pytest.mark.slow
@pytest.mark.parametrize("name", QUERIES)
def test_a_strict_service_refuses_them_in_each_query(strict_client: Client, name: str) -> None:
    reply = strict_client.try_query(name, **TYPO)
    assert reply.error == (400, "REQUEST_INVALID")
    assert f"{name}: mnemonicLenght is not a parameter" in reply.body["message"]


@pytest.mark.parametrize("name", AUTH_PROXY)
def test_a_strict_service_refuses_them_in_the_auth_proxy(strict_client: Client, name: str) -> None:
    reply = strict_client.proxy(name, **TYPO)
    assert reply.error == (400, "REQUEST_INVALID")
    assert f"{name}: mnemonicLenght is not a parameter" in reply.body["message"]


def test_they_are_noted(client: Client) -> None:
    accounts = [ETHEREUM, {**ETHEREUM, "path": "m/1", "nmae": "n"}]
    client.submit("create_wallet_accounts", walletId=client.service.ids["walletId"], **TYPO)
    client.submit("create_sub_organization", wallet={"walletName": "w", "accounts": accounts})
    client.query("whoami", **TYPO)
    client.submit("stamp_login", publicKey=client.key.public_key).check()
    assert [each["notes"] for each in client.admin("requests")["requests"]] == [
        ["create_wallet_accounts: mnemonicLenght is not a parameter"],
        ["create_sub_organization: wallet.accounts[1].nmae is not a parameter"],
        ["whoami: mnemonicLenght is not a parameter"],
        [],
    ]


def test_the_notes_are_bounded(client: Client) -> None:
    client.query("whoami", **{f"{number}\n{'x' * 1000}": 1 for number in range(100)})
    (request,) = client.admin("requests")["requests"]
    assert len(request["notes"]) == MAX_SHOWN_UNKNOWN_FIELDS
    assert max(map(len, request["notes"])) < 200
    assert not any("\n" in note for note in request["notes"])


def test_deep_values_are_not_followed() -> None:
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    assert unknown_fields("create_users", {"users": deep}, QUERIES["whoami"].parameters) == []


def test_the_fields_of_a_wrong_type_are_its_readers_to_refuse(client: Client) -> None:
    reply = client.submit("create_policies", policies={"policyNmae": "p"})
    assert reply.error == (400, "REQUEST_INVALID")
    (request,) = client.admin("requests")["requests"]
    assert request["notes"] == []


def test_a_documented_parameter_that_the_service_ignores_is_none(client: Client) -> None:
    given = {"otpType": "OTP_TYPE_EMAIL", "contact": "a@example.com", "appName": "a"}
    client.submit("init_otp", **given, emailCustomization={"magicLinkTemplate": "t"}).check()
    (request,) = client.admin("requests")["requests"]
    assert request["notes"] == []


def _properties(definitions: Any, schema: Any) -> dict[str, Any]:
    name = schema["$ref"].rpartition("/")[2] if "$ref" in schema else ""
    return dict((definitions[name] if name else schema).get("properties", {}))


@pytest.mark.slow
def test_every_parameter_of_the_description_is_known() -> None:
    description = committed_description()
    definitions, unknown = description["definitions"], {}
    for path, methods in description["paths"].items():
        *_, kind, name = path.split("/")
        if "parameters" not in methods["post"]:
            continue
        body = _properties(definitions, methods["post"]["parameters"][0]["schema"])
        if kind == "submit" and name in SUBMITS:
            given = _properties(definitions, body["parameters"])
            row = SUBMITS[name]
            reader = row.handlers[row.versions[0].type][0]
        elif kind == "query" and name in QUERIES:
            given, reader = body, QUERIES[name].parameters
        else:
            continue
        unknown[name] = unknown_fields(name, dict.fromkeys(given), reader)
    assert len(unknown) > 100
    missing = {name: fields for name, fields in unknown.items() if fields}
    assert missing == {}, missing
