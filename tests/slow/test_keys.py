"""The tests of ``tests/test_keys.py`` that take long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    DecryptionFailed,
    TargetKey,
)
from sealwax._crypto.hpke import open_base, seal_base
from sealwax._crypto.points import P256
from sealwax.keys import opening_key
from tests.signers.device_key import OnADevice


class TestKeyAgreement:
    @given(st.binary(min_size=1, max_size=100))
    def test_a_key_on_a_device_opens_what_a_target_key_opens(self, plaintext: bytes) -> None:
        key = TargetKey.generate()
        sealed = seal_base(key.private_key_object().public_key(), plaintext)
        assert open_base(opening_key(OnADevice(key)), sealed) == plaintext
        with pytest.raises(DecryptionFailed):
            open_base(opening_key(OnADevice(TargetKey.generate())), sealed)


class TestTargetKey:
    @given(st.integers(min_value=1, max_value=P256.group_order - 1))
    def test_private_keys_keep_their_leading_zeros(self, number: int) -> None:
        digits = f"{number:064x}"
        key = TargetKey.from_private_key(digits)
        assert key.private_key_hex() == digits
        assert TargetKey.from_private_key(bytes.fromhex(digits)) == key
