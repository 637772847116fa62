# Written by `python -m tests.stub`.

from sealwax.signing import KeyAgreement as KeyAgreement

__all__ = [
    "KeyAgreement"
]  # fmt: skip
