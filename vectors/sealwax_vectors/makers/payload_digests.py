"""Vectors of payload digests (wire-formats.md, Payloads)."""

import copy
import hashlib
import json
from collections.abc import Iterator
from typing import Any

from sealwax._crypto.keccak import eip55, keccak256
from sealwax._limits import MAX_TYPED_DATA_TYPES, MAX_TYPED_DATA_VALUES
from sealwax.activities import payloads
from sealwax.testing.key_material import KeyMaterial
from sealwax_vectors.constructs.payload_digests import DigestCase
from sealwax_vectors.format import Case, ErrorCode

from .builder import Cases
from .defects import compact, near_texts
from .labels import Label, by_rule, comment_of, id_of, named, of_field, placed, quoted, valued, words_of

_HEX, _TEXT = "PAYLOAD_ENCODING_HEXADECIMAL", "PAYLOAD_ENCODING_TEXT_UTF8"
_EIP712, _EIP7702 = "PAYLOAD_ENCODING_EIP712", "PAYLOAD_ENCODING_EIP7702_AUTHORIZATION"
_SHA256, _KECCAK256 = "HASH_FUNCTION_SHA256", "HASH_FUNCTION_KECCAK256"
_NO_OP, _NOT_APPLICABLE = "HASH_FUNCTION_NO_OP", "HASH_FUNCTION_NOT_APPLICABLE"
_SECP256K1, _P256, _ED25519 = "CURVE_SECP256K1", "CURVE_P256", "CURVE_ED25519"
_DOMAIN = "EIP712Domain"

_Path = tuple[str | int, ...]
_REMOVED = object()


def _members(text: str) -> list[dict[str, str]]:
    """Parse the members of a type: EIP-712's form, separated by commas."""
    return [dict(zip(("type", "name"), member.split(), strict=True)) for member in text.split(",") if member]


_MAIL: dict[str, Any] = {
    "types": {
        _DOMAIN: _members("string name,string version,uint256 chainId,address verifyingContract"),
        "Person": _members("string name,address wallet"),
        "Mail": _members("Person from,Person to,string contents"),
    },
    "domain": {
        "name": "Ether Mail",
        "version": "1",
        "chainId": "0x1",
        "verifyingContract": "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC",
    },
    "primaryType": "Mail",
    "message": {
        "from": {"name": "Cow", "wallet": "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"},
        "to": {"name": "Bob", "wallet": "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"},
        "contents": "Hello, Bob!",
    },
}
"""The example of EIP-712, as the library ethers writes it."""
_MAIL_DIGEST = "be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2"

PERMIT: dict[str, Any] = {
    "types": {
        _DOMAIN: _members("string name,uint256 chainId,address verifyingContract"),
        "PermitBatch": _members(
            "Tok[] permitted,address spender,uint256 nonce,int128 delta,bytes data,bytes4 tag,bool ok,"
            "uint8[2][] m"
        ),
        "Tok": _members("address token,uint256 amount"),
    },
    "domain": {
        "name": "Permit2",
        "chainId": 8453,
        "verifyingContract": "0x000000000022D473030F116dDEE9F6B43aC78BA3",
    },
    "primaryType": "PermitBatch",
    "message": {
        "permitted": [
            {"token": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "amount": str(2**256 - 1)},
            {"token": "0x6B175474E89094C44Da98b954EedeAC495271d0F", "amount": "0"},
        ],
        "spender": "0x279f28cbbf5bd83c568ff6b599420b473319c25f",
        "nonce": "12345678901234567890",
        "delta": -5,
        "data": "0xdeadbeef",
        "tag": "0x01020304",
        "ok": True,
        "m": [[1, 2], [3, 4]],
    },
}
PERMIT_DIGEST = "e69250fe1395bc2ef402b4822f4e97a7bf19f780ad61da07db2cb1e9a080ac54"

DELEGATE = "0x63c0c19a282a1b52b07dd5a65b58948a07dae32b"
_AUTHORIZATION: dict[str, Any] = {"address": DELEGATE, "chainId": 1, "nonce": 0}
AUTHORIZATIONS: tuple[tuple[str | Label, dict[str, Any], str], ...] = (
    ("the-nonce-0", _AUTHORIZATION, "f743228656c74db57ce53cafe32c6023a8aad310a4bcc217d125f9f7796520fc"),
    (
        Label("the-address-zero-and-a-nonce-of-one-byte", "the address zero, and a nonce of one byte"),
        {"address": "0x" + "00" * 20, "chainId": 8453, "nonce": 127},
        "0004794db0f382383d69594d0dbddf5f9411e75fac223101fd73cb7ed8d62d11",
    ),
    (
        "a-nonce-of-two-bytes-in-RLP",
        {"address": DELEGATE, "chainId": 8453, "nonce": 128},
        "b2d2e8593962dbbb66762ad30b03a97bf1f9c830a106de33eb39355f7efc5e6e",
    ),
    (
        Label("the-largest-nonce-that-can-be-used-as-text", "the largest nonce that can be used, as text"),
        {"address": DELEGATE, "chainId": 11155111, "nonce": str(2**64 - 2)},
        "ce6b30ca9ce84f82f9392eef933c462ff402bff6df890c78e2a306d231b30184",
    ),
)
ANY_CHAIN: dict[str, Any] = {**_AUTHORIZATION, "chainId": 0}
ANY_CHAIN_DIGEST = "b4ff7b6857b22e3633300af2872b99962166dc33c97abc9542452213ae051d19"

_PLAIN = Cases(DigestCase, allow_any_chain=False)
_TYPED = Cases(
    DigestCase,
    "EIP712",
    payload=compact(_MAIL),
    encoding=_EIP712,
    hash_function=_NO_OP,
    curve=_SECP256K1,
    allow_any_chain=False,
    digest=_MAIL_DIGEST,
)
_AUTHORIZED = Cases(
    DigestCase,
    "EIP7702",
    payload=compact(_AUTHORIZATION),
    section="12.2",
    encoding=_EIP7702,
    hash_function=_NO_OP,
    curve=_SECP256K1,
    allow_any_chain=False,
    digest=AUTHORIZATIONS[0][2],
)


def _changed(document: dict[str, Any], path: _Path, value: object) -> dict[str, Any]:
    """Return a copy with the value at a path set, or removed if it is ``_REMOVED``."""
    changed = copy.deepcopy(document)
    place: Any = changed
    for step in path[:-1]:
        place = place[step]
    if value is _REMOVED:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return changed


def _good(cases: Cases[DigestCase], label: str | Label, flag: str, document: object) -> DigestCase:
    """Make a valid case with this library's digest; tests compare it with other implementations."""
    payload = document if isinstance(document, str) else compact(document)
    names = {name: cases.usual[name] for name in ("encoding", "hash_function", "curve", "allow_any_chain")}
    return cases.good(label, flag, payload, digest=payloads.payload_digest(payload, **names).hex())


def _bad(
    cases: Cases[DigestCase], label: str | Label, flag: str, document: object, error: ErrorCode = "malformed"
) -> DigestCase:
    return cases.bad(label, error, flag, document if isinstance(document, str) else compact(document))


def _written_as(name: str, text: str) -> Label:
    """Return the label of a member whose number is written otherwise."""
    written = f"written as '{text}'"
    return Label(f"written-as-{id_of(text)}", written, hashed=f"{name} {written}")


def _of_member(name: str, label: str | Label) -> Label:
    """Return the label of a defect of a member of an authorization."""
    return of_field(name, label) if name == "chainId" else named(name, label)


def _every_encoding() -> Iterator[DigestCase]:
    """Yield cases of hex and text, and of unsupported names and combinations."""
    label: str | Label
    text = {"payload": "hello world", "encoding": _TEXT, "hash_function": _SHA256, "curve": _SECP256K1}
    digest = hashlib.sha256(b"hello world").hexdigest()
    yield _PLAIN.good(Label("text-SHA-256", "text: SHA-256", idea="SHA-256"), "Valid", **text, digest=digest)
    yield _PLAIN.good(
        Label("text-on-P-256", "text: on P-256", idea="on P-256"),
        "Valid",
        **{**text, "curve": _P256},
        digest=digest,
    )
    keccak = {**text, "hash_function": _KECCAK256, "digest": keccak256(b"hello world").hex()}
    yield _PLAIN.good(Label("text-Keccak-256", "text: Keccak-256", idea="Keccak-256"), "Valid", **keccak)
    for label, payload in (("empty", ""), ("not-ASCII", "Zoë 北京 🔑"), ("that-looks-like-hex", "0x00ff")):
        hashed = hashlib.sha256(payload.encode()).hexdigest()
        yield _PLAIN.good(
            placed("text", label), "EdgeCaseBody", **{**text, "payload": payload}, digest=hashed
        )
    ed25519 = {**text, "hash_function": _NOT_APPLICABLE, "curve": _ED25519}
    yield _PLAIN.good(
        Label("text-for-Ed25519", "text: for Ed25519", idea="for Ed25519"),
        "Valid",
        **ed25519,
        digest=b"hello world".hex(),
    )
    in_hex = {**text, "payload": b"hello world".hex(), "encoding": _HEX}
    for label, payload in (
        ("lower-case", in_hex["payload"]),
        ("upper-case", in_hex["payload"].upper()),
        ("with-0x-in-front", f"0x{in_hex['payload']}"),
    ):
        yield _PLAIN.good(
            placed("hex", label), "ClientVariant", **{**in_hex, "payload": payload}, digest=digest
        )
    for label, payload in (
        ("of-an-odd-number-of-digits", "00ff1"),
        ("with-0x-twice", "0x0x00"),
        ("with-0X-in-front", "0X00ff10"),
        ("with-a-newline-after-it", "00ff10\n"),
        ("in-mixed-case", "00fF10"),
    ):
        yield _PLAIN.bad(placed("hex", label), "malformed", "PayloadForm", **{**in_hex, "payload": payload})
    hashed_before = {**in_hex, "payload": digest, "hash_function": _NO_OP}
    yield _PLAIN.good(
        Label(
            "hex-a-hash-that-was-made-before",
            "hex: a hash that was made before",
            idea="a hash that was made before",
        ),
        "Valid",
        **hashed_before,
        digest=digest,
    )
    for length in (0, 31, 33):
        wrong = {**hashed_before, "payload": "9f" * length}
        yield _PLAIN.bad(
            placed("hex", Label(f"{length}-bytes-not-hashed", f"{length} bytes, not hashed")),
            "malformed",
            "PayloadForm",
            **wrong,
        )
    for name in ("encoding", "hash_function", "curve"):
        for difference, other in (*near_texts(text[name]), ("empty", ""), ("of-no-name", "x")):
            label = placed(Label(f"text-the-{id_of(name)}", f"text: the {name}"), difference)
            yield _PLAIN.bad(label, "unsupported", "OtherForm", **{**text, name: other})
    for hash_function, curve in (
        (_NOT_APPLICABLE, _SECP256K1),
        (_NOT_APPLICABLE, _P256),
        (_SHA256, _ED25519),
    ):
        label = placed(
            "text", Label(f"{id_of(hash_function)}-on-{id_of(curve)}", f"{hash_function} on {curve}")
        )
        changes = {"hash_function": hash_function, "curve": curve}
        yield _PLAIN.bad(label, "unsupported", "OtherForm", **{**text, **changes})


def _names(cases: Cases[DigestCase]) -> Iterator[DigestCase]:
    """Yield cases of a structured payload with another hash function or curve."""
    for hash_function, curve in ((_SHA256, _SECP256K1), (_KECCAK256, _SECP256K1), (_NO_OP, _P256)):
        changes = {"hash_function": hash_function, "curve": curve}
        yield cases.bad(
            Label(f"{id_of(hash_function)}-on-{id_of(curve)}", f"{hash_function} on {curve}"),
            "unsupported",
            "OtherForm",
            **changes,
        )
    changes = {"hash_function": _NOT_APPLICABLE, "curve": _ED25519}
    yield cases.bad("for-Ed25519", "unsupported", "OtherForm", **changes)
    yield cases.bad("taken-for-hex", "malformed", "PayloadForm", encoding=_HEX)


def _json(cases: Cases[DigestCase]) -> Iterator[DigestCase]:
    """Yield payloads that are not strict JSON."""
    label: str | Label
    whole = cases.usual["payload"]
    first = whole[1:].split(",")[0]
    for label, payload in (
        ("empty", ""),
        ("cut", whole[:-1]),
        ("something-after-the-object", f"{whole}x"),
        ("an-array-around-the-object", f"[{whole}]"),
        ("a-byte-order-mark-before-the-object", f"\ufeff{whole}"),
        ("a-comma-before-the-closing-brace", f"{whole[:-1]},}}"),
        ("a-form-feed-before-the-closing-brace", f"{whole[:-1]}\f}}"),
        ("null", "null"),
    ):
        yield _bad(cases, label, "JsonStrictness", payload)
    # An additional member would be a second defect.
    for label, old, new in (
        (Label("a-tab-in-a-string-not-escaped", "a tab in a string, not escaped"), '"Cow"', '"C\tow"'),
        ("a-string-with-an-escape-that-JSON-does-not-have", '"Cow"', '"C\\x6fw"'),
        ("a-string-with-an-escape-of-three-digits", '"Cow"', '"C\\u06fw"'),
        ("a-number-with-a-zero-in-front", '"chainId":1', '"chainId":01'),
    ):
        if old in whole:
            yield _bad(cases, label, "JsonStrictness", whole.replace(old, new, 1))
    name, value = first.split(":", 1)[0], "{}" if "types" in first else first.split(":", 1)[1]
    yield _bad(cases, "a-member-twice", "DuplicateKey", f"{{{name}:{value},{whole[1:]}")


def _domain() -> Iterator[DigestCase]:
    """Yield cases of the domain."""
    label: str | Label
    cases = _TYPED
    trap = {**_changed(_MAIL, ("types", _DOMAIN), _REMOVED), "domain": {}}
    label = Label(
        "viem-s-direct-signTypedData-no-EIP712Domain-and-an-empty-domain",
        "viem's direct signTypedData: no EIP712Domain, and an empty domain",
        idea="no EIP712Domain, and an empty domain",
    )
    yield _bad(cases, label, "TypedDataDomain", trap)
    empty = {**_changed(_MAIL, ("types", _DOMAIN), []), "domain": {}}
    yield _bad(
        cases,
        Label("an-empty-EIP712Domain-and-an-empty-domain", "an empty EIP712Domain, and an empty domain"),
        "TypedDataDomain",
        empty,
    )
    yield _bad(cases, "no-EIP712Domain", "TypedDataDomain", _changed(_MAIL, ("types", _DOMAIN), _REMOVED))
    declared = _MAIL["types"][_DOMAIN]
    for label, members in (
        ("reversed", declared[::-1]),
        ("with-its-last-two-members-exchanged", [*declared[:2], declared[3], declared[2]]),
        ("with-its-first-two-members-exchanged", [declared[1], declared[0], *declared[2:]]),
    ):
        document = _changed(_MAIL, ("types", _DOMAIN), members)
        yield _bad(cases, f"EIP712Domain-{label}", "TypedDataDomain", document)
    salt = {"name": "salt", "type": "bytes32"}
    salted = _changed(_MAIL, ("domain", "salt"), "0x" + "ab" * 32)
    at_the_end = _changed(salted, ("types", _DOMAIN), [*declared, salt])
    yield _good(cases, "a-domain-with-all-five-members", "Valid", at_the_end)
    label = "EIP712Domain-with-the-salt-first"
    yield _bad(cases, label, "TypedDataDomain", _changed(salted, ("types", _DOMAIN), [salt, *declared]))
    other = _changed(_MAIL, ("domain", "network"), "x")
    declares = [*declared, {"name": "network", "type": "string"}]
    label = "EIP712Domain-with-a-member-that-the-standard-does-not-have"
    yield _bad(cases, label, "TypedDataDomain", _changed(other, ("types", _DOMAIN), declares))
    for number, kind, value in (
        (0, "bytes", "0x00"),
        (0, "string[]", ["x"]),
        (2, "uint64", 1),
        (2, "string", "1"),
        (3, "bytes20", "0x" + "cc" * 20),
    ):
        name = declared[number]["name"]
        document = _changed(_MAIL, ("types", _DOMAIN, number, "type"), kind)
        document = _changed(document, ("domain", name), value)
        yield _bad(
            cases,
            Label(
                f"EIP712Domain-with-{name}-of-type-{id_of(kind)}", f"EIP712Domain with {name} of type {kind}"
            ),
            "TypedDataDomain",
            document,
        )
    for number, member in enumerate(declared):
        name = member["name"]
        without = _changed(_MAIL, ("domain", name), _REMOVED)
        yield _bad(
            cases,
            Label(
                f"the-domain-without-{name}-which-is-declared",
                f"the domain without {name}, which is declared",
            ),
            "MissingField",
            without,
        )
        alone = {**_changed(_MAIL, ("types", _DOMAIN), [member]), "domain": {name: _MAIL["domain"][name]}}
        yield _good(cases, f"a-domain-of-{name}-alone", "Valid", alone)
        undeclared = _changed(_MAIL, ("types", _DOMAIN, number), _REMOVED)
        yield _bad(
            cases,
            Label(
                f"the-domain-with-{name}-which-is-not-declared",
                f"the domain with {name}, which is not declared",
            ),
            "UndeclaredMember",
            undeclared,
        )
    yield _bad(cases, "the-domain-null", "WrongType", _changed(_MAIL, ("domain",), None))
    as_message = {**_MAIL, "primaryType": _DOMAIN, "message": _MAIL["domain"]}
    yield _bad(cases, "EIP712Domain-as-the-primary-type", "TypedDataDomain", as_message, "unsupported")
    inside = _changed(_MAIL, ("types", "Mail", 2, "type"), _DOMAIN)
    inside = _changed(inside, ("message", "contents"), _MAIL["domain"])
    yield _bad(cases, "a-member-of-type-EIP712Domain", "TypedDataDomain", inside, "unsupported")


def _declarations() -> Iterator[DigestCase]:
    """Yield cases of the declared types."""
    label: str | Label
    cases = _TYPED
    for name in _MAIL:
        yield _bad(cases, of_field(name, "left-out"), "MissingField", _changed(_MAIL, (name,), _REMOVED))
    yield _bad(cases, "a-fifth-member", "UnknownField", {**_MAIL, "extra": 1})
    for path, label in (
        (("types",), "types"),
        (("types", "Mail"), "a-type"),
        (("types", "Mail", 0), "a-member-of-a-type"),
        (("types", "Mail", 0, "name"), "the-name-of-a-member"),
        (("types", "Mail", 0, "type"), "the-type-of-a-member"),
        (("primaryType",), "the-primary-type"),
    ):
        for defect, value in (("null", None), ("a-number", 5), ("an-empty-text", "")):
            yield _bad(cases, placed(label, defect), "WrongType", _changed(_MAIL, path, value))
    listed = _changed(_MAIL, ("primaryType",), ["Mail"])
    yield _bad(
        cases,
        Label("the-primary-type-an-array", "the primary type: an array", idea="an array"),
        "WrongType",
        listed,
    )
    for name in ("name", "type"):
        without = _changed(_MAIL, ("types", "Mail", 2, name), _REMOVED)
        yield _bad(cases, f"a-declaration-without-its-{name}", "MissingField", without)
    indexed = _changed(_MAIL, ("types", "Mail", 2, "indexed"), True)  # noqa: FBT003 - a value of JSON
    yield _bad(cases, "a-declaration-with-a-third-member", "UnknownField", indexed)
    twice = _changed(_MAIL, ("types", "Mail"), [*_MAIL["types"]["Mail"], _MAIL["types"]["Mail"][2]])
    yield _bad(cases, "a-member-declared-twice", "TypedDataTypes", twice)
    for name in ("Mails", "mail", "string", "Mail[]", "Person.Mail"):
        document = _changed(_MAIL, ("primaryType",), name)
        yield _bad(
            cases,
            Label(
                f"the-primary-type-{id_of(name)}-which-is-not-declared",
                f"the primary type {name}, which is not declared",
            ),
            "TypedDataTypes",
            document,
        )
    person = _changed(_MAIL, ("types", "Person", 0, "type"), "")
    for kind in (
        "Nobody", "uint", "int", "uint7", "uint264", "uint08", "int0", "bytes0", "bytes33", "bytes01", "byte",
        "function", "Bool", " string", "string ", "string\n", "string[0]", "string[-1]", "string[01]",
        "string[", "string]", "[]", "string[]x", "string[1000000000]",
    ):  # fmt: skip
        document = _changed(person, ("types", "Person", 0, "type"), kind)
        yield _bad(cases, quoted("a-member-of-type", kind), "TypedDataTypes", document)
    for name in ("a b", "a,b", "a)", "1a", "a-b", "é", "a:b", "a\n", "a."):
        renamed = _changed(_MAIL, ("types", "Mail", 2, "name"), name)
        renamed = _changed(_changed(renamed, ("message", "contents"), _REMOVED), ("message", name), "x")
        yield _bad(cases, quoted("a-member-with-the-name", name), "TypedDataTypes", renamed)
    for name in (
        "", "a b", "Mail(", "1a", "a-b", "é", ":a", "a:", "a::b", "a\n", "address", "bool", "string", "bytes",
        "bytes4", "bytes33", "uint", "uint7", "int", "int256",
    ):  # fmt: skip
        document = _changed(_MAIL, ("types", name), [{"name": "x", "type": "bool"}])
        yield _bad(cases, quoted("a-type-with-the-name", name), "TypedDataTypes", document)
    for name in ("HyperliquidTransaction:ApproveAgent", "$a_1", "_A", "intent", "bytesLike", "addresses"):
        yield _good(
            cases, quoted("a-type-with-the-name", name), "Valid", _only(f"{name}[]", [{"x": True}], name)
        )
    yield _good(cases, quoted("a-member-with-the-name", "$a_1"), "Valid", _renamed("$a_1"))
    unused = _changed(_MAIL, ("types", "Unused"), _members("Person[] people"))
    yield _good(cases, "a-type-that-the-message-does-not-use", "Valid", unused)
    tree = {"children": [{"children": []}, {"children": [{"children": []}]}]}
    recursive = _only("Node", tree)
    recursive["types"]["Node"] = _members("Node[] children")
    yield _good(cases, "a-type-that-refers-to-itself", "Valid", recursive)
    sorted_after = _only("B", {"c": {}, "a": []})
    sorted_after["types"] |= {"B": _members("C c,A[] a"), "C": [], "A": _members("bool x")}
    yield _good(cases, "types-that-are-declared-in-another-order-than-sorted", "Valid", sorted_after)
    by_bytes = _only("B", {"a": {}, "z": {"x": True}})
    by_bytes["types"] |= {"B": _members("a a,Z z"), "a": [], "Z": _members("bool x")}
    label = Label(
        "types-in-upper-and-in-lower-case-sorted-by-bytes",
        "types in upper and in lower case, sorted by bytes",
    )
    yield _good(cases, label, "Valid", by_bytes)
    # As a text of a type, A( would come after A$(.
    by_name = _only("B", {"a": {}, "b": {"x": True}})
    by_name["types"] |= {"B": _members("A$ a,A b"), "A$": [], "A": _members("bool x")}
    label = Label("types-A-and-A-with-a-dollar-sign-sorted-by-name", "types A and A$, sorted by name")
    yield _good(cases, label, "Valid", by_name)
    most = _only("bool", True)  # noqa: FBT003 - a value of JSON
    most["types"] |= {f"T{number}": [] for number in range(MAX_TYPED_DATA_TYPES - 2)}
    yield _good(cases, by_rule(f"{MAX_TYPED_DATA_TYPES}-types"), "FieldLimit", most)
    too_many = _changed(most, ("types", "Last"), [])
    yield _bad(cases, by_rule(f"{MAX_TYPED_DATA_TYPES + 1}-types"), "FieldLimit", too_many)
    for kind, items in (("bool[0]", []), ("bool[01]", [True])):
        label = quoted("an-array-of-type", kind, "that-has-as-many-items")
        yield _bad(cases, label, "TypedDataTypes", _only(kind, items))


def _only(kind: str, value: object, declared: str | None = None) -> dict[str, Any]:
    """Return typed data with one member of a type; a declared type has one member, a boolean."""
    types = {_DOMAIN: _members("string name"), "Only": [{"name": "m", "type": kind}]}
    if declared is not None:
        types[declared] = _members("bool x")
    return {"types": types, "domain": {"name": "x"}, "primaryType": "Only", "message": {"m": value}}


def _renamed(name: str) -> dict[str, Any]:
    document = _changed(_only("bool", True), ("types", "Only", 0, "name"), name)  # noqa: FBT003 - of JSON
    return _changed(document, ("message",), {name: True})


_ADDRESS = eip55("5aaeb6053f3e94c9b9a09f33669435e7ef1beaed")
_VALUES: tuple[tuple[str, str, tuple[object, ...], tuple[object, ...]], ...] = (
    ("bool", "WrongType", (True, False), ("true", 1, 0, "", None, [True])),
    ("string", "WrongType", ("", "x", "Zoë 北京 🔑"), (None, 5, True, ["x"], {})),
    ("bytes", "PayloadForm", ("0x", "0x00", "0xaB"),
     ("", "00", "0x0", "0X00", "0xgg", "0x00 ", "0x00\n", [0], 5, None)),
    ("bytes1", "PayloadForm", ("0x00", "0xff"), ("0x", "0x0000", "00", 0, None)),
    ("bytes32", "PayloadForm", ("0x" + "ab" * 32,), ("0x" + "ab" * 31, "0x" + "ab" * 33)),
    ("address", "AddressSpelling", (f"0x{_ADDRESS}", f"0x{_ADDRESS.lower()}", f"0x{_ADDRESS.upper()}"),
     (_ADDRESS, f"0x{_ADDRESS[:-2]}", f"0x{_ADDRESS}00", f"0X{_ADDRESS}", f"0x{_ADDRESS.swapcase()}",
      f"0x{_ADDRESS[:-1]}D", f"0x{_ADDRESS}\n", "vitalik.eth", "", None, 5)),
    ("uint8", "NumberNotation", (0, 255, "0", "255", "0xff", "0x0ff", "0xFf"),
     (-1, 256, "-1", "256", "0x100", "0x", "-0x1", "0X1", "ff", "", "01", "-0", "+1", " 1", "1\n", "1.0",
      "1e1", "1_0", "٣", True, None, [1])),
    ("int8", "NumberNotation", (-128, 127, "-128", "0x7f"), (-129, 128, "-129", "128", "0x80", "-01")),
    ("uint256", "LossyNumber", (2**53 - 1, str(2**53), str(2**256 - 1), "0x" + "f" * 64),
     (2**53, 2**53 + 1, 2**64, str(2**256), "0x0" + "f" * 64, "0x1" + "0" * 64, 1.5, "9" * 79)),
    ("int256", "LossyNumber", (-(2**53) + 1, str(-(2**255)), str(2**255 - 1)),
     (-(2**53), str(-(2**255) - 1), str(2**255))),
    ("bool[]", "TypedDataArrays", ([], [True], [True, False]), (None, True, {}, "", [None], [[True]])),
    ("bool[2]", "TypedDataArrays", ([True, False],), ([], [True], [True, True, True])),
    ("bool[10]", "TypedDataArrays", ([True] * 10,), ([True], [True] * 11)),
    ("bool[2][]", "TypedDataArrays", ([], [[True, True]]), ([[True]], [True, True])),
    ("bool[][2]", "TypedDataArrays", ([[], [True]],), ([], [[]], [[], [], []])),
)  # fmt: skip


def _values() -> Iterator[DigestCase]:
    """Yield cases of the domain's and the message's values."""
    cases = _TYPED
    for path in (("message",), ("message", "from"), ("message", "to", "wallet"), ("message", "contents")):
        where = ".".join(path)
        if len(path) > 1:
            without = _changed(_MAIL, path, _REMOVED)
            yield _bad(cases, placed(valued(where), "left-out"), "MissingField", without)
        yield _bad(cases, placed(valued(where), "null"), "WrongType", _changed(_MAIL, path, None))
        yield _bad(cases, placed(valued(where), "an-array"), "WrongType", _changed(_MAIL, path, []))
    for path in (("message", "note"), ("message", "to", "note"), ("message", "Contents")):
        label = placed(valued(".".join(path)), "a-member-that-no-type-declares")
        yield _bad(cases, label, "UndeclaredMember", _changed(_MAIL, path, "x"))
    item = _changed(PERMIT, ("message", "permitted", 1, "note"), "x")
    yield _bad(cases, "an-item-of-an-array-with-a-member-that-no-type-declares", "UndeclaredMember", item)
    twice = compact(_MAIL).replace('"contents":"H', '"contents":"","contents":"H')
    yield _bad(cases, "a-member-of-the-message-twice", "DuplicateKey", twice)
    for kind, flag, good, bad in _VALUES:
        for value in good:
            label = Label(
                f"a-value-of-{id_of(kind)}-{id_of(compact(value))}",
                f"a value of {kind}: '{compact(value)}'",
                hashed=f"a value of {kind}: '{compact(value)}'",
            )
            yield _good(cases, label, "Valid" if flag == "WrongType" else flag, _only(kind, value))
        for value in bad:
            yield _bad(
                cases,
                Label(
                    f"a-value-of-{id_of(kind)}-{id_of(compact(value))}",
                    f"a value of {kind}: '{compact(value)}'",
                    hashed=f"a value of {kind}: '{compact(value)}'",
                ),
                flag,
                _only(kind, value),
            )
    number = compact(_only("uint256", 1))
    for text in ("1.0", "1e0", "1E400", "9007199254740993", "18446744073709551616"):
        label = quoted("a-value-of-uint256-written-as", text)
        yield _bad(cases, label, "LossyNumber", number.replace('{"m":1}', f'{{"m":{text}}}'))
    for kind, value in (("Sub", {"x": True}), ("Sub[]", [{"x": True}, {"x": False}]), ("Sub[][1]", [[]])):
        yield _good(cases, quoted("a-value-of", kind), "Valid", _only(kind, value, "Sub"))
    for bits in range(8, 257, 8):
        for kind, most in ((f"uint{bits}", 2**bits - 1), (f"int{bits}", 2 ** (bits - 1) - 1)):
            yield _good(cases, f"the-largest-{kind}", "FieldLimit", _only(kind, str(most)))
            yield _bad(
                cases,
                Label(f"the-largest-{kind}-plus-1", f"the largest {kind}, plus 1"),
                "FieldLimit",
                _only(kind, str(most + 1)),
            )
    # The name of the domain and the array are values too.
    items = MAX_TYPED_DATA_VALUES - 2
    yield _good(
        cases, by_rule(f"{MAX_TYPED_DATA_VALUES}-values"), "FieldLimit", _only("uint8[]", [1] * items)
    )
    too_many = _only("uint8[]", [1] * (items + 1))
    yield _bad(cases, by_rule(f"{MAX_TYPED_DATA_VALUES + 1}-values"), "FieldLimit", too_many)


def _typed_data() -> Iterator[DigestCase]:
    cases = _TYPED
    yield cases.good(
        Label(
            "the-example-of-the-standard-as-ethers-writes-it",
            "the example of the standard, as ethers writes it",
        ),
        "PublishedVector",
    )
    for label, chain_id in (("a-number", 1), ("decimal-text", "1"), ("hex-with-a-leading-zero", "0x01")):
        document = _changed(_MAIL, ("domain", "chainId"), chain_id)
        yield cases.good(f"the-chain-id-as-{label}", "ClientVariant", compact(document))
    reordered = {name: _MAIL[name] for name in reversed(_MAIL)}
    yield cases.good("another-order-of-the-members", "ClientVariant", compact(reordered))
    reordered = {**_MAIL, "message": {name: _MAIL["message"][name] for name in reversed(_MAIL["message"])}}
    yield cases.good(
        Label("another-order-of-the-message-s-members", "another order of the message's members"),
        "ClientVariant",
        compact(reordered),
    )
    yield cases.good("white-space-between-the-members", "ClientVariant", json.dumps(_MAIL, indent=1))
    permit = compact(PERMIT)
    yield cases.good(
        Label("a-permit-as-viem-writes-it", "a permit, as viem writes it"),
        "Valid",
        permit,
        digest=PERMIT_DIGEST,
    )
    yield from _names(cases)
    yield from _json(cases)
    yield from _domain()
    yield from _declarations()
    yield from _values()


def _authorization() -> Iterator[DigestCase]:
    label: str | Label
    cases = _AUTHORIZED
    for label, document, digest in AUTHORIZATIONS:
        yield cases.good(label, "Valid", compact(document), digest=digest)
        as_text = {name: str(value) for name, value in document.items()}
        yield cases.good(
            Label(f"{id_of(label)}-decimal-text", f"{comment_of(label)}; decimal text"),
            "ClientVariant",
            compact(as_text),
            digest=digest,
        )
    backwards = compact(dict(reversed(_AUTHORIZATION.items())))
    yield cases.good("another-order-of-the-members", "ClientVariant", backwards)
    any_chain = compact(ANY_CHAIN)
    for label, payload in (
        ("chain-id-0", any_chain),
        ("chain-id-0-as-text", any_chain.replace(":0,", ':"0",')),
    ):
        allowed: dict[str, Any] = {"allow_any_chain": True, "digest": ANY_CHAIN_DIGEST}
        yield cases.good(
            Label(f"{label}-which-is-allowed", f"{words_of(label)}, which is allowed"),
            "AnyChain",
            payload,
            **allowed,
        )
        yield _bad(
            cases,
            Label(f"{label}-which-is-not-allowed", f"{words_of(label)}, which is not allowed"),
            "AnyChain",
            payload,
            "unsupported",
        )
    yield cases.good("chain-id-1-where-0-is-allowed", "AnyChain", allow_any_chain=True)
    yield from _names(cases)
    yield from _json(cases)
    for name in _AUTHORIZATION:
        without = _changed(_AUTHORIZATION, (name,), _REMOVED)
        yield _bad(cases, of_field(name, "left-out"), "MissingField", without)
        upper = {name.upper() if key == name else key: value for key, value in _AUTHORIZATION.items()}
        yield _bad(cases, _of_member(name, "in-upper-case"), "FoldedName", upper)
    for name in ("contractAddress", "yParity", "ChainId"):
        yield _bad(cases, f"a-member-{name}", "UnknownField", {**_AUTHORIZATION, name: 1})
    wrong: tuple[object, ...] = (
        -1, "-1", 1.5, True, None, [], {}, "", "01", "0x1", "1e3", "1.0", " 1", "1\n", "+1", "-0", "1_0", "٣",
    )  # fmt: skip
    for name, bits in (("chainId", 256), ("nonce", 64)):
        for value in wrong:
            document = _changed(_AUTHORIZATION, (name,), value)
            yield _bad(
                cases,
                quoted(f"{name}-is", compact(value), idea=f"FIELD is '{compact(value)}'"),
                "NumberNotation",
                document,
            )
        one = compact(_changed(_AUTHORIZATION, (name,), 17))
        for text in (
            "17.0",
            "1.7e1",
            "9007199254740992",
            "9007199254740993",
            "18446744073709551616",
            "1E400",
        ):
            label, payload = _of_member(name, _written_as(name, text)), one.replace(":17", f":{text}")
            yield _bad(cases, label, "LossyNumber", payload)
        exact = one.replace(":17", ":9007199254740991")
        yield _good(cases, of_field(name, "is-the-largest-exact-number"), "LossyNumber", exact)
        if name == "nonce":
            yield _good(cases, quoted("nonce-written-as", "-0"), "NumberNotation", one.replace(":17", ":-0"))
        for value in (2**53, 2**53 + 1, 2**bits - 1):
            document = _changed(_AUTHORIZATION, (name,), str(value))
            yield _good(
                cases,
                quoted(f"{name}-is", str(value), "as-text", idea=f"FIELD is '{value}' as text"),
                "FieldLimit",
                document,
            )
        for value in (2**bits, 2**bits + 1, 10**79):
            document = _changed(_AUTHORIZATION, (name,), str(value))
            yield _bad(
                cases,
                quoted(f"{name}-is", str(value), "as-text", idea=f"FIELD is '{value}' as text"),
                "FieldLimit",
                document,
            )
    long = {"address": DELEGATE, "chainId": str(2**256 - 1), "nonce": str(2**64 - 1)}
    yield _good(cases, "a-list-of-more-than-55-bytes-in-RLP", "FieldLimit", long)
    shorter = {"address": DELEGATE, "chainId": str(2**192 - 1), "nonce": str(2**64 - 1)}
    for chain_bytes in (24, 25, 26):
        shorter = {**shorter, "chainId": str(2 ** (8 * chain_bytes) - 1)}
        yield _good(cases, f"a-list-of-{chain_bytes + 31}-bytes-in-RLP", "FieldLimit", shorter)
    for address in (_ADDRESS.lower(), _ADDRESS.upper(), _ADDRESS):
        document = _changed(_AUTHORIZATION, ("address",), f"0x{address}")
        yield _good(
            cases,
            Label(
                f"the-address-0x{address}", f"the address '0x{address}'", hashed=f"the address '0x{address}'"
            ),
            "AddressSpelling",
            document,
        )
    for value in (
        DELEGATE[2:], DELEGATE[:-2], f"{DELEGATE}00", f"0X{DELEGATE[2:]}", f"0x{_ADDRESS.swapcase()}",
        f"0x{_ADDRESS[:-1]}D", f"{DELEGATE}\n", "0x" + "g" * 40, "", None, 5, [],
    ):  # fmt: skip
        document = _changed(_AUTHORIZATION, ("address",), value)
        yield _bad(cases, quoted("the-address-is", compact(value)), "AddressSpelling", document)


def payload_digest(_material: KeyMaterial) -> Iterator[Case]:
    """Make the cases of payload digests, which need no key."""
    yield from _every_encoding()
    yield from _typed_data()
    yield from _authorization()
