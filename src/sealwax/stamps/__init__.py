"""Stamps: signatures over the exact bytes of a request's body, sent as HTTP headers."""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

if TYPE_CHECKING:
    from .attested import AttestedVerifier
    from .request_verification import verify_request_async
    from .request_verifier import RequestVerifier
    from .webauthn import WebAuthnVerifier
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "AttestedVerifier": "sealwax.stamps.attested",
            "RequestVerifier": "sealwax.stamps.request_verifier",
            "WebAuthnVerifier": "sealwax.stamps.webauthn",
            "verify_request_async": "sealwax.stamps.request_verification",
        },
    )

__all__ = [
    "AttestedVerifier", "RequestVerifier", "WebAuthnVerifier", "verify_request_async"
]  # fmt: skip
