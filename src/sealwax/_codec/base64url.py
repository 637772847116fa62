"""Strict base64url (RFC 4648, section 5), and strict base64 (section 4).

| input | decision |
|---|---|
| base64url: no padding, or the right padding | accepted; we emit none |
| base64: no padding | refused |
| wrong padding, the other alphabet, whitespace, stray bits in the last digit | refused |
"""

import binascii

from sealwax.errors import MalformedInput


def encode_base64url(data: bytes) -> str:
    """Encode as base64url without padding."""
    # Translating text would cost several times as much as everything else here.
    return binascii.b2a_base64(data, newline=False).translate(_TO_URL_ALPHABET).rstrip(b"=").decode()


def decode_base64url(text: str, label: str) -> bytes:
    """Decode base64url, padded or not; errors never quote it."""
    digits = text.rstrip("=")
    lacking = -len(digits) % 4
    decoded: bytes | None = None
    if len(text) == len(digits) or len(text) - len(digits) == lacking:
        try:
            padded = digits.encode("ascii").translate(_FROM_URL_ALPHABET) + _PADDING[lacking]
            decoded = binascii.a2b_base64(padded)
        except ValueError:
            decoded = None
    # a2b_base64() skips unknown characters, which shows in the length, and drops stray bits of the last one.
    if (
        decoded is None
        or len(decoded) != 3 * len(digits) // 4
        or (lacking and digits[-1] not in _LAST_DIGITS[lacking])
    ):
        raise MalformedInput(f"{label} is not base64url; {_why_not(text, '+/', 'base64', '-_')}")
    return decoded


def decode_base64(text: str, label: str) -> bytes:
    """Decode base64 with its padding; errors never quote it."""
    decoded: bytes | None
    try:
        decoded = binascii.a2b_base64(text)
    except ValueError:
        decoded = None
    if decoded is None or binascii.b2a_base64(decoded, newline=False).decode() != text:
        raise MalformedInput(f"{label} is not base64; {_why_not(text, '-_', 'base64url', '+/')}")
    return decoded


def _why_not(text: str, others: str, alphabet: str, ours: str) -> str:
    if set(text) & set(others) and text.isascii() and text.replace("=", "").translate(_NO_SIGNS).isalnum():
        return f"it has the digits {' and '.join(others)} of {alphabet}; write them as {' and '.join(ours)}"
    if text.lstrip()[:1] in {"{", "["}:
        return "it is JSON; pass the text that was received"
    return "pass it whole, with nothing around it"


_NO_SIGNS = str.maketrans("", "", "+/-_")


_TO_URL_ALPHABET = bytes.maketrans(b"+/", b"-_")
# Characters outside base64url become characters outside base64.
_FROM_URL_ALPHABET = bytes.maketrans(b"-_+/", b"+/!!")
# By how many digits the last group lacks: the padding, and the last digits that have no stray bits.
_PADDING = (b"", b"=", b"==", b"===")
_LAST_DIGITS = ("", "AEIMQUYcgkosw048", "AQgw", "")
