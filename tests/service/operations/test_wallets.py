"""Wallets and their accounts: made, changed, deleted, and seen through the queries."""

from typing import Any

import pytest

from tests.service.client import ETHEREUM, NOT_FOUND, TARGET, Client
from tests.service.operations.test_exports import exported

SECOND = {**ETHEREUM, "path": "m/44'/60'/0'/0/1", "name": "second"}


def accounts_of(client: Client, wallet_id: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.query("list_wallet_accounts", walletId=wallet_id)["accounts"]
    return found


class TestAccounts:
    def test_made(self, client: Client) -> None:
        wallet_id = client.service.ids["walletId"]
        body = client.body(
            "create_wallet_accounts", {"walletId": wallet_id, "accounts": [SECOND]}, generateAppProofs=True
        )
        activity = client.post("create_wallet_accounts", body).activity
        (address,) = activity["result"]["createWalletAccountsResult"]["addresses"]
        assert len(activity["appProofs"]) == 2
        first, second = accounts_of(client, wallet_id)
        assert (second["address"], second["path"], second["name"]) == (address, SECOND["path"], "second")
        assert first["address"] != address

    def test_only_shown(self, client: Client) -> None:
        wallet_id = client.service.ids["walletId"]
        given = {"walletId": wallet_id, "accounts": [SECOND], "persist": False}
        (address,) = client.submit("create_wallet_accounts", **given).result["addresses"]
        assert len(accounts_of(client, wallet_id)) == 1
        given["persist"] = True
        assert client.submit("create_wallet_accounts", **given).result == {"addresses": [address]}

    def test_found(self, client: Client) -> None:
        wallet_id = client.service.ids["walletId"]
        (account,) = accounts_of(client, wallet_id)
        for place in ({"address": account["address"]}, {"path": account["path"]}):
            found = client.query("get_wallet_account", walletId=wallet_id, **place)["account"]
            assert found.pop("walletDetails")["walletId"] == wallet_id
            assert found == account
        for wrong in ({}, {"address": account["address"], "path": account["path"]}):
            reply = client.try_query("get_wallet_account", walletId=wallet_id, **wrong)
            assert reply.error == (400, "REQUEST_INVALID")
        unknown = client.try_query("get_wallet_account", walletId=wallet_id, path="m/9")
        assert unknown.error == NOT_FOUND

    @pytest.mark.parametrize("accounts", [[ETHEREUM], [SECOND, SECOND]])
    def test_a_path_is_used_once(self, client: Client, accounts: list[dict[str, str]]) -> None:
        given = {"walletId": client.service.ids["walletId"], "accounts": accounts}
        assert client.submit("create_wallet_accounts", **given).error == (400, "SEALWAX_INVALID_PATH")
        assert len(accounts_of(client, given["walletId"])) == 1  # type: ignore[arg-type]

    def test_of_no_wallet(self, client: Client) -> None:
        assert client.submit("create_wallet_accounts", walletId="x", accounts=[]).error == NOT_FOUND

    @pytest.mark.parametrize("export", [None, "wallet", "account"])
    def test_deleted(self, client: Client, export: str | None) -> None:
        wallet_id = client.service.ids["walletId"]
        (account,) = accounts_of(client, wallet_id)
        given = {"walletAccountIds": [account["walletAccountId"]]}
        target = {"targetPublicKey": TARGET.public_key}
        if export == "wallet":
            client.submit("export_wallet", walletId=wallet_id, **target).check()
        elif export == "account":
            client.submit("export_wallet_account", address=account["address"], **target).check()
        else:
            assert client.submit("delete_wallet_accounts", **given).error == (
                400,
                "WALLET_ACCOUNT_NOT_EXPORTED",
            )
            given["deleteWithoutExport"] = True  # type: ignore[assignment]
        assert client.submit("delete_wallet_accounts", **given).result == {
            "walletAccountIds": [account["walletAccountId"]]
        }
        assert accounts_of(client, wallet_id) == []
        assert client.submit("delete_wallet_accounts", **given).error == (400, "REQUEST_INVALID")


class TestWallets:
    def test_renamed(self, client: Client) -> None:
        wallet_id = client.service.ids["walletId"]
        for given, name in (({"walletName": "n"}, "n"), ({}, "n")):
            reply = client.submit("update_wallet", walletId=wallet_id, **given)
            assert reply.result == {"walletId": wallet_id}
            assert client.query("get_wallet", walletId=wallet_id)["wallet"]["walletName"] == name

    def test_deleted(self, client: Client) -> None:
        wallet_id = client.service.ids["walletId"]
        refused = client.submit("delete_wallets", walletIds=[wallet_id])
        assert refused.error == (400, "SEALWAX_NOT_EXPORTED")
        client.submit("export_wallet", walletId=wallet_id, targetPublicKey=TARGET.public_key).check()
        assert client.submit("delete_wallets", walletIds=[wallet_id]).result == {"walletIds": [wallet_id]}
        assert client.query("list_wallets") == {"wallets": []}

    def test_deleted_without_an_export(self, client: Client) -> None:
        wallet_id = client.service.ids["walletId"]
        given = {"walletIds": [wallet_id], "deleteWithoutExport": True}
        client.submit("delete_wallets", **given).check()
        assert client.submit("delete_wallets", **given).error == NOT_FOUND

    @pytest.mark.parametrize("words", [12, 15, 18, 21, 24, None])
    def test_mnemonic_length(self, client: Client, words: int | None) -> None:
        given = {} if words is None else {"mnemonicLength": words}
        made = client.submit("create_wallet", walletName="w", accounts=[], **given).result
        assert len(exported(client, walletId=made["walletId"]).split()) == (words or 12)

    @pytest.mark.parametrize("words", [0, 11, 13, 25, "12"])
    def test_other_lengths_are_refused(self, client: Client, words: object) -> None:
        reply = client.submit("create_wallet", walletName="w", accounts=[], mnemonicLength=words)
        assert reply.error == (400, "REQUEST_INVALID")

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"path": "m/x"}, "SEALWAX_INVALID_PATH"),
            ({"curve": "CURVE_ED25519"}, "REQUEST_INVALID"),
            ({"path": "m/4294967296"}, "SEALWAX_INVALID_PATH"),
        ],
    )
    def test_what_has_no_address_is_refused(self, client: Client, changes: dict[str, str], code: str) -> None:
        reply = client.submit("create_wallet", walletName="w", accounts=[{**ETHEREUM, **changes}])
        assert reply.error == (400, code)
        assert len(client.query("list_wallets")["wallets"]) == 1
