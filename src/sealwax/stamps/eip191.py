"""Stamps as an Ethereum wallet signs them (wire-formats.md, section 2.1; EIP-191, version 0x45).

Needs the extra ``ethereum``, for Keccak-256.
"""

from sealwax.errors import KeyMismatch, UnsupportedVersion
from sealwax.keys import ApiKey, Curve

try:
    from Crypto.Hash import keccak
except ImportError:
    keccak = None  # type: ignore[assignment]

SCHEME = "SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191"


def personal_message_digest(message: bytes) -> bytes:
    """Hash a message as an Ethereum wallet does before it signs.

    Args:
        message: The message, such as the body of a request.

    Returns:
        Keccak-256 of the EIP-191 prefix, the decimal length of the message, and the message: 32 bytes.

    Raises:
        UnsupportedVersion: pycryptodome is not installed.
    """
    _require_keccak()
    digest: bytes = (
        keccak.new(digest_bits=256)
        .update(b"\x19Ethereum Signed Message:\n%d" % len(message))
        .update(message)
        .digest()
    )
    return digest


class Eip191Signer:
    """A signer that stamps the way an Ethereum wallet signs a message; it implements ``Signer``.

    Args:
        key: A secp256k1 API key.

    Raises:
        KeyMismatch: The key is on another curve.
        UnsupportedVersion: pycryptodome is not installed.
    """

    __slots__ = ("_key", "_signing")

    def __init__(self, key: ApiKey) -> None:
        # Late, as in keys.py: verifying such stamps needs no libsecp256k1.
        from sealwax._crypto import libsecp256k1 as secp256k1  # noqa: PLC0415

        _require_keccak()
        if key.curve != "secp256k1":
            raise KeyMismatch(f"an Ethereum wallet signs with secp256k1; this key is on {key.curve}")
        self._key = key
        self._signing = secp256k1.open_key(bytes.fromhex(key.private_key_hex()))

    @property
    def public_key(self) -> str:
        """The public key in lower-case hex: a compressed SEC1 point."""
        return self._key.public_key

    @property
    def curve(self) -> Curve:
        """``secp256k1``."""
        return self._key.curve

    @property
    def scheme(self) -> str:
        """The scheme of EIP-191 stamps."""
        return SCHEME

    def sign(self, message: bytes) -> bytes:
        """Sign a message as an Ethereum wallet does.

        Args:
            message: The bytes to sign.

        Returns:
            The DER signature over the digest of EIP-191, in its low-S form.
        """
        return self._signing.sign_digest(personal_message_digest(message))

    def sign_deterministic(self, message: bytes) -> bytes:
        """Sign as ``sign`` does, with the nonce of RFC 6979.

        Args:
            message: The bytes to sign.

        Returns:
            The signature; equal messages get equal ones.
        """
        return self._signing.sign_digest_deterministic(personal_message_digest(message))

    def __repr__(self) -> str:
        return f"Eip191Signer(public_key={self.public_key!r})"


def _require_keccak() -> None:
    if keccak is None:
        raise UnsupportedVersion("EIP-191 stamps need Keccak-256; install sealwax[ethereum]")
