"""Hostile bodies for every route of the local service, made from the types of its parameters.

    python -m tests.service.hostile_bodies --requests 1000

Most requests are valid but for one place, with ids that exist, so that they come far. No answer may be an
error of the service itself.
"""

import argparse
import copy
import json
import random
import sys
from collections.abc import Iterator
from datetime import datetime, timezone
from typing import Any

import msgspec

from sealwax import ApiKey, ApiKeyStamper, TargetKey
from sealwax.operations import OPERATIONS
from sealwax_service import LocalService
from sealwax_service.http.messages import ReceivedRequest
from sealwax_service.operations.auth_proxy import AUTH_PROXY
from sealwax_service.operations.queries import QUERIES
from sealwax_service.operations.submits import SUBMITS
from tests.conftest import SEED

_SERVER_ERROR = 500
# An allowlist, or another root quorum, may lock the root user out.
_LOCKED_OUT = {401, 403}
TARGET = TargetKey.from_private_key(b"\x08" * 32)

HOSTILE: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1 << 63,
    1 << 300,
    1e308,
    "",
    " ",
    "\0",
    "x",
    "0x",
    "\U0010ffff",
    "é" * 70,
    "9" * 30,
    "f" * 64,
    "04" + "ff" * 64,
    "m/44'/60'",
    "m/" + "9" * 30,
    "x" * 20_000,
    [],
    [[]],
    [None],
    {},
    {"": {}},
    {"a": [{"a": [{}]}]},
)

_WALLET_PATHS = ("m/44'/60'/0'/0/1", "m/0", "m/1'/2'/3", "m")


class Maker:
    """Makes values of the types of parameters: with ids, keys and addresses of a service."""

    def __init__(self, service: LocalService, dice: random.Random) -> None:
        self._dice = dice
        self._target = ApiKey.from_private_key(b"\x61" * 32)
        self._service = service

    def _texts(self, name: str) -> tuple[str, ...]:
        """Texts that a field of this name may have."""
        service, deployment = self._service, self._service._deployment
        organization = deployment.organization
        collections: dict[str, list[str]] = {
            "walletId": [*organization.wallets],
            "walletAccountId": [account.account_id for _, account in organization.accounts()],
            "privateKeyId": [*organization.private_keys],
            "userId": [*organization.users],
            "policyId": [*organization.policies],
            "activityId": [*organization.activities_by_id][-3:],
            "fingerprint": [*organization.activities][-3:],
            "endpointId": [*organization.webhook_endpoints],
            "userTagId": [*organization.user_tags],
            "privateKeyTagId": [*organization.private_key_tags],
            "signWith": [account.address for _, account in organization.accounts()],
            "address": [account.address for _, account in organization.accounts()],
            "encoding": [
                "PAYLOAD_ENCODING_HEXADECIMAL",
                "PAYLOAD_ENCODING_EIP712",
                "PAYLOAD_ENCODING_TEXT_UTF8",
            ],
            "hashFunction": ["HASH_FUNCTION_NO_OP", "HASH_FUNCTION_SHA256", "HASH_FUNCTION_NOT_APPLICABLE"],
            "type": ["TRANSACTION_TYPE_ETHEREUM", "TRANSACTION_TYPE_SOLANA"],
            "payload": ["5a" * 32, "{}", '{"types":{},"domain":{},"primaryType":"A","message":{}}'],
            "unsignedTransaction": ["02c0", "c0", "01" + "00" * 70],
            "path": [*_WALLET_PATHS],
            "email": ["root@example.com"],
            "contact": ["root@example.com", "+4912345678"],
            "userPhoneNumber": ["+4912345678"],
            "targetPublicKey": [TARGET.public_key],
            "publicKey": [self._target.public_key, service.api_key.public_key],
            "oidcToken": [service.oidc_token(self._target.public_key)],
            "smartContractInterface": ["[]", '{"types":[]}'],
            "condition": ["true", ""],
            "consensus": ["true", ""],
            "filterType": ["EMAIL", "NAME"],
            "ephemeralKey": ["04" * 65],
        }
        key = name[:1].lower() + name[1:]
        for known, values in collections.items():
            if values and key.lower().endswith((known.lower(), f"{known.lower()}s")):
                return tuple(values)
        return ("x", "60", "a@example.com")

    def make(self, kind: Any, name: str = "") -> Any:  # noqa: PLR0911 - one for each kind of type
        """Make a value of a type, for a field of a name."""
        dice, info = self._dice, msgspec.inspect
        if isinstance(kind, info.Metadata):
            return self.make(kind.type, name)
        if isinstance(kind, info.UnionType):
            return self.make(
                dice.choice([each for each in kind.types if not isinstance(each, info.NoneType)]), name
            )
        if isinstance(kind, info.LiteralType):
            return dice.choice(kind.values)
        if isinstance(kind, info.StructType):
            return {
                field.encode_name: self.make(field.type, field.encode_name)
                for field in kind.fields
                if field.required or dice.random() < 0.6
            }
        if isinstance(kind, info.VarTupleType | info.ListType | info.CollectionType):
            return [self.make(kind.item_type, name) for _ in range(dice.choice((0, 1, 1, 1, 2)))]
        if isinstance(kind, info.BoolType):
            return dice.random() < 0.5
        if isinstance(kind, info.IntType):
            return dice.choice((1, 1, 2, 6, 12))
        if isinstance(kind, info.StrType):
            return dice.choice(self._texts(name))
        return dice.choice(HOSTILE)


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield each place in JSON."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield (*at, key)
        yield from places(value[key], (*at, key))


def spoil(value: Any, dice: random.Random) -> Any:
    """Put something hostile into one place of JSON, or take the place away."""
    found, spoilt = [*places(value)], copy.deepcopy(value)
    if not found:
        return dice.choice(HOSTILE)
    *way, last = dice.choice(found)
    inner = spoilt
    for key in way:
        inner = inner[key]
    if isinstance(inner, dict) and dice.random() < 0.2:
        del inner[last]
    else:
        inner[last] = dice.choice(HOSTILE)
    return spoilt


def attack(service: LocalService, number: int, requests: int) -> dict[int, int]:
    """Send hostile requests to every route; count the answers by their status."""
    dice = random.Random(number)
    counts: dict[int, int] = {}
    routes = [("submit", name) for name in SUBMITS] + [("query", name) for name in QUERIES]
    routes += [("proxy", name) for name in AUTH_PROXY]
    maker, stamper = Maker(service, dice), ApiKeyStamper(service.api_key)
    for _ in range(requests):
        for prefix, name in routes:
            path, headers, body = _request(service, prefix, name, maker, dice)
            try:
                encoded = json.dumps(body).encode()
            except ValueError:
                continue
            if prefix != "proxy":
                headers |= {key.lower(): value for key, value in stamper.stamp(encoded).headers.items()}
            answer = service._deployment.router.answer(ReceivedRequest("POST", path, headers, encoded))
            assert answer.status < _SERVER_ERROR, (path, body)
            assert isinstance(json.loads(answer.content or b""), dict)
            counts[answer.status] = counts.get(answer.status, 0) + 1
            if answer.status in _LOCKED_OUT:
                service.reset()
    return counts


def _request(
    service: LocalService, prefix: str, name: str, maker: Maker, dice: random.Random
) -> tuple[str, dict[str, str], Any]:
    """Make a request to a route: its path, headers and body."""
    if prefix == "submit":
        version = dice.choice(SUBMITS[name].versions)
        reader = SUBMITS[name].handlers[version.type][0]
        kind = reader if isinstance(reader, type) else OPERATIONS[name]
        parameters = maker.make(msgspec.inspect.type_info(kind))
        now = int(datetime.now(timezone.utc).timestamp() * 1000)
        body = {
            "type": version.type,
            "timestampMs": str(now - dice.randrange(3_000_000)),
            "organizationId": service.organization_id,
            "parameters": spoil(parameters, dice) if dice.random() < 0.5 else parameters,
        }
        return f"/public/v1/submit/{name}", {}, spoil(body, dice) if dice.random() < 0.05 else body
    if prefix == "query":
        body = maker.make(msgspec.inspect.type_info(QUERIES[name].parameters))
        body["organizationId"] = service.organization_id
        body = spoil(body, dice) if dice.random() < 0.5 else body
        return f"/public/v1/query/{name}", {}, body
    body = maker.make(msgspec.inspect.type_info(AUTH_PROXY[name].parameters))
    headers = {"x-auth-proxy-config-id": service.configuration_id}
    return OPERATIONS[name].path(), headers, spoil(body, dice) if dice.random() < 0.7 else body


def main() -> None:
    """Attack as often as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=100, help="requests to each route")
    parser.add_argument("--number", type=int, default=1, help="the number of the attack, which determines it")
    given = parser.parse_args()
    with LocalService(SEED) as service:
        sys.stdout.write(f"answers by status: {attack(service, given.number, given.requests)}\n")


if __name__ == "__main__":
    main()
