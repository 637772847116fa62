"""base58 and base58check, with the Bitcoin alphabet or another."""

from cryptography.hazmat.primitives.hashes import SHA256, Hash

from sealwax._limits import MAX_BASE58_DIGITS
from sealwax.errors import MalformedInput

BITCOIN_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
RIPPLE_ALPHABET = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz"
"""The digits of the XRP Ledger."""


def encode_base58(data: bytes, alphabet: str = BITCOIN_ALPHABET) -> str:
    """Encode a key as base58 without a checksum; the cost grows with the square of the length."""
    number = int.from_bytes(data, "big")
    digits = ""
    while number:
        number, digit = divmod(number, 58)
        digits = alphabet[digit] + digits
    leading_zeros = len(data) - len(data.lstrip(b"\0"))
    return alphabet[0] * leading_zeros + digits


def decode_base58(
    text: str, label: str, alphabet: str = BITCOIN_ALPHABET, *, limit: int = MAX_BASE58_DIGITS
) -> bytes:
    """Decode base58 of at most ``limit`` digits; errors never quote them."""
    # Decoding costs the square of the length. The longest input of a client, a credential bundle, has 117.
    if len(text) > limit:
        raise MalformedInput(f"{label} has more than {limit} digits; check that the right text was passed")
    number = 0
    for character in text:
        digit = alphabet.find(character)
        if digit < 0:
            raise MalformedInput(f"{label} is not base58; pass it whole, with nothing around it")
        number = number * 58 + digit
    leading_zeros = len(text) - len(text.lstrip(alphabet[0]))
    return bytes(leading_zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")


def decode_base58check(
    text: str, label: str, alphabet: str = BITCOIN_ALPHABET, *, limit: int = MAX_BASE58_DIGITS
) -> bytes:
    """Decode base58check of at most ``limit`` digits, and return the payload without its checksum."""
    decoded = decode_base58(text, label, alphabet, limit=limit)
    payload, checksum = decoded[:-4], decoded[-4:]
    if _base58_checksum(payload) != checksum:
        raise MalformedInput(f"{label} has a wrong checksum; check that it was copied whole")
    return payload


def encode_base58check(payload: bytes, alphabet: str = BITCOIN_ALPHABET) -> str:
    """Encode as base58check: base58 of the payload and the first 4 bytes of its double SHA-256."""
    return encode_base58(payload + _base58_checksum(payload), alphabet)


def _base58_checksum(payload: bytes) -> bytes:
    once, twice = Hash(SHA256()), Hash(SHA256())
    once.update(payload)
    twice.update(once.finalize())
    return twice.finalize()[:4]
