"""The tests of ``tests/test_webhooks.py`` that take long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    SealwaxError,
)
from tests.test_webhooks import HEADERS, verify


class TestHeaders:
    @given(st.lists(st.tuples(st.text() | st.binary(), st.text() | st.binary())))
    def test_any_headers_give_one_of_our_errors(self, headers: list[tuple[str | bytes, str | bytes]]) -> None:
        with pytest.raises(SealwaxError):
            verify(headers)

    @given(st.sampled_from(sorted(HEADERS)), st.text(max_size=200))
    def test_any_value_of_a_signed_header_gives_one_of_our_errors(self, name: str, value: str) -> None:
        if value != HEADERS[name]:
            with pytest.raises(SealwaxError):
                verify({**HEADERS, name: value})
