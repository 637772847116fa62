"""The table of the documentation: the observed behaviour of the clients that sign."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sealwax import ApiKey
from sealwax_service import LocalService
from tests.conftest import SEED
from tests.service.client import ETHEREUM, Client, new_name
from tests.service.operations.test_users import key_fields, new_user
from tools.support.nodejs import NodeProcess

HERE = Path(__file__).parent
SENDERS = ("@turnkey/http", "@turnkey/sdk-server")
"""The clients that send what the others sign."""

SOLANA = {
    "curve": "CURVE_ED25519",
    "pathFormat": "PATH_FORMAT_BIP32",
    "path": "m/44'/501'/0'/0'",
    "addressFormat": "ADDRESS_FORMAT_SOLANA",
}
ALLOWED, SHARED, STRANGER = (f"0x{byte * 20}" for byte in ("35", "46", "57"))
"""Whom a policy lets a user pay, whom only together with another user, and whom none lets anybody pay."""


class Place(NamedTuple):
    """A service, a plain client of its root user, and the clients that sign."""

    client: Client
    node: NodeProcess

    def ask(self, action: str, **fields: object) -> dict[str, Any]:
        """Have the clients do something."""
        answer = self.node.ask({"action": action, **fields})
        assert "error" not in answer, answer
        return answer


@contextmanager
def open_place() -> Iterator[Place]:
    """Start a service, and the clients that sign.

    The seed decides the organization's id, which the wallet's client stamps: of 128 ids, it stamps one with a
    leading zero too many, which the service refuses.
    """
    with LocalService(SEED) as service:
        place = Place(Client(service), NodeProcess(HERE / "signers.mjs"))
        try:
            place.ask("connect", info=service.info)
            yield place
        finally:
            place.node.close()
            place.client.http.close()


def _new_address(place: Place, account: dict[str, str]) -> str:
    made = place.client.submit("create_wallet", walletName=new_name(), accounts=[account]).result
    address: str = made["addresses"][0]
    return address


def _private_key(place: Place, curve: str, *formats: str) -> dict[str, Any]:
    given = {"privateKeyName": new_name(), "curve": curve, "privateKeyTags": [], "addressFormats": formats}
    made = place.client.submit("create_private_keys", privateKeys=[given]).result["privateKeys"][0]
    record: dict[str, Any] = place.client.private_key(made["privateKeyId"])
    return record


def _all_are(address: str, found: dict[str, Any]) -> tuple[str, ...]:
    """Check that each signature is by the account; give the kinds of what was signed."""
    assert {*found.values()} == {address}, found
    return (*found,)


def _viem(place: Place, sender: str) -> tuple[str, ...]:
    key, address = place.client.private_key(), _new_address(place, ETHEREUM)
    found = _all_are(address, place.ask("viem", client=sender, signWith=address))
    by_key = place.ask("viem", client=sender, signWith=key["privateKeyId"])
    assert _all_are(key["addresses"][0]["address"], by_key) == found
    return (*found, *_pay_with_viem(place, sender, address))


def _pay_with_viem(place: Place, sender: str, address: str) -> tuple[str, ...]:
    """Have a user whom policies limit pay: one is allowed, one waits for another user, one is denied."""
    robot = ApiKey.generate()
    user_id = new_user(place.client, apiKeys=[key_fields(robot)])
    for to, others in ((ALLOWED, ""), (SHARED, " && approvers.count() > 1")):
        place.client.submit(
            "create_policy",
            policyName=f"{sender} {to}",
            effect="EFFECT_ALLOW",
            condition=f"eth.tx.to == '{to}'",
            consensus=f"approvers.any(user, user.id == '{user_id}'){others}",
            notes="",
        ).check()
    keys = {"apiPublicKey": robot.public_key, "apiPrivateKey": robot.private_key_hex()}
    by_robot = {"client": sender, "signWith": address, "keys": keys}
    assert place.ask("pay", to=ALLOWED, **by_robot) == {"signer": address}
    waits = place.ask("pay", to=SHARED, **by_robot)
    assert waits["status"] == "ACTIVITY_STATUS_CONSENSUS_NEEDED", waits
    denied = place.ask("pay", to=STRANGER, **by_robot)
    assert "REQUEST_NOT_AUTHORIZED" in denied["text"], denied
    return (
        f"{waits['refused']} where a policy needs another user",
        f"{denied['refused']} where none allows it",
    )


def _ethers(place: Place, sender: str) -> tuple[str, ...]:
    address = _new_address(place, ETHEREUM)
    return _all_are(address, place.ask("ethers", client=sender, signWith=address))


def _cosmjs(place: Place, sender: str) -> tuple[str, ...]:
    key = _private_key(place, "CURVE_SECP256K1", "ADDRESS_FORMAT_COSMOS", "ADDRESS_FORMAT_UNCOMPRESSED")
    cosmos, uncompressed = (each["address"] for each in key["addresses"])
    by_id, by_address = (
        place.ask("cosmjs", client=sender, signWith=each) for each in (key["privateKeyId"], uncompressed)
    )
    assert by_id == by_address
    assert by_id.pop("address") == cosmos
    assert all(by_id.values()), by_id
    return (*by_id,)


def _solana(place: Place, sender: str) -> tuple[str, ...]:
    found = place.ask("solana", client=sender, address=_new_address(place, SOLANA))
    assert all(found.values()), found
    return (*found,)


def _keychain(place: Place, _: str) -> tuple[str, ...]:
    key = _private_key(place, "CURVE_ED25519", "ADDRESS_FORMAT_SOLANA")
    address = key["addresses"][0]["address"]
    found = place.ask("keychain", privateKeyId=key["privateKeyId"], address=address)
    assert all(found.values()), found
    return (*found,)


def _provider(place: Place, _: str) -> tuple[str, ...]:
    made = place.client.submit("create_wallet", walletName=new_name(), accounts=[ETHEREUM]).result
    found = place.ask("provider", walletId=made["walletId"])
    assert found.pop("accounts") == made["addresses"]
    return ("accounts", *_all_are(made["addresses"][0], found))


def _add_key(place: Place, public_key: str, curve: str) -> str:
    key = {"apiKeyName": "k", "publicKey": public_key, "curveType": f"API_KEY_CURVE_{curve}"}
    return new_user(place.client, apiKeys=[key])


def _wallet_stamper(place: Place, _: str) -> tuple[str, ...]:
    keys, curves = place.ask("walletKeys"), {"ethereum": "SECP256K1", "solana": "ED25519"}
    for wallet, curve in curves.items():
        user_id = _add_key(place, keys[wallet], curve)
        assert place.ask("walletStamper", wallet=wallet) == {"userId": user_id}
    return tuple(f"stamps by a wallet of {wallet.title()}" for wallet in curves)


def _indexed_db_stamper(place: Place, _: str) -> tuple[str, ...]:
    user_id = _add_key(place, place.ask("indexedDbKey")["publicKey"], "P256")
    assert place.ask("indexedDbStamper") == {"userId": user_id}
    return ("stamps by a key of Web Crypto",)


class SigningClient(NamedTuple):
    """A client: what uses it and checks what it did, who sends for it, and what checks the outcome."""

    package: str
    use: Callable[[Place, str], tuple[str, ...]]
    senders: tuple[str, ...]
    checked_by: str


_ALONE = ("",)
SIGNING_CLIENTS = {
    each.package: each
    for each in (
        SigningClient("@turnkey/viem", _viem, SENDERS, "viem recovers the account's address"),
        SigningClient("@turnkey/ethers", _ethers, SENDERS, "ethers recovers the account's address"),
        SigningClient(
            "@turnkey/eip-1193-provider",
            _provider,
            _ALONE,
            "viem recovers the account's address; of personal_sign, over the padded message, "
            "which is not what EIP-191 says",
        ),
        SigningClient("@turnkey/solana", _solana, SENDERS, "@solana/web3.js and Web Crypto verify it"),
        SigningClient("@solana/keychain-turnkey", _keychain, _ALONE, "Web Crypto verifies it"),
        SigningClient(
            "@turnkey/cosmjs",
            _cosmjs,
            SENDERS,
            "@cosmjs/crypto verifies it; over @turnkey/http, of the digest's hash: its chain would refuse it",
        ),
        SigningClient("@turnkey/wallet-stamper", _wallet_stamper, _ALONE, "whoami tells the user"),
        SigningClient("@turnkey/indexed-db-stamper", _indexed_db_stamper, _ALONE, "whoami tells the user"),
    )
}


def outcomes(package: str, place: Place) -> tuple[str, ...]:
    """Use a client; give what it did, which is the same whoever sends."""
    client = SIGNING_CLIENTS[package]
    done, *others = (client.use(place, sender) for sender in client.senders)
    assert all(each == done for each in others)
    return done


def section(found: dict[str, tuple[str, ...]]) -> str:
    """Write the part of the documentation about these clients."""
    locked = json.loads((HERE / "package.json").read_text())["dependencies"]
    lines = [
        f"| `{name}` | {locked[name]} | {', '.join(found[name])} | {client.checked_by} |"
        for name, client in SIGNING_CLIENTS.items()
    ]
    return "\n".join(
        [
            "## Clients that sign",
            "",
            "Unmodified too, over `@turnkey/http` and `@turnkey/sdk-server`.",
            "`tests/interop/test_signing_clients.py` runs them, and compares this table:",
            "",
            "| client | version | does | checked |",
            "|---|---|---|---|",
            *lines,
            "",
        ]
    )
