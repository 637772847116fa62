"""Verify the votes on activities, and the results of signing activities."""

from sealwax._names import load_lazily

__all__ = [
    "HashFunction", "PayloadEncoding", "SignatureKind", "SignatureResult", "VerifiedSignature",
    "VerifiedVote", "activity_fingerprint", "payload_digest", "verify_activity_votes"
]  # fmt: skip

__getattr__, __dir__ = load_lazily(__name__)
