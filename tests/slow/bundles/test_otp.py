"""The tests of ``tests/bundles/test_otp.py`` that take long."""

import json

from hypothesis import given
from hypothesis import strategies as st

from tests.bundles.test_otp import encrypt, opened


@given(st.text(min_size=1))
def test_any_code_arrives(code: str) -> None:
    assert json.loads(opened(encrypt(code)))["otp_code"] == code
