"""Calls of contracts: the examples of the Solidity documentation, and what is not decoded."""

import json
from typing import Any

import pytest
from eth_abi import grammar
from hypothesis import given
from hypothesis import strategies as st

from sealwax._crypto.keccak import keccak256
from sealwax_service._limits import MAX_TYPE_CHARACTERS, MAX_TYPE_DEPTH
from sealwax_service.policies.contract_calls import call_facts
from tests.service.policies.policy_requests import TO

ADDRESS = f"{TO[2:]:0>64}"


def words(*parts: int | str) -> str:
    """Words in hex: of a number, of bytes that begin one, or whole ones."""
    return "".join(f"{part:064x}" if isinstance(part, int) else f"{part:0<64}" for part in parts)


def inputs(*types: str, components: object = ()) -> list[dict[str, object]]:
    return [
        {"name": f"a{number}", "type": text, "components": components} for number, text in enumerate(types)
    ]


def interface(name: str, given: object) -> str:
    return json.dumps([{"type": "function", "name": name, "inputs": given, "stateMutability": "payable"}])


def decoded(name: str, selector: str, types: tuple[str, ...], data: str, components: object = ()) -> Any:
    facts = call_facts(interface(name, inputs(*types, components=components)), bytes.fromhex(selector + data))
    if not facts:
        return None
    assert (facts["function_name"], facts["function_signature"]) == (name, f"0x{selector}")
    arguments: Any = facts["contract_call_args"]
    # Lists for tuples.
    return json.loads(json.dumps([arguments[f"a{number}"] for number in range(len(types))]))


TEXT = b"Hello, world!".hex()


@pytest.mark.parametrize(
    ("name", "selector", "types", "data", "expected"),
    [
        # The first five are those of "Contract ABI Specification".
        ("baz", "cdcd77c0", ("uint32", "bool"), words(69, 1), [69, True]),
        ("bar", "fce353f6", ("bytes3[2]",), words("616263", "646566"), [["0x616263", "0x646566"]]),
        (
            "sam",
            "a5643bf2",
            ("bytes", "bool", "uint256[]"),
            words(0x60, 1, 0xA0, 4, "64617665", 3, 1, 2, 3),
            ["0x64617665", True, [1, 2, 3]],
        ),
        (
            "f",
            "8be65246",
            ("uint256", "uint32[]", "bytes10", "bytes"),
            words(0x123, 0x80, "31323334353637383930", 0xE0, 2, 0x456, 0x789, 13, TEXT),
            [0x123, [0x456, 0x789], "0x31323334353637383930", f"0x{TEXT}"],
        ),
        (
            "g",
            "2289b18c",
            ("uint256[][]", "string[]"),
            words(0x40, 0x140, 2, 0x40, 0xA0, 2, 1, 2, 1, 3)
            + words(3, 0x60, 0xA0, 0xE0, 3, "6f6e65", 3, "74776f", 5, "7468726565"),
            [[[1, 2], [3]], ["one", "two", "three"]],
        ),
        ("transfer", "a9059cbb", ("address", "uint256"), ADDRESS + words(7), [TO, 7]),
        # Bytes after the arguments.
        ("transfer", "a9059cbb", ("address", "uint256"), ADDRESS + words(7, 8) + "00", [TO, 7]),
    ],
)
def test_what_is_decoded(
    name: str, selector: str, types: tuple[str, ...], data: str, expected: list[object]
) -> None:
    assert decoded(name, selector, types, data) == expected


def selector_of(signature: str) -> str:
    return keccak256(signature.encode())[:4].hex()


def test_structs_are_lists() -> None:
    components = inputs("address", "uint256", "bytes")
    calls = words(0x20, 1, 0x20) + ADDRESS + words(5, 0x60, 2, "abcd")
    assert decoded("executeBatch", "34fcd5be", ("tuple[]",), calls, components) == [[[TO, 5, "0xabcd"]]]
    selector = selector_of("f((uint8,bool))")
    assert decoded("f", selector, ("tuple",), words(5, 1), inputs("uint8", "bool")) == [[5, True]]


def same_text_99_times(size: int) -> str:
    """A list of bytes, all of which are the same words, of which there are ``size``."""
    return words(0x20, 99, *[32 * 99] * 99, 32 * size) + words(*[0] * size)


@pytest.mark.parametrize(
    ("types", "data", "expected"),
    [
        (("int8",), "ff" * 31 + "80", [-128]),
        (("int8",), "ff" * 31 + "7f", None),
        (("int8",), words(128), None),
        (("int256",), "ff" * 32, [-1]),
        # Beyond 128 bits: nothing takes it.
        (("int256",), words(2**127), [{}]),
        (("uint256",), "ff" * 32, [2**256 - 1]),
        (("uint8",), words(256), None),
        (("bool",), words(2), None),
        (("address",), words(1 << 160), None),
        (("bytes3",), words("61626364"), None),
        (("bytes32",), "ab" * 32, ["0x" + "ab" * 32]),
        (("string",), words(0x20, 1, "ff"), None),
        (("string",), words(0x20, 33, "61"), None),
        (("string",), words(0x20), None),
        (("string",), words(2**255, 0), None),
        (("uint256[]",), words(0x20, 2**255), None),
        (("uint256[]",), words(0x20, 20_001), None),
        (("uint256[2]",), words(1), None),
        (("uint8[0]",), words(1), None),
        (("uint7",), words(1), None),
        (("uint264",), words(1), None),
        (("uint",), words(1), None),
        (("bytes33",), words(1), None),
        (("fixed128x18",), words(1), None),
        (("tuple",), words(1), None),
        (("",), words(1), None),
        (("uint8[1][1]",), words(1), [[[1]]]),
        # Two offsets to one place are allowed, an offset into the head is not.
        (("bytes[]",), words(0x20, 2, 0x40, 0x40, 1, "ff"), [["0xff", "0xff"]]),
        (("bytes[]",), words(0x20, 2, 0x20, 0x40, 1, "ff"), None),
        # Padding that is not zero, or missing.
        (("bytes",), words(0x20, 1, "ffff"), None),
        (("bytes",), words(0x20, 1) + "ff", None),
        (("function",), words(1), None),
        (("uint8[999999]",), words(1), None),
        (("uint8[" + "9" * 5000 + "]",), words(1), None),
        # The lists inside are all the same one: their items are counted each time.
        # And so are texts: their bytes are counted each time.
        (("bytes[]",), same_text_99_times(190), [["0x" + "00" * 32 * 190] * 99]),
        (("bytes[]",), same_text_99_times(202), None),
        (("uint8[][][]",), words(0x20, 3) + words(*[0x60] * 3) + words(9000, *[0] * 9000), None),
    ],
)
def test_the_bounds_of_values(types: tuple[str, ...], data: str, expected: object) -> None:
    canonical = ",".join(types).replace("tuple", "()")
    assert decoded("f", selector_of(f"f({canonical})"), types, data) == expected


def test_the_last_level() -> None:
    deep = "uint8" + "[1]" * MAX_TYPE_DEPTH
    assert decoded("f", selector_of(f"f({deep})"), (deep,), words(1)) is not None
    deeper = deep + "[1]"
    assert decoded("f", selector_of(f"f({deeper})"), (deeper,), words(1)) is None


def test_types_are_not_kept() -> None:
    for size in range(1, 60):
        decoded("f", selector_of(f"f(uint8[{size}])"), (f"uint8[{size}]",), words(*[1] * size))
    assert grammar.parse.cache_info().currsize == 0
    many = ("uint8",) * (MAX_TYPE_CHARACTERS // 5)
    assert decoded("f", selector_of(f"f({','.join(many)})"), many, words(*[1] * len(many))) is not None
    many += ("uint8",)
    assert decoded("f", selector_of(f"f({','.join(many)})"), many, words(*[1] * len(many))) is None


@pytest.mark.parametrize(
    "abi",
    [
        "[]",
        "[1]",
        "{}",
        "x",
        '[{"type":"function","name":"f","inputs":[{"type":5}]}]',
        '[{"type":"event","name":"f","inputs":[]}]',
        '[{"type":"fallback"}]',
    ],
)
def test_an_interface_without_the_function(abi: str) -> None:
    assert call_facts(abi, bytes.fromhex(selector_of("f()"))) == {}


def test_an_interface_is_read_leniently() -> None:
    abi = '[{"payable":true,"type":"fallback"},{"name":"f"}]'
    data = bytes.fromhex(selector_of("f()"))
    assert call_facts(abi, data)["contract_call_args"] == {}
    assert call_facts(abi, data[:3]) == {}


@given(st.binary(max_size=400), st.sampled_from(["uint8[][]", "string[2][]", "bytes", "tuple[][3]"]))
def test_any_data_is_decoded_or_not(data: bytes, kind: str) -> None:
    components = inputs("string", "uint16[]")
    canonical = kind.replace("tuple", "(string,uint16[])")
    decoded("f", selector_of(f"f({canonical})"), (kind,), data.hex(), components)
