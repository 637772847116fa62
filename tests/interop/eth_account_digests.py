"""Hashes payloads with eth-account, in its own environment: a JSON request a line, a JSON answer a line."""

import json
import sys

from eth_account.messages import encode_typed_data
from eth_utils.crypto import keccak
from rlp import encode as encode_rlp


def digest(kind: str, payload: str) -> str:
    """Return the digest of typed data or of an authorization."""
    document = json.loads(payload)
    if kind.endswith("EIP712"):
        message = encode_typed_data(full_message=document)
        return bytes(keccak(b"\x19" + message.version + message.header + message.body)).hex()
    items = [int(document["chainId"]), bytes.fromhex(document["address"][2:]), int(document["nonce"])]
    return bytes(keccak(b"\x05" + encode_rlp(items))).hex()


def main() -> None:
    """Answer the requests of the standard input."""
    for line in sys.stdin:
        answers: list[dict[str, object]] = []
        for kind, payload in json.loads(line)["payloads"]:
            try:
                answers.append({"result": {"digest": digest(kind, payload)}})
            except Exception as error:  # noqa: BLE001 - whatever the library raises is its answer
                answers.append({"error": f"{type(error).__name__}: {error}"})
        sys.stdout.write(json.dumps({"answers": answers}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
