"""A stand-in for the service on this machine, for tests: real state and real cryptography, no secrecy.

``LocalService`` serves during its ``with`` block; ``sealwax serve`` is for other languages. Both give private
keys to every client on this machine: do not put real keys in them.
"""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

if TYPE_CHECKING:
    from .admin.explanations import ExplainedVote, Explanation
    from .http.messages import ReceivedRequest
    from .local_service import LocalService
    from .state.outcomes import Decision, PolicyOutcome, Verdict
else:
    # pytest imports the package for its plugin, in each run.
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "Decision": "sealwax_service.state.outcomes",
            "ExplainedVote": "sealwax_service.admin.explanations",
            "Explanation": "sealwax_service.admin.explanations",
            "LocalService": "sealwax_service.local_service",
            "PolicyOutcome": "sealwax_service.state.outcomes",
            "ReceivedRequest": "sealwax_service.http.messages",
            "Verdict": "sealwax_service.state.outcomes",
        },
    )

__all__ = [
    "Decision",
    "ExplainedVote",
    "Explanation",
    "LocalService",
    "PolicyOutcome",
    "ReceivedRequest",
    "Verdict",
]
