"""The tests of ``tests/proofs/test_app.py`` that take long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ContextMismatch,
    SealwaxError,
)
from tests.conftest import near_misses
from tests.proofs.test_app import ENCLAVE, FACTS, expect, verify


class TestTheSignature:
    @given(st.text(max_size=40) | st.binary(max_size=40))
    def test_any_payload_gives_an_error_of_ours(self, payload: str | bytes) -> None:
        text = payload if isinstance(payload, str) else payload.decode("latin-1")
        with pytest.raises(SealwaxError):
            verify(ENCLAVE.app_proof(text))


class TestWhatIsExpected:
    @pytest.mark.parametrize(
        ("name", "code"),
        [
            ("organization_id", "wrong-organization"),
            ("wallet_id", "wrong-address"),
            ("derivation_path", "wrong-address"),
            ("address", "wrong-address"),
        ],
    )
    def test_each_fact(self, name: str, code: str) -> None:
        for other in (FACTS[name][:-1], FACTS[name] + " ", FACTS[name].upper() + "x", "", FACTS[name][:8]):
            with pytest.raises(ContextMismatch) as caught:
                verify(expected=expect(**{name: other}))
            assert caught.value.code == code
            assert FACTS[name] not in str(caught.value)
        for near in near_misses(FACTS["address"]):
            with pytest.raises(ContextMismatch, match="the address of the app proof is not the expected one"):
                verify(expected=expect(address=near))
