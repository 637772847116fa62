from dataclasses import replace
from pathlib import Path

import pytest

from sealwax.proofs import EnclaveRelease, verify_boot_proof
from sealwax.testing import AttestedEnclave, ReferenceRelease
from tests.conftest import SEED

ENCLAVE = AttestedEnclave(SEED)
KEYS = dict(zip("123", ENCLAVE.members, strict=True))
RELEASE = ReferenceRelease(ENCLAVE, KEYS, deployment="prod")


class TestReferenceRelease:
    def test_the_enclaves_are_those_of_one_release(self) -> None:
        signer, ump = RELEASE.enclave_of("signer"), RELEASE.enclave_of("ump")
        assert (signer.namespace, ump.namespace) == ("prod/signer", "prod/ump")
        assert signer is RELEASE.enclave_of("signer")
        assert signer.measurements == ump.measurements == ENCLAVE.measurements
        assert signer.quorum.public != ump.quorum.public

    def test_the_folder_has_the_files(self, tmp_path: Path) -> None:
        RELEASE.save(tmp_path)
        saved = {str(path.relative_to(tmp_path)): path.read_bytes() for path in tmp_path.rglob("*.*")}
        assert saved == {path: content for path, content in RELEASE.files().items() if "." in path}
        assert "signer/1-prod-signer-20260402.approval" in saved

    def test_the_next_release_has_enclaves_of_its_own(self) -> None:
        later = replace(RELEASE, nonce=20260501, approvers=("2", "3"))
        release = EnclaveRelease.from_files(later.files(), operators=RELEASE.operator_set)
        identity = release.identity("ump", root=ENCLAVE.root_sha256)
        verified = verify_boot_proof(later.boot_proof("ump"), identity=identity)
        assert [member.alias for member in verified.approved_by] == ["2", "3"]
        assert later.enclave_of("ump") is not RELEASE.enclave_of("ump")

    def test_an_approver_must_be_an_operator(self) -> None:
        with pytest.raises(KeyError):
            replace(RELEASE, approvers=("1", "4")).files()
