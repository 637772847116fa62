"""Transactions of Ethereum: signed ones name the account that signed, and what is not one is refused."""

import copy
from typing import Any

import pytest

from sealwax._codec.rlp import Rlp, decode_rlp, encode_rlp, to_minimal
from sealwax._crypto import libsecp256k1
from sealwax._crypto.keccak import keccak256
from sealwax.errors import MalformedInput
from sealwax.wallets.public_key import find_curve, public_key_of
from sealwax_service.chains.ethereum import TYPES, parse_ethereum, sign_ethereum
from sealwax_service.chains.signatures import SigningKey
from tests.service.client import ETHEREUM, Client

TO = b"\x35" * 20
HASH = b"\x01" + b"\x42" * 31
ACCESS: Rlp = [[TO, [HASH, b"\0" * 32]], [b"\0" * 20, []]]
AUTHORIZATION: Rlp = [[b"\1", TO, b"", b"\1", b"\x11" * 32, b"\x22" * 32]]

VALUES: dict[str, Rlp] = {
    "chainId": b"\xaa\x36\xa7",
    "nonce": b"\x09",
    "gasPrice": b"\x04\xa8\x17\xc8\x00",
    "maxPriorityFeePerGas": b"",
    "maxFeePerGas": b"\x01\x00",
    "gasLimit": b"\x52\x08",
    "to": TO,
    "value": b"\x0d\xe0\xb6\xb3\xa7\x64\x00\x00",
    "data": b"\0\1\2",
    "accessList": ACCESS,
    "maxFeePerBlobGas": b"\1",
    "blobVersionedHashes": [HASH],
    "authorizationList": AUTHORIZATION,
}
LEGACY = ("nonce", "gasPrice", "gasLimit", "to", "value", "data")


def key_of(private_key: bytes) -> SigningKey:
    public_key = public_key_of(private_key, find_curve("CURVE_SECP256K1")).compressed.hex()
    return SigningKey(private_key, public_key, "CURVE_SECP256K1")


KEY = key_of(b"\x46" * 32)


def items_of(kind: int | str) -> list[Rlp]:
    if kind == "legacy":
        return [VALUES[name] for name in LEGACY]
    if kind == "eip155":
        return [*items_of("legacy"), VALUES["chainId"], b"", b""]
    return [VALUES[name] for name in TYPES[int(kind)]]


KINDS: list[int | str] = ["legacy", "eip155", *TYPES]


def unsigned_of(kind: int | str, items: list[Rlp]) -> bytes:
    return (b"" if isinstance(kind, str) else bytes([kind])) + encode_rlp(items)


def recover(signed: bytes, unsigned: bytes) -> str:
    """The public key that signed, as a node finds it."""
    if not libsecp256k1.HAS_LIBSECP256K1:
        pytest.skip("the extra secp256k1 is not installed")
    is_typed = signed[0] in TYPES
    items = decode_rlp(signed[1:] if is_typed else signed)
    assert isinstance(items, list)
    v, r, s = (int.from_bytes(each, "big") for each in items[-3:] if isinstance(each, bytes))
    parity = v if is_typed else (v - 27 if v in {27, 28} else (v - 35) % 2)
    key = libsecp256k1.recover_public_key(
        r.to_bytes(32, "big") + s.to_bytes(32, "big"), parity, keccak256(unsigned)
    )
    assert key is not None
    return key.hex()


def test_a_key_is_shown_without_its_secret() -> None:
    assert KEY.public_key in repr(KEY)
    assert "46" * 4 not in repr(KEY).replace(KEY.public_key, "")


def test_the_example_of_eip_155() -> None:
    unsigned = "ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080"
    signed = sign_ethereum(KEY, parse_ethereum(bytes.fromhex(unsigned)))
    assert signed.hex() == (
        "f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195"
        "fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83"
    )


@pytest.mark.parametrize("kind", KINDS)
def test_each_type_is_signed(kind: int | str) -> None:
    for number in range(1, 9):
        key, items = key_of(bytes([number]) * 32), items_of(kind)
        items[1] = to_minimal(number * 1000)
        unsigned = unsigned_of(kind, items)
        transaction = parse_ethereum(unsigned)
        signed = sign_ethereum(key, transaction)
        assert recover(signed, unsigned) == key.public_key
        read = decode_rlp(signed[0 if isinstance(kind, str) else 1 :])
        assert isinstance(read, list)
        kept = items[:6] if isinstance(kind, str) else items
        assert read[:-3] == kept
        if kind == "eip155":
            assert int.from_bytes(read[-3], "big") - 35 - 2 * 11155111 in {0, 1}  # type: ignore[arg-type]


def test_creations() -> None:
    for kind in ("legacy", "eip155", 1, 2, 3, 4):
        items = items_of(kind)
        names = LEGACY if isinstance(kind, str) else [*TYPES[kind]]
        items[[*names].index("to")] = b""
        unsigned = unsigned_of(kind, items)
        if kind in {3, 4}:
            with pytest.raises(MalformedInput, match="`to`"):
                parse_ethereum(unsigned)
        else:
            assert parse_ethereum(unsigned).fields["to"] == b""


def broken(kind: int | str) -> "list[list[Rlp]]":
    """Each transaction of a type with one thing wrong."""
    items = items_of(kind)
    made: list[list[Rlp]] = [items[:-1], [*items, b"\1"], [*items, b"", b"\1", b"\1"], []]
    for number, item in enumerate(items):
        changes: list[Rlp] = [[item]] if isinstance(item, bytes) else [b"", [b""], [[b""]], [[TO, []], []]]
        if isinstance(item, bytes) and item not in {b"\0\1\2", TO}:
            changes += [b"\0" + item, b"\1" * 33]
        if item == TO:
            changes += [TO[:-1], TO + b"\0"]
        made += [[*items[:number], change, *items[number + 1 :]] for change in changes]
    deep: list[Any] = [[[TO[1:], []]], [[TO, [HASH[1:]]]], [[TO, b""]], [[TO, [], []]], [[TO, [[]]]]]
    names = [] if isinstance(kind, str) else [*TYPES[kind]]
    if "accessList" in names:
        at = names.index("accessList")
        made += [[*items[:at], copy.deepcopy(change), *items[at + 1 :]] for change in deep]
    if "authorizationList" in names:
        wrong: list[Any] = [[AUTHORIZATION[0][:-1]], [[b"\1", b"", *AUTHORIZATION[0][2:]]]]  # type: ignore[index]
        made += [[*items[:-1], change] for change in wrong]
    return made


@pytest.mark.parametrize("kind", KINDS)
def test_one_thing_wrong_is_refused(kind: int | str) -> None:
    assert parse_ethereum(unsigned_of(kind, items_of(kind)))
    for items in broken(kind):
        if (kind, items) == ("eip155", items_of("legacy")):
            continue
        with pytest.raises(MalformedInput):
            parse_ethereum(unsigned_of(kind, items))


@pytest.mark.parametrize("data", ["", "00", "05c0", "7fc0", "80", "02", "02c0", "c0", "76c0", "0280"])
def test_what_is_not_a_transaction_is_refused(data: str) -> None:
    with pytest.raises(MalformedInput):
        parse_ethereum(bytes.fromhex(data))


def test_a_blob_transaction_in_its_network_form_is_refused() -> None:
    network = b"\x03" + encode_rlp([items_of(3), [b"\0"], [b"\1" * 48], [b"\2" * 48]])
    with pytest.raises(MalformedInput, match="without blobs"):
        parse_ethereum(network)


class TestOverHttp:
    def test_signed_with_an_address(self, client: Client) -> None:
        (account,) = client.query("list_wallet_accounts")["accounts"]
        unsigned = unsigned_of(2, items_of(2))
        for prefix in ("", "0x"):
            given = {
                "signWith": account["address"],
                "unsignedTransaction": prefix + unsigned.hex(),
                "type": "TRANSACTION_TYPE_ETHEREUM",
            }
            signed = client.submit("sign_transaction", **given).result["signedTransaction"]
            assert recover(bytes.fromhex(signed), unsigned) == account["publicKey"]

    def test_the_older_version(self, client: Client) -> None:
        unsigned = unsigned_of("eip155", items_of("eip155"))
        given = {
            "privateKeyId": client.service.ids["privateKeyId"],
            "unsignedTransaction": unsigned.hex(),
            "type": "TRANSACTION_TYPE_ETHEREUM",
        }
        body = client.body("sign_transaction", given, type="ACTIVITY_TYPE_SIGN_TRANSACTION")
        signed = client.post("sign_transaction", body).result["signedTransaction"]
        assert recover(bytes.fromhex(signed), unsigned) == client.private_key()["publicKey"]

    def test_an_account_without_a_network_signs_no_transaction(self, client: Client) -> None:
        account = {**ETHEREUM, "addressFormat": "ADDRESS_FORMAT_COMPRESSED"}
        (address,) = client.submit("create_wallet", walletName="c", accounts=[account]).result["addresses"]
        given = {"signWith": address, "unsignedTransaction": "c0", "type": "TRANSACTION_TYPE_ETHEREUM"}
        reply = client.submit("sign_transaction", **given)
        assert reply.error == (400, "REQUEST_INVALID")
        assert "raw payloads" in reply.body["message"]
