"""Find the private keys in a text that a person, an editor or a mail program changed."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Final

from sealwax._limits import MAX_KEYS_IN_TEXT
from sealwax.errors import MalformedInput, Unsupported
from sealwax.inspection.clutter import decoded, outside_objects, unwrapped, without_marks
from sealwax.keys import TargetKey, parse_target_key_file

if TYPE_CHECKING:
    from sealwax._crypto.key_files import Ask


def keys_in_text(content: bytes, ask: "Ask | None") -> list[TargetKey]:
    """Return the keys in a content: in another encoding, behind the marks of an e-mail, or among words."""
    text = decoded(content)[1]
    unquoted = without_marks(text)
    parts = (text.encode(), unquoted.encode(), *(part.content for part in unwrapped(content)))
    return _parsed(dict.fromkeys((*parts, *_digits_in(unquoted))), ask)


def keys_beside_objects(content: bytes) -> list[TargetKey]:
    """Return the keys in an e-mail that brings an export, too: in JSON of their own, or between objects."""
    parts = [part.content for part in unwrapped(content)]
    digits = [one for text in outside_objects(content) for one in _digits_in(without_marks(text))]
    return _parsed(dict.fromkeys((*parts, *digits)), None)


def _parsed(parts: Iterable[bytes], ask: "Ask | None") -> list[TargetKey]:
    keys: dict[str, TargetKey] = {}
    for part in islice(parts, MAX_KEYS_IN_TEXT):
        with suppress(MalformedInput, Unsupported):
            key = parse_target_key_file(part, "the key", None, ask)
            keys.setdefault(key.public_key, key)
    return [*keys.values()]


def _digits_in(text: str) -> Iterator[bytes]:
    """Yield the digits of keys in a text, or else in its joined lines, or with letters read as digits."""
    for pattern in (_DIGITS, _LIKE_DIGITS):
        found = pattern.findall(text) or pattern.findall("".join(text.split()))
        if found:
            yield from (digits.translate(LOOK_ALIKES).encode() for digits in found)
            return


# An API key has a colon and its curve after it.
_KEY: Final = r"(?<![0-9A-Za-z])(?:0[xX])?([%s]{64})(?![0-9A-Za-z]|:\w)"
_DIGITS: Final = re.compile(_KEY % "0-9a-fA-F")
_LIKE_DIGITS: Final = re.compile(_KEY % "0-9a-fA-FOoIl")
LOOK_ALIKES: Final = str.maketrans("OoIl", "0011")
"""The digits for the letters that people type instead of them."""
