"""Stamps signed like an Ethereum message (EIP-191; wire-formats.md, section 2.1)."""

from sealwax.keys import ApiKey, SchemeSigner
from sealwax.schemes import SCHEMES


class Eip191Signer(SchemeSigner):
    """Signs stamps the way an Ethereum wallet signs a message (EIP-191); it implements ``Signer``.

    It needs the extra ``ethereum``, for Keccak-256.

    Args:
        key: A secp256k1 API key.

    Raises:
        KeyMismatch: The key is on another curve.
        MissingExtra: The extra ``ethereum`` is not installed.
    """

    __slots__ = ()

    def __init__(self, key: ApiKey) -> None:
        super().__init__(key, SCHEMES["SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191"])
