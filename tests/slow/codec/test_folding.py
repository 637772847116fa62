"""The tests of ``tests/codec/test_folding.py`` that take longest."""

import sys

from sealwax._codec.folding import fold


def test_folding_is_simple_case_folding() -> None:
    # Of all characters, only these are not ASCII and fold to one that is: CaseFolding.txt, statuses C and S.
    found = {chr(point) for point in range(128, sys.maxunicode + 1) if fold(chr(point)).isascii()}
    assert {character: fold(character) for character in found} == {"\u017f": "s", "\u212a": "k"}
    assert fold("tO_\u212a1\u017f") == "to_k1s"
