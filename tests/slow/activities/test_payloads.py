"""The tests of ``tests/activities/test_payloads.py`` that take long."""

from hypothesis import given
from hypothesis import strategies as st

from sealwax import SealwaxError
from sealwax.activities import payload_digest
from tests.activities.known_payloads import (
    EIP712,
    EIP7702,
)
from tests.activities.test_payloads import (
    ED25519,
    HEX,
    KECCAK256,
    NO_OP,
    NOT_APPLICABLE,
    P256,
    SECP256K1,
    SHA256,
    TEXT,
)


@given(
    st.one_of(st.text(), st.binary()),
    st.sampled_from([HEX, TEXT, EIP712, EIP7702]),
    st.sampled_from([SHA256, KECCAK256, NO_OP, NOT_APPLICABLE]),
    st.sampled_from([SECP256K1, P256, ED25519]),
)
def test_any_payload_gives_a_digest_or_an_error_of_ours(
    payload: str | bytes, encoding: str, hash_function: str, curve: str
) -> None:
    try:
        payload_digest(payload, encoding=encoding, hash_function=hash_function, curve=curve)
    except SealwaxError:
        pass
