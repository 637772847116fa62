import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput
from sealwax._codec.der import decode_der_signature, der_to_raw, raw_to_der
from sealwax._crypto.points import P256

ORDER = P256.group_order


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
    for der in (encode_dss_signature(number, 1), encode_dss_signature(1, number)):
        assert raw_to_der(der_to_raw(der, ORDER), ORDER) == der


@pytest.mark.parametrize(
    "der",
    [
        "",
        "30",
        "3000",
        "3003020101",  # only r
        "3025" + "0220" + "ff" * 32 + "020101",  # r has its high bit set, and no zero before it
        "3025" + "020101" + "0220" + "80" + "01" * 31,  # s
        "3026" + "0220" + "01" * 32 + "020101",  # the outer length is too long, and the content intact
        "3024" + "0220" + "01" * 32 + "020101",  # too short
        "3026" + "0220" + "01" * 32 + "020101" + "00",
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
    with pytest.raises(MalformedInput, match="above 0 and below the order of the curve"):
        decode_der_signature(encode_dss_signature(r, s), ORDER, "it")


@pytest.mark.parametrize(("r", "s"), [(0, 1), (1, 0), (ORDER, 1), (1, ORDER)])
def test_raw_numbers_out_of_range_are_refused(r: int, s: int) -> None:
    with pytest.raises(MalformedInput, match="above 0 and below the order of the curve"):
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


P384 = ec.SECP384R1().group_order


@given(st.integers(1, P384 - 1), st.integers(1, P384 - 1))
def test_the_raw_form_is_as_long_as_the_order(r: int, s: int) -> None:
    der = encode_dss_signature(r, s)
    raw = r.to_bytes(48, "big") + s.to_bytes(48, "big")
    assert (der_to_raw(der, P384), raw_to_der(raw, P384)) == (raw, der)
    with pytest.raises(MalformedInput, match="it must be 64: r, then s"):
        raw_to_der(raw, ORDER)
