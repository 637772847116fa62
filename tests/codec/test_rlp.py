"""RLP as Ethereum's specification has it; ``tests/service/chains/test_rlp.py`` reads all of it back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax._codec.rlp import encode_rlp, to_minimal


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
