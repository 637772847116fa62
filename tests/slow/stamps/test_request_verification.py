"""The tests of ``tests/stamps/test_request_verification.py`` that take long."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ApiKeyStamper,
    SealwaxError,
)
from tests.stamps.test_request_verification import OTHER, verify


@given(st.dictionaries(st.text(max_size=20), st.text() | st.binary() | st.lists(st.text())), st.binary())
def test_whatever_arrives_gives_an_error_of_ours(headers: dict[str, Any], body: bytes) -> None:
    for stamped in (headers, {**headers, **ApiKeyStamper(OTHER).stamp(body).headers}):
        with pytest.raises(SealwaxError):
            verify(body, stamped)
