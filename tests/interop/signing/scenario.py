"""The table of the documentation: the observed behaviour of the clients that sign."""

import json
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
TABLE = HERE.parents[2] / "docs" / "local-service-clients.md"


class Client(NamedTuple):
    """A client, what it does in its test, what checks the outcome, and the name of its test."""

    package: str
    does: str
    checked_by: str
    test: str


_CLIENTS = (
    Client(
        "@turnkey/viem",
        "messages, typed data, authorizations; transactions: legacy, EIP-2930, 1559, 4844, 7702",
        "viem recovers the account's address",
        "viem",
    ),
    Client(
        "@turnkey/ethers",
        "messages, typed data; transactions: legacy, EIP-2930, 1559",
        "ethers recovers the account's address",
        "ethers",
    ),
    Client(
        "@turnkey/eip-1193-provider",
        "accounts, typed data, personal_sign (which signs the padded message, not as EIP-191 says)",
        "viem recovers the account's address",
        "eip_1193_provider",
    ),
    Client(
        "@turnkey/solana",
        "messages, one and several transactions, legacy and version 0",
        "@solana/web3.js and Web Crypto verify them",
        "solana",
    ),
    Client("@solana/keychain-turnkey", "messages, transactions", "Web Crypto verifies them", "keychain"),
    Client(
        "@turnkey/cosmjs",
        "signDirect (with @turnkey/http, of the digest's hash: its chain would refuse it)",
        "@cosmjs/crypto verifies it",
        "cosmjs",
    ),
    Client(
        "@turnkey/wallet-stamper",
        "stamps by wallets of Ethereum and Solana",
        "whoami tells the user",
        "wallet_stamper",
    ),
    Client(
        "@turnkey/indexed-db-stamper",
        "stamps by a key of Web Crypto",
        "whoami tells the user",
        "indexed_db_stamper",
    ),
)


def rows() -> tuple[Client, ...]:
    """The rows of the table."""
    return _CLIENTS


def section() -> str:
    """Write the part of the documentation about these clients."""
    locked = json.loads((HERE / "package.json").read_text())["dependencies"]
    lines = [
        f"| `{row.package}` | {locked[row.package]} | {row.does} | {row.checked_by} |" for row in _CLIENTS
    ]
    head = ["| client | version | does | checked |", "|---|---|---|---|"]
    return "\n".join(
        [
            "## Clients that sign",
            "",
            "Unmodified too, over `@turnkey/http` and `@turnkey/sdk-server`.",
            "`tests/interop/test_signing_clients.py` runs them:",
            "",
            *head,
            *lines,
            "",
        ]
    )
