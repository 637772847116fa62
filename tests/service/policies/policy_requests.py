"""An organization, and requests to it as policies know them."""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from solders.hash import Hash
from solders.instruction import Instruction
from solders.message import Message, MessageV0
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.transaction import VersionedTransaction

from sealwax._codec.base64url import encode_base64url
from sealwax._codec.rlp import Rlp, encode_rlp
from sealwax_service.chains.ethereum import ETHEREUM, TYPES
from sealwax_service.chains.solana import SOLANA
from sealwax_service.deployment import Deployment
from sealwax_service.policies.deciding import decide
from sealwax_service.policies.request_facts import Facts, request_facts
from sealwax_service.policies.validation import check_expressions
from sealwax_service.seeding.additions import Addition, add
from sealwax_service.state.outcomes import Decision
from sealwax_service.state.records import ApiKeyRecord, Approval, Organization, Passkey, Policy, User
from tests.conftest import SEED
from tests.service.chains.test_ethereum import VALUES

# Two users have one of the tags, one has both, and one has none.
USERS = (("alice", "S"), ("bob", "O"), ("carol", "S", "O"), ("dave",))

TO = "0xdac17f958d2ee523a2206206994597c13d831ec7"


def _parameter(name: str, kind: str, *components: object) -> dict[str, object]:
    return {"name": name, "type": kind, "components": components}


ABI = [
    {"type": "event", "name": "Transfer", "inputs": []},
    {
        "type": "function",
        "name": "transfer",
        "inputs": [_parameter("dst", "address"), _parameter("wad", "uint256")],
    },
    {
        "type": "function",
        "name": "executeBatch",
        "inputs": [
            _parameter(
                "calls",
                "tuple[]",
                _parameter("target", "address"),
                _parameter("value", "uint256"),
                _parameter("data", "bytes"),
            )
        ],
    },
    {"type": "function", "name": "disperse", "inputs": [_parameter("recipients", "address[]")]},
]
"""The interface of the contract at ``TO``."""


class Requests:
    """Requests to an organization with a wallet account, and with private keys of Ethereum and of Solana."""

    def __init__(self) -> None:
        self.deployment = Deployment(SEED)
        self.organization: Organization = self.deployment.organization
        self.wallet = next(iter(self.organization.wallets.values()))
        self.account = self.wallet.accounts[0]
        self.ethereum = self._add(
            Addition(
                kind="private_key",
                name="Ethereum",
                curve="CURVE_SECP256K1",
                address_formats=["ADDRESS_FORMAT_ETHEREUM"],
            )
        )
        self.solana = self._add(
            Addition(
                kind="private_key",
                name="Solana",
                curve="CURVE_ED25519",
                address_formats=["ADDRESS_FORMAT_SOLANA"],
            )
        )
        self.organization.records["smart_contract_interfaces"] = {
            str(number): {
                "smartContractAddress": address,
                "smartContractInterface": json.dumps(abi),
                "type": f"SMART_CONTRACT_INTERFACE_TYPE_{kind}",
            }
            for number, (address, abi, kind) in enumerate(
                (
                    (TO, ABI, "SOLANA"),
                    (f"0x{'11' * 20}", ABI, "ETHEREUM"),
                    (TO, [], "ETHEREUM"),
                    (TO.upper().replace("X", "x"), ABI, "ETHEREUM"),
                )
            )
        }
        self.users = {name: self._add_user(name, *tags) for name, *tags in USERS}

    def _add(self, wanted: Addition) -> str:
        return add(self.deployment.provisioner, self.organization, wanted)

    def _add_user(self, name: str, *tags: str) -> User:
        user = self.organization.users[self._add(Addition(kind="user", name=name))]
        user.tag_ids = [*tags]
        now = self.deployment.now()
        user.api_keys = [ApiKeyRecord(f"key-of-{name}", name, f"02{name}", "p256", now)]
        key = f"passkey of {name}".encode()
        user.passkeys = [Passkey(f"passkey-of-{name}", name, key, key, "", "", [], b"", now)]
        return user

    def approval(self, name: str, *, by_passkey: bool = False) -> Approval:
        """An approval of a user, with the API key or with the passkey."""
        user = self.users[name]
        passkey = encode_base64url(user.passkeys[0].public_key)
        return Approval(user, passkey if by_passkey else user.api_keys[0].public_key)

    def decide(
        self, facts: Facts | tuple[Facts, ...], *approvers: str, by_passkey: bool = False, **policy: str
    ) -> Decision:
        """Decide on a request with a single policy, or with those that the organization has."""
        now = self.deployment.now()
        if policy:
            fields = {"effect": "EFFECT_ALLOW", "condition": "", "consensus": "", **policy}
            only = Policy("policy", "Policy", **fields, notes="", created_at=now, updated_at=now)
            check_expressions(only, strict=False)
            self.organization.policies = {only.policy_id: only}
        approvals = [self.approval(name, by_passkey=by_passkey) for name in approvers]
        return decide(self.organization, facts if isinstance(facts, tuple) else [facts], approvals)

    def address(self, key_id: str) -> str:
        """The address of a private key."""
        return self.organization.private_keys[key_id].addresses[0][1]

    def facts(self, operation: str, submitted: Mapping[str, Any], version: str = "") -> Facts:
        """The facts of a request of a version, such as V2."""
        activity_type = "_".join(filter(None, ("ACTIVITY_TYPE", operation.upper(), version)))
        (facts,) = request_facts(self.organization, operation, activity_type, submitted)
        return facts

    def sign_payloads(self, *payloads: object, encoding: str = "EIP712") -> tuple[Facts, ...]:
        """A request to sign payloads, with the facts of each."""
        given = {
            "signWith": self.sign_with(),
            "payloads": [each if isinstance(each, str) else json.dumps(each) for each in payloads],
            "encoding": f"PAYLOAD_ENCODING_{encoding}",
            "hashFunction": "HASH_FUNCTION_NO_OP",
        }
        operation = "sign_raw_payloads"
        return request_facts(self.organization, operation, f"ACTIVITY_TYPE_{operation.upper()}", given)

    def sign_with(self) -> str:
        return self.account.address

    def sign_ethereum(
        self,
        kind: int = 2,
        sign_with: str | None = None,
        changes: Mapping[str, Rlp] = MappingProxyType({}),
    ) -> Facts:
        """A request to sign a transaction; ``changes`` are some of its items."""
        legacy = ("nonce", "gasPrice", "gasLimit", "to", "value", "data")
        fields = {"to": bytes.fromhex(TO[2:]), **changes}
        items = [fields.get(name, VALUES[name]) for name in (TYPES[kind] if kind else legacy)]
        unsigned = (bytes([kind]) if kind else b"") + encode_rlp(items)
        return self.sign_transaction(ETHEREUM, unsigned, sign_with or self.sign_with())

    def sign_solana(self, instructions: Sequence[Instruction], lookups: Sequence[Any] = ()) -> Facts:
        """A request to sign a transaction, of version 0 if it has lookup tables."""
        payer, blockhash = Pubkey.from_string(self.address(self.solana)), Hash.default()
        message: Message | MessageV0
        if lookups:
            message = MessageV0.try_compile(payer, instructions, [*lookups], blockhash)
        else:
            message = Message.new_with_blockhash(instructions, payer, blockhash)
        signatures = [Signature.default()] * message.header.num_required_signatures
        unsigned = bytes(VersionedTransaction.populate(message, signatures))
        return self.sign_transaction(SOLANA, unsigned, self.solana)

    def sign_transaction(self, kind: str, unsigned: bytes, sign_with: str) -> Facts:
        given = {"signWith": sign_with, "unsignedTransaction": unsigned.hex(), "type": kind}
        return self.facts("sign_transaction", given, "V2")

    def sign_payload(self, payload: object, encoding: str, hash_function: str = "NO_OP") -> Facts:
        given = {
            "signWith": self.sign_with(),
            "payload": payload if isinstance(payload, str) else json.dumps(payload),
            "encoding": f"PAYLOAD_ENCODING_{encoding}",
            "hashFunction": f"HASH_FUNCTION_{hash_function}",
        }
        return self.facts("sign_raw_payload", given, "V2")
