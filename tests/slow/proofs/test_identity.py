"""The tests of ``tests/proofs/test_identity.py`` that take longest."""

import pytest

from sealwax import ContextMismatch
from tests.proofs.test_identity import ENCLAVE, PCR0, make, verify

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
