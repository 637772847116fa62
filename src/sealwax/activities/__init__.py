"""Verify what people and the service signed: votes on activities, and signature results."""

from sealwax._names import load_public

__all__ = [
    "HashFunction", "PayloadEncoding", "SignatureKind", "SignatureResult", "VerifiedSignature",
    "VerifiedVote", "activity_fingerprint", "verify_activity_votes"
]  # fmt: skip


def __getattr__(name: str) -> object:
    return load_public(__name__, name)


def __dir__() -> list[str]:
    return __all__
