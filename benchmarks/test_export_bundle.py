"""Opening the captured export beside its bare verification and its bare opening."""

import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from pyhpke import AEADId, CipherSuite, KDFId, KEMId, KEMKey
from pytest_benchmark.fixture import BenchmarkFixture

from sealwax import TargetKey, decrypt_wallet_export

CAPTURED = json.loads(
    (Path(__file__).parent.parent / "vectors" / "captured" / "export_wallet.json").read_text()
)
TARGET_KEY = TargetKey.from_private_key(CAPTURED["targetPrivateKey"])


@pytest.mark.benchmark(group="open wallet export")
def test_bare_verify_and_open(benchmark: BenchmarkFixture) -> None:
    bundle = CAPTURED["bundle"]
    data, signature = bytes.fromhex(bundle["data"]), bytes.fromhex(bundle["dataSignature"])
    signer = ec.EllipticCurvePublicKey.from_encoded_point(
        ec.SECP256R1(), bytes.fromhex(bundle["enclaveQuorumPublic"])
    )
    payload = json.loads(data)
    enc, ciphertext = bytes.fromhex(payload["encappedPublic"]), bytes.fromhex(payload["ciphertext"])
    aad = enc + TARGET_KEY.public_point
    suite = CipherSuite.new(KEMId.DHKEM_P256_HKDF_SHA256, KDFId.HKDF_SHA256, AEADId.AES256_GCM)
    receiver = KEMKey.from_pyca_cryptography_key(TARGET_KEY.to_cryptography())
    algorithm = ec.ECDSA(SHA256())

    def verify_and_open() -> bytes:
        signer.verify(signature, data, algorithm)
        return suite.create_recipient_context(enc, receiver, b"turnkey_hpke").open(ciphertext, aad)

    assert benchmark(verify_and_open).decode() == CAPTURED["expected"]["mnemonic"]


@pytest.mark.benchmark(group="open wallet export")
def test_decrypt_wallet_export(benchmark: BenchmarkFixture) -> None:
    text = json.dumps(CAPTURED["bundle"])
    wallet = benchmark(decrypt_wallet_export, text, TARGET_KEY, organization_id=CAPTURED["organizationId"])
    assert wallet.mnemonic == CAPTURED["expected"]["mnemonic"]
