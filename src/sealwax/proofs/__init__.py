"""Verify the proofs of enclaves.

``verify_app_proof`` verifies an app proof together with the boot proof of the enclave that signed it;
``verify_boot_proof`` verifies a boot proof alone. Both compare the enclave with your ``EnclaveIdentity``.
"""

from sealwax._names import load_lazily

__all__ = [
    "AWS_NITRO_ROOT_G1", "KNOWN_ROOTS", "PRODUCTION_PCR3", "AppProofExpectation", "AppProofType",
    "AttestationChecks", "BootChecks", "Commitment", "EnclaveIdentity", "EnclaveRelease", "Manifest",
    "ManifestVersion", "QuorumMember", "QuorumSet", "ReleasedApplication", "VerifiedAppProof",
    "VerifiedAttestationDocument", "VerifiedBootProof", "decode_manifest", "verify_app_proof",
    "verify_attestation_document", "verify_boot_proof"
]  # fmt: skip

__getattr__, __dir__ = load_lazily(__name__)
