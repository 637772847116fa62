"""Tools for tests: enclaves in memory, a software passkey, a sender of webhooks.

The package sealwax-service has a service to test against.
They do not protect secrets. Do not use real keys or secrets with them.
"""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

if TYPE_CHECKING:
    from .authenticator import SoftwareAuthenticator
    from .enclave import PendingOtp, ReferenceEnclave
    from .nitro import AttestedEnclave, KeySet
    from .releases import ReferenceRelease
    from .sealed import open_base58_secret, open_envelope
    from .signature_results import sign_raw_payload
    from .signers import check_signer
    from .votes import (
        activity_with_votes,
        api_key_vote,
        approval_body,
        attested_vote,
        request_body,
        webauthn_vote,
    )
    from .webhooks import Delivery, WebhookSender
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "AttestedEnclave": "sealwax.testing.nitro",
            "Delivery": "sealwax.testing.webhooks",
            "KeySet": "sealwax.testing.nitro",
            "PendingOtp": "sealwax.testing.enclave",
            "ReferenceEnclave": "sealwax.testing.enclave",
            "ReferenceRelease": "sealwax.testing.releases",
            "SoftwareAuthenticator": "sealwax.testing.authenticator",
            "WebhookSender": "sealwax.testing.webhooks",
            "activity_with_votes": "sealwax.testing.votes",
            "api_key_vote": "sealwax.testing.votes",
            "approval_body": "sealwax.testing.votes",
            "attested_vote": "sealwax.testing.votes",
            "check_signer": "sealwax.testing.signers",
            "open_base58_secret": "sealwax.testing.sealed",
            "open_envelope": "sealwax.testing.sealed",
            "request_body": "sealwax.testing.votes",
            "sign_raw_payload": "sealwax.testing.signature_results",
            "webauthn_vote": "sealwax.testing.votes",
        },
    )

__all__ = [
    "AttestedEnclave", "Delivery", "KeySet", "PendingOtp", "ReferenceEnclave", "ReferenceRelease",
    "SoftwareAuthenticator", "WebhookSender", "activity_with_votes", "api_key_vote", "approval_body",
    "attested_vote", "check_signer", "open_base58_secret", "open_envelope", "request_body",
    "sign_raw_payload", "webauthn_vote"
]  # fmt: skip
