"""The tests of ``tests/codec/test_misplaced.py`` that take long."""

from hypothesis import given
from hypothesis import strategies as st

from sealwax._codec.misplaced import name_misplaced


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_content_is_quoted(content: bytes) -> None:
    assert name_misplaced(content) is None or isinstance(name_misplaced(content), str)
