"""The tests of ``tests/stamps/test_api_key.py`` that take longest."""

from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    verify_api_key_stamp,
)
from tests.stamps.test_api_key import PRIVATE


@given(st.text() | st.binary())
def test_any_body_is_stamped_as_its_bytes(body: str | bytes) -> None:
    stamper = ApiKeyStamper(ApiKey.from_private_key(PRIVATE), deterministic=True)
    stamp = stamper.stamp(body)
    assert stamp == stamper.stamp(body.encode() if isinstance(body, str) else body)
    verify_api_key_stamp(stamp.header_value, body)
