"""The tests of ``tests/stamps/test_webauthn.py`` that take longest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealwax import (
    SealwaxError,
)
from sealwax.testing import SoftwareAuthenticator
from tests.stamps import test_webauthn as quick
from tests.stamps.test_webauthn import ORIGIN, RP_ID, verify

passkey = quick.passkey


@given(st.text() | st.binary())
def test_no_header_breaks_the_verifier(header: str | bytes) -> None:
    passkey = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, seed=b"\1" * 32)
    with pytest.raises(SealwaxError):
        verify(header, passkey)
