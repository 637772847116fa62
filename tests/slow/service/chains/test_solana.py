"""The tests of ``tests/service/chains/test_solana.py`` that take long."""

import random

from solders.transaction import VersionedTransaction

from sealwax.errors import MalformedInput
from sealwax_service.chains.solana import parse_solana, sign_solana
from tests.service.chains.test_solana import KEY, OTHER, transaction_of


def test_mutated_transactions_are_signed_or_refused() -> None:
    dice = random.Random(1)
    valid = bytes(transaction_of(KEY.public_key, OTHER.public_key, version="v0"))
    for _ in range(2000):
        data = bytearray(valid)
        data[dice.choice([0, 129, 130, 131, 132, 133, *range(129, len(data))])] = dice.randrange(256)
        try:
            signed = sign_solana(KEY, parse_solana(bytes(data)))
        except MalformedInput:
            continue
        assert VersionedTransaction.from_bytes(signed).verify_with_results()[0]
