import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax._codec.strkey import PUBLIC_KEY, SEED, crc16_xmodem, decode_strkey, encode_strkey
from sealwax.errors import MalformedInput

# SEP-23, the first valid case.
TEXT = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"
KEY = bytes.fromhex("3f0c34bf93ad0d9971d04ccc90f705511c838aad9734a4a2fb0d7a03fc7fe89a")


def test_published_values() -> None:
    assert crc16_xmodem(b"123456789") == 0x31C3
    assert encode_strkey(PUBLIC_KEY, KEY) == TEXT
    assert decode_strkey(PUBLIC_KEY, TEXT, "it") == KEY


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "not a Stellar key"),
        (TEXT[:-1], "not a Stellar key"),
        (TEXT + "A", "not a Stellar key"),
        (TEXT.lower(), "not a Stellar key"),
        (TEXT[:-1] + "1", "not a Stellar key"),
        (TEXT[:-1] + "\u0660", "not a Stellar key"),
        (encode_strkey(SEED, KEY), "not a Stellar key"),
        (TEXT[:-8] + "========", "not a Stellar key"),
        (TEXT[:-1] + "A", "wrong checksum"),
        (TEXT[:30] + "A" + TEXT[31:], "wrong checksum"),
    ],
)
def test_what_is_not_a_key(text: str, problem: str) -> None:
    with pytest.raises(MalformedInput, match=f"^it .*{problem}"):
        decode_strkey(PUBLIC_KEY, text, "it")


@given(st.binary(min_size=32, max_size=32), st.sampled_from([PUBLIC_KEY, SEED]))
def test_keys_round_trip(key: bytes, kind: int) -> None:
    assert decode_strkey(kind, encode_strkey(kind, key), "it") == key


@given(st.text(max_size=60) | st.text("ABCDEFG234567=", min_size=56, max_size=56))
def test_any_text_is_decoded_or_malformed(text: str) -> None:
    with pytest.raises(MalformedInput):
        decode_strkey(PUBLIC_KEY, text, "it")
