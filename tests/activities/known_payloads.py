"""Payloads of EIP-712 and EIP-7702 with the digests that ethers, viem and eth-account compute."""

import copy
import json
from typing import Any

from sealwax_vectors.makers.payload_digests import (
    ANY_CHAIN,
    ANY_CHAIN_DIGEST,
    DELEGATE,
    PERMIT,
    PERMIT_DIGEST,
)
from sealwax_vectors.makers.payload_digests import AUTHORIZATIONS as CASES

__all__ = [
    "ANY_CHAIN",
    "ANY_CHAIN_DIGEST",
    "AUTHORIZATIONS",
    "DELEGATE",
    "EIP712",
    "EIP7702",
    "MAIL",
    "MAIL_DIGEST",
    "PERMIT",
    "PERMIT_DIGEST",
    "changed",
    "one_member",
    "without_domain_type",
    "written",
]

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

AUTHORIZATIONS = tuple((payload, digest) for _, payload, digest in CASES)
"""Authorizations and their digests."""


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
