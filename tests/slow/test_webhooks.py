"""The tests of ``tests/test_webhooks.py`` that take longest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    SealwaxError,
)
from tests.test_webhooks import verify


class TestHeaders:
    @given(st.lists(st.tuples(st.text() | st.binary(), st.text() | st.binary())))
    def test_any_headers_give_one_of_our_errors(self, headers: list[tuple[str | bytes, str | bytes]]) -> None:
        with pytest.raises(SealwaxError):
            verify(headers)
