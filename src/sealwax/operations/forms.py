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

Seconds = Annotated[
    str, form("[1-9][0-9]{0,18}", "a number of seconds as decimal text, at least 1, without leading zeros")
]

UpToADay = Annotated[
    str,
    form(
        "([1-9][0-9]{0,3}|[1-7][0-9]{4}|8[0-5][0-9]{3}|86[0-3][0-9]{2}|86400)",
        "a number of seconds as decimal text, from 1 to 86400, without leading zeros",
    ),
]

Milliseconds = Annotated[
    str, form("(0|[1-9][0-9]{0,14})", "a time in milliseconds since the epoch, as decimal text")
]

PhoneNumber = Annotated[
    str, form(r"\+[1-9][0-9]{1,14}", "a phone number in E.164 form: +, then 2 to 15 digits, the first not 0")
]

IpBlock = Annotated[
    str,
    form(
        "[0-9A-Fa-f:.]+/(0|[1-9][0-9]{0,2})",
        "a block of IPv4 or IPv6 addresses in CIDR notation, such as 192.0.2.0/24",
    ),
]

PageSize = Annotated[
    str,
    form("([1-9][0-9]?|100)", "a number of records as decimal text, from 1 to 100, without leading zeros"),
]


def check_target_key(target_public_key: str) -> Violation | None:
    """Refuse a target key that is not a point on P-256, or that has the form of a private key."""
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
    """Decode a target key; cached for operations that are made again, such as those of a retry."""
    decode_p256_hex(target_public_key, "the target key")


def find_repeated(values: Sequence[str], place: Callable[[int], tuple[str | int, ...]]) -> Violation | None:
    """Refuse a value that is there twice, in any case of its letters."""
    folded = [value.lower() for value in values]
    for number, value in enumerate(folded):
        if value in folded[:number]:
            return Violation(place(number), Rule.OTHER, "is there twice; leave one out")
    return None


_PRIVATE_KEY = re.compile("(0x)?[0-9A-Fa-f]{64}", re.ASCII)

TARGET_KEY_SCHEMA: dict[str, object] = {
    "allOf": [{"properties": {"targetPublicKey": {"pattern": "^04([0-9a-f]{128}|[0-9A-F]{128})$"}}}]
}
"""The part of ``check_target_key`` that JSON Schema can express."""
