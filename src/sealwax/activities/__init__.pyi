# Written by `python -m tests.stub`.

from .fingerprints import activity_fingerprint as activity_fingerprint
from .signature_results import SignatureResult as SignatureResult
from .signature_results import VerifiedSignature as VerifiedSignature
from .votes import VerifiedVote as VerifiedVote
from .votes import verify_activity_votes as verify_activity_votes

__all__ = [
    "SignatureResult",
    "VerifiedSignature",
    "VerifiedVote",
    "activity_fingerprint",
    "verify_activity_votes",
]
