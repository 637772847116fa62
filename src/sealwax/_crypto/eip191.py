"""The digest that an Ethereum wallet signs (EIP-191, version 0x45)."""

from .keccak import keccak256, require_keccak


def personal_message_digest(message: bytes) -> bytes:
    """Hash a message with Keccak-256, after the EIP-191 prefix and the message's length in decimal."""
    require_keccak()
    return keccak256(b"\x19Ethereum Signed Message:\n%d" % len(message), message)
