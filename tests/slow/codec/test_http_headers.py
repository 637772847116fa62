"""The tests of ``tests/codec/test_http_headers.py`` that take long."""

from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput
from sealwax._codec.http_headers import read_headers
from tests.codec.test_http_headers import WANTED


@given(st.lists(st.tuples(st.text() | st.binary() | st.sampled_from(["X-One", "x-two"]), st.text())))
def test_what_is_read_was_there(pairs: list[tuple[str | bytes, str]]) -> None:
    try:
        found = read_headers(pairs, WANTED)
    except MalformedInput:
        return
    assert found.keys() <= WANTED.keys()
    assert set(found.values()) <= {value for _, value in pairs}
