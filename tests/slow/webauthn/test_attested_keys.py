"""The tests of ``tests/webauthn/test_attested_keys.py`` that take long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import SealwaxError
from tests.webauthn.test_attested_keys import MESSAGE, decode, okp


@given(st.binary(min_size=57, max_size=57), st.binary(min_size=114, max_size=114))
def test_any_bytes_are_refused(x: bytes, signature: bytes) -> None:
    with pytest.raises(SealwaxError):
        decode(okp(x)).verify(signature, MESSAGE, "it")
