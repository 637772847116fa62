from datetime import datetime, timezone

import pytest

from sealwax import MalformedInput
from sealwax.proofs import AppProofExpectation, verify_app_proof, verify_boot_proof
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


@pytest.mark.parametrize("authorities", range(4))
def test_chains_of_every_length(authorities: int) -> None:
    enclave = AttestedEnclave(SEED, booted_at=BOOTED_AT, authorities=authorities)
    assert len(enclave.authority.chain()) == authorities + 2
    verified = verify_boot_proof(enclave.boot_proof(), identity=enclave.identity)
    assert verified.public_key == enclave.ephemeral.public.hex()


@pytest.mark.parametrize("seed", [SEED, None])
def test_another_form_of_its_manifest(seed: bytes | None) -> None:
    enclave = AttestedEnclave(seed, booted_at=BOOTED_AT, pcr_count=16, authorities=1)
    assert enclave.with_manifest_in("v1", "borsh").boot_proof() == enclave.boot_proof()
    other = enclave.with_manifest_in("v2", "json")
    verified = verify_boot_proof(other.boot_proof(), identity=other.identity)
    assert verified.manifest.version == "v2"
    assert verified.public_key == enclave.ephemeral.public.hex()
    assert (other.root, other.measurements) == (enclave.root, enclave.measurements)
    assert other.manifest()["namespace"] == enclave.manifest()["namespace"]


def test_it_can_have_an_applications_keys() -> None:
    quorum = AttestedEnclave().quorum
    enclave = AttestedEnclave(SEED, quorum=quorum)
    boot = verify_boot_proof(enclave.boot_proof(), identity=enclave.identity)
    assert boot.manifest.quorum_key == quorum.public.hex()
    assert enclave.with_manifest_in("v0", "json").quorum == quorum


def test_its_arguments() -> None:
    with pytest.raises(MalformedInput, match="must be 32"):
        AttestedEnclave(b"short")
    with pytest.raises(ValueError, match="now must have a time zone"):
        AttestedEnclave(booted_at=datetime(2026, 1, 1))  # noqa: DTZ001
