"""The tests of ``tests/crypto/test_bip39.py`` that take long."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mnemonic import Mnemonic

from sealwax._crypto.bip39 import (
    LANGUAGES,
    WORD_COUNTS,
    check_mnemonic,
    why_invalid,
)
from tests.crypto.test_bip39 import JAPANESE, VALID

ENTROPY_BYTES = [count * 4 // 3 for count in WORD_COUNTS]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ENTROPY_BYTES)
@settings(max_examples=20)  # of each of 81 combinations
@given(data=st.data())
def test_mnemonics_of_every_language_and_length(language: str, size: int, data: st.DataObject) -> None:
    text = Mnemonic(language).to_mnemonic(data.draw(st.binary(min_size=size, max_size=size)))
    for form in ("NFC", "NFKD"):
        found = check_mnemonic(unicodedata.normalize(form, text))
        assert found.checksum_valid
        # Lists share words, the two Chinese ones above all: a mnemonic may be valid in an earlier one.
        assert found.language == language or LANGUAGES.index(found.language or "") < LANGUAGES.index(language)


CHINESE = Mnemonic("chinese_simplified").to_mnemonic(bytes(range(16)))


SPANISH = Mnemonic("spanish").to_mnemonic(bytes(range(16)))


def unaccented(text: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))


def first_letters(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", word)[:4] for word in text.split())


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
