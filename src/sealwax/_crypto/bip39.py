"""Check mnemonics and derive their seeds (BIP-39), with the package ``mnemonic``."""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, SupportsIndex

from mnemonic import Mnemonic

from sealwax._codec.text import to_bytes
from sealwax._limits import MAX_MNEMONIC_CHARACTERS
from sealwax.errors import MalformedInput

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
"""The service's nine languages, by the names of their word lists in BIP-39.

The two Chinese lists share 1275 words, at the same positions. If several lists have all words of a mnemonic,
the first in this order with a valid checksum is its language.
"""

WORD_COUNTS = (12, 15, 18, 21, 24)

# Separates Japanese words; NFKD turns it into a space.
_IDEOGRAPHIC_SPACE = "\u3000"


class MnemonicCheck(NamedTuple):
    """The language of a mnemonic, None if no list has all its words; and whether it is valid BIP-39."""

    language: str | None
    checksum_valid: bool


def check_mnemonic(text: str) -> MnemonicCheck:
    """Find the language of a mnemonic and check its checksum.

    The text is normalized (NFKD) first, so NFC and NFKD spellings give the same result. Words must be
    separated by one space (in Japanese, also ideographic), without spaces around them. Look-alike letters,
    such as full-width ones, make the checksum invalid.
    """
    if len(text) > MAX_MNEMONIC_CHARACTERS:
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
    """Explain what is wrong with an invalid mnemonic and what to check, without quoting it."""
    if len(text) > MAX_MNEMONIC_CHARACTERS:
        return "it is longer than any mnemonic"
    normalized = Mnemonic.normalize_string(text)
    words = normalized.split()
    return _why_no_words(normalized, words) or _why_wrong_words(words)


def _why_no_words(normalized: str, words: list[str]) -> str:
    """Explain why a text is not words between spaces; empty text if it is."""
    if odd := _what_is_odd(normalized):
        return f"it has {odd}; write its words alone, with one plain space between them"
    if any(len(word) > 1 and all(map(_is_chinese, word)) for word in words):
        return "its characters are not separated; write one plain space between them"
    if len(words) == 1 and len(normalized) > _LONGEST_WORD:
        return "its words are not separated; write one plain space between them"
    if len(words) not in WORD_COUNTS:
        return f"it has {len(words)} words; a mnemonic has 12, 15, 18, 21 or 24"
    return ""


def _why_wrong_words(words: list[str]) -> str:
    lowered = [word.lower() for word in words]
    if any(_bip39(language).check(" ".join(lowered)) for language in LANGUAGES):
        return "write its words in lower case, with one plain space between them and none around them"
    for explanation, shorten in _SHORTER:
        if any(_are_shortened(lowered, language, shorten) for language in LANGUAGES):
            return explanation
    known = [word_list(language) for language in LANGUAGES]
    unknown = min(
        ([place for place, word in enumerate(words, 1) if word not in each] for each in known), key=len
    )
    if not unknown:
        return "its checksum is wrong; check each word, and the order of the words"
    if len(unknown) == 1:
        return f"word {unknown[0]} is not in the word list of the others; check its spelling"
    return (
        f"{len(unknown)} words, the first of them word {unknown[0]}, are not in the word list of the others"
    )


def normalized(text: str) -> str:
    """Return a text in the form that BIP-39 derives from (NFKD)."""
    return str(Mnemonic.normalize_string(text))


def word_list(language: str) -> frozenset[str]:
    """Return the words of a list, in NFKD."""
    return frozenset(_bip39(language).wordlist)


def similar_words(word: str, language: str) -> list[str]:
    """Return the words of a list that are most like a word, for one that was mistyped or cut."""
    # Most programs have no word to correct.
    from difflib import get_close_matches  # noqa: PLC0415

    words = _bip39(language).wordlist
    begun = [each for each in words if len(word) >= _DISTINCT and each.startswith(word[:_DISTINCT])]
    return list(dict.fromkeys([*begun, *get_close_matches(word[:_LONGEST_WORD], words, cutoff=0.6)]))


_DISTINCT: Final = 4  # letters, which no two words of a list share
_NUMBERING = re.compile(r"[(\[#]*[0-9]+[.):\]-]*")
# No list has a longer word, in any of the two forms of Unicode.
_LONGEST_WORD = 24


def _what_is_odd(normalized: str) -> str:
    """Name what a text has beside words: numbers, punctuation, or characters that cannot be seen."""
    without_numbers = _NUMBERING.sub("", normalized)
    kinds = {unicodedata.category(character) for character in without_numbers if not character.isspace()}
    found = [
        *(["numbers"] if without_numbers != normalized else []),
        *(["punctuation"] if any(kind.startswith(("P", "S")) for kind in kinds) else []),
        *(["characters that cannot be seen"] if kinds & {"Cc", "Cf"} else []),
    ]
    return " and ".join(found)


def _is_chinese(character: str) -> bool:
    return "\u4e00" <= character <= "\u9fff"


def _are_shortened(words: list[str], language: str, shorten: Callable[[str], str]) -> bool:
    """Return whether words are of a list, but several of them only as far as they are shortened."""
    known = word_list(language)
    others = [word for word in words if word not in known]
    return len(others) > 1 and {shorten(word) for word in known}.issuperset(others)


def _first_letters(word: str) -> str:
    letters = unicodedata.normalize("NFC", word)[:4]
    return Mnemonic.normalize_string(letters)


def _without_accents(word: str) -> str:
    return "".join(character for character in word if not unicodedata.combining(character))


_SHORTER: Final[tuple[tuple[str, Callable[[str], str]], ...]] = (
    ("its words are cut to their first four letters; write them whole, as in the word list", _first_letters),
    ("its accents are left out; write its words as in the word list", _without_accents),
    (
        "its words are cut to their first four letters, without accents; write them whole",
        lambda word: _first_letters(_without_accents(word)),
    ),
)
"""Explanations of words that are written shorter than in the list, and the functions that shorten so."""


def mnemonic_to_seed(mnemonic: str, passphrase: str) -> bytes:
    """Return the seed of a mnemonic, 64 bytes; neither text may have more than 512 characters."""
    for text, label in ((mnemonic, "the mnemonic"), (passphrase, "the passphrase")):
        if len(text) > MAX_MNEMONIC_CHARACTERS:
            raise MalformedInput(f"{label} has more than {MAX_MNEMONIC_CHARACTERS} characters; check it")
        # The seed's salt is UTF-8, which has no lone surrogates.
        to_bytes(text, label)
    return Mnemonic.to_seed(mnemonic, passphrase)


def _is_plain(text: str, normalized: str, language: str) -> bool:
    """Return whether normalization changed only the composition of letters.

    For any other text, wallets and the enclave may read other words or spaces.
    """
    if text.isascii():
        return True
    if language == "japanese":
        text = text.replace(_IDEOGRAPHIC_SPACE, " ")
    return unicodedata.normalize("NFD", text) == normalized


class _Indexed(list[str]):
    """A word list with a fast index(), which `mnemonic` calls for every word."""

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
