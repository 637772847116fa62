import base64
from collections.abc import Callable

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput
from sealwax._codec.strict_cbor import decode_cbor
from sealwax._limits import MAX_CBOR_ITEMS

plain = st.recursive(
    st.integers(-(2**64), 2**64 - 1) | st.binary() | st.text() | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


def test_integers_as_keys_have_to_be_asked_for() -> None:
    encoded = cbor2.dumps({1: 2, -1: b"x"})
    assert decode_cbor(encoded, "it", integer_keys=True) == {1: 2, -1: b"x"}
    for other in ("a10100", "a12000", "a18000", "a1a000", "a1f500"):
        with pytest.raises(MalformedInput):
            decode_cbor(bytes.fromhex(other), "it")


@pytest.mark.parametrize(
    "encoded",
    [
        "",
        "a1",  # cut
        "5820aa",  # cut
        "ff",  # a break and nothing to break
        "a2616100616101",  # a key twice
        "9f01ff",  # indefinite lengths
        "bf6161ff",
        "bf616101ff",
        "5f4101ff",
        "7f6161ff",
        "61ff",  # text that is not UTF-8
        "fc",  # a reserved value
        "1c",
        "81" * 17 + "00",  # seventeen levels
        "9b7fffffffffffffff",  # more items than there are bytes
        "5b7fffffffffffffff",
        "bb00000000ffffffff",
        "0000",  # a byte after the end
        "f7",  # undefined
        "f0",  # a simple value without a meaning
        "f820",
        "a1f500",  # keys that are neither text nor integers
        "a1f90000",
        "a1400000",
        "a1804000",
    ],
)
def test_other_cbor_is_refused(encoded: str) -> None:
    with pytest.raises(MalformedInput, match=r"^it "):
        decode_cbor(bytes.fromhex(encoded), "it", integer_keys=True)


def test_sixteen_levels_are_not_too_many() -> None:
    assert decode_cbor(b"\x81" * 16 + b"\x00", "it")


@pytest.mark.parametrize(
    ("head", "each", "most"),
    [("99", 1, MAX_CBOR_ITEMS - 1), ("b9", 2, MAX_CBOR_ITEMS // 2 - 1)],
    ids=["array", "map"],
)
def test_the_most_items_are_not_too_many(head: str, each: int, most: int) -> None:
    def encoded(length: int) -> bytes:
        content = b"".join(b"\x19" + number.to_bytes(2, "big") for number in range(each * length))
        return bytes.fromhex(head) + length.to_bytes(2, "big") + content

    decode_cbor(encoded(most), "it", integer_keys=True)
    with pytest.raises(MalformedInput, match=f"at most {MAX_CBOR_ITEMS} items"):
        decode_cbor(encoded(most + 1), "it", integer_keys=True)


def test_items_within_items_are_counted() -> None:
    length = MAX_CBOR_ITEMS // 2 - 2
    inner = b"\x99" + length.to_bytes(2, "big") + b"\0" * length
    assert decode_cbor(b"\x82" + inner * 2, "it")
    for more in (
        b"\x83" + inner * 2 + b"\0\0",
        b"\x84" + inner * 2 + b"\x40\0",
        b"\x83" + inner * 2 + b"\x81\0",
    ):
        with pytest.raises(MalformedInput):
            decode_cbor(more, "it")


def test_strings_are_one_item_whatever_their_length() -> None:
    for value in (b"\x9b" * 70_000, "\x7f" * 70_000):
        assert decode_cbor(cbor2.dumps([value, {"": value}]), "it") == [value, {"": value}]


def test_too_many_items_are_refused_before_any_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(cbor2, "CBORDecoder")
    for encoded in (
        b"\x9a\0\x10\0\0" + b"\xa0" * 2**20,
        b"\xd9\xd9\xf7\x9a\0\x10\0\0",
        b"\x9f" + b"\xa0" * 2**20,
    ):
        with pytest.raises(MalformedInput):
            decode_cbor(encoded, "it")


@given(st.binary())
def test_no_bytes_break_the_decoder(encoded: bytes) -> None:
    for integer_keys in (False, True):
        try:
            decode_cbor(encoded, "it", integer_keys=integer_keys)
        except MalformedInput:
            pass


def open_map(*pairs: tuple[object, object]) -> bytes:
    return b"\xbf" + b"".join(cbor2.dumps(part) for pair in pairs for part in pair) + b"\xff"


@pytest.mark.parametrize(
    "encoded",
    [
        "bf",  # cut
        "bf00",
        "bf0001",
        "bf00ff",  # a key without a value
        "bf0001ff00",  # a byte after the end
        "bf00010001ff",  # a key twice
        "bf00bf0001ffff",  # a map without a length within
        "bf009fff" + "ff",  # an array without a length within
        "bf00c100ff",  # a tag
        "81bf0001ff",  # not the outermost
        "9f0001ff",
        "5f4100ff",
    ],
)
def test_other_things_without_a_length_are_refused(encoded: str) -> None:
    with pytest.raises(MalformedInput, match=r"^it "):
        decode_cbor(bytes.fromhex(encoded), "it", integer_keys=True, open_map=True)


def test_a_map_without_a_length_has_limits() -> None:
    pairs = [(number, 0) for number in range(MAX_CBOR_ITEMS // 2 + 1)]
    assert decode_cbor(open_map(*pairs[: MAX_CBOR_ITEMS // 2]), "it", integer_keys=True, open_map=True)
    for more in (open_map(*pairs), b"\xbf" + b"\0" * 2**20):
        with pytest.raises(MalformedInput, match=f"at most {MAX_CBOR_ITEMS} items"):
            decode_cbor(more, "it", integer_keys=True, open_map=True)


@given(st.binary())
def test_no_bytes_break_the_decoder_of_maps_without_a_length(encoded: bytes) -> None:
    try:
        decode_cbor(b"\xbf" + encoded, "it", open_map=True)
    except MalformedInput:
        pass


@pytest.mark.parametrize(
    "encode", [base64.b64encode, base64.urlsafe_b64encode, base64.encodebytes, bytes.hex]
)
def test_text_in_place_of_its_bytes_is_named(encode: Callable[[bytes], bytes | str]) -> None:
    # The first character decides whether the text begins like a data item.
    for first in (b"\x84\x44", b"\xa3\x63", b"\xd2\x84", b"\x00\x10", bytes(2)):
        encoded = encode(first + bytes(range(60)))
        text = encoded.encode() if isinstance(encoded, str) else encoded
        with pytest.raises(
            MalformedInput, match="it is base64 or hex text; pass the bytes that it stands for"
        ):
            decode_cbor(text, "it")


def test_other_data_is_not_named_as_text() -> None:
    for data in (b"\x00" + bytes(60), b"0!" * 30, b"0" * 15, cbor2.dumps("x" * 16) + b"!"):
        with pytest.raises(MalformedInput) as raised:
            decode_cbor(data, "it")
        assert "base64" not in str(raised.value)
    assert decode_cbor(cbor2.dumps("x" * 16), "it") == "x" * 16
