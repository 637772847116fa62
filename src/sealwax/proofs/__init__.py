"""Verify the proofs of enclaves.

``verify_app_proof`` verifies an app proof together with the boot proof of the enclave that signed it;
``verify_custom_proof`` does so for any other application, in a ``ProofForm``; ``verify_boot_proof`` verifies
a boot proof alone. All compare the enclave with your ``EnclaveIdentity``, which ``EnclaveRelease`` can make
from a release that the operators in your ``OperatorSet`` approved.
"""

from sealwax._names import load_lazily

__all__ = [
    "AWS_NITRO_ROOT_G1", "DIGEST_FORM", "KNOWN_FORMS", "KNOWN_ROOTS", "PRODUCTION_PCR3", "PROOF_TYPE_FORM",
    "RESERVED_TYPES", "SERVICE_FORM", "SIGNING_HALF_FORM", "SNAKE_CASE_FORM", "TEMPLATE_FORM",
    "AppProofExpectation", "AppProofType", "ApprovedRelease", "AttestationChecks", "BootChecks",
    "Commitment", "EnclaveIdentity", "EnclaveRelease", "KeyBytes", "Manifest", "ManifestVersion",
    "OperatorSet", "ProofForm", "QuorumMember", "QuorumSet", "ReleasedApplication", "SignatureEncoding",
    "SignedPart", "VerifiedAppProof", "VerifiedAttestationDocument", "VerifiedBootProof",
    "VerifiedCustomProof", "decode_manifest", "verify_app_proof", "verify_attestation_document",
    "verify_boot_proof", "verify_custom_proof"
]  # fmt: skip

__getattr__, __dir__ = load_lazily(__name__)
