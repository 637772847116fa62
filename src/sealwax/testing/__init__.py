"""For tests: the service's half of the protocol, and a passkey in software.

Neither keeps a secret safe. Never seal or protect anything of value with them.
"""

from .authenticator import SoftwareAuthenticator as SoftwareAuthenticator
from .enclave import PendingOtp as PendingOtp
from .enclave import ReferenceEnclave as ReferenceEnclave
