"""Keys that never leave their device: in an HSM, a key management service or a security key.

A key that stamps implements ``sealwax.Signer``, and one that opens bundles implements ``KeyAgreement``. They
are accepted wherever an ``ApiKey`` or a ``TargetKey`` is.
"""

from sealwax._names import load_lazily

__all__ = [
    "KeyAgreement", "OpenedKey", "open_key"
]  # fmt: skip

__getattr__, __dir__ = load_lazily(__name__)
