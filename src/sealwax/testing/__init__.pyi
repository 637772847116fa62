# Written by `python -m tests.tools.stubs`.

from .authenticator import SoftwareAuthenticator as SoftwareAuthenticator
from .enclave import PendingOtp as PendingOtp
from .enclave import ReferenceEnclave as ReferenceEnclave
from .nitro import AttestedEnclave as AttestedEnclave
from .nitro import KeySet as KeySet
from .releases import ReferenceRelease as ReferenceRelease
from .sealed import open_base58_secret as open_base58_secret
from .sealed import open_envelope as open_envelope
from .signature_results import sign_raw_payload as sign_raw_payload
from .signers import check_signer as check_signer
from .votes import activity_with_votes as activity_with_votes
from .votes import api_key_vote as api_key_vote
from .votes import approval_body as approval_body
from .votes import attested_vote as attested_vote
from .votes import request_body as request_body
from .votes import webauthn_vote as webauthn_vote
from .webhooks import Delivery as Delivery
from .webhooks import WebhookSender as WebhookSender

__all__ = [
    "AttestedEnclave", "Delivery", "KeySet", "PendingOtp", "ReferenceEnclave", "ReferenceRelease",
    "SoftwareAuthenticator", "WebhookSender", "activity_with_votes", "api_key_vote", "approval_body",
    "attested_vote", "check_signer", "open_base58_secret", "open_envelope", "request_body",
    "sign_raw_payload", "webauthn_vote"
]  # fmt: skip
