"""RLP as Ethereum's specification has it: each reading has one encoding, and nothing else is accepted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax._codec.rlp import Rlp, decode_rlp, encode_rlp, to_minimal
from sealwax.errors import MalformedInput


@pytest.mark.parametrize(
    ("value", "start"),
    [
        (b"\x7f", "7f"),
        (b"\x80", "8180"),
        (b"a" * 55, "b761"),
        (b"a" * 56, "b83861"),
        (b"a" * 256, "b9010061"),
        ([b"\1"] * 55, "f701"),
        ([b"\1"] * 56, "f83801"),
    ],
)
def test_a_length_goes_before_all_but_small_bytes(value: bytes | list[bytes], start: str) -> None:
    assert encode_rlp(value).hex().startswith(start)


@given(st.integers(0, 2**256))
def test_integers(number: int) -> None:
    encoded = to_minimal(number)
    assert int.from_bytes(encoded, "big") == number
    assert not encoded.startswith(b"\0")


# The examples of the specification (ethereum.org, "Recursive-length prefix serialization").
@pytest.mark.parametrize(
    ("value", "encoded"),
    [
        (b"dog", "83646f67"),
        ([b"cat", b"dog"], "c88363617483646f67"),
        (b"", "80"),
        ([], "c0"),
        (b"\0", "00"),
        (b"\x0f", "0f"),
        (b"\x04\0", "820400"),
        ([[], [[]], [[], [[]]]], "c7c0c1c0c3c0c1c0"),
        (b"a" * 56, "b838" + "61" * 56),
        ([b"a" * 55], "f838b7" + "61" * 55),
    ],
)
def test_the_examples_of_the_specification(value: Rlp, encoded: str) -> None:
    assert encode_rlp(value).hex() == encoded
    assert decode_rlp(bytes.fromhex(encoded)) == value


@given(st.binary(max_size=100))
def test_what_is_accepted_is_encoded_so(data: bytes) -> None:
    try:
        value = decode_rlp(data)
    except MalformedInput:
        return
    assert encode_rlp(value) == data


@pytest.mark.parametrize(
    "data",
    [
        "",
        "8100",
        "817f",
        "82aa",
        "b800",
        "b837" + "61" * 55,
        "b90038" + "61" * 56,
        "b9",
        "f800",
        "f837" + "61" * 55,
        "c1",
        "c281",
        "c2820001",
        "8000",
        "c000",
        "ff" + "ff" * 8,
        "c9" + "c8c7c6c5c4c3c2c1c0",
    ],
)
def test_what_is_not_in_its_only_form_is_refused(data: str) -> None:
    with pytest.raises(MalformedInput, match="RLP"):
        decode_rlp(bytes.fromhex(data))


def test_too_many_values_are_refused() -> None:
    many = encode_rlp([b"\1"] * 100_001)
    with pytest.raises(MalformedInput, match="too many"):
        decode_rlp(many)
