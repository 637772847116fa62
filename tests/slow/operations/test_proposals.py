"""The tests of ``tests/operations/test_proposals.py`` that take long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    SealwaxError,
)
from sealwax.activities import activity_fingerprint
from sealwax.operations import ProposalFile
from tests.operations.test_proposals import BODY, KEYS, STAMPERS, file_of, read


@given(st.data())
def test_no_mutation_of_a_file_passes_as_another_body(data: st.DataObject) -> None:
    text = bytearray(file_of(*STAMPERS[:2]).to_text().encode())
    place = data.draw(st.integers(0, len(text) - 1))
    text[place] = data.draw(st.integers(0, 255))
    try:
        made = ProposalFile.from_text(bytes(text))
    except SealwaxError:
        return
    assert made.body == BODY
    assert {each.public_key for each in made.signers} <= {key.public_key for key in KEYS}


@given(st.integers(0, len(BODY) - 1), st.integers(1, 255))
def test_a_changed_byte_never_passes(place: int, change: int) -> None:
    body = bytearray(BODY)
    body[place] ^= change
    with pytest.raises(SealwaxError):
        read(bytes(body), expected_fingerprint=activity_fingerprint(BODY))
