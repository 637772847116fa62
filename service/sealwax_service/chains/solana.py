"""Unsigned transactions of Solana: read and signed.

A transaction consists of its signatures (64 zero bytes for a missing one) and its message, legacy or of
version 0. A signature has the position of its key among the required signers.
"""

from typing import Final

from solders.message import to_bytes_versioned
from solders.signature import Signature
from solders.transaction import SanitizeError, VersionedTransaction

from sealwax.errors import MalformedInput

from .signatures import SigningKey, sign_ed25519

SOLANA: Final = "TRANSACTION_TYPE_SOLANA"
"""The type of these transactions, by the API's name."""


def parse_solana(unsigned: bytes) -> VersionedTransaction:
    """Read a transaction; refuse missing or extra bytes."""
    try:
        transaction = VersionedTransaction.from_bytes(unsigned)
        transaction.sanitize()
    except (ValueError, SanitizeError):
        raise MalformedInput(
            "this is not a Solana transaction; if it is only the message, put the number of signatures, and "
            "64 zero bytes for each, before it"
        ) from None
    if bytes(transaction) != unsigned:
        raise MalformedInput("the transaction has bytes after it, or is not in its shortest form")
    return transaction


def sign_solana(key: SigningKey, transaction: VersionedTransaction) -> bytes:
    """Sign a transaction; return it with the signature."""
    message = transaction.message
    required = message.header.num_required_signatures
    signers = [bytes(each).hex() for each in message.account_keys[:required]]
    if key.public_key not in signers:
        raise MalformedInput("the transaction does not name signWith among the keys that must sign")
    signatures = [*transaction.signatures]
    signature = sign_ed25519(key, to_bytes_versioned(message))
    signatures[signers.index(key.public_key)] = Signature.from_bytes(signature)
    return bytes(VersionedTransaction.populate(message, signatures))
