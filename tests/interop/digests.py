"""Generated typed data and authorizations, hashed by ethers, viem, eth-account and this library.

``python -m tests.interop.digests --count 10000`` prints how many digests are equal, and why this library
refuses the rest. It fails if a digest differs, or if a refusal has a reason that is not in ``REASONS``. It
needs Node.js, npm and a package index.
"""

import argparse
import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from sealwax import SealwaxError
from sealwax.activities import payload_digest
from tests.interop.peer import Peer
from tests.interop.wallets.environment import install
from tools.support.nodejs import JsonProcess

PROGRAM = Path(__file__).with_name("eth_account_digests.py")
EIP712, EIP7702 = "PAYLOAD_ENCODING_EIP712", "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION"

REASONS = {
    "a domain without EIP712Domain": "no chain and no contract",
    "another order of EIP712Domain": "in this order",
    "an undeclared member": "is unknown",
    "a missing member": "is missing",
    "a number that JavaScript rounds": "must be an integer",
    "chain id 0": "chainId 0",
}
"""Why a payload is refused, by the words of the error: at most six reasons."""

_DOMAIN = {
    "name": ("string", "Permit2"),
    "version": ("string", "1"),
    "chainId": ("uint256", 8453),
    "verifyingContract": ("address", "0x000000000022D473030F116dDEE9F6B43aC78BA3"),
    "salt": ("bytes32", "0x" + "ab" * 32),
}


class Generator:
    """Generates payloads from a seed; about one in ten is one that this library refuses."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def typed_data(self) -> dict[str, Any]:
        """Generate typed data whose types are all used, and refer to later ones only."""
        structs: dict[str, list[dict[str, str]]] = {}
        names = self._random.sample(
            ["Mail", "Person", "Order", "a_1", "App:Approve"], self._random.randint(1, 4)
        )
        for place, name in enumerate(names):
            kinds = [self._kind(names[place + 2 :]) for _ in range(self._random.randint(0, 5))]
            # So that each type is used.
            kinds += names[place + 1 : place + 2]
            self._random.shuffle(kinds)
            structs[name] = [{"name": f"m{number}", "type": kind} for number, kind in enumerate(kinds)]
        members = [name for name in _DOMAIN if self._random.random() < 0.6] or ["name"]
        declared = [{"name": name, "type": _DOMAIN[name][0]} for name in members]
        document = {
            "types": {"EIP712Domain": declared, **structs},
            "domain": {name: _DOMAIN[name][1] for name in members},
            "primaryType": names[0],
            "message": self._value(names[0], structs),
        }
        return self._spoiled(document) if self._random.random() < 0.1 else document

    def authorization(self) -> dict[str, Any]:
        """Generate an authorization."""
        bits = self._random.choice([0, 1, 7, 8, 16, 53, 64, 256])
        chain_id, nonce = self._random.getrandbits(bits), self._random.getrandbits(min(bits, 64))
        address = "0x" + self._random.randbytes(20).hex()
        as_text = self._random.random() < 0.8
        return {
            "address": address,
            "chainId": str(chain_id) if as_text else chain_id,
            "nonce": str(nonce) if as_text else nonce,
        }

    def _kind(self, later: list[str]) -> str:
        bits = 8 * self._random.randint(1, 32)
        base = self._random.choice(
            ["address", "bool", "string", "bytes", f"bytes{bits // 8}", f"uint{bits}", f"int{bits}", *later]
        )
        return base + self._random.choice(["", "", "", "[]", "[2]", "[][]", "[1][]"])

    def _value(self, kind: str, structs: dict[str, list[dict[str, str]]]) -> object:
        if kind.endswith("]"):
            inner, _, length = kind[:-1].rpartition("[")
            count = int(length) if length else self._random.randint(0, 2)
            return [self._value(inner, structs) for _ in range(count)]
        if kind in structs:
            return {each["name"]: self._value(each["type"], structs) for each in structs[kind]}
        if kind in {"bool", "string"}:
            texts = ["", "hello", "Zoë 北京 🔑", "0x00", "1"]
            return self._random.choice([True, False] if kind == "bool" else texts)
        if kind.startswith(("address", "bytes")):
            size = 20 if kind == "address" else int(kind[5:] or self._random.randint(0, 40))
            return "0x" + self._random.randbytes(size).hex()
        signed, bits = kind.startswith("int"), int(kind.lstrip("uint"))
        number = self._random.getrandbits(self._random.choice([0, bits // 2, bits - signed]))
        number = -number if signed and self._random.random() < 0.5 else number
        return number if abs(number) < 2**53 and self._random.random() < 0.5 else str(number)

    def _spoiled(self, document: dict[str, Any]) -> dict[str, Any]:
        """Change typed data in a way that some libraries take."""
        way, types, message = self._random.randint(0, 3), document["types"], document["message"]
        if way == 0:
            del types["EIP712Domain"]
        elif way == 1:
            types["EIP712Domain"] = types["EIP712Domain"][::-1]
        elif way == 2 and message:
            del message[next(iter(message))]
        else:
            message["undeclared"] = 1
        return document


def compare(count: int, seed: int) -> Counter[str]:
    """Compare digests; return how many came out how.

    Args:
        count: How many payloads of each kind.
        seed: The seed of the generator.

    Raises:
        AssertionError: A digest differs, or a refusal has another reason.
    """
    generator = Generator(seed)
    payloads = [(EIP712, json.dumps(generator.typed_data())) for _ in range(count)]
    payloads += [(EIP7702, json.dumps(generator.authorization())) for _ in range(count)]
    outcomes: Counter[str] = Counter()
    peer = Peer()
    other = JsonProcess(install(), PROGRAM)
    try:
        names = {EIP712: "TypedData", EIP7702: "Authorization"}
        theirs = {
            library: peer.call_all(
                [(f"{library}{names[kind]}", {"payload": text}) for kind, text in payloads]
            )
            for library in ("ethers", "viem")
        }
        theirs["eth-account"] = other.ask({"payloads": payloads})["answers"]
    finally:
        peer.close()
        other.close()
    for place, (kind, text) in enumerate(payloads):
        try:
            ours = payload_digest(
                text, encoding=kind, hash_function="HASH_FUNCTION_NO_OP", curve="CURVE_SECP256K1"
            ).hex()
        except SealwaxError as error:
            reasons = [reason for reason, words in REASONS.items() if words in str(error)]
            if not reasons:
                raise AssertionError(f"refused for another reason: {error}: {text}") from error
            outcomes[f"{kind}: refused: {reasons[0]}"] += 1
            continue
        for library, answers in theirs.items():
            answer = answers[place]
            assert answer.get("result", {}).get("digest") == ours, (library, answer, ours, text)
        outcomes[f"{kind}: equal"] += 1
    return outcomes


def main() -> None:
    """Run on this process's arguments."""
    parser = argparse.ArgumentParser(prog="python -m tests.interop.digests")
    parser.add_argument("--count", type=int, default=10_000, help="how many of each kind (default: 10000)")
    parser.add_argument("--seed", type=int, default=1, help="the seed (default: 1)")
    arguments = parser.parse_args()
    for outcome, count in sorted(compare(arguments.count, arguments.seed).items()):
        sys.stdout.write(f"{count}\t{outcome}\n")


if __name__ == "__main__":
    main()
