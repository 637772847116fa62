"""The tests of ``tests/webauthn/test_attestation.py`` that take long."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sealwax import (
    SealwaxError,
)
from tests.certificates import leaf
from tests.webauthn.test_attestation import packed, verify


class TestCertified:
    # cryptography warns of some certificates that it reads.
    @pytest.mark.filterwarnings("ignore")
    @given(st.integers(min_value=0), st.integers(min_value=1, max_value=255))
    @example(position=12, change=1)  # a version that X.509 does not have
    @example(position=39, change=16)  # a name of a type that its attribute cannot have
    def test_no_change_to_a_certificate_breaks_the_verifier(self, position: int, change: int) -> None:
        der = leaf()
        position %= len(der)
        other = der[:position] + bytes([der[position] ^ change]) + der[position + 1 :]
        try:
            verified = verify(packed(other))
        except SealwaxError:
            return
        # Nothing covers a chain of one: its own signature is for an anchor to verify.
        assert verified.anchored is False
