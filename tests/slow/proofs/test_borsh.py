"""The tests of ``tests/proofs/test_borsh.py`` that take long."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sealwax import MalformedInput
from sealwax.proofs.borsh import (
    decode_borsh,
    encode_canonical_json,
)
from tests.proofs.test_borsh import EVERYTHING

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


values = st.fixed_dictionaries(
    {
        "text": texts,
        "bytes": st.binary(max_size=20),
        "hash": st.binary(min_size=4, max_size=4),
        "small": st.integers(0, 2**16 - 1),
        "large": st.integers(0, 2**32 - 1),
        "flag": st.booleans(),
        "choice": st.sampled_from(["Never", "Always"]),
        "option": st.none() | texts,
        "items": st.lists(st.integers(0, 2**16 - 1), max_size=8),
        "variants": st.lists(
            st.booleans().map(lambda flag: {"type": "one", "a": flag}) | st.just({"type": "two"}), max_size=8
        ),
    }
)


@given(values)
def test_values_survive_both_encodings(value: dict[str, Any]) -> None:
    assert decode_borsh(EVERYTHING.write(value), EVERYTHING, "it") == value
    written = encode_canonical_json(EVERYTHING, value)
    assert EVERYTHING.from_json(json.loads(written), "it") == value


@given(values, st.data())
def test_borsh_has_one_spelling(value: dict[str, Any], data: st.DataObject) -> None:
    encoded = EVERYTHING.write(value)
    position = data.draw(st.integers(0, len(encoded) - 1))
    changed = encoded[:position] + bytes([encoded[position] ^ data.draw(st.integers(1, 255))])
    changed += encoded[position + 1 :]
    try:
        decoded = decode_borsh(changed, EVERYTHING, "it")
    except MalformedInput:
        return
    assert EVERYTHING.write(decoded) == changed


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*EVERYTHING.members]), inner)
    ),
    max_leaves=12,
)


@given(json_values)
def test_any_json_gives_a_value_or_an_error_of_ours(value: object) -> None:
    for kind in (EVERYTHING, *EVERYTHING.members.values()):
        try:
            decoded = kind.from_json(value, "it")
        except MalformedInput:
            continue
        encode_canonical_json(kind, decoded)
