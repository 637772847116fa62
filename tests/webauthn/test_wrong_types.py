"""Wrong arguments of any type are named in the error: no AttributeError, and no bare TypeError."""

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from sealwax import (
    Assertion,
    RegistrationCredential,
    SealwaxError,
    WebAuthnStamper,
    decode_credential_id,
    encode_attestation,
    encode_credential_id,
    verify_attestation,
    verify_webauthn_stamp,
    webauthn_challenge,
)
from sealwax.testing import SoftwareAuthenticator
from tests.certificates import NOW, ROOT

RP_ID, ORIGIN, CHALLENGE, BODY = "example.com", "https://example.com", b"challenge", b"{}"
PASSKEY = SoftwareAuthenticator(rp_id=RP_ID, origin=ORIGIN, seed=b"\1" * 32)
CREATED = PASSKEY.create(CHALLENGE)
ASSERTION = ("credential_id", "authenticator_data", "client_data_json", "signature")
EXPECTED = {"expected_challenge": CHALLENGE, "expected_origin": ORIGIN, "expected_rp_id": RP_ID}


class Other:
    """An object that has nothing to do with any of this."""


class Answers:
    """An authenticator that returns what it is told to."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def get_assertion(self, _challenge: bytes) -> Any:
        return self._answer


def registration(**fields: Any) -> RegistrationCredential:
    made = {
        "raw_id": CREATED.raw_id,
        "client_data_json": CREATED.client_data_json,
        "attestation_object": CREATED.attestation_object,
        "transports": CREATED.transports,
    }
    return RegistrationCredential(**{**made, **fields})


def stamp(**fields: Any) -> object:
    made = dict.fromkeys(ASSERTION, b"x")
    return WebAuthnStamper(Answers(Assertion(**{**made, **fields}))).stamp(BODY)


Call = tuple[Callable[..., object], Mapping[str, object]]
CALLS: dict[str, Call] = {
    "verify_attestation": (
        verify_attestation,
        {
            "credential": CREATED,
            **EXPECTED,
            "require_user_verification": False,
            "allow_cross_origin": False,
            "trust_anchors": [ROOT],
            "allow_unanchored": True,
            "now": NOW,
        },
    ),
    "encode_attestation": (
        encode_attestation,
        {
            "credential": CREATED,
            **EXPECTED,
            "credential_id_encoding": "cbor",
            "allow_cross_origin": False,
        },
    ),
    "RegistrationCredential": (
        lambda **fields: encode_attestation(registration(**fields)),
        {"raw_id": CREATED.raw_id, "client_data_json": b"", "attestation_object": b"", "transports": ()},
    ),
    "encode_credential_id": (encode_credential_id, {"raw_id": b"id", "encoding": "raw"}),
    "decode_credential_id": (decode_credential_id, {"text": "aWQ", "encoding": "raw"}),
    "verify_webauthn_stamp": (
        verify_webauthn_stamp,
        {
            "header_value": WebAuthnStamper(PASSKEY).stamp(BODY).header_value,
            "body": BODY,
            "public_key": PASSKEY.public_key,
            "expected_rp_id": RP_ID,
            "expected_origin": ORIGIN,
            "require_user_verification": False,
            "allow_cross_origin": False,
        },
    ),
    "webauthn_challenge": (webauthn_challenge, {"body": BODY}),
    "WebAuthnStamper": (
        lambda authenticator, body: WebAuthnStamper(authenticator).stamp(body),
        {"authenticator": PASSKEY, "body": BODY},
    ),
    "Assertion": (
        stamp,
        dict.fromkeys(ASSERTION, b"x"),
    ),
}

WRONG: dict[str, object] = {
    "None": None,
    "a number": 5,
    "a float": 1.5,
    "true": True,
    "text": "x",
    "a lone surrogate": "\ud800",
    "bytes": b"x",
    "a bytearray": bytearray(b"x"),
    "a memoryview": memoryview(b"x"),
    "a list": [],
    "a list of numbers": [5],
    "a list of None": [None],
    "a list of lists": [[]],
    "a set": {5},
    "a mapping": {},
    "a mapping of numbers": {5: 5},
    "a date without a time": dt.date(2026, 1, 1),
    "a time without a zone": NOW.replace(tzinfo=None),
    "an object": Other(),
    "a class": Other,
    "a function": print,
}


@pytest.mark.parametrize("call", CALLS)
def test_the_calls_are_right_but_for_what_is_wrong(call: str) -> None:
    function, arguments = CALLS[call]
    if call != "RegistrationCredential":
        function(**arguments)
    else:
        encode_attestation(registration())


@pytest.mark.parametrize(
    ("call", "name", "wrong"),
    [
        ("verify_attestation", "trust_anchors", "a list of numbers"),
        ("verify_attestation", "trust_anchors", "a set"),
        ("verify_attestation", "trust_anchors", "None"),
        ("verify_attestation", "trust_anchors", "bytes"),
        ("verify_attestation", "allow_unanchored", "text"),
        ("verify_attestation", "allow_cross_origin", "None"),
        ("verify_attestation", "require_user_verification", "None"),
        ("verify_attestation", "expected_origin", "bytes"),
        ("encode_attestation", "expected_origin", "a list of numbers"),
        ("encode_attestation", "expected_origin", "a number"),
        ("encode_attestation", "allow_cross_origin", "a number"),
        ("verify_webauthn_stamp", "expected_origin", "bytes"),
        ("verify_webauthn_stamp", "expected_origin", "None"),
        ("verify_webauthn_stamp", "expected_rp_id", "None"),
        ("verify_webauthn_stamp", "allow_cross_origin", "text"),
        ("verify_webauthn_stamp", "require_user_verification", "a number"),
        ("verify_webauthn_stamp", "public_key", "text"),
        ("decode_credential_id", "text", "bytes"),
        ("decode_credential_id", "text", "None"),
        ("encode_credential_id", "raw_id", "text"),
        ("WebAuthnStamper", "authenticator", "a number"),
    ],
)
def test_what_only_the_programmer_chooses_is_a_type_error(call: str, name: str, wrong: str) -> None:
    function, arguments = CALLS[call]
    with pytest.raises(TypeError, match=name):
        function(**{**arguments, name: WRONG[wrong]})


@pytest.mark.parametrize("answer", [None, 5, {}, Other(), Assertion])
def test_an_authenticator_that_returns_something_else(answer: object) -> None:
    with pytest.raises(SealwaxError, match="the authenticator must return an Assertion"):
        WebAuthnStamper(Answers(answer)).stamp(BODY)
