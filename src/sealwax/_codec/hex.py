"""Strict hex.

| input | decision |
|---|---|
| an odd number of digits, whitespace, ``0x``, mixed case | refused |
| all upper case | accepted; we emit lower case |

Mixed case may be an EIP-55 checksum, which this module does not verify. Refusing it also leaves each value at
most two spellings.
"""

from sealwax.errors import MalformedInput


def decode_hex(text: str, label: str, *, length: int | None = None) -> bytes:
    """Decode hex that is all lower case or all upper case; errors never quote it."""
    if not isinstance(text, str):
        raise MalformedInput(f"{label} must be hex text, not {type(text).__name__}")
    decoded: bytes | None
    try:
        decoded = bytes.fromhex(text)
    except ValueError:
        decoded = None
    # fromhex() skips whitespace and ignores case; encoding the result again shows both.
    if decoded is None or (decoded.hex() != text and decoded.hex().upper() != text):
        raise MalformedInput(f"{label} is not hex: {_why_not_hex(text)}")
    if length is not None and len(decoded) != length:
        raise MalformedInput(f"{label} is {len(decoded)} bytes long; it must be {length}")
    return decoded


def _why_not_hex(text: str) -> str:
    if text[:2] in {"0x", "0X"}:
        return "remove the leading 0x"
    if any(character.isspace() for character in text):
        return "remove the whitespace"
    if not set(text) <= set("0123456789abcdefABCDEF"):
        return "it contains characters other than 0-9 and a-f; pass hex, not base64, a path or other text"
    if len(text) % 2:
        return "it has an odd number of digits; check that it was copied whole"
    return "it mixes upper and lower case; write it in lower case"
