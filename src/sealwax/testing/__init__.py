"""For tests: the service's half of the protocol, webhooks too, and a passkey in software.

Neither keeps a secret safe. Never seal or protect anything of value with them.
"""

from .authenticator import SoftwareAuthenticator as SoftwareAuthenticator
from .enclave import PendingOtp as PendingOtp
from .enclave import ReferenceEnclave as ReferenceEnclave
from .quorum_key import open_base58_secret as open_base58_secret
from .quorum_key import open_envelope as open_envelope
from .webhooks import Delivery as Delivery
from .webhooks import WebhookSender as WebhookSender
