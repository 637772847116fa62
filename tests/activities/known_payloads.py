"""Payloads of EIP-712 and EIP-7702 with the digests that ethers, viem and eth-account compute."""

import copy
import json
from typing import Any

EIP712, EIP7702 = "PAYLOAD_ENCODING_EIP712", "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION"


def _types(**declared: str) -> dict[str, list[dict[str, str]]]:
    """Write types as EIP-712 does, with the members of each separated by commas."""
    return {
        name: [{"name": each.split()[1], "type": each.split()[0]} for each in filter(None, text.split(","))]
        for name, text in declared.items()
    }


MAIL: dict[str, Any] = {
    "types": _types(
        EIP712Domain="string name,string version,uint256 chainId,address verifyingContract",
        Person="string name,address wallet",
        Mail="Person from,Person to,string contents",
    ),
    "primaryType": "Mail",
    "domain": {
        "name": "Ether Mail",
        "version": "1",
        "chainId": 1,
        "verifyingContract": "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC",
    },
    "message": {
        "from": {"name": "Cow", "wallet": "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"},
        "to": {"name": "Bob", "wallet": "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"},
        "contents": "Hello, Bob!",
    },
}
"""The example of EIP-712."""

MAIL_DIGEST = "be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2"

PERMIT: dict[str, Any] = {
    "types": _types(
        EIP712Domain="string name,uint256 chainId,address verifyingContract",
        PermitBatch="Tok[] permitted,address spender,uint256 nonce,int128 delta,bytes data,bytes4 tag,"
        "bool ok,uint8[2][] m",
        Tok="address token,uint256 amount",
    ),
    "primaryType": "PermitBatch",
    "domain": {
        "name": "Permit2",
        "chainId": 8453,
        "verifyingContract": "0x000000000022D473030F116dDEE9F6B43aC78BA3",
    },
    "message": {
        "permitted": [
            {"token": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "amount": str(2**256 - 1)},
            {"token": "0x6B175474E89094C44Da98b954EedeAC495271d0F", "amount": "0"},
        ],
        "spender": "0x279f28cbbf5bd83c568ff6b599420b473319c25f",
        "nonce": "12345678901234567890",
        "delta": -5,
        "data": "0xdeadbeef",
        "tag": "0x01020304",
        "ok": True,
        "m": [[1, 2], [3, 4]],
    },
}
PERMIT_DIGEST = "e69250fe1395bc2ef402b4822f4e97a7bf19f780ad61da07db2cb1e9a080ac54"

DELEGATE = "0x63c0c19a282a1b52b07dd5a65b58948a07dae32b"
AUTHORIZATIONS: tuple[tuple[dict[str, Any], str], ...] = (
    (
        {"address": DELEGATE, "chainId": 1, "nonce": 0},
        "f743228656c74db57ce53cafe32c6023a8aad310a4bcc217d125f9f7796520fc",
    ),
    (
        {"address": "0x" + "00" * 20, "chainId": 8453, "nonce": 127},
        "0004794db0f382383d69594d0dbddf5f9411e75fac223101fd73cb7ed8d62d11",
    ),
    (
        {"address": DELEGATE, "chainId": 8453, "nonce": 128},
        "b2d2e8593962dbbb66762ad30b03a97bf1f9c830a106de33eb39355f7efc5e6e",
    ),
    (
        {"address": DELEGATE, "chainId": 11155111, "nonce": str(2**64 - 2)},
        "ce6b30ca9ce84f82f9392eef933c462ff402bff6df890c78e2a306d231b30184",
    ),
)
ANY_CHAIN: dict[str, Any] = {"address": DELEGATE, "chainId": 0, "nonce": 0}
ANY_CHAIN_DIGEST = "b4ff7b6857b22e3633300af2872b99962166dc33c97abc9542452213ae051d19"


def changed(document: dict[str, Any], *path: str | int, to: object) -> dict[str, Any]:
    """Return a copy with the value at a path replaced, or added; ``...`` removes it."""
    copied = copy.deepcopy(document)
    *way, last = path
    place: Any = copied
    for step in way:
        place = place[step]
    if to is ...:
        del place[last]
    else:
        place[last] = to
    return copied


def without_domain_type() -> dict[str, Any]:
    """Return what viem's account sends without ``EIP712Domain``: it is bound to no chain."""
    return {**changed(MAIL, "types", "EIP712Domain", to=...), "domain": {}}


def one_member(kind: str, value: object, **declared: str) -> dict[str, Any]:
    """Return typed data with one member ``m`` of a type, and the types that it needs."""
    return {
        "types": _types(EIP712Domain="string name", Only=f"{kind} m", **declared),
        "primaryType": "Only",
        "domain": {"name": "x"},
        "message": {"m": value},
    }


def written(document: object) -> str:
    """Write JSON."""
    return json.dumps(document)
