"""Keys that never leave their device: in an HSM, a key management service or a security key.

A key that stamps implements ``sealwax.Signer``, and a key that opens bundles implements ``KeyAgreement``.
They are accepted in place of an ``ApiKey`` or a ``TargetKey``.
"""

from typing import TYPE_CHECKING

from sealwax._lazy_names import load_lazily

if TYPE_CHECKING:
    from sealwax.signing import KeyAgreement

    from . import aws_kms as aws_kms
    from . import fido2 as fido2
    from . import pkcs11 as pkcs11
    from .opened_key import OpenedKey
    from .uri import open_key
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "KeyAgreement": "sealwax.signing",
            "OpenedKey": "sealwax.signers.opened_key",
            "open_key": "sealwax.signers.uri",
        },
        modules=("aws_kms", "fido2", "pkcs11"),
    )

__all__ = [
    "KeyAgreement", "OpenedKey", "open_key"
]  # fmt: skip
