"""The facts of requests and of approvals that policies can read."""

import json
from typing import Any

import pytest
from solders.address_lookup_table_account import AddressLookupTableAccount
from solders.instruction import AccountMeta, Instruction
from solders.pubkey import Pubkey

from sealwax_service._limits import MAX_PAYLOADS
from sealwax_service.api_errors import ApiError
from sealwax_service.chains.ethereum import ETHEREUM
from sealwax_service.chains.solana import SOLANA
from sealwax_service.policies import deciding
from sealwax_service.policies.evaluation import evaluate
from sealwax_service.policies.language import parse
from sealwax_service.policies.request_facts import Facts, approval_facts
from sealwax_service.state.outcomes import (
    ALLOW,
    DENY_EXPLICIT,
    DENY_IMPLICIT,
    ERROR,
    REQUIRES_CONSENSUS,
    Verdict,
)
from tests.service.policies.policy_requests import TO, Requests

PROGRAM, TABLE, LAST = (Pubkey.from_bytes(bytes([number]) * 32) for number in (1, 2, 3))
TOKEN, TOKEN_2022 = map(
    Pubkey.from_string,
    ("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"),
)
SYSTEM = Pubkey.from_string("11111111111111111111111111111111")


@pytest.fixture(scope="module")
def requests() -> Requests:
    return Requests()


def read(facts: Facts, path: str) -> Any:
    value: Any = facts
    for name in path.split("."):
        value = value[name]
    return value


class TestEthereum:
    @pytest.mark.parametrize(
        ("kind", "name", "more"),
        [
            (0, "LEGACY", {"gas_price": 20_000_000_000}),
            (1, "TYPE_1", {"gas_price": 20_000_000_000, "chain_id": 11155111}),
            (2, "TYPE_2", {"gas_price": 256, "max_fee_per_gas": 256, "max_priority_fee_per_gas": 0}),
            (3, "TYPE_3", {"gas_price": 256, "max_fee_per_blob_gas": 1}),
            (4, "TYPE_4", {"gas_price": 256, "chain_id": 11155111}),
        ],
    )
    def test_each_type(self, requests: Requests, kind: int, name: str, more: dict[str, int]) -> None:
        transaction = read(requests.sign_ethereum(kind), "eth.tx")
        common = {"to": TO, "data": "0x000102", "value": 10**18, "gas": 21000, "nonce": 9, "type": name}
        assert {**common, **more}.items() <= transaction.items()
        assert transaction["from"] == requests.account.address.lower()
        assert ("max_fee_per_gas" in transaction) == (kind > 1)

    def test_a_creation_has_an_empty_to(self, requests: Requests) -> None:
        facts = requests.sign_ethereum(changes={"to": b"", "data": b""})
        assert (read(facts, "eth.tx.to"), read(facts, "eth.tx.data")) == ("", "0x")

    @pytest.mark.parametrize(
        ("kind", "unsigned", "key"),
        [
            (ETHEREUM, b"\2", "account"),
            (SOLANA, b"\2", "solana"),
            ("TRANSACTION_TYPE_TRON", b"\2", "account"),
            (ETHEREUM, b"", "unknown"),
        ],
    )
    def test_what_cannot_be_read_has_no_facts(
        self, requests: Requests, kind: str, unsigned: bytes, key: str
    ) -> None:
        keys = {"account": requests.sign_with(), "solana": requests.solana, "unknown": "unknown"}
        facts = requests.sign_transaction(kind, unsigned, keys[key])
        assert (facts["eth"], facts["solana"]) == ({}, {})
        assert ("wallet" in facts, "private_key" in facts) == (key == "account", key == "solana")
        assert requests.decide(facts, "dave", condition="eth.tx.nonce == 0").policies[0].outcome == ERROR


class TestSolana:
    def sign(self, requests: Requests, *instructions: Instruction) -> Any:
        table = AddressLookupTableAccount(TABLE, [SYSTEM, Pubkey.from_bytes(b"\5" * 32), LAST])
        return read(requests.sign_solana([*instructions], [table]), "solana.tx")

    def test_accounts_and_lookups(self, requests: Requests) -> None:
        payer = Pubkey.from_string(requests.address(requests.solana))
        metas = [
            AccountMeta(payer, is_signer=True, is_writable=True),
            AccountMeta(PROGRAM, is_signer=False, is_writable=False),
            AccountMeta(LAST, is_signer=False, is_writable=True),
            AccountMeta(Pubkey.from_bytes(b"\5" * 32), is_signer=False, is_writable=False),
        ]
        transaction = self.sign(requests, Instruction(PROGRAM, b"\xab", metas))
        assert transaction["static_account_keys"] == [str(payer), str(PROGRAM)]
        assert transaction["account_keys"] == transaction["static_account_keys"]
        (instruction,) = transaction["instructions"]
        assert instruction["instruction_data_hex"] == "ab"
        assert instruction["accounts"] == [
            {"account_key": str(payer), "signer": True, "writable": True},
            {"account_key": str(PROGRAM), "signer": False, "writable": False},
            {"account_key": "ADDRESS_TABLE_LOOKUP", "signer": False, "writable": True},
            {"account_key": "ADDRESS_TABLE_LOOKUP", "signer": False, "writable": False},
        ]
        references = [
            {"address_table_key": str(TABLE), "index": 2, "writable": True},
            {"address_table_key": str(TABLE), "index": 1, "writable": False},
        ]
        assert instruction["address_table_lookups"] == references
        assert transaction["address_table_lookup_references"] == references
        assert transaction["address_table_lookups"] == [
            {"address_table_key": str(TABLE), "writable_indexes": [2], "readonly_indexes": [1]}
        ]

    @pytest.mark.parametrize(
        ("program", "data", "accounts", "found"),
        [
            (TOKEN_2022, b"\x1a\1" + bytes([9]) + bytes(16), 4, {"token_mint": str(PROGRAM), "amount": 9}),
            (TOKEN_2022, b"\x0c" + bytes([9]) + bytes(8), 4, {"token_mint": str(PROGRAM), "amount": 9}),
            (TOKEN, b"\3" + bytes([9]) + bytes(7), 3, {"token_mint": "", "amount": 9}),
            # Near misses: another program, another length, an account too few.
            (TOKEN, b"\x1a\1" + bytes([9]) + bytes(16), 4, None),
            (PROGRAM, b"\3" + bytes([9]) + bytes(7), 3, None),
            (TOKEN, b"\3" + bytes([9]) + bytes(8), 3, None),
            (TOKEN, b"\3" + bytes([9]) + bytes(7), 2, None),
            (TOKEN, b"\4" + bytes([9]) + bytes(7), 3, None),
            (SYSTEM, b"\3\0\0\0" + bytes(8), 2, None),
            (SYSTEM, b"\2\0\0\0" + bytes(8), 1, None),
        ],
    )
    def test_transfers(
        self, requests: Requests, program: Pubkey, data: bytes, accounts: int, found: dict[str, object] | None
    ) -> None:
        payer = Pubkey.from_string(requests.address(requests.solana))
        given = [payer, PROGRAM, TABLE, payer][:accounts]
        metas = [AccountMeta(each, is_signer=each == payer, is_writable=True) for each in given]
        transaction = self.sign(requests, Instruction(program, data, metas))
        assert transaction["transfers"] == []
        if found is None:
            assert transaction["spl_transfers"] == []
        else:
            (transfer,) = transaction["spl_transfers"]
            assert found.items() <= transfer.items()
            assert (transfer["from"], transfer["signers"]) == (str(payer), [])


class TestTypedData:
    def payload(
        self, members: dict[str, str], message: dict[str, object], **domain: object
    ) -> dict[str, Any]:
        kinds = {
            "name": "string",
            "version": "string",
            "chainId": "uint256",
            "verifyingContract": "address",
            "salt": "bytes32",
        }
        return {
            "types": {
                "EIP712Domain": [
                    {"name": name, "type": kind} for name, kind in kinds.items() if name in domain
                ],
                "Inner": [{"name": "data", "type": "bytes"}],
                "Message": [{"name": name, "type": kind} for name, kind in members.items()],
            },
            "primaryType": "Message",
            "domain": domain,
            "message": message,
        }

    def test_values_have_their_declared_types(self, requests: Requests) -> None:
        members = {
            "small": "int8",
            "negative": "int256",
            "beyond": "int256",
            "large": "uint256",
            "hex": "uint256",
            "text": "string",
            "flag": "bool",
            "to": "address",
            "inner": "Inner[1][]",
        }
        message = {
            "small": -5,
            "negative": str(-(2**127)),
            "beyond": str(2**127),
            "large": str(2**256 - 1),
            "hex": "0xFf",
            "text": "0xAB",
            "flag": True,
            "to": TO.upper().replace("X", "x"),
            "inner": [[{"data": "0xAB"}]],
        }
        domain = {
            "name": "N",
            "version": "1",
            "chainId": 1,
            "verifyingContract": TO,
            "salt": "0x" + "00" * 32,
        }
        data = read(requests.sign_payload(self.payload(members, message, **domain), "EIP712"), "eth.eip_712")
        assert data == {
            "primary_type": "Message",
            "domain": {"name": "N", "version": "1", "chain_id": 1, "verifying_contract": TO},
            "message": {
                "small": -5,
                "negative": -(2**127),
                "beyond": {},
                "large": 2**256 - 1,
                "hex": 255,
                "text": "0xAB",
                "flag": True,
                "to": TO,
                "inner": [[{"data": "0xab"}]],
            },
        }

    def test_what_is_not_signed_is_not_seen(self, requests: Requests) -> None:
        payload = self.payload({"n": "uint8"}, {"n": 1, "undeclared": 2}, name="N", chainId=5)
        del payload["types"]["EIP712Domain"]
        data = read(requests.sign_payload(payload, "EIP712"), "eth.eip_712")
        assert (data["message"], data["domain"]) == ({"n": 1}, {"name": "N", "chain_id": 5})

    @pytest.mark.parametrize("payload", ["", "{}", "[]", '{"types": {}}'])
    @pytest.mark.parametrize("encoding", ["EIP712", "EIP7702_AUTHORIZATION", "TEXT_UTF8"])
    def test_what_cannot_be_read_has_no_facts(self, requests: Requests, payload: str, encoding: str) -> None:
        assert requests.sign_payload(payload, encoding)["eth"] == {}

    @pytest.mark.parametrize("version", ["", "V2"])
    @pytest.mark.parametrize("more", [['{"address":"x"}'], [], None, 5, [{}]])
    def test_a_member_of_another_operation_counts_for_nothing(
        self, requests: Requests, version: str, more: object
    ) -> None:
        given = {
            "payload": json.dumps({"address": TO, "chainId": 1, "nonce": 3}),
            "encoding": "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION",
            "signWith": requests.sign_with(),
        }
        facts = requests.facts("sign_raw_payload", {**given, "payloads": more}, version)
        assert facts == requests.facts("sign_raw_payload", given, version)
        assert read(facts, "eth.eip_7702_authorization.nonce") == 3

    def test_an_authorization(self, requests: Requests) -> None:
        payload = {"address": TO.upper().replace("X", "x"), "chainId": "10", "nonce": 3}
        facts = requests.sign_payload(payload, "EIP7702_AUTHORIZATION")
        assert read(facts, "eth.eip_7702_authorization") == {"address": TO, "chain_id": 10, "nonce": 3}


class TestSeveralPayloads:
    ONE = "eth.eip_7702_authorization.nonce == 1"

    def authorizations(self, requests: Requests, *nonces: int) -> tuple[Facts, ...]:
        payloads = ({"address": TO, "chainId": 1, "nonce": nonce} for nonce in nonces)
        return requests.sign_payloads(*payloads, encoding="EIP7702_AUTHORIZATION")

    def test_each_has_the_facts_that_it_has_alone(self, requests: Requests) -> None:
        payloads = [TestTypedData().payload({"n": "uint8"}, {"n": number}, name="N") for number in (1, 2)]
        found = requests.sign_payloads(payloads[0], "{}", payloads[0], payloads[1])
        assert [each["eth"] for each in found] == [
            requests.sign_payload(payloads[0], "EIP712")["eth"],
            {},
            requests.sign_payload(payloads[1], "EIP712")["eth"],
        ]
        assert [read(each, "eth.eip_712.message") for each in (found[0], found[2])] == [{"n": 1}, {"n": 2}]
        assert all("wallet_account" in each for each in found)

    @pytest.mark.parametrize("payloads", [(), ("a", "b")])
    def test_without_facts_of_their_own_they_are_one_request(
        self, requests: Requests, payloads: tuple[str, ...]
    ) -> None:
        assert len(requests.sign_payloads(*payloads, encoding="TEXT_UTF8")) == 1
        assert len(requests.sign_payloads(encoding="EIP712")) == 1

    @pytest.mark.parametrize(
        ("effect", "nonces", "outcome"),
        [
            ("EFFECT_ALLOW", (1,), ALLOW),
            ("EFFECT_ALLOW", (1, 2), DENY_IMPLICIT),
            ("EFFECT_DENY", (2, 1), DENY_EXPLICIT),
            ("EFFECT_DENY", (2, 3), DENY_IMPLICIT),
        ],
    )
    def test_a_denial_of_one_denies_and_an_allowance_needs_all(
        self, requests: Requests, effect: str, nonces: tuple[int, ...], outcome: str
    ) -> None:
        facts = self.authorizations(requests, *nonces)
        assert requests.decide(facts, "dave", effect=effect, condition=self.ONE).outcome == outcome

    def test_one_that_waits_lets_all_wait(self, requests: Requests) -> None:
        requests.decide({}, condition=self.ONE)
        (one,) = requests.organization.policies.values()
        requests.decide(
            {}, condition="eth.eip_7702_authorization.nonce == 2", consensus="approvers.count() > 1"
        )
        requests.organization.policies["one"] = one
        facts = self.authorizations(requests, 1, 2)
        assert requests.decide(facts, "dave").outcome == REQUIRES_CONSENSUS
        assert requests.decide(facts, "dave", "carol").outcome == ALLOW

    @pytest.mark.parametrize(
        ("first", "approvers", "outcome", "evaluations"),
        [
            (1, ["dave"], REQUIRES_CONSENSUS, 2),
            (1, ["dave", "carol"], ALLOW, 1),
            # No condition holds: who else could approve makes no difference.
            (0, ["dave"], DENY_IMPLICIT, 1),
        ],
    )
    def test_they_have_one_consensus(
        self,
        requests: Requests,
        monkeypatch: pytest.MonkeyPatch,
        first: int,
        approvers: list[str],
        outcome: str,
        evaluations: int,
    ) -> None:
        fields: list[str] = []

        def evaluate_field(text: str, field: str, facts: Facts) -> Verdict:
            fields.append(field)
            return evaluate(parse(text, field), facts)

        monkeypatch.setattr(deciding, "evaluate_field", evaluate_field)
        decision = requests.decide(
            self.authorizations(requests, 1, 2, 3),
            *approvers,
            condition=f"eth.eip_7702_authorization.nonce >= 1 && {first} == 1",
            consensus="approvers.count() > 1",
        )
        assert decision.outcome == outcome
        assert (fields.count("condition"), fields.count("consensus")) == (3, evaluations)

    @pytest.mark.parametrize("condition", ["true", "false", "eth.tx.nonce == 1"])
    def test_an_error_of_the_consensus_is_one_of_each(self, requests: Requests, condition: str) -> None:
        facts = self.authorizations(requests, 1, 2)
        decision = requests.decide(facts, "dave", condition=condition, consensus="approvers[1].id == 'x'")
        assert (decision.outcome, [each.outcome for each in decision.policies]) == (DENY_IMPLICIT, [ERROR])

    def test_more_than_the_most_are_refused(self, requests: Requests) -> None:
        assert len(self.authorizations(requests, *range(MAX_PAYLOADS), 0)) == MAX_PAYLOADS
        with pytest.raises(ApiError, match="at most 20 such"):
            self.authorizations(requests, *range(MAX_PAYLOADS + 1))


class TestActivities:
    @pytest.mark.parametrize(
        ("operation", "version", "submitted", "params"),
        [
            (
                "sign_raw_payloads",
                "",
                {"encoding": "E", "hashFunction": "H"},
                {"encoding": "E", "hash_function": "H"},
            ),
            ("create_api_keys", "V2", {"userId": "u", "apiKeys": []}, {"user_id": "u"}),
            (
                "delete_api_keys",
                "",
                {"userId": "u", "apiKeyIds": ["k"]},
                {"user_id": "u", "api_key_ids": ["k"]},
            ),
            (
                "export_private_key",
                "",
                {"privateKeyId": "p", "targetPublicKey": "t"},
                {"target_public_key": "t"},
            ),
            ("update_wallet", "", {"walletId": "w", "walletName": "n"}, {"wallet_id": "w"}),
            ("init_otp_auth", "V3", {"otpLength": 6, "contact": "c"}, {"otp_length": 6}),
            ("init_otp_auth", "V3", {"otpLength": None}, {}),
            ("init_otp_auth", "", {"otpLength": 6}, {}),
            ("otp_login", "V2", {}, {"session_profile_id": ""}),
            ("stamp_login", "", {"sessionProfileId": "s"}, {"session_profile_id": "s"}),
            ("update_webhook_endpoint", "", {"endpointId": "e"}, {"endpoint_id": "e"}),
            ("create_wallet", "", {"walletName": "n"}, {}),
        ],
    )
    def test_parameters(
        self, requests: Requests, operation: str, version: str, submitted: dict[str, object], params: object
    ) -> None:
        assert read(requests.facts(operation, submitted, version), "activity.params") == params

    def test_what_only_the_root_quorum_does_has_no_kind(self, requests: Requests) -> None:
        for operation in ("update_root_quorum", "set_organization_feature", "update_organization_name"):
            assert read(requests.facts(operation, {}), "activity").keys() == {"type", "params"}
        profile = read(requests.facts("create_session_profile", {}), "activity")
        assert (profile["kind"], "resource" in profile) == ("CREATE_SESSION_PROFILE", False)

    @pytest.mark.parametrize(
        ("operation", "target"),
        [
            ("create_api_keys", ("CREDENTIAL", "CREATE")),
            ("sign_raw_payloads", ("PRIVATE_KEY", "SIGN")),
            ("email_auth", ("AUTH", "CREATE")),
            ("verify_otp", ("OTP", "VERIFY")),
            ("init_import_private_key", ("PRIVATE_KEY", "IMPORT")),
            ("re_encrypt_tvc_quorum_key_share", ("TVC_QUORUM_KEY", "ENCRYPT")),
        ],
    )
    def test_resources_and_actions(self, requests: Requests, operation: str, target: tuple[str, str]) -> None:
        activity = read(requests.facts(operation, {}, "V9"), "activity")
        assert (activity["resource"], activity["action"]) == target
        assert activity["kind"] == operation.upper()

    def test_wallets(self, requests: Requests) -> None:
        wallet = requests.wallet
        known = {"id": wallet.wallet_id, "label": "First wallet", "imported": False, "exported": False}
        assert requests.facts("export_wallet", {"walletId": wallet.wallet_id})["wallet"] == known
        assert "wallet" not in requests.facts("export_wallet", {"walletId": "x"})
        deleted = requests.facts("delete_wallets", {"walletIds": [wallet.wallet_id, "x"]})
        assert (deleted["wallets"], "wallet" in deleted) == ([known], False)
        exported = requests.facts("export_wallet_account", {"address": requests.account.address})
        assert exported["wallet"] == known
        assert read(exported, "wallet_account.address") == requests.account.address.lower()
        key = requests.facts("export_private_key", {"privateKeyId": requests.solana})
        assert (read(key, "private_key.label"), read(key, "private_key.tags")) == ("Solana", [])

    @pytest.mark.parametrize(
        ("operation", "version", "field"),
        [
            ("export_private_key", "", "privateKeyId"),
            ("sign_transaction", "", "privateKeyId"),
            ("sign_raw_payload", "", "privateKeyId"),
            ("sign_raw_payload", "V2", "signWith"),
            ("sign_raw_payloads", "", "signWith"),
            ("sign_transaction", "V2", "signWith"),
        ],
    )
    def test_only_the_field_that_names_the_key_counts(
        self, requests: Requests, operation: str, version: str, field: str
    ) -> None:
        """Other fields of the body are ignored by what is done."""
        fields = dict.fromkeys(("signWith", "privateKeyId", "address"), requests.ethereum)
        more = dict.fromkeys(("unsignedTransaction", "type", "payload", "encoding"), "")
        facts = requests.facts(operation, {**more, **fields, field: requests.solana}, version)
        assert read(facts, "private_key.label") == "Solana"

    def test_an_account_is_named_by_its_address(self, requests: Requests) -> None:
        others = dict.fromkeys(("signWith", "privateKeyId"), requests.ethereum)
        facts = requests.facts("export_wallet_account", {**others, "address": requests.account.address})
        assert "private_key" not in facts
        assert read(facts, "wallet_account.address") == requests.account.address.lower()

    def test_case_matters_in_addresses_that_are_not_hex(self, requests: Requests) -> None:
        address = requests.address(requests.solana)
        requests.account.address, kept = address, requests.account.address
        facts = requests.facts("export_wallet_account", {"address": address})
        requests.account.address = kept
        outcomes = [
            requests.decide(facts, "dave", condition=f"wallet_account.address == '{text}'").outcome
            for text in (address, address.lower())
        ]
        assert outcomes == [ALLOW, DENY_IMPLICIT]


class TestApprovals:
    def test_credentials_are_those_of_the_stamps(self, requests: Requests) -> None:
        by_key, by_passkey = requests.approval("alice"), requests.approval("bob", by_passkey=True)
        facts = approval_facts([by_key.user, by_passkey.user], [by_key, by_passkey])
        approvers: Any = facts["approvers"]
        alice, bob = approvers
        assert alice == {"id": by_key.user.user_id, "tags": ["S"], "email": "", "alias": "alice"}
        assert bob["alias"] == "bob"
        assert facts["credentials"] == [
            {
                "id": "key-of-alice",
                "user_id": by_key.user.user_id,
                "type": "CREDENTIAL_TYPE_API_KEY_P256",
                "credential_id": "",
                "public_key": "02alice",
            },
            {
                "id": "passkey-of-bob",
                "user_id": by_passkey.user.user_id,
                "type": "CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR",
                "credential_id": "cGFzc2tleSBvZiBib2I",
                "public_key": "cGFzc2tleSBvZiBib2I",
            },
        ]


class TestDecisions:
    def policies(self, requests: Requests, *fields: tuple[str, str, str]) -> None:
        """Give the organization policies with these effects, conditions and consensuses."""
        kept = {}
        for number, (effect, condition, consensus) in enumerate(fields):
            requests.decide({}, effect=effect, condition=condition, consensus=consensus)
            (policy,) = requests.organization.policies.values()
            policy.policy_id = policy.name = f"policy {number}"
            kept[policy.policy_id] = policy
        requests.organization.policies = kept

    def test_a_denial_wins_wherever_it_is(self, requests: Requests) -> None:
        allow, deny = ("EFFECT_ALLOW", "true", ""), ("EFFECT_DENY", "activity.action == 'CREATE'", "")
        for order in ([allow, deny], [deny, allow]):
            self.policies(requests, *order)
            decision = requests.decide(requests.facts("create_wallet", {}), "dave")
            assert decision.outcome == DENY_EXPLICIT
            assert decision.policy_id == f"policy {order.index(deny)}"
            assert decision.reason == "a policy denies it"
            assert requests.decide(requests.facts("delete_users", {"userIds": []}), "dave").outcome == ALLOW

    def test_an_error_applies_to_nothing_and_names_its_part(self, requests: Requests) -> None:
        self.policies(requests, ("EFFECT_DENY", "true && wallet.imported", ""), ("EFFECT_ALLOW", "", ""))
        decision = requests.decide(requests.facts("create_wallet", {}), "dave")
        assert (decision.outcome, decision.policy_id) == (ALLOW, "policy 1")
        denial, allowance = decision.policies
        assert (denial.outcome, denial.condition.part) == (ERROR, "wallet")
        assert denial.condition.error == "the request does not have it"
        assert allowance.condition.part == allowance.consensus.part == ""

    def test_without_policies(self, requests: Requests) -> None:
        self.policies(requests)
        decision = requests.decide(requests.facts("create_wallet", {}), "dave")
        assert decision == (DENY_IMPLICIT, None, "no policy allows it", (), "")

    def test_a_consensus_that_nobody_can_reach_is_a_denial(self, requests: Requests) -> None:
        for consensus, outcome in (("approvers.count() >= 6", DENY_IMPLICIT), ("false", DENY_IMPLICIT)):
            self.policies(requests, ("EFFECT_ALLOW", "", consensus))
            assert requests.decide(requests.facts("create_wallet", {}), "dave").outcome == outcome
