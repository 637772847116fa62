"""Signed transactions: that of the request with the account's signature verifies, and nothing else does."""

import json
from typing import Any

import pytest
from solders.transaction import VersionedTransaction

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    BadSignature,
    ContextMismatch,
    MalformedInput,
    MissingExtra,
    SealwaxError,
    Unsupported,
)
from sealwax._codec.base58 import encode_base58
from sealwax._codec.rlp import Rlp, decode_rlp, encode_rlp, to_minimal
from sealwax._crypto import libsecp256k1
from sealwax._crypto.points import SECP256K1
from sealwax.activities import VerifiedSignature
from sealwax.activities.transactions import verify_transaction
from sealwax.operations import SignTransaction, SignTransactionResult
from sealwax.testing import activity_with_votes
from sealwax.wallets import derive_address
from sealwax_service.chains.ethereum import parse_ethereum, sign_ethereum
from sealwax_service.chains.solana import parse_solana, sign_solana
from tests.conftest import near_misses
from tests.service.chains import test_ethereum as ethereum
from tests.service.chains import test_solana as solana

ETHEREUM, SOLANA = "TRANSACTION_TYPE_ETHEREUM", "TRANSACTION_TYPE_SOLANA"
ORDER = SECP256K1.group_order

# The example of EIP-155.
EIP155 = "ec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080"
EIP155_SIGNED = (
    "f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195"
    "fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83"
)
EIP155_ADDRESS = "0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F"

needs_libsecp256k1 = pytest.mark.skipif(
    not libsecp256k1.HAS_LIBSECP256K1, reason="the extra secp256k1 is not installed"
)


def address_of(public_key: str) -> str:
    if len(public_key) == 64:
        return encode_base58(bytes.fromhex(public_key))
    return derive_address(public_key, "ADDRESS_FORMAT_ETHEREUM", curve="CURVE_SECP256K1")


ADDRESS = address_of(ethereum.KEY.public_key)
PAYER, OTHER = address_of(solana.KEY.public_key), address_of(solana.OTHER.public_key)


def verify(
    signed: str | bytes, unsigned: str | bytes, kind: str = ETHEREUM, address: str = ADDRESS
) -> VerifiedSignature:
    texts = [each if isinstance(each, str) else each.hex() for each in (signed, unsigned)]
    return verify_transaction(*texts, transaction_type=kind, address=address)


def test_a_transaction_of_another_network_is_refused() -> None:
    for kind in ("TRANSACTION_TYPE_TRON", "TRANSACTION_TYPE_BITCOIN", "TRANSACTION_TYPE_TEMPO", "x", ""):
        with pytest.raises(Unsupported, match="library of its network"):
            verify(EIP155_SIGNED, EIP155, kind)


# Ethereum.


def ethereum_pair(kind: int | str) -> tuple[bytes, bytes]:
    unsigned = ethereum.unsigned_of(kind, ethereum.items_of(kind))
    return sign_ethereum(ethereum.KEY, parse_ethereum(unsigned)), unsigned


def with_signature(signed: bytes, *items: Rlp) -> bytes:
    """The transaction with other v, r and s."""
    prefix = b"" if signed[0] >= 0xC0 else signed[:1]
    fields = decode_rlp(signed.removeprefix(prefix))
    assert isinstance(fields, list)
    return prefix + encode_rlp([*fields[:-3], *items])


def signature_of(signed: bytes) -> list[Any]:
    fields = decode_rlp(signed if signed[0] >= 0xC0 else signed[1:])
    assert isinstance(fields, list)
    return fields[-3:]


@needs_libsecp256k1
def test_the_example_of_eip_155() -> None:
    verified = verify(EIP155_SIGNED, EIP155, address=EIP155_ADDRESS)
    assert verified == VerifiedSignature(ethereum.KEY.public_key, "ECDSA_SECP256K1", v_checked=True)
    assert verify("0x" + EIP155_SIGNED, "0x" + EIP155, address=EIP155_ADDRESS.lower()) == verified
    assert verify(EIP155_SIGNED, EIP155, address=EIP155_ADDRESS[:-1] + "f").wrong_case


@needs_libsecp256k1
@pytest.mark.parametrize("kind", ethereum.KINDS)
def test_each_type_verifies(kind: int | str) -> None:
    signed, unsigned = ethereum_pair(kind)
    assert verify(signed, unsigned).public_key == ethereum.KEY.public_key


@needs_libsecp256k1
@pytest.mark.parametrize("kind", ethereum.KINDS)
def test_another_transaction_is_refused(kind: int | str) -> None:
    signed, _ = ethereum_pair(kind)
    items = ethereum.items_of(kind)
    for number, item in enumerate(items):
        if isinstance(item, bytes) and item:
            other = [*items[:number], item[:-1] + bytes([item[-1] ^ 2]), *items[number + 1 :]]
            with pytest.raises(BadSignature, match="not the one of the request"):
                verify(signed, ethereum.unsigned_of(kind, other))
    for other_kind in ethereum.KINDS:
        if other_kind != kind:
            with pytest.raises(BadSignature, match="not the one of the request"):
                verify(signed, ethereum_pair(other_kind)[1])


@needs_libsecp256k1
@pytest.mark.parametrize("kind", ethereum.KINDS)
def test_the_signature_of_another_account_is_refused(kind: int | str) -> None:
    signed, unsigned = ethereum_pair(kind)
    other = ethereum.key_of(b"\x47" * 32)
    for address in (address_of(other.public_key), *near_misses(ADDRESS.lower())):
        with pytest.raises(BadSignature, match="does not verify"):
            verify(signed, unsigned, address=address)
    with pytest.raises(BadSignature, match="does not verify"):
        verify(sign_ethereum(other, parse_ethereum(unsigned)), unsigned)


@needs_libsecp256k1
@pytest.mark.parametrize("kind", ethereum.KINDS)
def test_another_signature_is_refused(kind: int | str) -> None:
    signed, unsigned = ethereum_pair(kind)
    v, r, s = signature_of(signed)
    number = int.from_bytes(v, "big")
    flipped = to_minimal(number ^ 1 if number < 27 else number + (1 if number % 2 else -1))
    for items in ((flipped, r, s), (v, r[:-1] + bytes([r[-1] ^ 1]), s), (v, r, s[:-1] + bytes([s[-1] ^ 1]))):
        with pytest.raises((BadSignature, MalformedInput)):
            verify(with_signature(signed, *items), unsigned)
    # The other signature of the same bytes verifies, but no network accepts it.
    high = to_minimal(ORDER - int.from_bytes(s, "big"))
    with pytest.raises(MalformedInput, match="high"):
        verify(with_signature(signed, flipped, r, high), unsigned)


@pytest.mark.parametrize(
    ("items", "words"),
    [
        ([b"\x02", b"\1", b"\1"], "v must be 00 or 01"),
        ([b"", b"\0\1", b"\1"], "without leading zeros"),
        ([b"", b"\1", b"\0\1"], "without leading zeros"),
        ([b"\0", b"\1", b"\1"], "without leading zeros"),
        ([b"", [b"\1"], b"\1"], "integers"),
        ([b"", b"", b"\1"], "r must be above 0"),
        ([b"", b"\1", b""], "s must be above 0"),
        ([b"", to_minimal(ORDER), b"\1"], "below the order"),
        ([b"", b"\1" * 33, b"\1"], "1 to 64 digits"),
    ],
)
def test_a_malformed_signature_is_refused(items: list[Rlp], words: str) -> None:
    signed, unsigned = ethereum_pair(2)
    with pytest.raises(MalformedInput, match=words):
        verify(with_signature(signed, *items), unsigned)


@pytest.mark.parametrize("v", [0, 1, 26, 29, 34])
def test_a_v_that_no_legacy_transaction_has_is_refused(v: int) -> None:
    signed, unsigned = ethereum_pair("legacy")
    with pytest.raises(MalformedInput, match="v must be 00 or 01"):
        verify(with_signature(signed, to_minimal(v), b"\1", b"\1"), unsigned)


@pytest.mark.parametrize("signed", ["", "02", "c0", "02c0", "c28080", "80", "0280", "02c380808000", "02" * 9])
def test_what_is_not_a_signed_transaction_is_refused(signed: str) -> None:
    with pytest.raises(MalformedInput):
        verify(signed, EIP155)


@pytest.mark.parametrize("text", ["zz", "0x0x00", "0", "A0b0", " 00"])
def test_text_that_is_not_hex_is_refused(text: str) -> None:
    with pytest.raises(MalformedInput, match="the signed transaction is not hex"):
        verify(text, EIP155)
    with pytest.raises(MalformedInput, match="the unsigned transaction is not hex"):
        verify(EIP155_SIGNED, text)


def test_without_libsecp256k1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libsecp256k1, "HAS_LIBSECP256K1", False)
    with pytest.raises(MissingExtra, match="secp256k1"):
        verify(EIP155_SIGNED, EIP155)


# Solana.


def solana_pair(version: str = "legacy", *, keys: Any = None) -> tuple[bytes, bytes]:
    """A transaction that the other signer has signed: signed by the account, and as it was requested."""
    keys = keys or (solana.KEY.public_key, solana.OTHER.public_key)
    unsigned = bytes(solana.transaction_of(*keys, version=version))
    requested = sign_solana(solana.OTHER, parse_solana(unsigned))
    return sign_solana(solana.KEY, parse_solana(requested)), requested


def changed(data: bytes, place: int) -> bytes:
    place %= len(data)
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


@pytest.mark.parametrize("version", ["legacy", "v0"])
def test_the_address_is_the_key(version: str) -> None:
    for keys in (
        (solana.KEY.public_key, solana.OTHER.public_key),
        (solana.OTHER.public_key, solana.KEY.public_key),
    ):
        signed, requested = solana_pair(version, keys=keys)
        assert VersionedTransaction.from_bytes(signed).verify_with_results() == [True, True]
        verified = verify(signed, requested, SOLANA, PAYER)
        assert verified == VerifiedSignature(solana.KEY.public_key, "ED25519", v_checked=True)


def test_a_missing_signature_of_another_signer_stays_missing() -> None:
    unsigned = bytes(solana.transaction_of(solana.KEY.public_key, solana.OTHER.public_key))
    verified = verify(sign_solana(solana.KEY, parse_solana(unsigned)), unsigned, SOLANA, PAYER)
    assert verified.public_key == solana.KEY.public_key


def test_the_signature_of_another_signer_must_stay() -> None:
    signed, requested = solana_pair()
    for other in (changed(signed, 1 + 64), signed[: 1 + 64] + bytes(64) + signed[1 + 128 :]):
        with pytest.raises(BadSignature, match="other signers"):
            verify(other, requested, SOLANA, PAYER)


@pytest.mark.parametrize("version", ["legacy", "v0"])
def test_another_message_is_refused(version: str) -> None:
    signed, requested = solana_pair(version)
    for place in range(1 + 128, len(requested)):
        with pytest.raises(SealwaxError):
            verify(signed, changed(requested, place), SOLANA, PAYER)
        # Nor does the signature verify over it.
        with pytest.raises(SealwaxError):
            verify(changed(signed, place), changed(requested, place), SOLANA, PAYER)
    with pytest.raises(BadSignature, match="not the one of the request"):
        verify(signed, changed(requested, len(requested) - 1), SOLANA, PAYER)


@pytest.mark.parametrize("place", [1, 32, 33, 64])
def test_another_signature_of_solana_is_refused(place: int) -> None:
    signed, requested = solana_pair()
    with pytest.raises(BadSignature, match="does not verify"):
        verify(changed(signed, place), requested, SOLANA, PAYER)


def test_an_unsigned_transaction_is_not_a_signed_one() -> None:
    _, requested = solana_pair()
    with pytest.raises(BadSignature):
        verify(requested, requested, SOLANA, PAYER)


def test_an_account_that_is_not_a_signer_is_refused() -> None:
    signed, requested = solana_pair()
    # The program of the instruction is a key of the message, and not a signer.
    for address in (address_of("77" * 32), address_of("33" * 32)):
        with pytest.raises(ContextMismatch) as caught:
            verify(signed, requested, SOLANA, address)
        assert caught.value.code == "wrong-address"


@pytest.mark.parametrize("address", ["", "0x00", PAYER[:-4], PAYER + "1", "1" * 32, "O" * 44, "1" * 1000])
def test_an_address_that_is_not_a_key_is_refused(address: str) -> None:
    signed, requested = solana_pair()
    with pytest.raises(MalformedInput, match="address"):
        verify(signed, requested, SOLANA, address)


def test_a_message_of_an_unknown_version_is_refused() -> None:
    signed, requested = solana_pair("v0")
    assert signed[1 + 128] == 0x80
    with pytest.raises(Unsupported, match="version"):
        verify(changed(signed, 1 + 128), changed(requested, 1 + 128), SOLANA, PAYER)


def test_each_signer_has_a_signature() -> None:
    signed, requested = solana_pair()
    for data in (b"\1" + signed[1:65] + signed[129:], b"\3" + signed[1:65] + signed[1:]):
        with pytest.raises(MalformedInput, match="for each of its signers"):
            verify(data, data, SOLANA, PAYER)
        with pytest.raises(BadSignature, match="not the one of the request"):
            verify(data, requested, SOLANA, PAYER)


def test_a_transaction_that_is_cut_is_refused() -> None:
    signed, requested = solana_pair()
    for end in range(len(signed)):
        with pytest.raises(SealwaxError):
            verify(signed[:end], signed[:end] if end < 1 + 128 + 3 + 1 + 64 else requested, SOLANA, PAYER)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("", "whole transaction"),
        ("80", "whole transaction"),
        ("01" + "00" * 63, "within its signatures"),
        ("00", "whole transaction"),
        ("0080", "whole transaction"),
        ("00" + "010000" + "80", "whole transaction"),
        ("00" + "010000" + "01" + "00" * 31, "within the keys"),
    ],
)
def test_what_is_not_a_transaction_of_solana_is_refused(data: str, words: str) -> None:
    with pytest.raises(MalformedInput, match=words):
        verify(data, data, SOLANA, PAYER)


# The result of the operation.


def result_of(**changes: Any) -> SignTransactionResult:
    """The result of the operation, as it is read from the answer."""
    signed, requested = solana_pair()
    parameters: dict[str, Any] = {
        "sign_with": PAYER,
        "unsigned_transaction": requested.hex(),
        "type": SOLANA,
        **changes,
    }
    request = SignTransaction(**parameters).seal(
        ApiKeyStamper(ApiKey.from_private_key(b"\x07" * 32)), organization_id="o", timestamp_ms=1
    )
    made = activity_with_votes(
        request.body,
        [],
        activity_type="ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
        organization_id="o",
        intent={"signTransactionIntentV2": json.loads(request.body)["parameters"]},
    )
    answer = {**made, "result": {"signTransactionResult": {"signedTransaction": signed.hex()}}}
    result = request.read(json.dumps({"activity": answer})).result
    assert result is not None
    return result


def test_the_result_is_compared_with_the_request() -> None:
    assert result_of().verify().public_key == solana.KEY.public_key
    with pytest.raises(BadSignature, match="not the one of the request"):
        result_of(unsigned_transaction=changed(solana_pair()[1], -1).hex()).verify()
    with pytest.raises(ContextMismatch):
        result_of(sign_with=address_of("33" * 32)).verify()
    with pytest.raises(Unsupported):
        result_of(type="TRANSACTION_TYPE_TRON").verify()


def test_a_private_key_by_its_id_needs_an_address() -> None:
    result = result_of(sign_with="e1b4c8e2-7f9a-4c59-9d31-0a2b3c4d5e6f")
    with pytest.raises(ValueError, match="pass its address"):
        result.verify()
    assert result.verify(address=PAYER).public_key == solana.KEY.public_key
    with pytest.raises(BadSignature):
        result.verify(address=OTHER)
