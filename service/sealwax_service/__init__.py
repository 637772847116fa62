"""A stand-in for the service on this machine, for tests: real state and real cryptography, no secrecy.

``LocalService`` serves while its ``with`` block runs; ``sealwax serve`` does so for other languages. Both
give private keys to every client on this machine: do not put real keys in them.
"""

from .explanations import ExplainedVote, Explanation
from .local_service import LocalService
from .messages import ReceivedRequest
from .policies.outcomes import Decision, PolicyOutcome

__all__ = ["Decision", "ExplainedVote", "Explanation", "LocalService", "PolicyOutcome", "ReceivedRequest"]
