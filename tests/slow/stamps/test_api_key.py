"""The tests of ``tests/stamps/test_api_key.py`` that take long."""

from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ApiKey,
    ApiKeyStamper,
    verify_api_key_stamp,
)
from tests.stamps.test_api_key import PRIVATE, api_key

__all__ = ["api_key"]


@given(st.text() | st.binary())
def test_any_body_is_stamped_as_its_bytes(body: str | bytes) -> None:
    stamper = ApiKeyStamper(ApiKey.from_private_key(PRIVATE), deterministic=True)
    stamp = stamper.stamp(body)
    assert stamp == stamper.stamp(body.encode() if isinstance(body, str) else body)
    verify_api_key_stamp(stamp.header_value, body)


def test_threads_may_share_a_stamper(api_key: ApiKey) -> None:
    stamper = ApiKeyStamper(api_key, deterministic=True)
    bodies = [b"%d" % number for number in range(200)]
    with ThreadPoolExecutor(4) as threads:
        stamps = list(threads.map(stamper.stamp, bodies))
    assert stamps == [stamper.stamp(body) for body in bodies]
