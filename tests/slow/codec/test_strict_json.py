"""The tests of ``tests/codec/test_strict_json.py`` that take long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput
from sealwax._codec.strict_json import (
    decode_object,
)


@given(st.lists(st.sampled_from("[]{}"), max_size=150))
def test_the_depth_is_that_of_the_deepest_bracket(brackets: list[str]) -> None:
    text = "".join(brackets)
    depths = [text[:end].count("[") + text[:end].count("{") for end in range(len(text) + 1)]
    depths = [opened - (end - opened) for end, opened in enumerate(depths)]
    # In text they do not count, also after what is escaped there.
    document = f'"[" "\\"]" {text} "{{\\\\"'.encode()
    with pytest.raises(MalformedInput) as raised:
        decode_object(document, "it")
    assert ("deeply" in str(raised.value)) is (max(depths) > 64)
