"""Verify what an enclave proves about itself and its decisions.

``verify_app_proof`` verifies an app proof together with the boot proof of the enclave that signed it;
``verify_boot_proof`` a boot proof alone. Both compare with an ``EnclaveIdentity``: what the caller pins.
"""

from sealwax._names import load_lazily

__all__ = [
    "AWS_NITRO_ROOT_G1", "KNOWN_ROOTS", "PRODUCTION_PCR3", "AppProofExpectation", "AppProofType",
    "BootChecks", "Commitment", "EnclaveIdentity", "Manifest", "ManifestVersion", "QuorumMember",
    "QuorumSet", "VerifiedAppProof", "VerifiedBootProof", "decode_manifest", "verify_app_proof",
    "verify_boot_proof"
]  # fmt: skip

__getattr__, __dir__ = load_lazily(__name__)
