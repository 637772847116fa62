"""Makers of artifacts, for tests: the reference enclave, and a passkey in software.

Nothing in here keeps a secret safe. Never seal anything of worth with it.
"""

from .authenticator import SoftwareAuthenticator as SoftwareAuthenticator
from .enclave import PendingOtp as PendingOtp
from .enclave import ReferenceEnclave as ReferenceEnclave
