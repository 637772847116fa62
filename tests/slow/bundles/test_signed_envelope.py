"""The tests of ``tests/bundles/test_signed_envelope.py`` that take long."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    BadSignature,
    MalformedInput,
    SealwaxError,
    UntrustedSigner,
)
from tests.bundles.test_signed_envelope import FIELDS, open_production
from tests.conftest import CapturedWallet


def with_digit_changed(text: str, position: int) -> str:
    return text[:position] + f"{int(text[position], 16) ^ 1:x}" + text[position + 1 :]


def test_every_changed_digit_is_refused(captured_wallet: CapturedWallet) -> None:
    expected: dict[str, tuple[type[SealwaxError], ...]] = {
        "data": (BadSignature,),
        # Not every change leaves DER.
        "dataSignature": (BadSignature, MalformedInput),
        "enclaveQuorumPublic": (UntrustedSigner,),
    }
    for name, errors in expected.items():
        value = captured_wallet.bundle[name]
        for position in range(len(value)):
            bundle = {**captured_wallet.bundle, name: with_digit_changed(value, position)}
            with pytest.raises(errors):
                open_production(json.dumps(bundle))


json_values = st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.text())


@given(st.dictionaries(st.sampled_from(FIELDS), json_values))
def test_no_fields_break_the_parser(fields: dict[str, object]) -> None:
    with pytest.raises(SealwaxError):
        open_production(json.dumps({"version": "v1.0.0", **fields}))
