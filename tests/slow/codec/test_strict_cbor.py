"""The tests of ``tests/codec/test_strict_cbor.py`` that take long."""

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput
from sealwax._codec.strict_cbor import decode_cbor, decode_cbor_prefix
from tests.codec.test_strict_cbor import open_map, plain


@given(plain, st.binary())
def test_a_prefix_says_where_it_ends(value: object, rest: bytes) -> None:
    encoded = cbor2.dumps(value)
    assert decode_cbor_prefix(encoded + rest, "it") == (value, len(encoded))


@pytest.mark.parametrize("content", ["00", "40", "80"])
def test_no_tag_is_accepted(content: str) -> None:
    # All that fit two bytes, which are all that cbor2 decodes by itself, and one that does not.
    for tag in (*range(65536), 2**32):
        head = cbor2.dumps(cbor2.CBORTag(tag, 0))[:-1]
        with pytest.raises(MalformedInput, match="no duplicate keys, tags or indefinite lengths"):
            decode_cbor(head + bytes.fromhex(content), "it")


@given(st.dictionaries(st.text() | st.integers(-9, 9), plain, max_size=5))
def test_a_map_without_a_length_has_to_be_asked_for(value: dict[str | int, object]) -> None:
    encoded = open_map(*value.items())
    assert decode_cbor(encoded, "it", integer_keys=True, open_map=True) == value
    assert decode_cbor(cbor2.dumps(value), "it", integer_keys=True, open_map=True) == value
    with pytest.raises(MalformedInput):
        decode_cbor(encoded, "it", integer_keys=True)


@given(plain)
def test_plain_values_round_trip(value: object) -> None:
    assert decode_cbor(cbor2.dumps(value), "it") == value
