"""Secrets and envelopes: sealed here and opened by @turnkey/crypto, and the other way round."""

import json
from pathlib import Path

import pytest

from sealwax import (
    DecryptionFailed,
    EnclaveKeys,
    TargetKey,
    decrypt_secret_export,
    verify_secret_import_bundle,
)
from sealwax.testing import ReferenceEnclave
from tests.conftest import ORGANIZATION, ROOT, SEED, TARGET, UNPUBLISHED
from tests.interop.peer import Peer, PeerError

ENCLAVE = ReferenceEnclave(SEED)
SHARED: Path = ROOT.parent / "shared" / "captured" / "secret_export_production.json"
SECRETS = ["s", "pässwörd 密码 🔑", "two\nlines\n", " ", "\0", *("x" * length for length in range(1, 100))]


def they_open(peer: Peer, bundle: str, key: TargetKey, organization: str, signer: str) -> str:
    opened: str = peer.call(
        "openSecret",
        bundle=bundle,
        targetPrivateKey=key.private_key_hex(),
        organizationId=organization,
        signerPublicKey=signer,
    )["text"]
    return opened


def test_what_our_enclave_exports_opens_for_both(peer: Peer) -> None:
    for secret in SECRETS:
        bundle = ENCLAVE.export_secret(
            secret, organization_id=ORGANIZATION, target_public_key=TARGET.public_key
        )
        ours = decrypt_secret_export(bundle, TARGET, organization_id=ORGANIZATION, keys=ENCLAVE.keys)
        assert ours.text == they_open(peer, bundle, TARGET, ORGANIZATION, ENCLAVE.keys.signer) == secret


def test_the_capture_of_production_opens_for_both(peer: Peer) -> None:
    if not SHARED.exists():
        pytest.skip(UNPUBLISHED)
    captured = json.loads(SHARED.read_text())
    key, organization = TargetKey.from_private_key(captured["embeddedPrivateKey"]), captured["organizationId"]
    signer = EnclaveKeys.production().signer
    theirs = they_open(peer, captured["secretPayload"], key, organization, signer)
    ours = decrypt_secret_export(captured["secretPayload"], key, organization_id=organization)
    assert ours.text == theirs == captured["plaintext"]
    with pytest.raises(PeerError):
        they_open(peer, captured["secretPayload"], TARGET, organization, signer)


def test_what_either_seals_opens_in_our_enclave(peer: Peer) -> None:
    for secret in SECRETS:
        bundle = ENCLAVE.secret_import_bundle(organization_id=ORGANIZATION)
        target = verify_secret_import_bundle(bundle, organization_id=ORGANIZATION, keys=ENCLAVE.keys)
        ours = target.encrypt_secret(secret)
        assert ENCLAVE.open_secret_import(ours, organization_id=ORGANIZATION) == secret
        bundle = ENCLAVE.secret_import_bundle(organization_id=ORGANIZATION)
        theirs = peer.call(
            "sealSecret",
            secret=secret,
            bundle=bundle,
            organizationId=ORGANIZATION,
            signerPublicKey=ENCLAVE.keys.signer,
        )
        assert ENCLAVE.open_secret_import(theirs["sealed"], organization_id=ORGANIZATION) == secret


def test_what_they_seal_to_a_quorum_key_opens_in_our_enclave(peer: Peer) -> None:
    keys = ENCLAVE.encryption_keys
    on_ramp = ("02" if int(keys.on_ramp[-1], 16) % 2 == 0 else "03") + keys.on_ramp[2:66]
    for secret in SECRETS:
        sealed = peer.call("sealClientSecret", secret=secret, publicKey=keys.tls_fetcher)["sealed"]
        assert ENCLAVE.open_oauth2_client_secret(sealed) == secret.encode()
        with pytest.raises(DecryptionFailed):
            ReferenceEnclave(bytes(32)).open_oauth2_client_secret(sealed)
        sealed = peer.call("sealOnRampSecret", secret=secret, publicKey=on_ramp)["sealed"]
        assert ENCLAVE.open_on_ramp_secret(sealed) == secret.encode()
