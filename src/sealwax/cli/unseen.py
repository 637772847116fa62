"""Mark the characters of a passphrase that people cannot see, and describe them."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

# Default_Ignorable_Code_Point (DerivedCoreProperties.txt of Unicode 16), which no font shows; and the braille
# pattern without dots, which is as empty as a space.
_IGNORABLE: Final = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F)),
    *((0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A)),
    (0xE0000, 0xE0FFF),
    (0x2800, 0x2800),
)
_SPACES_TO_COUNT: Final = re.compile(r"^ +| +$| {2,}")


def marked(text: str) -> str:
    """Return a text whose unseen characters are written out, such as ``[space]`` and ``[U+200B]``."""
    spaces = _SPACES_TO_COUNT.sub(lambda run: "[space]" * len(run[0]), text)
    return "".join(f"[U+{ord(each):04X}]" if _is_unseen(each) else each for each in spaces)


def unseen_in(text: str) -> Iterator[str]:
    """Describe the unseen characters of a text, and their meaning for a wallet whose passphrase it is."""
    if text.startswith(" "):
        yield "It begins with a space."
    if text.rstrip(" ") != text:
        yield "It ends with a space."
    if "  " in text.strip(" "):
        yield "It has two spaces or more in a row."
    if any(map(_is_unseen, text)):
        yield "It has characters that no screen shows, or odd spaces: few programs let you type them."
    if marked(text) != text:
        yield "They count: without them, the words and the passphrase are another wallet, which is empty."


def _is_unseen(character: str) -> bool:
    number = ord(character)
    is_other_space = character != " " and unicodedata.category(character) in {"Zs", "Zl", "Zp", "Cc"}
    return is_other_space or any(first <= number <= last for first, last in _IGNORABLE)
