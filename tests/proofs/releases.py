"""A release with made-up operators, for the tests of releases."""

from dataclasses import replace
from typing import Any

from sealwax.proofs import EnclaveRelease, OperatorSet
from sealwax.testing import AttestedEnclave, KeySet, ReferenceRelease
from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.nitro import take_key_set
from tests.conftest import SEED

MATERIAL = KeyMaterial(SEED)
KEYS = {str(number): take_key_set(MATERIAL, "operator") for number in range(1, 8)}
ENCLAVE = AttestedEnclave(SEED, version="v2")
ROOTED: dict[str, Any] = {"root": ENCLAVE.root_sha256}


def keys(*aliases: int) -> dict[str, KeySet]:
    return {str(alias): KEYS[str(alias)] for alias in aliases}


RELEASE = ReferenceRelease(ENCLAVE, keys(1, 2, 3))
FILES = RELEASE.files()
OPERATORS = RELEASE.operator_set
# The files of the signer alone, as in its folder.
SIGNER = RELEASE.files_of("signer")


def loaded(made: ReferenceRelease = RELEASE, operators: OperatorSet = OPERATORS) -> EnclaveRelease:
    return EnclaveRelease.from_files(made.files(), operators=operators)


def signer_of(made: ReferenceRelease) -> ReferenceRelease:
    """The same release with the signer alone, which is faster to make."""
    return replace(made, applications=("signer",))
