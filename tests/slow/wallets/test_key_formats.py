"""The tests of ``tests/wallets/test_key_formats.py`` that take long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax.errors import SealwaxError
from sealwax.wallets import format_private_key, parse_private_key
from sealwax.wallets.key_formats import KEY_FORMATS
from tests.wallets.test_key_formats import CHECKED, KEY, ORDER


class TestWriting:
    @given(st.binary(min_size=32, max_size=32))
    def test_all_keys_round_trip(self, key: bytes) -> None:
        for form, row in KEY_FORMATS.items():
            if "CURVE_ED25519" in row.curves or 0 < int.from_bytes(key, "big") < ORDER:
                assert parse_private_key(format_private_key(key, form)) == key


class TestReading:
    @given(st.text() | st.text("0123456789abcdefKLSsuiprivkey1[]{},()#"))
    def test_any_text_is_a_key_or_an_error(self, text: str) -> None:
        try:
            key = parse_private_key(text)
        except SealwaxError:
            return
        assert len(key) == 32

    @pytest.mark.parametrize("form", CHECKED)
    def test_each_character_counts(self, form: str) -> None:
        text = format_private_key(KEY, form)
        for place, character in enumerate(text):
            other = "7" if character != "7" else "9"
            with pytest.raises(SealwaxError) as raised:
                parse_private_key(text[:place] + other + text[place + 1 :])
            assert raised.value.code in {"malformed", "key-mismatch", "unsupported"}
            assert text[:20] not in str(raised.value)
