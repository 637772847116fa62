"""The tests of ``tests/proofs/test_nitro.py`` that take long."""

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    SealwaxError,
)
from tests.proofs.test_nitro import DOCUMENT, changed, odd, verify


@given(st.integers(0, len(DOCUMENT) - 1), st.integers(1, 255))
def test_no_byte_can_be_changed(position: int, difference: int) -> None:
    other = DOCUMENT[:position] + bytes([DOCUMENT[position] ^ difference]) + DOCUMENT[position + 1 :]
    with pytest.raises(SealwaxError):
        verify(other)


members = st.sampled_from(
    [
        "module_id",
        "digest",
        "timestamp",
        "pcrs",
        "certificate",
        "cabundle",
        "public_key",
        "user_data",
        "nonce",
    ]
)


@given(members, odd)
def test_any_member_gives_a_document_or_an_error_of_ours(name: str, value: object) -> None:
    try:
        document = verify(changed(**{name: value}))
    except SealwaxError:
        return
    assert (
        name in {"module_id", "timestamp", "pcrs"} or getattr(document, name, None) is not None or not value
    )


@given(odd)
def test_any_parts_give_an_error_of_ours(value: object) -> None:
    parts = cbor2.loads(DOCUMENT)
    for position in range(4):
        if position == 1 and value == {}:
            continue
        with pytest.raises(SealwaxError):
            verify(cbor2.dumps([*parts[:position], value, *parts[position + 1 :]]))
