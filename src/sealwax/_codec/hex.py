"""Strict hex.

| input | decision |
|---|---|
| an odd number of digits, whitespace, ``0x``, mixed case | refused |
| all upper case | accepted; we emit lower case |
"""

from sealwax.errors import MalformedInput


def decode_hex(text: str, what: str, *, length: int | None = None) -> bytes:
    """Decode hex that is all lower case or all upper case.

    Mixed case is refused: a value keeps two spellings at most, and mixed case is what an encoding with a
    checksum in its letters (EIP-55) looks like, which nothing here checks.

    Args:
        text: Hexadecimal digits, two for each byte, without ``0x``.
        what: What they are, for the error message, which never quotes them.
        length: The number of bytes expected; None for any.

    Returns:
        The bytes.

    Raises:
        MalformedInput: It is not such hex, or its length is another one.
    """
    decoded: bytes | None
    try:
        decoded = bytes.fromhex(text)
    except ValueError:
        decoded = None
    # fromhex() skips whitespace and folds case: the way back shows both.
    if decoded is None or (decoded.hex() != text and decoded.hex().upper() != text):
        raise MalformedInput(f"{what} is not hex: {_why_not_hex(text)}")
    if length is not None and len(decoded) != length:
        raise MalformedInput(f"{what} is {len(decoded)} bytes long; it must be {length}")
    return decoded


def _why_not_hex(text: str) -> str:
    if text[:2] in {"0x", "0X"}:
        return "remove the 0x in front"
    if any(character.isspace() for character in text):
        return "it contains whitespace"
    if len(text) % 2:
        return "it has an odd number of digits"
    if text.lower() != text != text.upper() and set(text) <= set("0123456789abcdefABCDEF"):
        return "it mixes upper and lower case"
    return "it contains other characters than 0-9 and a-f"
