"""Stamps: signatures over the exact bytes of a request's body, sent as HTTP headers."""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

if TYPE_CHECKING:
    from .request_verification import verify_request_async
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "verify_request_async": "sealwax.stamps.request_verification",
        },
    )

__all__ = [
    "verify_request_async"
]  # fmt: skip
