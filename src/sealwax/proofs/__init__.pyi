# Written by `python -m tests.tools.stubs`.

from .app import AppProofExpectation as AppProofExpectation
from .app import AppProofType as AppProofType
from .app import VerifiedAppProof as VerifiedAppProof
from .app import verify_app_proof as verify_app_proof
from .attestation import AttestationChecks as AttestationChecks
from .attestation import VerifiedAttestationDocument as VerifiedAttestationDocument
from .attestation import verify_attestation_document as verify_attestation_document
from .boot import BootChecks as BootChecks
from .boot import Commitment as Commitment
from .boot import VerifiedBootProof as VerifiedBootProof
from .boot import verify_boot_proof as verify_boot_proof
from .custom import DIGEST_FORM as DIGEST_FORM
from .custom import KNOWN_FORMS as KNOWN_FORMS
from .custom import PROOF_TYPE_FORM as PROOF_TYPE_FORM
from .custom import RESERVED_TYPES as RESERVED_TYPES
from .custom import SERVICE_FORM as SERVICE_FORM
from .custom import SIGNING_HALF_FORM as SIGNING_HALF_FORM
from .custom import SNAKE_CASE_FORM as SNAKE_CASE_FORM
from .custom import TEMPLATE_FORM as TEMPLATE_FORM
from .custom import KeyBytes as KeyBytes
from .custom import ProofForm as ProofForm
from .custom import SignatureEncoding as SignatureEncoding
from .custom import SignedPart as SignedPart
from .custom import VerifiedCustomProof as VerifiedCustomProof
from .custom import verify_custom_proof as verify_custom_proof
from .identity import PRODUCTION_PCR3 as PRODUCTION_PCR3
from .identity import EnclaveIdentity as EnclaveIdentity
from .manifest import Manifest as Manifest
from .manifest import ManifestVersion as ManifestVersion
from .manifest import QuorumMember as QuorumMember
from .manifest import QuorumSet as QuorumSet
from .manifest import decode_manifest as decode_manifest
from .nitro_roots import AWS_NITRO_ROOT_G1 as AWS_NITRO_ROOT_G1
from .nitro_roots import KNOWN_ROOTS as KNOWN_ROOTS
from .operators import ApprovedRelease as ApprovedRelease
from .operators import OperatorSet as OperatorSet
from .operators import ReleasedApplication as ReleasedApplication
from .releases import EnclaveRelease as EnclaveRelease

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
