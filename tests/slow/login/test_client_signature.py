"""The tests of ``tests/login/test_client_signature.py`` that take long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    SealwaxError,
    sign_login,
    verify_client_signature,
)
from tests.login.test_client_signature import KEY, TOKEN

values = st.none() | st.integers() | st.text() | st.lists(st.text())


@given(st.dictionaries(st.sampled_from(["publicKey", "scheme", "message", "signature"]), values))
def test_no_fields_break_the_verifier(fields: dict[str, object]) -> None:
    with pytest.raises(SealwaxError):
        verify_client_signature({**sign_login(KEY, TOKEN).to_dict(), "signature": "00", **fields})
