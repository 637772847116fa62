"""For tests: the service's half of the protocol, a passkey in software, and a service on this machine.

None of them keeps a secret safe. Never seal or protect anything of value with them.
"""

from sealwax._enclave import open_base58_secret, open_envelope

from .authenticator import SoftwareAuthenticator
from .enclave import PendingOtp, ReferenceEnclave
from .nitro import AttestedEnclave
from .service import LocalService
from .signature_results import sign_raw_payload
from .votes import (
    activity_with_votes,
    api_key_vote,
    approval_body,
    attested_vote,
    request_body,
    webauthn_vote,
)
from .webhooks import Delivery, WebhookSender

__all__ = [
    "AttestedEnclave",
    "Delivery",
    "LocalService",
    "PendingOtp",
    "ReferenceEnclave",
    "SoftwareAuthenticator",
    "WebhookSender",
    "activity_with_votes",
    "api_key_vote",
    "approval_body",
    "attested_vote",
    "open_base58_secret",
    "open_envelope",
    "request_body",
    "sign_raw_payload",
    "webauthn_vote",
]
