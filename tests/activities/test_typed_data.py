import json
from typing import Any

import pytest

from sealwax import MalformedInput, SealwaxError, Unsupported
from sealwax._crypto.keccak import keccak256
from sealwax._limits import MAX_TYPED_DATA_TYPES, MAX_TYPED_DATA_VALUES
from sealwax.activities.typed_data import DOMAIN, DOMAIN_MEMBERS, typed_data_digest
from tests.activities.known_payloads import (
    MAIL,
    MAIL_DIGEST,
    PERMIT,
    PERMIT_DIGEST,
    changed,
    one_member,
    without_domain_type,
    written,
)

TYPES = MAIL["types"]
DOMAIN_VALUES = {**MAIL["domain"], "salt": "0x" + "ab" * 32}
TRUE = bytes(31) + b"\1"


def digest(document: object) -> str:
    return typed_data_digest(document if isinstance(document, str) else written(document)).hex()


def refused(document: object, match: str, error: type[SealwaxError] = MalformedInput) -> None:
    with pytest.raises(error, match=match):
        digest(document)


def test_known_answers() -> None:
    assert digest(MAIL) == MAIL_DIGEST
    assert digest(PERMIT) == PERMIT_DIGEST


def test_the_order_in_json_does_not_matter() -> None:
    def backwards(value: Any) -> Any:
        return dict(reversed([(k, backwards(v)) for k, v in value.items()])) if type(value) is dict else value

    assert json.dumps(backwards(MAIL)) != json.dumps(MAIL)
    assert digest(backwards(MAIL)) == MAIL_DIGEST


def test_integers_have_three_spellings() -> None:
    for chain_id in (1, "1", "0x1", "0x01"):
        assert digest(changed(MAIL, "domain", "chainId", to=chain_id)) == MAIL_DIGEST
    for delta in (-5, "-5"):
        assert digest(changed(PERMIT, "message", "delta", to=delta)) == PERMIT_DIGEST


def test_the_case_of_hex_does_not_matter() -> None:
    for data in ("0xDEADBEEF", "0xDeadBeef"):
        assert digest(changed(PERMIT, "message", "data", to=data)) == PERMIT_DIGEST
    for convert in (str.lower, str.upper):
        spender = "0x" + convert(PERMIT["message"]["spender"][2:])
        assert digest(changed(PERMIT, "message", "spender", to=spender)) == PERMIT_DIGEST


# The domain.


def test_viems_trap_is_refused() -> None:
    refused(without_domain_type(), "types.EIP712Domain is missing or empty, .* no chain and no contract")
    refused({**without_domain_type(), "types": {**TYPES, DOMAIN: []}}, "missing or empty")
    refused(changed(MAIL, "types", DOMAIN, to=...), "missing or empty")


def with_domain(*names: str) -> dict[str, Any]:
    members = [{"name": name, "type": DOMAIN_MEMBERS[name]} for name in names]
    domain = {name: DOMAIN_VALUES[name] for name in names}
    return {**changed(MAIL, "types", DOMAIN, to=members), "domain": domain}


def test_a_domain_has_any_members_in_the_standards_order() -> None:
    digests = {digest(with_domain(name)) for name in DOMAIN_MEMBERS} | {digest(with_domain(*DOMAIN_MEMBERS))}
    assert len(digests) == len(DOMAIN_MEMBERS) + 1
    assert digest(with_domain("name", "version", "chainId", "verifyingContract")) == MAIL_DIGEST
    refused(
        with_domain("version", "name"), "types.EIP712Domain must have members of EIP-712, in this order: "
    )
    refused(with_domain("name", "verifyingContract", "chainId"), "in this order")


def test_a_domain_has_no_other_members_or_types() -> None:
    other = [*TYPES[DOMAIN], {"name": "network", "type": "string"}]
    refused(
        changed(changed(MAIL, "types", DOMAIN, to=other), "domain", "network", to="x"),
        "must have members of EIP",
    )
    for number, kind in ((0, "bytes"), (0, "string[]"), (2, "uint64"), (3, "bytes20")):
        refused(changed(MAIL, "types", DOMAIN, number, "type", to=kind), "must have members of EIP-712")


def test_an_empty_domain_must_be_allowed() -> None:
    empty = changed(changed(MAIL, "types", DOMAIN, to=[]), "domain", to={})
    refused(empty, "is missing or empty")
    assert typed_data_digest(written(empty), allow_empty_domain=True)
    missing = changed(empty, "types", DOMAIN, to=...)
    with pytest.raises(MalformedInput, match="is missing or empty"):
        typed_data_digest(written(missing), allow_empty_domain=True)


def test_the_domain_has_what_its_type_declares() -> None:
    for name in MAIL["domain"]:
        refused(changed(MAIL, "domain", name, to=...), f"domain.{name} is missing")
        refused(changed(MAIL, "domain", name, to=None), f"domain.{name} must be")
    refused(changed(MAIL, "domain", "salt", to="0x" + "ab" * 32), "domain.salt is unknown")
    refused(changed(MAIL, "domain", to=[]), "domain must be an object")


# The message.


def test_a_message_has_what_its_type_declares() -> None:
    for path in (("contents",), ("from",), ("from", "name"), ("to", "wallet")):
        where = ".".join(("message", *path))
        refused(changed(MAIL, "message", *path, to=...), f"{where} is missing")
        refused(changed(MAIL, "message", *path, to=None), f"{where} must be")
    refused(changed(MAIL, "message", "note", to="x"), "message.note is unknown")
    refused(changed(MAIL, "message", "to", "note", to="x"), "message.to.note is unknown")
    refused(changed(MAIL, "message", to="x"), "message must be an object")


def test_the_payload_has_four_members() -> None:
    for name in MAIL:
        refused(changed(MAIL, name, to=...), f"{name} is missing")
    refused({**MAIL, "note": 1}, "note is unknown")
    for text in ("", "[]", "null", "{", f"{written(MAIL)}x", '{"types":{},"types":{}}'):
        refused(text, "the typed data")
    refused(written(MAIL).replace('"contents": "H', '"contents": "", "contents": "H'), "a key twice")


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("bool", [True, False], ["true", 1, 0, None, "", [True]]),
        ("string", ["", "x", "Zoë 北京 🔑"], [None, 5, True, ["x"], {}]),
        ("bytes", ["0x", "0x00", "0xaB"], ["", "00", "0x0", "0X00", "0xgg", "0x00 ", "0x00\n", [0], 5, None]),
        ("bytes1", ["0x00", "0xff"], ["0x", "0x0000", "00", 0, None]),
        ("bytes32", ["0x" + "ab" * 32], ["0x" + "ab" * 31, "0x" + "ab" * 33, "ab" * 32]),
        ("address", ["0x" + "ab" * 20], ["ab" * 20, "0x" + "ab" * 19, "0x" + "aB" * 20, "", None, 5]),
        ("uint8", [0, 255, "0", "255", "0xff", "0x0ff"],
         [-1, 256, "-1", "256", "0x100", "0x", "-0x1", "0xg", "ff", " 0x1", "0x1\n", "", "01", 1.0, True,
          None, []]),
        ("uint256", [2**53 - 1, str(2**53), str(2**256 - 1), "0x" + "f" * 64],
         [2**53, str(2**256), "0x0" + "f" * 64, "1e3", "9" * 5000]),
        ("int8", [-128, 127, "-128", "0x7f"], [-129, 128, "-129", "128", "0x80", "-0", "+1"]),
        ("int256", [str(-(2**255)), str(2**255 - 1)], [str(-(2**255) - 1), str(2**255)]),
        ("bool[]", [[], [True], [True, False]], [None, True, {}, "", [None], [1]]),
        ("bool[2]", [[True, False]], [[], [True], [True, True, True]]),
        ("bool[2][]", [[], [[True, True]]], [[[True]], [True, True]]),
        ("bool[][2]", [[[], [True]]], [[], [[]], [[], [], []]]),
        ("Sub", [{"a": True}], [{}, {"a": 1}, {"a": True, "b": True}, [True], None, "x"]),
        ("Sub[]", [[], [{"a": True}]], [{"a": True}, [{}], [None], [[]]]),
    ],
)  # fmt: skip
def test_values_have_their_types(kind: str, good: list[object], bad: list[object]) -> None:
    declared = {"Sub": "bool a"} if kind.startswith("Sub") else {}
    for value in good:
        assert len(digest(one_member(kind, value, **declared))) == 64
    for value in bad:
        refused(one_member(kind, value, **declared), r"malformed: message\.m")


def test_numbers_that_parsers_round_are_refused() -> None:
    text = written(one_member("uint256", 1))
    assert digest(text) == digest(one_member("uint256", "1"))
    for number in ("1.0", "1e0", "9007199254740992", "1e400", "18446744073709551616", "1" * 400):
        refused(
            text.replace('{"m": 1}', f'{{"m": {number}}}'), "malformed: message.m must be|too many digits"
        )


def test_values_of_one_width_are_encoded_in_32_bytes() -> None:
    assert digest(one_member("int8", -1)) != digest(one_member("int8", 1))
    separator = keccak256(keccak256(b"EIP712Domain(string name)"), keccak256(b"x"))
    for kind, value, word in (
        ("int8", -1, b"\xff" * 32),
        ("uint8", 1, bytes(31) + b"\1"),
        ("bool", True, TRUE),
        ("bytes2", "0x0102", b"\1\2" + bytes(30)),
        ("address", "0x" + "01" * 20, bytes(12) + b"\1" * 20),
        ("bytes", "0x0102", keccak256(b"\1\2")),
        ("string", "ab", keccak256(b"ab")),
        ("uint8[]", [1, 2], keccak256(bytes(31) + b"\1" + bytes(31) + b"\2")),
        ("uint8[]", [], keccak256()),
    ):
        struct = keccak256(keccak256(f"Only({kind} m)".encode()), word)
        assert digest(one_member(kind, value)) == keccak256(b"\x19\x01", separator, struct).hex()


# The types.


def test_types_are_sorted_after_the_first() -> None:
    document = one_member("B", {"c": {}, "a": []}, A="bool x", B="C c,A[] a", C="")
    separator = keccak256(keccak256(b"EIP712Domain(string name)"), keccak256(b"x"))
    c = keccak256(keccak256(b"C()"))
    b = keccak256(keccak256(b"B(C c,A[] a)A(bool x)C()"), c, keccak256())
    only = keccak256(keccak256(b"Only(B m)A(bool x)B(C c,A[] a)C()"), b)
    assert digest(document) == keccak256(b"\x19\x01", separator, only).hex()


def test_the_hash_of_a_type_that_refers_to_itself() -> None:
    separator = keccak256(keccak256(b"EIP712Domain(string name)"), keccak256(b"x"))
    # Its own declaration is there once, in front.
    node = keccak256(b"Node(Node[] children)")
    tree = keccak256(node, keccak256(keccak256(node, keccak256())))
    only = keccak256(keccak256(b"Only(Node m)Node(Node[] children)"), tree)
    document = one_member("Node", {"children": [{"children": []}]}, Node="Node[] children")
    assert digest(document) == keccak256(b"\x19\x01", separator, only).hex()
    # By way of another type, whose name comes before its own.
    inner = keccak256(keccak256(b"A(B[] b)B(A[] a)"), keccak256())
    outer = keccak256(keccak256(b"B(A[] a)A(B[] b)"), keccak256(inner))
    only = keccak256(keccak256(b"Only(B m)A(B[] b)B(A[] a)"), outer)
    document = one_member("B", {"a": [{"b": []}]}, A="B[] b", B="A[] a")
    assert digest(document) == keccak256(b"\x19\x01", separator, only).hex()


def test_a_type_may_refer_to_itself_and_another_be_unused() -> None:
    tree: dict[str, Any] = {"children": [{"children": []}]}
    assert digest(one_member("Node", tree, Node="Node[] children"))
    refused(one_member("Node", {"children": [{}]}, Node="Node[] children"), "children is missing")
    refused(one_member("Node", {"next": {"next": None}}, Node="Node next"), "next.next must be an object")
    extra = changed(MAIL, "types", "Unused", to=[{"name": "x", "type": "Person[]"}])
    assert digest(extra) == MAIL_DIGEST


@pytest.mark.parametrize(
    "kind",
    ["Undeclared", "", "uint", "int", "uint7", "uint264", "uint08", "int0", "bytes0", "bytes33", "bytes01",
     "byte", "function", "fixed128x18", "Bool", "string ", " string", "bool[0]", "bool[-1]", "bool[01]",
     "bool[x]", "bool[", "bool]", "[]", "bool[]x", "bool[] ", "bool[1000000000]", "tuple",
     "mapping(address => bool)", "Mai", "Mails", "mail", "Nail", "Maim", "Mail ", " EIP712Domain "],
)  # fmt: skip
def test_what_is_no_type_is_refused(kind: str) -> None:
    refused(
        changed(MAIL, "types", "Person", 0, "type", to=kind), r"types\.Person\[0\]\.type (must|is neither)"
    )


@pytest.mark.parametrize("kind", [None, 5, ["bool"], {}])
def test_a_type_is_text(kind: object) -> None:
    refused(changed(MAIL, "types", "Mail", 0, "type", to=kind), r"types.Mail\[0\].type must be a type")


@pytest.mark.parametrize(
    "name", ["", "a b", "a,b", "a)", "1a", "a-b", "é", "\u017f", "\u212a", "a:b", "a\n", None, 5]
)
def test_the_name_of_a_member_is_an_identifier(name: object) -> None:
    refused(changed(MAIL, "types", "Mail", 0, "name", to=name), r"types.Mail\[0\].name must be an identifier")


@pytest.mark.parametrize(
    "name",
    ["", "a b", "Mail(", "1a", "a-b", "é", "\u017f", "\u212a", ":a", "a:", "a::b", "a\n", "address", "bool",
     "string", "bytes", "bytes4", "bytes33", "uint", "uint7", "int256", "Mail[]"],
)  # fmt: skip
def test_the_name_of_a_type_is_an_identifier(name: str) -> None:
    refused(changed(MAIL, "types", name, to=[]), "must be an identifier, and not an atomic type")


def test_names_may_have_colons_and_dollars() -> None:
    names = ("HyperliquidTransaction:ApproveAgent", "$a_1", "_", "intent", "bytesLike", "Bool")
    for name in names:
        declared: dict[str, str] = {name: "bool x$1"}
        document = one_member(f"{name}[]", [{"x$1": True}], **declared)
        assert len(digest(document)) == 64


def test_a_declaration_has_its_form() -> None:
    refused(changed(MAIL, "types", to=[]), "types must be an object")
    refused(changed(MAIL, "types", "Mail", to={}), "types.Mail must be an array")
    refused(changed(MAIL, "types", "Mail", 0, to="string x"), r"types.Mail\[0\] must be an object")
    for name in ("name", "type"):
        refused(changed(MAIL, "types", "Mail", 0, name, to=...), rf"types.Mail\[0\].{name} is missing")
    refused(changed(MAIL, "types", "Mail", 0, "indexed", to=True), "indexed is unknown")
    twice = [*TYPES["Mail"], TYPES["Mail"][0]]
    refused(
        changed(MAIL, "types", "Mail", to=twice), r"types.Mail\[3\].name is the name of an earlier member"
    )


def test_the_primary_type_is_declared() -> None:
    names: tuple[object, ...] = (
        *("", "mail", "Maim", "Mail ", " EIP712Domain ", "Nobody", "string", "Mail[]"),
        *(None, 5, [], {}),
    )
    for name in names:
        refused(changed(MAIL, "primaryType", to=name), "primaryType must be a type that types declares")


def test_libraries_differ_on_the_domain_as_message() -> None:
    refused(
        {**MAIL, "primaryType": DOMAIN, "message": MAIL["domain"]}, "primary type: libraries", Unsupported
    )
    inner = changed(
        changed(MAIL, "types", "Mail", 2, "type", to=DOMAIN), "message", "contents", to=MAIL["domain"]
    )
    refused(inner, "member of type EIP712Domain: libraries compute", Unsupported)


@pytest.mark.parametrize(
    "name", [f"{DOMAIN}s", DOMAIN[:-1], f"{DOMAIN[:-1]}m", f"F{DOMAIN[1:]}", DOMAIN.upper()]
)
def test_a_type_of_nearly_the_domains_name_is_another_type(name: str) -> None:
    document = one_member(name, {"a": True}, **{name: "bool a"})
    separator = keccak256(keccak256(b"EIP712Domain(string name)"), keccak256(b"x"))
    inner = keccak256(keccak256(f"{name}(bool a)".encode()), TRUE)
    only = keccak256(keccak256(f"Only({name} m){name}(bool a)".encode()), inner)
    assert digest(document) == keccak256(b"\x19\x01", separator, only).hex()
    alone = {**document, "primaryType": name, "message": {"a": True}}
    assert digest(alone) == keccak256(b"\x19\x01", separator, inner).hex()
    refused(
        changed(changed(alone, "types", DOMAIN, to=...), "types", name, 0, "name", to="name"), "is missing"
    )


def test_members_may_have_nearly_one_name() -> None:
    names = ("amount", "amounts", "Amount", "amounu", "bmount")
    members = ",".join(f"bool {name}" for name in names)
    inner = keccak256(keccak256(f"Sub({members})".encode()), TRUE * len(names))
    only = keccak256(keccak256(f"Only(Sub m)Sub({members})".encode()), inner)
    separator = keccak256(keccak256(b"EIP712Domain(string name)"), keccak256(b"x"))
    document = one_member("Sub", dict.fromkeys(names, True), Sub=members)
    assert digest(document) == keccak256(b"\x19\x01", separator, only).hex()


def test_there_are_limits() -> None:
    most = {f"T{number}": "" for number in range(MAX_TYPED_DATA_TYPES - 2)}
    assert digest(one_member("uint8", 1, **most))
    refused(one_member("uint8", 1, **most, Last=""), f"more than {MAX_TYPED_DATA_TYPES} types")
    # The name of the domain and the array itself are values too.
    items = MAX_TYPED_DATA_VALUES - 2
    assert digest(one_member("uint8[]", [1] * items))
    refused(one_member("uint8[]", [1] * (items + 1)), f"more than {MAX_TYPED_DATA_VALUES} values")


def test_errors_quote_no_value() -> None:
    with pytest.raises(MalformedInput) as caught:
        digest(changed(MAIL, "message", "from", "wallet", to="hush"))
    assert "hush" not in str(caught.value)
