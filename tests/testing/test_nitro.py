from datetime import datetime, timezone

from sealwax.proofs import AppProofExpectation, verify_app_proof
from sealwax.testing import AttestedEnclave
from tests.conftest import ORGANIZATION, SEED

BOOTED_AT = datetime(2026, 1, 1, tzinfo=timezone.utc)


def test_a_seed_and_a_time_make_everything_repeatable() -> None:
    one, other = (AttestedEnclave(SEED, booted_at=BOOTED_AT) for _ in range(2))
    assert one.boot_proof() == other.boot_proof()
    facts = {"organization_id": ORGANIZATION, "address": "a"}
    assert one.address_proof(**facts, timestamp=BOOTED_AT) == other.address_proof(
        **facts, timestamp=BOOTED_AT
    )


def test_without_a_seed_every_enclave_is_another() -> None:
    one, other = AttestedEnclave(), AttestedEnclave()
    assert one.boot_proof() != other.boot_proof()
    assert one.root_sha256 != other.root_sha256


def test_what_it_makes_verifies_now() -> None:
    enclave = AttestedEnclave()
    proof = enclave.address_proof(organization_id=ORGANIZATION, address="a")
    expected = AppProofExpectation(type="APP_PROOF_TYPE_ADDRESS_DERIVATION", organization_id=ORGANIZATION)
    verified = verify_app_proof(proof, enclave.boot_proof(), identity=enclave.identity, expected=expected)
    assert (verified.organization_id, verified.address) == (ORGANIZATION, "a")
