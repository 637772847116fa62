"""The tests of ``tests/service/enclaves/test_proofs.py`` that take longest."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from sealwax import (
    ContextMismatch,
    SealwaxError,
)
from sealwax.proofs import (
    AppProofExpectation,
    verify_app_proof,
)
from sealwax_service import LocalService
from tests.conftest import SEED
from tests.service.client import ETHEREUM, Client, new_name
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
