"""The forms of values in requests: ids, times, numbers as text, target keys."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Annotated

from msgspec import Meta

from sealwax._codec.violations import Rule, Violation
from sealwax._crypto.points import decode_p256_hex
from sealwax.errors import MalformedInput

from .parameters import form

Id = Annotated[str, Meta(min_length=1)]
"""An id, key, token or address, which must not be empty."""

Count = Annotated[int, Meta(ge=1)]

Int32 = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]

Int64 = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]

Seconds = Annotated[
    str, form("[1-9][0-9]{0,18}", "a number of seconds as decimal text, at least 1, without leading zeros")
]


def _up_to(limit: int) -> str:
    """Return the pattern of a whole number as decimal text, from 1 to a limit of at least two digits."""
    digits = str(limit)
    below = [
        f"{digits[:at]}[{int(at == 0)}-{int(digit) - 1}][0-9]{{{len(digits) - at - 1}}}"
        for at, digit in enumerate(digits)
        if int(digit) > int(at == 0)
    ]
    return "|".join([f"[1-9][0-9]{{0,{len(digits) - 2}}}", *below, digits])


UpToADay = Annotated[
    str,
    form(f"({_up_to(24 * 60 * 60)})", "a number of seconds as text, from 1 to 86400, without leading zeros"),
]

Int64Text = Annotated[
    str, form(f"(0|-?({_up_to(2**63 - 1)})|{-(2**63)})", "an integer of 64 bits, as decimal text", "1")
]

Uint64Text = Annotated[
    str, form(f"(0|{_up_to(2**64 - 1)})", "an integer of 64 bits without a sign, as decimal text", "1")
]

Base64 = Annotated[str, form("[A-Za-z0-9+/_-]*={0,2}", "base64", "AAAA")]

Milliseconds = Annotated[
    str, form("(0|[1-9][0-9]{0,14})", "a time in milliseconds since the epoch, as decimal text")
]

PhoneNumber = Annotated[
    str, form(r"\+[1-9][0-9]{1,14}", "a phone number in E.164 form: +, then 2 to 15 digits, the first not 0")
]

IpBlock = Annotated[
    str, form("[0-9A-Fa-f:.]+/(0|[1-9][0-9]{0,2})", "an IPv4 or IPv6 CIDR block, such as 192.0.2.0/24")
]

PageSize = Annotated[
    str,
    form("([1-9][0-9]?|100)", "a number of records as decimal text, from 1 to 100, without leading zeros"),
]


def check_target_key(target_public_key: str) -> Violation | None:
    """Refuse a target key that is not a point on P-256, or looks like a private key."""
    if _PRIVATE_KEY.fullmatch(target_public_key.strip()):
        words = "has the form of a private key; pass the public key"
        return Violation(("targetPublicKey",), Rule.OTHER, words)
    try:
        _decode_target_key(target_public_key)
    except MalformedInput:
        words = "must be an uncompressed point on P-256: 130 hex digits, as in TargetKey.public_key"
        return Violation(("targetPublicKey",), Rule.OTHER, words)
    return None


@lru_cache(maxsize=64)
def _decode_target_key(target_public_key: str) -> None:
    """Decode a target key; cached, because retries make the same operation again."""
    decode_p256_hex(target_public_key, "the target key")


def find_repeated(values: Sequence[str], place: Callable[[int], tuple[str | int, ...]]) -> Violation | None:
    """Refuse a repeated value; case is ignored."""
    seen: set[str] = set()
    for number, value in enumerate(map(str.lower, values)):
        if value in seen:
            return Violation(place(number), Rule.OTHER, "is there twice; leave one out")
        seen.add(value)
    return None


_PRIVATE_KEY = re.compile("(0x)?[0-9A-Fa-f]{64}", re.ASCII)

TARGET_KEY_SCHEMA: dict[str, object] = {
    "allOf": [{"properties": {"targetPublicKey": {"pattern": "^04([0-9a-f]{128}|[0-9A-F]{128})$"}}}]
}
"""The part of ``check_target_key`` that JSON Schema can express."""
