"""Proofs, through the npm package's functions that the vectors have no group for."""

import base64
import json
from datetime import datetime, timezone
from typing import Any

import pytest

from sealwax.proofs import verify_boot_proof
from sealwax.proofs.boot import commitment_pcr
from sealwax.testing import AttestedEnclave
from sealwax_service import LocalService
from tests.conftest import ORGANIZATION, SEED, near_misses
from tests.interop.peer import Peer, PeerError
from tests.interop.proofs import to_pem
from tests.proofs import test_captured
from tests.service.client import ETHEREUM, Client

ENCLAVE = AttestedEnclave(SEED, booted_at=datetime(2026, 1, 1, tzinfo=timezone.utc))
APP_PROOF = json.dumps(ENCLAVE.address_proof(organization_id=ORGANIZATION, address="a"))
BOOT_PROOF = json.dumps(ENCLAVE.boot_proof())
MANIFEST_HASH = ENCLAVE.hash(ENCLAVE.manifest()).hex()
PCRS = {str(index): ENCLAVE.measurements[index].hex() for index in range(4)}


def call(peer: Peer, **changes: Any) -> None:
    arguments = {
        "appProof": APP_PROOF,
        "bootProof": BOOT_PROOF,
        "root": to_pem(ENCLAVE.root),
        "pcrs": PCRS,
        "manifestHashes": [MANIFEST_HASH],
    }
    peer.call("verifyProofsWithPolicy", **{**arguments, **changes})


@pytest.mark.parametrize("version", ["v0", "v1", "v2"])
def test_both_take_every_version_with_a_policy(peer: Peer, version: Any) -> None:
    enclave = AttestedEnclave(SEED, version=version)
    call(
        peer,
        appProof=json.dumps(enclave.address_proof(organization_id=ORGANIZATION, address="a")),
        bootProof=json.dumps(enclave.boot_proof()),
        root=to_pem(enclave.root),
        manifestHashes=[enclave.hash(enclave.manifest()).hex()],
    )
    assert verify_boot_proof(enclave.boot_proof(), identity=enclave.identity).checks.commitment == "live"


def test_both_refuse_other_pins(peer: Peer) -> None:
    for index in range(4):
        for near in near_misses(PCRS[str(index)]):
            with pytest.raises(PeerError, match=f"QOS PCR{index} does not match policy"):
                call(peer, pcrs={**PCRS, str(index): near})
    for near in near_misses(MANIFEST_HASH):
        with pytest.raises(PeerError, match="not allowed by policy"):
            call(peer, manifestHashes=[near])


def test_with_a_policy_it_looks_at_digest_nonce_and_live_commitment(peer: Peer) -> None:
    manifest_hash = bytes.fromhex(MANIFEST_HASH)
    live = {**ENCLAVE.pcrs(manifest_hash), 17: bytes(48)}
    for changes, message in (
        ({"digest": "SHA256"}, "must use SHA384"),
        ({"nonce": b"x"}, "must not contain a nonce"),
        ({"pcrs": live}, "PCR17 live manifest commitment mismatch"),
    ):
        document = ENCLAVE.document(manifest_hash, **changes)
        with pytest.raises(PeerError, match=message):
            call(peer, bootProof=json.dumps(ENCLAVE.boot_proof(document=document)))


def test_with_a_policy_it_refuses_enclaves_of_16_pcrs(peer: Peer) -> None:
    # Those that the service ran in 2025, such as the captured ones.
    older = AttestedEnclave(SEED, pcr_count=16)
    with pytest.raises(PeerError, match="must contain exactly 32 PCRs"):
        call(
            peer,
            appProof=json.dumps(older.address_proof(organization_id=ORGANIZATION, address="a")),
            bootProof=json.dumps(older.boot_proof()),
            root=to_pem(older.root),
            manifestHashes=[older.hash(older.manifest()).hex()],
        )
    assert verify_boot_proof(older.boot_proof(), identity=older.identity).checks.commitment is None


def test_the_live_commitment_is_the_same(peer: Peer) -> None:
    public_key = ENCLAVE.ephemeral.public
    theirs = peer.call("computeLivePcr", manifestHash=MANIFEST_HASH, publicKey=public_key.hex())
    assert theirs == commitment_pcr("live", bytes.fromhex(MANIFEST_HASH), public_key).hex()


@test_captured.pytestmark
def test_both_take_the_captured_pair(peer: Peer) -> None:
    content = test_captured.captured("proof_pair_preprod_signer_1")
    app_proof, boot_proof = (json.dumps(content[name]) for name in ("appProof", "bootProof"))
    peer.call("verifyProofsOfAws", appProof=app_proof, bootProof=boot_proof)
    identity = test_captured.IDENTITY
    assert verify_boot_proof(boot_proof, identity=identity).manifest.hash == test_captured.HASH


def test_its_own_root_is_pinned(peer: Peer) -> None:
    with pytest.raises(PeerError, match="Certificate chain verification failed"):
        peer.call("verifyProofsOfAws", appProof=APP_PROOF, bootProof=BOOT_PROOF)


def test_both_take_what_the_local_service_answers(peer: Peer) -> None:
    with LocalService(SEED) as service:
        client = Client(service)
        with client.http:
            given = {"walletName": "w", "accounts": [ETHEREUM]}
            body = client.body("create_wallet", given, generateAppProofs=True)
            app_proofs = client.post("create_wallet", body).activity["appProofs"]
            boot_proofs = [
                client.query("get_boot_proof", ephemeralKey=each["publicKey"])["bootProof"]
                for each in app_proofs
            ]
            info = client.admin("info")
    enclaves = (info["enclave"], info["policyEngine"])
    for app_proof, boot_proof, pinned in zip(app_proofs, boot_proofs, enclaves, strict=True):
        pins = {"pcrs": pinned["pcrs"], "manifestHashes": [pinned["manifestHash"]]}
        root = to_pem(base64.b64decode(pinned["rootCertificate"]))
        call(peer, appProof=json.dumps(app_proof), bootProof=json.dumps(boot_proof), root=root, **pins)
        with pytest.raises(PeerError, match="Certificate chain verification failed"):
            call(peer, appProof=json.dumps(app_proof), bootProof=json.dumps(boot_proof), **pins)
