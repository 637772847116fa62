"""Artifacts of the deployed service, which are beside this repository and not in it: whole, and mutated."""

import base64
import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import datetime, timedelta, timezone
from typing import Any

import cbor2
import pytest

from sealwax import EnclaveKeys, Expired, MalformedInput, SealwaxError
from sealwax.proofs import (
    AWS_NITRO_ROOT_G1,
    PRODUCTION_PCR3,
    AppProofExpectation,
    EnclaveIdentity,
    QuorumMember,
    QuorumSet,
    VerifiedAppProof,
    decode_manifest,
    verify_app_proof,
    verify_boot_proof,
)
from sealwax.proofs.boot import commitment_pcr
from sealwax.proofs.manifest import check_approvals, decode_envelope
from sealwax.proofs.nitro import open_qos_document
from tests.conftest import ROOT, UNPUBLISHED, near_misses

CAPTURED = ROOT.parent / "shared" / "captured"
pytestmark = pytest.mark.skipif(
    not (CAPTURED / "proof_pair_preprod_signer_1.json").exists(),
    reason=UNPUBLISHED,
)
# Release r2025.9.3, which has the measurements of r2025.9.2.
PCR0 = "f67076a8f9796b90d7f0eb148ec6926f66fe04c80861151916961f7dec715b3c8a36e5908e9551c20048719da134b207"
PCR2 = "21b9efbc184807662e966d34f390821309eeac6802309798826296bf3e8bec7c10edb30948c90ba67310f7b964fc500a"
HASH = "24a9e2c0b0ce26bcbc3e65172f8b06b100d5e712591f604832cbea9ff5ce02be"
PIVOT_HASH = "dc64e8bfc82db82fe84524ddecb971d7d5c1102517054a7a4cb3e5668615ba27"
IDENTITY = EnclaveIdentity(pcrs={0: PCR0, 1: PCR0, 2: PCR2}, pivot_hashes={PIVOT_HASH})
EXPECTED = AppProofExpectation(
    type="APP_PROOF_TYPE_ADDRESS_DERIVATION",
    organization_id="3a2de333-972b-45bf-8a7a-83c4167b81e2",
    wallet_id="ad8a06ec-c2f4-55f2-ac43-65991efbfdd1",
    derivation_path="m/44'/60'/0'/0/0",
    address="0xb84b4730Cd81Bc82Ee6B1dE6c343Ebd7928138DC",
)
Proof = dict[str, Any]


def captured(name: str) -> Any:
    return json.loads((CAPTURED / f"{name}.json").read_text())


@pytest.fixture(scope="module")
def pair() -> tuple[Proof, Proof]:
    content = captured("proof_pair_preprod_signer_1")
    return content["appProof"], content["bootProof"]


def verify(pair: tuple[Proof, Proof], **how: Any) -> VerifiedAppProof:
    return verify_app_proof(*pair, **{"identity": IDENTITY, "expected": EXPECTED, **how})


def code_of(pair: tuple[Proof, Proof], **how: Any) -> str:
    with pytest.raises(SealwaxError) as caught:
        verify(pair, **how)
    return caught.value.code


class TestThePair:
    def test_it_verifies(self, pair: tuple[Proof, Proof]) -> None:
        proof = verify(pair)
        assert proof.timestamp == datetime(2025, 9, 16, 21, 39, 23, 571000, timezone.utc)
        assert (proof.address, proof.age_checked) == (EXPECTED.address, False)
        boot = proof.boot_proof
        assert boot.public_key == pair[0]["publicKey"]
        assert boot.timestamp == datetime(2025, 9, 16, 21, 25, 49, 422000, timezone.utc)
        assert boot.module_id == "i-02447a481344e9ec0-enc0199546b533fd5d0"
        assert (boot.manifest.version, boot.manifest.hash) == ("v0", HASH)
        assert (boot.manifest.namespace, boot.manifest.nonce) == ("preprod/signer", 20250902)
        assert [member.alias for member in boot.approved_by] == ["2", "1"]
        assert boot.manifest.manifest_set == boot.manifest.share_set
        assert (boot.checks.pcrs, boot.checks.commitment) == ((0, 1, 2), None)
        assert boot.pcrs[4] == _measure(b"i-02447a481344e9ec0")

    def test_as_text(self, pair: tuple[Proof, Proof]) -> None:
        app, boot = map(json.dumps, pair)
        assert verify_app_proof(app, boot.encode(), identity=IDENTITY, expected=EXPECTED) == verify(pair)

    def test_all_that_can_be_pinned(self, pair: tuple[Proof, Proof]) -> None:
        manifest = verify(pair).boot_proof.manifest
        identity = EnclaveIdentity(
            pcrs=manifest.pcrs,
            pivot_hashes={PIVOT_HASH},
            manifest_hashes={HASH},
            quorum_key=manifest.quorum_key,
            namespace="preprod/signer",
            min_nonce=20250902,
            args=manifest.args,
            manifest_set=manifest.manifest_set,
            share_set=manifest.share_set,
            environment={},
            resolvers=(),
            bridges=(),
        )
        checks = asdict(verify(pair, identity=identity).boot_proof.checks)
        assert checks.pop("pcrs") == (0, 1, 2, 3)
        assert checks.pop("commitment") is None
        assert {name for name, performed in checks.items() if not performed} == {
            "live",
            "any_program",
            "operators",
        }

    @pytest.mark.parametrize("form", ["whole", "signing point"])
    def test_by_quorum_key_and_namespace(self, pair: tuple[Proof, Proof], form: str) -> None:
        key = verify(pair).boot_proof.manifest.quorum_key
        identity = EnclaveIdentity(
            pcrs={0: PCR0}, quorum_key=key if form == "whole" else key[130:], namespace="preprod/signer"
        )
        assert not verify(pair, identity=identity).boot_proof.checks.any_program
        for other in (
            {"namespace": "preprod/ump"},
            {"min_nonce": 20250903},
            {"args": ()},
            {"pivot_hashes": {near_misses(PIVOT_HASH)[0]}},
            {"require_live": True},
        ):
            assert code_of(pair, identity=replace(identity, **other)) == "wrong-enclave"

    def test_it_is_not_production(self, pair: tuple[Proof, Proof]) -> None:
        for identity in (
            replace(IDENTITY, pcrs={0: PCR0, 3: PRODUCTION_PCR3}),
            replace(IDENTITY, namespace="prod/signer"),
            replace(IDENTITY, quorum_key=EnclaveKeys.production().signer),
            EnclaveIdentity(manifest_hashes={"00" * 32}),
            replace(IDENTITY, manifest_set=QuorumSet(2, (QuorumMember("1", "04" * 130),))),
        ):
            assert code_of(pair, identity=identity) == "wrong-enclave"

    @pytest.mark.parametrize("near", near_misses(PCR0))
    def test_near_misses_of_a_measurement(self, pair: tuple[Proof, Proof], near: str) -> None:
        assert code_of(pair, identity=replace(IDENTITY, pcrs={0: near})) == "wrong-enclave"

    @pytest.mark.parametrize("near", near_misses(AWS_NITRO_ROOT_G1))
    def test_another_root(self, pair: tuple[Proof, Proof], near: str) -> None:
        identity = replace(IDENTITY, root=near)
        assert code_of(pair, identity=identity) == "untrusted-signer"
        either = replace(IDENTITY, root={near, AWS_NITRO_ROOT_G1.upper()})
        verify(pair, identity=either)

    def test_its_age(self, pair: tuple[Proof, Proof]) -> None:
        limited = AppProofExpectation(
            type=EXPECTED.type, organization_id=EXPECTED.organization_id, max_age=timedelta(minutes=5)
        )
        then = datetime(2025, 9, 16, 21, 44, 23, 571000, timezone.utc)
        assert verify(pair, expected=limited, now=then).age_checked
        assert code_of(pair, expected=limited, now=then + timedelta(seconds=60.001)) == "expired"
        assert code_of(pair, expected=limited) == "expired"

    def test_swapped_halves(self, pair: tuple[Proof, Proof]) -> None:
        app, boot = pair
        key = app["publicKey"]
        swapped = key[130:] + key[:130]
        assert code_of(({**app, "publicKey": swapped}, boot)) == "bad-signature"
        assert code_of((app, {**boot, "ephemeralPublicKeyHex": swapped})) == "untrusted-signer"

    def test_four_hours_later(self, pair: tuple[Proof, Proof]) -> None:
        app, boot = pair
        earlier = (1758057949422).to_bytes(8, "big")
        for change, code in ((4 * 3600_000, "expired"), (-4 * 3600_000, "expired"), (1, "bad-signature")):
            later = (1758057949422 + change).to_bytes(8, "big")
            document = base64.b64decode(boot["awsAttestationDocB64"])
            assert document.count(earlier) == 1
            changed = _with(boot, "awsAttestationDocB64", document.replace(earlier, later))
            assert code_of((app, changed)) == code

    def test_what_nothing_signs_is_ignored(self, pair: tuple[Proof, Proof]) -> None:
        app, boot = pair
        lies = {"owner": "x", "enclaveApp": 1, "deploymentLabel": None, "createdAt": {"seconds": "0"}}
        assert verify((app, {**boot, **lies})) == verify(pair)

    def test_each_link(self, pair: tuple[Proof, Proof]) -> None:
        """Replace one part by the same part of an enclave of our own, or by nothing."""
        from sealwax.testing import AttestedEnclave  # noqa: PLC0415

        app, boot = pair
        enclave = AttestedEnclave(
            bytes(32), version="v0", booted_at=datetime(2025, 9, 16, tzinfo=timezone.utc)
        )
        other = enclave.boot_proof()
        codes = {
            name: code_of((app, {**boot, name: other[name]}))
            for name in (
                "ephemeralPublicKeyHex",
                "awsAttestationDocB64",
                "qosManifestB64",
                "qosManifestEnvelopeB64",
            )
        }
        assert codes == {
            "ephemeralPublicKeyHex": "untrusted-signer",
            "awsAttestationDocB64": "untrusted-signer",
            "qosManifestB64": "bad-signature",
            "qosManifestEnvelopeB64": "bad-signature",
        }
        assert code_of((enclave.app_proof(app["proofPayload"]), boot)) == "untrusted-signer"
        assert code_of((app, other), identity=enclave.identity) == "untrusted-signer"


def _with(proof: Proof, name: str, content: bytes) -> Proof:
    return {**proof, name: base64.b64encode(content).decode()}


def _measure(text: bytes) -> str:
    return hashlib.sha384(bytes(48) + text).hexdigest()


def codes_of(change: Callable[[int], tuple[Proof, Proof]], size: int, step: int = 13) -> set[str]:
    """The codes of the errors if one byte of many is changed."""
    positions = [*range(0, size, step), size - 1]
    return {code_of(change(position)) for position in positions}


class TestEveryByte:
    """No byte of what is signed or compared can be changed."""

    @pytest.mark.parametrize(
        ("name", "codes"),
        [
            ("scheme", {"unsupported"}),
            ("publicKey", {"malformed", "untrusted-signer"}),
            ("proofPayload", {"bad-signature"}),
            ("signature", {"bad-signature"}),
        ],
    )
    def test_of_the_app_proof(self, pair: tuple[Proof, Proof], name: str, codes: set[str]) -> None:
        app, boot = pair
        text = app[name]

        def change(position: int) -> tuple[Proof, Proof]:
            other = "1" if text[position] == "0" else "0"
            return {**app, name: text[:position] + other + text[position + 1 :]}, boot

        assert codes_of(change, len(text)) == codes


class TestTheAttestationOf2024:
    """Of production; its manifest is not published."""

    @pytest.fixture
    def document(self) -> bytes:
        return base64.b64decode(captured("attestation_2024")["awsAttestationDocB64"])

    def test_it_verifies(self, document: bytes) -> None:
        verified = open_qos_document(document, roots=[AWS_NITRO_ROOT_G1])
        assert verified.timestamp.isoformat() == "2024-07-16T22:26:22.201000+00:00"
        assert verified.pcrs[3].hex() == PRODUCTION_PCR3
        assert _measure(b"arn:aws:iam::705331783682:role/talos-worker") == PRODUCTION_PCR3
        assert verified.pcrs[2].hex() == PCR2
        assert verified.pcrs[4].hex() == _measure(b"i-02f812fd86948ec55")

    def test_its_parts(self, document: bytes) -> None:
        protected, _, payload, signature = cbor2.loads(document)
        members = cbor2.loads(payload)
        chain = members["cabundle"]
        for changed in (
            {**members, "cabundle": [chain[0], *chain[:0:-1]]},
            {**members, "cabundle": chain[:-1]},
            {**members, "nonce": b""},
        ):
            with pytest.raises(SealwaxError):
                open_qos_document(
                    cbor2.dumps([protected, {}, cbor2.dumps(changed), signature]), roots=[AWS_NITRO_ROOT_G1]
                )
        late = {**members, "timestamp": members["timestamp"] + 4 * 3600_000}
        with pytest.raises(Expired):
            open_qos_document(
                cbor2.dumps([protected, {}, cbor2.dumps(late), signature]), roots=[AWS_NITRO_ROOT_G1]
            )

    def test_without_its_manifest_it_is_no_boot_proof(self, document: bytes) -> None:
        proof = {"awsAttestationDocB64": base64.b64encode(document).decode()}
        with pytest.raises(MalformedInput, match="is missing"):
            verify_boot_proof(proof, identity=IDENTITY)


class TestTheManifestsOfQos:
    @pytest.mark.parametrize("version", ["V0", "V1"])
    def test_their_hashes(self, version: str) -> None:
        golden = captured("qos_golden_manifest")
        manifest = decode_manifest(json.dumps(golden[f"manifest{version}"]))
        assert manifest.hash == golden[f"manifest{version}BorshSha256"]
        assert (manifest.version, manifest.namespace, manifest.nonce) == (
            version.lower(),
            "production/signer",
            31,
        )
        assert manifest.debug_mode is (version == "V1")
        assert manifest.bridges == ((("server", 3000, "0.0.0.0"),) if version == "V1" else ())

    def test_the_approval(self) -> None:
        golden = captured("qos_golden_manifest")
        envelope = decode_envelope(json.dumps(golden["envelopeV1"]).encode())
        assert [member.alias for member in check_approvals(envelope)] == ["dev"]
        golden["envelopeV1"]["manifest"]["namespace"]["nonce"] = 32
        with pytest.raises(SealwaxError, match="the signature of an approval by the manifest set"):
            check_approvals(decode_envelope(json.dumps(golden["envelopeV1"]).encode()))

    def test_the_envelope_in_borsh(self) -> None:
        golden = captured("qos_golden_manifest")
        from sealwax.proofs.manifest import ENVELOPES  # noqa: PLC0415

        schema = ENVELOPES["v1"]
        encoded = schema.write(schema.from_json(golden["envelopeV1"], "it"))
        assert hashlib.sha256(encoded).hexdigest() == golden["envelopeV1BorshSha256"]
        assert decode_envelope(encoded) == decode_envelope(json.dumps(golden["envelopeV1"]).encode())

    def test_the_commitments(self) -> None:
        for vector in captured("qos_commitment_pcrs")["vectors"]:
            known = bytes.fromhex(vector["manifestHashHex"]), bytes.fromhex(vector["ephemeralPublicKeyHex"])
            assert commitment_pcr("setup", *known).hex() == vector["pcr16Hex"]
            assert commitment_pcr("live", *known).hex() == vector["pcr17Hex"]
