"""The tests of ``tests/service/chains/test_ethereum.py`` that take long."""

import random

import pytest

from sealwax.errors import MalformedInput
from sealwax_service.chains.ethereum import parse_ethereum, sign_ethereum
from tests.service.chains.test_ethereum import KEY, KINDS, items_of, recover, unsigned_of
from tests.service.client import Client


def test_mutated_transactions_are_signed_or_refused() -> None:
    dice = random.Random(1)
    for kind in KINDS:
        valid = unsigned_of(kind, items_of(kind))
        for _ in range(300):
            data = bytearray(valid)
            data[dice.randrange(len(data))] = dice.randrange(256)
            try:
                transaction = parse_ethereum(bytes(data))
            except MalformedInput:
                continue
            assert recover(sign_ethereum(KEY, transaction), bytes(data)) == KEY.public_key


class TestOverHttp:
    @pytest.mark.parametrize(
        ("changes", "code", "words"),
        [
            (
                {"type": "TRANSACTION_TYPE_BITCOIN"},
                "UNSUPPORTED_TRANSACTION_TYPE",
                "TRANSACTION_TYPE_BITCOIN",
            ),
            ({"type": "TRANSACTION_TYPE_TRON"}, "UNSUPPORTED_TRANSACTION_TYPE", "TRANSACTION_TYPE_TRON"),
            ({"type": "TRANSACTION_TYPE_TEMPO"}, "UNSUPPORTED_TRANSACTION_TYPE", "TRANSACTION_TYPE_TEMPO"),
            ({"type": "x"}, "UNSUPPORTED_TRANSACTION_TYPE", "signs"),
            ({"type": "TRANSACTION_TYPE_SOLANA"}, "REQUEST_INVALID", "CURVE_ED25519"),
            ({"unsignedTransaction": "zz"}, "INVALID_TRANSACTION", "hex"),
            ({"unsignedTransaction": "02c0"}, "INVALID_TRANSACTION", "items"),
            ({"signWith": "x"}, "SEALWAX_NOT_FOUND", "signWith"),
        ],
    )
    def test_refused(self, client: Client, changes: dict[str, str], code: str, words: str) -> None:
        given = {
            "signWith": client.service.ids["privateKeyId"],
            "unsignedTransaction": unsigned_of(1, items_of(1)).hex(),
            "type": "TRANSACTION_TYPE_ETHEREUM",
        }
        assert client.submit("sign_transaction", **given).result
        reply = client.submit("sign_transaction", **{**given, **changes})
        assert reply.error[1] == code
        assert words in reply.body["message"]
