import hashlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mnemonic import Mnemonic

from sealwax import MalformedInput
from sealwax._crypto.bip39 import (
    check_mnemonic,
    mnemonic_to_seed,
    why_invalid,
)
from sealwax._limits import MAX_MNEMONIC_CHARACTERS


def test_japanese_may_be_joined_by_either_space() -> None:
    text = Mnemonic("japanese").to_mnemonic(bytes(16))
    assert "\u3000" in text
    for form in (text, text.replace("\u3000", " ")):
        assert check_mnemonic(form) == ("japanese", True)


@pytest.mark.parametrize("words", [3, 9, 27, 48])
def test_other_lengths_with_a_right_checksum_are_not_valid(words: int) -> None:
    entropy = bytes(range(words * 4 // 3))
    # The rule of BIP-39, for a number of words that it does not have.
    bits = "".join(f"{byte:08b}" for byte in (*entropy, *hashlib.sha256(entropy).digest()))[: words * 11]
    wordlist = Mnemonic("english").wordlist
    text = " ".join(wordlist[int(bits[start : start + 11], 2)] for start in range(0, len(bits), 11))
    assert len(text.split()) == words
    assert check_mnemonic(text) == ("english", False)
    assert why_invalid(text) == f"it has {words} words; a mnemonic has 12, 15, 18, 21 or 24"


JAPANESE = Mnemonic("japanese").to_mnemonic(bytes(16))
CHINESE = Mnemonic("chinese_simplified").to_mnemonic(bytes(range(16)))
SPANISH = Mnemonic("spanish").to_mnemonic(bytes(range(16)))


def unaccented(text: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))


VALID = "leaf lady until indicate praise final route toast cake minimum insect unknown"


def numbered(form: str) -> str:
    return " ".join(form.format(place, word) for place, word in enumerate(VALID.split(), 1))


def first_letters(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", word)[:4] for word in text.split())


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (VALID.replace("leaf", "lady"), "english"),  # another checksum
        (VALID.rsplit(" ", 1)[0], "english"),  # eleven words
        (VALID + " leaf", "english"),
        (VALID.replace("leaf", "leav"), None),  # no word of any list
        (VALID.replace("leaf", "Leaf"), None),
        (" " + VALID, "english"),
        (VALID + " ", "english"),
        (VALID + "\n", "english"),
        (VALID.replace(" ", "  ", 1), "english"),
        (VALID.replace(" ", "\n"), "english"),
        *((VALID.replace(" ", space, 1), "english") for space in "\u00a0\u2003\u3000\u202f"),
        (VALID.replace("leaf", "\uff4ceaf"), "english"),  # a full-width letter
        (f"{VALID[:-1]}\uff4e", "english"),
        (VALID.replace("praise", "prai\u017fe"), "english"),  # a long s
        (JAPANESE.replace("\u3000", "\u00a0"), "japanese"),
        (VALID.replace("leaf", "acier"), None),  # French among English words
        ("", None),
        (" ", None),
        ("abandon " * 11 + "about" + " abandon" * 100, None),  # longer than any mnemonic
    ],
)
def test_what_is_not_valid_is_said_to_be_so(text: str, language: str | None) -> None:
    assert check_mnemonic(text) == (language, False)


def test_the_longest_text_is_looked_at() -> None:
    words = ("abandon " * (MAX_MNEMONIC_CHARACTERS // 8)).ljust(MAX_MNEMONIC_CHARACTERS)
    assert check_mnemonic(words) == ("english", False)
    assert check_mnemonic(words + " ") == (None, False)
    assert why_invalid(words).startswith(f"it has {MAX_MNEMONIC_CHARACTERS // 8} words")
    assert why_invalid(words + " ") == "it is longer than any mnemonic"
    assert len(mnemonic_to_seed(words, words)) == 64
    for texts in ((words + " ", ""), ("", words + " ")):
        with pytest.raises(MalformedInput, match=f"has more than {MAX_MNEMONIC_CHARACTERS} characters"):
            mnemonic_to_seed(*texts)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (VALID.replace("leaf", "leav"), "word 1 is not in the word list of the others"),
        (VALID.replace("unknown", "unknwon"), "word 12 is not in"),
        (VALID.replace("leaf lady", "acier lady"), "word 1 is not in"),
        (
            VALID.replace("leaf lady", "leav ladi"),
            "2 words, the first of them word 1, are not in the word list of the others",
        ),
        (VALID.rsplit(" ", 1)[0], "it has 11 words"),
        ("", "it has 0 words"),
        (VALID.capitalize(), "in lower case"),
        (VALID.replace(" ", "\u00a0", 1), "one plain space"),
        (VALID + " ", "none around them"),
        (VALID.replace("leaf", "lady"), "its checksum is wrong"),
        ("abandon " * 200, "longer than any mnemonic"),
        (
            " ".join(f"{place}. {word}" for place, word in enumerate(VALID.split(), 1)),
            "it has numbers; write",
        ),
        (" ".join(f"{place}{word}" for place, word in enumerate(VALID.split(), 1)), "it has numbers; write"),
        ("\n".join(f"({place}) {word}" for place, word in enumerate(VALID.split(), 1)), "it has numbers; "),
        (" ".join(f"#{place}: {word}" for place, word in enumerate(VALID.split(), 1)), "it has numbers; "),
        (" ".join(f"\uff11.{word}" for word in VALID.split()), "it has numbers; "),
        (VALID.replace(" ", ", "), "it has punctuation; write its words alone"),
        (VALID.replace(" ", ","), "it has punctuation"),
        (VALID.replace(" ", "-"), "it has punctuation"),
        (f'"{VALID}"', "it has punctuation"),
        (f"{VALID}.", "it has punctuation"),
        (" ".join(f"1. {word};" for word in VALID.split()), "it has numbers and punctuation; "),
        (VALID.replace("leaf", "le\u200baf"), "it has characters that cannot be seen; "),
        (VALID.replace(" ", "\u00ad ", 1), "it has characters that cannot be seen"),
        (f"\ufeff{VALID}", "it has characters that cannot be seen"),
        (f"{VALID}\x00", "it has characters that cannot be seen"),
        (VALID.replace(" ", ""), "its words are not separated"),
        (JAPANESE.replace("\u3000", ""), "its words are not separated"),
        (CHINESE.replace(" ", ""), "its characters are not separated; write one plain space"),
        (CHINESE.replace(" ", "", 1), "its characters are not separated"),
        (CHINESE.replace(" ", "\uff0c"), "it has punctuation"),
        (CHINESE.replace(" ", "\u3001"), "it has punctuation"),
        (" ".join(word[:4] for word in VALID.split()), "cut to their first four letters; write them whole"),
        (" ".join(word[:4].upper() for word in VALID.split()), "cut to their first four letters"),
        (f"{VALID.rsplit(' ', 2)[0]} inse unkn", "cut to their first four letters"),
        (f"{VALID.rsplit(' ', 1)[0]} unkn", "word 12 is not in the word list"),
        (f"{VALID.rsplit(' ', 1)[0]} unk", "word 12 is not in the word list"),
        (f"{VALID.rsplit(' ', 1)[0]} unkno", "word 12 is not in the word list"),
        (unaccented(SPANISH), "its accents are left out"),
        (first_letters(SPANISH), "first four letters; "),
        (" ".join(unaccented(word)[:4] for word in SPANISH.split()), "first four letters, without accents"),
    ],
)
def test_why_it_is_not_valid_is_said_without_any_of_it(text: str, why: str) -> None:
    said = why_invalid(text)
    assert why in said
    assert not any(word in said for word in ("leav", "lady", "acier", "unknwon"))


@given(st.text())
def test_no_text_breaks_the_check(text: str) -> None:
    assert check_mnemonic(text).checksum_valid is False
    assert why_invalid(text)
