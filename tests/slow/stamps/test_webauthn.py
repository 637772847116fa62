"""The tests of ``tests/stamps/test_webauthn.py`` that take long."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    BadSignature,
    MalformedInput,
    SealwaxError,
    webauthn_challenge,
)
from sealwax._codec.base64url import encode_base64url
from sealwax._codec.strict_json import encode_json
from sealwax.testing import SoftwareAuthenticator
from tests.stamps import test_webauthn as quick
from tests.stamps.test_webauthn import BODY, ORIGIN, RP_ID, stamp_of, verify

__all__ = ["passkey"]

passkey = quick.passkey


@given(st.text() | st.binary())
def test_no_header_breaks_the_verifier(header: str | bytes) -> None:
    passkey = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, seed=b"\1" * 32)
    with pytest.raises(SealwaxError):
        verify(header, passkey)


@pytest.mark.parametrize("name", ["authenticatorData", "clientDataJson", "signature"])
def test_every_changed_byte_is_refused(passkey: SoftwareAuthenticator, name: str) -> None:
    assertion = passkey.get_assertion(webauthn_challenge(BODY))
    fields = json.loads(stamp_of(assertion))
    attribute = {"authenticatorData": "authenticator_data", "clientDataJson": "client_data_json"}.get(
        name, name
    )
    value: bytes = getattr(assertion, attribute)
    for position in range(len(value)):
        changed = value[:position] + bytes([value[position] ^ 1]) + value[position + 1 :]
        with pytest.raises((BadSignature, MalformedInput)):
            verify(encode_json({**fields, name: encode_base64url(changed)}), passkey)
