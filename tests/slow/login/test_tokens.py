"""The tests of ``tests/login/test_tokens.py`` that take long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    BadSignature,
    MalformedInput,
    SealwaxError,
    verify_session_jwt,
)
from tests.login import test_tokens as quick
from tests.login.test_tokens import ENCLAVE, Kind

kind = quick.kind


def test_every_changed_character_is_refused(kind: Kind) -> None:
    token = kind.token()
    for position in range(len(token)):
        other = "A" if token[position] != "A" else "B"
        with pytest.raises((BadSignature, MalformedInput)):
            kind.check(token[:position] + other + token[position + 1 :])


@given(st.binary(), st.binary())
def test_no_signed_content_breaks_the_verifiers(header: bytes, payload: bytes) -> None:
    with pytest.raises(SealwaxError):
        verify_session_jwt(ENCLAVE.sign_session_jwt(header, payload), keys=ENCLAVE.keys)
