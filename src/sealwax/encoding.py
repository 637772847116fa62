"""Strict text and signature encodings.

Everything here refuses what it could only guess at. One value has one spelling, with two exceptions that
are in circulation: hex may be all upper case, and base64url may carry its padding.

| input | decision |
|---|---|
| hex of odd length, with whitespace, with ``0x``, in mixed case | refused |
| hex in upper case | accepted; we emit lower case |
| base64url with the right padding | accepted; we emit none |
| base64url with wrong padding, the ``+/`` alphabet, whitespace, or stray bits in its last digit | refused |
| DER that is not minimal, has trailing bytes, or holds r or s outside 1..n-1 | refused |
| text that is not UTF-8, or a ``str`` with lone surrogates | refused |
| more than 1 MiB | refused |
"""

import binascii

from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256, Hash

from .errors import MalformedInput

MAX_INPUT_BYTES = 1 << 20
"""The most that a bundle, stamp or token may measure, in bytes: 1 MiB."""

_MAX_BASE58_DIGITS = 256
_BASE58_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def to_bytes(value: str | bytes, what: str, *, limit: int | None = MAX_INPUT_BYTES) -> bytes:
    """Take text or UTF-8 bytes from a caller, as bytes.

    Args:
        value: Text, or bytes.
        what: What the value is, for the error message.
        limit: The most bytes it may have; None for no limit.

    Returns:
        The UTF-8 bytes of the text, or the bytes as they are.

    Raises:
        MalformedInput: It is neither text nor bytes, has lone surrogates, or exceeds the limit.
    """
    encoded: bytes | None = None
    if isinstance(value, bytes):
        encoded = value
    elif isinstance(value, str):
        # Every character takes at least one byte, so that an oversized text is never copied.
        if limit is None or len(value) <= limit:
            try:
                encoded = value.encode()
            except UnicodeEncodeError:
                encoded = None
            if encoded is None:
                raise MalformedInput(f"{what} contains a lone surrogate; pass text that UTF-8 can carry")
    else:
        raise MalformedInput(
            f"{what} must be str or bytes, not {type(value).__name__}; pass it exactly as it was received"
        )
    if encoded is None or (limit is not None and len(encoded) > limit):
        raise MalformedInput(f"{what} is larger than {limit} bytes; this is not what it should be")
    return encoded


def decode_utf8(data: bytes, what: str) -> str:
    """Decode UTF-8 strictly.

    Args:
        data: The bytes.
        what: What they are, for the error message.

    Returns:
        The text.

    Raises:
        MalformedInput: The bytes are not UTF-8.
    """
    text: str | None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        # Raised outside of this block, so that the new error holds no reference to the bytes,
        # which may be a secret.
        text = None
    if text is None:
        raise MalformedInput(f"{what} is not UTF-8 text; save or send it as UTF-8")
    return text


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


def encode_base64url(data: bytes) -> str:
    """Encode as base64url without padding (RFC 4648, section 5).

    Args:
        data: The bytes.

    Returns:
        The text, without ``=``.
    """
    # On bytes: on text, translate() alone would cost several times as much as all the rest.
    return binascii.b2a_base64(data, newline=False).translate(_TO_URL_ALPHABET).rstrip(b"=").decode()


def decode_base64url(text: str, what: str) -> bytes:
    """Decode base64url, with its right padding or none (RFC 4648, section 5).

    Args:
        text: The base64url digits.
        what: What they are, for the error message, which never quotes them.

    Returns:
        The bytes.

    Raises:
        MalformedInput: It uses another alphabet, has whitespace, wrong padding, or a last digit with bits
            that belong to no byte.
    """
    digits = text.rstrip("=")
    padding = -len(digits) % 4
    decoded: bytes | None = None
    if len(text) - len(digits) in {0, padding}:
        try:
            decoded = binascii.a2b_base64(
                digits.encode("ascii").translate(_FROM_URL_ALPHABET) + b"=" * padding
            )
        except ValueError:
            decoded = None
    # a2b_base64() skips what it does not know and drops stray bits: the way back shows both.
    if decoded is None or encode_base64url(decoded) != digits:
        raise MalformedInput(f"{what} is not base64url; check that it is whole, with nothing around it")
    return decoded


_TO_URL_ALPHABET = bytes.maketrans(b"+/", b"-_")
_FROM_URL_ALPHABET = bytes.maketrans(b"-_", b"+/")


def encode_base58(data: bytes) -> str:
    """Encode in base58 with the Bitcoin alphabet, as Solana does: no checksum.

    Args:
        data: The bytes; meant for keys, as the cost grows with the square of the length.

    Returns:
        The text; each leading zero byte is a ``1``.
    """
    number = int.from_bytes(data, "big")
    digits = ""
    while number:
        number, digit = divmod(number, 58)
        digits = _BASE58_ALPHABET[digit] + digits
    leading_zeros = len(data) - len(data.lstrip(b"\0"))
    return "1" * leading_zeros + digits


def decode_base58(text: str, what: str) -> bytes:
    """Decode base58 with the Bitcoin alphabet.

    Args:
        text: The base58 digits, at most 256.
        what: What they are, for the error message, which never quotes them.

    Returns:
        The bytes.

    Raises:
        MalformedInput: There are more digits, or other characters.
    """
    # Converting between bases costs the square of the length; the longest thing here has 117 digits.
    if len(text) > _MAX_BASE58_DIGITS:
        raise MalformedInput(
            f"{what} has more than {_MAX_BASE58_DIGITS} digits; this is not what it should be"
        )
    number = 0
    for character in text:
        digit = _BASE58_ALPHABET.find(character)
        if digit < 0:
            raise MalformedInput(f"{what} is not base58; check that it is whole, with nothing around it")
        number = number * 58 + digit
    leading_zeros = len(text) - len(text.lstrip("1"))
    return bytes(leading_zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")


def decode_base58check(text: str, what: str) -> bytes:
    """Decode base58check: base58 of a payload and the first 4 bytes of its double SHA-256.

    Args:
        text: The base58 digits, at most 256.
        what: What they are, for the error message, which never quotes them.

    Returns:
        The payload.

    Raises:
        MalformedInput: It is not base58, or its checksum is wrong.
    """
    decoded = decode_base58(text, what)
    payload, checksum = decoded[:-4], decoded[-4:]
    if _base58_checksum(payload) != checksum:
        raise MalformedInput(f"{what} has a wrong checksum; check that it was copied whole")
    return payload


def encode_base58check(payload: bytes) -> str:
    """Encode as base58check.

    Args:
        payload: The bytes; meant for short ones, as the cost grows with the square of the length.

    Returns:
        base58 of the payload and the first 4 bytes of its double SHA-256.
    """
    return encode_base58(payload + _base58_checksum(payload))


def _base58_checksum(payload: bytes) -> bytes:
    once, twice = Hash(SHA256()), Hash(SHA256())
    once.update(payload)
    twice.update(once.finalize())
    return twice.finalize()[:4]


def decode_der_signature(der: bytes, order: int, what: str) -> tuple[int, int]:
    """Decode a DER ECDSA signature strictly (SEC1 section C.5; X.690 DER).

    Args:
        der: ``SEQUENCE { r INTEGER, s INTEGER }`` and nothing after it.
        order: The order n of the curve's group.
        what: What it is, for the error message.

    Returns:
        r and s, each from 1 to n-1.

    Raises:
        MalformedInput: It is not minimal DER, or r or s is out of range.
    """
    numbers: tuple[int, int] | None
    try:
        numbers = decode_dss_signature(der)
    except ValueError:
        numbers = None
    if numbers is None:
        raise MalformedInput(f"{what} is not a DER signature: {_why_not_der(der)}")
    r, s = numbers
    if not (0 < r < order and 0 < s < order):
        raise MalformedInput(f"{what} is not a signature: r and s must lie between 1 and the curve's order")
    return r, s


def _why_not_der(der: bytes) -> str:
    if len(der) == 64:  # noqa: PLR2004 - r and s of 32 bytes each
        return "it is 64 bytes, like r and s in a row; convert it to DER"
    if _has_redundant_zero(der):
        return (
            "r or s begins with a superfluous zero byte; its signer converted from r and s "
            "without stripping leading zeros, and has to be mended"
        )
    return "it must be minimal DER of two positive integers, with nothing after it"


def _has_redundant_zero(der: bytes) -> bool:
    """Whether r or s is padded with a zero byte where DER has none, which some clients do."""
    r_length = der[3] if len(der) > 3 else 0  # noqa: PLR2004 - after 30 LEN 02 LEN
    r, s = der[4 : 4 + r_length], der[6 + r_length :]
    return any(len(number) > 1 and number[0] == 0 and number[1] < 0x80 for number in (r, s))  # noqa: PLR2004


def der_to_raw(der: bytes, order: int, what: str = "the signature") -> bytes:
    """Convert a DER ECDSA signature to the raw form of r and s, for a 256-bit curve.

    Args:
        der: The DER signature.
        order: The order n of the curve's group.
        what: What it is, for the error message.

    Returns:
        64 bytes: r, then s, each 32 bytes, big-endian.

    Raises:
        MalformedInput: It is not strict DER, or r or s is out of range.
    """
    r, s = decode_der_signature(der, order, what)
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def raw_to_der(raw: bytes, order: int, what: str = "the signature") -> bytes:
    """Convert a raw ECDSA signature of a 256-bit curve to DER.

    Args:
        raw: 64 bytes: r, then s, each 32 bytes, big-endian.
        order: The order n of the curve's group.
        what: What it is, for the error message.

    Returns:
        The DER signature.

    Raises:
        MalformedInput: It is not 64 bytes, or r or s is out of range.
    """
    if len(raw) != 64:  # noqa: PLR2004 - r and s of 32 bytes each
        raise MalformedInput(f"{what} is {len(raw)} bytes long; it must be 64, r and s in a row")
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    if not (0 < r < order and 0 < s < order):
        raise MalformedInput(f"{what} is not a signature: r and s must lie between 1 and the curve's order")
    return encode_dss_signature(r, s)
