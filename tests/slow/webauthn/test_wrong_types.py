"""The tests of ``tests/webauthn/test_wrong_types.py`` that take long."""

from collections.abc import Callable

import pytest

from sealwax import (
    SealwaxError,
)
from tests.webauthn.test_wrong_types import CALLS, WRONG

# What a message calls an argument, where that is not its name.
CALLED = {
    "header_value": "the WebAuthn stamp",
    "public_key": "public_key|public key",
    "raw_id": "raw id|raw_id|RegistrationCredential",
    "client_data_json": "client data|RegistrationCredential|Assertion",
    "attestation_object": "attestation object|RegistrationCredential",
    "credential_id": "Assertion",
    "authenticator_data": "Assertion",
    "signature": "Assertion",
    "credential_id_encoding": "encoding",
    "text": "text|the credential id",
    "trust_anchors": "trust_anchors|trust anchor",
    "expected_challenge": "expected_challenge|challenge",
    "expected_origin": "expected_origin|origin",
    "expected_rp_id": "expected_rp_id|relying party",
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize(
    ("call", "name"), [(call, name) for call, (_, arguments) in CALLS.items() for name in arguments]
)
def test_a_wrong_argument_is_named(call: str, name: str, wrong: str) -> None:
    function, arguments = CALLS[call]
    others = {} if call == "RegistrationCredential" else arguments
    error = raised_by(lambda: function(**{**others, name: WRONG[wrong]}))
    # None of a subclass, such as UnicodeEncodeError or cbor2's.
    assert isinstance(error, SealwaxError | None) or type(error) in {TypeError, ValueError}
    assert error is None or any(called in str(error) for called in CALLED.get(name, name).split("|"))


def raised_by(call: Callable[[], object]) -> Exception | None:
    try:
        call()
    except Exception as error:  # noqa: BLE001
        return error
    return None
