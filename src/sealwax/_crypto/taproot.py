"""Tagged hashes (BIP-340) and the tweak of taproot keys (BIP-341)."""

import hashlib


def tagged_hash(tag: str, *parts: bytes) -> bytes:
    """Hash the concatenated parts under a tag (BIP-340, "Design")."""
    prefix = hashlib.sha256(tag.encode()).digest()
    return hashlib.sha256(prefix * 2 + b"".join(parts)).digest()


def taproot_tweak(internal_key: bytes) -> bytes:
    """Return the tweak of an internal key, an x coordinate, without a script tree."""
    return tagged_hash("TapTweak", internal_key)
