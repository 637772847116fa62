"""The tests of ``tests/codec/test_base64url.py`` that take long."""

import binascii

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput
from sealwax._codec.base64url import decode_base64, decode_base64url, encode_base64url


@given(st.binary())
def test_base64url_round_trips_with_and_without_padding(data: bytes) -> None:
    text = encode_base64url(data)
    padded = text + "=" * (-len(text) % 4)
    assert decode_base64url(text, "it") == decode_base64url(padded, "it") == data
    assert padded.encode() == binascii.b2a_base64(data, newline=False).translate(
        bytes.maketrans(b"+/", b"-_")
    )


@given(st.text())
def test_no_text_breaks_the_base64url_decoder(text: str) -> None:
    try:
        decoded = decode_base64url(text, "it")
    except MalformedInput:
        return
    assert encode_base64url(decoded) == text.rstrip("=")


@given(st.binary())
def test_base64_has_one_spelling(data: bytes) -> None:
    text = binascii.b2a_base64(data, newline=False).decode()
    assert decode_base64(text, "it") == data
    others = {text + "=", text.rstrip("="), text.replace("+", "-").replace("/", "_"), f" {text}", f"{text}\n"}
    for other in others - {text}:
        with pytest.raises(MalformedInput, match="it is not base64;"):
            decode_base64(other, "it")
