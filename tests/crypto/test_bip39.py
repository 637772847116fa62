import hashlib

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


VALID = "leaf lady until indicate praise final route toast cake minimum insect unknown"


def numbered(form: str) -> str:
    return " ".join(form.format(place, word) for place, word in enumerate(VALID.split(), 1))


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


@given(st.text())
def test_no_text_breaks_the_check(text: str) -> None:
    assert check_mnemonic(text).checksum_valid is False
    assert why_invalid(text)
