"""Transactions of Solana, checked by solders."""

import pytest
from solders.hash import Hash
from solders.instruction import Instruction
from solders.message import Message, MessageV0
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.transaction import VersionedTransaction

from sealwax.errors import MalformedInput
from sealwax.wallets.public_key import find_curve, public_key_of
from sealwax_service.chains.signatures import SigningKey
from sealwax_service.chains.solana import parse_solana, sign_solana
from tests.service.client import Client

ACCOUNT = {
    "curve": "CURVE_ED25519",
    "pathFormat": "PATH_FORMAT_BIP32",
    "path": "m/44'/501'/0'/0'",
    "addressFormat": "ADDRESS_FORMAT_SOLANA",
}
PROGRAM = Pubkey.from_bytes(b"\x77" * 32)


def key_of(number: int) -> SigningKey:
    private_key = bytes([number]) * 32
    public_key = public_key_of(private_key, find_curve("CURVE_ED25519")).compressed.hex()
    return SigningKey(private_key, public_key, "CURVE_ED25519")


KEY, OTHER = key_of(1), key_of(2)


def transaction_of(*keys: str, version: str = "legacy") -> VersionedTransaction:
    """An unsigned transaction that these keys must sign, the first of which pays."""
    from solders.instruction import AccountMeta  # noqa: PLC0415

    signers = [Pubkey.from_bytes(bytes.fromhex(key)) for key in keys]
    metas = [AccountMeta(each, is_signer=True, is_writable=True) for each in signers]
    instruction = Instruction(PROGRAM, b"\1\2\3", metas)
    message: Message | MessageV0
    if version == "legacy":
        message = Message.new_with_blockhash([instruction], signers[0], Hash.default())
    else:
        message = MessageV0.try_compile(signers[0], [instruction], [], Hash.default())
    return VersionedTransaction.populate(message, [Signature.default()] * len(keys))


@pytest.mark.parametrize("version", ["legacy", "v0"])
def test_the_signature_takes_the_place_of_its_key(version: str) -> None:
    unsigned = bytes(transaction_of(KEY.public_key, OTHER.public_key, version=version))
    half = sign_solana(OTHER, parse_solana(unsigned))
    assert VersionedTransaction.from_bytes(half).verify_with_results() == [False, True]
    # What others have signed stays.
    whole = sign_solana(KEY, parse_solana(half))
    assert VersionedTransaction.from_bytes(whole).verify_with_results() == [True, True]
    assert whole[1 + 64 + 64 :] == unsigned[1 + 64 + 64 :]


def test_a_key_that_need_not_sign_is_refused() -> None:
    with pytest.raises(MalformedInput, match="signWith"):
        sign_solana(key_of(3), parse_solana(bytes(transaction_of(KEY.public_key))))


def test_one_thing_wrong_is_refused() -> None:
    valid = bytes(transaction_of(KEY.public_key))
    assert bytes(parse_solana(valid)) == valid
    message = valid[65:]
    for data in (
        b"",
        valid[:-1],
        valid + b"\0",
        # No place for the signature, one too many, and a count in a longer form.
        b"\0" + message,
        b"\2" + bytes(128) + message,
        b"\x81\0" + valid[1:],
        message,
    ):
        with pytest.raises(MalformedInput):
            parse_solana(data)
    with pytest.raises(MalformedInput, match="if it is only the message, put the number of signatures"):
        parse_solana(message)


def test_over_http(client: Client) -> None:
    (address,) = client.submit("create_wallet", walletName="s", accounts=[ACCOUNT]).result["addresses"]
    key = bytes(Pubkey.from_string(address)).hex()
    unsigned = bytes(transaction_of(key))
    given = {"signWith": address, "unsignedTransaction": unsigned.hex(), "type": "TRANSACTION_TYPE_SOLANA"}
    signed = client.submit("sign_transaction", **given).result["signedTransaction"]
    assert VersionedTransaction.from_bytes(bytes.fromhex(signed)).verify_with_results() == [True]
    reply = client.submit("sign_transaction", **{**given, "unsignedTransaction": unsigned.hex()[:-2]})
    assert reply.error == (400, "INVALID_TRANSACTION")
