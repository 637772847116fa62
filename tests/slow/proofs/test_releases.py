"""The tests of ``tests/proofs/test_releases.py`` that take longest."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ContextMismatch,
    SealwaxError,
)
from sealwax.proofs import (
    OperatorSet,
    verify_boot_proof,
)
from sealwax.testing import AttestedEnclave
from sealwax.testing.releases import APPLICATIONS
from tests.conftest import SEED, UNPUBLISHED
from tests.proofs.releases import KEYS, OPERATORS, RELEASE, ROOTED, SIGNER, loaded
from tests.proofs.test_releases import CAPTURED, accept, changed, read


class TestTheFiles:
    @given(st.binary(max_size=60), st.sampled_from([*SIGNER]))
    def test_any_content_gives_an_error_of_ours(self, content: bytes, name: str) -> None:
        for start in (b"", SIGNER[name][:40], SIGNER[name] if name != "manifest.json" else b"{"):
            if content.strip() or not start.endswith(b"}"):
                with pytest.raises(SealwaxError):
                    read({**SIGNER, name: start + content})


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


class TestTheRelease:
    @pytest.mark.parametrize("of", ["signer", "ump", "evm-parser"])
    @pytest.mark.parametrize("form", ["two", "one", "twice", "last"])
    def test_keys_in_arguments(self, of: str, form: str) -> None:
        name, other, own = (
            f"--{of}-public-key",
            KEYS["7"].public.hex(),
            RELEASE.enclave_of(of).quorum.public.hex(),
        )
        args = {"two": [name, other], "one": [f"{name}={other}"], "twice": [name, own, name, other],
                "last": [name]}[form]  # fmt: skip
        message = f"the arguments of notarizer and the manifest of {of} have different keys of {of}"
        with pytest.raises(ContextMismatch, match=message):
            read(changed("notarizer", lambda it: it["pivot"].update(args=args)))
        with pytest.raises(ContextMismatch, match=message):
            read(changed("notarizer", lambda it: it["pivot"].update(args=[f"{name}={own.upper()}"])))
        accept(changed("notarizer", lambda it: it["pivot"].update(args=[name, own, f"{name}={own}"])))


class TestIdentities:
    @pytest.mark.parametrize("newer", [False, True])
    @pytest.mark.parametrize("name", APPLICATIONS)
    def test_each_accepts_its_own_application_alone(self, name: str, newer: bool) -> None:
        identity = loaded().identity(name, newer=newer, **ROOTED)
        assert identity.identifies_program
        assert identity.application == name
        for other in APPLICATIONS:
            proof = RELEASE.boot_proof(other)
            if other == name:
                checks = verify_boot_proof(proof, identity=identity).checks
                assert (checks.manifest_hash, checks.operators) == (not newer, newer)
                assert checks.quorum_key
                assert checks.namespace
                assert checks.min_nonce
                assert checks.environment is not newer
                assert checks.pcrs == ((3,) if newer else (0, 1, 2, 3))
                continue
            with pytest.raises(ContextMismatch) as caught:
                verify_boot_proof(proof, identity=identity)
            assert caught.value.code == "wrong-enclave"


@pytest.mark.skipif(not CAPTURED.exists(), reason=UNPUBLISHED)
class TestTheOneOfTheService:
    def test_each_byte(self) -> None:
        files = {path.name: path.read_bytes() for path in (CAPTURED / "signer").iterdir()}
        del files["manifest.json"]
        refuse_each_byte(files, OperatorSet.production())
