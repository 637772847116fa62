import copy
import json
import pickle
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from sealwax import (
    BadSignature,
    ContextMismatch,
    Expired,
    MalformedInput,
    Unsupported,
    UntrustedSigner,
)
from sealwax.proofs import (
    AppProofExpectation,
    AppProofType,
    VerifiedAppProof,
    verify_app_proof,
)
from sealwax.testing import AttestedEnclave
from tests.conftest import ORGANIZATION, SEED, near_texts

ENCLAVE = AttestedEnclave(SEED)
BOOT_PROOF = ENCLAVE.boot_proof()
IDENTITY = ENCLAVE.identity
SIGNED_AT = datetime(2026, 1, 3, 12, 0, 0, 123000, timezone.utc)
FACTS: dict[str, Any] = {
    "organization_id": ORGANIZATION,
    "wallet_id": "ad8a06ec-c2f4-55f2-ac43-65991efbfdd1",
    "derivation_path": "m/44'/60'/0'/0/0",
    "address": "0xb84b4730Cd81Bc82Ee6B1dE6c343Ebd7928138DC",
}
PROOF = ENCLAVE.address_proof(**FACTS, timestamp=SIGNED_AT)
TYPE: AppProofType = "APP_PROOF_TYPE_ADDRESS_DERIVATION"
POLICY: AppProofType = "APP_PROOF_TYPE_POLICY_OUTCOME"


def expect(**changes: Any) -> AppProofExpectation:
    return AppProofExpectation(**{"type": TYPE, **FACTS, **changes})


def verify(proof: Any = PROOF, boot_proof: Any = BOOT_PROOF, **how: Any) -> VerifiedAppProof:
    return verify_app_proof(proof, boot_proof, **{"identity": IDENTITY, "expected": expect(), **how})


def signed(**changes: Any) -> dict[str, Any]:
    return ENCLAVE.app_proof({**json.loads(PROOF["proofPayload"]), **changes})


class TestTheResult:
    def test_it_says_what_was_signed_and_by_whom(self) -> None:
        verified = verify()
        assert (verified.type, verified.timestamp) == (TYPE, SIGNED_AT)
        assert {name: getattr(verified, name) for name in FACTS} == FACTS
        assert (verified.outcome, verified.age_checked) == (None, False)
        assert verified.content == json.loads(PROOF["proofPayload"])["addressDerivationProof"]
        assert verified.boot_proof.public_key == PROOF["publicKey"]
        assert all((verified.boot_proof.checks.manifest_hash, verified.boot_proof.checks.manifest_set))

    def test_it_is_frozen_and_can_be_copied(self) -> None:
        verified = verify()
        assert pickle.loads(pickle.dumps(verified)) == copy.deepcopy(verified) == verified
        with pytest.raises(AttributeError):
            verified.address = ""  # type: ignore[misc]


class TestTheForm:
    @pytest.mark.parametrize("other", [None, 5, [PROOF], bytearray(b"{}"), object()])
    def test_anything_else_is_malformed(self, other: object) -> None:
        with pytest.raises(MalformedInput, match="the app proof must be JSON text or a mapping"):
            verify(other)

    def test_a_name_that_only_full_case_folding_makes_equal_is_another(self) -> None:
        other = {"addre\u00dfDerivationProof": None}
        assert verify(signed(**other)).address == FACTS["address"]

    def test_what_verifies_is_what_was_received(self) -> None:
        with pytest.raises(BadSignature):
            verify({**PROOF, "proofPayload": PROOF["proofPayload"] + "\n"})


class TestTheSignature:
    def test_of_another_key(self) -> None:
        other = AttestedEnclave(bytes(32))
        proof = other.address_proof(**FACTS)
        with pytest.raises(UntrustedSigner, match="the boot proof does not attest the key that signed"):
            verify(proof)
        with pytest.raises(BadSignature):
            verify({**proof, "publicKey": PROOF["publicKey"]})

    def test_of_a_key_for_setting_up(self) -> None:
        manifest_hash = ENCLAVE.hash(ENCLAVE.manifest())
        boot_proof = ENCLAVE.boot_proof(
            document=ENCLAVE.document(manifest_hash, public_key=ENCLAVE.setup.public),
            ephemeralPublicKeyHex=ENCLAVE.setup.public.hex(),
        )
        proof = ENCLAVE.app_proof(PROOF["proofPayload"], key=ENCLAVE.setup)
        with pytest.raises(ContextMismatch, match="the key for enclave setup") as caught:
            verify(proof, boot_proof)
        assert caught.value.code == "wrong-enclave"


class TestWhatIsExpected:
    def test_what_is_not_named_is_not_compared(self) -> None:
        expected = AppProofExpectation(type=TYPE, organization_id=ORGANIZATION)
        assert verify(expected=expected) == verify()

    def test_the_type(self) -> None:
        with pytest.raises(ContextMismatch, match="the type of the app proof"):
            verify(identity=replace(IDENTITY, application=None), expected=expect(type=POLICY))
        with pytest.raises(Unsupported, match="the type of the app proof must be"):
            verify(signed(type="APP_PROOF_TYPE_SANCTIONS_SCREENING"))

    def test_two_subjects(self) -> None:
        outcome = {"organizationId": ORGANIZATION, "outcome": "OUTCOME_ALLOW"}
        with pytest.raises(MalformedInput, match="must have addressDerivationProof, the member of its type"):
            verify(signed(policyOutcomeProof=outcome))

    def test_the_enclave_comes_before_what_it_says(self) -> None:
        stranger = replace(IDENTITY, pcrs={0: "11" * 48})
        with pytest.raises(ContextMismatch) as caught:
            verify(identity=stranger, expected=expect(organization_id="another"))
        assert caught.value.code == "wrong-enclave"


class TestAge:
    @pytest.mark.parametrize("direction", [-1, 1])
    def test_the_limit_itself_passes(self, direction: int) -> None:
        expected = expect(max_age=timedelta(minutes=5))
        limit = SIGNED_AT + direction * timedelta(minutes=5)
        said = "may be fast" if direction > 0 else "may be slow"
        for leeway in (timedelta(), timedelta(seconds=7)):
            reached = limit + direction * leeway
            assert verify(expected=expected, now=reached, leeway=leeway).age_checked
            with pytest.raises(Expired, match=f"made at 2026-01-03 12:00:00 UTC, 5 minutes .*{said}"):
                verify(expected=expected, now=reached + direction * timedelta(microseconds=1), leeway=leeway)

    def test_a_minute_of_leeway_is_the_default(self) -> None:
        expected = expect(max_age=timedelta())
        for direction in (-1, 1):
            assert verify(expected=expected, now=SIGNED_AT + direction * timedelta(minutes=1)).age_checked
            with pytest.raises(Expired):
                verify(expected=expected, now=SIGNED_AT + direction * timedelta(seconds=60.001))

    def test_the_systems_clock_is_the_default(self) -> None:
        fresh = ENCLAVE.address_proof(**FACTS)
        assert verify(fresh, expected=expect(max_age=timedelta(hours=1))).age_checked
        with pytest.raises(Expired):
            verify(expected=expect(max_age=timedelta(seconds=1)))

    def test_far_times(self) -> None:
        late = datetime.max.replace(tzinfo=timezone(timedelta(hours=-12)))
        assert not verify(now=late).age_checked
        with pytest.raises(Expired):
            verify(expected=expect(max_age=timedelta(days=1)), now=late)


class TestWhichApplication:
    """Type and application belong together, whatever the text of the payload says."""

    @pytest.mark.parametrize("near", near_texts("signer"))
    def test_a_name_that_is_nearly_the_right_one(self, near: str) -> None:
        with pytest.raises(ContextMismatch, match="the application signer signs proofs"):
            verify(identity=replace(IDENTITY, application=near))


class TestArguments:
    @pytest.mark.parametrize(
        ("changes", "kind", "message"),
        [
            ({"type": "another"}, ValueError, "type must be APP_PROOF_TYPE_ADDRESS_DERIVATION or"),
            *(({"type": near}, ValueError, "type must be APP_PROOF_TYPE") for near in near_texts(TYPE)),
            ({"type": None}, TypeError, "type must be str"),
            ({"organization_id": None}, TypeError, "organization_id must be str"),
            ({"wallet_id": 5}, TypeError, "wallet_id must be str"),
            ({"derivation_path": b"m"}, TypeError, "derivation_path must be str"),
            ({"address": b"0x"}, TypeError, "address must be str"),
            ({"max_age": 300}, TypeError, "max_age must be timedelta"),
            ({"max_age": -timedelta.resolution}, ValueError, "max_age must not be negative"),
        ],
    )
    def test_of_an_expectation(self, changes: dict[str, Any], kind: type[Exception], message: str) -> None:
        with pytest.raises(kind, match=message):
            expect(**changes)

    @pytest.mark.parametrize(
        ("how", "kind", "message"),
        [
            ({"expected": None}, TypeError, "expected must be AppProofExpectation"),
            ({"expected": {"type": TYPE}}, TypeError, "expected must be AppProofExpectation"),
            ({"identity": None}, TypeError, "identity must be EnclaveIdentity"),
            ({"now": 5}, TypeError, "now must be datetime"),
            ({"now": datetime(2026, 1, 1)}, ValueError, "now must have a time zone"),  # noqa: DTZ001
            ({"leeway": 5}, TypeError, "leeway must be timedelta"),
            ({"leeway": -timedelta.resolution}, ValueError, "leeway must not be negative"),
        ],
    )
    def test_of_the_call(self, how: dict[str, Any], kind: type[Exception], message: str) -> None:
        with pytest.raises(kind, match=message):
            verify(None, None, **how)
