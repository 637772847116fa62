"""strkey, Stellar's text of keys (SEP-23), and the checksum CRC-16/XMODEM, which TON uses too."""

import base64
import binascii
from typing import Final

from sealwax.errors import MalformedInput

PUBLIC_KEY: Final = 6 << 3
SEED: Final = 18 << 3
"""The first bytes of the two kinds: their texts begin with G and S."""

_KEY_BYTES = 32
_CHARACTERS = 56


def crc16_xmodem(data: bytes) -> int:
    """Return CRC-16/XMODEM: polynomial 0x1021, initial value 0."""
    return binascii.crc_hqx(data, 0)


def encode_strkey(kind: int, key: bytes) -> str:
    """Encode a key of 32 bytes."""
    payload = bytes([kind]) + key
    return base64.b32encode(payload + crc16_xmodem(payload).to_bytes(2, "little")).decode()


def decode_strkey(kind: int, text: str, label: str) -> bytes:
    """Decode a key of 32 bytes; errors never quote it."""
    decoded = b""
    if len(text) == _CHARACTERS and text.isascii():
        try:
            decoded = base64.b32decode(text)
        except ValueError:
            decoded = b""
    key = decoded[1 : 1 + _KEY_BYTES]
    if len(key) != _KEY_BYTES or decoded[0] != kind:
        raise MalformedInput(
            f"{label} is not a Stellar key of this kind: it must be {_CHARACTERS} upper-case digits of base32"
        )
    if encode_strkey(kind, key) != text:
        raise MalformedInput(f"{label} has a wrong checksum; check that it was copied whole")
    return key
