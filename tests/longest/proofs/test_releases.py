"""Each byte of the files of a release, changed."""

from dataclasses import replace
from typing import Any

import pytest

from sealwax import SealwaxError
from sealwax.proofs import OperatorSet
from sealwax.testing import AttestedEnclave
from tests.conftest import SEED, UNPUBLISHED
from tests.proofs.releases import OPERATORS, RELEASE
from tests.proofs.test_releases import CAPTURED, read


class TestTheApprovals:
    @pytest.mark.parametrize(("version", "encoding"), [("v2", "json"), ("v1", "borsh")])
    def test_each_byte(self, version: Any, encoding: Any) -> None:
        """No byte of a manifest or an approval can be changed."""
        enclave = AttestedEnclave(SEED, version=version, encoding=encoding)
        files = replace(RELEASE, enclave=enclave).files_of("signer")
        refuse_each_byte({name: content for name, content in files.items() if name != "manifest.json"})


def refuse_each_byte(files: dict[str, bytes], operators: OperatorSet = OPERATORS) -> None:
    for name, content in files.items():
        for position in range(len(content)):
            other = bytearray(content)
            other[position] ^= 1
            with pytest.raises(SealwaxError):
                read({**files, name: bytes(other)}, operators)


@pytest.mark.skipif(not CAPTURED.exists(), reason=UNPUBLISHED)
class TestTheOneOfTheService:
    def test_each_byte(self) -> None:
        files = {path.name: path.read_bytes() for path in (CAPTURED / "signer").iterdir()}
        del files["manifest.json"]
        refuse_each_byte(files, OperatorSet.production())
