"""The service's official clients that sign, unmodified, against the local service."""

from collections.abc import Iterator
from typing import Any

import pytest

from sealwax.testing import LocalService
from tests.interop.signing.scenario import HERE, TABLE, rows, section
from tests.nodejs import NodeProcess
from tests.testing.service.client import ETHEREUM, Client

pytestmark = pytest.mark.node

SOLANA = {
    "curve": "CURVE_ED25519",
    "pathFormat": "PATH_FORMAT_BIP32",
    "path": "m/44'/501'/0'/0'",
    "addressFormat": "ADDRESS_FORMAT_SOLANA",
}
ETHEREUM_FORMS = {
    "account",
    "message",
    "typedData",
    "legacy",
    "eip2930",
    "eip1559",
}


@pytest.fixture(scope="module")
def service() -> Iterator[LocalService]:
    with LocalService() as made:
        yield made


@pytest.fixture(scope="module")
def client(service: LocalService) -> Iterator[Client]:
    made = Client(service)
    yield made
    made.http.close()


@pytest.fixture(scope="module")
def node(service: LocalService) -> Iterator[NodeProcess]:
    process = NodeProcess(HERE / "signers.mjs")
    process.ask({"action": "connect", "info": service.info})
    yield process
    process.close()


def ask(node: NodeProcess, action: str, **fields: object) -> dict[str, Any]:
    answer = node.ask({"action": action, **fields})
    assert "error" not in answer, answer
    return answer


def first_account(client: Client) -> dict[str, Any]:
    account: dict[str, Any] = client.query("list_wallet_accounts", walletId=client.service.ids["walletId"])[
        "accounts"
    ][0]
    return account


def private_key(client: Client, curve: str, *formats: str) -> dict[str, Any]:
    given = {"privateKeyName": "k", "curve": curve, "privateKeyTags": [], "addressFormats": formats}
    made = client.submit("create_private_keys", privateKeys=[given]).result["privateKeys"][0]
    record: dict[str, Any] = client.private_key(made["privateKeyId"])
    return record


@pytest.mark.parametrize("sender", ["http", "server"])
class TestEthereum:
    def test_viem(self, client: Client, node: NodeProcess, sender: str) -> None:
        address = first_account(client)["address"]
        found = ask(node, "viem", client=sender, signWith=address)
        assert found.keys() == {
            *ETHEREUM_FORMS,
            *("creation", "eip4844", "eip7702", "authorization", "directTypedData"),
        }
        assert {*found.values()} == {address}

    def test_viem_with_a_private_key(self, client: Client, node: NodeProcess, sender: str) -> None:
        key = client.private_key()
        found = ask(node, "viem", client=sender, signWith=key["privateKeyId"])
        assert {*found.values()} == {key["addresses"][0]["address"]}

    def test_ethers(self, client: Client, node: NodeProcess, sender: str) -> None:
        address = first_account(client)["address"]
        found = ask(node, "ethers", client=sender, signWith=address)
        assert found.keys() == ETHEREUM_FORMS
        assert {*found.values()} == {address}

    def test_cosmjs(self, client: Client, node: NodeProcess, sender: str) -> None:
        key = private_key(client, "CURVE_SECP256K1", "ADDRESS_FORMAT_COSMOS", "ADDRESS_FORMAT_UNCOMPRESSED")
        cosmos, uncompressed = (each["address"] for each in key["addresses"])
        for sign_with in (key["privateKeyId"], uncompressed):
            found = ask(node, "cosmjs", client=sender, signWith=sign_with)
            assert found == {"address": cosmos, "verifies": True}

    def test_solana(self, client: Client, node: NodeProcess, sender: str) -> None:
        made = client.submit("create_wallet", walletName=f"s {sender}", accounts=[SOLANA]).result
        found = ask(node, "solana", client=sender, address=made["addresses"][0])
        assert len(found) == 6
        assert all(found.values()), found


def test_keychain(client: Client, node: NodeProcess) -> None:
    key = private_key(client, "CURVE_ED25519", "ADDRESS_FORMAT_SOLANA")
    address = key["addresses"][0]["address"]
    found = ask(node, "keychain", privateKeyId=key["privateKeyId"], address=address)
    assert found == {"available": True, "message": True, "transaction": True}


def test_eip_1193_provider(client: Client, node: NodeProcess) -> None:
    made = client.submit("create_wallet", walletName="e", accounts=[ETHEREUM]).result
    (address,) = made["addresses"]
    found = ask(node, "provider", walletId=made["walletId"])
    assert [each.lower() for each in found["accounts"]] == [address.lower()]
    assert (found["typedData"], found["personal"]) == (address, address)


def add_key(client: Client, public_key: str, curve: str) -> str:
    key = {"apiKeyName": "k", "publicKey": public_key, "curveType": f"API_KEY_CURVE_{curve}"}
    user = {"userName": "u", "apiKeys": [key], "authenticators": [], "oauthProviders": [], "userTags": []}
    user_id: str = client.submit("create_users", users=[user]).result["userIds"][0]
    return user_id


@pytest.mark.parametrize(("wallet", "curve"), [("ethereum", "SECP256K1"), ("solana", "ED25519")])
def test_wallet_stamper(client: Client, node: NodeProcess, wallet: str, curve: str) -> None:
    user_id = add_key(client, ask(node, "walletKeys")[wallet], curve)
    assert ask(node, "walletStamper", wallet=wallet) == {"userId": user_id}


def test_indexed_db_stamper(client: Client, node: NodeProcess) -> None:
    user_id = add_key(client, ask(node, "indexedDbKey")["publicKey"], "P256")
    assert ask(node, "indexedDbStamper") == {"userId": user_id}


def test_the_table_of_the_documentation() -> None:
    assert section() in TABLE.read_text()
    tested = "".join(name for name in globals() if name.startswith("test_")) + "".join(vars(TestEthereum))
    assert all(row.test in tested for row in rows())
