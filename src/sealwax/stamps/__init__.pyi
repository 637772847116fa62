# Written by `python -m tests.tools.stubs`.

from .request_verification import verify_request_async as verify_request_async

__all__ = [
    "verify_request_async"
]  # fmt: skip
