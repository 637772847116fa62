import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput
from sealwax.webauthn.key_description import decode_der_elements


@pytest.mark.parametrize(
    ("der", "elements"),
    [
        ("", []),
        ("0500", [("05", "")]),
        ("020101 0a0102", [("02", "01"), ("0a", "02")]),
        ("047f" + "00" * 127, [("04", "00" * 127)]),
        ("048180" + "00" * 128, [("04", "00" * 128)]),
        ("0481ff" + "00" * 255, [("04", "00" * 255)]),
        ("04820100" + "00" * 256, [("04", "00" * 256)]),
        ("0482ffff" + "00" * 65535, [("04", "00" * 65535)]),
        ("bf1f00", [("bf1f", "")]),
        ("bf7f00", [("bf7f", "")]),
        ("bf810000 bf853e03020100", [("bf8100", ""), ("bf853e", "020100")]),
        ("1fffff7f00", [("1fffff7f", "")]),
    ],
)
def test_elements(der: str, elements: list[tuple[str, str]]) -> None:
    expected = [(bytes.fromhex(tag), bytes.fromhex(content)) for tag, content in elements]
    assert decode_der_elements(bytes.fromhex(der), "it") == expected


@pytest.mark.parametrize(
    "der",
    [
        "05",
        "0501",
        "0500 04",
        "048100",  # a length that fits in one byte
        "04817f" + "00" * 127,
        "048200ff" + "00" * 255,
        "0482",
        "048201",
        "0483010000" + "00" * 65536,
        "0480 0000",  # the indefinite length
        "04ff",
        "bf",
        "bf1e00",  # a tag that fits in one byte
        "bf801f00",  # a tag with a leading zero
        "bf85",
        "bf8585",
        "bfffffff7f00",
    ],
)
def test_elements_that_are_not_der(der: str) -> None:
    with pytest.raises(MalformedInput, match="it is not DER"):
        decode_der_elements(bytes.fromhex(der), "it")


@given(st.binary(max_size=300))
def test_elements_have_one_encoding(data: bytes) -> None:
    try:
        elements = decode_der_elements(data, "it")
    except MalformedInput:
        return
    encoded = b""
    for tag, content in elements:
        size = len(content)
        long_form = size.to_bytes((size.bit_length() + 7) // 8, "big")
        length = bytes([size]) if size < 0x80 else bytes([0x80 + len(long_form)]) + long_form
        encoded += tag + length + content
    assert encoded == data
