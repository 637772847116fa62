"""The tests of ``tests/proofs/test_releases.py`` that take long."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ContextMismatch,
    SealwaxError,
)
from sealwax.proofs import (
    EnclaveRelease,
    verify_boot_proof,
)
from sealwax.testing import AttestedEnclave
from sealwax.testing.releases import APPLICATIONS
from tests.conftest import SEED, near_misses
from tests.proofs.releases import KEYS, OPERATORS, RELEASE, ROOTED, SIGNER, keys, loaded
from tests.proofs.test_releases import accept, changed, read


class TestTheFiles:
    @given(st.binary(max_size=60), st.sampled_from([*SIGNER]))
    def test_any_content_gives_an_error_of_ours(self, content: bytes, name: str) -> None:
        for start in (b"", SIGNER[name][:40], SIGNER[name] if name != "manifest.json" else b"{"):
            if content.strip() or not start.endswith(b"}"):
                with pytest.raises(SealwaxError):
                    read({**SIGNER, name: start + content})


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

    def test_a_key_in_an_argument_is_that_of_the_application(self) -> None:
        name, own = "--signer-public-key", RELEASE.enclave_of("signer").quorum.public.hex()
        for args in ([name, own], [f"{name}={own}"], [f"{name}={own}", "--port", "3000"]):
            accept(changed("notarizer", lambda it, args=args: it["pivot"].update(args=args)))
        for near in (near_misses(own)[-1], ""):
            for args in ([name, near], [f"{name}={near}"], [f"{name}={near}", own]):
                with pytest.raises(ContextMismatch, match="have different keys of signer") as caught:
                    read(changed("notarizer", lambda it, args=args: it["pivot"].update(args=args)))
                assert caught.value.code == "wrong-enclave"


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

    def test_newer_releases(self) -> None:
        """Only an identity with ``newer`` accepts a later release of the same operators."""
        image = AttestedEnclave(SEED, version="v2")
        image.measurements = {**image.measurements, 0: b"\1" * 48, 1: b"\1" * 48}
        later = replace(RELEASE, nonce=20260501, operators=keys(1, 2, 3, 4), approvers=("2", "3"))
        later.enclave_of("signer").measurements = image.measurements
        exact, newer = (loaded().identity("signer", newer=newer, **ROOTED) for newer in (False, True))
        assert verify_boot_proof(later.boot_proof("signer"), identity=newer).manifest.nonce == 20260501
        with pytest.raises(ContextMismatch):
            verify_boot_proof(later.boot_proof("signer"), identity=exact)
        for wrong, code in (
            (replace(later, approvers=("3", "4")), "untrusted-signer"),
            (replace(later, operators=keys(4, 5), approvers=("4", "5")), "untrusted-signer"),
            (replace(later, nonce=20260401), "wrong-enclave"),
            (replace(later, deployment="prod"), "wrong-enclave"),
        ):
            with pytest.raises(SealwaxError) as caught:
                verify_boot_proof(wrong.boot_proof("signer"), identity=newer)
            assert caught.value.code == code


class TestItsPlace:
    """A release counts for the deployment and the time that the caller trusts its operators for."""

    @pytest.mark.parametrize("namespace", ["prod", "tes", "test/", "Test", "", "test/signer"])
    def test_another_namespace_is_refused(self, namespace: str, tmp_path: Path) -> None:
        RELEASE.save(tmp_path)
        cases: tuple[dict[str, Any], ...] = (
            {"operators": OPERATORS, "namespace": namespace},
            {"operators": replace(OPERATORS, namespace=namespace)},
        )
        for options in cases:
            with pytest.raises(ContextMismatch, match="another namespace than the expected one") as caught:
                EnclaveRelease.load(tmp_path, **options)
            assert caught.value.code == "wrong-enclave"
        with pytest.raises(ContextMismatch, match="another namespace"):
            replace(OPERATORS, namespace=namespace).follow(loaded())
