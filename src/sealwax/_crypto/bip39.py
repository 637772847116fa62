"""Check mnemonics and derive their seeds (BIP-39), with the package ``mnemonic``."""

import unicodedata
from functools import lru_cache
from typing import NamedTuple, SupportsIndex

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
    if len(words) not in WORD_COUNTS:
        return f"it has {len(words)} words; a mnemonic has 12, 15, 18, 21 or 24"
    if any(_bip39(language).check(" ".join(words).lower()) for language in LANGUAGES):
        return "write its words in lower case, with one plain space between them and none around them"
    known = [frozenset(_bip39(language).wordlist) for language in LANGUAGES]
    unknown = min(
        ([place for place, word in enumerate(words, 1) if word not in word_list] for word_list in known),
        key=len,
    )
    if not unknown:
        return "its checksum is wrong; check each word, and the order of the words"
    if len(unknown) == 1:
        return f"word {unknown[0]} is not in the word list of the others; check its spelling"
    return (
        f"{len(unknown)} words, the first of them word {unknown[0]}, are not in the word list of the others"
    )


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
