"""Verifying proofs beside the signatures in them: of the app, the document, its chain and the approvals."""

import base64
import hashlib
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from itertools import pairwise
from typing import Any

import cbor2
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256, SHA384

from sealwax.proofs import AppProofExpectation, verify_app_proof, verify_boot_proof
from sealwax.proofs.manifest import decode_envelope
from sealwax.testing import AttestedEnclave

from .bundles import load_point
from .groups import Group

ENCLAVE = AttestedEnclave(bytes(range(32)), booted_at=datetime(2026, 1, 1, tzinfo=timezone.utc))
ORGANIZATION = "7ff189fb-df7d-452e-8540-57632e380b77"
_SHA256, _SHA384 = ec.ECDSA(SHA256()), ec.ECDSA(SHA384())


def groups() -> Iterator[Group]:
    """A boot proof with two approvals and a chain of five certificates; an app proof with that boot proof."""
    boot_proof = ENCLAVE.boot_proof()
    app_proof = ENCLAVE.address_proof(organization_id=ORGANIZATION, address="a")
    identity = ENCLAVE.identity
    expected = AppProofExpectation(type="APP_PROOF_TYPE_ADDRESS_DERIVATION", organization_id=ORGANIZATION)
    signed_boot = list(_signatures(boot_proof))
    key = load_point(bytes.fromhex(app_proof["publicKey"])[65:])
    signature = _to_der(bytes.fromhex(app_proof["signature"]))
    payload = app_proof["proofPayload"].encode()

    def verify_boot_signatures() -> None:
        for verify in signed_boot:
            verify()

    def verify_all_signatures() -> None:
        key.verify(signature, payload, _SHA256)
        verify_boot_signatures()

    yield Group(
        "verify boot proof",
        bare=verify_boot_signatures,
        ours=lambda: verify_boot_proof(boot_proof, identity=identity),
    )
    yield Group(
        "verify app proof",
        bare=verify_all_signatures,
        ours=lambda: verify_app_proof(app_proof, boot_proof, identity=identity, expected=expected),
    )


def _signatures(boot_proof: dict[str, Any]) -> Iterator[Callable[[], None]]:
    """Give a call for each signature of a boot proof, on keys that are loaded already."""
    protected, _, payload, signature = cbor2.loads(base64.b64decode(boot_proof["awsAttestationDocB64"]))
    members = cbor2.loads(payload)
    chain = [x509.load_der_x509_certificate(der) for der in (*members["cabundle"], members["certificate"])]
    signed = cbor2.dumps(["Signature1", protected, b"", payload])
    yield _call(chain[-1].public_key(), _to_der(signature), signed, _SHA384)
    for issuer, certificate in pairwise(chain):
        yield _call(issuer.public_key(), certificate.signature, certificate.tbs_certificate_bytes, _SHA384)
    manifest_hash = hashlib.sha256(base64.b64decode(boot_proof["qosManifestB64"])).digest()
    envelope = decode_envelope(base64.b64decode(boot_proof["qosManifestEnvelopeB64"]))
    for approval in envelope.manifest_set_approvals:
        point = load_point(bytes.fromhex(approval.member.public_key)[65:])
        yield _call(point, _to_der(approval.signature), manifest_hash, _SHA256)


def _call(key: Any, signature: bytes, message: bytes, algorithm: ec.ECDSA) -> Callable[[], None]:
    return lambda: key.verify(signature, message, algorithm)


def _to_der(raw: bytes) -> bytes:
    size = len(raw) // 2
    return encode_dss_signature(int.from_bytes(raw[:size], "big"), int.from_bytes(raw[size:], "big"))
