"""The pins that are enough to identify a program, sentence by sentence, and each pin by itself."""

import copy
import pickle
from dataclasses import replace
from typing import Any

import pytest

from sealwax import ContextMismatch
from sealwax.proofs import (
    PRODUCTION_PCR3,
    EnclaveIdentity,
    QuorumMember,
    QuorumSet,
    VerifiedBootProof,
    verify_boot_proof,
)
from sealwax.proofs.boot import commitment_pcr
from sealwax.testing import AttestedEnclave
from tests.conftest import SEED, near_misses

ENCLAVE = AttestedEnclave(SEED)
PROOF = ENCLAVE.boot_proof()
PCRS = {index: value.hex() for index, value in ENCLAVE.measurements.items()}
PCR0 = PCRS[0]
HASH = ENCLAVE.hash(ENCLAVE.manifest()).hex()
PIVOT = ENCLAVE.pivot_hash.hex()
QUORUM = ENCLAVE.quorum.public.hex()
ZERO = "00" * 48
# PCR2 of the release r2025.9.3 of production, and of each other image of QOS since 2024: an empty ramdisk.
EMPTY = "21b9efbc184807662e966d34f390821309eeac6802309798826296bf3e8bec7c10edb30948c90ba67310f7b964fc500a"
WELL_KNOWN = (
    "04451028fc9d42cef6d8f2a3ebe17d65783c470dbc6f04663d500c12009930cf9b209e733f6ac6103cc28f07ecde2dbb55095738b8"
    "28d6b7a55caf4ddf9d67f2ae047827dcd2325b8d58694c2ea14e8f1e1f8a36c84438d291ff9b1b067debdb3e2ba3822984cde8bed4"
    "de2c237bd323526da4961d368bcc63cbd2d37d00e936683e"
)
SOUND: dict[str, dict[str, Any]] = {
    "manifest hashes": {"manifest_hashes": {HASH}},
    "PCR0 with pivot hashes": {"pcrs": {0: PCR0}, "pivot_hashes": {"00" * 32, PIVOT}},
    "PCR0 with a quorum key and a namespace": {
        "pcrs": {0: PCR0}, "quorum_key": QUORUM, "namespace": "test/signer"
    },
    "PCR0 with the signing point of a quorum key and a namespace": {
        "pcrs": {0: PCR0}, "quorum_key": QUORUM[130:], "namespace": "test/signer"
    },
}  # fmt: skip


def make(**pins: Any) -> EnclaveIdentity:
    return EnclaveIdentity(**{"root": ENCLAVE.root_sha256, **pins})


def verify(identity: EnclaveIdentity, proof: Any = PROOF) -> VerifiedBootProof:
    return verify_boot_proof(proof, identity=identity)


def boot_proof_of(enclave: AttestedEnclave, **pcrs: bytes) -> dict[str, Any]:
    """Make a boot proof whose document has other PCRs, such as pcr17."""
    manifest_hash = enclave.hash(enclave.manifest())
    changed = {int(name.removeprefix("pcr")): value for name, value in pcrs.items()}
    document = enclave.document(manifest_hash, pcrs={**enclave.pcrs(manifest_hash), **changed})
    return enclave.boot_proof(document=document)


class TestWhatIsEnough:
    @pytest.mark.parametrize("pins", SOUND.values(), ids=SOUND)
    def test_what_identifies_a_program(self, pins: dict[str, Any]) -> None:
        identity = make(**pins)
        assert identity.identifies_program
        assert not verify(identity).checks.any_program

    @pytest.mark.parametrize(
        "pins",
        [
            {"pcrs": {0: PCR0}},
            {"pcrs": PCRS},
            {"pcrs": {**PCRS, 3: PRODUCTION_PCR3}},
            {"pcrs": {3: PRODUCTION_PCR3}},
            {"pcrs": {0: PCR0}, "quorum_key": QUORUM},
            {"pcrs": {0: PCR0}, "namespace": "test/signer"},
            {"pcrs": {0: PCR0}, "quorum_key": QUORUM, "namespace": ""},
            {"pcrs": {0: PCR0}, "manifest_set": ENCLAVE.manifest_set, "share_set": ENCLAVE.share_set},
            {"pcrs": {0: PCR0}, "min_nonce": 7, "args": ("--port", "3000"), "application": "signer"},
            {"pcrs": {0: PCR0}, "pivot_hashes": ()},
            {"pcrs": {0: PCR0}, "require_live": True},
            # Without PCR0, any operating system may claim a program or a key.
            {"pcrs": {1: PCRS[1], 2: PCRS[2], 3: PCRS[3]}, "pivot_hashes": {PIVOT}},
            {"pcrs": {3: PCRS[3]}, "quorum_key": QUORUM, "namespace": "test/signer"},
            {"pcrs": {0: EMPTY, 3: PCRS[3]}, "pivot_hashes": {PIVOT}},
        ],
    )
    def test_what_does_not(self, pins: dict[str, Any]) -> None:
        with pytest.raises(ValueError, match="these pins identify no program: all applications of a release"):
            make(**pins)
        identity = make(**pins, allow_any_program=True)
        assert not identity.identifies_program

    @pytest.mark.parametrize(
        "pins",
        [
            {},
            {"pcrs": {}},
            {"manifest_hashes": ()},
            {"pivot_hashes": {PIVOT}},
            {"quorum_key": QUORUM, "namespace": "test/signer"},
            {"manifest_set": ENCLAVE.manifest_set},
            {"pcrs": {15: ZERO}},
            {"pcrs": {8: ZERO, 15: ZERO}, "pivot_hashes": {PIVOT}},
            {"pcrs": {2: EMPTY}},
            {"pcrs": {2: EMPTY.upper()}, "pivot_hashes": {PIVOT}},
            {"pcrs": {0: EMPTY, 8: ZERO}, "pivot_hashes": {PIVOT}},
        ],
    )
    @pytest.mark.parametrize("allowed", [False, True])
    def test_what_everybody_has_counts_for_nothing(self, pins: dict[str, Any], allowed: bool) -> None:
        with pytest.raises(ValueError, match="without them, any program could run in the enclave"):
            make(**pins, allow_any_program=allowed)

    @pytest.mark.parametrize("value", [ZERO, EMPTY])
    def test_a_pcr_that_is_nearly_empty_counts(self, value: str) -> None:
        for near in near_misses(value):
            for index in (0, 15):
                assert make(pcrs={index: near}, allow_any_program=True).pcrs == {index: near}

    def test_what_does_not_count_is_compared(self) -> None:
        sound = SOUND["PCR0 with pivot hashes"]
        assert verify(make(**{**sound, "pcrs": {0: PCR0, 8: ZERO}})).checks.pcrs == (0, 8)
        for index in (2, 4):
            with pytest.raises(ContextMismatch, match=f"PCR{index} "):
                verify(make(**{**sound, "pcrs": {0: PCR0, index: EMPTY}}))
        with pytest.raises(ContextMismatch, match="PCR4 "):
            verify(make(**{**sound, "pcrs": {0: PCR0, 4: ZERO}}))

    @pytest.mark.parametrize("index", [0, 1, 2, 3])
    def test_zeros_of_debug_mode(self, index: int) -> None:
        for pins in (*SOUND.values(), {"pcrs": PCRS, "allow_any_program": True}):
            pcrs = {**pins.get("pcrs", {}), index: ZERO}
            with pytest.raises(ValueError, match="pcrs must not have zeros in PCR0 to PCR3"):
                make(**{**pins, "pcrs": pcrs}, allow_debug_mode=True)

    @pytest.mark.parametrize(
        "key",
        [WELL_KNOWN, WELL_KNOWN.upper(), WELL_KNOWN[130:], WELL_KNOWN[:130], QUORUM[:130] + WELL_KNOWN[130:],
         WELL_KNOWN[:130] + QUORUM[130:]],
    )  # fmt: skip
    def test_the_well_known_quorum_key(self, key: str) -> None:
        for pins in (*SOUND.values(), {"pcrs": PCRS, "allow_any_program": True}):
            with pytest.raises(ValueError, match="quorum_key is the well-known key of the service's tool"):
                make(**{**pins, "quorum_key": key})

    def test_nearly_the_well_known_quorum_key(self) -> None:
        for near in near_misses(WELL_KNOWN[130:]):
            assert make(pcrs={0: PCR0}, quorum_key=near, namespace="x").quorum_key == near

    def test_a_program_may_have_the_well_known_key(self) -> None:
        """It is worthless as a pin; what identifies the program is its hash."""
        manifest = ENCLAVE.manifest()
        manifest["namespace"]["quorumKey"] = bytes.fromhex(WELL_KNOWN)
        verified = verify(make(**SOUND["PCR0 with pivot hashes"]), ENCLAVE.boot_proof(manifest=manifest))
        assert verified.manifest.quorum_key == WELL_KNOWN

    def test_production_is_never_implicit(self) -> None:
        identity = EnclaveIdentity(manifest_hashes={"00" * 32})
        assert (identity.pcrs, identity.quorum_key, identity.namespace) == ({}, None, None)


class TestWhichProgram:
    def test_a_customers_enclave_on_the_same_machines(self) -> None:
        customer = ENCLAVE.with_application("app", namespace="prod/tvc/4954c244-7e44-4967-b188-436ae7ef3b84")
        verify(make(pcrs=PCRS, allow_any_program=True), customer.boot_proof())
        for pins in SOUND.values():
            with pytest.raises(ContextMismatch):
                verify(make(**pins), customer.boot_proof())

    def test_an_enclave_with_the_program_of_another(self) -> None:
        """One pin of an identity does not replace another one."""
        impostor = ENCLAVE.with_application("ump", pivot_hash=ENCLAVE.pivot_hash)
        verify(make(**SOUND["PCR0 with pivot hashes"]), impostor.boot_proof())
        with pytest.raises(ContextMismatch, match="the quorum key"):
            verify(make(pcrs={0: PCR0}, pivot_hashes={PIVOT}, quorum_key=QUORUM), impostor.boot_proof())

    @pytest.mark.parametrize("near", near_misses(PIVOT))
    def test_the_program(self, near: str) -> None:
        assert verify(make(pcrs={0: PCR0}, pivot_hashes=[PIVOT.upper(), near])).checks.pivot_hash
        with pytest.raises(ContextMismatch, match=r"the pivot hash"):
            verify(make(pcrs={0: PCR0}, pivot_hashes={near}))

    def test_a_lower_nonce(self) -> None:
        sound = make(**SOUND["PCR0 with pivot hashes"])
        for lowest in (0, 6, 7):
            assert verify(replace(sound, min_nonce=lowest)).checks.min_nonce
        for lowest in (8, 2**32 - 1):
            with pytest.raises(ContextMismatch, match="the nonce, which is too low, of the"):
                verify(replace(sound, min_nonce=lowest))

    def test_the_share_set(self) -> None:
        sound, right = make(**SOUND["PCR0 with pivot hashes"]), ENCLAVE.share_set
        renamed = QuorumSet(1, (QuorumMember("x", right.members[0].public_key.upper()),))
        assert verify(replace(sound, share_set=renamed)).checks.share_set
        for other in (
            QuorumSet(2, right.members),
            QuorumSet(1, ()),
            QuorumSet(1, (*right.members, QuorumMember("1", ENCLAVE.members[0].public.hex()))),
            QuorumSet(1, (QuorumMember("2", ENCLAVE.members[0].public.hex()),)),
            ENCLAVE.manifest_set,
        ):
            with pytest.raises(ContextMismatch, match="the share set"):
                verify(replace(sound, share_set=other))

    @pytest.mark.parametrize("pins", SOUND.values(), ids=SOUND)
    def test_debug_mode(self, pins: dict[str, Any]) -> None:
        manifest = ENCLAVE.manifest()
        manifest["pivot"]["debugMode"] = True
        proof = ENCLAVE.boot_proof(manifest=manifest)
        if "manifest_hashes" in pins:
            pins = {"manifest_hashes": {ENCLAVE.hash(manifest).hex()}}
        with pytest.raises(ContextMismatch, match="the debug mode, which lets its output out"):
            verify(make(**pins), proof)
        assert verify(make(**pins, allow_debug_mode=True), proof).manifest.debug_mode


class TestTheLiveKey:
    identity = make(**SOUND["PCR0 with pivot hashes"], require_live=True)

    def test_it_is_committed_to(self) -> None:
        checks = verify(self.identity).checks
        assert (checks.live, checks.commitment) == (True, "live")

    def test_a_setup_document(self) -> None:
        manifest_hash = ENCLAVE.hash(ENCLAVE.manifest())
        public = ENCLAVE.setup.public
        for pcr18 in (bytes(48), commitment_to_manifest()):
            pcrs = {**ENCLAVE.pcrs(manifest_hash), 18: pcr18}
            proof = ENCLAVE.boot_proof(
                document=ENCLAVE.document(manifest_hash, public_key=public, pcrs=pcrs),
                ephemeralPublicKeyHex=public.hex(),
            )
            assert verify(replace(self.identity, require_live=False), proof).checks.commitment == "setup"
            with pytest.raises(ContextMismatch, match="commit to the live key, as require_live demands"):
                verify(self.identity, proof)

    def test_no_commitment(self) -> None:
        proof = boot_proof_of(ENCLAVE, pcr16=bytes(48), pcr17=bytes(48))
        assert verify(replace(self.identity, require_live=False), proof).checks.commitment is None
        with pytest.raises(ContextMismatch, match="require_live"):
            verify(self.identity, proof)

    def test_a_commitment_to_the_manifest(self) -> None:
        right = commitment_to_manifest()
        alone = boot_proof_of(ENCLAVE, pcr16=bytes(48), pcr17=bytes(48), pcr18=right)
        assert verify(self.identity, alone).checks.commitment == "manifest"
        assert verify(self.identity, boot_proof_of(ENCLAVE, pcr18=right)).checks.commitment == "live"
        for wrong in (right[:-1] + bytes([right[-1] ^ 1]), ENCLAVE.measurements[0]):
            for live in (True, False):
                with pytest.raises(
                    ContextMismatch, match="PCR18 of the enclave does not commit to the manifest"
                ):
                    verify(replace(self.identity, require_live=live), boot_proof_of(ENCLAVE, pcr18=wrong))
        # It does not replace the commitment to the key.
        with pytest.raises(ContextMismatch, match="PCR16 and PCR17 of the enclave do not commit to the key"):
            verify(self.identity, boot_proof_of(ENCLAVE, pcr17=ENCLAVE.measurements[0], pcr18=right))


def commitment_to_manifest() -> bytes:
    return commitment_pcr("manifest", bytes.fromhex(HASH), b"")


class TestArguments:
    @pytest.mark.parametrize(
        ("pins", "kind", "message"),
        [
            ({"pcrs": [PCR0]}, TypeError, "pcrs must be"),
            ({"pcrs": {"0": PCR0}}, TypeError, "the indices of pcrs must be int"),
            ({"pcrs": {True: PCR0}}, TypeError, "the indices of pcrs must be int"),
            ({"pcrs": {-1: PCR0}}, ValueError, "the indices of pcrs must be below 32"),
            ({"pcrs": {32: PCR0}}, ValueError, "the indices of pcrs must be below 32"),
            ({"pcrs": {0: bytes(48)}}, TypeError, "pcrs must be hex, a str, not bytes"),
            ({"pcrs": {0: PCR0[:-2]}}, ValueError, "pcrs must be 48 bytes long"),
            ({"pcrs": {0: PCR0 + "00"}}, ValueError, "pcrs must be 48 bytes long"),
            ({"pcrs": {0: "x"}}, ValueError, "pcrs is not hex"),
            ({"manifest_hashes": "00" * 32}, TypeError, "manifest_hashes must be a collection of str"),
            ({"manifest_hashes": 5}, TypeError, "manifest_hashes must be a collection of str"),
            ({"manifest_hashes": ["00"]}, ValueError, "manifest_hashes must be 32 bytes long"),
            ({"manifest_hashes": [b"x"]}, TypeError, "manifest_hashes must be hex"),
            ({"pivot_hashes": "00" * 32}, TypeError, "pivot_hashes must be a collection of str"),
            ({"pivot_hashes": ["00"]}, ValueError, "pivot_hashes must be 32 bytes long"),
            ({"pivot_hashes": [b"x"]}, TypeError, "pivot_hashes must be hex"),
            ({"quorum_key": "00" * 64}, ValueError, "quorum_key must be 130 or 65 bytes long"),
            ({"quorum_key": 5}, TypeError, "quorum_key must be hex"),
            ({"namespace": b"x"}, TypeError, "namespace must be"),
            ({"application": b"x"}, TypeError, "application must be"),
            ({"min_nonce": "7"}, TypeError, "min_nonce must be int"),
            ({"min_nonce": True}, TypeError, "min_nonce must be int"),
            ({"min_nonce": -1}, ValueError, "min_nonce must be from 0 to 4294967295"),
            ({"min_nonce": 2**32}, ValueError, "min_nonce must be from 0 to 4294967295"),
            ({"args": "--port 3000"}, TypeError, "args must be a sequence of str"),
            ({"args": b"x"}, TypeError, "args must be a sequence of str"),
            ({"args": {"--port"}}, TypeError, "args must be a sequence of str"),
            ({"args": ("--port", 3000)}, TypeError, "each of args must be str"),
            ({"resolvers": "1.1.1.1"}, TypeError, "resolvers must be a sequence of str"),
            ({"environment": [("A", "b")]}, TypeError, "environment must be a mapping of str to str"),
            ({"environment": {"A": 5}}, TypeError, "each name and value of environment must be str"),
            ({"environment": {5: "b"}}, TypeError, "each name and value of environment must be str"),
            ({"bridges": "server"}, TypeError, r"bridges must be a sequence of \(type, port, host\)"),
            ({"bridges": {("server", 1, None)}}, TypeError, r"bridges must be a sequence of"),
            ({"bridges": [("server", 1)]}, TypeError, r"each of bridges must be \(type, port, host\)"),
            ({"bridges": [("server", "1", None)]}, TypeError, r"each of bridges must be"),
            ({"bridges": [("server", 1, 2)]}, TypeError, r"each of bridges must be"),
            ({"operators": {"threshold": 1}}, TypeError, "operators must be OperatorSet or NoneType"),
            ({"manifest_set": {"x"}}, TypeError, "manifest_set must be QuorumSet"),
            ({"share_set": {"x"}}, TypeError, "share_set must be QuorumSet"),
            ({"require_live": 1}, TypeError, "require_live must be bool"),
            ({"allow_any_program": "yes"}, TypeError, "allow_any_program must be bool"),
            ({"allow_debug_mode": None}, TypeError, "allow_debug_mode must be bool"),
            ({"root": "00"}, ValueError, "root must be 32 bytes long"),
            ({"root": ["00"]}, ValueError, "root must be 32 bytes long"),
            ({"root": []}, ValueError, "root must not be empty"),
            ({"root": None}, TypeError, "root must be a collection of str"),
        ],
    )
    def test_they_are_checked(self, pins: dict[str, Any], kind: type[Exception], message: str) -> None:
        with pytest.raises(kind, match=message):
            make(**{**SOUND["PCR0 with pivot hashes"], **pins})

    def test_an_identity_cannot_be_changed(self) -> None:
        identity = make(**SOUND["PCR0 with pivot hashes"])
        with pytest.raises(AttributeError):
            identity.namespace = "x"  # type: ignore[misc]
        assert repr(identity).startswith(f"EnclaveIdentity(pcrs={{0: '{PCR0}'}}")
        whole = ENCLAVE.identity
        assert pickle.loads(pickle.dumps(whole)) == copy.deepcopy(whole) == ENCLAVE.identity != identity

    @pytest.mark.parametrize("other", [None, {}, {"pcrs": {0: PCR0}}, PCR0])
    def test_nothing_else_is_an_identity(self, other: Any) -> None:
        with pytest.raises(TypeError, match="identity must be EnclaveIdentity"):
            verify(other)
