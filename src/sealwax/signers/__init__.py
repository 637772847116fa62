"""Keys that never leave their device: in an HSM, a key management service or a security key.

A key that stamps implements ``sealwax.Signer``, and a key that opens bundles implements ``KeyAgreement``.
They are accepted in place of an ``ApiKey`` or a ``TargetKey``.
"""

from sealwax._names import load_lazily

__all__ = [
    "KeyAgreement", "OpenedKey", "open_key"
]  # fmt: skip

__getattr__, __dir__ = load_lazily(__name__)
