"""The tests of ``tests/crypto/test_bip39.py`` that take longest."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mnemonic import Mnemonic

from sealwax._crypto.bip39 import (
    LANGUAGES,
    WORD_COUNTS,
    check_mnemonic,
)

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
