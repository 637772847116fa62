"""The tests of ``tests/bundles/test_imports.py`` that take longest."""

from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ExportedAccount,
)
from tests.bundles.test_imports import new_target, opened


class TestPrivateKey:
    @given(st.binary(min_size=32, max_size=32))
    def test_solana_keys_round_trip(self, seed: bytes) -> None:
        assert opened(new_target().encrypt_private_key(ExportedAccount(seed).to_solana())) == seed
