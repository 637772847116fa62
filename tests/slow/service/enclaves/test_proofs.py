"""The tests of ``tests/service/enclaves/test_proofs.py`` that take long."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from sealwax import (
    ApiKey,
    BadSignature,
    ContextMismatch,
    SealwaxError,
    TargetKey,
)
from sealwax.proofs import (
    AppProofExpectation,
    EnclaveIdentity,
    verify_app_proof,
    verify_boot_proof,
)
from sealwax_service import LocalService
from sealwax_vectors.makers.live import live_vectors
from tests.conftest import SEED, near_misses
from tests.service.client import ETHEREUM, Client, new_name, new_tag
from tests.service.enclaves import test_proofs as quick
from tests.service.enclaves.test_proofs import (
    ADDRESS,
    POLICY,
    SECOND,
    ask,
    boot_proof,
    create_wallet,
    talking_to,
    verify,
)


class TestActivities:
    @pytest.mark.parametrize(
        ("change", "error", "code"),
        [
            (
                {"organization_id": "5504b258-693d-47ca-8324-ebcf09e6f9e7"},
                ContextMismatch,
                "wrong-organization",
            ),
            ({"address": "0x0Cd682b1EAa68D8F3e877892043991D8b603344F"}, ContextMismatch, "wrong-address"),
            ({"derivation_path": SECOND["path"]}, ContextMismatch, "wrong-address"),
            ({"wallet_id": "83982cc2-9a02-4ca7-a614-2de1e38bcd5a"}, ContextMismatch, "wrong-address"),
            ({"type_": POLICY}, ContextMismatch, "wrong-enclave"),
        ],
    )
    def test_what_is_not_expected_is_refused(
        self, client: Client, change: dict[str, Any], error: type[SealwaxError], code: str
    ) -> None:
        proof = create_wallet(client, ETHEREUM).proofs[0]
        verify(client, proof)
        with pytest.raises(error) as caught:
            verify(client, proof, **change)
        assert caught.value.code == code

    @pytest.mark.parametrize("name", ["publicKey", "proofPayload", "signature"])
    @pytest.mark.parametrize("at", [0, 60, -1])
    def test_a_changed_byte_is_refused(self, client: Client, name: str, at: int) -> None:
        proof: dict[str, Any] = dict(create_wallet(client, ETHEREUM).proofs[0])
        own = boot_proof(client, proof)
        text = proof[name]
        at %= len(text)
        changed = {**proof, name: f"{text[:at]}{'1' if text[at] == '0' else '0'}{text[at + 1 :]}"}
        expected = AppProofExpectation(type=ADDRESS, organization_id=client.organization_id)
        identity = client.service.enclave_identity
        verify_app_proof(proof, own, identity=identity, expected=expected)
        with pytest.raises(SealwaxError) as caught:
            verify_app_proof(changed, own, identity=identity, expected=expected)
        assert caught.value.code in {"bad-signature", "malformed", "untrusted-signer"}

    def test_near_misses_of_an_address_are_refused(self, client: Client) -> None:
        activity = create_wallet(client, ETHEREUM)
        (address,) = activity.result.addresses
        for near in near_misses(address):
            with pytest.raises(ContextMismatch, match="address"):
                verify(client, activity.proofs[0], address=near)

    def test_a_proof_of_another_activity_is_refused(self, client: Client) -> None:
        now = int(client.service.now().timestamp() * 1000)
        # Equal bytes would be one activity.
        ours, other = (create_wallet(client, ETHEREUM, timestamp_ms=now + n) for n in range(2))
        assert ours.id != other.id
        with pytest.raises(ContextMismatch) as caught:
            verify(client, other.proofs[0], wallet_id=ours.result.wallet_id)
        assert caught.value.code == "wrong-address"
        with pytest.raises(ContextMismatch):
            verify(client, other.proofs[0], address=ours.result.addresses[0])
        # Two outcomes differ in the requests that they are about.
        messages = [
            verify(client, each.proofs[-1], POLICY).content["userRequestApprovals"] for each in (ours, other)
        ]
        assert messages[0] != messages[1]

    def test_another_payload_under_the_signature_is_refused(self, client: Client) -> None:
        proofs = create_wallet(client, ETHEREUM, SECOND).proofs
        swapped = {**proofs[0], "proofPayload": proofs[1]["proofPayload"]}
        with pytest.raises(BadSignature):
            verify(client, swapped)

    def test_a_sub_organizations_wallet_is_of_the_sub_organization(self, client: Client) -> None:
        key = ApiKey.generate()
        user = {
            "userName": "u",
            "apiKeys": [{"apiKeyName": "k", "publicKey": key.public_key, "curveType": "API_KEY_CURVE_P256"}],
            "authenticators": [],
            "oauthProviders": [],
        }
        made = ask(
            client,
            "create_sub_organization",
            {
                "subOrganizationName": "s",
                "rootUsers": [user],
                "rootQuorumThreshold": 1,
                "wallet": {"walletName": "w", "accounts": [ETHEREUM]},
            },
        )
        result = made["result"]["createSubOrganizationResultV8"]
        address, outcome = made["appProofs"]
        sub = result["subOrganizationId"]
        verify(client, address, organization_id=sub, wallet_id=result["wallet"]["walletId"])
        verify(client, outcome, POLICY)
        own = client.with_key(key)
        own.organization_id = sub
        content = verify(own, ask(own, "create_user_tag", new_tag())["appProofs"][0], POLICY).content
        assert len(str(content["parentOrganizationDataDigest"])) == 64
        assert content["parentOrganizationDataDigest"] != content["organizationDataDigest"]


class TestSeeds:
    def test_clients_at_the_same_time_have_one_enclave(self) -> None:
        """Nothing is made twice, whoever asks for it first."""
        with LocalService(SEED) as service, talking_to(service) as client:
            clients = [Client(service) for _ in range(8)]

            def work(each: Client) -> tuple[object, str]:
                with each.http:
                    identity = service.enclave_identity
                    given = {"walletName": new_name(), "accounts": [ETHEREUM]}
                    proof = ask(each, "create_wallet", given)["appProofs"][0]
                    assert boot_proof(each, proof)["ephemeralPublicKeyHex"] == proof["publicKey"]
                    verify(each, proof)
                    return identity.root, str(proof["publicKey"])

            with ThreadPoolExecutor(len(clients)) as pool:
                assert len({*pool.map(work, clients)}) == 1
            addresses = [each["address"] for each in client.query("list_wallet_accounts")["accounts"]]
            assert len({*addresses}) == len(clients) + 1

    def test_a_seed_determines_keys_and_boot_proof(self) -> None:
        def play(service: LocalService) -> tuple[Any, ...]:
            with talking_to(service) as client:
                proof: Any = create_wallet(client, ETHEREUM).proofs[0]
                facts = json.loads(proof["proofPayload"])["addressDerivationProof"]
                return proof["publicKey"], boot_proof(client, proof), facts, service.info["enclave"]

        with LocalService(SEED) as one, LocalService(SEED) as two, LocalService(bytes(32)) as three:
            first = play(one)
            # The order in which the enclave is asked for makes no difference.
            assert two.enclave_identity == one.enclave_identity
            assert play(two) == first
            assert play(three)[0] != first[0]
            one.reset()
            assert play(one) == first


class TestBootProofs:
    def test_everything_of_it_can_be_pinned(self, client: Client) -> None:
        service = client.service
        proof = client.query("get_latest_boot_proof", appName="signer")["bootProof"]
        checks = verify_boot_proof(proof, identity=service.enclave_identity).checks
        assert checks.pcrs == (0, 1, 2, 3)
        assert checks.manifest_hash
        assert checks.quorum_key
        assert checks.namespace
        assert checks.manifest_set
        assert checks.commitment == "live"

    def test_its_quorum_key_signs_the_bundles(self, client: Client) -> None:
        proof = client.query("get_latest_boot_proof", appName="signer")["bootProof"]
        identity = client.service.enclave_identity
        pinned = EnclaveIdentity(
            pcrs=identity.pcrs,
            quorum_key=client.service.keys.signer,
            namespace="test/signer",
            root=identity.root,
        )
        assert verify_boot_proof(proof, identity=pinned).checks.quorum_key

    def test_type_and_application_belong_together(self, client: Client) -> None:
        address, outcome = create_wallet(client, ETHEREUM).proofs
        service = client.service
        for proof, own, other, type_ in (
            (address, service.enclave_identity, service.policy_engine_identity, ADDRESS),
            (outcome, service.policy_engine_identity, service.enclave_identity, POLICY),
        ):
            expected = AppProofExpectation(type=type_, organization_id=client.organization_id)
            boot = boot_proof(client, proof)
            assert verify_app_proof(proof, boot, identity=own, expected=expected).type == type_
            with pytest.raises(ContextMismatch, match="pass the identity of "):
                verify_app_proof(proof, boot, identity=other, expected=expected)
            nameless = replace(other, application=None)
            with pytest.raises(ContextMismatch, match="of the enclave is not the expected one"):
                verify_app_proof(proof, boot, identity=nameless, expected=expected)


class TestFaults:
    def test_a_bundle_vector_leaves_the_proofs(self, client: Client) -> None:
        vector = live_vectors("export_wallet")[0]
        client.service.fail("export_wallet", vector=vector)
        given = {
            "walletId": client.service.ids["walletId"],
            "targetPublicKey": TargetKey.generate().public_key,
        }
        (proof,) = ask(client, "export_wallet", given)["appProofs"]
        verify(client, proof, POLICY)

    VECTOR = quick.TestFaults.VECTOR

    def test_a_vector_breaks_the_first_proof(self, client: Client) -> None:
        client.service.fail("create_wallet", vector=self.VECTOR)
        broken, *others = create_wallet(client, ETHEREUM, SECOND).proofs
        with pytest.raises(BadSignature):
            verify(client, broken)
        for other, kind in zip(others, (ADDRESS, POLICY), strict=True):
            verify(client, other, kind)
        # What the service remembers is not broken.
        (activity, *_) = client.query("list_activities")["activities"]
        verify(client, activity["appProofs"][0])

    def test_a_vector_in_a_signup(self, client: Client) -> None:
        client.service.fail("signup_v2", vector=self.VECTOR)
        wallet = {"walletName": "w", "accounts": [ETHEREUM]}
        made = client.proxy("signup_v2", apiKeys=[], authenticators=[], oauthProviders=[], wallet=wallet)
        with pytest.raises(BadSignature):
            verify(client, made.body["appProofs"][0], organization_id=made.body["organizationId"])
