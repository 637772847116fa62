"""The tests of ``tests/proofs/test_app.py`` that take longest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    SealwaxError,
)
from tests.proofs.test_app import ENCLAVE, verify


class TestTheSignature:
    @given(st.text(max_size=40) | st.binary(max_size=40))
    def test_any_payload_gives_an_error_of_ours(self, payload: str | bytes) -> None:
        text = payload if isinstance(payload, str) else payload.decode("latin-1")
        with pytest.raises(SealwaxError):
            verify(ENCLAVE.app_proof(text))
