from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput
from sealwax._codec.hex import decode_hex


@given(st.binary())
def test_hex_of_either_case_decodes(data: bytes) -> None:
    assert decode_hex(data.hex(), "it") == data
    assert decode_hex(data.hex().upper(), "it") == data


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("abc", "odd number"),
        ("aB", "mixes upper and lower case"),
        ("Ab", "mixes upper and lower case"),
        ("ab\n", "whitespace"),
        ("ab cd", "whitespace"),
        (" ab", "whitespace"),
        ("0xab", "0x"),
        ("zz", "characters other than 0-9 and a-f"),
        ("abz", "characters other than 0-9 and a-f; pass hex, not base64, a path or other text"),
        ("a.private", "characters other than 0-9 and a-f"),
        ("Ab.", "characters other than 0-9 and a-f"),
        ("\uff11\uff12", "characters other than 0-9 and a-f"),  # full-width digits
        ("\uff41\uff42", "characters other than 0-9 and a-f"),
        ("ab\u0660\u0661", "characters other than 0-9 and a-f"),  # digits, but not ASCII ones
    ],
)
def test_other_hex_is_refused_and_not_quoted(text: str, reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason) as raised:
        decode_hex(text, "the thing")
    assert text not in str(raised.value)
    assert str(raised.value).startswith("the thing is not hex")


@pytest.mark.parametrize("text", [None, 5, b"ab", ["ab"]])
def test_what_is_no_text_is_refused(text: Any) -> None:
    with pytest.raises(MalformedInput, match="the thing must be hex text, not "):
        decode_hex(text, "the thing")


def test_hex_of_another_length_is_refused() -> None:
    with pytest.raises(MalformedInput, match="3 bytes long; it must be 2"):
        decode_hex("abcdef", "it", length=2)


@given(st.text())
def test_no_text_breaks_the_hex_decoder(text: str) -> None:
    try:
        decoded = decode_hex(text, "it")
    except MalformedInput:
        return
    assert text in {decoded.hex(), decoded.hex().upper()}
