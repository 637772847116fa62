"""Read the JSON values of Ethereum payloads exactly, as typed data and authorizations have them."""

import re
from collections.abc import Collection, Mapping
from typing import Final

from sealwax._codec.violations import Rule, Violation
from sealwax._crypto.keccak import eip55
from sealwax.errors import MalformedInput

MAX_EXACT_NUMBER: Final = 2**53 - 1
"""The largest JSON number that every parser reads exactly; clients send larger integers as text."""

ADDRESS: Final = "an address: 0x and 40 hex digits, in one case or in that of EIP-55"

# More digits than 256 bits have are out of every range. int() refuses thousands of them.
_DECIMAL = re.compile("0|-?[1-9][0-9]{0,77}")
_ADDRESS_TEXT = re.compile("0x([0-9a-fA-F]{40})")


def read_integer(value: object) -> int | None:
    """Read a JSON number of at most 2^53-1, or decimal text without leading zeros; None for anything else."""
    if type(value) is int and abs(value) <= MAX_EXACT_NUMBER:
        return value
    if isinstance(value, str) and _DECIMAL.fullmatch(value):
        return int(value)
    return None


def read_address(value: object) -> bytes | None:
    """Read an Ethereum address of 20 bytes; None for anything else, such as a wrong EIP-55 checksum."""
    match = _ADDRESS_TEXT.fullmatch(value) if isinstance(value, str) else None
    if match is None or match[1] not in {match[1].lower(), match[1].upper(), eip55(match[1])}:
        return None
    return bytes.fromhex(match[1])


def refuse(label: str, path: tuple[str | int, ...], rule: Rule, argument: object = "") -> MalformedInput:
    """Make the error on a value; it names the value by its path, and quotes none."""
    return MalformedInput(f"{label} is malformed: {Violation(path, rule, argument).in_words()}")


def require_members(
    value: object, names: Collection[str], label: str, path: tuple[str | int, ...] = ()
) -> Mapping[str, object]:
    """Return an object that has exactly these members."""
    if not isinstance(value, Mapping):
        raise refuse(label, path, Rule.KIND, "an object")
    for name in names:
        if name not in value:
            raise refuse(label, (*path, name), Rule.MISSING)
    for name in value:
        if name not in names:
            raise refuse(label, (*path, name), Rule.UNKNOWN)
    return value
