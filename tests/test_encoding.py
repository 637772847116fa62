import binascii

import pytest
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput
from sealwax.encoding import (
    MAX_INPUT_BYTES,
    decode_base64url,
    decode_der_signature,
    decode_hex,
    decode_utf8,
    der_to_raw,
    encode_base58,
    encode_base64url,
    raw_to_der,
    to_bytes,
)
from sealwax.signatures import P256

ORDER = P256.group_order


@given(st.binary())
def test_hex_of_either_case_decodes(data: bytes) -> None:
    assert decode_hex(data.hex(), "it") == data
    assert decode_hex(data.hex().upper(), "it") == data


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("abc", "odd number"),
        ("aB", "mixes upper and lower case"),
        ("ab\n", "whitespace"),
        ("ab cd", "whitespace"),
        (" ab", "whitespace"),
        ("0xab", "0x"),
        ("zz", "other characters"),
        ("ab\u0660\u0661", "other characters"),  # digits, but not ASCII ones
    ],
)
def test_other_hex_is_refused_and_not_quoted(text: str, reason: str) -> None:
    with pytest.raises(MalformedInput, match=reason) as raised:
        decode_hex(text, "the thing")
    assert text not in str(raised.value)
    assert str(raised.value).startswith("the thing is not hex")


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


@given(st.binary())
def test_base64url_round_trips_with_and_without_padding(data: bytes) -> None:
    text = encode_base64url(data)
    padded = text + "=" * (-len(text) % 4)
    assert decode_base64url(text, "it") == decode_base64url(padded, "it") == data
    assert padded.encode() == binascii.b2a_base64(data, newline=False).translate(
        bytes.maketrans(b"+/", b"-_")
    )


@pytest.mark.parametrize(
    "text",
    [
        "YQ=",  # one sign of padding where two belong
        "YWI==",  # two where one belongs
        "YWJj=",  # one where none belongs
        "=",
        "YWJj====",
        "Y",  # six bits are no byte
        "YR",  # bits after the last byte that are not zero
        "-_8 ",
        "YW Jj",
        "YWJj\n",
        "+/8",  # the other alphabet
        "YW=Jj",
        "YWé",
    ],
)
def test_other_base64url_is_refused(text: str) -> None:
    with pytest.raises(MalformedInput, match="the thing is not base64url"):
        decode_base64url(text, "the thing")


@given(st.text())
def test_no_text_breaks_the_base64url_decoder(text: str) -> None:
    try:
        decoded = decode_base64url(text, "it")
    except MalformedInput:
        return
    assert encode_base64url(decoded) == text.rstrip("=")


@pytest.mark.parametrize(
    ("data", "text"),
    [
        # The examples of the IETF's draft-msporny-base58.
        (b"Hello World!", "2NEpo7TZRRrLZSi2U"),
        (
            b"The quick brown fox jumps over the lazy dog.",
            "USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z",
        ),
        (bytes.fromhex("0000287fb4cd"), "11233QC4"),
        (b"", ""),
        (b"\0\0", "11"),
    ],
)
def test_base58(data: bytes, text: str) -> None:
    assert encode_base58(data) == text


def test_text_and_bytes_are_both_taken() -> None:
    assert to_bytes("é", "it") == to_bytes("é".encode(), "it") == b"\xc3\xa9"


@pytest.mark.parametrize("value", [None, 5, {"version": "v1.0.0"}, bytearray(b"x"), ["x"]])
def test_what_is_neither_text_nor_bytes_is_refused(value: object) -> None:
    with pytest.raises(MalformedInput, match=f"the thing must be str or bytes, not {type(value).__name__}"):
        to_bytes(value, "the thing")  # type: ignore[arg-type]


def test_lone_surrogates_are_refused() -> None:
    with pytest.raises(MalformedInput, match="lone surrogate"):
        to_bytes("\ud800", "it")


@pytest.mark.parametrize("value", ["x" * MAX_INPUT_BYTES, b"x" * MAX_INPUT_BYTES])
def test_the_size_limit_is_inclusive(value: str | bytes) -> None:
    assert len(to_bytes(value, "it")) == MAX_INPUT_BYTES


@pytest.mark.parametrize(
    "value", ["x" * (MAX_INPUT_BYTES + 1), b"x" * (MAX_INPUT_BYTES + 1), "é" * MAX_INPUT_BYTES]
)
def test_what_exceeds_the_limit_is_refused(value: str | bytes) -> None:
    with pytest.raises(MalformedInput, match="larger than 1048576 bytes"):
        to_bytes(value, "it")


def test_a_caller_may_lift_the_limit() -> None:
    assert len(to_bytes(b"x" * (MAX_INPUT_BYTES + 1), "a body", limit=None)) == MAX_INPUT_BYTES + 1


@pytest.mark.parametrize("data", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\x80"])
def test_what_is_not_utf8_is_refused_without_a_trace_of_it(data: bytes) -> None:
    with pytest.raises(MalformedInput, match="it is not UTF-8") as raised:
        decode_utf8(data, "it")
    # A UnicodeDecodeError in the chain would carry the bytes.
    assert raised.value.__context__ is None
    assert raised.value.__cause__ is None


numbers = st.integers(min_value=1, max_value=ORDER - 1)


@given(numbers, numbers)
def test_der_and_raw_convert_into_each_other(r: int, s: int) -> None:
    der = encode_dss_signature(r, s)
    raw = r.to_bytes(32, "big") + s.to_bytes(32, "big")
    assert decode_der_signature(der, ORDER, "it") == (r, s)
    assert der_to_raw(der, ORDER) == raw
    assert raw_to_der(raw, ORDER) == der


@pytest.mark.parametrize("number", [1, 0x7F, 0x80, 0xFF, 0x100, 1 << 247, 1 << 255, ORDER - 1])
def test_der_at_the_edges_of_its_lengths(number: int) -> None:
    der = encode_dss_signature(number, 1)
    assert raw_to_der(der_to_raw(der, ORDER), ORDER) == der


@pytest.mark.parametrize(
    "der",
    [
        "",
        "30",
        "3000",
        "3003020101",  # only r
        "300602010102010100",  # a byte after the sequence
        "3007020101020101" + "00",  # a byte within the sequence
        "3006020101020101ff",
        "308106020101020101",  # a length that is not minimal
        "3080020101020101" + "0000",  # an indefinite length
        "300602010102018f",  # negative
        "3106020101020101",  # a set
        "3006030101020101",  # a bit string
        "3005020002010101",
        "3006020101020101"[:-2],  # cut
    ],
)
def test_other_der_is_refused(der: str) -> None:
    with pytest.raises(MalformedInput, match="the thing is not a DER signature"):
        decode_der_signature(bytes.fromhex(der), ORDER, "the thing")


@pytest.mark.parametrize("der", ["300702020001020101", "300702010102020001"])
def test_unstripped_zeros_are_refused_by_name(der: str) -> None:
    with pytest.raises(MalformedInput, match="without stripping leading zeros"):
        decode_der_signature(bytes.fromhex(der), ORDER, "it")


def test_a_raw_signature_in_place_of_der_is_refused_by_name() -> None:
    with pytest.raises(MalformedInput, match="convert it to DER"):
        decode_der_signature(b"\1" * 64, ORDER, "it")


@pytest.mark.parametrize(("r", "s"), [(0, 1), (1, 0), (ORDER, 1), (1, ORDER), (1 << 300, 1)])
def test_numbers_out_of_range_are_refused(r: int, s: int) -> None:
    with pytest.raises(MalformedInput, match="between 1 and the curve's order"):
        decode_der_signature(encode_dss_signature(r, s), ORDER, "it")


@pytest.mark.parametrize(("r", "s"), [(0, 1), (1, 0), (ORDER, 1), (1, ORDER)])
def test_raw_numbers_out_of_range_are_refused(r: int, s: int) -> None:
    with pytest.raises(MalformedInput, match="between 1 and the curve's order"):
        raw_to_der(r.to_bytes(32, "big") + s.to_bytes(32, "big"), ORDER)


@pytest.mark.parametrize("length", [0, 63, 65])
def test_raw_signatures_have_one_length(length: int) -> None:
    with pytest.raises(MalformedInput, match=f"{length} bytes long; it must be 64"):
        raw_to_der(b"\1" * length, ORDER)


@given(st.binary(max_size=80))
def test_no_bytes_break_the_der_decoder(der: bytes) -> None:
    try:
        r, s = decode_der_signature(der, ORDER, "it")
    except MalformedInput:
        return
    assert encode_dss_signature(r, s) == der
