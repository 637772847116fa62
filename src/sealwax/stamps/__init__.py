"""Stamps: signatures over the exact bytes of a request's body, sent as HTTP headers."""

from sealwax._names import load_lazily

__all__ = [
    "verify_request_async"
]  # fmt: skip

__getattr__, __dir__ = load_lazily(__name__)
