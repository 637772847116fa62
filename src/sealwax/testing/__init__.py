"""For tests: the service's half of the protocol, a passkey in software, and a service on this machine.

None of them keeps a secret safe. Never seal or protect anything of value with them.
"""

from .authenticator import SoftwareAuthenticator as SoftwareAuthenticator
from .enclave import PendingOtp as PendingOtp
from .enclave import ReferenceEnclave as ReferenceEnclave
from .nitro import AttestedEnclave as AttestedEnclave
from .quorum_key import open_base58_secret as open_base58_secret
from .quorum_key import open_envelope as open_envelope
from .service import LocalService as LocalService
from .signature_results import sign_raw_payload as sign_raw_payload
from .votes import activity_with_votes as activity_with_votes
from .votes import api_key_vote as api_key_vote
from .votes import approval_body as approval_body
from .votes import attested_vote as attested_vote
from .votes import request_body as request_body
from .votes import webauthn_vote as webauthn_vote
from .webhooks import Delivery as Delivery
from .webhooks import WebhookSender as WebhookSender
