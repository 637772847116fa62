"""The tests of ``tests/service/operations/test_pages.py`` that take long."""

import pytest

from tests.service.client import ETHEREUM, Client


@pytest.mark.parametrize("limit", ["0", "101", "-1", "01", "1.0", "", "x", 1])
@pytest.mark.parametrize(
    "name", ["list_activities", "list_wallet_accounts", "list_suborgs", "list_verified_suborgs"]
)
def test_another_limit_is_refused(client: Client, name: str, limit: object) -> None:
    reply = client.try_query(name, paginationOptions={"limit": limit})
    assert reply.error == (400, "REQUEST_INVALID")


def test_a_client_that_asks_until_a_page_is_not_full_comes_to_an_end(client: Client) -> None:
    """A service that ignores `after` never lets it: exactly as many accounts as a page has."""
    wallet_id = client.service.ids["walletId"]
    accounts = [{**ETHEREUM, "path": f"m/0'/{number}'"} for number in range(99)]
    client.submit("create_wallet_accounts", walletId=wallet_id, accounts=accounts).check()
    found = client.pages("list_wallet_accounts", "accounts", "walletAccountId", includeWalletDetails=True)
    assert len({account["walletAccountId"] for account in found}) == len(found) == 100
    assert {account["walletDetails"]["walletId"] for account in found} == {wallet_id}
    assert "walletDetails" not in client.query("list_wallet_accounts")["accounts"][0]
    assert len(client.query("list_wallet_accounts")["accounts"]) == 10
