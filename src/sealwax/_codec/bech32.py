"""bech32 (BIP-173) and bech32m (BIP-350).

| input | decision |
|---|---|
| all upper case | accepted; we emit lower case |
| a character beyond ASCII, such as U+212A, which is k in lower case | refused |
| mixed case | refused |
| bits left over that are not zero, or five or more of them | refused |
| more than 90 characters | accepted: Spark addresses are longer |
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from sealwax._limits import MAX_BECH32_CHARACTERS
from sealwax.errors import MalformedInput

BECH32: Final = 1
BECH32M: Final = 0x2BC830A3
"""The final constants of the two checksums."""

ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_GENERATOR = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
_CHECKSUM_DIGITS = 6
_SEPARATOR = "1"


class Bech32(NamedTuple):
    """A decoded text: its human-readable part, its digits of five bits, and the constant of its checksum."""

    prefix: str
    digits: bytes
    constant: int


def encode_bech32(prefix: str, digits: bytes, constant: int) -> str:
    """Encode digits of five bits, with a lower-case prefix and a checksum."""
    checked = _expand(prefix) + digits
    remainder = polymod(checked + bytes(_CHECKSUM_DIGITS), _GENERATOR) ^ constant
    checksum = bytes(remainder >> 5 * place & 31 for place in reversed(range(_CHECKSUM_DIGITS)))
    return prefix + _SEPARATOR + "".join(ALPHABET[digit] for digit in digits + checksum)


def decode_bech32(text: str, label: str) -> Bech32:
    """Decode bech32 or bech32m of at most 256 characters; errors never quote it."""
    if len(text) > MAX_BECH32_CHARACTERS:
        raise MalformedInput(
            f"{label} has more than {MAX_BECH32_CHARACTERS} characters; check that the right text was passed"
        )
    if not is_one_case(text):
        raise MalformedInput(f"{label} mixes upper and lower case, or is not ASCII; copy it again")
    prefix, separator, data = text.lower().rpartition(_SEPARATOR)
    digits = [ALPHABET.find(character) for character in data]
    if not (separator and prefix and len(data) >= _CHECKSUM_DIGITS and min(digits) >= 0):
        raise MalformedInput(f"{label} is not bech32; pass it whole, with nothing around it")
    constant = polymod(_expand(prefix) + bytes(digits), _GENERATOR)
    if constant not in {BECH32, BECH32M}:
        raise MalformedInput(f"{label} has a wrong checksum; check that it was copied whole")
    return Bech32(prefix, bytes(digits[:-_CHECKSUM_DIGITS]), constant)


def is_one_case(text: str) -> bool:
    """Return whether text is ASCII without letters of both cases."""
    return text.isascii() and text in {text.lower(), text.upper()}


def to_digits(data: bytes) -> bytes:
    """Split bytes into digits of five bits, filled up with zeros."""
    count = -(-len(data) * 8 // 5)
    number = int.from_bytes(data, "big") << count * 5 - len(data) * 8
    return bytes(number >> 5 * place & 31 for place in reversed(range(count)))


def from_digits(digits: bytes, label: str) -> bytes:
    """Join digits of five bits to bytes; fewer than five bits may be left over, all of them zero."""
    number = 0
    for digit in digits:
        number = number << 5 | digit
    length, left_over = divmod(len(digits) * 5, 8)
    if left_over >= 5 or number & (1 << left_over) - 1:  # noqa: PLR2004 - a whole digit
        raise MalformedInput(f"{label} does not end at a byte; check that it was copied whole")
    return (number >> left_over).to_bytes(length, "big")


def _expand(prefix: str) -> bytes:
    codes = prefix.encode("ascii")
    return bytes(code >> 5 for code in codes) + b"\0" + bytes(code & 31 for code in codes)


def polymod(values: Iterable[int], generator: tuple[int, ...], *, bits: int = 30) -> int:
    """Divide digits of five bits by a generator polynomial; return the remainder, of that many bits."""
    checksum, kept = 1, bits - 5
    for value in values:
        top, checksum = checksum >> kept, (checksum & (1 << kept) - 1) << 5 ^ value
        for place, term in enumerate(generator):
            checksum ^= term if top >> place & 1 else 0
    return checksum
