# Written by `python -m tests.stub`.

from sealwax.signing import KeyAgreement as KeyAgreement

from . import aws_kms as aws_kms
from . import fido2 as fido2
from . import pkcs11 as pkcs11

__all__ = [
    "KeyAgreement"
]  # fmt: skip
