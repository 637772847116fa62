"""The tests of ``tests/stamps/test_attested.py`` that take long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    SealwaxError,
)
from tests.stamps.test_attested import verify


@given(st.text() | st.binary())
def test_no_header_breaks_the_verifier(header: str | bytes) -> None:
    with pytest.raises(SealwaxError):
        verify(header)
