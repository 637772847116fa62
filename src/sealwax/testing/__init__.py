"""Tools for tests: enclaves in memory, a software passkey, a sender of webhooks.

The package sealwax-service has a service to test against.
They do not protect secrets. Do not use real keys or secrets with them.
"""

from sealwax._names import load_lazily

__all__ = [
    "AttestedEnclave", "Delivery", "KeySet", "PendingOtp", "ReferenceEnclave", "ReferenceRelease",
    "SoftwareAuthenticator", "WebhookSender", "activity_with_votes", "api_key_vote", "approval_body",
    "attested_vote", "check_signer", "open_base58_secret", "open_envelope", "request_body",
    "sign_raw_payload", "webauthn_vote"
]  # fmt: skip

__getattr__, __dir__ = load_lazily(__name__)
