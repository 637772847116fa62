# Written by `python -m tests.tools.stubs`.

from sealwax.signing import KeyAgreement as KeyAgreement

from . import aws_kms as aws_kms
from . import fido2 as fido2
from . import pkcs11 as pkcs11
from .opened_key import OpenedKey as OpenedKey
from .uri import open_key as open_key

__all__ = [
    "KeyAgreement", "OpenedKey", "open_key"
]  # fmt: skip
