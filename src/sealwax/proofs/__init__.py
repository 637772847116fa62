"""Evidence of what the service did: activity fingerprints and votes, and the signatures that it returns."""

from .signature_results import SignatureResult as SignatureResult
from .signature_results import VerifiedSignature as VerifiedSignature
from .votes import VerifiedVote as VerifiedVote
from .votes import activity_fingerprint as activity_fingerprint
from .votes import verify_activity_votes as verify_activity_votes
