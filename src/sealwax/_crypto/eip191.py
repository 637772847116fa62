"""Keccak-256, and the digest that an Ethereum wallet signs (EIP-191, version 0x45).

Needs the extra ``ethereum``.
"""

from sealwax.errors import MissingExtra

try:
    from Crypto.Hash import keccak
except ImportError:
    keccak = None  # type: ignore[assignment] # require_keccak() tells


def personal_message_digest(message: bytes) -> bytes:
    """Hash a message with Keccak-256, after the EIP-191 prefix and the message's length in decimal."""
    require_keccak()
    digest: bytes = (
        keccak.new(digest_bits=256)
        .update(b"\x19Ethereum Signed Message:\n%d" % len(message))
        .update(message)
        .digest()
    )
    return digest


def keccak256(data: bytes, purpose: str) -> bytes:
    """Hash with Keccak-256; ``purpose`` says in the error for a missing extra what needs it."""
    require_keccak(purpose)
    digest: bytes = keccak.new(digest_bits=256).update(data).digest()
    return digest


def require_keccak(purpose: str = "EIP-191 stamps") -> None:
    """Raise ``MissingExtra`` if Keccak-256 is not installed."""
    if keccak is None:
        raise MissingExtra("ethereum", f"{purpose} need Keccak-256")
