"""The digest that an Ethereum wallet signs (EIP-191, version 0x45). Needs the extra ``ethereum``."""

from sealwax.errors import MissingExtra

try:
    from Crypto.Hash import keccak
except ImportError:
    keccak = None  # type: ignore[assignment]


def personal_message_digest(message: bytes) -> bytes:
    """Hash a message: Keccak-256 of the prefix, the decimal length, and the message; 32 bytes."""
    require_keccak()
    digest: bytes = (
        keccak.new(digest_bits=256)
        .update(b"\x19Ethereum Signed Message:\n%d" % len(message))
        .update(message)
        .digest()
    )
    return digest


def require_keccak() -> None:
    """Refuse to go on without Keccak-256."""
    if keccak is None:
        raise MissingExtra("ethereum", "EIP-191 stamps need Keccak-256")
