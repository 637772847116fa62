"""The service's signatures verify with the account's address, by this library."""

from typing import Any

import pytest

from sealwax import ApiKey
from sealwax._crypto import libsecp256k1
from sealwax.activities import SignatureResult
from sealwax.errors import install_command
from sealwax_service.chains.signatures import is_address
from tests.service.client import Client

TEXT, HEX = "PAYLOAD_ENCODING_TEXT_UTF8", "PAYLOAD_ENCODING_HEXADECIMAL"
NO_OP, NOT_APPLICABLE = "HASH_FUNCTION_NO_OP", "HASH_FUNCTION_NOT_APPLICABLE"
DIGEST = "5a" * 32

ACCOUNTS = [
    {
        "curve": curve,
        "pathFormat": "PATH_FORMAT_BIP32",
        "path": f"m/{number}'",
        "addressFormat": address_format,
    }
    for number, (curve, address_format) in enumerate(
        [
            ("CURVE_SECP256K1", "ADDRESS_FORMAT_ETHEREUM"),
            ("CURVE_SECP256K1", "ADDRESS_FORMAT_UNCOMPRESSED"),
            ("CURVE_SECP256K1", "ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH"),
            ("CURVE_SECP256K1", "ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR"),
            ("CURVE_SECP256K1", "ADDRESS_FORMAT_SPARK_MAINNET"),
            ("CURVE_ED25519", "ADDRESS_FORMAT_SOLANA"),
            ("CURVE_ED25519", "ADDRESS_FORMAT_COMPRESSED"),
            ("CURVE_P256", "ADDRESS_FORMAT_COMPRESSED"),
        ]
    )
]


@pytest.fixture
def accounts(client: Client) -> list[dict[str, Any]]:
    made = client.submit("create_wallet", walletName="s", accounts=ACCOUNTS).result
    found: list[dict[str, Any]] = client.query("list_wallet_accounts", walletId=made["walletId"])["accounts"]
    return found


def account_of(accounts: list[dict[str, Any]], curve: str) -> dict[str, Any]:
    return next(each for each in accounts if each["curve"] == curve)


def test_payloads_are_signed_in_order(client: Client, accounts: list[dict[str, Any]]) -> None:
    account = account_of(accounts, "CURVE_ED25519")
    names = {"encoding": TEXT, "hashFunction": NOT_APPLICABLE}
    payloads = ["a", "b", "c"]
    signed = client.submit(
        "sign_raw_payloads", signWith=account["address"], payloads=payloads, **names
    ).result
    for payload, signature in zip(payloads, signed["signatures"], strict=True):
        one = client.submit("sign_raw_payload", signWith=account["address"], payload=payload, **names).result
        assert one == signature
    none = client.submit("sign_raw_payloads", signWith=account["address"], payloads=[], **names)
    assert none.result == {"signatures": []}


def test_every_name_of_a_key(client: Client) -> None:
    key = client.private_key()
    (address,) = (each["address"] for each in key["addresses"])
    names = {"payload": DIGEST, "encoding": HEX, "hashFunction": NO_OP}
    signed = client.submit("sign_raw_payload", signWith=address, **names).result
    for name in (address.lower(), f"0x{address[2:].upper()}", key["privateKeyId"]):
        assert client.submit("sign_raw_payload", signWith=name, **names).result == signed
    old = client.body(
        "sign_raw_payload",
        {"privateKeyId": key["privateKeyId"], **names},
        type="ACTIVITY_TYPE_SIGN_RAW_PAYLOAD",
    )
    activity = client.post("sign_raw_payload", old).activity
    assert activity["result"] == {"signRawPayloadResult": signed}
    assert [*activity["intent"]] == ["signRawPayloadIntent"]


def test_text_that_is_not_hex_is_compared_as_it_is(client: Client, accounts: list[dict[str, Any]]) -> None:
    names = {"payload": "m", "encoding": TEXT, "hashFunction": NOT_APPLICABLE}
    address = account_of(accounts, "CURVE_ED25519")["address"]
    assert address.swapcase() != address
    assert client.submit("sign_raw_payload", signWith=address.swapcase(), **names).error == (
        404,
        "SEALWAX_NOT_FOUND",
    )


def test_a_key_of_another_organization_signs_nothing(client: Client) -> None:
    key_id = client.service.ids["privateKeyId"]
    root = ApiKey.from_private_key(b"\x09" * 32)
    key = {"apiKeyName": "k", "publicKey": root.public_key, "curveType": "API_KEY_CURVE_P256"}
    user = {"userName": "r", "apiKeys": [key], "authenticators": [], "oauthProviders": []}
    made = client.submit(
        "create_sub_organization", subOrganizationName="s", rootUsers=[user], rootQuorumThreshold=1
    ).result
    sub = client.with_key(root)
    sub.organization_id = made["subOrganizationId"]
    names = {"payload": DIGEST, "encoding": HEX, "hashFunction": NO_OP}
    assert sub.submit("sign_raw_payload", signWith=key_id, **names).error == (404, "SEALWAX_NOT_FOUND")


def test_without_libsecp256k1_the_signatures_are_the_same(
    client: Client, accounts: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    address = accounts[0]["address"]
    names = {"encoding": HEX, "hashFunction": NO_OP}
    payloads = [f"{number:064x}" for number in range(8)]
    signed = client.submit("sign_raw_payloads", signWith=address, payloads=payloads, **names).result
    assert {each["v"] for each in signed["signatures"]} == {"00", "01"}
    monkeypatch.setattr(libsecp256k1, "HAS_LIBSECP256K1", False)
    again = client.submit("sign_raw_payloads", signWith=address, payloads=payloads, **names).result
    assert again == signed
    reply = client.submit("sign_raw_payload", signWith=accounts[3]["address"], payload=DIGEST, **names)
    assert reply.error == (400, "REQUEST_INVALID")
    assert f"{install_command('secp256k1')}" in reply.body["message"]


@pytest.mark.skipif(not libsecp256k1.HAS_LIBSECP256K1, reason="the extra secp256k1 is not installed")
def test_both_parities_of_a_taproot_key(client: Client) -> None:
    """The tweak negates a key whose y is odd."""
    paths = [{**ACCOUNTS[3], "path": f"m/{number}"} for number in range(6)]
    made = client.submit("create_wallet", walletName="t", accounts=paths).result
    parities = set()
    for account in client.query("list_wallet_accounts", walletId=made["walletId"])["accounts"]:
        signed = client.submit(
            "sign_raw_payload", signWith=account["address"], payload=DIGEST, encoding=HEX, hashFunction=NO_OP
        ).result
        parities.add(account["publicKey"][:2])
        SignatureResult(**signed).verify(
            DIGEST,
            encoding=HEX,
            hash_function=NO_OP,
            public_key=account["publicKey"],
            address=account["address"],
            address_format=account["addressFormat"],
        )
    assert parities == {"02", "03"}


@pytest.mark.parametrize(
    ("given", "address", "is_same"),
    [
        ("0xAB", "0xab", True),
        ("ab", "AB", True),
        ("0xab", "0xac", False),
        ("9xA", "9xA", True),
        ("9xA", "9xa", False),
    ],
)
def test_case_matters_in_addresses_that_are_not_hex(given: str, address: str, is_same: bool) -> None:
    assert is_address(given, address) is is_same
