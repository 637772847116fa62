"""The tests of ``tests/stamps/test_api_key_verification.py`` that take longest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    ApiKey,
    BadSignature,
    MalformedInput,
    SealwaxError,
    Signer,
    verify_api_key_stamp,
)
from tests.stamps import test_api_key_verification as quick
from tests.stamps.test_api_key_verification import BODY, PRIVATE, encoded, stamp_fields

signer = quick.signer


def test_every_changed_digit_of_the_signature_is_refused(signer: Signer) -> None:
    fields = stamp_fields(signer)
    signature = fields["signature"]
    for position, digit in enumerate(signature):
        changed = signature[:position] + f"{int(digit, 16) ^ 1:x}" + signature[position + 1 :]
        with pytest.raises((BadSignature, MalformedInput)):
            verify_api_key_stamp(encoded({**fields, "signature": changed}), BODY)


@given(st.dictionaries(st.sampled_from(["publicKey", "scheme", "signature"]), st.text() | st.integers()))
def test_no_fields_break_the_verifier(fields: dict[str, object]) -> None:
    base = stamp_fields(ApiKey.from_private_key(PRIVATE))
    if all(base[name] == value for name, value in fields.items()):
        return
    with pytest.raises(SealwaxError):
        verify_api_key_stamp(encoded({**base, **fields}), BODY)
