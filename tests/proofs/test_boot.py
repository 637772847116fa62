import base64
import copy
import dataclasses
import pickle
from dataclasses import replace
from typing import Any

import pytest

from sealwax import (
    BadSignature,
    ContextMismatch,
    EnclaveKeys,
    MalformedInput,
    SealwaxError,
    UntrustedSigner,
)
from sealwax._limits import MAX_INPUT_BYTES
from sealwax.proofs import (
    EnclaveIdentity,
    OperatorSet,
    QuorumMember,
    QuorumSet,
    VerifiedBootProof,
    verify_boot_proof,
)
from sealwax.testing import AttestedEnclave
from sealwax.testing.nitro import Encoding
from tests.conftest import SEED, near_misses

ENCLAVE = AttestedEnclave(SEED)
PROOF = ENCLAVE.boot_proof()
PCR0 = ENCLAVE.measurements[0].hex()
ZERO = "00" * 48
# PCR2 of the release r2025.9.3 of production, and of each other image of QOS since 2024: an empty ramdisk.
EMPTY = "21b9efbc184807662e966d34f390821309eeac6802309798826296bf3e8bec7c10edb30948c90ba67310f7b964fc500a"
IDENTITY = EnclaveIdentity(pcrs={0: PCR0}, pivot_hashes={ENCLAVE.pivot_hash.hex()}, root=ENCLAVE.root_sha256)


def verify(proof: Any = PROOF, identity: EnclaveIdentity = IDENTITY) -> VerifiedBootProof:
    return verify_boot_proof(proof, identity=identity)


def pinned(**pins: Any) -> EnclaveIdentity:
    """An identity of any program, with other pins."""
    return EnclaveIdentity(
        **{"pcrs": {0: PCR0}, "root": ENCLAVE.root_sha256, "allow_any_program": True, **pins}
    )


class TestTheResult:
    def test_it_says_who_the_enclave_is(self) -> None:
        verified = verify()
        assert verified.public_key == ENCLAVE.ephemeral.public.hex()
        assert abs(verified.timestamp - ENCLAVE.booted_at).total_seconds() < 0.001
        assert verified.manifest.namespace == "test/signer"
        assert [member.alias for member in verified.approved_by] == ["1", "3"]
        assert list(verified.pcrs) == list(range(32))
        assert verified.pcrs[0] == PCR0

    def test_it_says_which_checks_were_made(self) -> None:
        optional = {
            "pivot_hash", "manifest_hash", "quorum_key", "namespace", "min_nonce", "args", "environment",
            "resolvers", "bridges", "manifest_set", "share_set", "operators", "live", "any_program",
        }  # fmt: skip
        for identity, pcrs, performed in (
            (IDENTITY, (0,), {"pivot_hash"}),
            (pinned(require_live=True), (0,), {"live", "any_program"}),
            (ENCLAVE.identity, (0, 1, 2, 3), optional - {"operators", "live", "any_program"}),
        ):
            checks = dataclasses.asdict(verify(identity=identity).checks)
            assert checks.pop("commitment") == "live"
            assert checks.pop("pcrs") == pcrs
            assert checks == {name: name in performed for name in optional}

    def test_it_is_frozen_and_can_be_copied(self) -> None:
        verified = verify()
        assert pickle.loads(pickle.dumps(verified)) == copy.deepcopy(verified) == verified
        with pytest.raises(AttributeError):
            verified.public_key = ""  # type: ignore[misc]


class TestTheForm:
    @pytest.mark.parametrize("other", [None, 5, [PROOF], bytearray(b"{}"), object()])
    def test_anything_else_is_malformed(self, other: object) -> None:
        with pytest.raises(MalformedInput, match="the boot proof must be JSON text or a mapping"):
            verify(other)

    @pytest.mark.parametrize("name", ["awsAttestationDocB64", "qosManifestB64", "qosManifestEnvelopeB64"])
    def test_a_part_that_is_too_large(self, name: str) -> None:
        with pytest.raises(MalformedInput, match=f"is larger than {MAX_INPUT_BYTES} bytes"):
            verify({**PROOF, name: "A" * (MAX_INPUT_BYTES + 1)})
        with pytest.raises(SealwaxError) as caught:
            verify({**PROOF, name: "A" * MAX_INPUT_BYTES})
        assert str(MAX_INPUT_BYTES) not in str(caught.value)

    def test_no_error_echoes_what_was_given(self) -> None:
        for name in ("ephemeralPublicKeyHex", "awsAttestationDocB64", "qosManifestB64"):
            with pytest.raises(SealwaxError) as caught:
                verify({**PROOF, name: "s3cret!!"})
            assert "s3cret" not in str(caught.value)


class TestTheLinks:
    def test_another_key(self) -> None:
        with pytest.raises(UntrustedSigner, match="and its attestation document name different keys"):
            verify({**PROOF, "ephemeralPublicKeyHex": ENCLAVE.setup.public.hex()})

    def test_another_manifest(self) -> None:
        v0 = AttestedEnclave(SEED, version="v0")
        with pytest.raises(BadSignature, match="differs from the manifest in the envelope"):
            verify({**PROOF, "qosManifestB64": v0.boot_proof()["qosManifestB64"]})
        with pytest.raises(
            BadSignature, match="does not commit to the manifest in the envelope of the boot proof"
        ):
            verify({**PROOF, "qosManifestEnvelopeB64": v0.boot_proof()["qosManifestEnvelopeB64"]})

    def test_a_manifest_in_another_encoding(self) -> None:
        encodings: tuple[Encoding, ...] = ("borsh", "json")
        in_borsh, in_json = (
            AttestedEnclave(SEED, version="v1", encoding=each, booted_at=ENCLAVE.booted_at)
            for each in encodings
        )
        for one, other in ((in_borsh, in_json), (in_json, in_borsh)):
            encoded = other.encode(other.manifest())
            proof = {**one.boot_proof(), "qosManifestB64": base64.b64encode(encoded).decode()}
            assert verify(proof).manifest == verify(one.boot_proof()).manifest

    def test_measurements_that_the_manifest_does_not_call_for(self) -> None:
        manifest_hash = ENCLAVE.hash(ENCLAVE.manifest())
        for other in (PCR0, *near_misses(ENCLAVE.measurements[2].hex())):
            pcrs = {**ENCLAVE.pcrs(manifest_hash), 2: bytes.fromhex(other)}
            with pytest.raises(ContextMismatch, match="PCR2 of the enclave differs from its manifest"):
                verify(ENCLAVE.boot_proof(document=ENCLAVE.document(manifest_hash, pcrs=pcrs)))

    @pytest.mark.parametrize("last_byte_of", [64, 129])
    def test_a_key_off_the_curve(self, last_byte_of: int) -> None:
        """Of an enclave that commits to no key, so that nothing else of the key is wrong."""
        manifest_hash, key = ENCLAVE.hash(ENCLAVE.manifest()), bytearray(ENCLAVE.ephemeral.public)
        key[last_byte_of] ^= 1
        pcrs = {**ENCLAVE.pcrs(manifest_hash), 16: bytes(48), 17: bytes(48)}
        document = ENCLAVE.document(manifest_hash, public_key=bytes(key), pcrs=pcrs)
        with pytest.raises(MalformedInput, match="a half of the public key of the attestation document"):
            verify(ENCLAVE.boot_proof(document=document, ephemeralPublicKeyHex=key.hex()))

    def test_a_manifest_with_another_root(self) -> None:
        root, manifest = ENCLAVE.root, ENCLAVE.manifest()
        near = [bytes.fromhex(each) for each in near_misses(root.hex())]
        for other in (*near, root[:-1], root + b"\0", b"", AttestedEnclave(bytes(32)).root):
            manifest["enclave"]["awsRootCertificate"] = other
            with pytest.raises(ContextMismatch, match="have different root certificates") as caught:
                verify(ENCLAVE.boot_proof(manifest=manifest))
            assert caught.value.code == "wrong-enclave"

    def test_commitments(self) -> None:
        """Each of the two PCRs alone must be right, and a commitment in the other's place is none."""
        manifest_hash = ENCLAVE.hash(ENCLAVE.manifest())
        right = ENCLAVE.pcrs(manifest_hash)
        near = [bytes.fromhex(each) for each in near_misses(right[17].hex())]
        for setup, live in ((right[16], bytes(48)), *((bytes(48), each) for each in (*near, right[16])),
                            (right[17], bytes(48))):  # fmt: skip
            pcrs = {**right, 16: setup, 17: live}
            proof = ENCLAVE.boot_proof(document=ENCLAVE.document(manifest_hash, pcrs=pcrs))
            with pytest.raises(
                ContextMismatch, match="PCR16 and PCR17 of the enclave do not commit to the key"
            ) as caught:
                verify(proof)
            assert caught.value.code == "wrong-enclave"


class TestPins:
    @pytest.mark.parametrize("near", near_misses(PCR0))
    def test_pcrs(self, near: str) -> None:
        with pytest.raises(ContextMismatch, match="PCR0 of the enclave is not the expected one") as caught:
            verify(identity=pinned(pcrs={0: near}))
        assert caught.value.code == "wrong-enclave"

    @pytest.mark.parametrize("collection", [list, tuple, set, frozenset])
    def test_several_values_of_a_pcr(self, collection: Any) -> None:
        first, *others = near_misses(PCR0)
        assert pinned(pcrs={0: collection([first, *others])}).accepted_pcrs == {0: {first, *others}}
        assert verify(identity=pinned(pcrs={0: collection([first, PCR0.upper()])})).checks.pcrs == (0,)
        with pytest.raises(ContextMismatch, match="PCR0 of the enclave is not the expected one"):
            verify(identity=pinned(pcrs={0: collection([first, *others])}))

    def test_a_pcr_that_the_enclave_does_not_have(self) -> None:
        older = AttestedEnclave(SEED, pcr_count=16)
        identity = pinned(pcrs={0: PCR0, 20: ZERO}, root=older.root_sha256)
        with pytest.raises(ContextMismatch, match="PCR20"):
            verify(older.boot_proof(), identity)

    def test_the_manifest_hash(self) -> None:
        manifest_hash = verify().manifest.hash
        only = EnclaveIdentity(manifest_hashes=[manifest_hash.upper()], root=ENCLAVE.root_sha256)
        assert verify(identity=only).checks.manifest_hash
        for near in near_misses(manifest_hash):
            with pytest.raises(ContextMismatch, match="the manifest hash"):
                verify(identity=pinned(manifest_hashes={near}))

    def test_the_quorum_key(self) -> None:
        key = ENCLAVE.quorum.public.hex()
        for whole in (key, key.upper(), key[130:]):
            assert verify(identity=pinned(quorum_key=whole)).checks.quorum_key
        for other in (*near_misses(key), key[:130], EnclaveKeys.production().signer):
            with pytest.raises(ContextMismatch, match="the quorum key"):
                verify(identity=pinned(quorum_key=other))

    def test_the_namespace(self) -> None:
        for other in ("test/signe", "test/Signer", "prod/signer", ""):
            with pytest.raises(ContextMismatch, match="the namespace"):
                verify(identity=pinned(namespace=other))

    def test_the_configuration(self) -> None:
        enclave = ENCLAVE.with_manifest_in("v2", "json")
        proof, args = enclave.boot_proof(), ("--port", "3000")
        bridges = (("server", 3000, "0.0.0.0"), ("client", 443, None))
        right: dict[str, Any] = {
            "environment": {"LOG_LEVEL": "info"},
            "resolvers": ["1.1.1.1", "2606:4700:4700::1111"],
            "bridges": [*bridges],
        }
        checks = verify(proof, pinned(args=args, **right)).checks
        assert (checks.environment, checks.resolvers, checks.bridges, checks.operators) == (True,) * 3 + (
            False,
        )
        server, client = bridges
        wrong: dict[str, tuple[str, list[Any]]] = {
            "environment": ("the environment", [{}, {"LOG_LEVEL": "INFO"}, {"LOG_LEVEL": "info", "A": ""}]),
            "resolvers": ("the list of resolvers", [[], right["resolvers"][:1], right["resolvers"][::-1]]),
            "bridges": ("the list of bridges", [[], [server], [client, server], [server, (*client[:2], "")]]),
        }
        for name, (words, others) in wrong.items():
            for other in others:
                with pytest.raises(ContextMismatch, match=words):
                    verify(proof, pinned(**{name: other}))

    def test_an_environment_beside_pinned_arguments(self) -> None:
        """Another tenant's price feed: the same program and arguments with another environment."""
        enclave = ENCLAVE.with_manifest_in("v2", "json")
        manifest = enclave.manifest()
        manifest["pivot"]["env"] = {"FEED": "https://example.com"}
        proof, args = enclave.boot_proof(manifest=manifest), ("--port", "3000")
        with pytest.raises(ContextMismatch, match="has an environment that is not pinned"):
            verify(proof, pinned(args=args))
        assert not verify(proof, pinned()).checks.environment
        manifest_hash = enclave.hash(manifest).hex()
        operators = OperatorSet(2, {str(i): each.public.hex() for i, each in enumerate(ENCLAVE.members)})
        for sound in ({"environment": {"FEED": "https://example.com"}}, {"manifest_hashes": {manifest_hash}},
                      {"operators": operators}):  # fmt: skip
            assert verify(proof, pinned(args=args, **sound)).checks.args

    def test_the_operators(self) -> None:
        keys = {str(number): each.public.hex() for number, each in enumerate(ENCLAVE.members)}
        trusted = OperatorSet(2, keys, nonce=7)
        sound = EnclaveIdentity(operators=trusted, namespace="test/signer", root=ENCLAVE.root_sha256)
        assert sound.identifies_program
        assert verify(identity=sound).checks.operators
        for other in (replace(trusted, threshold=3), OperatorSet(1, {"x": keys["1"]})):
            with pytest.raises(
                UntrustedSigner, match="trusted operators approved the manifest of the enclave"
            ):
                verify(identity=replace(sound, operators=other))
        with pytest.raises(ContextMismatch, match="the nonce, which is too low"):
            verify(identity=replace(sound, operators=replace(trusted, nonce=8)))
        for namespace in (None, ""):
            with pytest.raises(ValueError, match="or operators with namespace"):
                replace(sound, namespace=namespace)

    def test_the_manifest_set(self) -> None:
        right = ENCLAVE.manifest_set
        renamed = tuple(QuorumMember("x", member.public_key.upper()) for member in right.members[::-1])
        assert verify(identity=pinned(manifest_set=QuorumSet(2, renamed))).checks.manifest_set
        for other in (
            QuorumSet(1, right.members),
            QuorumSet(3, right.members),
            QuorumSet(2, right.members[:2]),
            QuorumSet(2, (*right.members, QuorumMember("4", "04" * 130))),
            QuorumSet(2, ()),
        ):
            with pytest.raises(ContextMismatch, match="the manifest set"):
                verify(identity=pinned(manifest_set=other))
