import pytest

from sealwax import MalformedInput
from sealwax.activities.payload_values import read_address, read_integer, require_members
from tests.conftest import near_texts

CHECKSUMMED = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
"""An address of EIP-55."""


@pytest.mark.parametrize(
    "value",
    [2**53, -(2**53), 1.0, True, None, [], {}, "", "-0", "01", "-01", "+1", "1.0", "1e3", " 1", "1\n", "0x1",
     "1_0", "٣", "9" * 79, "1" * 100_000],
)  # fmt: skip
def test_what_is_no_exact_integer_is_refused(value: object) -> None:
    assert read_integer(value) is None


@pytest.mark.parametrize(
    "value",
    ["", "0x", CHECKSUMMED[2:], CHECKSUMMED[:-1], f"{CHECKSUMMED}0", f"0X{CHECKSUMMED[2:]}",
     f"{CHECKSUMMED}\n", f"0x{CHECKSUMMED[2:].swapcase()}", f"{CHECKSUMMED[:-1]}D", f"0x{'g' * 40}",
     f"0x{'٣' * 40}", "0xd1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb", 5, None, True],
)  # fmt: skip
def test_what_is_no_address_is_refused(value: object) -> None:
    assert read_address(value) is None


def test_an_object_has_exactly_its_members() -> None:
    assert require_members({"b": 1, "a": None}, ("a", "b"), "it") == {"a": None, "b": 1}
    for value, words in (
        ({"a": 1}, "b is missing"),
        ({"a": 1, "b": 1, "c": 1}, "c is unknown"),
        ({"a": 1, "B": 1}, "b is missing"),
        ([], "it must be an object"),
        (None, "it must be an object"),
    ):
        with pytest.raises(MalformedInput, match=f"this is malformed: {words}"):
            require_members(value, ("a", "b"), "this")


@pytest.mark.parametrize("near", near_texts("from"))
def test_a_name_is_compared_whole(near: str) -> None:
    with pytest.raises(MalformedInput, match="is unknown"):
        require_members({"from": 1, "to": 1, near: 1}, ("from", "to"), "this")
    with pytest.raises(MalformedInput, match="from is missing"):
        require_members({"to": 1, near: 1}, ("from", "to"), "this")
