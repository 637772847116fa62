"""The tests of ``tests/bundles/test_quorum_key.py`` that take long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    MalformedInput,
    encrypt_oauth2_client_secret,
    encrypt_on_ramp_secret,
    encrypt_pull_secret,
    encrypt_to_quorum_key,
)
from sealwax._limits import MAX_BASE58_SECRET_BYTES
from sealwax.testing import open_envelope
from tests.bundles.test_quorum_key import ENCLAVE, FORMS
from tests.conftest import TARGET


def test_white_space_is_sealed_but_around_a_pull_secret() -> None:
    keys = ENCLAVE.encryption_keys
    assert ENCLAVE.open_oauth2_client_secret(encrypt_oauth2_client_secret(" x\n", keys=keys)) == b" x\n"
    assert ENCLAVE.open_on_ramp_secret(encrypt_on_ramp_secret(" x\n", keys=keys)) == b" x\n"
    assert ENCLAVE.open_pull_secret(encrypt_pull_secret(" x y\r\n", keys=keys)) == b"x y"
    with pytest.raises(MalformedInput, match="empty"):
        encrypt_pull_secret(" \r\n\t", keys=keys)
    largest = "x" * MAX_BASE58_SECRET_BYTES
    assert ENCLAVE.open_pull_secret(encrypt_pull_secret(f" {largest}\n", keys=keys)) == largest.encode()


@pytest.mark.parametrize("form", ["on-ramp", "pull secret"])
def test_base58_has_a_limit(form: str) -> None:
    seal, unseal, _ = FORMS[form]
    largest = b"x" * MAX_BASE58_SECRET_BYTES
    assert unseal(seal(largest, keys=ENCLAVE.encryption_keys)) == largest
    with pytest.raises(MalformedInput, match=f"larger than {MAX_BASE58_SECRET_BYTES} bytes"):
        seal(largest + b"x", keys=ENCLAVE.encryption_keys)


class TestEnvelope:
    @given(st.binary(max_size=500))
    def test_messages_round_trip(self, message: bytes) -> None:
        envelope = encrypt_to_quorum_key(message, TARGET.public_key)
        assert len(envelope) == 97 + len(message)
        assert int.from_bytes(envelope[77:81], "little") == len(message) + 16
        assert open_envelope(envelope, TARGET) == message
