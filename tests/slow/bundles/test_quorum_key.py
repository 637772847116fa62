"""The tests of ``tests/bundles/test_quorum_key.py`` that take longest."""

import pytest

from sealwax import (
    MalformedInput,
    encrypt_oauth2_client_secret,
    encrypt_on_ramp_secret,
    encrypt_pull_secret,
)
from sealwax._limits import MAX_BASE58_SECRET_BYTES
from tests.bundles.test_quorum_key import ENCLAVE, FORMS


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
