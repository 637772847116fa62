# Written by `python -m tests.stub`.

from sealwax.signing import KeyAgreement as KeyAgreement

from . import pkcs11 as pkcs11

__all__ = [
    "KeyAgreement"
]  # fmt: skip
