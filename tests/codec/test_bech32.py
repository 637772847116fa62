import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax._codec.bech32 import BECH32, BECH32M, decode_bech32, encode_bech32, from_digits, to_digits
from sealwax._limits import MAX_BECH32_CHARACTERS
from sealwax.errors import MalformedInput

# BIP-173 and BIP-350: valid checksums, and one character of each kind that makes them invalid.
VALID = [
    ("A12UEL5L", BECH32),
    ("a12uel5l", BECH32),
    ("an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs", BECH32),
    ("abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw", BECH32),
    ("split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w", BECH32),
    ("?1ezyfcl", BECH32),
    ("A1LQFN3A", BECH32M),
    ("a1lqfn3a", BECH32M),
    ("abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx", BECH32M),
    ("split1checkupstagehandshakeupstreamerranterredcaperredlc445v", BECH32M),
    ("?1v759aa", BECH32M),
]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "not bech32"),
        ("1qqqqqq", "not bech32"),
        ("a1qqqqq", "not bech32"),
        ("abcdefghijk", "not bech32"),
        ("a12uel5b", "not bech32"),
        ("é12uel5l", "is not ASCII"),
        ("A12uEL5L", "mixes upper and lower case"),
        ("A12uel5l", "mixes upper and lower case"),
        ("a12uel5L", "mixes upper and lower case"),
        ("a12uel5q", "wrong checksum"),
        ("q" * 257, "more than 256 characters"),
    ],
)
def test_what_is_not_bech32(text: str, problem: str) -> None:
    with pytest.raises(MalformedInput, match=f"^it .*{problem}"):
        decode_bech32(text, "it")


def test_the_longest_text_is_decoded() -> None:
    text = encode_bech32("a", bytes(MAX_BECH32_CHARACTERS - 8), BECH32)
    assert len(text) == MAX_BECH32_CHARACTERS
    assert decode_bech32(text, "it").digits == bytes(MAX_BECH32_CHARACTERS - 8)


def test_the_kelvin_sign_is_no_k() -> None:
    """It is k in lower case, and its own upper case, so that text with it seems to be in one case."""
    text = encode_bech32("spark", to_digits(bytes(range(32, 64))), BECH32)
    assert "k" in text[6:]
    for place, letter in enumerate(text.upper()):
        if letter == "K":
            changed = f"{text.upper()[:place]}\u212a{text.upper()[place + 1 :]}"
            assert changed.lower() == text
            for wrong in (changed, text[:place] + "\u212a" + text[place + 1 :]):
                with pytest.raises(MalformedInput, match="is not ASCII"):
                    decode_bech32(wrong, "it")
    # The long s has an upper case beyond it, and no lower case of its own.
    with pytest.raises(MalformedInput, match="is not ASCII"):
        decode_bech32(text.replace("s", "\u017f"), "it")


@given(st.binary(max_size=80), st.sampled_from([BECH32, BECH32M]))
def test_bytes_round_trip(data: bytes, constant: int) -> None:
    text = encode_bech32("bc", to_digits(data), constant)
    decoded = decode_bech32(text, "it")
    assert (decoded.prefix, decoded.constant) == ("bc", constant)
    assert from_digits(decoded.digits, "it") == data


@pytest.mark.parametrize("digits", [b"\x00", b"\x01", b"\x00\x01", b"\x00\x1f", b"\x00" * 3, b"\x00" * 6])
def test_bits_left_over(digits: bytes) -> None:
    with pytest.raises(MalformedInput, match="does not end at a byte"):
        from_digits(digits, "it")


@given(st.text())
def test_any_text_is_decoded_or_malformed(text: str) -> None:
    with pytest.raises(MalformedInput) as raised:
        decode_bech32(text, "it")
    assert len(text) < 6 or text not in str(raised.value)
