"""The tests of ``tests/proofs/test_identity.py`` that take long."""

from dataclasses import replace

import pytest

from sealwax import ContextMismatch
from sealwax.testing import AttestedEnclave
from tests.conftest import SEED, near_texts
from tests.proofs import test_identity as quick
from tests.proofs.test_identity import ENCLAVE, PCR0, SOUND, make, verify

APPLICATIONS = ("evm-parser", "notarizer", "signer", "tls-fetcher", "ump")


RELEASE = {name: ENCLAVE.with_application(name) for name in APPLICATIONS}


class TestWhichProgram:
    @pytest.mark.parametrize("name", APPLICATIONS)
    @pytest.mark.parametrize("other", APPLICATIONS)
    def test_an_application_is_accepted_by_its_own_identity_alone(self, name: str, other: str) -> None:
        enclave, identity = RELEASE[name], RELEASE[other].identity
        programs = make(pcrs={0: PCR0}, pivot_hashes=identity.pivot_hashes)
        keys = make(pcrs={0: PCR0}, quorum_key=identity.quorum_key, namespace=identity.namespace)
        machine = make(pcrs=identity.pcrs, allow_any_program=True)
        assert verify(machine, enclave.boot_proof()).checks.any_program
        for each in (identity, programs, keys):
            if name == other:
                assert verify(each, enclave.boot_proof()).manifest.namespace == f"test/{name}"
            else:
                with pytest.raises(ContextMismatch) as caught:
                    verify(each, enclave.boot_proof())
                assert caught.value.code == "wrong-enclave"

    def test_the_arguments(self) -> None:
        sound = make(**SOUND["PCR0 with pivot hashes"])
        for same in (("--port", "3000"), ["--port", "3000"]):
            assert verify(replace(sound, args=same)).checks.args
        near = [
            *(("--port", text) for text in near_texts("3000")),
            *((text, "3000") for text in near_texts("--port")),
        ]
        for other in ((), ("--port",), ("3000", "--port"), ("--port", "3000", ""), *near):
            with pytest.raises(ContextMismatch, match="the arguments of the enclave"):
                verify(replace(sound, args=other))


class TestTheLiveKey:
    identity = quick.TestTheLiveKey.identity

    @pytest.mark.parametrize("count", [5, 16, 18, 31])
    def test_fewer_pcrs(self, count: int) -> None:
        older = AttestedEnclave(SEED, pcr_count=count)
        identity = replace(self.identity, root=older.root_sha256)
        assert not verify(replace(identity, require_live=False), older.boot_proof()).checks.live
        with pytest.raises(ContextMismatch, match="must have all 32 PCRs"):
            verify(identity, older.boot_proof())
