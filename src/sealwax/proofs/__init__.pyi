# Written by `python -m tests.stub`.

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
from .identity import PRODUCTION_PCR3 as PRODUCTION_PCR3
from .identity import EnclaveIdentity as EnclaveIdentity
from .manifest import Manifest as Manifest
from .manifest import ManifestVersion as ManifestVersion
from .manifest import QuorumMember as QuorumMember
from .manifest import QuorumSet as QuorumSet
from .manifest import decode_manifest as decode_manifest
from .nitro_roots import AWS_NITRO_ROOT_G1 as AWS_NITRO_ROOT_G1
from .nitro_roots import KNOWN_ROOTS as KNOWN_ROOTS
from .releases import EnclaveRelease as EnclaveRelease
from .releases import ReleasedApplication as ReleasedApplication

__all__ = [
    "AWS_NITRO_ROOT_G1", "KNOWN_ROOTS", "PRODUCTION_PCR3", "AppProofExpectation", "AppProofType",
    "AttestationChecks", "BootChecks", "Commitment", "EnclaveIdentity", "EnclaveRelease", "Manifest",
    "ManifestVersion", "QuorumMember", "QuorumSet", "ReleasedApplication", "VerifiedAppProof",
    "VerifiedAttestationDocument", "VerifiedBootProof", "decode_manifest", "verify_app_proof",
    "verify_attestation_document", "verify_boot_proof"
]  # fmt: skip
