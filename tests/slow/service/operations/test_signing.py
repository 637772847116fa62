"""The tests of ``tests/service/operations/test_signing.py`` that take long."""

from typing import Any

import pytest

from sealwax._crypto import libsecp256k1
from sealwax._crypto.points import SECP256K1
from sealwax.activities import SignatureResult
from tests.service.client import Client
from tests.service.operations import test_signing as quick
from tests.service.operations.test_signing import ACCOUNTS, DIGEST, HEX, NO_OP, NOT_APPLICABLE, TEXT

accounts = quick.accounts


SHA256, KECCAK256 = "HASH_FUNCTION_SHA256", "HASH_FUNCTION_KECCAK256"


@pytest.mark.parametrize(
    ("payload", "encoding", "hash_function"),
    [
        (DIGEST, HEX, NO_OP),
        (f"0x{DIGEST.upper()}", HEX, NO_OP),
        ("", HEX, SHA256),
        ("0x00ff", HEX, KECCAK256),
        ("grüße", TEXT, SHA256),
        ("x" * 32, TEXT, NO_OP),
        ("message", TEXT, KECCAK256),
        ("message", TEXT, NOT_APPLICABLE),
        ("", HEX, NOT_APPLICABLE),
        (DIGEST, HEX, NOT_APPLICABLE),
    ],
)
@pytest.mark.parametrize("number", range(len(ACCOUNTS)))
def test_what_is_signed_verifies_with_the_account(
    client: Client,
    accounts: list[dict[str, Any]],
    payload: str,
    encoding: str,
    hash_function: str,
    number: int,
) -> None:
    account = accounts[number]
    if account["curve"] == "CURVE_SECP256K1" and not libsecp256k1.HAS_LIBSECP256K1:
        pytest.skip("the extra secp256k1 is not installed")
    names = {"encoding": encoding, "hashFunction": hash_function}
    reply = client.submit("sign_raw_payload", signWith=account["address"], payload=payload, **names)
    if (hash_function == NOT_APPLICABLE) != (account["curve"] == "CURVE_ED25519"):
        assert reply.error == (400, "SEALWAX_INVALID_HASH_FUNCTION")
        return
    signature = reply.result
    assert {len(signature["r"]), len(signature["s"])} == {64}
    result = SignatureResult(**signature)
    verified = result.verify(
        payload,
        encoding=encoding,
        hash_function=hash_function,
        curve=account["curve"],
        public_key=account["publicKey"],
        address=account["address"],
        address_format=account["addressFormat"],
    )
    assert verified.public_key == account["publicKey"]
    if account["curve"] == "CURVE_SECP256K1":
        assert verified.v_checked
        assert verified.kind == "BIP340" or int(signature["s"], 16) <= SECP256K1.group_order // 2
    again = client.submit("sign_raw_payloads", signWith=account["address"], payloads=[payload] * 2, **names)
    assert again.result == {"signatures": [signature] * 2}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"signWith": "0x00"}, "SEALWAX_NOT_FOUND"),
        ({"encoding": "PAYLOAD_ENCODING_BASE64"}, "SEALWAX_INVALID_PAYLOAD_ENCODING"),
        ({"hashFunction": "HASH_FUNCTION_MD5"}, "SEALWAX_INVALID_HASH_FUNCTION"),
        ({"hashFunction": NOT_APPLICABLE}, "SEALWAX_INVALID_HASH_FUNCTION"),
        ({"payload": "zz"}, "SEALWAX_INVALID_PAYLOAD_ENCODING"),
        ({"payload": DIGEST + "00"}, "SEALWAX_INVALID_PAYLOAD_ENCODING"),
        ({"payload": DIGEST[2:]}, "SEALWAX_INVALID_PAYLOAD_ENCODING"),
        ({"payload": None}, "REQUEST_INVALID"),
        ({"signWith": ""}, "REQUEST_INVALID"),
    ],
)
def test_a_wrong_combination_is_its_error(client: Client, changes: dict[str, object], code: str) -> None:
    given = {"signWith": client.service.ids["privateKeyId"], "payload": DIGEST, "encoding": HEX}
    given |= {"hashFunction": NO_OP}
    assert client.submit("sign_raw_payload", **given).result
    assert client.submit("sign_raw_payload", **{**given, **changes}).error[1] == code
