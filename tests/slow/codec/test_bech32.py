"""The tests of ``tests/codec/test_bech32.py`` that take long."""

import pytest

from sealwax._codec.bech32 import decode_bech32, encode_bech32
from sealwax.errors import MalformedInput
from tests.codec.test_bech32 import VALID


@pytest.mark.parametrize(("text", "constant"), VALID)
def test_published_texts(text: str, constant: int) -> None:
    decoded = decode_bech32(text, "it")
    assert decoded.constant == constant
    assert encode_bech32(*decoded) == text.lower()
    for place in range(len(text)):
        for other in ("q", "p", "b", "1", "é"):
            changed = text[:place] + (other.upper() if text.isupper() else other) + text[place + 1 :]
            if changed != text:
                with pytest.raises(MalformedInput):
                    decode_bech32(changed, "it")
