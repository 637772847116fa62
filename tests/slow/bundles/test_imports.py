"""The tests of ``tests/bundles/test_imports.py`` that take long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ExportedAccount,
    MalformedInput,
)
from sealwax._codec.base58 import encode_base58, encode_base58check
from tests.bundles.test_imports import PRIVATE_KEY, new_target, opened


class TestPrivateKey:
    @given(st.binary(min_size=32, max_size=32))
    def test_solana_keys_round_trip(self, seed: bytes) -> None:
        assert opened(new_target().encrypt_private_key(ExportedAccount(seed).to_solana())) == seed

    @pytest.mark.parametrize(
        "key",
        [
            b"",
            PRIVATE_KEY[:-1],
            PRIVATE_KEY * 2,
            "",
            "0x",
            PRIVATE_KEY.hex()[:-2],
            PRIVATE_KEY.hex()[:-1],
            PRIVATE_KEY.hex() + "\n",
            " " + PRIVATE_KEY.hex(),
            "0x" + PRIVATE_KEY.hex() * 2,
            PRIVATE_KEY.hex() * 2,
            encode_base58(PRIVATE_KEY),  # a seed without its public key
            encode_base58check(b"\x1f" * 64),
            encode_base58(b"\x1f" * 63),
            "1" * 300,
            "0OIl" * 20,
            PRIVATE_KEY + b"\0",
            PRIVATE_KEY[1:],
        ],
    )
    def test_other_keys_are_refused_and_not_quoted(self, key: str | bytes) -> None:
        target = new_target()
        with pytest.raises(MalformedInput) as raised:
            target.encrypt_private_key(key)
        assert not key or str(key) not in str(raised.value)
        assert opened(target.encrypt_private_key(PRIVATE_KEY)) == PRIVATE_KEY  # it was not used up
