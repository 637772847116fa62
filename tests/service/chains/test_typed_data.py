"""Typed data as deployed clients send it is signed, and the request's log says what is wrong with it."""

import json
from typing import Any

import pytest

from sealwax.activities import SignatureResult, payload_digest
from tests.service.client import Client

DOMAIN = {"name": "n", "chainId": 1, "verifyingContract": "0x" + "11" * 20}
TYPES: dict[str, Any] = {
    "EIP712Domain": [
        {"name": "name", "type": "string"},
        {"name": "chainId", "type": "uint256"},
        {"name": "verifyingContract", "type": "address"},
    ],
    "Item": [{"name": "label", "type": "string"}],
    "Order": [
        {"name": "to", "type": "address"},
        {"name": "items", "type": "Item[]"},
        {"name": "grid", "type": "uint8[2][]"},
    ],
}
MESSAGE = {"to": "0x" + "22" * 20, "items": [{"label": "a"}, {"label": "b"}], "grid": [[1, 2]]}
DATA = {"types": TYPES, "domain": DOMAIN, "primaryType": "Order", "message": MESSAGE}
NAMES = {"encoding": "PAYLOAD_ENCODING_EIP712", "hashFunction": "HASH_FUNCTION_NO_OP"}
WITHOUT_DOMAIN = {name: members for name, members in TYPES.items() if name != "EIP712Domain"}


def digest_of(data: dict[str, Any]) -> str:
    return payload_digest(
        json.dumps(data),
        encoding=NAMES["encoding"],
        hash_function=NAMES["hashFunction"],
        curve="CURVE_SECP256K1",
    ).hex()


def sign(client: Client, data: object) -> tuple[str, list[str]]:
    """Sign typed data; give which digest the account signed, and what the log says."""
    key_id, payload = client.service.ids["privateKeyId"], json.dumps(data)
    reply = client.submit("sign_raw_payload", signWith=key_id, payload=payload, **NAMES)
    return SignatureResult(**reply.result).to_ethereum().hex(), client.service.requests[-1].notes


def signed_digest(client: Client, digest: str) -> str:
    given = {"encoding": "PAYLOAD_ENCODING_HEXADECIMAL", "hashFunction": "HASH_FUNCTION_NO_OP"}
    key_id = client.service.ids["privateKeyId"]
    result = client.submit("sign_raw_payload", signWith=key_id, payload=digest, **given).result
    return SignatureResult(**result).to_ethereum().hex()


def test_what_is_right_is_signed_without_a_note(client: Client) -> None:
    assert sign(client, DATA) == (signed_digest(client, digest_of(DATA)), [])


@pytest.mark.parametrize("types", [WITHOUT_DOMAIN, {**TYPES, "EIP712Domain": []}])
def test_with_an_empty_domain(client: Client, types: dict[str, Any]) -> None:
    """viem sends this where signTypedData of the account is called without EIP712Domain."""
    signature, notes = sign(client, {**DATA, "types": types, "domain": {}})
    assert "bound to no chain" in notes[-1]
    assert signature != signed_digest(client, digest_of(DATA))


def test_members_that_are_not_declared_are_not_signed(client: Client) -> None:
    message = {**MESSAGE, "extra": 1, "items": [{"label": "a", "more": {}}, {"label": "b"}]}
    signature, notes = sign(client, {**DATA, "message": message, "domain": {**DOMAIN, "version": "1"}})
    assert signature == signed_digest(client, digest_of(DATA))
    assert len(notes) == 3
    assert all("no type declares" in note for note in notes)


@pytest.mark.parametrize("payload", ["", "{", "[]", "1", '"x"'])
def test_what_is_not_typed_data_is_refused(client: Client, payload: str) -> None:
    key_id = client.service.ids["privateKeyId"]
    reply = client.submit("sign_raw_payload", signWith=key_id, payload=payload, **NAMES)
    assert reply.error == (400, "SEALWAX_INVALID_PAYLOAD_ENCODING")


def test_another_hash_function(client: Client) -> None:
    names = {**NAMES, "hashFunction": "HASH_FUNCTION_SHA256"}
    given = {"signWith": client.service.ids["privateKeyId"], "payload": json.dumps(DATA)}
    reply = client.submit("sign_raw_payload", **given, **names)
    assert reply.error == (400, "SEALWAX_INVALID_PAYLOAD_ENCODING")


def test_an_authorization_for_any_chain(client: Client) -> None:
    payload = json.dumps({"address": "0x" + "11" * 20, "chainId": 0, "nonce": 1})
    given = {"encoding": "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION", "hashFunction": "HASH_FUNCTION_NO_OP"}
    key_id = client.service.ids["privateKeyId"]
    result = client.submit("sign_raw_payload", signWith=key_id, payload=payload, **given).result
    digest = payload_digest(
        payload,
        encoding=given["encoding"],
        hash_function=given["hashFunction"],
        curve="CURVE_SECP256K1",
        allow_any_chain=True,
    )
    assert SignatureResult(**result).to_ethereum().hex() == signed_digest(client, digest.hex())
