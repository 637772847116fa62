"""Verify the votes on activities, and the results of signing activities."""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

if TYPE_CHECKING:
    from sealwax._codec.enumerations import HashFunction, PayloadEncoding

    from . import transactions as transactions
    from .fingerprints import activity_fingerprint
    from .payloads import payload_digest
    from .signature_results import SignatureKind, SignatureResult, VerifiedSignature
    from .votes import VerifiedVote, verify_activity_votes
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "HashFunction": "sealwax._codec.enumerations",
            "PayloadEncoding": "sealwax._codec.enumerations",
            "SignatureKind": "sealwax.activities.signature_results",
            "SignatureResult": "sealwax.activities.signature_results",
            "VerifiedSignature": "sealwax.activities.signature_results",
            "VerifiedVote": "sealwax.activities.votes",
            "activity_fingerprint": "sealwax.activities.fingerprints",
            "payload_digest": "sealwax.activities.payloads",
            "verify_activity_votes": "sealwax.activities.votes",
        },
        modules=("transactions",),
    )

__all__ = [
    "HashFunction", "PayloadEncoding", "SignatureKind", "SignatureResult", "VerifiedSignature",
    "VerifiedVote", "activity_fingerprint", "payload_digest", "verify_activity_votes"
]  # fmt: skip
