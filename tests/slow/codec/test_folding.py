"""The tests of ``tests/codec/test_folding.py`` that take long."""

import sys
from contextlib import nullcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    MalformedInput,
)
from sealwax._codec.folding import check_names, fold


def test_folding_is_simple_case_folding() -> None:
    # Of all characters, only these are not ASCII and fold to one that is: CaseFolding.txt, statuses C and S.
    found = {chr(point) for point in range(128, sys.maxunicode + 1) if fold(chr(point)).isascii()}
    assert {character: fold(character) for character in found} == {"\u017f": "s", "\u212a": "k"}
    assert fold("tO_\u212a1\u017f") == "to_k1s"


@given(st.dictionaries(st.sampled_from(["task", "Task", "TASK", "tas\u212a", "x", "X", "part"]), st.none()))
def test_just_the_names_that_fold_are_found(names: dict[str, None]) -> None:
    known = frozenset({"task", "part"})
    with (
        pytest.raises(MalformedInput)
        if any(fold(name) in known - {name} for name in names)
        else nullcontext()
    ):
        check_names(names, known, "it")
