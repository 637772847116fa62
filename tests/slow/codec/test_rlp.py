"""The tests of ``tests/codec/test_rlp.py`` that take long."""

from hypothesis import given
from hypothesis import strategies as st

from sealwax._codec.rlp import Rlp, decode_rlp, encode_rlp

VALUES = st.recursive(st.binary(max_size=80), lambda inner: st.lists(inner, max_size=6), max_leaves=20)


def depth(value: Rlp) -> int:
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


@given(VALUES)
def test_a_value_returns(value: Rlp) -> None:
    if depth(value) <= 8:
        assert decode_rlp(encode_rlp(value)) == value
