"""Verify the proofs of enclaves.

``verify_app_proof`` verifies an app proof together with the boot proof of the enclave that signed it;
``verify_custom_proof`` does so for any other application, in a ``ProofForm``; ``verify_boot_proof`` verifies
a boot proof alone. All compare the enclave with your ``EnclaveIdentity``, which ``EnclaveRelease`` can make
from a release that the operators in your ``OperatorSet`` approved.
"""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

if TYPE_CHECKING:
    from .app import AppProofExpectation, AppProofType, VerifiedAppProof, verify_app_proof
    from .attestation import AttestationChecks, VerifiedAttestationDocument, verify_attestation_document
    from .boot import BootChecks, Commitment, VerifiedBootProof, verify_boot_proof
    from .custom import (
        DIGEST_FORM,
        KNOWN_FORMS,
        PROOF_TYPE_FORM,
        RESERVED_TYPES,
        SERVICE_FORM,
        SIGNING_HALF_FORM,
        SNAKE_CASE_FORM,
        TEMPLATE_FORM,
        CustomProofExpectation,
        KeyBytes,
        ProofForm,
        ProofMembers,
        SignatureEncoding,
        SignedPart,
        VerifiedCustomProof,
        verify_custom_proof,
    )
    from .identity import PRODUCTION_PCR3, EnclaveIdentity
    from .manifest import Manifest, ManifestVersion, QuorumMember, QuorumSet, decode_manifest
    from .nitro_roots import AWS_NITRO_ROOT_G1, KNOWN_ROOTS
    from .operators import ApprovedRelease, OperatorSet, ReleasedApplication
    from .releases import EnclaveRelease
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "AWS_NITRO_ROOT_G1": "sealwax.proofs.nitro_roots",
            "AppProofExpectation": "sealwax.proofs.app",
            "AppProofType": "sealwax.proofs.app",
            "ApprovedRelease": "sealwax.proofs.operators",
            "AttestationChecks": "sealwax.proofs.attestation",
            "BootChecks": "sealwax.proofs.boot",
            "Commitment": "sealwax.proofs.boot",
            "CustomProofExpectation": "sealwax.proofs.custom",
            "DIGEST_FORM": "sealwax.proofs.custom",
            "EnclaveIdentity": "sealwax.proofs.identity",
            "EnclaveRelease": "sealwax.proofs.releases",
            "KNOWN_FORMS": "sealwax.proofs.custom",
            "KNOWN_ROOTS": "sealwax.proofs.nitro_roots",
            "KeyBytes": "sealwax.proofs.custom",
            "Manifest": "sealwax.proofs.manifest",
            "ManifestVersion": "sealwax.proofs.manifest",
            "OperatorSet": "sealwax.proofs.operators",
            "PRODUCTION_PCR3": "sealwax.proofs.identity",
            "PROOF_TYPE_FORM": "sealwax.proofs.custom",
            "ProofForm": "sealwax.proofs.custom",
            "ProofMembers": "sealwax.proofs.custom",
            "QuorumMember": "sealwax.proofs.manifest",
            "QuorumSet": "sealwax.proofs.manifest",
            "RESERVED_TYPES": "sealwax.proofs.custom",
            "ReleasedApplication": "sealwax.proofs.operators",
            "SERVICE_FORM": "sealwax.proofs.custom",
            "SIGNING_HALF_FORM": "sealwax.proofs.custom",
            "SNAKE_CASE_FORM": "sealwax.proofs.custom",
            "SignatureEncoding": "sealwax.proofs.custom",
            "SignedPart": "sealwax.proofs.custom",
            "TEMPLATE_FORM": "sealwax.proofs.custom",
            "VerifiedAppProof": "sealwax.proofs.app",
            "VerifiedAttestationDocument": "sealwax.proofs.attestation",
            "VerifiedBootProof": "sealwax.proofs.boot",
            "VerifiedCustomProof": "sealwax.proofs.custom",
            "decode_manifest": "sealwax.proofs.manifest",
            "verify_app_proof": "sealwax.proofs.app",
            "verify_attestation_document": "sealwax.proofs.attestation",
            "verify_boot_proof": "sealwax.proofs.boot",
            "verify_custom_proof": "sealwax.proofs.custom",
        },
    )

__all__ = [
    "AWS_NITRO_ROOT_G1", "DIGEST_FORM", "KNOWN_FORMS", "KNOWN_ROOTS", "PRODUCTION_PCR3", "PROOF_TYPE_FORM",
    "RESERVED_TYPES", "SERVICE_FORM", "SIGNING_HALF_FORM", "SNAKE_CASE_FORM", "TEMPLATE_FORM",
    "AppProofExpectation", "AppProofType", "ApprovedRelease", "AttestationChecks", "BootChecks",
    "Commitment", "CustomProofExpectation", "EnclaveIdentity", "EnclaveRelease", "KeyBytes", "Manifest",
    "ManifestVersion", "OperatorSet", "ProofForm", "ProofMembers", "QuorumMember", "QuorumSet",
    "ReleasedApplication", "SignatureEncoding", "SignedPart", "VerifiedAppProof",
    "VerifiedAttestationDocument", "VerifiedBootProof", "VerifiedCustomProof", "decode_manifest",
    "verify_app_proof", "verify_attestation_document", "verify_boot_proof", "verify_custom_proof"
]  # fmt: skip
