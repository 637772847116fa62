"""Lists: filters and pages are honoured, or refused."""

from typing import Any

import pytest

from sealwax import ApiKey
from sealwax.operations import Pagination
from sealwax_service.operations.pages import page_of
from tests.service.client import ETHEREUM, Client
from tests.service.operations.test_sessions import ROOT
from tests.service.operations.test_users import key_fields

NUMBERS = [str(number) for number in range(25)]


@pytest.mark.parametrize(
    ("options", "first", "count"),
    [
        (None, 0, 10),
        ({}, 0, 10),
        ({"limit": "3"}, 0, 3),
        ({"limit": "100"}, 0, 25),
        ({"after": "3"}, 4, 10),
        ({"after": "20", "limit": "10"}, 21, 4),
        ({"after": "24"}, 25, 0),
        ({"before": "3"}, 0, 3),
        ({"before": "20", "limit": "4"}, 16, 4),
        ({"before": "0"}, 0, 0),
        ({"after": "3", "before": "6"}, 4, 2),
        ({"after": "3", "before": "20", "limit": "5"}, 4, 5),
        ({"after": "6", "before": "3"}, 7, 0),
    ],
)
def test_pages(options: dict[str, str] | None, first: int, count: int) -> None:
    given = None if options is None else Pagination.from_params(options)
    assert page_of(NUMBERS, given, str) == NUMBERS[first : first + count]


@pytest.mark.parametrize("cursor", ["after", "before"])
def test_a_cursor_of_nothing_is_refused(client: Client, cursor: str) -> None:
    reply = client.try_query("list_activities", paginationOptions={cursor: "x"})
    assert reply.error == (404, "SEALWAX_NOT_FOUND")
    assert cursor in reply.body["message"]


def test_activities(client: Client) -> None:
    for number in range(12):
        client.submit("create_user_tag", userTagName=f"{number}", userIds=[]).check()
    client.submit("create_wallet", walletName="w", accounts=[]).check()
    newest = client.query("list_activities")["activities"]
    assert len(newest) == 10
    assert newest[0]["type"] == "ACTIVITY_TYPE_CREATE_WALLET"
    every = client.pages("list_activities", "activities", "id")
    assert [each["id"] for each in every[:10]] == [each["id"] for each in newest]
    wanted = client.query("list_activities", filterByType=["ACTIVITY_TYPE_CREATE_WALLET", "x"])["activities"]
    assert [each["type"] for each in wanted] == ["ACTIVITY_TYPE_CREATE_WALLET"]
    assert client.query("list_activities", filterByStatus=["ACTIVITY_STATUS_FAILED"]) == {"activities": []}
    done = client.query("list_activities", filterByStatus=["ACTIVITY_STATUS_COMPLETED"])["activities"]
    assert done == newest


class TestSubOrganizations:
    @pytest.fixture
    def made(self, client: Client) -> list[str]:
        found = []
        for number in range(3):
            key = ApiKey.from_private_key(bytes([0x41 + number]) * 32)
            user = {
                "userName": f"user {number}",
                "userEmail": f"{number}@example.com",
                "userPhoneNumber": f"+491234567{number}",
                "apiKeys": [key_fields(key)],
                "authenticators": [],
                "oauthProviders": [
                    {
                        "providerName": "p",
                        "oidcToken": client.service.oidc_token(key.public_key, subject=f"{number}"),
                    }
                ],
            }
            result = client.submit(
                "create_sub_organization",
                subOrganizationName=f"sub {number}",
                rootUsers=[user],
                rootQuorumThreshold=1,
                wallet={"walletName": "w", "accounts": [ETHEREUM]},
            ).result
            found.append(result["subOrganizationId"])
        return found

    def test_all(self, client: Client, made: list[str]) -> None:
        assert client.query("list_suborgs") == {"organizationIds": made}
        page = client.query("list_suborgs", paginationOptions={"limit": "1", "after": made[0]})
        assert page == {"organizationIds": [made[1]]}
        assert client.query("list_verified_suborgs") == {"organizationIds": []}

    def test_by_each_filter(self, client: Client, made: list[str]) -> None:
        sub = client.with_key(ApiKey.from_private_key(b"\x42" * 32))
        sub.organization_id = made[1]
        (account,) = sub.query("list_wallet_accounts")["accounts"]
        values: dict[str, Any] = {
            "NAME": "sub 1",
            "USERNAME": "user 1",
            "EMAIL": "1@example.com",
            "PHONE_NUMBER": "+4912345671",
            "OIDC_TOKEN": client.service.oidc_token(sub.key.public_key, subject="1"),
            "WALLET_ACCOUNT_ADDRESS": account["address"],
            "PUBLIC_KEY": sub.key.public_key,
        }
        for kind, value in values.items():
            assert client.query("list_suborgs", filterType=kind, filterValue=value) == {
                "organizationIds": [made[1]]
            }, kind
        assert client.query("list_suborgs", filterType="CREDENTIAL_ID", filterValue="AA") == {
            "organizationIds": []
        }

    def test_by_verified_contacts(self, client: Client, made: list[str]) -> None:
        key = ApiKey.from_private_key(b"\x42" * 32)
        sub = client.with_key(key)
        sub.organization_id = made[1]
        by_email = {"filterType": "EMAIL", "filterValue": "1@example.com"}
        assert client.query("list_verified_suborgs", **by_email) == {"organizationIds": []}
        (user,) = sub.query("list_users")["users"]
        token = client.token(key, contact="1@example.com")
        given = {"userId": user["userId"], "userEmail": "1@example.com", "verificationToken": token}
        sub.submit("update_user_email", **given).check()
        assert client.query("list_verified_suborgs", **by_email) == {"organizationIds": [made[1]]}
        assert client.query("list_verified_suborgs") == {"organizationIds": [made[1]]}

    @pytest.mark.parametrize(
        "fields",
        [
            {"filterType": "x", "filterValue": "y"},
            {"filterType": "EMAIL"},
            {"filterValue": ROOT},
            {"filterType": "EMAIL", "filterValue": ""},
            {"filterType": "CREDENTIAL_ID", "filterValue": "?"},
        ],
    )
    def test_a_filter_that_is_not_one_is_refused(self, client: Client, fields: dict[str, str]) -> None:
        assert client.try_query("list_suborgs", **fields).error == (400, "REQUEST_INVALID")

    def test_verified_ones_have_two_filters(self, client: Client) -> None:
        reply = client.try_query("list_verified_suborgs", filterType="NAME", filterValue="x")
        assert reply.error == (400, "REQUEST_INVALID")
