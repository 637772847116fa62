"""Fields that no parameter has: refused by a strict service, and noted by another."""

from typing import Any

import pytest

from sealwax_service._limits import MAX_SHOWN_UNKNOWN_FIELDS
from sealwax_service.operations.auth_proxy import AUTH_PROXY
from sealwax_service.operations.queries import QUERIES
from sealwax_service.requests.unknown_fields import unknown_fields
from tests.service.client import ETHEREUM, Client

TYPO: dict[str, Any] = {"mnemonicLenght": 12}


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
