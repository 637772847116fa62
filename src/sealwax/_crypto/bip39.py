"""BIP-39: which language a mnemonic is in, and whether its checksum holds; over the package ``mnemonic``."""

import unicodedata
from functools import lru_cache
from typing import NamedTuple, SupportsIndex

from mnemonic import Mnemonic

LANGUAGES = (
    "english",
    "chinese_simplified",
    "chinese_traditional",
    "czech",
    "french",
    "italian",
    "japanese",
    "korean",
    "spanish",
)
"""The service's nine languages, by BIP-39's names of their word lists.

Some lists share words; the two Chinese ones have 1275 in common, at the same places. Where a mnemonic fits
several lists, the first in this order with a valid checksum counts.
"""

WORD_COUNTS = (12, 15, 18, 21, 24)

# Japanese stands with it between its words, and NFKD makes a space of it.
_IDEOGRAPHIC_SPACE = "\u3000"

# 24 words of 8 letters and an accent on each would take less. Normalizing text costs up to the square of
# its length, so that nothing longer is looked at.
_LONGEST_MNEMONIC = 512


class MnemonicCheck(NamedTuple):
    """What a text is, as a mnemonic.

    Attributes:
        language: One of ``LANGUAGES``; None if no list has all of the words.
        checksum_valid: Whether it is a valid BIP-39 mnemonic of that language.
    """

    language: str | None
    checksum_valid: bool


def check_mnemonic(text: str) -> MnemonicCheck:
    """Find a mnemonic's language and check its checksum.

    Args:
        text: The words, with one space between them, or one ideographic space in Japanese. It is
            normalized (NFKD) for the check, so that its spelling as NFC or NFKD makes no difference.

    Returns:
        The language and whether the checksum holds. A number of words that BIP-39 does not have, white space
        before, after or twice between them, another separator, or letters that merely look like those of
        the words, such as full-width ones, make the checksum invalid.
    """
    if len(text) > _LONGEST_MNEMONIC:
        return MnemonicCheck(None, checksum_valid=False)
    normalized = Mnemonic.normalize_string(text)
    for language in LANGUAGES:
        if _bip39(language).check(normalized):
            return MnemonicCheck(language, checksum_valid=_is_plain(text, normalized, language))
    words = set(normalized.split())
    for language in LANGUAGES:
        if words and words.issubset(_bip39(language).wordlist):
            return MnemonicCheck(language, checksum_valid=False)
    return MnemonicCheck(None, checksum_valid=False)


def why_invalid(text: str) -> str:
    """Say why a text is not a valid mnemonic, without any of it.

    Args:
        text: A text for which ``check_mnemonic`` says that it is none.

    Returns:
        What is wrong, and what to check.
    """
    if len(text) > _LONGEST_MNEMONIC:
        return "it is longer than any mnemonic"
    normalized = Mnemonic.normalize_string(text)
    words = normalized.split()
    if len(words) not in WORD_COUNTS:
        return f"it has {len(words)} words, and a mnemonic has 12, 15, 18, 21 or 24"
    if any(_bip39(language).check(" ".join(words).lower()) for language in LANGUAGES):
        return "write its words in lower case, with one plain space between them and none around them"
    unknown = min(
        ([place for place, word in enumerate(words, 1) if word not in known] for known in _word_sets()),
        key=len,
    )
    if not unknown:
        return "its checksum is wrong; check whether each word is the right one, and their order"
    if len(unknown) == 1:
        return f"word {unknown[0]} is not in the word list of the others; check how it is spelled"
    return f"{len(unknown)} of its words, the first of them word {unknown[0]}, are in no list with the others"


def _word_sets() -> list[frozenset[str]]:
    return [frozenset(_bip39(language).wordlist) for language in LANGUAGES]


def _is_plain(text: str, normalized: str, language: str) -> bool:
    """Whether a text is its normal form but for how its letters are composed.

    Other wallets, and the enclave, need not make the same word, or the same space, of what is not.
    """
    if text.isascii():
        return True
    if language == "japanese":
        text = text.replace(_IDEOGRAPHIC_SPACE, " ")
    return unicodedata.normalize("NFD", text) == normalized


class _Indexed(list[str]):
    """A word list that finds a word's place in constant time, which `mnemonic` asks of it for each word."""

    def __init__(self, words: list[str]) -> None:
        super().__init__(words)
        self._positions = {word: position for position, word in enumerate(words)}

    def index(self, value: str, *_bounds: SupportsIndex) -> int:
        position = self._positions.get(value)
        if position is None:
            raise ValueError
        return position


@lru_cache(maxsize=len(LANGUAGES))
def _bip39(language: str) -> Mnemonic:
    return Mnemonic(language, _Indexed(Mnemonic(language).wordlist))
