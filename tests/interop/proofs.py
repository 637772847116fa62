"""The inputs of the npm packages beside a case of the proofs: an app proof by its key, and the root itself.

Their ``verify`` takes both proofs at once, so that a boot proof alone gets an app proof that its key signed;
and it pins a certificate, of which a case has the hash alone.
"""

import base64
import hashlib
import json
import ssl
from functools import cache
from typing import Any

import cbor2

from sealwax.testing.key_material import KeyMaterial
from sealwax.testing.nitro import KeySet
from sealwax_vectors.makers.boot_proofs import BootMaker
from sealwax_vectors.makers.identities import CUSTOMER
from tests.conftest import SEED
from tests.interop.cases import VectorCase

PAYLOAD = {"type": "APP_PROOF_TYPE_ADDRESS_DERIVATION", "timestampMs": "1767225600000"}


@cache
def makers() -> dict[str, BootMaker]:
    """The maker of the vectors of each file."""
    return {
        "app_proof": BootMaker(KeyMaterial(KeyMaterial(SEED).take("vectors/app_proof")), authorities=0),
        "boot_proof": BootMaker(KeyMaterial(KeyMaterial(SEED).take("vectors/boot_proof"))),
    }


@cache
def _roots() -> dict[str, str]:
    """The roots that the cases pin, PEM, by the hashes of their DER."""
    roots = [each.root for maker in makers().values() for each in (maker.enclave, maker.other)]
    return {hashlib.sha256(root).hexdigest(): to_pem(root) for root in roots}


def to_pem(certificate: bytes) -> str:
    """Write a certificate as the packages pin one."""
    return ssl.DER_cert_to_PEM_cert(certificate)


@cache
def _keys() -> dict[str, KeySet]:
    sets: list[KeySet] = []
    for maker in makers().values():
        enclave = maker.enclave
        others = (
            enclave.with_application("ump"),
            enclave.with_application("ump", namespace=enclave.namespace),
            enclave.with_application("app", namespace=CUSTOMER),
        )
        sets += [each.ephemeral for each in (enclave, maker.other, *others)]
        sets.append(maker.newer.setup)
    return {key.public.hex(): key for key in sets}


def verify_proofs(case: VectorCase) -> tuple[str, dict[str, Any]] | None:
    """The packages' task; None where they cannot be told what is pinned."""
    root = _roots().get(case.fields["rootSha256"])
    if root is None:
        return None
    boot_proof = case.fields["bootProof"]
    app_proof = case.fields.get("appProof")
    if app_proof is None:
        app_proof = json.dumps(makers()["boot_proof"].enclave.app_proof(PAYLOAD, key=_signer_of(boot_proof)))
    return "verifyProofs", {"appProof": app_proof, "bootProof": boot_proof, "root": root}


def _signer_of(boot_proof: str) -> KeySet | None:
    """The key that a boot proof attests; None for the enclave's own, where it is none that is known."""
    try:
        document = base64.b64decode(json.loads(boot_proof)["awsAttestationDocB64"])
        return _keys().get(cbor2.loads(cbor2.loads(document)[2])["public_key"].hex())
    except Exception:  # noqa: BLE001 - the case is about that, and any key will do
        return None
