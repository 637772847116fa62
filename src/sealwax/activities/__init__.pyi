# Written by `python -m tests.tools.stubs`.

from sealwax._codec.enumerations import HashFunction as HashFunction
from sealwax._codec.enumerations import PayloadEncoding as PayloadEncoding

from .fingerprints import activity_fingerprint as activity_fingerprint
from .payloads import payload_digest as payload_digest
from .signature_results import SignatureKind as SignatureKind
from .signature_results import SignatureResult as SignatureResult
from .signature_results import VerifiedSignature as VerifiedSignature
from .votes import VerifiedVote as VerifiedVote
from .votes import verify_activity_votes as verify_activity_votes

__all__ = [
    "HashFunction", "PayloadEncoding", "SignatureKind", "SignatureResult", "VerifiedSignature",
    "VerifiedVote", "activity_fingerprint", "payload_digest", "verify_activity_votes"
]  # fmt: skip
